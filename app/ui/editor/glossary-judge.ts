import type { GlossaryAnswer } from "@/lib/domain/editor/glossary-says";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { PASSED, type TermJudge } from "@/lib/text/checks/check";
import { checkGlossary } from "@/lib/text/checks/check-glossary";
import { same } from "@/lib/text/checks/same";
import { parseFlags } from "@/lib/text/flags/flags";

/**
 * What glossaries say of texts that are being written. It takes stemmers, which stay on the server: it is asked when somebody
 * pauses, and until it has answered its last answer holds.
 */

const PATH = "/translate/-/glossary/";
const NO_ANSWER_MS = 20_000;
/** Strings whose answers are kept. */
const MOST_KEPT = 50;

interface Kept {
  /** When it was asked for. */
  turn: number;
  texts: readonly string[];
  answer: GlossaryAnswer;
  /** What was found in these texts. */
  findings?: readonly EditorFinding[];
}

/** The newest answers, by string. */
const kept = new Map<number, Kept>();
let turns = 0;

const FLAG = "check-glossary";

/** Whether a translation is compared with its glossary. */
export const asksGlossary = (
  { isSource }: Pick<EditorHead, "isSource">,
  { flags }: Pick<EditorUnit, "flags">,
): boolean => !isSource && flags.includes(FLAG) && parseFlags(flags).has(FLAG);

/** Whether something has been answered about a string, whatever its texts. */
export const isAnswered = (unit: EditorUnit): boolean => kept.has(unit.id);

const isOf = (texts: readonly string[], one: Kept | undefined): boolean =>
  one !== undefined && one.texts.length === texts.length && one.texts.every((text, place) => text === texts[place]);

/** Asks about texts of a string. Where no answer can be had, the former one holds, and the server looks when it saves. */
export async function askGlossary(unit: EditorUnit, texts: readonly string[]): Promise<void> {
  if (isOf(texts, kept.get(unit.id))) return;
  const turn = ++turns;
  try {
    const response = await fetch(PATH, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ unit: unit.id, texts }),
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    if (!response.ok) return;
    const answer = (await response.json()) as GlossaryAnswer;
    if ((kept.get(unit.id)?.turn ?? 0) > turn) return;
    kept.delete(unit.id);
    kept.set(unit.id, { turn, texts: [...texts], answer });
    for (const id of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(id);
  } catch {
    // Offline, or too slow.
  }
}

/** What the newest answer about a string says, for its checks. */
export function judgeOf(unit: EditorUnit): TermJudge | undefined {
  const one = kept.get(unit.id);
  if (!one) return undefined;
  const { named, wrong } = one.answer;
  const judge = (source: string, target: string) =>
    wrong.find((pair) => pair.source === source && pair.text === target)?.findings ?? PASSED;
  return Object.assign(judge, {
    withoutNames: (source: string) => named.find((form) => form.source === source)?.rest ?? source,
  });
}

/**
 * Findings of texts that are compared with a glossary: of the glossary's own the last ones, where it has not been asked about
 * these texts, and none of an unchanged text before it has told its names.
 */
export function withGlossary(
  unit: EditorUnit,
  texts: readonly string[],
  findings: readonly EditorFinding[],
): readonly EditorFinding[] {
  const one = kept.get(unit.id);
  const ofGlossary = ({ check }: EditorFinding) => check === checkGlossary.id;
  if (one && isOf(texts, one)) {
    one.findings = findings.filter(ofGlossary);
    return findings;
  }
  const others = findings.filter((finding) => !ofGlossary(finding) && (one !== undefined || finding.check !== same.id));
  return [...others, ...(one?.findings ?? unit.findings.filter(ofGlossary))];
}
