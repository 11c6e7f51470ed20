import type { Actor } from "@/lib/domain/access/actor";
import { actionCodes } from "@/lib/domain/change-actions";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { createProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream, type Upstream } from "./git";
import { textRow, textRows } from "./text-rows";

/** A component over a real repository, its files imported in this process. */
export async function connect(
  actor: Actor,
  files: Record<string, string | Buffer>,
  settings: Partial<NewComponent> & Pick<NewComponent, "filemask" | "fileFormat">,
): Promise<{ component: ComponentRow; upstream: Upstream }> {
  const upstream = makeUpstream(files);
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(actor, { name: slug, slug, web: "https://example.org/" });
  const made = await createComponent(actor, slug, {
    name: "App",
    slug: "app",
    repo: upstream.url,
    push: upstream.url,
    ...settings,
  });
  await importComponent(made.id, () => {});
  return { component: await findComponentById(actor, made.id), upstream };
}

/** Id of the unit with this source (or key) in a language. */
export async function unitId(component: ComponentRow, language: string, text: string): Promise<number> {
  const row = await textRow<{ id: number }>(
    db,
    sql`
    select u.id from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and l.code = ${language} and (s.sources[1] = ${text} or s.context = ${text})`,
  );
  if (!row) throw new Error(`There is no string ${text} in ${language}.`);
  return row.id;
}

/** Counters as stored against counters counted afresh: what must always agree. */
export async function counterDrift(): Promise<unknown[]> {
  return [...(await unitDrift()), ...(await recentDrift())];
}

/** `recent` as stored against the ledger: the content changes in the six hours before the last one of each translation. */
async function recentDrift(): Promise<unknown[]> {
  return textRows(
    db,
    sql`
    with told as (
      select k.object_id as id, (select count(*) from changes ch where ch.translation_id = k.object_id
        and ch.at > coalesce(k.last_change, '-infinity') - interval '6 hours' and ch.action = any(${actionCodes("content")}::smallint[])) as recent
      from counters k where k.scope = 'translation'),
    summed(scope, object_id, recent) as (
      select 'translation', id, recent from told
      union all select 'component', t.component_id, sum(recent) from told join translations t using (id) group by 2
      union all select 'language', t.language_id, sum(recent) from told join translations t using (id) group by 2
      union all select 'site', 0, sum(recent) from told)
    select k.scope, k.object_id, k.recent, s.recent as fresh_recent from counters k join summed s on s.scope = k.scope and s.object_id = k.object_id
    where k.language_id = 0 and k.recent <> s.recent`,
  );
}

async function unitDrift(): Promise<unknown[]> {
  return textRows(
    db,
    sql`
    with fresh as (
      select u.translation_id as id, count(*) as total, coalesce(sum(s.num_words), 0) as total_words, count(*) filter (where u.state >= 20) as translated,
        count(*) filter (where u.state between 10 and 19) as fuzzy, count(*) filter (where u.state = 100) as readonly,
        count(*) filter (where u.failing) as failing, count(*) filter (where u.suggested) as suggestions, count(*) filter (where u.pending) as pending
      from units u join source_units s on s.id = u.source_id group by 1)
    select k.object_id, k.total, f.total as fresh_total, k.translated, f.translated as fresh_translated, k.fuzzy, f.fuzzy as fresh_fuzzy,
      k.pending, f.pending as fresh_pending, k.failing, f.failing as fresh_failing, k.suggestions, f.suggestions as fresh_suggestions
    from counters k left join fresh f on f.id = k.object_id where k.scope = 'translation'
      and (k.total, k.total_words, k.translated, k.fuzzy, k.readonly, k.failing, k.suggestions, k.pending)
        is distinct from (coalesce(f.total, 0), coalesce(f.total_words, 0), coalesce(f.translated, 0), coalesce(f.fuzzy, 0), coalesce(f.readonly, 0), coalesce(f.failing, 0), coalesce(f.suggestions, 0), coalesce(f.pending, 0))
    union all
    select k.object_id, k.total, x.total, k.translated, x.translated, k.fuzzy, x.fuzzy, k.pending, x.pending, k.failing, x.failing, k.suggestions, x.suggestions
    from counters k join (select t.component_id, sum(c.total) as total, sum(c.translated) as translated, sum(c.fuzzy) as fuzzy, sum(c.pending) as pending,
        sum(c.failing) as failing, sum(c.suggestions) as suggestions
      from counters c join translations t on t.id = c.object_id where c.scope = 'translation' group by 1) x on x.component_id = k.object_id
    where k.scope = 'component' and (k.total, k.translated, k.fuzzy, k.pending, k.failing, k.suggestions) is distinct from (x.total, x.translated, x.fuzzy, x.pending, x.failing, x.suggestions)`,
  );
}
