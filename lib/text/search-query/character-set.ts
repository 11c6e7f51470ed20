/** Sets of characters, as PostgreSQL writes them in regular expressions. */

export interface CharacterSet {
  /** Code points, both ends included. */
  ranges: readonly (readonly [number, number])[];
  /** Classes of the database: `\w`, `[:alpha:]`. */
  named?: readonly string[];
  /** All characters but these. */
  negated?: boolean;
}

/** Longer ranges are not looked through for the other case of their letters. */
const LONGEST_FOLDED = 3000;

/** Letters of more than two forms. */
const ORBITS = ["kK\u212a", "sS\u017f", "åÅ\u212b", "σςΣ", "µμΜ"];

function otherCases(character: string): string[] {
  const orbit = ORBITS.find((letters) => letters.includes(character));
  if (orbit) return [...orbit];
  // What becomes two characters has no other case of its own.
  return [character.toLowerCase(), character.toUpperCase()].filter((other) => [...other].length === 1);
}

/** The same with the other case of each letter; undefined when a range is too long to look through. */
export function foldedSet(set: CharacterSet): CharacterSet | undefined {
  const ranges: (readonly [number, number])[] = [];
  for (const [low, high] of set.ranges) {
    ranges.push([low, high]);
    if (high - low > LONGEST_FOLDED) return undefined;
    for (let code = low; code <= high; code++)
      for (const other of otherCases(String.fromCodePoint(code))) {
        const folded = other.codePointAt(0) ?? 0;
        if (folded < low || folded > high) ranges.push([folded, folded]);
      }
  }
  return { ...set, ranges };
}

/** One character as it stands for itself, in square brackets and outside of them. */
function characterText(code: number): string {
  const character = String.fromCodePoint(code);
  return /^[!-/:-@[-^`{-~]$/.test(character) ? `\\${character}` : character;
}

function rangeText([low, high]: readonly [number, number]): string {
  if (low === high) return characterText(low);
  // Half of a pair is no character to the database.
  if (low <= 0xd7ff && high >= 0xe000) return `${rangeText([low, 0xd7ff])}${rangeText([0xe000, high])}`;
  return `${characterText(low)}-${characterText(high)}`;
}

/**
 * The text of a set.
 * @param others classes of which all other characters belong to it as well; the database takes none of these in brackets
 */
export function setText({ ranges, named = [], negated = false }: CharacterSet, others: readonly string[] = []): string {
  const [only, second] = ranges;
  if (!negated && named.length + others.length === 0 && only && !second && only[0] === only[1])
    return characterText(only[0]);
  if (named.length === 1 && ranges.length === 0 && others.length === 0 && named[0] === "\\w")
    return negated ? "\\W" : "\\w";
  const inside = ranges.map(rangeText).join("") + named.join("");
  if (others.length === 0) return `[${negated ? "^" : ""}${inside}]`;
  const outside = others.map((name) => (name === "\\w" ? "\\W" : `[^${name}]`));
  if (!negated) return `(?:${[...outside, ...(inside === "" ? [] : [`[${inside}]`])].join("|")})`;
  // Neither in it nor outside of the classes: in all of the classes and not in the set.
  const within = others.map((name) => (name === "\\w" ? "\\w" : `[${name}]`));
  const ahead = [...within.slice(1).map((text) => `(?=${text})`), ...(inside === "" ? [] : [`(?![${inside}])`])];
  return `(?:${ahead.join("")}${within[0]})`;
}
