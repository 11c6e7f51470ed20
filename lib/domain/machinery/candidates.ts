import { inTransaction, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { type Actor, ledgerUser } from "../access/actor";
import { denial } from "../access/demand";
import { ACTION } from "../change-actions";
import { type Cause, joinForms } from "../changes/record";
import { suggestMany } from "../discussion/suggest-many";
import { fixText } from "../quality/check-unit";
import { applyEdits } from "../units/apply-edits";
import { agreementSigned } from "../units/edit-unit";
import { contributionDenial, reviewDenial, reviewed } from "../units/may-edit";
import { type EditableUnit, editableScope, lockUnits, takesTexts } from "../units/units";

/** A text that a string could be given, and where it was found. */
export interface TranslationCandidate {
  unitId: number;
  /** Version of the string it was found for; a string that was changed meanwhile is left alone. */
  version: number;
  targets: string[];
  /** For the ledger: the component, or the service and its quality. */
  details: Record<string, unknown>;
}

export const AUTO_MODES = ["suggest", "translate", "fuzzy", "approved"] as const;
export type AutoMode = (typeof AUTO_MODES)[number];

const STATE_OF = { translate: STATE.TRANSLATED, fuzzy: STATE.NEEDS_EDITING, approved: STATE.APPROVED } as const;

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
    const state = STATE_OF[options.mode];
    const changed = chosen.filter(
      ({ unit, targets }) => unit.state !== state || joinForms(unit.targets) !== joinForms(targets),
    );
    const edits = changed.map((edit) => ({ ...edit, state, action: ACTION.AUTOMATICALLY_TRANSLATED }));
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
    const { targets, details } = candidate;
    if (!takesTexts(unit, targets) || targets.every((text) => text.trim() === "")) return [];
    if (targets.some((text) => /[\u0000\u001e]/.test(text) || !text.isWellFormed())) return [];
    return [{ unit, targets: fixText(unit, targets).targets, details }];
  });
}

function mayTake(actor: Actor, unit: EditableUnit, mode: AutoMode, agreementSigned: boolean): boolean {
  if (unit.state === STATE.READ_ONLY || contributionDenial(actor, unit, { agreementSigned })) return false;
  if (mode === "suggest") return unit.enableSuggestions;
  if (mode === "approved" && reviewDenial(actor, unit)) return false;
  return unit.state !== STATE.APPROVED || !reviewed(unit) || !denial(actor, "unit.review", editableScope(unit));
}
