import { z } from "zod";
import { clashReason } from "@/lib/domain/clashes/reasons";
import { type UnitRow, unitChecksum } from "@/lib/domain/units/units";
import { needsEditing, STATE, type UnitState } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, bareTextInJson, int32, int64, longIdPart, timestamp, verbatim } from "../fields";
import { moment } from "../json";
import type { OwnWord } from "../own-words";
import { translationParams } from "./translations";

/** All the outside sees of units; the contract 3.8 and 4.8. */

const ClashOfUnit = z.object({
  id: z.int(),
  reason: z.string(),
  author_name: z.string(),
  commit: z.string(),
  timestamp,
  decision: z.enum(["theirs", "ours"]).nullable(),
  url: address,
});

const LabelOfUnit = z.object({ id: z.int(), name: z.string(), color: z.string() });

export const Unit = schema(
  "Unit",
  z.object({
    translation: address,
    language_code: z.string(),
    source: z.array(z.string()),
    previous_source: z.string(),
    target: z.array(z.string()),
    id_hash: int64,
    content_hash: int64,
    location: z.string(),
    context: z.string(),
    note: z.string(),
    flags: z.string(),
    labels: z.array(LabelOfUnit),
    state: z.int(),
    fuzzy: z.boolean(),
    translated: z.boolean(),
    approved: z.boolean(),
    position: z.int(),
    has_suggestion: z.boolean(),
    has_comment: z.boolean(),
    has_failing_check: z.boolean(),
    num_words: z.int(),
    source_unit: address,
    priority: z.int(),
    id: z.int(),
    web_url: address,
    url: address,
    explanation: z.string(),
    extra_flags: z.string(),
    pending: z.boolean(),
    timestamp,
    last_updated: timestamp,
    automatically_translated: z.boolean(),
    version: z.int().describe("Increased by every change. Send it as If-Match to change only this version."),
    clash: ClashOfUnit.nullable().describe("Set where upstream changed the string too and no person has decided."),
  }),
);

const EditedUnit = schema(
  "EditedUnit",
  z.object({
    target: z.array(z.string()),
    state: z.int(),
    explanation: z.string(),
    extra_flags: z.string(),
    labels: z.array(z.int()),
  }),
);

const notLabel = { error: "apiLabelId" satisfies OwnWord };

/** A label as its id, or as the object that a client has read. */
const labelId = z
  .union([int32, z.string().regex(/^\s*\d{1,9}\s*$/, notLabel), z.object({ id: int32 })], notLabel)
  .transform((given) => (typeof given === "object" ? given.id : Number(given)));

const texts = () => verbatim(z.array(verbatim(z.string().max(1_000_000))).max(20));
const target = texts();
/** A new string may be given as a bare text; the contract 3.7.1. */
const newTexts = bareTextInJson(texts());

const UnitChange = z.object({
  target: target.optional(),
  state: int32.optional(),
  explanation: z.string().max(100_000).optional(),
  extra_flags: z.string().max(10_000).optional(),
  labels: z.array(labelId).max(1000).optional(),
  keep_translations: z
    .boolean()
    .optional()
    .describe("For a source string whose meaning has not changed: its translations are not marked for edit."),
});

const NewUnit = z.object({
  key: verbatim(z.string().max(10_000)).optional(),
  value: newTexts.optional(),
  context: verbatim(z.string().max(10_000)).optional(),
  source: newTexts.optional(),
  target: newTexts.optional(),
  state: int32.optional(),
});

const params = z.object({ id: longIdPart });
const query = z.object({ q: z.string().max(10_000).optional() });
const sizes = { size: 100, max: 10_000 };
const tag = "Units";
const ifMatch = 'With If-Match: "version", a change to a newer version is rejected with 412 and the current unit.';

export const listUnits = endpoint({
  method: "GET",
  path: "/api/units/",
  since: "2.18",
  tag,
  summary: "Strings",
  description: "Strings that you can see, by id. Search with q.",
  query,
  answer: pageOf(Unit, sizes),
});
export const listTranslationUnits = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/units/",
  since: "2.18",
  tag: "Translations",
  summary: "Strings of a translation",
  params: translationParams,
  query,
  answer: pageOf(Unit, sizes),
});
export const readUnit = endpoint({
  method: "GET",
  path: "/api/units/{id}/",
  since: "2.18",
  tag,
  summary: "String",
  params,
  answer: Unit,
});
export const changeUnit = endpoint({
  method: "PATCH",
  path: readUnit.path,
  since: "4.3",
  tag,
  summary: "Translate a string",
  description: `target and state must be sent together. ${ifMatch}`,
  permission: "unit.edit; source.edit for explanation, extra_flags and labels",
  params,
  body: UnitChange,
  answer: EditedUnit,
});
export const replaceUnit = endpoint({
  method: "PUT",
  path: readUnit.path,
  since: "4.3",
  tag,
  summary: "Translate a string",
  description: `Without state, a text counts as translated. ${ifMatch}`,
  permission: "unit.edit; source.edit for explanation, extra_flags and labels",
  params,
  body: UnitChange.required({ target: true, labels: true }),
  answer: EditedUnit,
});
export const listUnitTranslations = endpoint({
  method: "GET",
  path: "/api/units/{id}/translations/",
  since: "5.5",
  tag,
  summary: "The other languages of a source string",
  params,
  answer: z.array(Unit),
});

export const deleteUnit = endpoint({
  method: "DELETE",
  path: readUnit.path,
  since: "4.3",
  tag,
  summary: "Remove a string",
  description: "Removing a source string removes it from every language. The files change with the next commit.",
  permission: "unit.delete, in a glossary glossary.delete",
  params,
});
export const addTranslationUnit = endpoint({
  method: "POST",
  path: listTranslationUnits.path,
  since: "4.5",
  tag: "Translations",
  summary: "Add a string",
  description:
    "With a base file: key and value, in the source language. Without: source, and target in other languages. A string added to the source language is added to every language.",
  permission: "unit.add, in a glossary glossary.add",
  params: translationParams,
  body: NewUnit,
  answer: Unit,
  status: 200,
});

/** The state of a unit as the outside sees it: one that waits for its source is read-only meanwhile; the contract 2.1. */
const stateOf = (row: UnitRow): UnitState => (row.waits ? STATE.READ_ONLY : row.state);

/** A unit as the outside sees it. */
export function presentUnit(row: UnitRow): Answer<typeof Unit> {
  const links = urls.translation(row);
  const state = stateOf(row);
  return {
    translation: links.api,
    language_code: row.languageCode,
    source: row.sources,
    previous_source: row.previousSource,
    target: row.targets,
    id_hash: BigInt(row.idHash),
    content_hash: BigInt(row.contentHash),
    location: row.location,
    context: row.context,
    note: row.note,
    flags: row.flags,
    labels: row.labels,
    state,
    fuzzy: needsEditing(state),
    translated: state >= STATE.TRANSLATED,
    approved: state === STATE.APPROVED,
    position: row.position,
    has_suggestion: row.suggested,
    has_comment: row.commented,
    has_failing_check: row.failing,
    num_words: row.numWords,
    source_unit: urls.unit(row.sourceId),
    priority: row.priority,
    id: row.id,
    web_url: urls.unitPage(row, unitChecksum(row)),
    url: urls.unit(row.id),
    explanation: row.explanation,
    extra_flags: row.extraFlags,
    pending: row.pending,
    timestamp: moment(row.createdAt),
    last_updated: moment(row.updatedAt),
    automatically_translated: row.automatic,
    version: row.version,
    clash: row.clash && presentUnitClash(row, row.clash),
  };
}

function presentUnitClash(row: UnitRow, clash: NonNullable<UnitRow["clash"]>): Answer<typeof ClashOfUnit> {
  return {
    id: clash.id,
    reason: clashReason(clash),
    author_name: clash.author,
    commit: clash.commit,
    timestamp: moment(clash.at),
    decision: clash.decision === "theirs" || clash.decision === "ours" ? clash.decision : null,
    url: urls.clash(row, clash.id),
  };
}

/** What a unit became. */
export function presentEdited(row: UnitRow): Answer<typeof EditedUnit> {
  return {
    target: row.targets,
    state: stateOf(row),
    explanation: row.explanation,
    extra_flags: row.extraFlags,
    labels: row.labels.map((label) => label.id),
  };
}

export type NewUnitBody = z.output<typeof NewUnit>;

export type UnitChangeBody = z.output<typeof UnitChange>;
