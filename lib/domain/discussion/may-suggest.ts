import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, denial } from "../access/demand";
import { denied } from "../access/denied";
import { type Denial, Invalid } from "../errors";
import { fixText } from "../quality/check-unit";
import { type EditSubject, sourceDenial } from "../units/may-edit";
import { describeForms, type EditableUnit, editableScope, takesTexts } from "../units/units";

/** What of a unit the decisions about suggestions look at; pages ask with the rows they have. */
export type SuggestSubject = EditSubject & Pick<EditableUnit, "enableSuggestions">;

/** Why the actor may not suggest a text for a unit, or undefined. */
export function suggestingDenial(
  actor: Actor,
  unit: SuggestSubject,
  options: { agreementSigned: boolean },
): Denial | undefined {
  const missing = denial(actor, "suggestion.add", editableScope(unit as EditableUnit));
  if (missing) return missing;
  if (!unit.enableSuggestions)
    return denied("not-supported", refusal("noSuggestions", { component: unit.componentName }));
  if (unit.state === STATE.READ_ONLY) return denied("read-only-string", refusal("readOnlySuggestions"));
  if (!actor.isBot && !options.agreementSigned)
    return denied("agreement-unsigned", refusal("agreementAlone", { component: unit.componentName }));
  return undefined;
}

/** The text of a suggestion with its automatic fixes. @throws Invalid on `target` */
export function suggestedText(unit: EditableUnit, targets: readonly string[]): string[] {
  if (!takesTexts(unit, targets)) throw Invalid.field("target", describeForms(unit));
  if (targets.every((text) => text.trim() === "")) throw Invalid.field("target", refusal("enterSuggestion"), "blank");
  if (targets.some((text) => /[\u0000\u001e]/.test(text)))
    throw Invalid.field("target", refusal("textContainsControl"));
  const text = fixText(unit, targets).targets;
  if (text.join("\u0000") === unit.targets.join("\u0000"))
    throw Invalid.field("target", refusal("identicalCurrentTranslation"), "unique");
  return text;
}

/** Whether the actor's votes count for this unit. */
export function mayVote(actor: Actor, unit: SuggestSubject): boolean {
  const scope = editableScope(unit as EditableUnit);
  return unit.suggestionVoting && !actor.isAnonymous && can(actor, "suggestion.vote", scope);
}

/**
 * Whether the votes of a suggestion make it the translation, now that the actor votes. What a reviewer approved, votes do not
 * undo; what the program itself says is changed by those only who may edit it, and what waits for its source by nobody.
 */
export function votesAccept(
  actor: Actor,
  unit: EditableUnit,
  suggestion: { votes: number; targets: readonly string[] },
): boolean {
  const enough = unit.suggestionAutoaccept > 0 && suggestion.votes >= unit.suggestionAutoaccept;
  if (!enough || unit.state >= STATE.APPROVED || unit.sourceWaits) return false;
  return takesTexts(unit, suggestion.targets) && !sourceDenial(actor, unit);
}

/** Whether the actor may take the suggestion back as its own. A project's token may not: it acts in one project only. */
export function isOwnSuggestion(actor: Actor, suggestion: { userId: number | null }): boolean {
  return !actor.isAnonymous && suggestion.userId === actor.userId && actor.tokenProjectId === undefined;
}
