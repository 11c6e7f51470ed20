import { users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { typedPattern } from "@/lib/text/like";
import { refusal } from "@/lib/text/messages/refusal";
import { Invalid } from "../errors";
import type { Actor } from "./actor";
import { can } from "./demand";

const u = users.as("u");

/** Whether the actor may see other people's e-mail addresses. */
export const seesAddresses = (actor: Actor): boolean => can(actor, "user.edit") || can(actor, "user.view");

/**
 * Somebody by user name; for those who may see addresses, by a confirmed e-mail address, too.
 * @param wanted whether somebody without an account would be invited instead
 * @throws Invalid on `username`
 */
export async function personNamed(
  actor: Actor,
  login: string,
  wanted = true,
): Promise<{ id: number; username: string }> {
  const name = login.trim();
  if (name === "") throw Invalid.field("username", refusal("enterUserName"), "required");
  const byAddress = name.includes("@") && seesAddresses(actor);
  const address = byAddress ? sql`or (${u.emailConfirmed} and lower(${u.email}) = lower(${name}))` : sql``;
  const found = await db.one(sql`
    select ${pick(u, "id", "username")} from ${u} where not ${u.isAnonymous} and (lower(${u.username}) = lower(${name}) ${address})
    order by lower(${u.username}) = lower(${name}) desc limit 1`);
  if (found) return found;
  const missing = wanted ? refusal("noUserSomebody", { name }) : refusal("noUser", { user: name });
  throw Invalid.field("username", missing, "does_not_exist");
}

/** People whose names hold these words, or for those who may see addresses, whose confirmed address does: over `u`. */
export function personMatches(actor: Actor, words: string): Sql {
  const like = typedPattern(words);
  const address = seesAddresses(actor) ? sql`or (${u.emailConfirmed} and ${u.email} ilike ${like})` : sql``;
  return sql`(${u.username} ilike ${like} or ${u.fullName} ilike ${like} ${address})`;
}
