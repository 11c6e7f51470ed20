import { sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import { moveCounters } from "../counters/counters";
import type { EditableUnit } from "../units/units";

export interface SuggestedText {
  unit: EditableUnit;
  targets: string[];
  /** Members of the ledger line's details, such as where the text came from. */
  details?: Record<string, unknown>;
}

export interface SuggestOptions {
  cause: "upload" | "machine";
  operationId: string;
  /** Who is credited. */
  authorId: number | null;
}

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
  const rows = await tx.rows<{ unitId: number }>(sql`
    insert into suggestions (unit_id, user_id, targets, cause)
    select unit_id, ${options.authorId}, split_forms(targets), ${options.cause}
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
