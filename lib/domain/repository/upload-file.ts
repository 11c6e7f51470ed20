import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { type FileFormat, FormatError, formatOptions } from "@/lib/text/formats/format";
import { offeredFormats } from "@/lib/text/formats/registry";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, refuse } from "../access/demand";
import { ACTION } from "../changes/actions";
import { openOperation } from "../changes/operations";
import { joinForms, record } from "../changes/record";
import { Invalid } from "../errors";
import { moveCounters } from "../statistics/counters";
import { type FileString, formatOf, isMonolingual, optionsFor, stringsOf } from "../sync/strings";
import { type TranslationRow, translationPlace } from "../translations/translations";
import type { UnitEdit } from "../units/apply-edits";
import { agreementSigned } from "../units/edit-unit";
import { contributionDenial, editDenial, reviewDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { type EditableUnit, expectedForms, lockUnits } from "../units/units";

/** Uploading a translation file; the contract 3.7.5. */

export const UPLOAD_METHODS = ["translate", "approve", "suggest", "fuzzy", "replace"] as const;
export type UploadMethod = (typeof UPLOAD_METHODS)[number];
export const CONFLICT_RULES = ["", "ignore", "replace-translated", "replace-approved"] as const;
export const FUZZY_RULES = ["", "process", "approve"] as const;

export interface Upload {
  filename: string;
  bytes: Uint8Array;
  method: UploadMethod;
  conflicts: (typeof CONFLICT_RULES)[number];
  fuzzy: (typeof FUZZY_RULES)[number];
  authorName?: string;
  authorEmail?: string;
}

export interface UploadResult {
  /** Strings of the file that are not known here. */
  notFound: number;
  /** Left as they were. */
  skipped: number;
  accepted: number;
  /** Strings in the file. */
  total: number;
}

/** Units edited in one transaction. */
const BATCH = 2000;

/**
 * Merges a file into a translation by its method; the whole upload is one operation of the ledger.
 * @throws Forbidden; Invalid on file, method, conflicts
 */
export async function uploadFile(actor: Actor, translation: TranslationRow, upload: Upload): Promise<UploadResult> {
  demandUpload(actor, translation, upload);
  const strings = await readUpload(translation, upload);
  const author = await authorOf(actor, translation, upload);
  const result: UploadResult = { notFound: 0, skipped: 0, accepted: 0, total: strings.length };
  const known = await knownUnits(translation, strings);
  const operation = await inTransaction((tx) =>
    openOperation(tx, actor, "upload", {
      filename: upload.filename,
      translation: translation.id,
      method: upload.method,
    }),
  );
  const wanted = strings.flatMap((string) => {
    const id = known.get(string.idHash);
    if (id === undefined) result.notFound++;
    return id === undefined ? [] : [{ id, string }];
  });
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH);
    await inTransaction(async (tx) => {
      const done = await applyBatch(tx, actor, upload, batch, { operation, author });
      result.accepted += done;
      result.skipped += batch.length - done;
    });
  }
  return result;
}

function demandUpload(actor: Actor, translation: TranslationRow, upload: Upload): void {
  const place = translationPlace(translation);
  const { component } = translation;
  demand(actor, component.isGlossary ? "glossary.upload" : "upload.perform", place);
  const general = contributionDenial(
    actor,
    { componentLocked: component.locked, lockReason: component.lockReason, componentName: component.name },
    { agreementSigned: true },
  );
  if (general) refuse(general);
  const need = {
    translate: "unit.edit",
    approve: "unit.review",
    suggest: "suggestion.add",
    fuzzy: "unit.edit",
    replace: "component.edit",
  } as const;
  if (translation.isSource && !translation.isTemplate)
    throw Invalid.field(
      "method",
      "The source strings of this component come from the program's code; upload into another language.",
    );
  if (!can(actor, need[upload.method], place))
    throw Invalid.field(
      "method",
      `The method ${upload.method} needs the permission ${need[upload.method]} here.`,
      "invalid_choice",
    );
  if (upload.conflicts !== "" && upload.conflicts !== "ignore" && !can(actor, "upload.overwrite", place))
    throw Invalid.field(
      "conflicts",
      "Overwriting translations needs the permission upload.overwrite here.",
      "invalid_choice",
    );
  if (upload.conflicts === "replace-approved" && !can(actor, "unit.review", place))
    throw Invalid.field(
      "conflicts",
      "Overwriting approved translations needs the permission unit.review here.",
      "invalid_choice",
    );
}

/** Strings of the uploaded file: the component's own format first, then those whose files are named so. */
async function readUpload(translation: TranslationRow, upload: Upload): Promise<FileString[]> {
  const own = formatOf(translation.component);
  const ending = /\.([A-Za-z0-9]+)$/.exec(upload.filename)?.[1]?.toLowerCase();
  const others = offeredFormats().filter(
    (format) => format.id !== own.id && ending !== undefined && format.extension === ending,
  );
  let first: FormatError | undefined;
  for (const format of [own, ...others]) {
    try {
      return await parseAs(format, translation, upload.bytes);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      first ??= error;
    }
  }
  throw Invalid.field(
    "file",
    `The file cannot be read as ${own.name}: ${first?.message} (line ${first?.line}, column ${first?.column}).`,
  );
}

async function parseAs(format: FileFormat, translation: TranslationRow, bytes: Uint8Array): Promise<FileString[]> {
  const { component, plural } = translation;
  const options =
    format.id === component.fileFormat
      ? optionsFor(component, { languageCode: translation.languageCode, plural, isTemplate: false })
      : formatOptions({
          languageCode: translation.languageCode,
          plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
        });
  const parsed = format.parse(format.decode(bytes), options);
  if (
    parsed.pluralCount !== undefined &&
    parsed.pluralCount !== plural.number &&
    parsed.entries.some((entry) => entry.plural)
  )
    throw Invalid.field(
      "file",
      `The file has ${parsed.pluralCount} plural forms; ${translation.language.name} has ${plural.number} here.`,
    );
  const { strings } = stringsOf(parsed, {
    monolingual: isMonolingual(component),
    reviews: component.project.translationReview,
    forms: plural.number,
  });
  return [...strings.values()];
}

async function knownUnits(translation: TranslationRow, strings: readonly FileString[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: number; idHash: string }>(sql`
    select u.id, s.id_hash::text as id_hash from units u join source_units s on s.id = u.source_id
    where u.translation_id = ${translation.id} and s.id_hash = any(${strings.map((string) => string.idHash)}::bigint[])`);
  return new Map(rows.map((row) => [row.idHash, row.id]));
}

interface Run {
  operation: string;
  author: number | null;
}

const STATE = { translate: 20, approve: 30, fuzzy: 10, replace: 20, suggest: 20 } as const;

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
  const chosen = batch.flatMap(({ id, string }): { unit: EditableUnit; targets: string[]; state: number }[] => {
    const unit = byId.get(id);
    if (!unit || !isWanted(unit, string, upload)) return [];
    const targets = expectedForms(unit) === string.targets.length ? string.targets : undefined;
    if (!targets || targets.some((text) => /[\u0000\u001e]/.test(text) || !text.isWellFormed())) return [];
    if (upload.method !== "suggest" && editDenial(actor, unit, { agreementSigned: signed })) return [];
    if (upload.method === "approve" && reviewDenial(actor, unit)) return [];
    const marked = string.state >= 10 && string.state < 20;
    const state = marked && upload.fuzzy === "process" ? 10 : STATE[upload.method];
    if (unit.state === state && joinForms(unit.targets) === joinForms(targets)) return [];
    return [{ unit, targets, state }];
  });
  if (upload.method === "suggest") return suggest(tx, actor, chosen, run);
  const edits: UnitEdit[] = chosen.map((edit) => ({ ...edit, action: ACTION.TRANSLATION_UPLOADED }));
  await applyAndPropagate(tx, actor, edits, { cause: "upload", operationId: run.operation, authorId: run.author });
  return edits.length;
}

/** Whether an upload may touch a unit at all. */
function isWanted(unit: EditableUnit, string: FileString, upload: Upload): boolean {
  if (string.targets.every((text) => text === "") || unit.state === 100) return false;
  if (string.state >= 10 && string.state < 20 && upload.fuzzy === "") return false;
  if (upload.method === "suggest" || upload.method === "replace") return true;
  if (unit.state === 30) return upload.conflicts === "replace-approved";
  if (unit.state >= 20) return upload.conflicts === "replace-translated" || upload.conflicts === "replace-approved";
  return true;
}

async function suggest(
  tx: Tx,
  actor: Actor,
  chosen: readonly { unit: EditableUnit; targets: string[] }[],
  run: Run,
): Promise<number> {
  const fresh = chosen.filter(({ unit, targets }) => joinForms(unit.targets) !== joinForms(targets));
  if (fresh.length === 0) return 0;
  const rows = await tx.rows<{ unitId: number }>(sql`
    insert into suggestions (unit_id, user_id, targets, cause)
    select unit_id, ${run.author}, split_forms(targets), 'upload'
    from unnest(${fresh.map(({ unit }) => unit.id)}::bigint[], ${fresh.map(({ targets }) => joinForms(targets))}::text[]) as t(unit_id, targets)
    on conflict do nothing returning unit_id`);
  const added = new Set(rows.map((row) => row.unitId));
  await tx.run(sql`update units set suggested = true, version = version + 1 where id = any(${[...added]}::bigint[])`);
  const counts = new Map<number, number>();
  for (const { unit } of fresh)
    if (added.has(unit.id) && !unit.suggested)
      counts.set(unit.translationId, (counts.get(unit.translationId) ?? 0) + 1);
  await moveCounters(
    tx,
    [...counts].map(([translationId, suggestions]) => ({ translationId, numbers: { suggestions } })),
  );
  await record(
    tx,
    actor,
    fresh
      .filter(({ unit }) => added.has(unit.id))
      .map(({ unit, targets }) => ({
        action: ACTION.SUGGESTION_ADDED,
        cause: "upload",
        operationId: run.operation,
        authorId: run.author,
        projectId: unit.projectId,
        componentId: unit.componentId,
        translationId: unit.translationId,
        languageId: unit.languageId,
        unitId: unit.id,
        target: joinForms(targets),
      })),
  );
  return added.size;
}

/** Who is credited: the uploader, or with `upload.authorship` whoever the upload names (a placeholder when unknown). */
async function authorOf(actor: Actor, translation: TranslationRow, upload: Upload): Promise<number | null> {
  const own = ledgerUser(actor);
  if (!upload.authorEmail || !can(actor, "upload.authorship", translationPlace(translation))) return own;
  if (!/^[^\s@<>]{1,64}@[^\s@<>]{1,125}$/.test(upload.authorEmail))
    throw Invalid.field("author_email", "This is no e-mail address.");
  const name = (upload.authorName || upload.authorEmail).slice(0, 150).replace(/[<>\n\r\0]/g, " ");
  const row = await db.one<{ id: number }>(sql`
    with found as (select id from users where lower(email) = lower(${upload.authorEmail})),
    made as (insert into users (username, full_name, email, is_active)
      select 'placeholder-' || md5(lower(${upload.authorEmail})), ${name}, ${upload.authorEmail}, false where not exists (select from found) returning id)
    select id from found union all select id from made`);
  return row?.id ?? own;
}
