/** reStructuredText inside of a string: what is marked, and marks that are not closed. */
import { type Finding, found, PASSED } from "@/lib/text/checks/check";
import { difference, without } from "@/lib/text/checks/difference";
import type { Rule } from "@/lib/text/checks/rules/rule-set";
import { type Phrase, phrase } from "@/lib/text/checks/sentences";

interface RstText {
  /** What a translation has to keep, as it is compared. */
  references: string[];
  /** The first mark that is not closed. */
  open?: string;
}

/** Roles whose text is there to be read, and so is translated. */
const TEXT_ROLES = new Set(
  "abbr abbreviation ac acronym code dfn emphasis guilabel index kbd literal menuselection mailheader raw samp strong sub subscript sup superscript t title title-reference".split(
    " ",
  ),
);

/** What may stand before a mark that begins something, and behind one that ends it. */
const BEFORE = /[\s'"([{<\-/:\p{Ps}\p{Pi}\p{Pf}\p{Pd}]|(?![!-~])\p{Po}/u;
const BEHIND = /[\s'")\]}>\-/\\:.,;!?\p{Pe}\p{Pf}\p{Pi}\p{Pd}]|(?![!-~])\p{Po}/u;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")", "[": "]", "{": "}", "<": ">" };

const START = /(:[A-Za-z][\w.+:-]{0,60}:)?(``|`)|\*\*|\*|\|/y;
const FOOTNOTE = /\[(#[\w.-]{0,60}|\*|[A-Za-z0-9][\w.-]{0,60})\]_(?![\w`])/y;
const MOST = 500;

/** What is said of a mark that is not closed, where it is no text. */
const OPEN: Readonly<Record<string, "rstCodeOpen" | "rstNameOpen">> = { "``": "rstCodeOpen", "|": "rstNameOpen" };

/** Reads the marks of a text by the rules that say where one is meant as such. */
function readRst(text: string): RstText {
  const result: RstText = { references: [] };
  /** Marks that have no end further on: looked for once. */
  const endless = new Set<string>();
  for (let at = 0; at < text.length && result.references.length < MOST; ) {
    const character = text[at] ?? "";
    if (character === "\\") {
      at += 2;
      continue;
    }
    if (!"`*|:[".includes(character) || !(at === 0 || BEFORE.test(text[at - 1] ?? ""))) {
      at++;
      continue;
    }
    const footnote = character === "[" ? matchAt(FOOTNOTE, text, at) : null;
    if (footnote) {
      result.references.push(footnote[0]);
      at += footnote[0].length;
      continue;
    }
    const start = matchAt(START, text, at);
    at = start ? takeMark(text, at, start, result, endless) : at + 1;
  }
  return result;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @returns where to go on */
function takeMark(text: string, at: number, start: RegExpExecArray, into: RstText, endless: Set<string>): number {
  const role = start[1] ?? "";
  const mark = start[2] ?? start[0];
  const from = at + start[0].length;
  const first = text[from] ?? " ";
  const quoted = QUOTES[text[at - 1] ?? ""] === first;
  if (/\s/.test(first) || quoted) return from;
  const end = endless.has(mark) ? -1 : endOf(text, from, mark);
  if (end < 0) {
    endless.add(mark);
    into.open ??= mark;
    return from;
  }
  const content = text.slice(from, end);
  const behind = end + mark.length;
  const under = /^__?/.exec(text.slice(behind, behind + 2))?.[0] ?? "";
  if (mark === "|") into.references.push(`|${content}|`);
  else if (mark === "`") into.references.push(...referenceOf(role, content, under));
  return behind + under.length;
}

/** Where the mark that closes begins; -1 without one. */
function endOf(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const before = text[at - 1] ?? "";
    if (/\s/.test(before) || (before === "\\" && mark !== "``")) continue;
    let behind = at + mark.length;
    if (mark === "*" && text[behind] === "*") continue;
    if ("`|".includes(mark)) behind += /^__?/.exec(text.slice(behind, behind + 2))?.[0].length ?? 0;
    if (behind >= text.length || BEHIND.test(text[behind] ?? "")) return at;
  }
  return -1;
}

function referenceOf(role: string, content: string, under: string): string[] {
  if (role !== "") {
    if (TEXT_ROLES.has(role.slice(1, -1))) return [`${role}\`…\``];
    const target = /<([^<>]*)>$/.exec(content)?.[1] ?? content;
    return [`${role}\`${target.trim().replace(/\s+/g, " ")}\``];
  }
  // Names of links are translated where they stand; how many there are is kept.
  return under === "" ? [] : [`\`…\`${under}`];
}

function referencesFail(source: string, target: string): readonly Finding[] {
  const wanted = readRst(source).references;
  const given = readRst(target).references;
  const missing = without(wanted, given);
  const [finding] = difference(missing, without(given, wanted));
  if (!finding) return PASSED;
  return [{ ...finding, sentences: [...finding.sentences, ...hintsFor(missing, target)] }];
}

/** Why something may not count as a reference. */
function hintsFor(missing: readonly string[], target: string): Phrase[] {
  const names = missing.flatMap((reference) => /[`|[]([^`|\]…]+)/.exec(reference)?.[1] ?? []);
  if (names.some((name) => ["'", '"', "’", "”"].some((quote) => target.includes(`${name}${quote}`))))
    return [phrase("rstBackticks")];
  return names.some((name) => target.includes(name)) ? [phrase("rstGap")] : [];
}

/** Rules for reStructuredText. */
export const rstRules: Readonly<Record<string, Rule>> = {
  "rst-references": { fails: ({ source, target }) => referencesFail(source, target) },
  "rst-syntax": {
    fails({ source, target }) {
      const { open: mark } = readRst(target);
      if (mark === undefined || readRst(source).open !== undefined) return PASSED;
      return found(OPEN[mark] ?? "rstTextOpen", { mark });
    },
  },
};
