import { type Check, found, PASSED } from "@/lib/text/checks/check";

/** Languages in which saying a word twice is grammar. */
const REPEATING: ReadonlySet<string> = new Set(
  "tok hi bn as or gu pa mr ne ta te kn ml si ur sd ks sa kok mai bho doi mni sat brx dv awa mag raj tcy vi tr az uz kk ky tk tt ug id ms jv su fil tl ceb haw mi sm xh zu nd nr ss st tn sn ny rw rn lg sw sc".split(
    " ",
  ),
);
/** Words that may meet themselves by the grammar of a language: a pronoun behind a pronoun, an adverb behind a preposition. */
const EXPECTED: ReadonlyMap<string, readonly string[]> = new Map([
  ["fr", ["vous", "nous"]],
  ["de", ["sie", "das", "die", "der"]],
  ["nl", ["in", "op", "door", "aan", "af", "uit", "over", "voor", "om", "die", "dat", "er", "je", "u", "ze"]],
  ["li", ["in", "op"]],
  ["es", ["para", "nos"]],
  ["ca", ["us", "nos"]],
  ["ga", ["do"]],
  ["sq", ["të"]],
  ["fy", ["jo", "mei"]],
  ["gl", ["se"]],
  ["nn", ["av", "til"]],
  ["nb", ["av", "til"]],
  ["da", ["til", "af"]],
  ["sv", ["till", "av"]],
  ["cs", ["se"]],
  ["vls", ["je"]],
  ["he", ["ככה"]],
  ["ar", ["إلغاء"]],
]);

export const duplicate: Check = {
  id: "duplicate",
  name: "Repeated word",
  about: "A word appears twice in a row.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (source === "" || !mayRepeat(target) || REPEATING.has(unit.language)) return PASSED;
    const usual = EXPECTED.get(unit.language);
    const words = repeated(target).filter((word) => !usual?.includes(word));
    if (words.length === 0 || words.length === repeated(source).length) return PASSED;
    return found("wordTwice", { word: words[0] ?? "" });
  },
};

/** Words of two letters or more; `undefined` stands for anything else, so that it parts words. */
function wordsOf(text: string): (string | undefined)[] {
  const words: (string | undefined)[] = [];
  for (const piece of text.split(/\s+/)) {
    const word = /^([("'«“‘]*)(\p{L}[\p{L}\p{M}'’-]+)([.,;:!?)"'»”’…]*)$/u.exec(piece);
    if (!word) {
      words.push(undefined);
      continue;
    }
    if (word[1] !== "") words.push(undefined);
    words.push(word[2] ?? "");
    if (word[3] !== "") words.push(undefined);
  }
  return words;
}

/** Words that come twice in a row, in order and in small letters. A capital at the second one alone makes it a name. */
function repeated(text: string): string[] {
  const words = wordsOf(text);
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    const small = word?.toLowerCase();
    if (small === undefined || next?.toLowerCase() !== small || (next !== word && next !== small)) return [];
    return [small];
  });
}

/** A cheap look that leaves most texts out: is any blank-parted piece the beginning of the next one? */
function mayRepeat(text: string): boolean {
  let start = 0;
  for (;;) {
    const end = text.indexOf(" ", start);
    if (end < 0) return /[\n\t]/.test(text);
    if (end - start >= 2 && text.charCodeAt(end + 1) === text.charCodeAt(start)) return true;
    // A capital may repeat as a small letter.
    if (end - start >= 2 && (text.charCodeAt(end + 1) ^ text.charCodeAt(start)) === 0x20) return true;
    start = end + 1;
  }
}
