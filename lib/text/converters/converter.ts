import type { EntryState, FormatPlural } from "@/lib/text/formats/kernel/format";

/**
 * The one interface of conversions: strings of one translation, written as a file of another format.
 *
 * A converter never reads; our formats do. It is handed the strings page by page and gives bytes as it goes, so that
 * a translation of a million strings needs the memory of one page. Those that cannot (a sorted catalogue, a tree) say so.
 */

/** One string as a converter needs it. */
export interface ConvertedUnit {
  /** Key of a monolingual string, or the context of a bilingual one. */
  context: string;
  /** Source forms: one item, or singular and plural. */
  sources: string[];
  /** Target forms in the order of the language's forms. */
  targets: string[];
  plural: boolean;
  state: EntryState;
  /** Developer notes and explanation, lines joined by "\n". */
  note: string;
  /** What is said of the translation of a term. */
  explanation?: string;
  /** Source references joined by ", ". */
  location: string;
  /** Flags, comma separated. */
  flags: string;
  /** Source before it changed, while the string needs editing; "" otherwise. */
  previousSource: string;
  /** Number of the string within its component, as text. */
  id: string;
}

/** What a converted file says about itself. */
export interface ConversionHead {
  project: string;
  component: string;
  /** Codes as they are written in the component's files. */
  sourceLanguage: string;
  targetLanguage: string;
  plural: FormatPlural;
  sourcePlural: FormatPlural;
  /** Address of the translation. */
  url: string;
  /** Moment of the newest change. */
  at: Date;
  /** `Name <mail>` of whoever changed it last. */
  author?: string;
}

/** What a converter asks about the component to know whether it fits. */
export interface ConvertibleComponent {
  formatId: string;
  monolingual: boolean;
}

export interface Converter {
  /** The value of `format`, and what follows `zip:`. */
  id: string;
  /** Name for people. */
  name: string;
  /** Extension of the file, without the dot. */
  extension: string;
  mimeType: string;
  /** Whether translations of this component can be converted so. */
  suits(component: ConvertibleComponent): boolean;
  /** The bytes of the file, in pieces. `units` come in file order. Throws EditRefused for what cannot be written. */
  write(head: ConversionHead, units: AsyncIterable<readonly ConvertedUnit[]>): AsyncGenerator<Uint8Array>;
}

/** True when a string has a text in the target language. */
export function isTranslated(unit: ConvertedUnit): boolean {
  return unit.targets.some((target) => target !== "");
}

/** Keys and texts of a string: plural forms have a key each, ending in their category. */
export function keyedTexts(unit: ConvertedUnit, head: ConversionHead): [string, string][] {
  if (!unit.plural) return [[unit.context, unit.targets[0] ?? ""]];
  return unit.targets.map((target, form) => [
    `${unit.context}_${head.plural.categories[form] ?? String(form)}`,
    target,
  ]);
}

/**
 * A converter's `write` from texts: what stands before all strings, the text of each, and what comes after.
 * One piece of bytes for each page of strings.
 */
export function textWriter(parts: {
  head(head: ConversionHead): string;
  unit(unit: ConvertedUnit, head: ConversionHead): string;
  tail?: string;
}): Converter["write"] {
  return async function* write(head, pages) {
    const encoder = new TextEncoder();
    yield encoder.encode(parts.head(head));
    for await (const page of pages) {
      const text = page.map((unit) => parts.unit(unit, head)).join("");
      if (text !== "") yield encoder.encode(text);
    }
    if (parts.tail) yield encoder.encode(parts.tail);
  };
}
