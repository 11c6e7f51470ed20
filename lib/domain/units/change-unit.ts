import { inTransaction, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { canonicalFlags } from "@/lib/text/flags/validate";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Conflict, Invalid } from "../errors";
import { describeInside, lockDescribable, type SourceDescription } from "./describe-source";
import { type EditInput, editInside, editUnit } from "./edit-unit";
import { explainTerms, lockTerm } from "./explain-terms";
import { findUnit, type UnitRow } from "./units";

/** What may be changed of a string at once; what is left out stays. */
export interface UnitChange extends SourceDescription {
  targets?: string[];
  state?: number;
  /** For a source text of which the meaning stays the same. */
  keepTranslations?: boolean;
}

export interface ChangeOptions {
  /** Version the change is based on (`If-Match`); left out means whatever stands. */
  baseVersion?: number;
  /** True where a text may come without its state, which is then made of the text. */
  impliesState?: boolean;
}

/**
 * Changes the text of a string and what is said about its source, in one transaction: all of it or nothing. In a glossary an
 * explanation may be of the translation itself.
 * @throws NotFound, Forbidden, Invalid; Conflict with the current UnitRow when `baseVersion` is outdated
 */
export async function changeUnit(
  actor: Actor,
  unitId: number,
  change: UnitChange,
  options: ChangeOptions = {},
): Promise<UnitRow> {
  const { targets, state, keepTranslations, ...about } = change;
  if (keepTranslations && !targets) throw Invalid.field("keepTranslations", refusal("sendTogetherNew"));
  // The common case needs nothing of the string before it is locked.
  if (targets && state !== undefined && saysNothing(about))
    return (await editUnit(actor, unitId, { targets, state, keepTranslations }, editOptions(options))).unit;
  const done = await inTransaction((tx) => changeInside(tx, actor, unitId, change, options), { readsFirst: true });
  const row = typeof done === "object" ? done : await findUnit(actor, unitId);
  if (done === "outdated") throw new Conflict(refusal("changedSinceRead"), row);
  return row;
}

/**
 * The same within a transaction. @returns the string as it is now, where that is known; "outdated" with nothing changed
 * @throws NotFound, Forbidden, Invalid
 */
export async function changeInside(
  tx: Tx,
  actor: Actor,
  unitId: number,
  change: UnitChange,
  options: ChangeOptions = {},
): Promise<UnitRow | "outdated" | undefined> {
  const { explanation, extraFlags, labelIds } = change;
  const { baseVersion, impliesState = false } = options;
  const about = { explanation, labelIds, extraFlags: extraFlags && canonicalFlags(extraFlags) };
  const before = await findUnit(actor, unitId, tx);
  if (!impliesState) demandBoth(change);
  const described = differing(before, about);
  // Asked before the text is written, so that the answer is about the label and not about what follows from the text.
  const term = isOfTranslation(before, described) ? await lockTerm(tx, actor, unitId) : undefined;
  const unit = term ?? (described && (await lockDescribable(tx, actor, unitId, described)));
  const edit = wantedEdit(before, change, impliesState);
  const edited = edit && (await editInside(tx, actor, unitId, edit, editOptions(options)));
  if (edited === "outdated") return "outdated";
  if (!described || !unit) return edit ? edited?.now : before;
  if (!edit && baseVersion !== undefined && baseVersion !== unit.version) return "outdated";
  if (term) await explainTerms(tx, actor, [{ unit: unitId, explanation: described.explanation ?? "" }]);
  else await describeInside(tx, actor, unit, described);
  return undefined;
}

const editOptions = ({ baseVersion }: ChangeOptions) => ({ baseVersion, cause: "api" as const });

function saysNothing(about: SourceDescription): boolean {
  return Object.values(about).every((value) => value === undefined);
}

function demandBoth({ targets, state }: UnitChange): void {
  if ((targets === undefined) === (state === undefined)) return;
  const [path, other] = targets === undefined ? ["target", "state"] : ["state", "target"];
  throw Invalid.field(path, refusal("mustSentTogether", { other, path }), "required");
}

/** What of the source side would change; undefined when the request says what stands there. */
function differing(row: UnitRow, about: SourceDescription): SourceDescription | undefined {
  const labels = row.labels.map((label) => label.id).sort((a, b) => a - b);
  const wanted = about.labelIds && [...new Set(about.labelIds)].sort((a, b) => a - b);
  const change: SourceDescription = {
    explanation: about.explanation === row.explanation ? undefined : about.explanation,
    extraFlags: about.extraFlags === row.extraFlags ? undefined : about.extraFlags,
    labelIds: wanted?.join() === labels.join() ? undefined : wanted,
  };
  return saysNothing(change) ? undefined : change;
}

/** Whether nothing but an explanation is to change of a string that is not the source itself. */
function isOfTranslation({ id, sourceId }: UnitRow, about: SourceDescription | undefined): boolean {
  return id !== sourceId && about?.explanation !== undefined && about.extraFlags === undefined && !about.labelIds;
}

/** Whether a string is told to be read-only. */
const isClosed = ({ state, waits }: UnitRow): boolean => waits || state === STATE.READ_ONLY;

/** The text and state to be written; undefined when there is none, or one without a state that says what stands there. */
function wantedEdit(before: UnitRow, change: UnitChange, impliesState: boolean): EditInput | undefined {
  const { targets, state, keepTranslations } = change;
  if (!targets) return undefined;
  const same = targets.join("\0") === before.targets.join("\0");
  const kept = same ? before.state : STATE.TRANSLATED;
  const implied = targets.every((text) => text === "") ? STATE.EMPTY : kept;
  if (impliesState && state === undefined && same && implied === before.state) return undefined;
  // Whoever sends back the whole string that was read sets nothing that cannot be set.
  if (impliesState && state === STATE.READ_ONLY && same && isClosed(before)) return undefined;
  return { targets, state: state ?? implied, keepTranslations };
}
