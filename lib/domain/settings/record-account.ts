import type { Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { MASK } from "../secrets";
import { type FieldValues, recordSaves, type SaveTopic } from "./record-saves";

/** Accounts of the installation elsewhere as records of saves tell them; what lets somebody in is told by a mask. */

interface AccountKind {
  topic: "code-host" | "http-account";
  /** The field that lets somebody in. */
  secret: string;
}

export const CODE_HOST: AccountKind = { topic: "code-host", secret: "token" };
export const HTTP_ACCOUNT: AccountKind = { topic: "http-account", secret: "password" };

/** Whether settings are of such an account. */
export const isAccount = (topic: SaveTopic): boolean => [CODE_HOST, HTTP_ACCOUNT].some((kind) => kind.topic === topic);

/** What an account says; undefined for one that is not there. */
export const toldAccount = ({ secret }: AccountKind, account: object | undefined): FieldValues =>
  account ? { exists: true, ...account, [secret]: MASK } : { exists: false };

/**
 * Tells of an account that the transaction has made, changed or removed, in that transaction.
 * @param subject where the account is
 * @param how whether its secret is another one
 */
export async function recordAccount(
  tx: Tx,
  actor: Actor,
  kind: AccountKind,
  { id, subject }: { id: number; subject: string },
  { before, after, secret }: { before?: object; after?: object; secret: boolean },
): Promise<void> {
  await recordSaves(tx, actor, [
    {
      ...{ topic: kind.topic, objectId: id, subject },
      ...{ before: toldAccount(kind, before), after: toldAccount(kind, after) },
      masked: secret ? [kind.secret] : [],
    },
  ]);
}
