import { editorPresence, users } from "@/lib/generated/tables";
import { assigned, columnsOf, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf, sqlNow } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { findTranslationById } from "../translations/translations";
import { demandAccount } from "./save-string";

const [e, excluded, w] = [editorPresence.as("e"), editorPresence.as("excluded"), users.as("w")];

/** Where editors hear that somebody has come, moved or gone: the number of the translation. */
export const EDITORS_CHANNEL = "loquat_editors";

/** Seconds for which somebody is there after the last word of their browser; it speaks twice as often. */
export const PRESENT_SECONDS = 120;

const PRESENT = sql`${e.seenAt} > now() - make_interval(secs => ${PRESENT_SECONDS})`;

/** One tab in which somebody has a translation open. */
export interface PresentTab {
  userId: number;
  username: string;
  fullName: string;
  tab: string;
  /** The string that is open there. */
  unitId: number | null;
  /** Whether something is being written there: nobody is sent to that string meanwhile. */
  typing: boolean;
}

/** Where somebody is, as the browser tells it. */
export interface PresenceInput {
  translationId: number;
  /** Made up by the tab, and its own. */
  tab: string;
  unitId: number | null;
  typing: boolean;
  /** The tab is closed, or shows something else. */
  gone: boolean;
  accountId: number;
}

/**
 * Tells where somebody is in the editor. It keeps nobody from anything.
 * @throws Unauthenticated when nobody, or another account, is signed in; NotFound for a translation that may not be seen
 */
export async function tellPresence(actor: Actor, input: PresenceInput): Promise<void> {
  const { translationId, tab, unitId, typing, gone, accountId } = input;
  demandAccount(actor, accountId);
  await findTranslationById(actor, translationId);
  await inTransaction(async (tx) => {
    // What has ended here is cleared away by whoever comes; a tab that went elsewhere has one row all the same.
    await tx.run(sql`
      delete from ${e} where (${e.translationId} = ${translationId} and not ${PRESENT})
        or (${gone} and ${e.userId} = ${actor.userId} and ${e.tab} = ${tab})`);
    // A tab that goes on to another translation has left this one.
    await tx.run(sql`
      select pg_notify(${EDITORS_CHANNEL}, ${e.translationId}::text) from ${e}
      where ${e.userId} = ${actor.userId} and ${e.tab} = ${tab} and ${e.translationId} <> ${translationId}`);
    if (!gone) {
      const values = { userId: actor.userId, tab, translationId, unitId, typing, seenAt: sqlNow };
      const changed = columnsOf(excluded, "translationId", "unitId", "typing", "seenAt");
      await tx.run(sql`
        insert into ${e} ${row(e, values)}
        on conflict (${names(e, "userId", "tab")}) do update set ${assigned(e, changed)}`);
    }
    await tx.run(sql`select pg_notify(${EDITORS_CHANNEL}, ${String(translationId)})`);
  });
}

/** Who has translations open, by name. No permission is asked. */
export async function presentIn(
  translationIds: readonly number[],
): Promise<(PresentTab & { translationId: number })[]> {
  return db.rows(sql`
    select ${pick(e, "userId", "tab", "unitId", "typing", "translationId")}, ${pick(w, "username", "fullName")}
    from ${e} join ${w} on ${w.id} = ${e.userId}
    where ${anyOf(e.translationId, translationIds)} and ${PRESENT} and ${w.isActive}
    order by ${w.username}, ${e.tab} limit 200`);
}
