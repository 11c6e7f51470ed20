import { memoryEntries, projects } from "@/lib/generated/tables";
import { columnsOf, pick, recordset, subquery } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { sketchOf } from "@/lib/text/sketch";
import type { Actor } from "../../access/actor";
import { usableEntries } from "../scope";
import { apart, type Finding, nearLength, READ } from "./alike";
import type { MemoryQuestion } from "./question";

/** Entries that are stored: one's own, and those of files. */

/** What was found for one of the texts. */
export interface Row {
  place: number;
  /** 0 for a string. */
  id: number;
  unitId: number | null;
  source: string;
  target: string;
  origin: string;
  projectId: number | null;
  createdAt: Date;
  /** Written by the one who asks. */
  own: boolean;
  sameContext: boolean;
  sameComponent: boolean;
  needsEditing: boolean;
  automatic: boolean;
}

export type Asked = readonly { place: number; text: string }[];

/** Entries that are compared letter by letter, for each text. */
export const CANDIDATES = 25;

const [m, p] = [memoryEntries.as("m"), projects.as("p")];

const ASKED = { place: TYPE.number, text: TYPE.text, ...columnsOf(m, "sketch", "sketchMarks") };

const FOUND = ["id", "source", "target", "origin", "createdAt", "projectId", "userId"] as const;

/** Equal sources by their hash, or similar ones by trigrams. */
export async function storedRows(
  tx: Tx,
  actor: Actor,
  question: MemoryQuestion,
  texts: Asked,
  how: "equal" | Finding,
): Promise<Row[]> {
  const a = recordset(
    "a",
    ASKED,
    texts.map(({ place, text }) => {
      const { numbers, marks } = sketchOf(text);
      return { place, text, sketch: numbers, sketchMarks: marks };
    }),
  );
  // What one has written in this component stands in its strings, or was changed since.
  const elsewhere =
    question.origin === undefined ? sql`true` : sql`(${m.fromFile} or ${m.origin} <> ${question.origin})`;
  const usable = sql`${m.targetLanguageId} = ${question.targetLanguageId} and ${m.sourceLanguageId} = ${question.sourceLanguageId}
    and ${elsewhere} and ${usableEntries(actor, question.project)}`;
  const from = sql`from ${m} left join ${p} on ${p.id} = ${m.projectId} where ${usable}`;
  const f = subquery(
    "f",
    sql`select ${pick(m, ...FOUND)} ${how === "equal" ? equal(question, from) : similar(question, how, a, from)}`,
  );
  const rows = await tx.rows(sql`
    select ${pick(a, "place")}, ${pick(f, ...FOUND)} from ${a} cross join lateral ${f}`);
  return rows.map(({ userId, ...row }) => ({ ...row, ...PLAIN, own: userId !== null }));
}

const PLAIN = { unitId: null, sameContext: false, sameComponent: false, needsEditing: false, automatic: false };

const equal = (question: MemoryQuestion, from: Sql): Sql => sql`
  ${from} and ${m.sourceHash} = memory_hash(a.text) and ${m.source} = a.text order by ${m.createdAt} desc limit ${question.limit * 4}`;

const [source, text] = [sql`lower(left(${m.source}, 500))`, sql`lower(left(a.text, 500))`];

function similar(question: MemoryQuestion, how: Finding, a: { sketch: Sql; sketchMarks: Sql }, from: Sql): Sql {
  const other = sql`${m.source} <> a.text and ${nearLength(question, m.source, sql`a.text`)}`;
  const likest = sql`order by similarity(${source}, ${text}) desc, ${m.id} desc limit ${CANDIDATES}`;
  if (how === "trigram") return sql`${from} and ${source} % ${text} and ${other} ${likest}`;
  return sql`
    from (select m.* ${from} and ${m.sketch} && ${a.sketch} and ${other}
      order by ${apart(m.sketchMarks, a.sketchMarks)}, ${m.id} desc limit ${READ}) m ${likest}`;
}
