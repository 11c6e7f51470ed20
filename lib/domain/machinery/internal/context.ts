import { screenshots, screenshotUnits, sourceUnits, units } from "@/lib/generated/tables";
import { named, pick, subquery, unionAll } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asText, orNull } from "@/lib/platform/expressions";
import type { EngineContext } from "@/lib/platform/machinery/engine";

/** What language models are told of strings beside their texts. */

const [h, hu] = [screenshots.as("h"), screenshotUnits.as("hu")];
const [u, s, x, y] = [units.as("u"), sourceUnits.as("s"), units.as("x"), sourceUnits.as("y")];

/** Strings on each side that are told. */
const BESIDE = 2;

/** Characters that are told of each part. */
const LONGEST = 500;

/** Screenshots of a string that are told, the newest ones. */
const SCREENS = 2;

/** Strings of a translation with what is known of them: three statements for all. */
export async function contextOf(translationId: number, ids: readonly number[]): Promise<Map<number, EngineContext>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(sql`
    select ${pick(u, "id", "previousSource")}, ${pick(s, "context", "note", "explanation")}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} where ${anyOf(u.id, ids)}`);
  const around = await aroundOf(translationId, ids);
  const screens = await screensOf(ids);
  return new Map(
    rows.map(({ id, previousSource, context, note, explanation }) => [
      id,
      {
        key: cut(context),
        note: cut(note),
        explanation: cut(explanation),
        formerSource: cut(previousSource),
        screens: screens.get(id) ?? [],
        around: around.get(id) ?? [],
      },
    ]),
  );
}

/** The strings on both sides of each, in the order of the file. */
async function aroundOf(translationId: number, ids: readonly number[]) {
  const beside = (compare: Sql, order: Sql) => sql`
    (select ${pick(x, "id", "sourceId", "position", "targets")} from ${x}
    where ${x.translationId} = ${translationId} and (${x.position}, ${x.id}) ${compare} (${u.position}, ${u.id})
    order by ${x.position} ${order}, ${x.id} ${order} limit ${BESIDE})`;
  const near = subquery("near", unionAll(beside(sql`<`, sql`desc`), beside(sql`>`, sql`asc`)));
  const rows = await db.rows(sql`
    select ${named({ of: u.id, source: asText(sql`${y.sources}[1]`), target: orNull(asText(sql`${near.targets}[1]`)) })}
    from ${u} cross join lateral ${near} join ${y} on ${y.id} = ${near.sourceId}
    where ${anyOf(u.id, ids)} order by ${u.id}, ${near.position}, ${near.id}`);
  const found = new Map<number, { source: string; target: string }[]>();
  for (const { of, source, target } of rows)
    found.set(of, [...(found.get(of) ?? []), { source: cut(source), target: cut(target ?? "") }]);
  return found;
}

/** What was read in the screenshots of each. */
async function screensOf(ids: readonly number[]): Promise<Map<number, string[]>> {
  const newest = subquery(
    "newest",
    sql`
      select ${pick(h, "id", "foundText")} from ${hu} join ${h} on ${h.id} = ${hu.screenshotId}
      where ${hu.sourceId} = ${u.sourceId} and ${h.foundText} <> '' order by ${h.id} desc limit ${SCREENS}`,
  );
  const rows = await db.rows(sql`
    select ${named({ of: u.id, text: newest.foundText })} from ${u} cross join lateral ${newest}
    where ${anyOf(u.id, ids)} order by ${u.id}, ${newest.id} desc`);
  const found = new Map<number, string[]>();
  for (const { of, text } of rows) found.set(of, [...(found.get(of) ?? []), cut(text)]);
  return found;
}

const cut = (text = ""): string => text.slice(0, LONGEST);
