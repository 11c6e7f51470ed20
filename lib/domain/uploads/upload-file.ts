import { changes, findings, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, rowCount } from "@/lib/platform/expressions";
import { rehearse } from "@/lib/platform/rehearse";
import { needsEditing, STATE, type UnitState } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { asOperation } from "../changes/operations";
import { FORM_SEPARATOR, joinForms } from "../changes/record";
import type { FileString } from "../files/strings";
import { setTextsAside, type TextDifferences, textDifferences } from "../integrate/text-differences";
import type { TranslationRow } from "../translations/translations";
import { agreementSigned } from "../units/agreement";
import type { UnitEdit } from "../units/apply-edits";
import { explainTerms } from "../units/explain-terms";
import { editDenial, reviewDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { suggestMany } from "../units/suggest-many";
import { type EditableUnit, lockUnits, takesTexts } from "../units/units";
import { oneFileAtATime } from "../uploaded-files";
import { type DeclaredLanguage, declaredLanguage } from "./internal/declared-language";
import { knownUnits } from "./internal/known-strings";
import { type LikelyLanguage, likelyLanguage } from "./internal/likely-language";
import { baseFor, languagePart, readUpload, type UploadedStrings } from "./internal/read-upload";
import { replaceFile } from "./internal/replace-file";
import { addStrings, replaceSources } from "./internal/upload-strings";
import {
  authorOf,
  demandUpload,
  type Run,
  rightsOf,
  type Upload,
  type UploadCounts,
  type UploadResult,
} from "./upload";

const [u, ch, f] = [units.as("u"), changes.as("ch"), findings.as("f")];

/** Merging an uploaded translation file by its method; the contract 3.7.5. */

/** Units edited in one transaction: so few that others get their turn between two of them. */
const BATCH = 500;

/** What tells that a file is in another language than the translation; nothing of it stops an upload. */
export interface OtherLanguage {
  /** The language of the component that its texts seem to be in, where that is another one. */
  likely: LikelyLanguage | undefined;
  /** The language that it says it is in, where that is another one. */
  declared: DeclaredLanguage | undefined;
}

/** A file that has been read, before anything is done. */
export interface OpenedUpload extends OtherLanguage {
  plan(): Promise<UploadPlan>;
}

/**
 * Merges a file into a translation by its method; the whole upload is one operation of the ledger.
 * @param look is shown what was read; what it throws keeps everything as it is
 * @throws Forbidden; Invalid on file, method, conflicts; Busy
 */
export async function uploadFile(
  actor: Actor,
  translation: TranslationRow,
  upload: Upload,
  look?: (opened: OpenedUpload) => Promise<void>,
): Promise<UploadResult> {
  await demandUpload(actor, translation, upload);
  return oneFileAtATime(actor, async () => {
    const read = await readUpload(actor, translation, upload, await baseFor(translation));
    if (look) {
      const other = await otherLanguage(translation, read);
      await look({ ...other, plan: () => planFor(actor, translation, upload, read.strings, other) });
    }
    return takeIn(actor, translation, upload, read.strings);
  });
}

/** What an upload would do. */
export interface UploadPlan extends TextDifferences, OtherLanguage {
  result: UploadResult;
  /** Strings of the translation that stay as they are. */
  unchanged: number;
  /** Strings of other components that get a text with it. */
  propagated: number;
  /** Those of them that get a suggestion alone, as somebody has translated them otherwise. */
  suggested: number;
  /** Checks that the strings which are named would fail, by their ids, and how many strings of the translation there are of them. */
  failing: { byUnit: Record<number, string[]>; strings: number };
}

/**
 * What an upload would do: it is done, and taken back.
 * @throws the same as the upload
 */
export async function planUpload(actor: Actor, translation: TranslationRow, upload: Upload): Promise<UploadPlan> {
  await demandUpload(actor, translation, upload);
  return oneFileAtATime(actor, async () => {
    const read = await readUpload(actor, translation, upload, await baseFor(translation));
    return planFor(actor, translation, upload, read.strings, await otherLanguage(translation, read));
  });
}

async function otherLanguage(translation: TranslationRow, read: UploadedStrings): Promise<OtherLanguage> {
  return {
    likely: await likelyLanguage(translation, read.strings),
    declared: declaredLanguage(translation, read.language),
  };
}

function planFor(
  actor: Actor,
  translation: TranslationRow,
  upload: Upload,
  strings: readonly FileString[],
  other: OtherLanguage,
): Promise<UploadPlan> {
  const { component, id } = translation;
  return rehearse(
    (on) => setTextsAside(on, [component.id]),
    async () => {
      const result = await takeIn(actor, translation, upload, strings);
      const differences = await textDifferences([component.id]);
      const own = await db.one(sql`select ${named({ count: rowCount })} from ${u} where ${u.translationId} = ${id}`);
      const others = await db.one(sql`
        select ${named({
          count: asNumber(sql`count(distinct ${ch.unitId})::int`),
          suggested: asNumber(
            sql`(count(distinct ${ch.unitId}) filter (where ${ch.action} = ${ACTION.SUGGESTION_ADDED}))::int`,
          ),
        })} from ${ch}
        where ${ch.tx} = ledger_tx() and ${ch.componentId} <> ${component.id}`);
      const failing = await failingAfter(
        translation,
        differences.strings.map(({ unit }) => unit),
      );
      const { code } = translation.language;
      const its = differences.languages.find(({ language }) => language === code);
      const moved = its ? its.added + its.filled + its.changed + its.emptied + its.restated : 0;
      return {
        result,
        ...differences,
        ...other,
        unchanged: (own?.count ?? 0) - moved,
        propagated: others?.count ?? 0,
        suggested: others?.suggested ?? 0,
        failing,
      };
    },
  );
}

/** Checks that strings fail once they have been changed; to be asked in the rehearsal. */
async function failingAfter(translation: TranslationRow, unitIds: readonly number[]): Promise<UploadPlan["failing"]> {
  const counted = await db.one(sql`
    select ${named({ strings: asNumber(sql`count(distinct ${ch.unitId})::int`) })}
    from ${ch} join ${f} on ${f.unitId} = ${ch.unitId} and not ${f.dismissed}
    where ${ch.tx} = ledger_tx() and ${ch.translationId} = ${translation.id}`);
  const rows = await db.rows(sql`
    select ${pick(f, "unitId", "check")} from ${f}
    where ${anyOf(f.unitId, [...unitIds])} and not ${f.dismissed} order by ${f.unitId}, ${f.check}`);
  const byUnit: Record<number, string[]> = {};
  for (const { unitId, check } of rows) byUnit[unitId] = [...(byUnit[unitId] ?? []), check];
  return { byUnit, strings: counted?.strings ?? 0 };
}

async function takeIn(
  actor: Actor,
  translation: TranslationRow,
  upload: Upload,
  strings: readonly FileString[],
): Promise<UploadResult> {
  const author = await authorOf(actor, translation, upload);
  const { component, languageId } = translation;
  const details = {
    name: upload.method,
    needs: rightsOf(component, upload),
    components: [component.id],
    language: languageId,
    filename: upload.filename,
  };
  const { result, operation } = await asOperation(actor, { kind: "upload", details }, async (id) => {
    const counts = await mergeIn(actor, translation, upload, strings, { operation: id, author });
    return { ...counts, emptied: await emptiedBy(id, translation) };
  });
  return { ...result, operation };
}

/** Texts of a translation that an operation has taken away, by the ledger. */
async function emptiedBy(operation: string, translation: TranslationRow): Promise<number> {
  const text = (column: typeof ch.target) => sql`replace(${column}, ${FORM_SEPARATOR}, '')`;
  const row = await db.one(sql`
    select ${named({ count: rowCount })} from ${ch}
    where ${ch.operationId} = ${operation} and ${ch.translationId} = ${translation.id} and ${text(ch.target)} = '' and ${text(ch.old)} <> ''`);
  return row?.count ?? 0;
}

async function mergeIn(
  actor: Actor,
  translation: TranslationRow,
  upload: Upload,
  strings: readonly FileString[],
  run: Run,
): Promise<UploadCounts> {
  switch (upload.method) {
    case "replace":
      return replaceFile(actor, translation, await languagePart(translation, upload.bytes), strings, run);
    case "source":
      return replaceSources(actor, translation, await languagePart(translation, upload.bytes), strings, run);
    case "add":
      return addStrings(actor, translation, strings, run);
    default:
      return mergeStrings(actor, translation, upload, strings, run);
  }
}

async function mergeStrings(
  actor: Actor,
  translation: TranslationRow,
  upload: Upload,
  strings: readonly FileString[],
  run: Run,
): Promise<UploadCounts> {
  const result: UploadCounts = { notFound: 0, skipped: 0, accepted: 0, total: strings.length };
  const known = await knownUnits(translation, strings);
  const wanted = strings.flatMap((string) => {
    const id = known.get(string.idHash);
    if (id === undefined) result.notFound++;
    return id === undefined ? [] : [{ id, string }];
  });
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH);
    const done = await inTransaction((tx) => applyBatch(tx, actor, upload, batch, run));
    result.accepted += done;
    result.skipped += batch.length - done;
  }
  return result;
}

const STATE_OF = {
  translate: STATE.TRANSLATED,
  approve: STATE.APPROVED,
  fuzzy: STATE.NEEDS_EDITING,
  suggest: STATE.TRANSLATED,
} as const;
type MergeMethod = keyof typeof STATE_OF;

async function applyBatch(
  tx: Tx,
  actor: Actor,
  upload: Upload,
  batch: readonly { id: number; string: FileString }[],
  run: Run,
): Promise<number> {
  const units = await lockUnits(
    tx,
    actor,
    batch.map(({ id }) => id),
  );
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const [first] = units;
  const signed = first ? await agreementSigned(tx, actor, first) : true;
  const chosen = batch.flatMap(({ id, string }): { unit: EditableUnit; targets: string[]; state: UnitState }[] => {
    const unit = byId.get(id);
    if (!unit || !isWanted(unit, string, upload)) return [];
    const targets = takesTexts(unit, string.targets) ? string.targets : undefined;
    if (!targets || targets.some((text) => /[\u0000\u001e]/.test(text) || !text.isWellFormed())) return [];
    if (upload.method !== "suggest" && editDenial(actor, unit, { agreementSigned: signed })) return [];
    if (upload.method === "approve" && reviewDenial(actor, unit)) return [];
    const marked = needsEditing(string.state);
    const state = marked && upload.fuzzy === "process" ? STATE.NEEDS_EDITING : STATE_OF[upload.method as MergeMethod];
    if (unit.state === state && joinForms(unit.targets) === joinForms(targets)) return [];
    return [{ unit, targets, state }];
  });
  if (upload.method === "suggest")
    return suggestMany(tx, actor, chosen, { cause: "upload", operationId: run.operation, authorId: run.author });
  const edits: UnitEdit[] = chosen.map((edit) => ({ ...edit, action: ACTION.TRANSLATION_UPLOADED }));
  await applyAndPropagate(tx, actor, edits, { cause: "upload", operationId: run.operation, authorId: run.author });
  const taken = new Set(chosen.map(({ unit }) => unit.id));
  const explained = batch.flatMap(({ id, string: { targets, explanation } }) => {
    const unit = byId.get(id);
    const same = unit && joinForms(unit.targets) === joinForms(targets);
    const may = same && !editDenial(actor, unit, { agreementSigned: signed });
    return explanation && (taken.has(id) || may) ? [{ unit: id, explanation }] : [];
  });
  await explainTerms(tx, actor, explained, { cause: "upload", authorId: run.author });
  return edits.length;
}

/** Whether an upload may touch a unit at all. */
function isWanted(unit: EditableUnit, string: FileString, upload: Upload): boolean {
  if (string.targets.every((text) => text === "") || unit.state === STATE.READ_ONLY || upload.leave?.has(unit.id))
    return false;
  if (needsEditing(string.state) && upload.fuzzy === "") return false;
  if (upload.method === "suggest") return true;
  if (unit.state === STATE.APPROVED) return upload.conflicts === "replace-approved";
  if (unit.state >= STATE.TRANSLATED)
    return upload.conflicts === "replace-translated" || upload.conflicts === "replace-approved";
  return true;
}
