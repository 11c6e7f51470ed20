import { isDeepStrictEqual } from "node:util";
import { STATE, type UnitState } from "@/lib/text/codes";
import { formatFlags, mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import { findFormat } from "@/lib/text/formats/registry";
import { LONGEST_TEXT } from "@/lib/text/replace";
import type { Actor } from "../../access/actor";
import { denial } from "../../access/demand";
import { FORM_SEPARATOR, joinForms } from "../../changes/record";
import type { ComponentRow } from "../../components/components";
import type { Denial } from "../../errors";
import { type AutoMode, stateOf, type TextSource } from "../../machinery/candidates";
import { effectiveFlags, fixText } from "../../quality/check-unit";
import { manageDenial } from "../../units/manage-units";
import { contributionDenial, editDenial, reviewDenial, reviewed } from "../../units/may-edit";
import { type EditableUnit, editableScope, takesTexts } from "../../units/units";
import { BULK_STATES, type EditWish, type ReadyWish } from "../wish";

/** What becomes of one string: the plan asks, and so does whoever carries it out. */

/** Why a string stays as it is. */
export const SKIP_REASONS = [
  ...(["changed", "gone", "not-allowed", "locked", "agreement", "read-only", "approved", "empty"] as const),
  ...(["enforced-check", "forms", "format", "not-supported", "too-long"] as const),
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** A suggestion that may be accepted. */
export interface Choice {
  id: number;
  userId: number | null;
  targets: string[];
  cause: string;
}

/** Where the text of a proposal was found, and the placeholders that it lost. */
export interface ProposalDetails {
  source: TextSource;
  lost: string[];
}

/** A text that was found for a string. */
export interface Proposal {
  /** Version of the string that it was found for. */
  version: number;
  targets: string[];
  details: ProposalDetails;
}

/** What strings are looked at with. */
export interface Known {
  /** Components whose agreement the actor has signed. */
  signed: ReadonlySet<number>;
  /** Labels of source strings. */
  labels: ReadonlyMap<number, readonly number[]>;
  /** The suggestion of each string that would be accepted. */
  choices: ReadonlyMap<number, Choice>;
  /** What strings said before somebody worked on them, and what that person left; those that others left are not there. */
  former: ReadonlyMap<number, { old: string; oldState: number | null; left: string }>;
  /** Texts that were found for strings. */
  proposals: ReadonlyMap<number, Proposal>;
  /** Components by id, where strings are to be removed. */
  components: ReadonlyMap<number, ComponentRow>;
}

/** What a string becomes. */
export interface Change {
  unit: EditableUnit;
  /** Its text and state, where these change. */
  edit?: { targets: string[]; state: UnitState };
  /** Flags and labels of a source string. */
  about?: { extraFlags?: string; labelIds?: number[] };
  /** Checks that are dismissed. */
  checks?: string[];
  suggestion?: Choice;
  /** A text that is suggested. */
  suggested?: string[];
  /** Where the text was found. */
  origin?: ProposalDetails;
  /** True where the string goes. */
  removed?: boolean;
}

/** The change of a string, or why it stays; undefined where it is so already. */
export type Decision = { change: Change } | { skip: SkipReason } | undefined;

const skip = (reason: SkipReason): Decision => ({ skip: reason });

/** What becomes of a string by a wish. */
export function decide(actor: Actor, unit: EditableUnit, ready: ReadyWish, known: Known): Decision {
  switch (ready.wish.act) {
    case "replace":
      return decideReplacing(actor, unit, ready, known);
    case "edit":
      return unit.isSource ? decideMarks(actor, unit, ready.wish, known) : decideState(actor, unit, ready.wish, known);
    case "dismiss":
      return decideDismissing(actor, unit, ready.wish.checks, known);
    case "accept":
      return decideAccepting(actor, unit, ready.wish.approve, known);
    case "remove":
      return decideRemoving(actor, unit, known);
    case "revert":
      return decideReverting(actor, unit, known);
    case "translate":
      return decideTranslating(actor, unit, ready.wish.mode, known);
  }
}

const REASONS: Partial<Readonly<Record<Denial["reason"], SkipReason>>> = {
  locked: "locked",
  "agreement-unsigned": "agreement",
  "read-only-string": "read-only",
  "approved-needs-reviewer": "approved",
  "not-supported": "not-supported",
};

const reasonOf = (why: Denial): SkipReason => REASONS[why.reason] ?? "not-allowed";

const signs = (unit: EditableUnit, { signed }: Known) => ({
  agreementSigned: !unit.agreement || signed.has(unit.componentId),
});

/** What every act but replacing takes. */
const bulkDenial = (actor: Actor, unit: EditableUnit, known: Known): Denial | undefined =>
  denial(actor, "unit.bulk_edit", editableScope(unit)) ?? contributionDenial(actor, unit, signs(unit, known));

function decideReplacing(actor: Actor, unit: EditableUnit, { replace }: ReadyWish, known: Known): Decision {
  const targets = unit.targets.map((text) => replace(text) ?? text);
  if (isDeepStrictEqual(targets, unit.targets)) return undefined;
  const why = editDenial(actor, unit, signs(unit, known));
  if (why) return skip(reasonOf(why));
  if (targets.some((text) => text.length > LONGEST_TEXT)) return skip("too-long");
  if (targets.every((text) => text === "")) return skip("empty");
  if (!takesTexts(unit, targets)) return skip("forms");
  if (findFormat(unit.fileFormat)?.refuses?.(targets) !== undefined) return skip("format");
  return { change: { unit, edit: { targets, state: unit.state } } };
}

function decideState(actor: Actor, unit: EditableUnit, wish: EditWish, known: Known): Decision {
  const { state } = wish;
  if (state === undefined || unit.state === state) return undefined;
  const why = bulkDenial(actor, unit, known);
  if (why) return skip(reasonOf(why));
  if (unit.state === STATE.READ_ONLY || unit.sourceWaits) return skip("read-only");
  if (unit.state === STATE.EMPTY) return skip("empty");
  if (!BULK_STATES.some((one) => one === unit.state)) return undefined;
  const scope = editableScope(unit);
  if (unit.state === STATE.APPROVED && reviewed(unit) && denial(actor, "unit.review", scope)) return skip("approved");
  if (unit.suggestionVoting && unit.suggestionAutoaccept > 0 && denial(actor, "unit.override", scope))
    return skip("not-allowed");
  if (state === STATE.APPROVED && reviewDenial(actor, unit)) return skip("not-allowed");
  const enforced = Object.entries(unit.findings ?? {}).some(
    ([check, dismissed]) => !dismissed && unit.enforcedChecks.includes(check),
  );
  if (state >= STATE.TRANSLATED && enforced) return skip("enforced-check");
  return { change: { unit, edit: { targets: [...unit.targets], state } } };
}

function decideMarks(actor: Actor, unit: EditableUnit, wish: EditWish, known: Known): Decision {
  const about = aboutOf(unit.extraFlags, known.labels.get(unit.sourceId) ?? [], wish);
  if (!about) return undefined;
  const why = bulkDenial(actor, unit, known);
  return why ? skip(reasonOf(why)) : { change: { unit, about } };
}

/** What a source string is to be described by, with these flags and labels; undefined where it is described so already. */
export function aboutOf(
  extraFlags: string,
  labels: readonly number[],
  wish: Pick<EditWish, "addFlags" | "removeFlags" | "addLabels" | "removeLabels">,
): Change["about"] {
  const flags = changedFlags(extraFlags, wish);
  const removed = new Set(wish.removeLabels);
  const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);
  const labelIds = sorted([...labels, ...wish.addLabels]).filter((label) => !removed.has(label));
  const relabelled = labelIds.join() !== sorted(labels).join();
  if (flags === undefined && !relabelled) return undefined;
  return { ...(flags !== undefined && { extraFlags: flags }), ...(relabelled && { labelIds }) };
}

/** Flags with some more and without some; undefined where they are so already. */
function changedFlags(text: string, { addFlags, removeFlags }: Pick<EditWish, "addFlags" | "removeFlags">) {
  const before = parseFlags(text);
  const after = new Map(mergeFlags(before, parseFlags(addFlags)));
  for (const name of parseFlags(removeFlags).keys()) after.delete(name);
  const [was, now] = [formatFlags(before), formatFlags(after)];
  return was === now ? undefined : now;
}

function decideDismissing(actor: Actor, unit: EditableUnit, wanted: readonly string[], known: Known): Decision {
  const failing = wanted.filter((check) => unit.findings?.[check] === false);
  if (failing.length === 0) return undefined;
  const why = denial(actor, "unit.bulk_edit", editableScope(unit)) ?? denial(actor, "unit.check", editableScope(unit));
  if (why) return skip(reasonOf(why));
  if (unit.componentLocked) return skip("locked");
  if (unit.agreement && !known.signed.has(unit.componentId)) return skip("agreement");
  const checks = failing.filter((check) => !unit.enforcedChecks.includes(check));
  return checks.length === 0 ? skip("enforced-check") : { change: { unit, checks } };
}

function decideAccepting(actor: Actor, unit: EditableUnit, approve: boolean, known: Known): Decision {
  const suggestion = known.choices.get(unit.id);
  if (!suggestion) return undefined;
  const why =
    denial(actor, "unit.bulk_edit", editableScope(unit)) ??
    editDenial(actor, unit, { ...signs(unit, known), permission: "suggestion.accept" }) ??
    (approve ? reviewDenial(actor, unit) : undefined);
  if (why) return skip(reasonOf(why));
  const { targets } = suggestion;
  if (!takesTexts(unit, targets)) return skip("forms");
  if (targets.every((text) => text === "")) return skip("empty");
  if (findFormat(unit.fileFormat)?.refuses?.(targets) !== undefined) return skip("format");
  return { change: { unit, suggestion, edit: { targets, state: approve ? STATE.APPROVED : STATE.TRANSLATED } } };
}

function decideRemoving(actor: Actor, unit: EditableUnit, known: Known): Decision {
  const component = known.components.get(unit.componentId);
  if (!component) return skip("not-allowed");
  const format = findFormat(component.fileFormat);
  const why =
    denial(actor, "unit.bulk_edit", editableScope(unit)) ??
    manageDenial(actor, component, unit, "delete", { ...signs(unit, known), format });
  if (why) return skip(reasonOf(why));
  if (unit.isGlossary && !unit.isSource && effectiveFlags([unit.flags, unit.extraFlags]).has("terminology"))
    return skip("not-supported");
  return { change: { unit, removed: true } };
}

function decideReverting(actor: Actor, unit: EditableUnit, known: Known): Decision {
  const former = known.former.get(unit.id);
  if (!former || former.left !== joinForms(unit.targets)) return skip("changed");
  const targets = former.old === "" ? unit.targets.map(() => "") : former.old.split(FORM_SEPARATOR);
  const wanted = targets.every((text) => text === "") ? STATE.EMPTY : stateBefore(former.oldState);
  const state = wanted === STATE.APPROVED && reviewDenial(actor, unit) ? STATE.TRANSLATED : wanted;
  if (isDeepStrictEqual(targets, unit.targets) && state === unit.state) return undefined;
  const why = denial(actor, "unit.bulk_edit", editableScope(unit)) ?? editDenial(actor, unit, signs(unit, known));
  if (why) return skip(reasonOf(why));
  if (!takesTexts(unit, targets)) return skip("forms");
  return { change: { unit, edit: { targets, state } } };
}

/** No permission to edit is asked: `translation.auto` stands for it. */
function decideTranslating(actor: Actor, unit: EditableUnit, mode: AutoMode, known: Known): Decision {
  const proposal = known.proposals.get(unit.id);
  if (!proposal || unit.isSource) return undefined;
  const { details: origin } = proposal;
  const scope = editableScope(unit);
  const why =
    denial(actor, "translation.auto", scope) ??
    contributionDenial(actor, unit, signs(unit, known)) ??
    (mode === "approved" ? reviewDenial(actor, unit) : undefined);
  if (why) return skip(reasonOf(why));
  if (unit.state === STATE.READ_ONLY) return skip("read-only");
  if (unit.version !== proposal.version) return skip("changed");
  if (mode === "approved" && unit.fourEyes) return skip("not-allowed");
  if (!takesTexts(unit, proposal.targets)) return skip("forms");
  if (proposal.targets.some((text) => /[\u0000\u001e]/.test(text) || !text.isWellFormed())) return skip("format");
  const { targets } = fixText(unit, proposal.targets);
  if (targets.every((text) => text.trim() === "")) return skip("empty");
  if (findFormat(unit.fileFormat)?.refuses?.(targets) !== undefined) return skip("format");
  const same = isDeepStrictEqual(targets, unit.targets);
  if (mode === "suggest") {
    if (!unit.enableSuggestions) return skip("not-allowed");
    return same ? undefined : { change: { unit, suggested: targets, origin } };
  }
  if (unit.sourceWaits) return skip("read-only");
  if (unit.state === STATE.APPROVED && reviewed(unit) && denial(actor, "unit.review", scope)) return skip("approved");
  const state = stateOf(mode, origin.lost);
  return same && state === unit.state ? undefined : { change: { unit, edit: { targets, state }, origin } };
}

/** A state that the ledger tells; that of a translation where it tells none. */
const stateBefore = (told: number | null): UnitState => BULK_STATES.find((state) => state === told) ?? STATE.TRANSLATED;
