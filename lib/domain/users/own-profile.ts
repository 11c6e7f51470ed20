import { inTransaction, isDuplicate } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, Unauthenticated, worded } from "../errors";
import { noReplyAddress } from "./commit-identity";
import { mailConfirmations } from "./confirm-address";
import { demandProof } from "./prove-oneself";
import { mayMail } from "./sign-in";
import { duplicate, profileProblems, type UserRow, userById } from "./users";

/** What people change of their own account. */

export interface OwnProfile {
  fullName: string;
  email: string | null;
  commitEmail: string | null;
  /** Asked for when an address changes: the password, or a code of an authenticator app. */
  password?: string;
  /** Id of the session that asks; a new one is proof for those who have neither. */
  session?: string;
}

const isAddress = (text: string): boolean => /^[^\s@<>]{1,64}@[^\s@<>]{1,125}$/.test(text);

/**
 * Changes the actor's own profile. A new address has to be confirmed before commits carry it.
 * @returns the addresses to which a link was mailed that confirms them
 * @throws Invalid; Throttled after too many wrong passwords
 */
export async function updateOwnProfile(actor: Actor, input: OwnProfile): Promise<string[]> {
  const user = await userById(actor.userId);
  if (!user || actor.isAnonymous) throw new Unauthenticated(refusal("signInProfile"));
  const errors = profileProblems({ username: user.username, fullName: input.fullName, email: input.email });
  if (input.commitEmail !== null && !isAddress(input.commitEmail))
    errors.push({ path: "commitEmail", code: "invalid", ...worded(refusal("notMailAddress")) });
  if (errors.length > 0) throw new Invalid(errors);
  const changed = input.email !== user.email || input.commitEmail !== user.commitEmail;
  if (changed) await demandProof(actor, { secret: input.password ?? "", session: input.session ?? "" });
  const confirmed = staysConfirmed(user, input);
  try {
    return await inTransaction(async (tx) => {
      const data = {
        fullName: input.fullName.trim(),
        email: input.email,
        emailConfirmed: confirmed.email,
        commitEmail: input.commitEmail,
        commitEmailConfirmed: confirmed.commitEmail,
      };
      await tx.prisma.user.updateMany({ where: { id: user.id }, data });
      return changed && (await mayMail(user.id)) ? mailConfirmations(tx, { ...user, ...data }) : [];
    });
  } catch (error) {
    if (isDuplicate(error)) throw duplicate("email");
    throw error;
  }
}

/** Whether an address needs no further word: it stood so before, or it is one that reaches nobody. */
function staysConfirmed(user: UserRow, next: OwnProfile): { email: boolean; commitEmail: boolean } {
  const email = user.emailConfirmed && next.email !== null && next.email === user.email;
  if (next.commitEmail === null) return { email, commitEmail: false };
  const known = [
    noReplyAddress(user),
    ...(email ? [next.email] : []),
    ...(user.commitEmailConfirmed ? [user.commitEmail] : []),
  ];
  return { email, commitEmail: known.includes(next.commitEmail) };
}
