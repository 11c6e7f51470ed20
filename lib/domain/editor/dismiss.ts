import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { NotFound } from "../errors";
import { type Dismissal, dismissFinding } from "../units/findings";
import { demandAccount } from "./save-string";
import type { EditorUnit } from "./unit";
import { findEditorUnit } from "./window";

/** A dismissal as the editor sends it. */
export interface DismissInput extends Dismissal {
  unitId: number;
  check: string;
  /** Account that pressed the button. */
  accountId: number;
}

/**
 * Dismisses a failing check from the editor, or takes that back. @returns the string as it is now
 * @throws as `dismissFinding`; Unauthenticated when nobody, or another account, is signed in
 */
export async function dismissInEditor(actor: Actor, input: DismissInput): Promise<EditorUnit> {
  const { unitId, check, accountId, ...how } = input;
  demandAccount(actor, accountId);
  await dismissFinding(actor, unitId, check, how);
  const unit = await findEditorUnit(actor, unitId);
  if (!unit) throw new NotFound(refusal("stringHasBeenRemoved", { unitId }));
  return unit;
}
