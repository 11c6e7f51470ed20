import { ruleSets } from "#check-rules";
import { BRACE_SYNTAXES } from "@/lib/text/checks/format-braces";
import type { FormatSyntax } from "@/lib/text/checks/format-check";
import { PRINTF_SYNTAXES } from "@/lib/text/checks/format-printf";
import { flagFormOf } from "@/lib/text/checks/ids";
import type { Flags } from "@/lib/text/flags/flags";
import { findPattern } from "@/lib/text/flags/pattern";

/** Start and end of a piece of a source that a translation has to carry over as it is. */
export type ProtectedSpan = readonly [start: number, end: number];

const MAX_MARKS = 200;
const SYNTAXES: readonly FormatSyntax[] = [...PRINTF_SYNTAXES, ...BRACE_SYNTAXES];
const TAG = /<\/?[A-Za-z][^<>]{0,300}>/g;

/**
 * Placeholders and tags of a source text, by its flags, in order and without overlap (the longer one wins where two
 * begin at the same place). At most 200.
 */
export function protectedSpans(text: string, flags: Flags): ProtectedSpan[] {
  const tags = text.includes("<")
    ? [...text.matchAll(TAG)].map((match): ProtectedSpan => [match.index, match.index + match[0].length])
    : [];
  const ofRules = Object.values(ruleSets).flatMap((set) => set.spans?.(text, flags) ?? []);
  const all = [...ofPlaceholders(text, flags), ...ofSyntaxes(text, flags), ...ofRules, ...tags];
  all.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const marks: ProtectedSpan[] = [];
  let end = 0;
  for (const mark of all) {
    if (mark[0] < end || marks.length >= MAX_MARKS) continue;
    marks.push(mark);
    end = mark[1];
  }
  return marks;
}

function ofSyntaxes(text: string, flags: Flags): ProtectedSpan[] {
  const marks: ProtectedSpan[] = [];
  for (const syntax of SYNTAXES) {
    const names = [flagFormOf(syntax.id), ...(syntax.moreFlags ?? [])];
    if (!text.includes(syntax.mark) || !names.some((name) => flags.has(name))) continue;
    for (const match of text.matchAll(syntax.pattern)) {
      if (marks.length >= MAX_MARKS) break;
      if (syntax.read(match)) marks.push([match.index, match.index + match[0].length]);
    }
  }
  return marks;
}

function ofPlaceholders(text: string, flags: Flags): ProtectedSpan[] {
  const marks: ProtectedSpan[] = [];
  for (const value of (flags.get("placeholders") ?? []).slice(0, 50)) {
    if (value.text === "") continue;
    const literal = value.text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const pattern = findPattern(value.pattern ? value.text : literal, flags.has("case-insensitive"));
    for (const match of pattern?.all(text, MAX_MARKS) ?? []) marks.push([match.start, match.start + match.text.length]);
  }
  return marks;
}
