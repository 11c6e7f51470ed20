import type { Actor } from "../access/actor";
import { Conflict } from "../errors";
import { revertTo } from "../units/revert";
import { findUnit } from "../units/units";
import { demandAccount, editorUnit } from "./save-string";
import type { DecideOutcome } from "./suggest-string";

/** An earlier text that is put back from the editor. */
export interface RevertInput {
  unit: number;
  /** Line of the ledger whose text it is. */
  change: number;
  /** Version of the string that was looked at. */
  version: number;
  account: number;
}

/** Puts an earlier text of a string back. @throws as `revertTo`; Unauthenticated when another account is signed in */
export async function revertString(actor: Actor, input: RevertInput): Promise<DecideOutcome> {
  demandAccount(actor, input.account);
  const stands = async () => editorUnit(actor, await findUnit(actor, input.unit));
  try {
    await revertTo(actor, input.change, { baseVersion: input.version });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return { kind: "changed", unit: await stands(), reason: error.message };
  }
  return { kind: "decided", unit: await stands() };
}
