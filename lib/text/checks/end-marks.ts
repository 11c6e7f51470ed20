import type { Check, CheckContext, FormPair } from "./check";
import { followsFrenchSpacing, withFrenchSpacing } from "./french-spacing";
import { endsWithEntity } from "./text-ends";

/** Puts the marks at the end of a translation right: those of its source, as its language writes them. */

/** Marks that end a sentence or heading, with the blanks that French has before them. */
const MARKS = /[ \u00a0\u202f]*(?:\.\.\.|[.…:;?!。．：；？！؟؛۔।။។።·])+$/u;

/** How a language writes a mark, where it is not as in English. Source: CLDR, exemplar punctuation. */
const WRITTEN = new Map<string, Readonly<Record<string, string>>>([
  ["zh", { ".": "。", ":": "：", ";": "；", "?": "？", "!": "！" }],
  ["yue", { ".": "。", ":": "：", ";": "；", "?": "？", "!": "！" }],
  ["ja", { ".": "。", ":": "：", ";": "；", "?": "？", "!": "！" }],
  ["ar", { ";": "؛", "?": "؟" }],
  ["fa", { ";": "؛", "?": "؟" }],
  ["ckb", { ";": "؛", "?": "؟" }],
  ["ur", { ".": "۔", ";": "؛", "?": "؟" }],
  ["el", { "?": ";", ";": "·" }],
  ["hi", { ".": "।" }],
  ["bn", { ".": "।" }],
  ["my", { ".": "။" }],
  ["km", { ".": "។" }],
  ["am", { ".": "።" }],
]);

/** The mark of English that stands for each in full width, and the like. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ "。": ".", "．": ".", "：": ":", "；": ";", "？": "?", "！": "!", "؟": "?", "؛": ";", "۔": ".", "।": "." },
  ...{ "။": ".", "។": ".", "።": "." },
};

/**
 * The target with the source's marks at its end. Where the check would still fail, the target as it is: nothing is offered
 * that does not help.
 */
export function withSourceEnd(form: FormPair, unit: CheckContext, fails: Check["fails"]): string {
  const { source, target } = form;
  const text = target.trimEnd();
  const blanks = target.slice(text.length);
  const marks = [...endOf(source.trimEnd()).trimStart()]
    .map((mark) => written(PLAIN[mark] ?? mark, unit.language))
    .join("");
  const bare = text.slice(0, text.length - endOf(text).length);
  const ended = bare + marks;
  const fixed = (followsFrenchSpacing(unit.languageCode) ? withFrenchSpacing(ended, false) : ended) + blanks;
  const helps = bare !== "" && fails({ ...form, target: fixed }, unit).length === 0;
  return helps ? fixed : target;
}

const endOf = (text: string): string => (endsWithEntity(text) ? "" : (MARKS.exec(text)?.[0] ?? ""));

const written = (mark: string, language: string): string => WRITTEN.get(language)?.[mark] ?? mark;
