import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { FormatError, positionAt } from "../kernel/format";
import { memberOf } from "../kernel/json/reading";
import type { KeyOrder } from "../kernel/json/surgery";
import { type Below, type JsonMember, type JsonNode, type JsonObject, scanJson } from "../kernel/json/tokens";

/** What the parts of the code of string catalogues share: the head of a file, its codes of languages, and its order. */

/** Value that stands in the file without what is in it. */
export const SHALLOW: Below = { members: () => false };

/** Codes that can be told apart in a path; what else stands in their place is left as it is. */
const CODE = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,6}$/;

/** Whether a text is a code of a language as catalogues have them. */
export const isCode = (code: string): boolean => CODE.test(code);

/** A code in the spelling that all spellings of it share. */
export const plainCode = (code: string): string => code.replaceAll("_", "-").toLowerCase();

/** Whether codes mean the same language: `pt_BR` and `pt-BR`. */
export const sameCode = (a: string, b: string): boolean => a === b || plainCode(a) === plainCode(b);

/** A test whether codes are of one language, for the many codes of a file. */
export function codeFilter(wanted: string): (code: string) => boolean {
  const known = new Map<string, boolean>();
  return (code) => {
    let same = known.get(code);
    if (same === undefined) {
      same = sameCode(code, wanted);
      known.set(code, same);
    }
    return same;
  };
}

/** The member of a language: the one that is spelled like the code, else the last that means it. */
export function localizationIn(localizations: JsonNode | undefined, code: string): JsonMember | undefined {
  if (localizations?.kind !== "object") return undefined;
  const { members } = localizations;
  return members.findLast(({ key }) => key === code) ?? members.findLast(({ key }) => sameCode(key, code));
}

/** What stands at the top of a catalogue: the language that it is written in, and its strings. */
export interface CatalogueHead {
  source: string;
  strings: JsonObject;
}

/** Members at the top that every reader needs; `strings` as the caller wants them. */
export function catalogueBelow(strings: Below): Below {
  return { members: (key) => (key === "strings" ? strings : key === "sourceLanguage") };
}

/** @throws FormatError when the root is not that of a catalogue */
export function headOf(text: string, root: JsonNode): CatalogueHead {
  const fail = (said: Refusal, at: number): never => {
    const { line, column } = positionAt(text, at);
    throw new FormatError(said, line, column);
  };
  if (root.kind !== "object") fail(refusal("readCatalogueObject", { written: "{ … }" }), root.start);
  const language = memberOf(root, "sourceLanguage");
  if (language?.kind !== "text" || !isCode(language.value))
    return fail(refusal("readCatalogueSource", { name: "sourceLanguage" }), language?.start ?? root.start);
  const strings = memberOf(root, "strings");
  if (strings?.kind !== "object")
    return fail(refusal("readCatalogueStrings", { name: "strings" }), strings?.start ?? root.start);
  return { source: language.value, strings };
}

/** Checks a whole file and tells what stands at its top; of its strings only where they are. @throws FormatError */
export function readHead(text: string): CatalogueHead {
  return headOf(text, scanJson(text, false, catalogueBelow({ members: () => SHALLOW })));
}

/** The strings of a catalogue whose head was read. */
export function stringsOf(root: JsonNode): JsonObject {
  return memberOf(root, "strings") as JsonObject;
}

/** As Xcode sorts: letters of either case together, numbers by what they count. */
const collator = new Intl.Collator("en", { numeric: true });
type Compare = (a: string, b: string) => number;
const byUnits: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const byAlphabet: Compare = (a, b) => collator.compare(a, b) || byUnits(a, b);

/** Neighbours that are looked at to tell whether keys are sorted, and one of how many may be out of order. */
const LOOKED_AT = 300;
const STRAY = 20;

function isSorted(keys: readonly string[], compare: Compare): boolean {
  const step = Math.max(1, Math.floor(keys.length / LOOKED_AT));
  let [pairs, wrong] = [0, 0];
  for (let at = 1; at < keys.length; at += step) {
    pairs++;
    if (compare(keys[at - 1]!, keys[at]!) > 0) wrong++;
  }
  return wrong <= pairs / STRAY;
}

/** New keys at their place among sorted ones, by the order that these have; at the end where they have none. */
export const sortedPlaces: KeyOrder = (present, fresh) => {
  const compare = [byAlphabet, byUnits].find((one) => isSorted(present, one));
  if (!compare) return new Map(fresh.map((key) => [key, undefined]));
  const places = new Map<string, string | null | undefined>();
  for (const key of [...fresh].sort(compare)) {
    let [low, high] = [0, present.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(present[middle]!, key) < 0) low = middle + 1;
      else high = middle;
    }
    places.set(key, low === 0 ? null : present[low - 1]!);
  }
  return places;
};
