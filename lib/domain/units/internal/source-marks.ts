import { components, counters, findings, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick, subquery } from "@/lib/platform/columns";
import { literal, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, orNull, rowCount } from "@/lib/platform/expressions";
import { isOften, NOT_OF_SOURCES } from "@/lib/text/checks/multiple-failures";
import { STATE } from "@/lib/text/codes";
import { Marks, writeMarks } from "./marks";

const [s, x, c, k, ks] = [sourceUnits.as("s"), units.as("x"), components.as("c"), counters.as("k"), counters.as("ks")];
const [t, f, y] = [translations.as("t"), findings.as("f"), units.as("y")];

/** Checks of source strings that look at all of their translations. */

/** Days after which a string is old. */
const OLD = 90;

const OF_SOURCES = sql`not ${f.dismissed} and ${f.check} <> all(${NOT_OF_SOURCES}::text[])`;

/** In how many languages each check fails that fails in some, and any does, beside how many have translated the string. */
function failuresOf(tx: Tx, sourceIds: readonly number[]) {
  return tx.rows(sql`
    select ${pick(s, "id")}, ${named({
      check: orNull(f.check),
      failing: asNumber(sql`count(distinct ${x.id})::int`),
      translated: asNumber(sql`
        (select count(*)::int from ${y} where ${y.sourceId} = ${s.id} and ${y.id} <> ${s.id} and ${y.state} <> ${literal(STATE.EMPTY)})`),
    })}
    from ${s} join ${x} on ${x.sourceId} = ${s.id} and ${x.id} <> ${s.id} and ${x.failing} and ${x.state} <> ${literal(STATE.EMPTY)}
    join ${f} on ${f.unitId} = ${x.id} and ${OF_SOURCES}
    where ${anyOf(s.id, sourceIds)} group by grouping sets ((${s.id}, ${f.check}), (${s.id}))`);
}

const share = subquery(
  "share",
  sql`
    select ${named({
      total: rowCount,
      translated: asNumber(sql`(count(*) filter (where ${x.state} >= ${literal(STATE.TRANSLATED)}))::int`),
    })} from ${x} where ${x.sourceId} = ${s.id} and ${x.id} <> ${s.id}`,
);

/** Counters of a component, and of its source language, which does not count. */
const OVERALL = sql`
  join ${c} on ${c.id} = ${s.componentId}
  join ${t} on ${t.componentId} = ${c.id} and ${t.isSource}
  join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0
  join ${ks} on ${ks.scope} = 'translation' and ${ks.objectId} = ${t.id} and ${ks.languageId} = 0`;

/** Whether an old string is translated into less than half as many languages, in proportion, as its component. */
const IS_LATE = asFlag(sql`
  (${s.createdAt} < now() - make_interval(days => ${literal(OLD)}) and ${share.total} > 0
    and ${share.translated}::numeric / ${share.total} < (${k.translated} - ${ks.translated})::numeric / nullif(${k.total} - ${ks.total}, 0) / 2)
    is true`);

const HAS_LATE = sql`exists (select from ${f} where ${f.unitId} = ${s.id} and ${f.check} = 'long_untranslated')`;

/** Marks source strings by what their translations are now. One is old by the calendar: only those marked so are asked again. */
export async function markSources(tx: Tx, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length === 0) return;
  const marks = new Marks();
  const there = await tx.rows(sql`select ${pick(s, "id")} from ${s} where ${anyOf(s.id, sourceIds)}`);
  for (const { id } of there) marks.set("multiple_failures", id, false);
  for (const row of await failuresOf(tx, sourceIds)) if (isOften(row)) marks.set("multiple_failures", row.id, true);
  await late(tx, sql`${anyOf(s.id, sourceIds)} and ${HAS_LATE}`, marks);
  await writeMarks(tx, marks);
}

/** Marks the strings of a component, some at a time, that have become old untranslated. @returns where to go on */
export async function markLate(tx: Tx, ids: readonly number[]): Promise<void> {
  const marks = new Marks();
  await late(tx, anyOf(s.id, ids), marks);
  await writeMarks(tx, marks);
}

async function late(tx: Tx, where: Sql, marks: Marks): Promise<void> {
  const rows = await tx.rows(sql`
    select ${pick(s, "id")}, ${named({ fails: IS_LATE })} from ${s} ${OVERALL} cross join lateral ${share} where ${where}`);
  for (const { id, fails } of rows) marks.set("long_untranslated", id, fails);
}
