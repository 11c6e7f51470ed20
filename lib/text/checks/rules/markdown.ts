/** Markdown inside of a string: links, references and marks. Found without a parser, as definitions stand elsewhere. */
import { type Finding, PASSED } from "@/lib/text/checks/check";
import { difference, without } from "@/lib/text/checks/difference";
import { lacksItalics, marksSourceWords, maskCode } from "@/lib/text/checks/rules/code-spans";
import type { Rule } from "@/lib/text/checks/rules/rule-set";
import { phrase } from "@/lib/text/checks/sentences";

interface Link {
  /** `![` instead of `[`. */
  image: boolean;
  target: string;
  /** Where the target stands. */
  start: number;
  end: number;
}

interface Links {
  links: Link[];
  /** Ids of `[text][id]` and `[id][]`. */
  references: string[];
}

const LONGEST_TARGET = 4000;
const MOST = 500;

/** Links and references, code left out. */
function readLinks(text: string): Links {
  const masked = maskCode(text);
  const found: Links = { links: [], references: [] };
  const open: number[] = [];
  for (let at = 0; at < masked.length && found.links.length < MOST; at++) {
    const character = masked[at];
    if (character === "\\") at++;
    else if (character === "[") open.push(at);
    else if (character === "]") {
      const start = open.pop();
      if (start === undefined) continue;
      if (masked[at + 1] === "(") takeLink(masked, start, at, found);
      else if (masked[at + 1] === "[") at = takeReference(masked, start, at, found);
    }
  }
  return found;
}

function takeLink(text: string, start: number, close: number, into: Links): void {
  let depth = 1;
  let end = close + 2;
  const last = Math.min(text.length, end + LONGEST_TARGET);
  for (; end < last; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === "(") depth++;
    else if (text[end] === ")" && --depth === 0) break;
  }
  if (depth > 0) return;
  const written = /^\s*(?:<([^<>]*)>|(\S*))/.exec(text.slice(close + 2, end));
  const target = written?.[1] ?? written?.[2] ?? "";
  const from = text.indexOf(target, close + 2);
  into.links.push({ image: text[start - 1] === "!", target, start: from, end: from + target.length });
}

/** @returns where to go on */
function takeReference(text: string, start: number, close: number, into: Links): number {
  const end = text.indexOf("]", close + 2);
  if (end < 0 || end - close > LONGEST_TARGET) return close;
  const id = text.slice(close + 2, end).trim() || text.slice(start + 1, close);
  if (id !== "" && into.references.length < MOST) into.references.push(id.toLowerCase().replace(/\s+/g, " "));
  return end;
}

/** Addresses in the document itself or made by a template; absolute ones may be localised. */
const isLocal = ({ target }: Link): boolean => /^[.#{]/.test(target);
const localTargets = ({ links }: Links): string[] => [...new Set(links.filter(isLocal).map(({ target }) => target))];

/**
 * @param isDocument whether headings are translated as well, of which the addresses in a document are made
 */
function linksFail(source: string, target: string, isDocument: boolean): readonly Finding[] {
  const [wanted, given] = [readLinks(source), readLinks(target)];
  for (const image of [false, true]) {
    const count = ({ links }: Links) => links.filter((link) => link.image === image).length;
    if (count(wanted) === count(given)) continue;
    const counted = phrase(image ? "images" : "links", { given: count(given), wanted: count(wanted) });
    return [{ sentences: /\]\s+\(/.test(target) ? [counted, phrase("linkGap")] : [counted] }];
  }
  const [local, own] = [localTargets(wanted), localTargets(given)];
  const [missing, extra] = [without(local, own), without(own, local)];
  const anchors = (list: readonly string[]) => list.filter((address) => address.startsWith("#"));
  if (isDocument && anchors(missing).length === anchors(extra).length) {
    const isPath = (address: string) => !address.startsWith("#");
    const paths = missing.filter(isPath);
    return paths.length > 0 ? difference(paths, extra.filter(isPath)) : PASSED;
  }
  // One that is local in the translation alone stands for an absolute one, which may be localised.
  return missing.length > 0 ? difference(missing, extra) : PASSED;
}

/** Without blanks before addresses, and with the source's own local addresses where they come in its order. */
function correctedLinks(source: string, target: string): string {
  const joined = target.replace(/\][ \t]+\(/g, "](");
  const wanted = readLinks(source).links;
  const { links } = readLinks(joined);
  let fixed = joined;
  if (links.length === wanted.length)
    for (const [index, link] of [...links.entries()].reverse()) {
      const other = wanted[index];
      if (other && (isLocal(other) || isLocal(link)))
        fixed = fixed.slice(0, link.start) + other.target + fixed.slice(link.end);
    }
  return linksFail(source, fixed, false).length === 0 ? fixed : target;
}

/** A run of marks that may begin or end something. */
interface Run {
  mark: string;
  left: number;
}

/** Marks in use: what stands in pairs around text, as CommonMark pairs them. */
function marksIn(text: string): string[] {
  const marks = new Set<string>();
  const masked = maskCode(text, () => marks.add("`")).replace(/\]\([^()\s]{0,2000}\)|<[^<>\s]{1,2000}>/g, (piece) =>
    "x".repeat(piece.length),
  );
  const open: Run[] = [];
  for (const match of masked.matchAll(/\\.|\*+|_+|~+/g)) {
    const mark = match[0].charAt(0);
    if (mark === "\\") continue;
    const before = masked[match.index - 1] ?? " ";
    const after = masked[match.index + match[0].length] ?? " ";
    const inside = mark === "_" && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    let left = match[0].length;
    if (!/\s/.test(before) && !inside) left = closeRuns(open, mark, left, marks);
    if (left > 0 && !/\s/.test(after) && !inside && open.length < MOST) open.push({ mark, left });
  }
  return [...marks];
}

/** @returns how many marks are left over */
function closeRuns(open: Run[], mark: string, length: number, marks: Set<string>): number {
  let left = length;
  for (let at = open.findLastIndex((run) => run.mark === mark); at >= 0 && left > 0; ) {
    const run = open[at];
    if (!run) break;
    const size = Math.min(2, run.left, left);
    // One tilde alone is text.
    if (mark !== "~" || size === 2) marks.add(mark.repeat(size));
    run.left -= size;
    left -= size;
    open.length = run.left > 0 ? at + 1 : at;
    if (run.left === 0) at = open.findLastIndex((other) => other.mark === mark);
  }
  return left;
}

/** Rules for Markdown. */
export const markdownRules: Readonly<Record<string, Rule>> = {
  "md-link": {
    // Formats of documents give this flag.
    fails: ({ source, target }, { flags }) => linksFail(source, target, flags.has("strict-same")),
    fix: ({ source, target }) => correctedLinks(source, target),
  },
  "md-reflink": {
    fails({ source, target }) {
      if (!source.includes("][") && !target.includes("][")) return PASSED;
      const ids = (text: string) => [...new Set(readLinks(text).references)];
      const [wanted, given] = [ids(source), ids(target)];
      const shown = (list: readonly string[]) => list.map((id) => `[${id}]`);
      return difference(shown(without(wanted, given)), shown(without(given, wanted)));
    },
  },
  "md-syntax": {
    fails({ source, target }, { language }) {
      const [wanted, given] = [marksIn(source), marksIn(target)];
      const isSlant = (mark: string) => mark === "*" || mark === "_";
      const missing = without(wanted, given).filter((mark) => !(isSlant(mark) && lacksItalics(language)));
      // A translation may set off what is foreign in it.
      const extra = without(given, wanted).filter(
        (mark) => !(isSlant(mark) || (mark === "`" && marksSourceWords(source, target, mark))),
      );
      return difference(missing, extra);
    },
  },
};
