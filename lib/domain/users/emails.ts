import { db, inTransaction, type Tx } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
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
  const [user] = await tx.prisma.user.updateManyAndReturn({
    where: { id: userId, email: { not: null } },
    data: { emailConfirmed: true },
    select: { email: true },
  });
  if (user) await joinAutomaticTeams(tx, userId, user.email);
}

/**
 * Confirms both addresses of a user. The right to do so has been asked for.
 * @throws Conflict when they are not those any more that were seen
 */
export async function confirmAddresses(userId: number, seen: Addresses): Promise<void> {
  await inTransaction(async (tx) => {
    const { email, commitEmail } = seen;
    const same = await tx.prisma.user.updateMany({
      where: { id: userId, email, commitEmail },
      data: { commitEmailConfirmed: commitEmail !== null },
    });
    if (same.count === 0) throw new Conflict(refusal("mailAddressesUser"));
    await confirmEmail(tx, userId);
  });
}

/** People with an address that nobody has confirmed. */
export async function unconfirmedUsers(): Promise<Unconfirmed[]> {
  return db.prisma.user.findMany({
    where: {
      OR: [
        { email: { not: null }, emailConfirmed: false },
        { commitEmail: { not: null }, commitEmailConfirmed: false },
      ],
      isActive: true,
      isBot: false,
      isAnonymous: false,
    },
    select: { id: true, username: true, email: true, commitEmail: true },
    orderBy: { id: "asc" },
  });
}
