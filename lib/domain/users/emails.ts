import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { joinAutomaticTeams } from "../access/seed";
import { Conflict } from "../errors";

/** E-mail addresses that are known to be their owner's. Only these go into commits and open automatic teams. */

/** The addresses of a user as somebody has seen them. */
export interface Addresses {
  email: string | null;
  commitEmail: string | null;
}

/** Somebody whose address nobody has confirmed. */
export interface Unconfirmed extends Addresses {
  id: number;
  username: string;
}

/** Notes that the user's e-mail address is the user's own, and puts the user into the teams that trust it. */
export async function confirmEmail(tx: Tx, userId: number): Promise<void> {
  const user = await tx.one<{ email: string }>(
    sql`update users set email_confirmed = true where id = ${userId} and email is not null returning email`,
  );
  if (user) await joinAutomaticTeams(tx, userId, user.email);
}

/**
 * Confirms both addresses of a user. The right to do so has been asked for.
 * @throws Conflict when they are not those any more that were seen
 */
export async function confirmAddresses(userId: number, seen: Addresses): Promise<void> {
  await inTransaction(async (tx) => {
    const same = await tx.run(sql`
      update users set commit_email_confirmed = commit_email is not null
      where id = ${userId} and email is not distinct from ${seen.email} and commit_email is not distinct from ${seen.commitEmail}`);
    if (same === 0) throw new Conflict("The e-mail addresses of this user were changed meanwhile. Look at them again.");
    await confirmEmail(tx, userId);
  });
}

/** People with an address that nobody has confirmed. */
export async function unconfirmedUsers(): Promise<Unconfirmed[]> {
  return db.rows<Unconfirmed>(sql`
    select id, username, email, commit_email from users
    where ((email is not null and not email_confirmed) or (commit_email is not null and not commit_email_confirmed))
      and is_active and not is_bot and not is_anonymous order by id`);
}
