import { sourceSketches, sourceUnits, units } from "@/lib/generated/tables";
import { columnsOf, cte, named, pick, recordset, subquery } from "@/lib/platform/columns";
import { rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { among, asFlag, asNumber, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { type Sketch, sketchOf } from "@/lib/text/sketch";
import type { Actor } from "../../access/actor";
import { FORM_SEPARATOR } from "../../changes/record";
import { SOURCE_TEXT, TARGET_TEXT } from "../strings";
import { apart, type Finding, nearLength, READ } from "./alike";
import { lendersOf } from "./lenders";
import type { MemoryQuestion } from "./question";
import { type Asked, CANDIDATES, type Row } from "./stored-matches";

/** Entries that are strings: as they stand now, in every component that may lend its texts. */

const [u, s, k] = [units.as("u"), sourceUnits.as("s"), sourceSketches.as("k")];

const ASKED = {
  ...{ place: TYPE.number, text: TYPE.text, unitId: u.id, context: TYPE.text },
  ...columnsOf(k, "numbers", "marks"),
};

/** Source strings of all languages that are looked at, for each text, before the language is. */
const SOURCES = 400;

/** Equal sources, then similar ones. */
export async function stringRows(
  tx: Tx,
  actor: Actor,
  question: MemoryQuestion,
  texts: Asked,
  how: "equal" | Finding,
): Promise<Row[]> {
  const asked = texts.map(({ place, text }) => {
    const about = question.about?.[place];
    return { place, text, ...firstSketch(text), unitId: about?.unitId ?? 0, context: about?.context ?? "" };
  });
  const a = recordset("a", ASKED, asked);
  const l = cte("l", lendersOf(actor, question));
  // Plural strings are found by their first form; all forms are compared afterwards.
  const [source, text] = [
    sql`lower(left(${s.sources}[1], 500))`,
    sql`lower(left(split_part(${a.text}, ${FORM_SEPARATOR}, 1), 500))`,
  ];
  const matches =
    how === "equal"
      ? sql`hashtextextended(${SOURCE_TEXT}, 0) = hashtextextended(${a.text}, 0) and ${SOURCE_TEXT} = ${a.text}`
      : sql`${how === "sketch" ? rawSql("true") : sql`${source} % ${text}`} and ${SOURCE_TEXT} <> ${a.text}
          and ${nearLength(question, SOURCE_TEXT, a.text)}`;
  const ours = (component: Sql) => sql`${component} in (select ${l.id} from ${l})`;
  // Marks lie beside the numbers: most candidates by chance cost no look at their texts.
  const from =
    how === "sketch"
      ? sql`(select ${k.sourceId} as id from ${k} where ${k.numbers} && ${a.numbers} and ${ours(k.componentId)}
          order by ${apart(k.marks, a.marks)}, ${k.sourceId} desc limit ${READ}) r join ${s} on ${s.id} = r.id`
      : sql`${s}`;
  const likeness = how === "equal" ? rawSql("1") : sql`similarity(${source}, ${text})`;
  const n = subquery(
    "n",
    sql`select ${pick(s, "id", "componentId")}, ${named({
      source: SOURCE_TEXT,
      sameContext: asFlag(sql`(${s.context} <> '' and ${s.context} = ${a.context})`),
      likeness: asNumber(likeness),
    })} from ${from} where ${matches} and ${ours(s.componentId)}
      order by ${likeness} desc, ${s.id} desc limit ${SOURCES}`,
  );
  const own = sql`(${n.componentId} = ${question.componentId ?? 0})`;
  const f = subquery(
    "f",
    sql`select ${pick(n, "source", "sameContext")}, ${pick(l, "origin", "projectId")}, ${named({
      unitId: u.id,
      target: TARGET_TEXT,
      createdAt: u.updatedAt,
      sameComponent: asFlag(own),
      needsEditing: asFlag(sql`(${u.state} = ${STATE.NEEDS_EDITING})`),
      automatic: u.automatic,
    })}
      from ${n} join ${l} on ${l.id} = ${n.componentId}
        join ${u} on ${u.sourceId} = ${n.id} and ${u.translationId} = ${l.translationId}
      where ${statesOf(question)} and ${u.id} <> ${a.unitId} and ${TARGET_TEXT} ~ ${SPEAKS}
      order by ${n.likeness} desc, ${own} desc, ${n.sameContext} desc, ${u.state} desc, ${u.updatedAt} desc, ${u.id}
      limit ${how === "equal" ? question.limit * 4 : CANDIDATES}`,
  );
  const rows = await tx.rows(sql`
    with l as materialized (${lendersOf(actor, question)})
    select ${pick(a, "place")}, ${pick(f, "unitId", "source", "target", "origin", "projectId", "createdAt")},
      ${pick(f, "sameContext", "sameComponent", "needsEditing", "automatic")}
    from ${a} cross join lateral ${f}`);
  return rows.map((row) => ({ ...row, id: 0, own: false }));
}

/** Plural strings are found by their first form. */
const firstSketch = (text: string): Sketch => sketchOf(text.split(FORM_SEPARATOR, 1)[0] ?? "");

/** A text with something else than blanks. */
export const SPEAKS = "[^[:space:]\\x1e]";

/** Strings that say something one may rely on, and those that need a look where the question takes them. */
export const statesOf = ({ uncertain }: Pick<MemoryQuestion, "uncertain">): Sql =>
  uncertain
    ? among(u.state, STATE.NEEDS_EDITING, STATE.TRANSLATED, STATE.APPROVED)
    : among(u.state, STATE.TRANSLATED, STATE.APPROVED);
