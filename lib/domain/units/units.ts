import {
  components,
  labels,
  languages,
  plurals,
  projects,
  sourceUnitLabels,
  sourceUnits,
  translations,
  units,
} from "@/lib/generated/tables";
import { combined, named, otherwise, pick, sparse } from "@/lib/platform/columns";
import { type Connection, db, type SelectedRow, type Sql, sql, type Tx, together } from "@/lib/platform/database";
import { asText, asWritten, jsonList, orNull } from "@/lib/platform/expressions";
import { ReadAhead } from "@/lib/platform/read-ahead";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { checksumOf } from "@/lib/text/hash";
import type { Actor } from "../access/actor";
import { type Place, visibleComponents } from "../access/demand";
import { NotFound } from "../errors";
import { pageSql, type Window } from "../window";
import { findUnitPlace, PLACE_COLUMNS, type TranslationAddress, type UnitPlace } from "./unit-place";

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];
const [l, q, c, p] = [languages.as("l"), plurals.as("q"), components.as("c"), projects.as("p")];
const [x, b] = [sourceUnitLabels.as("x"), labels.as("b")];

const LABELS = jsonList(
  { id: b.id, name: b.name, color: b.color },
  b.id,
  sql`from ${x} join ${b} on ${b.id} = ${x.labelId} where ${x.sourceId} = ${s.id}`,
);

/** What a unit and its source string hold themselves. */
const OWN_COLUMNS = combined(
  pick(u, "id", "sourceId", "targets", "state", "position", "version"),
  pick(s, "sources", "numWords", "priority"),
  sparse(s, "location", "context", "note", "flags", "explanation", "extraFlags"),
  sparse(u, "previousSource", "suggested", "commented", "failing", "pending", "automatic"),
  named({
    /** Signed 64-bit, as decimal text: it exceeds what a number holds. */
    idHash: asText(sql`${s.idHash}::text`),
    contentHash: asText(sql`${s.contentHash}::text`),
    /** Moments as the database writes them, in UTC: they are only ever shown. */
    createdAt: asText(sql`${u.createdAt}::text`),
    updatedAt: asText(sql`${u.updatedAt}::text`),
  }),
  otherwise(
    { labels: orNull(asWritten(LABELS, sql`case when ${u.id} = ${u.sourceId} then ${LABELS} end`)) },
    { labels: () => [] },
  ),
);

/** A string in one language, as lists give it. */
export type UnitRow = SelectedRow<typeof OWN_COLUMNS> & UnitPlace;

export const UNIT_FROM = sql`
  from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId} join ${l} on ${l.id} = ${t.languageId}
  join ${q} on ${q.id} = ${t.pluralId} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}`;

function select(where: Sql, tail: Sql, on: Connection = db): Promise<UnitRow[]> {
  return on.rows(sql`select ${OWN_COLUMNS}, ${PLACE_COLUMNS} ${UNIT_FROM} where ${where} ${tail}`);
}

/** Units the actor may know of, by id. */
export async function listUnits(actor: Actor, window: Window): Promise<{ rows: UnitRow[]; count: number }> {
  const visible = visibleComponents(actor);
  const [rows, count] = await Promise.all([
    select(visible, sql`order by u.id ${pageSql(window)}`),
    countUnits(visible),
  ]);
  return { rows, count };
}

/** Those of some units that the actor may know of, by id. */
export function unitsById(actor: Actor, ids: readonly number[]): Promise<UnitRow[]> {
  return select(sql`u.id = any(${ids}::bigint[]) and ${visibleComponents(actor)}`, sql`order by u.id`);
}

const addresses = new ReadAhead();

/** Units of the translation at an address, by id; undefined when there is none that the actor may know of. */
export async function listUnitsAt(
  actor: Actor,
  address: TranslationAddress,
  window: Window,
): Promise<{ rows: UnitRow[]; count: number } | undefined> {
  const { projectSlug, categoryPath, componentSlug, languageCode } = address;
  const read = await together((on) =>
    addresses.read(
      [projectSlug, categoryPath, componentSlug, languageCode].join("/"),
      async () => {
        const place = await findUnitPlace(actor, address, on);
        return place && { id: place.translationId, place };
      },
      (id) => fetchUnitsOf(id, window, on),
    ),
  );
  if (!read) return undefined;
  const { total, ...shared } = read.found.place;
  return { rows: read.content(shared), count: total };
}

/** What units have of their own, for a page of one translation. */
function fetchUnitsOf(translationId: number, window: Window, on: Connection) {
  return on.fetch(sql`
      select ${OWN_COLUMNS} from ${u} join ${s} on ${s.id} = ${u.sourceId}
      where ${u.translationId} = ${translationId} order by ${u.id} ${pageSql(window)}`);
}

/** Whole components are counted already. */
async function countUnits(visible: Sql): Promise<number> {
  const counted = await db.one<{ count: number }>(sql`
    select coalesce(sum(k.total), 0)::int as count from components c join projects p on p.id = c.project_id
    join counters k on k.scope = 'component' and k.object_id = c.id and k.language_id = 0 where ${visible}`);
  return counted?.count ?? 0;
}

/** A unit by id, as a transaction sees it when one is given. @throws NotFound */
export async function findUnit(actor: Actor, id: number, on?: Connection): Promise<UnitRow> {
  const [row] = await select(sql`u.id = ${id} and ${visibleComponents(actor)}`, sql``, on);
  if (!row) throw new NotFound(`There is no string ${id}, or you may not see it.`);
  return row;
}

/** The other languages of a source string. */
export async function translationsOfSource(actor: Actor, sourceId: number): Promise<UnitRow[]> {
  return select(
    sql`u.source_id = ${sourceId} and not t.is_source and ${visibleComponents(actor)}`,
    sql`order by u.id limit 2000`,
  );
}

/** Hex checksum of a unit in web addresses. */
export function unitChecksum(unit: Pick<UnitRow, "idHash">): string {
  return checksumOf(BigInt(unit.idHash));
}

/** A unit with all that an edit must know, its row locked until the transaction ends. */
export interface EditableUnit {
  id: number;
  sourceId: number;
  translationId: number;
  version: number;
  targets: string[];
  state: number;
  originalState: number;
  previousSource: string;
  failing: boolean;
  suggested: boolean;
  commented: boolean;
  pending: boolean;
  automatic: boolean;
  position: number;
  sources: string[];
  context: string;
  idHash: string;
  contentHash: string;
  flags: string;
  extraFlags: string;
  numWords: number;
  numChars: number;
  note: string;
  /** Checks that fail: name → dismissed. */
  findings: Record<string, boolean> | null;
  languageId: number;
  languageCode: string;
  isSource: boolean;
  isTemplate: boolean;
  hasTemplate: boolean;
  translationFlags: string;
  pluralNumber: number;
  pluralFormula: string;
  pluralCategories: string[];
  sourceLanguageCode: string;
  componentId: number;
  componentName: string;
  componentFlags: string;
  componentLocked: boolean;
  lockReason: string;
  restricted: boolean;
  editTemplate: boolean;
  isGlossary: boolean;
  agreement: string;
  enforcedChecks: string[];
  allowPropagation: boolean;
  suggestionVoting: boolean;
  suggestionAutoaccept: number;
  enableSuggestions: boolean;
  fileFormat: string;
  projectId: number;
  projectName: string;
  accessControl: number;
  projectFlags: string;
  translationReview: boolean;
  sourceReview: boolean;
  repositoryVcs: string;
}

const EDITABLE = sql`
  u.id, u.source_id, u.translation_id, u.version, u.targets, u.state, u.original_state, u.previous_source, u.failing, u.suggested, u.commented,
  u.pending, u.automatic, u.position, s.sources, s.context, s.id_hash::text as id_hash, s.content_hash::text as content_hash, s.flags, s.extra_flags,
  s.num_words, s.num_chars, s.note, (select jsonb_object_agg(f."check", f.dismissed) from findings f where f.unit_id = u.id) as findings,
  t.language_id, l.code as language_code, t.is_source, t.is_source and c.template <> '' as is_template, c.template <> '' as has_template,
  t.check_flags as translation_flags, q.number as plural_number, q.formula as plural_formula, q.categories as plural_categories,
  sl.code as source_language_code, c.id as component_id, c.name as component_name, c.check_flags as component_flags, c.locked as component_locked,
  c.lock_reason, c.restricted, c.edit_template, c.is_glossary, c.agreement, c.enforced_checks, c.allow_propagation, c.suggestion_voting,
  c.suggestion_autoaccept, c.enable_suggestions, c.file_format, p.id as project_id, p.name as project_name, p.access_control, p.check_flags as project_flags,
  p.translation_review, p.source_review, r.vcs as repository_vcs`;

/** Loads units for an edit and locks their rows, in id order so that two bulk edits cannot deadlock. */
export async function lockUnits(tx: Tx, actor: Actor, ids: readonly number[]): Promise<EditableUnit[]> {
  // One id is asked for by itself: a list of unknown length is planned anew each time, which takes longer than reading.
  const wanted = ids.length === 1 ? sql`u.id = ${ids[0]}` : sql`u.id = any(${ids}::bigint[])`;
  return tx.rows<EditableUnit>(sql`
    select ${EDITABLE} ${UNIT_FROM} join languages sl on sl.id = c.source_language_id join repositories r on r.id = c.repository_id
    where ${wanted} and ${visibleComponents(actor)} order by u.id for update of u`);
}

/** A unit being edited as permissions see it. */
export function editablePlace(unit: EditableUnit): Place {
  return {
    project: { id: unit.projectId, accessControl: unit.accessControl, name: unit.projectName },
    component: { id: unit.componentId, restricted: unit.restricted, name: unit.componentName },
    languageId: unit.languageId,
  };
}

type Shape = Pick<EditableUnit, "sources" | "pluralNumber" | "fileFormat">;

/** How many forms the target of a unit has; one where it may have several values. */
export function expectedForms(unit: Shape): number {
  if (unit.sources.length < 2 || hasSeveralValues(unit.fileFormat)) return 1;
  return unit.pluralNumber;
}

/** More values of one string than these are not taken. */
const MOST_VALUES = 500;

/** Whether a unit can have these texts as far as their number goes: its plural forms, or any values. */
export function takesTexts(unit: Shape, targets: readonly string[]): boolean {
  if (hasSeveralValues(unit.fileFormat)) return targets.length > 0 && targets.length <= MOST_VALUES;
  return targets.length === expectedForms(unit);
}

/** What a person is told who gave a unit another number of texts. */
export function describeForms(unit: Shape): string {
  if (hasSeveralValues(unit.fileFormat)) return `This string takes 1 to ${MOST_VALUES} values`;
  const forms = expectedForms(unit);
  return `This string takes ${forms === 1 ? "one text" : `${forms} plural forms`}`;
}
