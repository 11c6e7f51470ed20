/**
 * Serbian, Bosnian and Montenegrin in their other script, letter by letter: the thirty pairs of the orthography, which are
 * those of the romanisation that the United Nations approved (resolution III/11 of 1977, report of UNGEGN on romanisation
 * systems, "Serbian"), with the two letters that Montenegrin has since 2009.
 */

const PAIRS =
  "а a б b в v г g д d ђ đ е e ж ž з z и i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ ć у u ф f х h ц c ч č џ dž ш š с́ ś з́ ź";

const pairs = PAIRS.split(" ");
const LATIN = new Map(pairs.flatMap((one, place) => (place % 2 === 0 ? [[one, pairs[place + 1] as string]] : [])));
const CYRILLIC = new Map([...LATIN].map(([cyrillic, latin]) => [latin, cyrillic]));

export type Script = "Cyrl" | "Latn";

/** Languages that are written in both scripts, and the one that stands where a code names none. */
const USUAL = new Map<string, Script>([
  ["sr", "Cyrl"],
  ["bs", "Latn"],
  ["cnr", "Latn"],
]);

/** Language and script of a code such as `sr_Latn`; undefined for a language that is not written in both. */
export function scriptOf(code: string): { language: string; script: Script; variety: string } | undefined {
  const [language = "", ...more] = code.split(/[_@-]/);
  const usual = USUAL.get(language);
  if (!usual) return undefined;
  const names: Readonly<Record<string, Script>> = { Cyrl: "Cyrl", cyrillic: "Cyrl", Latn: "Latn", latin: "Latn" };
  const script = more.map((part) => names[part]).find((one) => one !== undefined) ?? usual;
  return { language, script, variety: more.filter((part) => !names[part]).join("_") };
}

/** Latin letters that are two by composition, and not one of Cyrillic, in the beginnings of their words. */
const APART = /^(?:(?:na|po|pre)d(?=ž[ieuna])|(?:kon|in)(?=j(?:u[gn]|ek))|tan(?=jug)|an(?=jon))/;

const WORD = {
  Latn: /(?:\p{Script=Cyrillic}\u0301?)+/gu,
  Cyrl: /(?:\p{Script=Latin}\p{M}*)+/gu,
} as const;

/**
 * A text in the other script. Words with letters that the language does not have, such as names and addresses of other
 * languages, stay as they are.
 * @param to the script it is to be in
 */
export const transliterate = (text: string, to: Script): string =>
  text.replace(WORD[to], (word) => (to === "Latn" ? toLatin(word) : toCyrillic(word)) ?? word);

function toLatin(word: string): string | undefined {
  const letters = word.match(/.\u0301?/gsu) ?? [];
  const loud = letters.length > 1 && word === word.toUpperCase();
  let out = "";
  for (const letter of letters) {
    const small = letter.toLowerCase();
    const latin = LATIN.get(small);
    if (latin === undefined) return undefined;
    out += letter === small ? latin : loud ? latin.toUpperCase() : capital(latin);
  }
  return out;
}

const capital = (text: string): string => (text[0] ?? "").toUpperCase() + text.slice(1);

function toCyrillic(given: string): string | undefined {
  // Digraphs that are one character, and letters with marks of their own, as they are usually written.
  const word = given.normalize("NFKC");
  const small = word.toLowerCase();
  const apart = APART.exec(small)?.[0].length;
  let out = "";
  for (let at = 0; at < word.length; ) {
    const pair = at + 1 === apart ? undefined : CYRILLIC.get(small.slice(at, at + 2));
    const one = pair ?? CYRILLIC.get(small[at] ?? "");
    if (one === undefined) return undefined;
    out += word[at] === small[at] ? one : one.toUpperCase();
    at += pair ? 2 : 1;
  }
  return out;
}
