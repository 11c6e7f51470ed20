import fc from "fast-check";
import { expect } from "vitest";
import {
  EditRefused,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type ParsedFile,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor, ownSamples, projectSamples } from "./samples";

/** What tests of formats share that have two readers, a fast one for most files and the whole grammar: both say the same. */

export const rare = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 12 }, { arbitrary: fc.constantFrom(...others), weight: 1 });

/** Texts of all real and own files of some formats. */
export function textsOf(...ids: string[]): string[] {
  return ids.flatMap((id) =>
    [...projectSamples(id), ...ownSamples(id)].map(({ bytes }) => findFormat(id)!.decode(bytes)),
  );
}

/** Some lines of a real file behind its first ones, with little pieces put in place of what stood there. */
export function changedLines(
  samples: readonly string[],
  pieces: readonly string[],
  first: number,
  most: number,
): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...samples),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 3 }), fc.constantFrom(...pieces)), { maxLength: most }),
    )
    .map(([whole, from, changes]) => {
      const lines = whole.split("\n");
      const start = from % lines.length;
      let text = [...lines.slice(0, first), ...lines.slice(Math.max(first, start), start + 30)].join("\n");
      for (const [place, length, put] of changes) {
        const at = place % (text.length + 1);
        text = text.slice(0, at) + put + text.slice(at + length);
      }
      return text;
    });
}

/** Files with line ends of one kind, some without the last. */
export function withLineEnds(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, rare("\n", "\r\n"), rare(false, true)).map(([text, eol, cut]) => {
    const even = text.replaceAll("\r", "").replaceAll("\n", eol);
    return cut ? even.trimEnd() : even;
  });
}

/** What is made; of what is refused or broken, all that is told of it. */
export function attempt<T>(make: () => T): T | unknown[] {
  try {
    return make();
  } catch (error) {
    if (error instanceof FormatError) return [error.message, error.line, error.column];
    if (error instanceof EditRefused || error instanceof RangeError) return [String(error)];
    throw error;
  }
}

export const shown = ({ entries, warnings, language }: ParsedFile) => ({ entries, warnings, language });

export interface EditWords {
  texts: readonly string[];
  contexts: readonly string[];
  /** Note of the strings that are added; none without. */
  note?: string;
  /** Whether some of them have plural forms. */
  plurals?: boolean;
}

/** Edits of a file that numbers choose. */
export function chosenEdits(file: ParsedFile, dice: readonly number[], words: EditWords): EntryEdit[] {
  const { texts, contexts } = words;
  return dice.map((die): EntryEdit => {
    const entry = file.entries[die % Math.max(1, file.entries.length)];
    const target = texts[die % texts.length]!;
    const plural = words.plurals === true && die % 3 === 0;
    if (!entry || die % 5 === 0)
      return {
        kind: "add",
        context: contexts[die % contexts.length]!,
        sources: [target],
        targets: plural ? [target, "x", "y"] : [target],
        state: "translated",
        plural,
        note: die % 2 ? words.note : "",
      };
    if (die % 5 === 1) return { kind: "remove", id: entry.id };
    const targets = entry.targets.map((_, at) => (at ? "x" : target));
    return { kind: "set", id: entry.id, targets, state: "translated" };
  });
}

/** Strings that are looked for are those that are read with all others. */
export function expectFound(format: FileFormat, text: string, ids: readonly string[], dice: readonly number[]): void {
  const options = optionsFor("cs");
  const file = attempt(() => format.parse(text, options));
  if (Array.isArray(file)) return;
  const { entries } = file;
  const wanted = new Set([...ids, ...dice.flatMap((die) => entries[die % (entries.length || 1)]?.id ?? [])]);
  expect(format.parse(text, options).find?.(wanted)).toEqual(entries.filter((entry) => wanted.has(entry.id)));
}
