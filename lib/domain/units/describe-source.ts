import { literal, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { flagNumber } from "@/lib/text/flags/flags";
import { validateFlags } from "@/lib/text/flags/validate";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { type ChangeLine, record } from "../changes/record";
import { moveBetween, weighOfSources } from "../counters/unit-counters";
import { type FieldError, Forbidden, Invalid, NotFound } from "../errors";
import { effectiveFlags } from "../quality/check-unit";
import { recheck } from "./recheck";
import { type EditableUnit, editablePlace, lockUnits } from "./units";

/** What people say about a source string, for all languages. */
export interface SourceDescription {
  explanation?: string;
  extraFlags?: string;
  /** Replaces the labels. */
  labelIds?: readonly number[];
}

interface Stored {
  explanation: string;
  extraFlags: string;
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
  if (!unit) throw new NotFound(`There is no string ${unitId}, or you may not see it.`);
  if (!unit.isSource)
    throw new Forbidden({
      reason: "not-supported",
      permission: "source.edit",
      text: "Explanation, flags and labels belong to the source string: change them there.",
    });
  demand(actor, "source.edit", editablePlace(unit));
  const errors: FieldError[] = [];
  for (const message of input.extraFlags ? validateFlags(input.extraFlags) : [])
    errors.push({ path: "extra_flags", code: "invalid", message });
  const wanted = [...(input.labelIds ?? [])];
  const known = await tx.rows<{ id: number }>(
    sql`select id from labels where project_id = ${unit.projectId} and id = any(${wanted}::int[])`,
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
  const before = await tx.one<Stored>(
    sql`select explanation, extra_flags from source_units where id = ${unit.sourceId} for update`,
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
      sql`update source_units set explanation = ${explanation}, updated_at = now() where id = ${unit.sourceId}`,
    );
    lines.push({ ...line, action: ACTION.EXPLANATION_UPDATED, target: explanation, old: before.explanation });
  }
  if (extraFlags !== undefined && extraFlags !== before.extraFlags) {
    await setFlags(tx, actor, unit, before.extraFlags, extraFlags);
    lines.push({ ...line, action: ACTION.EXTRA_FLAGS_UPDATED, target: extraFlags, old: before.extraFlags });
  }
  const relabelled = labelIds !== undefined && (await setLabels(tx, unit.sourceId, labelIds));
  if (lines.length > 0 || relabelled)
    await tx.run(sql`update units set version = version + 1, updated_at = now() where id = ${unit.id}`);
  await record(tx, actor, lines);
}

async function setLabels(tx: Tx, sourceId: number, labelIds: readonly number[]): Promise<boolean> {
  const ids = [...labelIds];
  const gone = await tx.run(
    sql`delete from source_unit_labels where source_id = ${sourceId} and label_id <> all(${ids}::int[])`,
  );
  const fresh = await tx.run(sql`
    insert into source_unit_labels (source_id, label_id) select ${sourceId}::bigint, unnest(${ids}::int[]) on conflict do nothing`);
  return gone + fresh > 0;
}

/** Writes the flags and everything that follows from them in every language. */
async function setFlags(tx: Tx, actor: Actor, unit: EditableUnit, before: string, after: string): Promise<void> {
  const flags = effectiveFlags([unit.flags, after]);
  await tx.run(sql`
    update source_units set extra_flags = ${after}, priority = ${flagNumber(flags, "priority") ?? 100}, updated_at = now() where id = ${unit.sourceId}`);
  const was = effectiveFlags([unit.flags, before]).has("read-only");
  const now = flags.has("read-only");
  const weight = await weighOfSources(tx, [unit.sourceId]);
  if (now && !was) await close(tx, unit.sourceId);
  if (was && !now) await open(tx, unit.sourceId);
  const all = await tx.rows<{ id: number }>(sql`select id from units where source_id = ${unit.sourceId} order by id`);
  await recheck(
    tx,
    await lockUnits(
      tx,
      actor,
      all.map((row) => row.id),
    ),
  );
  await moveBetween(tx, weight, await weighOfSources(tx, [unit.sourceId]));
}

/** Makes a string read-only in every language; the state it had is kept beside. */
async function close(tx: Tx, sourceId: number): Promise<void> {
  await tx.run(sql`
    update units set original_state = state, state = ${literal(STATE.READ_ONLY)}, version = version + 1, updated_at = now()
    where source_id = ${sourceId} and state <> ${literal(STATE.READ_ONLY)}`);
}

/**
 * Gives every language its state back. One whose file was read meanwhile knows it no longer and is judged by its text,
 * unless the file itself says that the string is read-only.
 */
async function open(tx: Tx, sourceId: number): Promise<void> {
  await tx.run(sql`
    update units u set state = n.state, original_state = n.state, version = u.version + 1, updated_at = now()
    from (select x.id, case when x.original_state <> ${literal(STATE.READ_ONLY)} then x.original_state when array_to_string(x.targets, '') = '' then ${literal(STATE.EMPTY)} else ${literal(STATE.TRANSLATED)} end as state
      from units x join units s on s.id = x.source_id
      where x.source_id = ${sourceId} and x.state = ${literal(STATE.READ_ONLY)} and (x.original_state <> ${literal(STATE.READ_ONLY)} or s.original_state <> ${literal(STATE.READ_ONLY)})) n
    where u.id = n.id`);
}
