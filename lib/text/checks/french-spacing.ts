/** Parts of a text in which a mark is not punctuation: entities, addresses, placeables, tags, Markdown links, smileys. */
const APART =
  /&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});|\b[a-z]{2,10}:\/\/[^\s<>()]+|\{[^{}]{0,200}\}|<[^<>]{0,500}>|\]\([^()\s]{0,500}\)|:[a-z_]{2,30}:|[:;]-?[)(]/gi;

const BLANKS = " \u00a0\u202f\u2009";

/** A place where French asks for a blank before a mark. */
export interface SpacingPlace {
  /** Offset of the mark. */
  at: number;
  mark: string;
  /** Offset where the blanks before the mark begin; equal to `at` when there is none. */
  blanksFrom: number;
}

/** All marks `; : ? !` that end a word of French, except those after another such mark. */
export function frenchMarks(text: string): SpacingPlace[] {
  if (!/[;:?!]/.test(text)) return [];
  const plain = text.replace(APART, (piece) => "x".repeat(piece.length));
  const places: SpacingPlace[] = [];
  // A list of key words for programs: "text;editor;".
  const isList = /[^\s;];[^\s;]/.test(plain);
  for (const match of plain.matchAll(/[;:?!](?=$|[\s)\]}»"”])/g)) {
    const at = match.index;
    if (isList && match[0] === ";") continue;
    let blanksFrom = at;
    while (blanksFrom > 0 && BLANKS.includes(plain[blanksFrom - 1] ?? "x")) blanksFrom--;
    const before = plain[blanksFrom - 1];
    if (before === undefined || before === "\n" || (blanksFrom === at && ";:?!".includes(before))) continue;
    places.push({ at, mark: match[0], blanksFrom });
  }
  return places;
}

/** Whether the rules of France's French apply; Canada's differ. */
export const followsFrenchSpacing = (languageCode: string): boolean =>
  (languageCode === "fr" || languageCode.startsWith("fr_")) && languageCode !== "fr_CA";

/**
 * The text with the right no-break space before its marks: U+00A0 before a colon, U+202F before the others.
 * With `onlyWrong`, blanks are corrected and missing ones left alone.
 */
export function withFrenchSpacing(text: string, onlyWrong: boolean): string {
  let result = "";
  let done = 0;
  for (const { at, mark, blanksFrom } of frenchMarks(text)) {
    if (onlyWrong && blanksFrom === at) continue;
    result += text.slice(done, blanksFrom) + (mark === ":" ? "\u00a0" : "\u202f");
    done = at;
  }
  return result + text.slice(done);
}
