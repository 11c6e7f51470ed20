import { changes, comments, units } from "@/lib/generated/tables";
import { pick, subquery } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { actionCodes } from "../change-actions";
import { type CommentRow, peopleOf, selectComments } from "./comments";

/** Comments that somebody should answer. */

const [m, later, u, ch] = [comments.as("m"), comments.as("later"), units.as("u"), changes.as("ch")];

/** So many of the newest open comments are looked at, of those that mention the actor and of all for strings that the actor wrote. */
const LOOKED_AT = 300;

/**
 * Open comments that mention the actor, or that others made on strings whose text is the actor's; those that the actor has
 * answered are left out. Newest first.
 */
export async function questionsTo(
  actor: Actor,
  limit: number,
): Promise<{ rows: CommentRow[]; people: (row: CommentRow) => Map<string, string> }> {
  if (actor.isAnonymous) return { rows: [], people: () => new Map() };
  const newest = subquery(
    "newest",
    sql`
      select ${pick(m, "id", "sourceId", "translationId")} from ${m}
      where not ${m.resolved} and ${m.translationId} is not null order by ${m.id} desc limit ${LOOKED_AT}`,
  );
  // Each way has an index of its own, so that the comments of a large installation are not walked along.
  const mentioning = subquery(
    "mentioning",
    sql`
      select ${pick(m, "id")} from ${m}
      where not ${m.resolved} and ${m.mentions} @> ${[actor.userId]}::int[] order by ${m.id} desc limit ${LOOKED_AT}`,
  );
  const rows = await selectComments(
    actor,
    [
      sql`not ${m.resolved} and ${m.userId} is distinct from ${actor.userId}`,
      sql`${m.id} in (
        select ${mentioning.id} from ${mentioning}
        union all select ${newest.id} from ${newest}
          join ${u} on ${u.sourceId} = ${newest.sourceId} and ${u.translationId} = ${newest.translationId}
          where (select ${ch.authorId} from ${ch} where ${ch.unitId} = ${u.id} and ${anyOf(ch.action, actionCodes("content"))}
            order by ${ch.id} desc limit 1) = ${actor.userId})`,
      sql`not exists (
        select from ${later} where ${later.sourceId} = ${m.sourceId} and ${later.userId} = ${actor.userId} and ${later.id} > ${m.id}
          and ${later.translationId} is not distinct from ${m.translationId})`,
    ],
    limit,
  );
  return { rows, people: await peopleOf(rows) };
}
