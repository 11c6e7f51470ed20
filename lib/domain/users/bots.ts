import { users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { insertUser } from "./users";

/** Users that no person is, so that what they do can be told from what people do. */

export interface BotRow {
  id: number;
  username: string;
  fullName: string;
}

/** The bot of a name, made when it is wanted first. Where a person bears the name, it gets a number. */
export async function findOrMakeBot(tx: Tx, base: string, fullName: string): Promise<BotRow> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext(${base}))`);
  for (let number = 1; ; number++) {
    const username = number === 1 ? base : `${base}-${number}`;
    const found = await tx.one(sql`
      select ${pick(users, "id", "username", "fullName", "isBot")} from ${users}
      where lower(${users.username}) = lower(${username})`);
    if (found?.isBot) return found;
    if (!found) return insertUser(tx, { username, fullName, email: null, isBot: true });
  }
}
