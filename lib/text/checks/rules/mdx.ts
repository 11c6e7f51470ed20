/** MDX: expressions of JSX, which run where the text is shown. */

import { type Finding, found, PASSED } from "@/lib/text/checks/check";
import { difference, without } from "@/lib/text/checks/difference";
import { maskCode } from "@/lib/text/checks/rules/code-spans";
import type { Rule } from "@/lib/text/checks/rules/rule-set";

const TAG_NAME = /<(\/?)([A-Za-z][\w.:-]{0,100})?/y;
const ATTRIBUTE_NAME = /([A-Za-z_][\w.:-]{0,100})\s*=\s*$/;
/** A command of TeX, whose braces are its own. */
const COMMAND = /\\[A-Za-z]{2,28}$/;
const MOST = 500;

/** Behind the brace that closes the one at `start`, over texts in quotes; the end where none does. */
function behindExpression(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
    else if (`"'\``.includes(character)) {
      let end = at + 1;
      while (end < text.length && text[end] !== character) end += text[end] === "\\" ? 2 : 1;
      // An apostrophe in text that is no code.
      if (end < text.length) at = end;
    }
  }
  return text.length;
}

const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Whether a text in quotes is there to be read, not a key, an address or the name of a file. */
const isProse = (content: string): boolean => /\s|^\p{Lu}|[^ -~]/u.test(content);

/** An expression as it is compared: without comments and blanks, and without what its texts say. */
const codeOf = (expression: string): string =>
  expression
    .replace(LITERAL, (piece) => (piece.startsWith("/") ? "" : isProse(piece.slice(1, -1)) ? '"…"' : piece))
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([^\w $"'`]) ?/g, "$1")
    .replace(/,(?=[}\])])/g, "");

/** Whether an expression does nothing but part words. */
const isBlank = (code: string): boolean => /^(?:["'`]\s*["'`])?$/.test(code);

/** Expressions in their order, each with the element or attribute that it stands in. */
function expressionsIn(text: string): string[] {
  // Formulas have braces of their own.
  const masked = maskCode(text).replace(/\$\$[^$]{0,2000}\$\$/g, (formula) => ".".repeat(formula.length));
  const found: string[] = [];
  const open: string[] = [];
  /** The tag that is being read. */
  let tag: { name: string; from: number; closing: boolean } | undefined;
  for (let at = 0; at < masked.length && found.length < MOST; at++) {
    const character = masked[at];
    if (character === "\\" && !tag) at++;
    else if (character === "{" && COMMAND.test(masked.slice(Math.max(0, at - 30), at))) continue;
    else if (character === "{") {
      const end = behindExpression(masked, at);
      const inside = text.slice(at + 1, end - 1);
      const code = isBlank(inside.trim()) ? "" : codeOf(inside);
      const attribute = tag ? ATTRIBUTE_NAME.exec(masked.slice(Math.max(tag.from, at - 120), at))?.[1] : undefined;
      const place = tag
        ? `<${[tag.name, attribute].filter(Boolean).join(" ")}> `
        : open.length > 0
          ? `<${open.at(-1)}> `
          : "";
      // Comments are for those who write the file.
      if (code !== "") found.push(`${place}{${code}}`);
      at = end - 1;
    } else if (tag) {
      if (character === ">") {
        if (tag.closing) open.pop();
        else if (masked[at - 1] !== "/" && open.length < MOST) open.push(tag.name);
        tag = undefined;
      } else if (character === '"' || character === "'") {
        const end = masked.indexOf(character, at + 1);
        if (end > 0) at = end;
      }
    } else if (character === "<") {
      TAG_NAME.lastIndex = at;
      const start = TAG_NAME.exec(masked);
      if (!start || (start[2] === undefined && masked[at + 1] !== ">" && start[1] === "")) continue;
      tag = { name: start[2] ?? "", from: at, closing: start[1] === "/" };
      at += start[0].length - 1;
    }
  }
  return found;
}

function expressionsFail(source: string, target: string): readonly Finding[] {
  if (!source.includes("{") && !target.includes("{")) return PASSED;
  const [wanted, given] = [expressionsIn(source), expressionsIn(target)];
  const differs = difference(without(wanted, given), without(given, wanted));
  if (differs.length > 0) return differs;
  return wanted.some((expression, index) => expression !== given[index]) ? found("expressionOrder") : PASSED;
}

/** Rules for MDX. */
export const mdxRules: Readonly<Record<string, Rule>> = {
  "safe-mdx": { fails: ({ source, target }) => expressionsFail(source, target) },
};
