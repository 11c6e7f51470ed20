import snowball, { type Stemmer } from "snowball-stemmers";
import { commonStart } from "@/lib/text/terms/loose";
import { languagePart } from "@/lib/text/terms/words";

/** Stems: what the forms of a word have in common. For servers: the algorithms weigh more than a page. */

const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: "arabic",
  ca: "catalan",
  cs: "czech",
  da: "danish",
  de: "german",
  en: "english",
  es: "spanish",
  eu: "basque",
  fi: "finnish",
  fr: "french",
  ga: "irish",
  hu: "hungarian",
  hy: "armenian",
  it: "italian",
  nb: "norwegian",
  nl: "dutch",
  nn: "norwegian",
  no: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sl: "slovene",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
};

/** Particles that Korean writes behind a word without a blank, longest first. */
const PARTICLES =
  "에서는 으로는 까지 부터 에게 에서 으로 하고 처럼 보다 은 는 이 가 을 를 에 의 로 와 과 도 만 들".split(" ");

const stemmers = new Map<string, Stemmer>();
const stems = new Map<string, Map<string, string>>();
const REMEMBERED = 20_000;

function stemmerOf(language: string): Stemmer | undefined {
  const algorithm = ALGORITHMS[language];
  if (!algorithm) return undefined;
  let stemmer = stemmers.get(language);
  if (!stemmer) {
    stemmer = snowball.newStemmer(algorithm);
    stemmers.set(language, stemmer);
  }
  return stemmer;
}

function withoutParticle(word: string): string {
  const particle = PARTICLES.find((one) => word.length - one.length >= 2 && word.endsWith(one));
  return particle ? word.slice(0, -particle.length) : word;
}

/** What is left of a folded word without its ending; the word itself in languages whose endings nobody has described. */
export function stemWord(folded: string, languageCode: string): string {
  const language = languagePart(languageCode);
  if (language === "ko") return withoutParticle(folded);
  if (folded.length < 3 || /\d/.test(folded)) return folded;
  const stemmer = stemmerOf(language);
  if (!stemmer) return folded;
  let known = stems.get(language);
  if (!known || known.size > REMEMBERED) {
    known = new Map();
    stems.set(language, known);
  }
  let stem = known.get(folded);
  if (stem === undefined) {
    stem = stemmer.stem(folded) || folded;
    // "Problem" loses an ending that it does not have, "Probleme" only its own: a second time makes both alike.
    if (language === "de") stem = stemmer.stem(stem) || stem;
    known.set(folded, stem);
  }
  return stem;
}

/** Endings that inflect an English word; others (`-ity`, `-ization`) make another word of the same stem. */
const ENGLISH: ReadonlySet<string> = new Set(["", "s", "es", "e", "ed", "d", "ing", "y", "ies", "ied", "ying"]);

/** Endings before which a word repeats its last letter. */
const DOUBLING: ReadonlySet<string> = new Set(["ed", "ing"]);

/** Whether two folded words are forms of one. */
export function isSameWord(a: string, b: string, languageCode: string): boolean {
  if (a === b) return true;
  if (stemWord(a, languageCode) !== stemWord(b, languageCode)) return false;
  if (languagePart(languageCode) !== "en") return true;
  const common = commonStart(a, b);
  const last = a[common - 1] ?? "";
  const rests = [a.slice(common), b.slice(common)];
  // No ending makes "locale" of "local" or "locals": an "e" only gives way to "-ing".
  if (rests.includes("e") && !rests.includes("ing")) return false;
  // "running" repeats the last letter of "run"; "typically" is no "typical".
  return rests.every((rest) => ENGLISH.has(rest) || (rest.startsWith(last) && DOUBLING.has(rest.slice(1))));
}
