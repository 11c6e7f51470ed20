import { placeablesIn } from "@/lib/text/placeables";

/** What an edit of a source text changes, for those who decide whether its translations still hold. */

/**
 * - `whitespace`: blanks and line breaks alone;
 * - `case`: capital and small letters alone;
 * - `end-mark`: the mark at the end alone;
 * - `punctuation`: marks alone;
 * - `values`: numbers, placeholders, markup and addresses alone, as many as before;
 * - `words`: anything else.
 */
export const SOURCE_EDIT_KINDS = ["whitespace", "case", "end-mark", "punctuation", "values", "words"] as const;
export type SourceEditKind = (typeof SOURCE_EDIT_KINDS)[number];

/** The kind of an edit of all forms: the one that changes most. Texts with another number of forms are other words. */
export function kindOfSourceEdit(before: readonly string[], after: readonly string[]): SourceEditKind {
  if (before.length !== after.length) return "words";
  const kinds = before.flatMap((text, form) => (text === after[form] ? [] : [kindOfForm(text, after[form] as string)]));
  return kinds.sort((a, b) => SOURCE_EDIT_KINDS.indexOf(b) - SOURCE_EDIT_KINDS.indexOf(a))[0] ?? "whitespace";
}

function kindOfForm(before: string, after: string): SourceEditKind {
  const same = (of: (text: string) => string) => of(before) === of(after);
  if (same((text) => text.replace(/\s+/gu, ""))) return "whitespace";
  if (same((text) => text.toLowerCase())) return "case";
  if (same((text) => endOf(text).body)) return "end-mark";
  // Before punctuation: a placeholder is made of marks, but is none.
  const values = valuesOfEdit(before, after);
  if (values) return "values";
  const plain = placeablesIn(before).join("\n") === placeablesIn(after).join("\n");
  if (plain && same((text) => text.replace(/[\p{P}\p{S}\s]+/gu, ""))) return "punctuation";
  return "words";
}

/** Marks that end a text, and blanks around them. */
const END = /[\s\u00a0\u202f]*[.:!?…;。．：！？；،؛؟۔।։။។።]*[\s\u00a0\u202f]*$/u;

/** A text and the mark behind it; blanks at the end belong to the mark. */
export function endOf(text: string): { body: string; mark: string } {
  const at = END.exec(text)?.index ?? text.length;
  return { body: text.slice(0, at), mark: text.slice(at) };
}

/** Numbers as texts have them. A sign belongs to what stands before it. */
const NUMBERS = /\d+(?:[.,]\d+)*/g;

/** What replaces what where two texts differ in values alone; undefined where they differ in more. */
export function valuesOfEdit(before: string, after: string): ReadonlyMap<string, string> | undefined {
  const [old, now] = [parted(before), parted(after)];
  if (old.values.length !== now.values.length || old.rest !== now.rest) return undefined;
  const replaced = new Map<string, string>();
  for (const [place, value] of old.values.entries()) {
    const other = now.values[place] as string;
    if ((replaced.get(value) ?? other) !== other) return undefined;
    replaced.set(value, other);
  }
  for (const [value, other] of replaced) if (value === other) replaced.delete(value);
  return replaced.size > 0 ? replaced : undefined;
}

/** A text without its values, and the values. */
function parted(text: string): { rest: string; values: string[] } {
  const values: string[] = [];
  let rest = "";
  let end = 0;
  const take = (plain: string) => {
    rest += plain.replace(NUMBERS, (number) => {
      values.push(number);
      return "\0";
    });
  };
  for (const piece of placeablesIn(text)) {
    const at = text.indexOf(piece, end);
    take(text.slice(end, at));
    values.push(piece);
    rest += "\0";
    end = at + piece.length;
  }
  take(text.slice(end));
  return { rest, values };
}
