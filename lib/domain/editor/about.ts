import { labels, sourceUnits, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { Conflict, NotFound } from "../errors";
import { changeInside } from "../units/change-unit";
import { editDenial } from "../units/may-edit";
import { editableScope, findEditable, findUnit } from "../units/units";
import { demandAccount, editorUnit } from "./save-string";
import type { EditorUnit } from "./unit";

/** What is said about a source string, as somebody reads and writes it who may change it. */
export interface AboutString {
  /** Version of the source string that a change is based on. */
  version: number;
  /** Markdown. */
  explanation: string;
  /** Flags beside those of the file. */
  flags: string;
  /** Labels of the project; `chosen` are those of the string. */
  labels: { id: number; name: string; color: string }[];
  chosen: number[];
  /** Whether the reader may change these. */
  mayDescribe: boolean;
  /** What is said of this translation of a term, and the version of the translation; null where that is not the reader's. */
  own: { version: number; explanation: string } | null;
}

const MOST_LABELS = 500;

/**
 * What is said about the source of a string in any language, which takes `source.edit`, and of the translation of a term, which
 * takes what changing it takes. @throws NotFound, Forbidden
 */
export async function readAbout(actor: Actor, unitId: number): Promise<AboutString> {
  const { sourceId } = await findUnit(actor, unitId);
  const [source, unit] = await Promise.all([findEditable(actor, sourceId), findEditable(actor, unitId)]);
  const mayDescribe = can(actor, "source.edit", editableScope(source));
  const isTerm = unit.isGlossary && !unit.isSource && !editDenial(actor, unit, { agreementSigned: true });
  if (!isTerm) demand(actor, "source.edit", editableScope(source));
  const [stored, known, now, own] = await Promise.all([
    db.one(
      sql`select ${pick(sourceUnits, "explanation", "extraFlags")} from ${sourceUnits} where ${sourceUnits.id} = ${sourceId}`,
    ),
    db.rows(sql`
      select ${pick(labels, "id", "name", "color")} from ${labels} where ${labels.projectId} = ${source.projectId}
      order by ${labels.name}, ${labels.id} limit ${MOST_LABELS}`),
    findUnit(actor, sourceId),
    db.one(sql`select ${pick(units, "version", "explanation")} from ${units} where ${units.id} = ${unitId}`),
  ]);
  if (!stored) throw new NotFound(refusal("stringRemoved"));
  return {
    version: now.version,
    explanation: stored.explanation,
    flags: stored.extraFlags,
    labels: known,
    chosen: now.labels.map((label) => label.id),
    mayDescribe,
    own: isTerm && own ? own : null,
  };
}

/**
 * Changes explanation, flags and labels of the source of a string, and what is said of the translation of a term.
 * @param input `version` is that of the source string as it was read, `own` what is said of the translation
 * @returns the open string as it is now
 * @throws Unauthenticated when nobody, or another account, is signed in; Conflict where somebody else was faster; NotFound, Forbidden, Invalid
 */
export async function describeString(
  actor: Actor,
  input: {
    unitId: number;
    accountId: number;
    version: number;
    explanation: string;
    flags: string;
    labelIds: readonly number[];
    own?: { version: number; explanation: string };
  },
): Promise<EditorUnit> {
  demandAccount(actor, input.accountId);
  const { sourceId } = await findUnit(actor, input.unitId);
  const { explanation, flags, labelIds, version, own } = input;
  await inTransaction(
    async (tx) => {
      const about = { explanation, extraFlags: flags, labelIds };
      const source = await changeInside(tx, actor, sourceId, about, { baseVersion: version });
      const term =
        own &&
        (await changeInside(tx, actor, input.unitId, { explanation: own.explanation }, { baseVersion: own.version }));
      if (source === "outdated" || term === "outdated") throw new Conflict(refusal("anotherUserChanged"));
    },
    { readsFirst: true },
  );
  return editorUnit(actor, await findUnit(actor, input.unitId));
}
