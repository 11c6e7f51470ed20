import { inTransaction } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { findOrMakeBot } from "../users/bots";
import { noReplyAddress } from "../users/commit-identity";
import type { Addon } from "./addon";

/** Each add-on has a bot user, so that what it does can be told from what people do. */

/** What stands before the names of add-ons' bots. */
const PREFIX = "addon-";

/** User name of an add-on's bot. */
export const botName = (addon: Addon): string => PREFIX + addon.id.replace(/^[^.]*\./, "");

/** Address of an add-on in commits. */
export const botAddress = (addon: Addon): string => noReplyAddress({ id: 0, username: botName(addon) });

/** The bot of an add-on as an actor that may do everything, but in one project only, or (null) everywhere. */
export async function botActor(addon: Addon, projectId: number | null): Promise<Actor> {
  const bot = await inTransaction((tx) => findOrMakeBot(tx, botName(addon), `${addon.name} add-on`));
  return {
    userId: bot.id,
    username: bot.username,
    fullName: bot.fullName,
    email: null,
    isAnonymous: false,
    isSuperuser: true,
    isBot: true,
    tokenProjectId: projectId ?? undefined,
    grants: [],
    blockedIn: new Set(),
    cause: "addon",
  };
}

/** Name and address of an add-on's commits. */
export function botIdentity(bot: Actor): { name: string; email: string } {
  return { name: bot.fullName || bot.username, email: noReplyAddress({ id: bot.userId, username: bot.username }) };
}
