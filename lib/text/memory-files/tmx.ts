import { SaxesParser } from "saxes";
import { MemoryFileError, type MemoryPair } from "./memory-file";

/** TMX 1.4: read piece by piece, so that a large file needs the memory of one unit; nothing is expanded or loaded. */

const PIECE = 65_536;
const DEEPEST = 50;
const MOST_VARIANTS = 500;
const LONGEST = 1_000_000;

/** Between plural forms, as changes and the memory hold them. */
const FORMS = "\u001e\u001e";

interface Variant {
  language: string;
  text: string;
}

interface Unit {
  sourceLanguage: string;
  origin: string;
  variants: Variant[];
}

/**
 * The pairs of a TMX file, in its order.
 * @throws MemoryFileError with line and column for what is no TMX
 */
export function* readTmx(text: string): Generator<MemoryPair> {
  const parser = new SaxesParser();
  const found: MemoryPair[] = [];
  let failure: Error | undefined;
  parser.on("error", (error) => {
    failure ??= error;
  });
  const walk = walker(found);
  parser.on("opentag", (tag) => walk.open(tag.name, tag.attributes));
  parser.on("closetag", (tag) => walk.close(tag.name));
  parser.on("text", walk.text);
  parser.on("cdata", walk.text);
  for (let at = 0; at < text.length && !failure; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    if (failure) break;
    yield* found.splice(0);
  }
  if (!failure) parser.close();
  if (failure) throw new MemoryFileError(`The TMX file cannot be read: ${failure.message.slice(0, 200)}.`);
  yield* found;
}

function walker(found: MemoryPair[]) {
  let depth = 0;
  let header = "";
  let unit: Unit | undefined;
  let variant: Variant | undefined;
  let inSegment = false;
  let property = "";
  return {
    open(name: string, attributes: Record<string, string>): void {
      if (depth === 0 && name !== "tmx")
        throw new MemoryFileError("This is not a TMX file: the root element is not <tmx>.");
      if (++depth > DEEPEST) throw new MemoryFileError(`The file is nested more than ${DEEPEST} levels deep.`);
      if (name === "header") header = attributes.srclang ?? "";
      else if (name === "tu")
        unit = { sourceLanguage: attributes.srclang ?? header, origin: attributes["o-tmf"] ?? "", variants: [] };
      else if (name === "tuv") variant = { language: attributes["xml:lang"] ?? attributes.lang ?? "", text: "" };
      else if (name === "seg") inSegment = variant !== undefined;
      else if (name === "prop") property = variant ? "" : (attributes.type ?? "");
    },
    close(name: string): void {
      depth--;
      if (name === "seg") inSegment = false;
      else if (name === "prop") property = "";
      else if (name === "tuv") {
        if (unit && variant && unit.variants.length < MOST_VARIANTS) unit.variants.push(variant);
        variant = undefined;
      } else if (name === "tu") {
        if (unit) found.push(...pairsOf(unit));
        unit = undefined;
      }
    },
    text(piece: string): void {
      if (inSegment && variant) variant.text += piece;
      else if (property === "x-origin" && unit && unit.origin.length < 500) unit.origin += piece;
      if (variant && variant.text.length > LONGEST) throw new MemoryFileError("A segment of the file is too long.");
    },
  };
}

/** The source is what the unit or the header says, else its first language. */
function pairsOf(unit: Unit): MemoryPair[] {
  const wanted = unit.sourceLanguage.toLowerCase();
  const source = unit.variants.find((variant) => variant.language.toLowerCase() === wanted) ?? unit.variants[0];
  if (!source) return [];
  return unit.variants
    .filter((variant) => variant !== source && variant.language.toLowerCase() !== source.language.toLowerCase())
    .map((variant) => ({
      sourceLanguage: source.language,
      targetLanguage: variant.language,
      source: source.text,
      target: variant.text,
      origin: unit.origin,
    }));
}

const TMX_HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="Loquat" creationtoolversion="1" segtype="sentence" o-tmf="Loquat" adminlang="en" srclang="*all*" datatype="plaintext"/>
  <body>
`;

/** A TMX file in pieces, one for each batch of pairs. */
export async function* writeTmx(batches: AsyncIterable<readonly MemoryPair[]>): AsyncGenerator<string> {
  yield TMX_HEAD;
  for await (const batch of batches) yield batch.flatMap(formPairs).map(unitText).join("");
  yield "  </body>\n</tmx>\n";
}

/** TMX knows no plural forms: the first ones and the last ones belong together, those between have no partner. */
function formPairs(pair: MemoryPair): MemoryPair[] {
  const [sources, targets] = [pair.source.split(FORMS), pair.target.split(FORMS)];
  const places = sources.length > 1 || targets.length > 1 ? [0, -1] : [0];
  return places.map((place) => ({ ...pair, source: sources.at(place) ?? "", target: targets.at(place) ?? "" }));
}

function unitText(pair: MemoryPair): string {
  const origin = pair.origin ? `\n      <prop type="x-origin">${escaped(pair.origin)}</prop>` : "";
  const variant = (language: string, text: string) =>
    `\n      <tuv xml:lang="${escaped(language.replaceAll("_", "-"))}"><seg>${escaped(text)}</seg></tuv>`;
  return `    <tu srclang="${escaped(pair.sourceLanguage.replaceAll("_", "-"))}">${origin}${variant(pair.sourceLanguage, pair.source)}${variant(pair.targetLanguage, pair.target)}\n    </tu>\n`;
}

/** Characters that XML cannot hold are left out. */
function escaped(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    .replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
