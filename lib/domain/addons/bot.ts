import { users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { noReplyAddress } from "../users/commit-identity";
import { insertUser } from "../users/users";
import type { Addon } from "./addon";

/** Each add-on has a bot user, so that what it does can be told from what people do. */

interface BotRow {
  id: number;
  username: string;
  fullName: string;
}

/** What stands before the names of add-ons' bots. */
const PREFIX = "addon-";

/** The bot of an add-on as an actor that may do everything, but in one project only. */
export async function botActor(addon: Addon, projectId: number): Promise<Actor> {
  const bot = await inTransaction((tx) => findOrMake(tx, addon));
  return {
    userId: bot.id,
    username: bot.username,
    fullName: bot.fullName,
    email: null,
    isAnonymous: false,
    isSuperuser: true,
    isBot: true,
    tokenProjectId: projectId,
    grants: [],
    blockedIn: new Set(),
    cause: "addon",
  };
}

async function findOrMake(tx: Tx, addon: Addon): Promise<BotRow> {
  const base = PREFIX + addon.id.replace(/^[^.]*\./, "");
  await tx.run(sql`select pg_advisory_xact_lock(hashtext(${base}))`);
  for (let number = 1; ; number++) {
    const username = number === 1 ? base : `${base}-${number}`;
    const found = await tx.one(sql`
      select ${pick(users, "id", "username", "fullName", "isBot")} from ${users}
      where lower(${users.username}) = lower(${username})`);
    if (found?.isBot) return found;
    // A person may bear the name already.
    if (!found) return insertUser(tx, { username, fullName: `${addon.name} add-on`, email: null, isBot: true });
  }
}

/** Name and address of an add-on's commits. */
export function botIdentity(bot: Actor): { name: string; email: string } {
  return { name: bot.fullName || bot.username, email: noReplyAddress({ id: bot.userId, username: bot.username }) };
}
