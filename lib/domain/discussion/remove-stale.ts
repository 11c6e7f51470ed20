import {
  comments,
  components,
  sourceUnits,
  suggestions,
  translations,
  units as unitTable,
  votes as voteTable,
} from "@/lib/generated/tables";
import { assigned, cte, defined, named, outer, pick } from "@/lib/platform/columns";
import { inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import { applyCountDifference, countHeldUnits, countUnits } from "../counters/unit-counters";
import { openlyCommented } from "../units/commented";

/** Removing what nobody has looked at for long: one batch is one transaction and a constant number of statements. */

const BATCH = 1000;

const [u, s, t, c] = [unitTable.as("u"), sourceUnits.as("s"), translations.as("t"), components.as("c")];
const [m, g, v] = [comments.as("m"), suggestions.as("g"), voteTable.as("v")];
const own = outer(unitTable.as("own"));

/** Where something stood that is gone. */
const PLACE = named({
  unitId: u.id,
  projectId: c.projectId,
  componentId: c.id,
  translationId: t.id,
  languageId: t.languageId,
});

/** Whether a string has open comments. */
const COMMENTED = asFlag(openlyCommented(u));

const SUGGESTED = asFlag(sql`exists (select from ${g} where ${g.unitId} = ${u.id})`);

async function inBatches(remove: (tx: Tx) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const gone = await inTransaction(remove);
    total += gone;
    if (gone < BATCH) return total;
  }
}

/** Removes comments of a component that are older than a number of days. Gives how many; no permission is asked. */
export function removeStaleComments(actor: Actor, componentId: number, days: number): Promise<number> {
  return inBatches(async (tx) => {
    const stale = cte(
      "stale",
      sql`delete from ${comments} where ${comments.id} in (
          select ${m.id} from ${m} join ${s} on ${s.id} = ${m.sourceId}
          where ${s.componentId} = ${componentId} and ${m.createdAt} < now() - make_interval(days => ${days}::int)
          order by ${m.id} limit ${BATCH})
        returning ${pick(comments, "sourceId", "translationId", "text")}`,
    );
    const gone = await tx.rows(sql`
      with ${defined(stale)}
      select ${PLACE}, ${pick(stale, "text")}
      from ${stale} join ${s} on ${s.id} = ${stale.sourceId} join ${c} on ${c.id} = ${s.componentId}
      left join ${own} on ${own.sourceId} = ${s.id} and ${own.translationId} = ${stale.translationId}
      join ${u} on ${u.id} = coalesce(${own.id}, ${s.id}) join ${t} on ${t.id} = ${u.translationId}`);
    await refresh(
      tx,
      gone,
      (ids) => sql`update ${u} set ${assigned(u, { commented: COMMENTED })} where ${anyOf(u.id, ids)}`,
    );
    await record(
      tx,
      actor,
      gone.map(({ text, ...place }) => ({ ...place, action: ACTION.COMMENT_REMOVED, target: text.slice(0, 2000) })),
    );
    return gone.length;
  });
}

/**
 * Removes suggestions of a component that are older than a number of days and whose votes add up to at most `votes`.
 * Gives how many; no permission is asked.
 */
export function removeStaleSuggestions(
  actor: Actor,
  componentId: number,
  days: number,
  votes: number,
): Promise<number> {
  return inBatches(async (tx) => {
    const stale = cte(
      "stale",
      sql`delete from ${suggestions} where ${suggestions.id} in (
          select ${g.id} from ${g} join ${u} on ${u.id} = ${g.unitId} join ${t} on ${t.id} = ${u.translationId}
          where ${t.componentId} = ${componentId} and ${g.createdAt} < now() - make_interval(days => ${days}::int)
            and coalesce((select sum(${v.value}) from ${v} where ${v.suggestionId} = ${g.id}), 0) <= ${votes}
          order by ${g.id} limit ${BATCH})
        returning ${pick(suggestions, "unitId", "targets")}`,
    );
    const gone = await tx.rows(sql`
      with ${defined(stale)}
      select ${PLACE}, ${pick(stale, "targets")}
      from ${stale} join ${u} on ${u.id} = ${stale.unitId} join ${t} on ${t.id} = ${u.translationId}
      join ${c} on ${c.id} = ${t.componentId}`);
    await refresh(
      tx,
      gone,
      (ids) => sql`update ${u} set ${assigned(u, { suggested: SUGGESTED })} where ${anyOf(u.id, ids)}`,
    );
    await record(
      tx,
      actor,
      gone.map(({ targets, ...place }) => ({
        ...place,
        action: ACTION.SUGGESTION_REMOVED_DURING_CLEANUP,
        target: joinForms(targets),
      })),
    );
    return gone.length;
  });
}

/** Brings a mark of the strings up to date with the statement that `mark` gives for them, and the counters above them. */
async function refresh(
  tx: Tx,
  gone: readonly { unitId: number }[],
  mark: (ids: readonly number[]) => Sql,
): Promise<void> {
  const ids = [...new Set(gone.map((row) => row.unitId))];
  if (ids.length === 0) return;
  await tx.run(sql`select 1 from ${u} where ${anyOf(u.id, ids)} order by ${u.id} for update`);
  const before = await countHeldUnits(tx, ids);
  await tx.run(mark(ids));
  await applyCountDifference(tx, before, await countUnits(tx, ids));
}
