import { fileSnapshots, sourceUnits, units } from "@/lib/generated/tables";
import { named, pick, unnest } from "@/lib/platform/columns";
import { inTransaction, literal, sql, type Tx } from "@/lib/platform/database";
import { hashText, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { joinForms, record } from "../../changes/record";
import type { FileString } from "../../files/strings";
import type { TranslationRow } from "../../translations/translations";
import type { UnitEdit } from "../../units/apply-edits";
import { applyAndPropagate } from "../../units/propagate";
import { removeStrings } from "../../units/remove-unit";
import { storeUnits } from "../../units/store-units";
import { lockUnits, takesTexts } from "../../units/units";
import { requestWholeFile } from "../../working-copy/whole-files";
import type { Run, UploadCounts } from "../upload";
import { explainStrings } from "./explain";
import { knownUnits } from "./known-strings";

const fs = fileSnapshots.as("fs");
const [u, s] = [units.as("u"), sourceUnits.as("s")];

const BATCH = 2000;

/**
 * Stores an uploaded file as it is, and lets the strings follow it: known ones say what the file says, new ones are added
 * where files hold them, and those the file lacks are emptied (or, in a base file, removed). What they said before stands
 * in the ledger.
 */
export async function replaceFile(
  actor: Actor,
  translation: TranslationRow,
  bytes: Uint8Array,
  strings: readonly FileString[],
  run: Run,
): Promise<UploadCounts> {
  const { component } = translation;
  // First of all the file: when the rest is cut off, the strings follow it once upstream has it.
  await inTransaction(async (tx) => {
    const base = await tx.one(sql`select ${pick(fs, "blob")} from ${fs} where ${fs.translationId} = ${translation.id}`);
    await requestWholeFile(tx, run.author, component, {
      path: translation.filename,
      content: bytes,
      baseBlob: base?.blob ?? "",
    });
    await record(tx, actor, [
      {
        action: ACTION.TRANSLATION_REPLACED_FILE_BY_UPLOAD,
        cause: "upload",
        operationId: run.operation,
        authorId: run.author,
        projectId: component.projectId,
        componentId: component.id,
        translationId: translation.id,
        languageId: translation.languageId,
        details: { filename: translation.filename },
      },
    ]);
  });
  const known = await knownUnits(translation, strings);
  const found = strings.flatMap((string) => {
    const id = known.get(string.idHash);
    return id === undefined ? [] : [{ id, string }];
  });
  for (let at = 0; at < found.length; at += BATCH)
    await inTransaction((tx) => follow(tx, actor, translation, found.slice(at, at + BATCH), run));
  const fresh = strings.filter((string) => !known.has(string.idHash));
  const added = await addFresh(actor, translation, fresh, run);
  await emptyOthers(actor, translation, strings, run);
  const notFound = fresh.length - added;
  return { notFound, skipped: 0, accepted: strings.length - notFound, total: strings.length };
}

async function follow(
  tx: Tx,
  actor: Actor,
  translation: TranslationRow,
  batch: readonly { id: number; string: FileString }[],
  run: Run,
): Promise<void> {
  const units = await lockUnits(
    tx,
    actor,
    batch.map(({ id }) => id),
  );
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const edits = batch.flatMap(({ id, string }): UnitEdit[] => {
    const unit = byId.get(id);
    if (!unit || unit.state === STATE.READ_ONLY || !takesTexts(unit, string.targets)) return [];
    const said = string.state === STATE.READ_ONLY ? unit.state : string.state;
    const same = joinForms(unit.targets) === joinForms(string.targets);
    // Where nobody approves their own texts, those that an upload brings wait for somebody else; others stay as they are.
    const approves = said === STATE.APPROVED && !(same && unit.state === STATE.APPROVED);
    const state = unit.fourEyes && approves ? STATE.TRANSLATED : said;
    if (unit.state === state && same) return [];
    return [{ unit, targets: string.targets, state, action: ACTION.TRANSLATION_UPLOADED }];
  });
  await write(tx, actor, edits, run);
  const open = batch.filter(({ id }) => byId.get(id)?.state !== STATE.READ_ONLY);
  await explainStrings(
    tx,
    actor,
    translation,
    open.map(({ string }) => string),
    run,
    { whole: true },
  );
}

async function write(tx: Tx, actor: Actor, edits: UnitEdit[], run: Run): Promise<void> {
  if (edits.length === 0) return;
  await applyAndPropagate(tx, actor, edits, {
    cause: "upload",
    operationId: run.operation,
    authorId: run.author,
    // The file is stored as it is, so its texts are.
    polish: false,
  });
}

/** New strings come in where every file holds its own; a key that the base file lacks belongs to nobody. */
async function addFresh(
  actor: Actor,
  translation: TranslationRow,
  fresh: readonly FileString[],
  run: Run,
): Promise<number> {
  if (translation.component.template && !translation.isTemplate) return 0;
  let added = 0;
  for (let at = 0; at < fresh.length; at += BATCH)
    added += await inTransaction(async (tx) => {
      const plans = fresh.slice(at, at + BATCH).map((string) => planOf(string, translation.component.project.fourEyes));
      const made = await storeUnits(tx, actor, translation, plans, {
        action: ACTION.STRING_ADDED_IN_THE_UPLOAD,
        cause: "upload",
        operationId: run.operation,
      });
      await explainStrings(tx, actor, translation, fresh.slice(at, at + BATCH), run);
      return made.length;
    });
  return added;
}

/** A string of a file as a new unit. */
export function planOf(string: FileString, fourEyes: boolean) {
  const { state: said } = string;
  const state = said === STATE.READ_ONLY || (fourEyes && said === STATE.APPROVED) ? STATE.TRANSLATED : said;
  return {
    idHash: string.idHash,
    context: string.context,
    sources: string.sources,
    targets: string.targets,
    state: string.targets.every((text) => text === "") ? STATE.EMPTY : state,
  };
}

async function emptyOthers(
  actor: Actor,
  translation: TranslationRow,
  strings: readonly FileString[],
  run: Run,
): Promise<void> {
  const hashes = strings.map((string) => string.idHash);
  const h = unnest("h", { hash: TYPE.hash }, { hash: hashes });
  for (let after = 0; ; ) {
    const last = await inTransaction(async (tx) => {
      const rows = await tx.rows(sql`
        select ${pick(u, "id")}, ${named({ idHash: hashText(s.idHash) })} from ${u} join ${s} on ${s.id} = ${u.sourceId}
        where ${u.translationId} = ${translation.id} and ${u.id} > ${after} and ${u.state} <> ${literal(STATE.READ_ONLY)}
          and ${translation.isTemplate ? sql`true` : sql`${u.state} <> ${literal(STATE.EMPTY)}`}
          and not exists (select from ${h} where ${h.hash} = ${s.idHash})
        order by ${u.id} limit ${BATCH}`);
      const ids = rows.map((row) => row.id);
      if (ids.length === 0) return undefined;
      if (translation.isTemplate)
        await removeStrings(
          tx,
          actor,
          translation.component,
          { ids, everywhere: true },
          { action: ACTION.STRING_REMOVED, cause: "upload", operationId: run.operation },
        );
      else {
        const units = await lockUnits(tx, actor, ids);
        await write(
          tx,
          actor,
          units.map((unit) => ({ unit, targets: unit.targets.map(() => ""), state: STATE.EMPTY })),
          run,
        );
        await explainStrings(tx, actor, translation, rows, run, { whole: true });
      }
      return ids.at(-1);
    });
    if (last === undefined) return;
    after = last;
  }
}
