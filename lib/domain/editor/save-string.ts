import { findings } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { anyOf, present } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { applyFixups } from "@/lib/text/fixups/apply";
import { FIXUPS } from "@/lib/text/fixups/registry";
import { valuesOf } from "@/lib/text/formats/kernel/edit-plan";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { recentChanges } from "../changes/list";
import { joinForms } from "../changes/record";
import { Conflict, Unauthenticated } from "../errors";
import { comparedSources, effectiveFlags, outerFlags } from "../quality/check-unit";
import { findTranslationById, type TranslationRow } from "../translations/translations";
import { NO_SPREAD, type Spread } from "../units/apply-edits";
import { type EditResult, editUnit } from "../units/edit-unit";
import type { UnitRow } from "../units/units";
import { dropDraft } from "./drafts";
import type { EditorUnit } from "./unit";
import { findEditorUnit } from "./window";

const f = findings.as("f");

/** A save as the editor sends it. */
export interface SaveInput {
  unitId: number;
  targets: string[];
  /** 0, 10, 20 or 30. */
  state: number;
  /** Version of the string that the text was written over. */
  baseVersion: number;
  /** Account that typed the text; a save under another one is refused. */
  accountId: number;
  /** Suggestion that the text was made from. */
  suggestionId?: number;
  /** For a source text of which the meaning stays the same. */
  keepTranslations?: boolean;
}

export type SaveOutcome =
  | {
      kind: "saved";
      unit: EditorUnit;
      /** Names of the automatic corrections that changed the text. */
      adjusted: string[];
      /** Enforced checks because of which it needs editing. */
      enforced: string[];
      /** What became of equal strings in other components. */
      spread: Spread;
    }
  /** Somebody else's text stands there now. */
  | { kind: "conflict"; current: EditorUnit; by: { name: string; at: string } | null };

const FIXUP_NAMES = new Map(FIXUPS.map((fixup) => [fixup.id, fixup.name]));

/** Versions that one look back may explain; a person who saves more often between two answers is asked. */
const LOOKED_BACK = 20;

/**
 * Saves a string from the editor. A save may be sent twice: the second finds its work done. The same text by two people
 * and an edit over one's own former edit are no conflicts; one over somebody else's text is given back with it.
 * @throws Unauthenticated when nobody, or another account, is signed in; NotFound, Forbidden, Invalid as `editUnit`
 */
export async function saveString(actor: Actor, input: SaveInput): Promise<SaveOutcome> {
  demandAccount(actor, input.accountId);
  const first = await attempt(actor, input, input.baseVersion);
  if (!("outdated" in first)) return first;
  const todo = await settle(actor, first.outdated, input);
  if (todo === "done") return saved(actor, first.outdated);
  if (todo === "ask") return conflict(actor, first.outdated);
  const second = await attempt(actor, input, first.outdated.version);
  return "outdated" in second ? conflict(actor, second.outdated) : second;
}

/** @throws Unauthenticated when nobody, or another account than the one that typed a text, is signed in */
export function demandAccount(actor: Actor, accountId: number): void {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signedOutTextKept"), true);
  if (actor.userId !== accountId) throw new Unauthenticated(refusal("otherUserNow"), true);
}

/**
 * What happened to a string since `baseVersion`: `own` when everything was this actor's doing (another tab), `stored` when
 * the text has been saved by them already (the answer was lost) and maybe replaced since.
 */
async function readSince(
  actor: Actor,
  current: UnitRow,
  baseVersion: number,
  text: string,
): Promise<{ own: boolean; stored: boolean }> {
  const behind = current.version - baseVersion;
  if (behind < 1 || behind > LOOKED_BACK) return { own: false, stored: false };
  const lines = await recentChanges(actor, { unitId: current.id, content: true }, behind);
  const mine = lines.filter((line) => line.userId === actor.userId);
  return {
    own: lines.length === behind && mine.length === behind,
    stored: mine.some((line) => line.target === text),
  };
}

/** The text as the service would store it, after its automatic corrections. */
function corrected(translation: TranslationRow, unit: UnitRow, targets: readonly string[]): string[] {
  const { component } = translation;
  const given = hasSeveralValues(component.fileFormat) ? valuesOf(targets) : [...targets];
  if (translation.isSource) return given;
  return applyFixups({
    sources: comparedSources(component.fileFormat, unit.sources),
    targets: given,
    flags: effectiveFlags([...outerFlags({ component, translation }), unit.flags, unit.extraFlags]),
    languageCode: translation.language.code,
    sourceLanguageCode: component.sourceLanguage.code,
    plural: translation.plural,
  }).targets;
}

/** Whether a check of these fails on the string and has not been dismissed. */
async function failsAnyOf(unitId: number, checks: readonly string[]): Promise<boolean> {
  const found = await db.one(sql`
    select ${present} from ${f} where ${f.unitId} = ${unitId} and not ${f.dismissed} and ${anyOf(f.check, checks)} limit 1`);
  return found !== undefined;
}

/** What to do about a string that was changed after it was opened. */
async function settle(actor: Actor, current: UnitRow, input: SaveInput): Promise<"done" | "save" | "ask"> {
  const translation = await findTranslationById(actor, current.translationId);
  const text = joinForms(corrected(translation, current, input.targets));
  if (text === joinForms(current.targets)) {
    const lowered =
      current.state === STATE.NEEDS_EDITING &&
      input.state >= STATE.TRANSLATED &&
      (await failsAnyOf(current.id, translation.component.enforcedChecks));
    return current.state === input.state || current.state === STATE.APPROVED || lowered ? "done" : "save";
  }
  const since = await readSince(actor, current, input.baseVersion, text);
  if (since.own) return "save";
  return since.stored ? "done" : "ask";
}

/** A string as the editor holds it. */
export async function editorUnit(actor: Actor, unit: Pick<UnitRow, "id">): Promise<EditorUnit> {
  const found = await findEditorUnit(actor, unit.id);
  if (!found) throw new Error(`String ${unit.id} was removed while it was being saved.`);
  return found;
}

async function saved(actor: Actor, unit: UnitRow, result?: EditResult): Promise<SaveOutcome> {
  await dropDraft(actor, unit.id);
  return {
    kind: "saved",
    unit: await editorUnit(actor, unit),
    adjusted: (result?.fixups ?? []).map((id) => FIXUP_NAMES.get(id) ?? id),
    enforced: result?.enforced ?? [],
    spread: result?.spread ?? NO_SPREAD,
  };
}

async function attempt(
  actor: Actor,
  input: SaveInput,
  baseVersion: number,
): Promise<SaveOutcome | { outdated: UnitRow }> {
  try {
    const { unitId, targets, state, suggestionId, keepTranslations } = input;
    const result = await editUnit(actor, unitId, { targets, state, keepTranslations }, { baseVersion, suggestionId });
    return saved(actor, result.unit, result);
  } catch (error) {
    if (error instanceof Conflict && error.current !== undefined) return { outdated: error.current as UnitRow };
    throw error;
  }
}

async function conflict(actor: Actor, unit: UnitRow): Promise<SaveOutcome> {
  const [last] = await recentChanges(actor, { unitId: unit.id }, 1);
  return {
    kind: "conflict",
    current: await editorUnit(actor, unit),
    by: last ? { name: last.userName || last.username || "The repository", at: last.at.toISOString() } : null,
  };
}
