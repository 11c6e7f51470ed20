import { inTransaction, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { type Actor, ledgerUser } from "../access/actor";
import { denial } from "../access/demand";
import { ACTION } from "../change-actions";
import { type Cause, joinForms } from "../changes/record";
import { fixText } from "../quality/check-unit";
import { agreementSigned } from "../units/agreement";
import { applyEdits } from "../units/apply-edits";
import { contributionDenial, reviewDenial, reviewed } from "../units/may-edit";
import { suggestMany } from "../units/suggest-many";
import { type EditableUnit, editableScope, lockUnits, takesTexts } from "../units/units";

/** A text that a string could be given, and where it was found. */
export interface TranslationCandidate {
  unitId: number;
  /** Version of the string it was found for; a string that was changed meanwhile is left alone. */
  version: number;
  targets: string[];
  /** For the ledger: the component, or the service and its quality. */
  details: TextSource;
  /** Placeables that the text lost or made up: it can be a suggestion or need editing, no more. */
  lost?: string[];
}

/** Where a text was found. */
export interface TextSource {
  auto_source: "others" | "mt";
  /** Of `others`: the component that has it. */
  component?: number | null;
  path?: string | null;
  /** Of `mt`: the service and its quality. */
  engine?: string;
  quality?: number;
}

export const AUTO_MODES = ["suggest", "translate", "fuzzy", "approved"] as const;
export type AutoMode = (typeof AUTO_MODES)[number];

const STATES = { translate: STATE.TRANSLATED, fuzzy: STATE.NEEDS_EDITING, approved: STATE.APPROVED } as const;

/** The state of a translation that nobody has looked at yet. */
export const stateOf = (mode: Exclude<AutoMode, "suggest">, lost: readonly string[] = []) =>
  lost.length > 0 ? STATE.NEEDS_EDITING : STATES[mode];

export interface CandidateOptions {
  mode: AutoMode;
  cause: Cause;
  operationId: string;
}

/**
 * Gives offered texts to their strings in one transaction, as the mode says. Strings that are read-only, locked,
 * changed meanwhile or approved without the actor being a reviewer stay as they are.
 * @returns how many strings were given something
 */
export async function applyCandidates(
  actor: Actor,
  candidates: readonly TranslationCandidate[],
  options: CandidateOptions,
): Promise<number> {
  if (candidates.length === 0) return 0;
  return inTransaction(async (tx) => {
    const chosen = await choose(tx, actor, candidates, options.mode);
    if (chosen.length === 0) return 0;
    const credit = { operationId: options.operationId, authorId: ledgerUser(actor) };
    if (options.mode === "suggest") return suggestMany(tx, actor, chosen, { cause: "machine", ...credit });
    const { mode } = options;
    const edits = chosen.flatMap(({ lost, ...edit }) => {
      const state = stateOf(mode, lost);
      const same = edit.unit.state === state && joinForms(edit.unit.targets) === joinForms(edit.targets);
      return same ? [] : [{ ...edit, state, action: ACTION.AUTOMATICALLY_TRANSLATED }];
    });
    await applyEdits(tx, actor, edits, { cause: options.cause, automatic: true, ...credit });
    return edits.length;
  });
}

async function choose(tx: Tx, actor: Actor, candidates: readonly TranslationCandidate[], mode: AutoMode) {
  const candidateOf = new Map(candidates.map((candidate) => [candidate.unitId, candidate]));
  const units = await lockUnits(tx, actor, [...candidateOf.keys()]);
  const [first] = units;
  const signed = first === undefined || (await agreementSigned(tx, actor, first));
  return units.flatMap((unit) => {
    const candidate = candidateOf.get(unit.id);
    if (!candidate || candidate.version !== unit.version || !mayTake(actor, unit, mode, signed)) return [];
    const { targets, lost } = candidate;
    const details = { ...candidate.details };
    if (!takesTexts(unit, targets) || targets.every((text) => text.trim() === "")) return [];
    if (targets.some((text) => /[\u0000\u001e]/.test(text) || !text.isWellFormed())) return [];
    return [{ unit, targets: fixText(unit, targets).targets, details, lost }];
  });
}

function mayTake(actor: Actor, unit: EditableUnit, mode: AutoMode, agreementSigned: boolean): boolean {
  if (unit.state === STATE.READ_ONLY || contributionDenial(actor, unit, { agreementSigned })) return false;
  if (mode === "suggest") return unit.enableSuggestions;
  if (unit.sourceWaits) return false;
  if (mode === "approved" && reviewDenial(actor, unit)) return false;
  return unit.state !== STATE.APPROVED || !reviewed(unit) || !denial(actor, "unit.review", editableScope(unit));
}
