import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid } from "../errors";
import { eraseUser } from "./manage-users";
import { demandProof, type Proof } from "./prove-oneself";

/**
 * Removes the actor's own account: what the person was goes, tokens and sessions end, contributions stay under the name
 * "Deleted User". Nothing brings it back, so the name is typed besides the proof.
 * @throws Invalid on `username` and `currentPassword`, and for the last superuser; Throttled, Unauthenticated
 */
export async function removeOneself(actor: Actor, username: string, proof: Proof): Promise<void> {
  if (!actor.isAnonymous && username.trim() !== actor.username)
    throw Invalid.field("username", refusal("enterUsernameExactly"));
  await eraseUser(await demandProof(actor, proof));
}
