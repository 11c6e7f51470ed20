import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denial, isMember } from "../access/demand";
import { denied } from "../access/denied";
import type { Denial } from "../errors";
import { type EditableUnit, editableScope } from "./units";

/** What of a unit an edit decision looks at; pages ask with the rows they have. */
export type EditSubject = Pick<
  EditableUnit,
  | "projectId"
  | "projectName"
  | "accessControl"
  | "componentId"
  | "componentName"
  | "restricted"
  | "languageId"
  | "componentLocked"
  | "lockReason"
  | "isGlossary"
  | "isSource"
  | "isTemplate"
  | "editTemplate"
  | "state"
  | "suggestionVoting"
  | "suggestionAutoaccept"
  | "translationReview"
  | "editsByMembers"
  | "sourceReview"
  | "sourceEditsByMembers"
> &
  Partial<Pick<EditableUnit, "sourceWaits">>;

/**
 * Why the actor may not change the text or state of a unit, or undefined; the contract 6.7.
 * @param options `permission` is what the act takes outside of glossaries, `unit.edit` when left out
 */
export function editDenial(
  actor: Actor,
  unit: EditSubject,
  options: { agreementSigned: boolean; permission?: "unit.edit" | "suggestion.accept" },
): Denial | undefined {
  const scope = editableScope(unit as EditableUnit);
  const missing = denial(actor, unit.isGlossary ? "glossary.edit" : (options.permission ?? "unit.edit"), scope);
  if (missing) return missing;
  const general = contributionDenial(actor, unit, options);
  if (general) return general;
  if (unit.editsByMembers && !unit.isSource && !isMember(actor, "unit.edit", scope))
    return denied("missing-permission", refusal("membersTranslate", { project: unit.projectName }), "unit.edit");
  const source = sourceDenial(actor, unit);
  if (source) return source;
  if (unit.state === STATE.READ_ONLY) return denied("read-only-string", refusal("readOnly"));
  if (unit.sourceWaits) return denied("read-only-string", refusal("sourceWaits"));
  if (unit.state === STATE.APPROVED && reviewed(unit) && denial(actor, "unit.review", scope))
    return denied("approved-needs-reviewer", refusal("approved"), "unit.review");
  return onlySuggests(unit) ? denial(actor, "unit.override", scope) : undefined;
}

/** Why the actor may not change the text of a source string; undefined for translations. */
export function sourceDenial(actor: Actor, unit: EditSubject): Denial | undefined {
  if (!unit.isTemplate) return unit.isSource ? denied("read-only-string", refusal("sourceText")) : undefined;
  if (!unit.editTemplate) return denied("read-only-string", refusal("baseFileOff"));
  const scope = editableScope(unit as EditableUnit);
  const template = denial(actor, "unit.template", scope);
  if (template) return template;
  if (unit.sourceEditsByMembers && !isMember(actor, "unit.template", scope))
    return denied("missing-permission", refusal("membersEditSource", { project: unit.projectName }), "unit.template");
  return undefined;
}

/** Whether texts are suggested and voted on here, and nobody without a right of its own writes them. */
export const onlySuggests = (unit: Pick<EditSubject, "suggestionVoting" | "suggestionAutoaccept">): boolean =>
  unit.suggestionVoting && unit.suggestionAutoaccept > 0;

const lockedRefusal = (component: string, why: string) =>
  why ? refusal("lockedBecause", { component, why }) : refusal("locked", { component });

/** Conditions that every contribution has, whatever its permission. */
export function contributionDenial(
  actor: Actor,
  unit: Pick<EditSubject, "componentLocked" | "lockReason" | "componentName">,
  options: { agreementSigned: boolean },
): Denial | undefined {
  if (unit.componentLocked) return denied("locked", lockedRefusal(unit.componentName, unit.lockReason));
  if (!actor.email && !actor.isBot && actor.cause !== "service")
    return denied("missing-permission", refusal("noEmail"));
  if (!options.agreementSigned && !actor.isBot)
    return denied("agreement-unsigned", refusal("agreement", { component: unit.componentName }));
  return undefined;
}

/** Whether reviews are on for the language of this unit. */
export function reviewed(unit: Pick<EditSubject, "isSource" | "translationReview" | "sourceReview">): boolean {
  return unit.isSource ? unit.sourceReview : unit.translationReview;
}

/** Why the actor may not approve, or undefined. */
export function reviewDenial(actor: Actor, unit: EditSubject): Denial | undefined {
  if (!reviewed(unit)) return denied("not-supported", refusal("reviewsOff"));
  return denial(actor, "unit.review", editableScope(unit as EditableUnit));
}
