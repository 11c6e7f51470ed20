import { operationRows, suggestions as suggestionTable, units } from "@/lib/generated/tables";
import { assigned, eachRow, pick, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, TYPE } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { denial } from "../access/demand";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import { applyCounterChanges } from "../counters/counters";
import { type EditableUnit, editableScope } from "./units";

export interface SuggestedText {
  unit: EditableUnit;
  targets: string[];
  /** Members of the ledger line's details, such as where the text came from. */
  details?: Record<string, unknown>;
}

export interface SuggestOptions {
  cause: "upload" | "machine" | "person" | "propagation" | "repository";
  operationId?: string;
  /** Who is credited. */
  authorId: number | null;
}

/**
 * Whether a string keeps its text where no person decides: somebody translated it, and differently. What needs editing is
 * no translation, and what nobody has looked at is nobody's.
 */
export const keepsOwnText = (
  unit: Pick<EditableUnit, "targets" | "state" | "automatic">,
  targets: readonly string[],
): boolean => unit.state >= STATE.TRANSLATED && !unit.automatic && joinForms(unit.targets) !== joinForms(targets);

/** Whether what is not written into a string may become a suggestion. */
export const mayOffer = (actor: Actor, unit: EditableUnit): boolean =>
  unit.enableSuggestions && !denial(actor, "suggestion.add", editableScope(unit));

/**
 * Suggests texts for many locked units with a constant number of statements. What a unit holds already, and what has
 * been suggested for it already, is left out. Whether it is allowed has been asked.
 * @returns how many suggestions were made
 */
export async function suggestMany(
  tx: Tx,
  actor: Actor,
  wanted: readonly SuggestedText[],
  options: SuggestOptions,
): Promise<number> {
  const fresh = wanted.filter(({ unit, targets }) => joinForms(unit.targets) !== joinForms(targets));
  if (fresh.length === 0) return 0;
  const g = suggestionTable.as("g");
  const w = unnest(
    "w",
    { unitId: g.unitId, text: TYPE.text },
    { unitId: fresh.map(({ unit }) => unit.id), text: fresh.map(({ targets }) => joinForms(targets)) },
  );
  const { authorId: userId, cause } = options;
  const values = { unitId: w.unitId, userId, targets: sql`split_forms(${w.text})`, cause };
  const rows = await tx.rows(sql`
    insert into ${g} ${eachRow(g, values)} from ${w} on conflict do nothing returning ${pick(g, "id", "unitId")}`);
  await keepMade(
    tx,
    rows.map(({ id }) => id),
  );
  const added = new Set(rows.map((row) => row.unitId));
  const u = units.as("u");
  await tx.run(sql`
    update ${u} set ${assigned(u, { suggested: true, version: sql`${u.version} + 1` })} where ${anyOf(u.id, [...added])}`);
  const counts = new Map<number, number>();
  for (const { unit } of fresh)
    if (added.has(unit.id) && !unit.suggested)
      counts.set(unit.translationId, (counts.get(unit.translationId) ?? 0) + 1);
  await applyCounterChanges(
    tx,
    [...counts].map(([translationId, suggestions]) => ({ translationId, numbers: { suggestions } })),
  );
  await record(
    tx,
    actor,
    fresh
      .filter(({ unit }) => added.has(unit.id))
      .map(({ unit, targets, details }) => ({
        action: ACTION.SUGGESTION_ADDED,
        cause: options.cause,
        operationId: options.operationId,
        authorId: options.authorId,
        projectId: unit.projectId,
        componentId: unit.componentId,
        translationId: unit.translationId,
        languageId: unit.languageId,
        unitId: unit.id,
        target: joinForms(targets),
        details,
      })),
  );
  return added.size;
}

/** Lets the operation that is going on know which suggestions it has made. */
async function keepMade(tx: Tx, ids: readonly number[]): Promise<void> {
  const operationId = currentOperation();
  if (!operationId || ids.length === 0) return;
  const [g, u] = [suggestionTable.as("g"), units.as("u")];
  await tx.run(sql`
    with made as (
      insert into ${operationRows} ${eachRow(operationRows, {
        operationId,
        kind: "suggested",
        rowId: g.id,
        row: sql`jsonb_build_object('unit_id', ${g.unitId})`,
      })}
      from ${g} where ${anyOf(g.id, ids)} on conflict do nothing returning row_id)
    select count_operation_texts(${operationId}::uuid, array_agg(${u.translationId}))
    from made join ${g} on ${g.id} = made.row_id join ${u} on ${u.id} = ${g.unitId} having count(*) > 0`);
}
