import { inTransaction, type Tx } from "@/lib/platform/database";
import { isBlankFor } from "@/lib/text/blank";
import { type GivenState, isGivenState, STATE } from "@/lib/text/codes";
import { valuesOf } from "@/lib/text/formats/kernel/edit-plan";
import { findFormat, hasSeveralValues } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { throwDenial } from "../access/demand";
import { ACTION } from "../change-actions";
import type { Cause } from "../changes/record";
import { Conflict, type FieldError, Invalid, NotFound, worded } from "../errors";
import { bringAids } from "../quality/bring-aids";
import { fixText } from "../quality/check-unit";
import { agreementSigned } from "./agreement";
import { type AppliedEdit, NO_SPREAD, type Spread, type UnitEdit } from "./apply-edits";
import { ADAPTED, demandOtherEyes, mayBeOwn } from "./four-eyes";
import { mayBeHeld } from "./internal/enforce-related";
import { editDenial, reviewDenial } from "./may-edit";
import { applyAndPropagate } from "./propagate";
import { removeDecided, suggesterOf, suggestionTaken, type TakenSuggestion } from "./suggested";
import { describeForms, type EditableUnit, findUnit, lockUnits, takesTexts, type UnitRow } from "./units";

export interface EditInput {
  targets: string[];
  /** 0, 10, 20 or 30. */
  state: number;
  /** For a source text of which the meaning stays the same: its translations are not marked for edit. */
  keepTranslations?: boolean;
}

/** One that breaks no rule. */
interface ValidEdit extends EditInput {
  state: GivenState;
}

export interface EditOptions {
  /** Version the edit is based on (`If-Match`); left out means whatever stands. */
  baseVersion?: number;
  cause?: Cause;
  /** Suggestion that the text was made from: its author is credited, and it leaves. */
  suggestionId?: number;
  /** How the ledger tells of it; decided from what changes when left out. */
  told?: Pick<UnitEdit, "action" | "details">;
}

export interface EditResult {
  unit: UnitRow;
  /** Names of the automatic fixups that changed the text. */
  fixups: string[];
  /** Enforced checks that turned the state into needs editing. */
  enforced: string[];
  /** What became of equal strings in other components. */
  spread: Spread;
  /** False when everything stood so already. */
  changed: boolean;
}

/**
 * The one way to change the text or state of a unit. In one transaction: the unit, its findings, the ledger, the
 * pending change, equal strings in other components, and the counters.
 * @throws NotFound, Forbidden, Invalid; Conflict with the current UnitRow when `baseVersion` is outdated and the text differs
 */
export async function editUnit(
  actor: Actor,
  unitId: number,
  input: EditInput,
  options: EditOptions = {},
): Promise<EditResult> {
  const outcome = await inTransaction((tx) => editInside(tx, actor, unitId, input, options), { readsFirst: true });
  const done = outcome === "outdated" ? undefined : outcome;
  const unit = done?.now ?? (await findUnit(actor, unitId));
  if (outcome === "outdated") throw new Conflict(refusal("changedBeforeSave"), unit);
  const { fixups = [], enforced = [], spread = NO_SPREAD } = done?.applied ?? {};
  return { unit, fixups, enforced, spread, changed: done !== undefined };
}

/**
 * The same inside a transaction: the edit and, where it can be read behind it, the string as it is now; undefined when
 * everything stood so already.
 */
export async function editInside(
  tx: Tx,
  actor: Actor,
  unitId: number,
  input: EditInput,
  options: EditOptions,
): Promise<{ applied: AppliedEdit | undefined; now: UnitRow | undefined } | undefined | "outdated"> {
  refuseUnstorable(input.targets);
  const [unit] = await lockUnits(tx, actor, [unitId]);
  if (!unit) throw new NotFound(refusal("stringUnseen", { unitId }));
  const why = editDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
  if (why) throwDenial(why);
  validateEdit(actor, unit, input);
  const wanted = hasSeveralValues(unit.fileFormat) ? valuesOf(input.targets) : input.targets;
  const same = unit.state === input.state && sameForms(unit.targets, wanted);
  if (same) return undefined;
  if (options.baseVersion !== undefined && options.baseVersion !== unit.version) return "outdated";
  const taken = options.told
    ? undefined
    : await takes(tx, actor, unit, { targets: wanted, state: input.state }, options.suggestionId);
  if (taken) return accept(tx, actor, unit, { targets: input.targets, state: input.state }, { ...options, taken });
  const { targets, state, keepTranslations } = input;
  const edit = { ...options.told, unit, targets, state, keepTranslations };
  // Before what is sent without waiting, so that the string is read behind the edit.
  if (mayBeOwn([edit])) await demandOtherEyes(tx, actor, [edit], {});
  await bringAids(tx, [unit]);
  const [[applied], now] = await Promise.all([
    applyAndPropagate(tx, actor, [edit], { cause: options.cause, approvalAsked: true }),
    // Sent behind the edit, and so what it leaves; an edited source string, or one that may be held back, takes more to write.
    unit.isTemplate || mayBeHeld(edit) ? undefined : findUnit(actor, unitId, tx),
  ]);
  return { applied, now };
}

/** The suggestion that an edit takes over: the one it was made from, or one that says the same. */
async function takes(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  edit: ValidEdit,
  named: number | undefined,
): Promise<TakenSuggestion | undefined> {
  if (!unit.suggested || edit.state < STATE.TRANSLATED) return undefined;
  const taken = await suggestionTaken(tx, unit, fixText(unit, edit.targets).targets, named);
  if (named === undefined || taken?.id !== named) return taken;
  const agreed = await agreementSigned(tx, actor, unit);
  const why = editDenial(actor, unit, { agreementSigned: agreed, permission: "suggestion.accept" });
  if (why) throwDenial(why);
  return taken;
}

/** An edit that takes over a suggestion credits whoever suggested it. */
async function accept(
  tx: Tx,
  actor: Actor,
  unit: EditableUnit,
  edit: ValidEdit,
  { cause, taken }: EditOptions & { taken: TakenSuggestion },
) {
  // What was changed of it is not the text of whoever suggested it.
  const adapted = !sameForms(taken.targets, edit.targets);
  const accepted = {
    ...edit,
    unit,
    action: ACTION.SUGGESTION_ACCEPTED,
    suggesterId: suggesterOf(taken),
    ...(adapted && { details: { [ADAPTED]: true } }),
  };
  const [applied] = await applyAndPropagate(tx, actor, [accepted], {
    cause,
    authorId: taken.userId ?? ledgerUser(actor),
    textOf: adapted ? undefined : taken.userId,
  });
  await removeDecided(tx, unit.id, taken.id);
  return { applied, now: undefined };
}

function sameForms(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((form, index) => form === b[index]);
}

/** Control characters that no file format and no database column can hold. */
function refuseUnstorable(targets: readonly string[]): void {
  targets.forEach((text, index) => {
    const path = targets.length > 1 ? `target.${index}` : "target";
    if (text.length > 1_000_000) throw Invalid.field(path, refusal("translationMayMost"), "max_length");
    const bad = /[\u0000\u001e]/.exec(text);
    if (bad)
      throw Invalid.field(
        path,
        refusal("controlCharactersU", { code: bad[0].charCodeAt(0).toString(16).padStart(4, "0").toUpperCase() }),
      );
    if (!text.isWellFormed()) throw Invalid.field(path, refusal("textContainsHalf"));
  });
}

const NO_SOURCE: FieldError = {
  path: "keepTranslations",
  code: "invalid",
  ...worded(refusal("onlyEditSource")),
};

/** The rules of the contract 3.8. @throws Invalid; Forbidden for an approval that is not the actor's to give */
export function validateEdit(actor: Actor, unit: EditableUnit, input: EditInput): asserts input is ValidEdit {
  const errors: FieldError[] = [];
  if (!takesTexts(unit, input.targets))
    errors.push({
      path: "target",
      code: "invalid",
      ...worded(describeForms(unit, input.targets.length)),
    });
  if (!isGivenState(input.state))
    errors.push({
      path: "state",
      code: "invalid_choice",
      ...worded(refusal("chooseNamedState")),
    });
  const filled = input.targets.some((text) => text !== "");
  if (input.state === STATE.EMPTY && filled)
    errors.push({
      path: "state",
      code: "invalid",
      ...worded(refusal("state0Means")),
    });
  // Control characters alone are taken away, and nothing is left.
  const stays = filled && fixText(unit, input.targets).targets.some((text) => text !== "");
  if (input.state !== STATE.EMPTY && !stays)
    errors.push({ path: "target", code: "blank", ...worded(refusal("enterTranslationChoose")) });
  else if (input.state !== STATE.EMPTY && isBlankFor(unit.sources, input.targets))
    errors.push({
      path: "target",
      code: "blank",
      ...worded(refusal("textNothingBut")),
    });
  if (input.keepTranslations && !unit.isTemplate) errors.push(NO_SOURCE);
  const refused = findFormat(unit.fileFormat)?.refuses?.(input.targets);
  if (refused !== undefined) errors.push({ path: "target", code: "invalid", ...worded(refused) });
  if (input.state === STATE.APPROVED && errors.length === 0) {
    const why = reviewDenial(actor, unit);
    if (why) errors.push({ path: "state", code: "invalid", message: why.text, said: why.said });
  }
  if (errors.length > 0) throw new Invalid(errors);
}
