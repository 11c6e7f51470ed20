import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { denial, isMember } from "../access/demand";
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
    return {
      reason: "missing-permission",
      permission: "unit.edit",
      text: `In ${unit.projectName}, only members of the project translate into this language. You can add a suggestion.`,
    };
  if (unit.isSource && !unit.isTemplate)
    return { reason: "read-only-string", text: "This is the source text. Change it in the source code." };
  if (unit.isTemplate) {
    if (!unit.editTemplate)
      return { reason: "read-only-string", text: "Editing the base file is turned off for this component." };
    const template = denial(actor, "unit.template", scope);
    if (template) return template;
    if (unit.sourceEditsByMembers && !isMember(actor, "unit.template", scope))
      return {
        reason: "missing-permission",
        permission: "unit.template",
        text: `In ${unit.projectName}, only members of the project edit source strings. Ask about this one in a comment.`,
      };
  }
  if (unit.state === STATE.READ_ONLY)
    return {
      reason: "read-only-string",
      text: "This string is read-only, as set by its file or a flag.",
    };
  if (unit.sourceWaits)
    return {
      reason: "read-only-string",
      text: "The source string needs editing. It can be translated as soon as it is ready.",
    };
  if (unit.state === STATE.APPROVED && reviewed(unit) && denial(actor, "unit.review", scope))
    return {
      reason: "approved-needs-reviewer",
      permission: "unit.review",
      text: "This translation is approved. Only reviewers can change it, but you can add a suggestion.",
    };
  if (unit.suggestionVoting && unit.suggestionAutoaccept > 0) return denial(actor, "unit.override", scope);
  return undefined;
}

/** Conditions that every contribution has, whatever its permission. */
export function contributionDenial(
  actor: Actor,
  unit: Pick<EditSubject, "componentLocked" | "lockReason" | "componentName">,
  options: { agreementSigned: boolean },
): Denial | undefined {
  if (unit.componentLocked)
    return {
      reason: "locked",
      text: `${unit.componentName} is locked${unit.lockReason ? ` (${unit.lockReason})` : ""}. Your text is kept as a draft until it is unlocked.`,
    };
  if (!actor.email && !actor.isBot && actor.cause !== "service")
    return {
      reason: "missing-permission",
      text: "Your profile has no e-mail address, which is needed for commits. Add one in your profile.",
    };
  if (!options.agreementSigned && !actor.isBot)
    return {
      reason: "agreement-unsigned",
      text: `${unit.componentName} requires a signed contributor agreement. Open the component's page to read and sign it.`,
    };
  return undefined;
}

/** Whether reviews are on for the language of this unit. */
export function reviewed(unit: Pick<EditSubject, "isSource" | "translationReview" | "sourceReview">): boolean {
  return unit.isSource ? unit.sourceReview : unit.translationReview;
}

/** Why the actor may not approve, or undefined. */
export function reviewDenial(actor: Actor, unit: EditSubject): Denial | undefined {
  if (!reviewed(unit)) return { reason: "not-supported", text: "Reviews are turned off in this project." };
  return denial(actor, "unit.review", editableScope(unit as EditableUnit));
}
