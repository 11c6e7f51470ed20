import type { ConversionHead, ConvertedUnit } from "@/lib/text/converters/converter";
import { findConverter } from "@/lib/text/converters/registry";
import { optionsFor } from "../formats/samples";

export const head: ConversionHead = {
  project: "Orchard",
  component: "Basket & <co>",
  sourceLanguage: "en",
  targetLanguage: "cs",
  plural: optionsFor("cs").plural,
  sourcePlural: optionsFor("en").plural,
  url: "https://quince.example.org/projects/orchard/basket/cs/",
  at: new Date("2026-11-20T14:05:00Z"),
  author: "Jana <jana@example.org>",
};

/** A string with everything left out filled in. */
export function unit(given: Partial<ConvertedUnit>): ConvertedUnit {
  return {
    context: "",
    sources: ["Open"],
    targets: ["Otevřít"],
    plural: false,
    state: "translated",
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    id: "1",
    ...given,
  };
}

/** Strings that between them have everything a file can say. */
export const units: ConvertedUnit[] = [
  unit({ context: "basket.title", sources: ["Open “basket”"], targets: ["Otevřít „košík“"], id: "11" }),
  unit({
    context: "basket.count",
    sources: ["%d quince", "%d quinces"],
    targets: ["%d kdoule", "%d kdoule", "%d kdoulí"],
    plural: true,
    note: "Shown under the basket\nKeep it short",
    location: "src/basket.c:41, src/a name.c:3",
    flags: "c-format",
    id: "-12",
  }),
  unit({
    context: "draft",
    sources: ["A pear & <b>more</b>"],
    targets: ["Hruška & <b>víc</b>"],
    state: "needs-editing",
    previousSource: "A pear",
    id: "13",
  }),
  unit({ context: "empty", sources: ["Not yet"], targets: [""], state: "empty", id: "14" }),
  unit({ context: "sum", sources: ["=1+1|x"], targets: ["=2|y"], id: "15", state: "approved" }),
  unit({ context: "quoted", sources: ["'=a'"], targets: ["'-b|'"], id: "16" }),
  unit({
    context: "lines",
    sources: ["two\nlines\ttab"],
    targets: ["dva\nřádky\tse \"závorkou\" \\ a 'apostrofem'"],
    id: "17",
  }),
];

async function* pagesOf(list: readonly ConvertedUnit[], size: number): AsyncGenerator<readonly ConvertedUnit[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

/** The whole file a converter writes. */
export async function convert(id: string, list: readonly ConvertedUnit[] = units, size = 2): Promise<Buffer> {
  const converter = findConverter(id);
  if (!converter) throw new Error(`no converter ${id}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of converter.write(head, pagesOf(list, size))) pieces.push(piece);
  return Buffer.concat(pieces);
}
