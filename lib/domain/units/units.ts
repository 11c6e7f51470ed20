import { db, joinSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { checksumOf } from "@/lib/text/hash";
import type { Actor } from "../access/actor";
import { type Place, visibleComponents } from "../access/demand";
import type { Window } from "../changes/list";
import { NotFound } from "../errors";

export interface UnitRow {
  id: number;
  sourceId: number;
  translationId: number;
  languageId: number;
  languageCode: string;
  sources: string[];
  targets: string[];
  /** Signed 64-bit, as decimal text: it exceeds what a number holds. */
  idHash: string;
  contentHash: string;
  location: string;
  context: string;
  note: string;
  flags: string;
  explanation: string;
  extraFlags: string;
  labels: { id: number; name: string; color: string }[];
  state: number;
  previousSource: string;
  position: number;
  suggested: boolean;
  commented: boolean;
  failing: boolean;
  pending: boolean;
  automatic: boolean;
  numWords: number;
  numChars: number;
  priority: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  isSource: boolean;
  pluralNumber: number;
  projectId: number;
  projectSlug: string;
  componentId: number;
  componentSlug: string;
  categoryPath: string;
  /** Names of checks that fail and have not been dismissed. */
  findings: string[];
}

const COLUMNS = sql`
  u.id, u.source_id, u.translation_id, t.language_id, l.code as language_code, s.sources, u.targets, s.id_hash::text as id_hash,
  s.content_hash::text as content_hash, s.location, s.context, s.note, s.flags, s.explanation, s.extra_flags, u.state, u.previous_source,
  u.position, u.suggested, u.commented, u.failing, u.pending, u.automatic, s.num_words, s.num_chars, s.priority, u.version, u.created_at,
  u.updated_at, t.is_source, q.number as plural_number, c.project_id, p.slug as project_slug, c.id as component_id, c.slug as component_slug,
  category_path(c.category_id) as category_path,
  array(select f."check" from findings f where f.unit_id = u.id and not f.dismissed order by 1) as findings,
  case when t.is_source then coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'color', b.color) order by b.id)
    from source_unit_labels sl join labels b on b.id = sl.label_id where sl.source_id = s.id), '[]') else '[]' end as labels`;

export const UNIT_FROM = sql`
  from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
  join plurals q on q.id = t.plural_id join components c on c.id = t.component_id join projects p on p.id = c.project_id`;

async function select(where: Sql, tail: Sql): Promise<UnitRow[]> {
  return db.rows<UnitRow>(sql`select ${COLUMNS} ${UNIT_FROM} where ${where} ${tail}`);
}

/**
 * Units the actor may know of.
 * @param filter `where` is a further condition over the aliases of `UNIT_FROM`, made by lib/domain/search
 */
export async function listUnits(
  actor: Actor,
  filter: { translationId?: number; sourceId?: number; where?: Sql },
  window: Window,
  order: "id" | "position" = "id",
): Promise<{ rows: UnitRow[]; count: number }> {
  const parts = [visibleComponents(actor)];
  if (filter.translationId !== undefined) parts.push(sql`u.translation_id = ${filter.translationId}`);
  if (filter.sourceId !== undefined) parts.push(sql`u.source_id = ${filter.sourceId}`);
  if (filter.where) parts.push(filter.where);
  const where = joinSql(parts, " and ");
  const sorting = order === "id" ? sql`order by u.id` : sql`order by u.position, u.id`;
  const [rows, count] = await Promise.all([
    select(where, sql`${sorting} limit ${window.limit} offset ${window.offset}`),
    countUnits(actor, filter, where),
  ]);
  return { rows, count };
}

/** Whole translations and components are counted already; only a filter makes counting a question. */
async function countUnits(
  actor: Actor,
  filter: { translationId?: number; sourceId?: number; where?: Sql },
  where: Sql,
): Promise<number> {
  const counted = await db.one<{ count: number }>(
    filter.where || filter.sourceId !== undefined
      ? sql`select count(*)::int as count ${UNIT_FROM} where ${where}`
      : filter.translationId !== undefined
        ? sql`select coalesce((select total from counters where scope = 'translation' and object_id = ${filter.translationId}), 0)::int as count`
        : sql`
            select coalesce(sum(k.total), 0)::int as count from components c join projects p on p.id = c.project_id
            join counters k on k.scope = 'component' and k.object_id = c.id and k.language_id = 0 where ${visibleComponents(actor)}`,
  );
  return counted?.count ?? 0;
}

/** A unit by id. @throws NotFound */
export async function findUnit(actor: Actor, id: number): Promise<UnitRow> {
  const [row] = await select(sql`u.id = ${id} and ${visibleComponents(actor)}`, sql``);
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

/** A unit as an address sees it. */
export function unitAddress(unit: UnitRow) {
  return {
    projectSlug: unit.projectSlug,
    categoryPath: unit.categoryPath,
    componentSlug: unit.componentSlug,
    languageCode: unit.languageCode,
  };
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
  return tx.rows<EditableUnit>(sql`
    select ${EDITABLE} ${UNIT_FROM} join languages sl on sl.id = c.source_language_id join repositories r on r.id = c.repository_id
    where u.id = any(${ids}::bigint[]) and ${visibleComponents(actor)} order by u.id for update of u`);
}

/** A unit being edited as permissions see it. */
export function editablePlace(unit: EditableUnit): Place {
  return {
    project: { id: unit.projectId, accessControl: unit.accessControl, name: unit.projectName },
    component: { id: unit.componentId, restricted: unit.restricted, name: unit.componentName },
    languageId: unit.languageId,
  };
}

/** How many forms the target of a unit has. */
export function expectedForms(unit: Pick<EditableUnit, "sources" | "pluralNumber">): number {
  if (unit.sources.length < 2) return 1;
  return unit.pluralNumber;
}
