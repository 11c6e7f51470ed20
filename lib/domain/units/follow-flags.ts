import {
  components,
  counters,
  findings,
  languages,
  plurals,
  projects,
  type SourceUnits,
  sourceUnits,
  translations,
} from "@/lib/generated/tables";
import { assigned, columnsOf, combined, named, pick, recordset, within } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asFlag, asNumber, hashText, sqlNow } from "@/lib/platform/expressions";
import { SERVICE } from "../access/actor";
import type { OuterFlags } from "../projects/former-flags";
import { priorityOf } from "../quality/check-unit";
import type { Payload } from "../tasks/kinds";
import { judgeEnforced } from "./enforced-checks";
import { asksRelated, type ChangedFlags, flagComparison, type OwnFlags } from "./internal/flag-levels";
import { BATCH, judgeStrings, type RecheckPlace, readStrings, writeJudged } from "./internal/recheck-strings";
import { fillTerms, withdrawTerms } from "./internal/terminology";
import { touchComponent } from "./touched";

const [c, p, t, l, q] = [
  components.as("c"),
  projects.as("p"),
  translations.as("t"),
  languages.as("l"),
  plurals.as("q"),
];
const [s, sl, k] = [sourceUnits.as("s"), languages.as("sl"), counters.as("k")];

/**
 * Brings the strings of components in line with flags that hold for all of them: findings, read-only states, priorities.
 * Batch by batch with a transaction each; killed, it begins the component anew and finds less to write.
 */

/** What was done, for whoever looks at the task. */
export interface FollowedFlags {
  checked: number;
  changed: number;
}

type Report = (done: number, total: number) => Promise<void> | void;

const COMPONENT = combined(
  pick(c, "id", "projectId", "sourceLanguageId", "formerFlags", "checkFlags", "fileFormat", "isGlossary"),
  named({
    projectFlags: p.checkFlags,
    sourceLanguageCode: sl.code,
    hasTemplate: asFlag(sql`${c.template} <> ''`),
    strings: asNumber(sql`
      coalesce((select ${k.total} from ${k} where ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0), 0)::int`),
  }),
);

type Component = SelectedRow<typeof COMPONENT>;

const COMPONENT_FROM = sql`from ${c} join ${p} on ${p.id} = ${c.projectId} join ${sl} on ${sl.id} = ${c.sourceLanguageId}`;

/** Follows the flags that have changed in a project or a component; called by the background function. */
export async function followFlags(
  { project, component }: Payload<"follow-flags">,
  report: Report = () => {},
): Promise<FollowedFlags> {
  const one = component === undefined ? sql`` : sql`and ${c.id} = ${component}`;
  const rows = await db.rows(sql`
    select ${COMPONENT} ${COMPONENT_FROM} where ${c.projectId} = ${project} ${one} and ${c.formerFlags} <> '{}' and ${c.removedAt} is null
    order by ${c.id}`);
  const total = rows.reduce((sum, row) => sum + row.strings, 0);
  const sum = { checked: 0, changed: 0, planned: 0 };
  let before = 0;
  for (const row of rows) {
    // Flags that change meanwhile are followed in another round.
    for (let now: Component | undefined = row; now; now = await waiting(now.id))
      await followInComponent(now, sum, (done) => report(before + Math.min(done, row.strings), total));
    before += row.strings;
  }
  return { checked: sum.checked, changed: sum.changed };
}

/** What was done, and behind how many changed strings the table of findings was looked at. */
type Sum = FollowedFlags & { planned: number };

/** Changed strings behind which the table of findings is looked at for the first time. */
const GROWTH = 20_000;

/**
 * Lets the database look at the table of findings again when as many have come as were there: plans that connections keep
 * from before read it whole, and every save would take longer with each batch. It does so by itself only after a minute.
 */
async function planAnew(sum: Sum): Promise<void> {
  if (sum.changed - sum.planned < Math.max(GROWTH, sum.planned)) return;
  sum.planned = sum.changed;
  await db.run(sql`analyze ${findings}`);
}

function waiting(componentId: number): Promise<Component | undefined> {
  return db.one(sql`
    select ${COMPONENT} ${COMPONENT_FROM} where ${c.id} = ${componentId} and ${c.formerFlags} <> '{}' and ${c.removedAt} is null`);
}

async function followInComponent(
  component: Component,
  sum: Sum,
  report: (done: number) => Promise<void> | void,
): Promise<void> {
  const places = await placesOf(component);
  const languages = Object.fromEntries(places.flatMap(({ flags, languageId }) => (flags ? [[languageId, flags]] : [])));
  const now: OuterFlags = [component.projectFlags, component.checkFlags, component.fileFormat, languages];
  const former = component.formerFlags.map((text) => JSON.parse(text) as OuterFlags);
  const { isGlossary } = component;
  await followPriorities(component.id, flagComparison(now, former, { isGlossary }));
  if (isGlossary) await followTerms(component.id, flagComparison(now, former, { isGlossary }));
  const askRelated = relatedAsker(component);
  let done = 0;
  for (const { flags: _, ...place } of places) {
    const changed = flagComparison(now, former, { isGlossary, languageId: place.languageId });
    let ahead = readStrings(place.translationId, 0);
    let written: Promise<void> = Promise.resolve();
    // A batch that is not full was the last one.
    for (let full = true; full; ) {
      const rows = await ahead;
      const last = rows.at(-1);
      if (!last) break;
      full = rows.length === BATCH;
      if (full) {
        // Read while these are checked.
        ahead = readStrings(place.translationId, last.id);
        ahead.catch(() => {});
      }
      const judged = await judgeStrings(place, rows, changed);
      await written;
      // Written while the next ones are checked.
      written = writeJudged(judged, (tx) => askRelated(tx, judged.moved > 0));
      written.catch(() => {});
      sum.checked += judged.checked;
      sum.changed += judged.different.length;
      await planAnew(sum);
      done += rows.length;
      await report(done);
    }
    await written;
  }
  if (asksRelated(now, former)) await inTransaction((tx) => askRelated(tx, true));
  await inTransaction((tx) => judgeEnforced(tx, component.id));
  // Others may have come behind them; whoever took these away already was as far as we are.
  const followed = component.formerFlags;
  await db.run(sql`
    update ${c} set ${assigned(c, {
      formerFlags: sql`${c.formerFlags}[${followed.length + 1}:]`,
      rulesVersion: sql`greatest(${c.rulesVersion}, ${Math.max(0, ...former.map(([, , , , again]) => again?.rules ?? 0))})`,
    })}
    where ${c.id} = ${component.id} and ${c.formerFlags}[:${followed.length}] = ${followed}::text[]`);
}

/**
 * Has checks that look at other strings ask those of a component again, once. States, and flags of the checks themselves,
 * matter to all strings that look at these; findings to their sources alone. In the transaction of the first change, as
 * whoever is killed behind it does not find that change again; they wait until the flags are followed.
 */
function relatedAsker(component: Component): (tx: Tx, all: boolean) => Promise<void> {
  let asked: "none" | "sources" | "all" = "none";
  return async (tx, all) => {
    if (asked === "all" || (asked === "sources" && !all)) return;
    await touchComponent(tx, component, all ? undefined : component.sourceLanguageId);
    // Not before: a transaction that meets another one is begun anew.
    tx.afterCommit.push(() => {
      asked = all ? "all" : "sources";
    });
  };
}

const PLACE = combined(
  named({ translationId: t.id, flags: t.checkFlags, languageCode: l.code }),
  pick(t, "languageId", "isSource"),
  within("plural", pick(q, "number", "formula")),
);

/** The languages of a component, the source first. */
async function placesOf(component: Component): Promise<(RecheckPlace & { flags: string })[]> {
  const rows = await db.rows(sql`
    select ${PLACE} from ${t} join ${l} on ${l.id} = ${t.languageId} join ${q} on ${q.id} = ${t.pluralId}
    where ${t.componentId} = ${component.id} order by ${t.isSource} desc, ${t.id}`);
  const { id: componentId, projectId, fileFormat, sourceLanguageCode, hasTemplate } = component;
  return rows.map((row) => ({
    ...row,
    ...{ projectId, componentId, fileFormat, sourceLanguageCode },
    isTemplate: row.isSource && hasTemplate,
  }));
}

const TERMS = 500;

/** Terms that have become terminology come into every language; those that are none any more leave where nothing was done. */
async function followTerms(componentId: number, changed: (own: OwnFlags) => ChangedFlags | undefined): Promise<void> {
  for (let after = "-9223372036854775808"; ; ) {
    const rows = await db.rows(sql`
      select ${pick(s, "id", "flags", "extraFlags")}, ${named({ idHash: hashText(s.idHash) })} from ${s}
      where ${s.componentId} = ${componentId} and ${s.idHash} > ${after}::bigint order by ${s.idHash} limit ${TERMS}`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.idHash;
    const [fill, withdraw]: [number[], number[]] = [[], []];
    for (const row of rows) {
      const flags = changed(row);
      if (flags?.now.has("terminology")) fill.push(row.id);
      else if (flags?.wasTerm) withdraw.push(row.id);
    }
    if (fill.length > 0) await inTransaction((tx) => fillTerms(tx, SERVICE, componentId, fill));
    if (withdraw.length > 0) await withdrawTerms(componentId, withdraw);
  }
}

const SOURCES = 5000;
const PRIORITY = columnsOf(s, "id", "priority");

/** Gives source strings the priority that their flags ask for. */
async function followPriorities(
  componentId: number,
  changed: (own: OwnFlags) => ChangedFlags | undefined,
): Promise<void> {
  for (let after = "-9223372036854775808"; ; ) {
    const rows = await db.rows(sql`
      select ${pick(s, "id", "flags", "extraFlags", "priority")}, ${named({ idHash: hashText(s.idHash) })} from ${s}
      where ${s.componentId} = ${componentId} and ${s.idHash} > ${after}::bigint order by ${s.idHash} limit ${SOURCES}`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.idHash;
    const wanted = rows.flatMap((row): Pick<SourceUnits, "id" | "priority">[] => {
      const flags = changed(row);
      const priority = flags ? priorityOf(flags.now) : row.priority;
      return priority === row.priority ? [] : [{ id: row.id, priority }];
    });
    if (wanted.length === 0) continue;
    const e = recordset("e", PRIORITY, wanted);
    await inTransaction((tx) =>
      tx.run(sql`
        update ${s} set ${assigned(s, { priority: e.priority, updatedAt: sqlNow })} from ${e} where ${s.id} = ${e.id}`),
    );
  }
}
