import { labels, sourceUnitLabels, sourceUnits, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, pick, recordset } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumbers, sqlNow } from "@/lib/platform/expressions";
import { validateFlags } from "@/lib/text/flags/validate";
import { grouped } from "@/lib/text/grouped";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { ACTION } from "../change-actions";
import { type ChangeLine, record, tellLanguages } from "../changes/record";
import { type FieldError, Forbidden, Invalid, NotFound, worded } from "../errors";
import { fontProblem } from "../projects/font-names";
import { effectiveFlags, levelsOf, priorityOf } from "../quality/check-unit";
import { judgeEnforced } from "./enforced-checks";
import { fillTerms } from "./internal/terminology";
import { followOwnFlags } from "./string-flags";
import { type EditableUnit, editableScope, lockUnits } from "./units";

const [y, z] = [sourceUnits.as("y"), sourceUnitLabels.as("z")];

const EXPLAINED = columnsOf(y, "id", "explanation");
const FLAGGED = columnsOf(y, "id", "extraFlags", "priority");
const LABELLED = { sourceId: y.id, labelIds: asNumbers(sql`null`) };

/** What people say about a source string, for all languages. */
export interface SourceDescription {
  explanation?: string;
  extraFlags?: string;
  /** Replaces the labels. */
  labelIds?: readonly number[];
}

/**
 * Locks a source string and asks whether a description would be taken. Needs `source.edit`.
 * @throws NotFound, Forbidden, Invalid
 */
export async function lockDescribable(
  tx: Tx,
  actor: Actor,
  unitId: number,
  input: SourceDescription,
): Promise<EditableUnit> {
  const [unit] = await lockUnits(tx, actor, [unitId]);
  if (!unit) throw new NotFound(refusal("stringUnseen", { unitId }));
  if (!unit.isSource) throw new Forbidden(denied("not-supported", refusal("describeAtSource"), "source.edit"));
  demand(actor, "source.edit", editableScope(unit));
  const errors: FieldError[] = [];
  for (const said of input.extraFlags ? validateFlags(input.extraFlags) : [])
    errors.push({ path: "extraFlags", code: "invalid", ...worded(said) });
  const font = await fontProblem(tx, unit.projectId, input.extraFlags);
  if (font) errors.push({ path: "extraFlags", code: "does_not_exist", ...worded(font) });
  const wanted = [...(input.labelIds ?? [])];
  const known = await tx.rows(
    sql`select ${pick(labels, "id")} from ${labels} where ${labels.projectId} = ${unit.projectId} and ${anyOf(labels.id, wanted)}`,
  );
  const ids = new Set(known.map((label) => label.id));
  wanted.forEach((id, index) => {
    if (!ids.has(id))
      errors.push({
        path: `labels.${index}`,
        code: "does_not_exist",
        ...worded(refusal("noLabelProject", { id })),
      });
  });
  if (errors.length > 0) throw new Invalid(errors);
  return unit;
}

/** What a locked source string is to be described by. */
export interface Described extends SourceDescription {
  unit: EditableUnit;
}

/** Writes what `lockDescribable` has allowed, of one string. @throws NotFound */
export async function describeInside(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  input: SourceDescription,
): Promise<void> {
  await describeAll(tx, actor, [{ ...input, unit }]);
}

/**
 * Writes explanation, flags and labels of locked source strings, in a handful of statements however many strings. New flags
 * are checked against all languages at once; the flag `read-only` closes them, and without it they are as they were. Whether
 * it is allowed has been asked already.
 * @throws NotFound
 */
export async function describeAll(tx: Tx, actor: Actor, wanted: readonly Described[]): Promise<void> {
  const ids = wanted.map(({ unit }) => unit.sourceId);
  const rows = await tx.rows(
    sql`select ${pick(y, "id", "explanation", "extraFlags")} from ${y} where ${anyOf(y.id, ids)} order by ${y.id} for update`,
  );
  const before = new Map(rows.map((row) => [row.id, row]));
  const lines: ChangeLine[] = [];
  const explained: { id: number; explanation: string }[] = [];
  const flagged: Flagged[] = [];
  const labelled: { sourceId: number; labelIds: number[] }[] = [];
  for (const { unit, explanation, extraFlags, labelIds } of wanted) {
    const was = before.get(unit.sourceId);
    if (!was) throw new NotFound(refusal("stringIsGone", { unit: unit.id }));
    const line = {
      projectId: unit.projectId,
      componentId: unit.componentId,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
    };
    if (explanation !== undefined && explanation !== was.explanation) {
      explained.push({ id: unit.sourceId, explanation });
      lines.push({ ...line, action: ACTION.EXPLANATION_UPDATED, target: explanation, old: was.explanation });
    }
    if (extraFlags !== undefined && extraFlags !== was.extraFlags) {
      flagged.push({ unit, before: was.extraFlags, after: extraFlags });
      lines.push({ ...line, action: ACTION.EXTRA_FLAGS_UPDATED, target: extraFlags, old: was.extraFlags });
    }
    if (labelIds) labelled.push({ sourceId: unit.sourceId, labelIds: [...labelIds] });
  }
  if (explained.length > 0) await setExplanations(tx, explained);
  if (flagged.length > 0) await setFlags(tx, flagged);
  const terms = flagged.flatMap(({ unit, after }) =>
    unit.isGlossary && effectiveFlags(levelsOf({ ...unit, extraFlags: after })).has("terminology") ? [unit] : [],
  );
  for (const [componentId, some] of grouped(terms, (unit) => unit.componentId))
    await fillTerms(
      tx,
      actor,
      componentId,
      some.map((unit) => unit.sourceId),
    );
  const enforcing = flagged.flatMap(({ unit }) => (unit.enforcedChecks.length > 0 ? [unit.componentId] : []));
  for (const componentId of new Set(enforcing)) await judgeEnforced(tx, componentId);
  const relabelled = labelled.length > 0 ? await setLabels(tx, labelled) : [];
  const touched = [...new Set([...lines.map((line) => line.unitId ?? 0), ...relabelled])];
  if (touched.length > 0)
    await tx.run(
      sql`update ${units} set ${assigned(units, { version: sql`${units.version} + 1`, updatedAt: sqlNow })} where ${anyOf(units.id, touched)}`,
    );
  await record(tx, actor, lines);
  await tellLanguages(tx, touched);
}

/** What is said of a locked source string. */
export async function explanationOf(tx: Tx, sourceId: number): Promise<string> {
  const row = await tx.one(
    sql`select ${pick(sourceUnits, "explanation")} from ${sourceUnits} where ${sourceUnits.id} = ${sourceId} for update`,
  );
  return row?.explanation ?? "";
}

async function setExplanations(tx: Tx, explained: readonly { id: number; explanation: string }[]): Promise<void> {
  const e = recordset("e", EXPLAINED, explained);
  await tx.run(sql`
    update ${y} set ${assigned(y, { explanation: e.explanation, updatedAt: sqlNow })} from ${e} where ${y.id} = ${e.id}`);
}

/** Gives source strings these labels and no others. @returns those that had others */
async function setLabels(
  tx: Tx,
  labelled: readonly { sourceId: number; labelIds: number[] }[],
): Promise<readonly number[]> {
  const e = recordset("e", LABELLED, labelled);
  const gone = await tx.rows(sql`
    delete from ${z} using ${e} where ${z.sourceId} = ${e.sourceId} and ${z.labelId} <> all(${e.labelIds}) returning ${pick(z, "sourceId")}`);
  const fresh = await tx.rows(sql`
    insert into ${sourceUnitLabels} ${eachRow(sourceUnitLabels, { sourceId: e.sourceId, labelId: sql`unnest(${e.labelIds})` })} from ${e}
      on conflict do nothing returning ${pick(sourceUnitLabels, "sourceId")}`);
  return [...gone, ...fresh].map((row) => row.sourceId);
}

interface Flagged {
  unit: EditableUnit;
  before: string;
  after: string;
}

/** Writes the flags and everything that follows from them in every language. */
async function setFlags(tx: Tx, flagged: readonly Flagged[]): Promise<void> {
  const changes = flagged.map(({ unit, before, after }) => {
    const flags = effectiveFlags(levelsOf({ ...unit, extraFlags: after }));
    const was = effectiveFlags(levelsOf({ ...unit, extraFlags: before })).has("read-only");
    return {
      id: unit.sourceId,
      extraFlags: after,
      priority: priorityOf(flags),
      wasClosed: was,
      isClosed: flags.has("read-only"),
    };
  });
  const e = recordset(
    "e",
    FLAGGED,
    changes.map(({ id, extraFlags, priority }) => ({ id, extraFlags, priority })),
  );
  await tx.run(sql`
    update ${y} set ${assigned(y, { ...columnsOf(e, "extraFlags", "priority"), updatedAt: sqlNow })} from ${e} where ${y.id} = ${e.id}`);
  await followOwnFlags(tx, changes);
}
