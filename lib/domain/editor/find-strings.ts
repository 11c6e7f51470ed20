import { sourceSketches, sourceUnits } from "@/lib/generated/tables";
import { columnsOf, named, pick, recordset } from "@/lib/platform/columns";
import { type Sql, sql } from "@/lib/platform/database";
import { anyOf, asText, TYPE } from "@/lib/platform/expressions";
import { similarity } from "@/lib/text/similarity";
import { sketchOf } from "@/lib/text/sketch";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { updateScreenshot } from "../screenshots/screenshots";
import { withinTime } from "../search/search-units";
import { editableScope, findEditable, findUnit } from "../units/units";

/** A string of the component that is what was read in a picture. */
export interface FoundString {
  /** Place of the text among those that were asked for. */
  place: number;
  /** Id of the source string. */
  unitId: number;
  source: string;
}

/** Texts that are compared with similar ones; equal ones are found for all. */
const FUZZY = 300;
/** Likeness from which a text that was read with mistakes is taken for the string. */
const LIKE = 80;

const [s, k] = [sourceUnits.as("s"), sourceSketches.as("k")];

/** What a program does not show of a text, or a reader does not see: case, blanks, marks of keys, the mark at the end. */
export const seenText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[&_]/g, "")
    .replace(/[\s.…:!?]+$/u, "")
    .replace(/\s+/gu, " ")
    .trim();

const SEEN: Sql = sql`btrim(regexp_replace(regexp_replace(regexp_replace(lower(left(${s.sources}[1], 500)), '[&_]', '', 'g'),
  '[[:space:].…:!?]+$', ''), '[[:space:]]+', ' ', 'g'))`;

/**
 * The strings of a component that texts of a picture are: equal ones, and of the first texts those that are nearly so.
 * Each string is found once, with the text that is most like it. Needs `screenshot.edit`.
 * @param unitId any string of the component
 * @param read all lines of the picture, which are kept with its screenshot
 * @throws NotFound, Forbidden
 */
export async function findStrings(
  actor: Actor,
  unitId: number,
  texts: readonly string[],
  read?: { shot: number; text: string },
): Promise<FoundString[]> {
  const source = await findEditable(actor, (await findUnit(actor, unitId)).sourceId);
  // It reads every string of the component: for those alone who put strings on screenshots.
  demand(actor, "screenshot.edit", editableScope(source));
  if (read) await updateScreenshot(actor, read.shot, { foundText: read.text });
  const { componentId } = source;
  const seen = texts.map(seenText);
  const placeOf = new Map<string, number>();
  for (const [place, text] of seen.entries()) if (text !== "" && !placeOf.has(text)) placeOf.set(text, place);
  if (placeOf.size === 0) return [];
  const n = recordset(
    "n",
    { ...columnsOf(k, "numbers"), place: TYPE.number },
    [...placeOf].slice(0, FUZZY).map(([text, place]) => ({ numbers: sketchOf(text).numbers, place })),
  );
  const shown = named({ source: asText(sql`coalesce(${s.sources}[1], '')`) });
  const [equal, like] = await withinTime(async (tx) => [
    await tx.rows(sql`
      select ${pick(s, "id")}, ${shown} from ${s}
      where ${s.componentId} = ${componentId} and ${anyOf(asText(SEEN), [...placeOf.keys()])} order by ${s.id} limit 1000`),
    await tx.rows(sql`
      select ${pick(s, "id")}, ${shown}, ${pick(n, "place")} from ${n} join ${k} on ${k.numbers} && ${n.numbers}
        and ${k.componentId} = ${componentId} join ${s} on ${s.id} = ${k.sourceId} limit 5000`),
  ]);
  const best = new Map<number, FoundString & { likeness: number }>();
  const take = (found: { id: number; source: string }, place: number, likeness: number) => {
    if (likeness > (best.get(found.id)?.likeness ?? 0))
      best.set(found.id, { place, unitId: found.id, source: found.source, likeness });
  };
  for (const row of equal) take(row, placeOf.get(seenText(row.source)) ?? 0, 100);
  for (const row of like) {
    const likeness = similarity(seen[row.place] ?? "", seenText(row.source), LIKE);
    if (likeness >= LIKE) take(row, row.place, likeness);
  }
  return [...best.values()].sort((a, b) => a.place - b.place).map(({ likeness: _, ...found }) => found);
}
