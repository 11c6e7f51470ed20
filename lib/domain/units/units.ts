import {
  clashes,
  components,
  counters,
  findings,
  labels,
  languages,
  plurals,
  projects,
  repositories,
  sourceUnitLabels,
  sourceUnits,
  translations,
  units,
} from "@/lib/generated/tables";
import { combined, named, otherwise, pick, sparse, type Typed } from "@/lib/platform/columns";
import {
  type Connection,
  db,
  literal,
  type SelectedRow,
  type Sql,
  sql,
  type Tx,
  together,
} from "@/lib/platform/database";
import {
  anyOf,
  asFlag,
  asJson,
  asNumber,
  asText,
  asWritten,
  hashText,
  jsonList,
  jsonObject,
  orNull,
  subselect,
} from "@/lib/platform/expressions";
import { ReadAhead } from "@/lib/platform/read-ahead";
import { STATE } from "@/lib/text/codes";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { checksumOf } from "@/lib/text/hash";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { type PermissionScope, visibleComponents } from "../access/demand";
import { closedCondition } from "../components/edit-lock";
import { NotFound } from "../errors";
import { workflowColumns, workflowJoin } from "../projects/language-workflow";
import { pageSql, type Window } from "../window";
import { findUnitPlace, PLACE_COLUMNS, type TranslationAddress, type UnitPlace } from "./unit-place";

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];
const [l, q, c, p] = [languages.as("l"), plurals.as("q"), components.as("c"), projects.as("p")];
const [x, b, f] = [sourceUnitLabels.as("x"), labels.as("b"), findings.as("f")];
const w = units.as("w");
const [k, sl, r, h] = [counters.as("k"), languages.as("sl"), repositories.as("r"), clashes.as("h")];

const LABELS = jsonList(
  { id: b.id, name: b.name, color: b.color },
  b.id,
  sql`from ${x} join ${b} on ${b.id} = ${x.labelId} where ${x.sourceId} = ${s.id}`,
);

/** Whether no person has decided a clash of a unit, and the unit says what the merge left. */
export function undecidedClash(
  clash: Pick<typeof h, "unitId" | "decidedBy" | "decision" | "leftTargets" | "leftState">,
  unit: Pick<typeof u, "id" | "targets" | "state">,
): Sql {
  return sql`${clash.unitId} = ${unit.id} and ${clash.decidedBy} is null and ${clash.decision} is distinct from 'overtaken'
    and ${unit.targets} = ${clash.leftTargets} and ${unit.state} <= ${clash.leftState}`;
}

/** The newest clash of a unit that no person has decided, as long as the unit says what the merge left. */
const CLASH = subselect(
  jsonObject({
    id: h.id,
    kind: h.kind,
    refusal: h.refusal,
    /** Whose text stands; null while it waits for a person. */
    decision: h.decision,
    author: h.upstreamAuthorName,
    commit: h.commit,
    at: asText(
      sql`to_char(coalesce(${h.committedAt}, ${h.createdAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    ),
  }),
  sql`from ${h} where ${undecidedClash(h, u)} order by ${h.id} desc limit 1`,
);

/** What a unit and its source string hold themselves. */
const OWN_COLUMNS = combined(
  pick(u, "id", "sourceId", "targets", "state", "position", "version"),
  pick(s, "sources", "numWords", "priority"),
  sparse(s, "location", "context", "note", "flags", "extraFlags"),
  sparse(u, "previousSource", "suggested", "commented", "failing", "pending", "automatic"),
  named({
    /** Signed 64-bit, as decimal text: it exceeds what a number holds. */
    idHash: hashText(s.idHash),
    contentHash: hashText(s.contentHash),
    /** Moments as the database writes them, in UTC: they are only ever shown. */
    createdAt: asText(sql`${u.createdAt}::text`),
    updatedAt: asText(sql`${u.updatedAt}::text`),
    clash: CLASH,
  }),
  /** What is said of the translation of a term; else what is said of the source. */
  otherwise(
    { explanation: orNull(asText(sql`coalesce(nullif(${u.explanation}, ''), nullif(${s.explanation}, ''))`)) },
    { explanation: () => "" },
  ),
  otherwise(
    { labels: orNull(asWritten(LABELS, sql`case when ${u.id} = ${u.sourceId} then ${LABELS} end`)) },
    { labels: () => [] },
  ),
);

/** A string in one language, as lists give it. */
export type UnitRow = SelectedRow<typeof OWN_COLUMNS> & {
  /** Whether it waits for its source: nobody may translate it, whatever its own state is; see `sourceWaits`. */
  waits: boolean;
} & UnitPlace;

/** Nearly no string waits, so that it is said of those alone. */
const waiting = (is: Sql) =>
  otherwise({ waits: orNull(asFlag(sql`case when ${is} then true end`)) }, { waits: () => false });

export const UNIT_FROM = sql`
  from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId} join ${l} on ${l.id} = ${t.languageId}
  join ${q} on ${q.id} = ${t.pluralId} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}`;

function select(where: Sql, tail: Sql, on: Connection = db): Promise<UnitRow[]> {
  return on.rows(sql`
    select ${OWN_COLUMNS}, ${waiting(sourceWaits({ s, t, c, p }))}, ${PLACE_COLUMNS} ${UNIT_FROM} where ${where} ${tail}`);
}

/** Units the actor may know of, by id. */
export async function listUnits(actor: Actor, window: Window): Promise<{ rows: UnitRow[]; count: number }> {
  const visible = visibleComponents(actor);
  const [rows, count] = await Promise.all([
    select(visible, sql`order by ${u.id} ${pageSql(window)}`),
    countUnits(visible),
  ]);
  return { rows, count };
}

/** Those of some units that the actor may know of, by id. */
export function unitsById(actor: Actor, ids: readonly number[]): Promise<UnitRow[]> {
  return select(sql`${anyOf(u.id, ids)} and ${visibleComponents(actor)}`, sql`order by ${u.id}`);
}

const addresses = new ReadAhead();

/** Units of the translation at an address, by id; undefined when there is none that the actor may know of. */
export async function listUnitsAt(
  actor: Actor,
  address: TranslationAddress,
  window: Window,
): Promise<{ rows: UnitRow[]; count: number } | undefined> {
  const { projectSlug, categoryPath, componentSlug, languageCode } = address;
  const read = await together(() =>
    addresses.read(
      [projectSlug, categoryPath, componentSlug, languageCode].join("/"),
      async () => {
        const place = await findUnitPlace(actor, address);
        return place && { id: place.translationId, place };
      },
      (id) => fetchUnitsOf(id, window),
    ),
  );
  if (!read) return undefined;
  const { total, ...shared } = read.found.place;
  return { rows: read.content(shared), count: total };
}

/** What units have of their own, for a page of one translation. */
function fetchUnitsOf(translationId: number, window: Window) {
  // Asked once: where translations wait for nothing, no source is looked at.
  const here = sql`
    (select ${waitHere({ t, c, p })} from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
      where ${t.id} = ${translationId})`;
  return db.fetch(sql`
      select ${OWN_COLUMNS}, ${waiting(sql`${here} and ${isUnready(s)}`)} from ${u} join ${s} on ${s.id} = ${u.sourceId}
      where ${u.translationId} = ${translationId} order by ${u.id} ${pageSql(window)}`);
}

/** Whole components are counted already. */
async function countUnits(visible: Sql): Promise<number> {
  const counted = await db.one(sql`
    select ${named({ count: asNumber(sql`coalesce(sum(${k.total}), 0)::int`) })} from ${c} join ${p} on ${p.id} = ${c.projectId}
    join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0 where ${visible}`);
  return counted?.count ?? 0;
}

/** A unit by id, as a transaction sees it when one is given. @throws NotFound */
export async function findUnit(actor: Actor, id: number, on?: Connection): Promise<UnitRow> {
  const [row] = await select(sql`${u.id} = ${id} and ${visibleComponents(actor)}`, sql``, on);
  if (!row) throw new NotFound(refusal("stringUnseen", { unitId: id }));
  return row;
}

/** The other languages of a source string. */
export async function translationsOfSource(actor: Actor, sourceId: number): Promise<UnitRow[]> {
  return select(
    sql`${u.sourceId} = ${sourceId} and not ${t.isSource} and ${visibleComponents(actor)}`,
    sql`order by ${u.id} limit 2000`,
  );
}

/** Hex checksum of a unit in web addresses. */
export function unitChecksum(unit: Pick<UnitRow, "idHash">): string {
  return checksumOf(BigInt(unit.idHash));
}

interface Where {
  t: Pick<typeof t, "isSource">;
  c: Pick<typeof c, "intermediate" | "template">;
  p: Pick<typeof p, "sourceReview">;
}

/** Whether strings of a translation wait for sources that need editing. */
function waitHere({ t, c, p }: Where): Sql {
  return sql`(not ${t.isSource} and ${c.template} <> '' and (${p.sourceReview} or ${c.intermediate} <> ''))`;
}

function isUnready(s: Pick<typeof sourceUnits, "id">): Sql {
  return sql`
    exists (select from ${w} where ${w.id} = ${s.id} and ${w.state} between ${literal(STATE.NEEDS_EDITING)} and ${literal(STATE.NEEDS_CHECKING)})`;
}

/**
 * Whether a string waits for its source: with reviews of sources, or an intermediate file in which they are polished, one
 * that needs editing is not translated.
 */
export function sourceWaits(of: Where & { s: Pick<typeof s, "id"> }): Typed<boolean> {
  return asFlag(sql`(${waitHere(of)} and ${isUnready(of.s)})`);
}

const EDITABLE = combined(
  pick(u, "id", "sourceId", "translationId", "version", "targets", "state", "originalState", "previousSource"),
  pick(u, "failing", "suggested", "commented", "pending", "automatic", "position"),
  pick(s, "sources", "context", "flags", "extraFlags", "numWords", "numChars", "note"),
  pick(t, "languageId", "isSource"),
  pick(c, "lockReason", "restricted", "editTemplate", "isGlossary", "agreement", "enforcedChecks", "allowPropagation"),
  pick(c, "fileFormat"),
  pick(p, "accessControl", "sourceReview", "sourceEditsByMembers", "fourEyes"),
  named(workflowColumns({ c, p })),
  named({
    idHash: hashText(s.idHash),
    contentHash: hashText(s.contentHash),
    /** Checks that fail: name → dismissed. */
    findings: orNull(
      asJson<Record<string, boolean>>(
        sql`(select jsonb_object_agg(${f.check}, ${f.dismissed}) from ${f} where ${f.unitId} = ${u.id})`,
      ),
    ),
    languageCode: l.code,
    isTemplate: asFlag(sql`${t.isSource} and ${c.template} <> ''`),
    hasTemplate: asFlag(sql`${c.template} <> ''`),
    translationFlags: t.checkFlags,
    pluralNumber: q.number,
    pluralFormula: q.formula,
    pluralCategories: q.categories,
    sourceLanguageCode: sl.code,
    componentId: c.id,
    componentName: c.name,
    componentFlags: c.checkFlags,
    componentLocked: asFlag(closedCondition(c)),
    projectId: p.id,
    projectName: p.name,
    projectFlags: p.checkFlags,
    repositoryVcs: r.vcs,
    /** Whether its source is not ready, and translations wait until it is. */
    sourceWaits: sourceWaits({ s, t, c, p }),
  }),
);

/** A unit with all that an edit must know, its row locked until the transaction ends. */
export type EditableUnit = SelectedRow<typeof EDITABLE>;

const EDITABLE_FROM = sql`${UNIT_FROM} join ${sl} on ${sl.id} = ${c.sourceLanguageId} join ${r} on ${r.id} = ${c.repositoryId}
  ${workflowJoin({ t, c })}`;

/** Loads units for an edit and locks their rows, in id order so that two bulk edits cannot deadlock. */
export async function lockUnits(tx: Tx, actor: Actor, ids: readonly number[]): Promise<EditableUnit[]> {
  // One id is asked for by itself: a list of unknown length is planned anew each time, which takes longer than reading.
  const wanted = ids.length === 1 ? sql`${u.id} = ${ids[0]}` : anyOf(u.id, ids);
  return tx.rows(sql`
    select ${EDITABLE} ${EDITABLE_FROM}
    where ${wanted} and ${visibleComponents(actor)} order by ${u.id} for update of u`);
}

/** The same for looking at them, by id; nothing is locked. */
export function editableById(actor: Actor, ids: readonly number[]): Promise<EditableUnit[]> {
  return db.rows(sql`
    select ${EDITABLE} ${EDITABLE_FROM} where ${anyOf(u.id, ids)} and ${visibleComponents(actor)} order by ${u.id}`);
}

/** A unit with all that an edit must know, for looking at it. @throws NotFound */
export async function findEditable(actor: Actor, id: number): Promise<EditableUnit> {
  const unit = await db.one(
    sql`select ${EDITABLE} ${EDITABLE_FROM} where ${u.id} = ${id} and ${visibleComponents(actor)}`,
  );
  if (!unit) throw new NotFound(refusal("stringUnseen", { unitId: id }));
  return unit;
}

/** A unit being edited as permissions see it. */
export function editableScope(unit: EditableUnit): PermissionScope {
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

/** What a person is told who gave a unit another number of texts. @param given the number, where it is to be told, too */
export function describeForms(unit: Shape, given?: number): Refusal {
  const several = hasSeveralValues(unit.fileFormat);
  if (several && given === undefined) return refusal("needsValues", { most: MOST_VALUES });
  if (several) return refusal("needsValuesNot", { most: MOST_VALUES, given: given ?? 0 });
  const count = expectedForms(unit);
  return given === undefined ? refusal("needsForms", { count }) : refusal("needsFormsNot", { count, given });
}
