import {
  componentLinks,
  components,
  counters,
  hookReceipts,
  languages,
  linkProbes,
  projects,
  repositories,
  screenshots,
  screenshotUnits,
  sourceUnits,
  suggestions,
  translations,
  units,
} from "@/lib/generated/tables";
import { named, unnest } from "@/lib/platform/columns";
import { rawSql, type Sql, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { anyOf, asJson, asNumber } from "@/lib/platform/expressions";
import { VCS_DRIVERS } from "@/lib/platform/vcs/registry";
import { ACCESS } from "@/lib/text/codes";
import { knownFormats } from "@/lib/text/formats/kernel/format-names";
import { MACROLANGUAGES } from "@/lib/text/languages/macrolanguages";
import type { AlertKind } from "../../components/alerts";
import { isTakenBack } from "../../units/suggested";
import { OTHER_ADDRESS } from "../hook-address";

/**
 * Causes of alerts that no act brings about by itself: each is one statement that gives the components, or projects, that
 * have it. `c`, `p` and `r` stand for component, project and repository, and `at` is a condition over `c` and `p` that
 * says where to look.
 */

/** What a statement gives: whose alert it is, and what the alert says. */
export interface Found {
  id: number;
  details: Record<string, unknown>;
}

export interface Cause {
  kind: AlertKind;
  found: (at: Sql) => Sql<Found>;
}

export const [c, p, r] = [components.as("c"), projects.as("p"), repositories.as("r")];
const [o, t, l, x] = [components.as("o"), translations.as("t"), languages.as("l"), componentLinks.as("x")];
const [ot, k] = [translations.as("ot"), counters.as("k")];
const [hr, later] = [hookReceipts.as("hr"), hookReceipts.as("later")];
const [g, u, s] = [suggestions.as("g"), units.as("u"), sourceUnits.as("s")];
const [h, hu, lp] = [screenshots.as("h"), screenshotUnits.as("hu"), linkProbes.as("lp")];

/** Objects that an alert names. */
const NAMED = 20;

export const details = (piece: Sql) => asJson<Record<string, unknown>>(piece);

/** Components that are whole and there, with all they belong to; a condition follows. */
export const FROM_COMPONENTS = sql`
  from ${c} join ${p} on ${p.id} = ${c.projectId} join ${r} on ${r.id} = ${c.repositoryId}`;
export const ARE_THERE = sql`
  ${c.removedAt} is null and ${p.removedAt} is null and ${c.importedAt} is not null`;

/** An alert of a repository stands at the component that owns it. */
const OWNER = sql`${c.linkedComponentId} is null and ${r.vcs} <> 'local'`;

const most = () => environment().alerts.commits;
const days = () => environment().alerts.unusedDays;

/** Languages of the component that none of the project's other components has. */
const UNUSED_LANGUAGES = sql`
  select jsonb_agg(few.code) from (
    select ${l.code} from ${t} join ${l} on ${l.id} = ${t.languageId}
    where ${t.componentId} = ${c.id} and not ${t.isSource} and not exists (
      select from ${o} join ${ot} on ${ot.componentId} = ${o.id}
      where ${o.projectId} = ${c.projectId} and not ${o.isGlossary} and ${o.removedAt} is null and ${ot.languageId} = ${t.languageId})
    order by 1 limit ${NAMED}) as few`;

const m = unnest(
  "m",
  { code: l.code, advice: l.name },
  Object.entries(MACROLANGUAGES).map(([code, meant]) => ({ code, advice: `${code}: use ${meant.join(", ")}` })),
);

/** Codes as files have them, which we take for something; those that the project has an alias for are told apart. */
const AMBIGUOUS = sql`
  select jsonb_agg(${m.advice} order by ${m.code}) from ${t} join ${m} on ${m.code} = ${t.languageCode}
  where ${t.componentId} = ${c.id} and position(',' || ${m.code} || ':' in ',' || replace(${p.languageAliases}, ' ', '')) = 0`;

const SHOTS = sql`
  select jsonb_agg(few.name) from (
    select ${h.name} from ${t} join ${h} on ${h.translationId} = ${t.id}
    where ${t.componentId} = ${c.id} and not exists (select from ${hu} where ${hu.screenshotId} = ${h.id})
    order by ${h.id} limit ${NAMED}) as few`;

/** Others of the same repository that match the same files. Of those that not everybody sees no names are told. */
const SAME_FILES = sql`
  select case when count(*) > 0 then coalesce(
    jsonb_agg(${o.name} order by ${o.id}) filter (where ${o.projectId} = ${c.projectId} and not ${o.restricted}), '[]') end
  from ${o} where ${o.repositoryId} = ${c.repositoryId} and ${o.id} <> ${c.id} and ${o.removedAt} is null
    and ${o.filemask} = ${c.filemask} and ${o.keyFilter} = ${c.keyFilter} and ${o.languageRegex} = ${c.languageRegex}`;

/** Days for which a notification of a code host is news. */
const HOOK_DAYS = 14;

/** The last notification that named the repository of a component at another address. */
const HOOK_NEWS = sql`
  select distinct on (meant.id) meant.id, ${hr.repository}, ${hr.id} from ${hr}, unnest(${hr.components}) as meant(id)
  where not ${hr.matched} and ${hr.detail} = ${OTHER_ADDRESS} and ${hr.at} > now() - make_interval(days => ${HOOK_DAYS}::int)
  order by meant.id, ${hr.id} desc`;

/** An address without what does not tell repositories apart. */
const BARE = (address: Sql) => sql`lower(regexp_replace(${address}, '(\\.git)?/*$', ''))`;

/** The first texts that upstream took back: a language, and what the string says there. */
const FIRST_TAKEN_BACK = sql`
  jsonb_path_query_array(
    jsonb_agg(format('%s: %s', ${l.code}, left(${g.targets}[1], 100)) order by ${g.id}), '$[0 to ${rawSql(String(NAMED - 1))}]')`;

const HAS_PROJECT = sql`
  exists (select from ${o} where ${o.projectId} = ${c.projectId} and not ${o.isGlossary} and ${o.removedAt} is null)`;

/** What settings, repositories and counters say: cheap, for all components at once. */
export const CAUSES: readonly Cause[] = [
  {
    kind: "RepositoryOutdated",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('told', format('Upstream has %s commits that are not merged.', ${r.missing}))`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and ${OWNER} and ${r.missing} > ${most()}`,
  },
  {
    kind: "RepositoryChanges",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('told', format('%s commits are not pushed.', ${r.toPush}))`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and ${OWNER} and ${r.toPush} > ${most()}`,
  },
  {
    kind: "MissingLicense",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`'{}'::jsonb`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and ${environment().alerts.requireLicense} and ${c.license} = '' and not ${c.isGlossary}
          and ${anyOf(p.accessControl, [ACCESS.PUBLIC, ACCESS.PROTECTED])}`,
  },
  {
    kind: "UnsupportedConfiguration",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('vcs', ${r.vcs}, 'file_format', ${c.fileFormat})`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and not (${anyOf(r.vcs, ["local", ...VCS_DRIVERS.map(({ id }) => id)])} and ${anyOf(c.fileFormat, [...knownFormats.keys()])})`,
  },
  {
    kind: "DuplicateFilemask",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('components', listed.of)`) })}
      ${FROM_COMPONENTS}, lateral (${SAME_FILES}) as listed(of)
      where ${ARE_THERE} and ${at} and listed.of is not null`,
  },
  {
    kind: "UnusedScreenshot",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('screenshots', listed.of)`) })}
      ${FROM_COMPONENTS}, lateral (${SHOTS}) as listed(of)
      where ${ARE_THERE} and ${at} and listed.of is not null`,
  },
  {
    kind: "AmbiguousLanguage",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('languages', listed.of)`) })}
      ${FROM_COMPONENTS}, lateral (${AMBIGUOUS}) as listed(of)
      where ${ARE_THERE} and ${at} and listed.of is not null`,
  },
  {
    kind: "UnusedComponent",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('told', format('The last translation was made on %s.', to_char(coalesce(${k.lastChange}, ${c.createdAt}), 'YYYY-MM-DD')))`) })}
      from ${c} join ${p} on ${p.id} = ${c.projectId}
        join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0
      where ${c.removedAt} is null and ${p.removedAt} is null and ${c.importedAt} is not null and ${at}
        and not ${c.isGlossary} and ${k.translated} < ${k.total} and ${days()}::int > 0
        and coalesce(${k.lastChange}, ${c.createdAt}) < now() - make_interval(days => ${days()}::int)`,
  },
  {
    kind: "MonolingualGlossary",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('template', ${c.template})`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and ${c.isGlossary} and ${c.template} <> ''`,
  },
  {
    kind: "UnmanagedGlossary",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`'{}'::jsonb`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and ${c.isGlossary} and not ${c.manageUnits}`,
  },
  {
    kind: "UnusedGlossaryLanguage",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('languages', listed.of)`) })}
      ${FROM_COMPONENTS}, lateral (${UNUSED_LANGUAGES}) as listed(of)
      where ${ARE_THERE} and ${at} and listed.of is not null
        and ${c.isGlossary} and ${HAS_PROJECT} and not exists (select from ${x} where ${x.componentId} = ${c.id})`,
  },
  {
    kind: "BrokenBrowserURL",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('error', ${lp.error})`) })}
      from ${c} join ${p} on ${p.id} = ${c.projectId}
        join ${lp} on ${lp.scope} = 'component' and ${lp.objectId} = ${c.id} and ${lp.setting} = ${c.repoweb}
      where ${c.removedAt} is null and ${p.removedAt} is null and ${at} and ${lp.failures} > 1`,
  },
  {
    kind: "WebhookMismatch",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('notified', news.address, 'pulled', ${r.url})`) })}
      from (${HOOK_NEWS}) as news(component_id, address, id) join ${c} on ${c.id} = news.component_id
        join ${p} on ${p.id} = ${c.projectId} join ${r} on ${r.id} = ${c.repositoryId}
      where ${ARE_THERE} and ${at} and ${OWNER} and ${p.enableHooks} and ${BARE(r.url)} <> ${BARE(sql`news.address`)}
        and not exists (select from ${later} where ${later.matched} and ${later.id} > news.id and ${c.id} = any(${later.components}))`,
  },
  {
    // Until each text is put back, or decided otherwise.
    kind: "TextsTakenBack",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('texts', count(*), 'strings', ${FIRST_TAKEN_BACK})`) })} ${FROM_COMPONENTS}
        join ${t} on ${t.componentId} = ${c.id} join ${l} on ${l.id} = ${t.languageId}
        join ${u} on ${u.translationId} = ${t.id} join ${s} on ${s.id} = ${u.sourceId}
        join ${g} on ${g.unitId} = ${u.id} and ${isTakenBack(g)}
      where ${ARE_THERE} and ${at} group by ${c.id}`,
  },
];

/** Causes that whole projects have; `at` is about `p` alone. */
export const PROJECT_CAUSES: readonly Cause[] = [
  {
    kind: "BrokenProjectURL",
    found: (at) => sql`
      select ${named({ id: asNumber(p.id), details: details(sql`jsonb_build_object('link', ${lp.url}, 'error', ${lp.error})`) })}
      from ${p} join ${lp} on ${lp.scope} = 'project' and ${lp.objectId} = ${p.id} and ${lp.setting} = ${p.web}
      where ${p.removedAt} is null and ${at} and ${lp.failures} > 1`,
  },
];
