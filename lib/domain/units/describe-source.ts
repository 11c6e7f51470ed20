import { labels, sourceUnitLabels, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, eachRow, named, pick, subquery } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asWritten, noneOf, sqlNow } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { flagNumber } from "@/lib/text/flags/flags";
import { validateFlags } from "@/lib/text/flags/validate";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { type ChangeLine, record } from "../changes/record";
import { applyCountDifference, countUnitsOfSources } from "../counters/unit-counters";
import { type FieldError, Forbidden, Invalid, NotFound } from "../errors";
import { effectiveFlags } from "../quality/check-unit";
import { translationsById } from "../translations/translations";
import { recheck } from "./recheck";
import { storeUnits } from "./store-units";
import { type EditableUnit, editableScope, lockUnits } from "./units";

const [u, x, s] = [units.as("u"), units.as("x"), units.as("s")];
const t = translations.as("t");

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
  if (!unit) throw new NotFound(`String ${unitId} does not exist, or you do not have permission to view it.`);
  if (!unit.isSource)
    throw new Forbidden({
      reason: "not-supported",
      permission: "source.edit",
      text: "Explanation, flags and labels belong to the source string. Change them there.",
    });
  demand(actor, "source.edit", editableScope(unit));
  const errors: FieldError[] = [];
  for (const message of input.extraFlags ? validateFlags(input.extraFlags) : [])
    errors.push({ path: "extraFlags", code: "invalid", message });
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
        message: `There is no label ${id} in this project.`,
      });
  });
  if (errors.length > 0) throw new Invalid(errors);
  return unit;
}

/**
 * Writes explanation, flags and labels that `lockDescribable` has allowed. New flags are checked against all languages at
 * once; the flag `read-only` closes them, and without it they are as they were.
 */
export async function describeInside(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  input: SourceDescription,
): Promise<void> {
  const before = await tx.one(
    sql`select ${pick(sourceUnits, "explanation", "extraFlags")} from ${sourceUnits} where ${sourceUnits.id} = ${unit.sourceId} for update`,
  );
  if (!before) throw new NotFound(`The string ${unit.id} has been removed.`);
  const lines: ChangeLine[] = [];
  const line = {
    projectId: unit.projectId,
    componentId: unit.componentId,
    translationId: unit.translationId,
    languageId: unit.languageId,
    unitId: unit.id,
  };
  const { explanation, extraFlags, labelIds } = input;
  if (explanation !== undefined && explanation !== before.explanation) {
    await tx.run(
      sql`update ${sourceUnits} set ${assigned(sourceUnits, { explanation, updatedAt: sqlNow })} where ${sourceUnits.id} = ${unit.sourceId}`,
    );
    lines.push({ ...line, action: ACTION.EXPLANATION_UPDATED, target: explanation, old: before.explanation });
  }
  if (extraFlags !== undefined && extraFlags !== before.extraFlags) {
    await setFlags(tx, actor, unit, before.extraFlags, extraFlags);
    if (unit.isGlossary && effectiveFlags([extraFlags]).has("terminology")) await fillLanguages(tx, actor, unit);
    lines.push({ ...line, action: ACTION.EXTRA_FLAGS_UPDATED, target: extraFlags, old: before.extraFlags });
  }
  const relabelled = labelIds !== undefined && (await setLabels(tx, unit.sourceId, labelIds));
  if (lines.length > 0 || relabelled)
    await tx.run(
      sql`update ${units} set ${assigned(units, { version: sql`${units.version} + 1`, updatedAt: sqlNow })} where ${units.id} = ${unit.id}`,
    );
  await record(tx, actor, lines);
}

/** What is said of a locked source string. */
export async function explanationOf(tx: Tx, sourceId: number): Promise<string> {
  const row = await tx.one(
    sql`select ${pick(sourceUnits, "explanation")} from ${sourceUnits} where ${sourceUnits.id} = ${sourceId} for update`,
  );
  return row?.explanation ?? "";
}

async function setLabels(tx: Tx, sourceId: number, labelIds: readonly number[]): Promise<boolean> {
  const ids = [...labelIds];
  const gone = await tx.run(
    sql`delete from ${sourceUnitLabels} where ${sourceUnitLabels.sourceId} = ${sourceId} and ${noneOf(sourceUnitLabels.labelId, ids)}`,
  );
  const fresh = await tx.run(sql`
    insert into ${sourceUnitLabels} ${eachRow(sourceUnitLabels, { sourceId, labelId: sql`unnest(${ids}::int[])` })}
      on conflict do nothing`);
  return gone + fresh > 0;
}

/** Adds a term to the languages of its glossary that lack it, so that it can be translated there. */
async function fillLanguages(tx: Tx, actor: Actor, unit: EditableUnit): Promise<void> {
  const lacking = await tx.rows(sql`
    select ${pick(t, "id")} from ${t} where ${t.componentId} = ${unit.componentId} and not ${t.isSource}
      and not exists (select from ${units} where ${units.translationId} = ${t.id} and ${units.sourceId} = ${unit.sourceId})
    order by ${t.id}`);
  const term = { idHash: unit.idHash, context: unit.context, sources: unit.sources, state: STATE.EMPTY };
  for (const translation of await translationsById(
    actor,
    lacking.map((row) => row.id),
  ))
    await storeUnits(tx, actor, translation, [{ ...term, targets: unit.sources.map(() => "") }]);
}

/** Writes the flags and everything that follows from them in every language. */
async function setFlags(tx: Tx, actor: Actor, unit: EditableUnit, before: string, after: string): Promise<void> {
  const flags = effectiveFlags([unit.flags, after]);
  await tx.run(sql`
    update ${sourceUnits} set ${assigned(sourceUnits, {
      extraFlags: after,
      priority: flagNumber(flags, "priority") ?? 100,
      updatedAt: sqlNow,
    })} where ${sourceUnits.id} = ${unit.sourceId}`);
  const was = effectiveFlags([unit.flags, before]).has("read-only");
  const now = flags.has("read-only");
  const weight = await countUnitsOfSources(tx, [unit.sourceId]);
  if (now && !was) await close(tx, unit.sourceId);
  if (was && !now) await open(tx, unit.sourceId);
  const all = await tx.rows(
    sql`select ${pick(units, "id")} from ${units} where ${units.sourceId} = ${unit.sourceId} order by ${units.id}`,
  );
  await recheck(
    tx,
    await lockUnits(
      tx,
      actor,
      all.map((row) => row.id),
    ),
  );
  await applyCountDifference(tx, weight, await countUnitsOfSources(tx, [unit.sourceId]));
}

/** Makes a string read-only in every language; the state it had is kept beside. */
async function close(tx: Tx, sourceId: number): Promise<void> {
  await tx.run(sql`
    update ${units} set ${assigned(units, {
      originalState: units.state,
      state: literal(STATE.READ_ONLY),
      version: sql`${units.version} + 1`,
      updatedAt: sqlNow,
    })}
    where ${units.sourceId} = ${sourceId} and ${units.state} <> ${literal(STATE.READ_ONLY)}`);
}

/**
 * Gives every language its state back. One whose file was read meanwhile knows it no longer and is judged by its text,
 * unless the file itself says that the string is read-only.
 */
async function open(tx: Tx, sourceId: number): Promise<void> {
  const known = sql`${x.originalState} <> ${literal(STATE.READ_ONLY)}`;
  const judged = sql`case when array_to_string(${x.targets}, '') = '' then ${literal(STATE.EMPTY)} else ${literal(STATE.TRANSLATED)} end`;
  const n = subquery(
    "n",
    sql`
      select ${pick(x, "id")}, ${named({ state: asWritten(x.state, sql`case when ${known} then ${x.originalState} else ${judged} end`) })}
      from ${x} join ${s} on ${s.id} = ${x.sourceId}
      where ${x.sourceId} = ${sourceId} and ${x.state} = ${literal(STATE.READ_ONLY)}
        and (${known} or ${s.originalState} <> ${literal(STATE.READ_ONLY)})`,
  );
  await tx.run(sql`
    update ${u} set ${assigned(u, {
      state: n.state,
      originalState: n.state,
      version: sql`${u.version} + 1`,
      updatedAt: sqlNow,
    })}
    from ${n} where ${u.id} = ${n.id}`);
}
