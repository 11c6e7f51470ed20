import type { Texts } from "#texts";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { type GivenState, needsEditing, STATE } from "@/lib/text/codes";
import { pluralName } from "../plural-words";
import { stateOf } from "../states";
import type { LocalDraft } from "./drafts";
import type { OutboxEntry } from "./outbox";

/** What a string is opened with. */
export interface Opening {
  texts: readonly string[];
  needs: boolean;
  base: number;
  fromDraft: boolean;
}

/** The forms of a text, as many as the string takes; its values where that is any number of them. */
export function padded(texts: readonly string[], forms: number | undefined): string[] {
  if (forms === undefined) return texts.length > 0 ? [...texts] : [""];
  return Array.from({ length: forms }, (_, index) => texts[index] ?? "");
}

export function equalTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/**
 * What the fields show when a string is opened: what the server did not take, else the newest draft of this browser or
 * of the account, else what is stored.
 */
export function openingOf(
  unit: EditorUnit,
  forms: number | undefined,
  local: LocalDraft | undefined,
  entry: OutboxEntry | undefined,
): Opening {
  const stored: Opening = {
    texts: padded(unit.targets, forms),
    needs: needsEditing(unit.state),
    base: unit.version,
    fromDraft: false,
  };
  if (entry && entry.status !== "waiting")
    return {
      texts: padded(entry.targets, forms),
      needs: entry.state === STATE.NEEDS_EDITING,
      base: entry.base,
      fromDraft: true,
    };
  const remote = unit.draft;
  const newest = remote && (!local || Date.parse(remote.at) > local.at + 60_000) ? remote : local;
  if (!newest) return stored;
  const texts = padded(newest.targets, forms);
  if (equalTexts(texts, stored.texts)) return stored;
  const base = newest === remote ? remote.baseVersion : (local?.base ?? unit.version);
  return { texts, needs: local && newest === local ? local.needs : false, base, fromDraft: true };
}

/** The state that a save asks for. */
export function stateToSave(texts: readonly string[], how: { needs: boolean; approve: boolean }): GivenState {
  if (texts.every((text) => text === "")) return 0;
  if (how.approve) return 30;
  return how.needs ? 10 : 20;
}

/** Whether a stored state already is what a save would make of it. */
export function alreadySaved(stored: number, wanted: number): boolean {
  if (stored === wanted) return true;
  return (
    (wanted === STATE.TRANSLATED && stored === STATE.APPROVED) ||
    (wanted === STATE.NEEDS_EDITING && needsEditing(stored))
  );
}

/** A state in words, for messages. */
export function describeState(t: Texts, state: number): string {
  return t(`editor.announce.state.${stateOf(state)}`);
}

/** The beginning of a text, in quotes. */
export function wordsOf(text: string, length = 60): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `“${line.length > length ? `${line.slice(0, length - 1)}…` : line}”`;
}

/** A form's name, else its number: "few". */
export const formName = (t: Texts, { plural }: Pick<EditorHead, "plural">, form: number): string =>
  pluralName(t, plural.forms[form]?.category) || String(form + 1);

/** Counts that a form is for: "2, 3, 4, 22 …". */
export function formExamples(examples: readonly number[]): string {
  if (examples.length === 0) return "";
  const shown = examples.slice(0, 5).join(", ");
  return examples.length > 5 ? `${shown} …` : shown;
}
