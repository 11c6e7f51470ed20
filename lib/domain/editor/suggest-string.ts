import type { Actor } from "../access/actor";
import { joinForms } from "../changes/record";
import { acceptSuggestion, addSuggestion, findSuggestion, removeSuggestion, voteOn } from "../discussion/suggestions";
import { Conflict, Invalid } from "../errors";
import { findUnit } from "../units/units";
import { dropDraft } from "./drafts";
import { demandAccount, editorUnit } from "./save-string";
import type { EditorUnit } from "./unit";

/** A suggestion as the editor sends it. */
export interface SuggestInput {
  unitId: number;
  targets: string[];
  /** Forms of the source it was written for. */
  sources: string[];
  /** Account that typed the text, 0 for nobody's. */
  accountId: number;
}

/** What became of a suggestion: made; there before; what the string says already; or votes made it the translation. */
export type SuggestResult = "made" | "known" | "same" | "accepted";

export interface SuggestOutcome {
  kind: "suggested";
  result: SuggestResult;
  unit: EditorUnit;
}

/**
 * Suggests a text from the editor. It may be sent twice: the second finds it there.
 * @throws Unauthenticated when another account is signed in; NotFound, Forbidden, Invalid, Conflict as `addSuggestion`
 */
export async function suggestString(actor: Actor, input: SuggestInput): Promise<SuggestOutcome> {
  if (input.accountId !== 0) demandAccount(actor, input.accountId);
  const result = await attempt(actor, input);
  await dropDraft(actor, input.unitId);
  return { kind: "suggested", result, unit: await editorUnit(actor, await findUnit(actor, input.unitId)) };
}

async function attempt(actor: Actor, { unitId, targets, sources }: SuggestInput): Promise<SuggestResult> {
  try {
    const outcome = await addSuggestion(actor, unitId, targets, { sources });
    if ("made" in outcome) return "made";
    return outcome.vote.result === "accepted" ? "accepted" : "known";
  } catch (error) {
    if (!(error instanceof Invalid && error.fields[0]?.code === "unique")) throw error;
    const unit = await findUnit(actor, unitId);
    return joinForms(unit.targets) === joinForms(targets) ? "same" : "known";
  }
}

/** What somebody does with a suggestion that they read in the editor. */
export type Decision =
  /** `version` is the one of the string that they saw. */
  { act: "accept" | "approve"; version: number } | { act: "reject"; reason: string } | { act: "vote"; value: 1 | -1 };

export type DecideOutcome =
  | { kind: "decided"; unit: EditorUnit }
  /** The string says something else than what was looked at. */
  | { kind: "changed"; unit: EditorUnit; reason: string };

/** Decides a suggestion, or votes on it. @throws NotFound when it is gone; Forbidden, Invalid */
export async function decideSuggestion(actor: Actor, id: number, decision: Decision): Promise<DecideOutcome> {
  const { unitId } = await findSuggestion(actor, id);
  const stands = async () => editorUnit(actor, await findUnit(actor, unitId));
  try {
    if (decision.act === "vote") await voteOn(actor, id, decision.value);
    else if (decision.act === "reject") await removeSuggestion(actor, id, { text: decision.reason, isSpam: false });
    else await acceptSuggestion(actor, id, decision.act === "approve", { baseVersion: decision.version });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return { kind: "changed", unit: await stands(), reason: error.message };
  }
  return { kind: "decided", unit: await stands() };
}
