import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import { moveBetween, weighUnits } from "../counters/unit-counters";

/** Removing what nobody has looked at for long: one batch is one transaction and a constant number of statements. */

const BATCH = 1000;

interface Gone {
  unitId: number;
  projectId: number;
  componentId: number;
  translationId: number;
  languageId: number;
}

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
    const gone = await tx.rows<Gone & { text: string }>(sql`
      with stale as (
        delete from comments where id in (
          select m.id from comments m join source_units s on s.id = m.source_id
          where s.component_id = ${componentId} and m.created_at < now() - make_interval(days => ${days}::int)
          order by m.id limit ${BATCH})
        returning source_id, translation_id, text)
      select u.id as unit_id, c.project_id, c.id as component_id, t.id as translation_id, t.language_id, stale.text
      from stale join source_units s on s.id = stale.source_id join components c on c.id = s.component_id
      left join units own on own.source_id = s.id and own.translation_id = stale.translation_id
      join units u on u.id = coalesce(own.id, s.id) join translations t on t.id = u.translation_id`);
    await refresh(
      tx,
      gone,
      sql`
      commented = exists (select from comments m where m.source_id = u.source_id
        and (m.translation_id = u.translation_id or (m.translation_id is null and u.id = u.source_id)))`,
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
    const gone = await tx.rows<Gone & { targets: string[] }>(sql`
      with stale as (
        delete from suggestions where id in (
          select g.id from suggestions g join units u on u.id = g.unit_id join translations t on t.id = u.translation_id
          where t.component_id = ${componentId} and g.created_at < now() - make_interval(days => ${days}::int)
            and coalesce((select sum(v.value) from votes v where v.suggestion_id = g.id), 0) <= ${votes}
          order by g.id limit ${BATCH})
        returning unit_id, targets)
      select u.id as unit_id, c.project_id, c.id as component_id, t.id as translation_id, t.language_id, stale.targets
      from stale join units u on u.id = stale.unit_id join translations t on t.id = u.translation_id join components c on c.id = t.component_id`);
    await refresh(tx, gone, sql`suggested = exists (select from suggestions g where g.unit_id = u.id)`);
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

/** Brings the marks of the strings and the counters above them up to date. */
async function refresh(tx: Tx, gone: readonly Gone[], marks: ReturnType<typeof sql>): Promise<void> {
  const ids = [...new Set(gone.map((row) => row.unitId))];
  if (ids.length === 0) return;
  await tx.run(sql`select 1 from units where id = any(${ids}::bigint[]) order by id for update`);
  const before = await weighUnits(tx, ids);
  await tx.run(sql`update units u set ${marks} where u.id = any(${ids}::bigint[])`);
  await moveBetween(tx, before, await weighUnits(tx, ids));
}
