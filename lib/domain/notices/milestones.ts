import { components, counters, projectContributors, projects, translations, users } from "@/lib/generated/tables";
import { assigned, combined, cte, defined, named, names, pick } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag } from "@/lib/platform/expressions";
import { SERVICE } from "../access/actor";
import { ACTION, actionCodes } from "../change-actions";
import { ch, followLedger } from "../changes/follow-ledger";
import { type ChangeLine, record } from "../changes/record";

/**
 * What becomes true through what people do: their first contribution to a project, a translation and a component that are
 * complete. Found behind the ledger, so that no save waits for it, and told by lines of its own.
 */

const [t, c, k] = [translations.as("t"), components.as("c"), counters.as("k")];
const [pc, u, p] = [projectContributors.as("pc"), users.as("u"), projects.as("p")];

/** Records the milestones of what has happened since the last time. Gives the number of lines read. */
export function followForMilestones(): Promise<number> {
  return followLedger("milestone-cursor", "now", async (tx, lines) => {
    await record(tx, SERVICE, [...(await newContributors(tx, lines)), ...(await completed(tx, lines))]);
  });
}

/** Texts that somebody wrote. */
const WRITTEN = sql`(${anyOf(ch.action, actionCodes("content"))} and ${ch.authorId} is not null)`;

/** A project may have gone since, with its contributors. */
async function newContributors(tx: Tx, lines: Sql): Promise<ChangeLine[]> {
  const rows = await tx.rows(sql`
    insert into ${projectContributors} (${names(pc, "projectId", "userId")})
    select distinct ${ch.projectId}, ${ch.authorId} from ${ch} join ${u} on ${u.id} = ${ch.authorId} join ${p} on ${p.id} = ${ch.projectId}
    where ${lines} and ${WRITTEN} and not ${u.isBot} and not ${u.isAnonymous}
    on conflict do nothing returning ${pick(projectContributors, "projectId", "userId")}`);
  return rows.map(({ projectId, userId }) => ({ action: ACTION.CONTRIBUTOR_JOINED, projectId, userId }));
}

/**
 * Notes which translations of the components that were touched are complete now. Only what a person has finished is told:
 * not that a file came complete.
 */
async function completed(tx: Tx, lines: Sql): Promise<ChangeLine[]> {
  const touched = cte(
    "touched",
    sql`select distinct ${pick(ch, "componentId")} from ${ch} where ${lines} and ${ch.componentId} is not null`,
  );
  const is = sql`(${k.total} > 0 and ${k.translated} >= ${k.total})`;
  const turned = await tx.rows(sql`
    with ${defined(touched)}
    update ${t} set ${assigned(t, { complete: sql`not ${t.complete}` })}
    from ${k} where ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0 and not ${t.isSource}
      and ${t.componentId} in (select ${touched.componentId} from ${touched}) and ${t.complete} <> ${is}
    returning ${pick(t, "id", "componentId", "languageId", "complete")}`);
  if (turned.length === 0) return [];
  const all = sql`(select coalesce(bool_and(${t.complete}), false) from ${t} where ${t.componentId} = ${c.id} and not ${t.isSource})`;
  const wholes = await tx.rows(sql`
    update ${c} set ${assigned(c, { complete: sql`not ${c.complete}` })}
    where ${anyOf(c.id, [...new Set(turned.map(({ componentId }) => componentId))])} and ${c.complete} <> ${all}
    returning ${combined(pick(c, "id", "complete"), named({ removed: asFlag(sql`${c.removedAt} is not null`) }))}`);
  const finishers = await tx.rows(sql`
    select distinct on (${ch.translationId}) ${pick(ch, "translationId", "projectId", "authorId")} from ${ch}
    where ${lines} and ${WRITTEN} and ${anyOf(
      ch.translationId,
      turned.filter(({ complete }) => complete).map(({ id }) => id),
    )}
    order by ${ch.translationId}, ${ch.id} desc`);
  return turned.flatMap(({ id: translationId, componentId, languageId }): ChangeLine[] => {
    const finisher = finishers.find((line) => line.translationId === translationId);
    if (!finisher) return [];
    const { projectId, authorId: userId } = finisher;
    const at = { projectId, componentId, userId };
    const whole = wholes.find(({ id }) => id === componentId);
    return [
      { ...at, action: ACTION.TRANSLATION_COMPLETED, translationId, languageId },
      ...(whole?.complete && !whole.removed ? [{ ...at, action: ACTION.COMPONENT_TRANSLATION_COMPLETED }] : []),
    ];
  });
}
