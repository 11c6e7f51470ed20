/** MDX: expressions of JSX, which run where the text is shown. */

import { type Finding, found, PASSED } from "@/lib/text/checks/check";
import { difference } from "@/lib/text/checks/difference";
import { behindExpression } from "@/lib/text/checks/jsx-expression";
import { maskCode } from "@/lib/text/checks/rules/code-spans";
import type { Rule } from "@/lib/text/checks/rules/rule-set";

const TAG_NAME = /<(\/?)([A-Za-z][\w.:-]{0,100})?/y;
const ATTRIBUTE_NAME = /([A-Za-z_][\w.:-]{0,100})\s*=\s*$/;
/** A command of TeX, whose braces are its own. */
const COMMAND = /\\[A-Za-z]{2,28}$/;
const MOST = 500;

const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Whether a text in quotes is there to be read, not a key, an address or the name of a file. */
const isProse = (content: string): boolean => /\s|^\p{Lu}|[^ -~]/u.test(content);

interface Expression {
  element?: string;
  attribute?: string;
  /** The attribute that it may be of, in a text that begins within a tag. */
  cut?: string;
  /** Without comments, blanks, and what its texts say. */
  code: string;
  /** Its texts in quotes. */
  texts: readonly string[];
  /** As a finding shows it. */
  shown: string;
}

function readExpression(inside: string, place: Pick<Expression, "element" | "attribute" | "cut">): Expression {
  const texts: string[] = [];
  const squeezed = (code: string) =>
    code
      .trim()
      .replace(/\s+/g, " ")
      .replace(/ ?([^\w $"'`]) ?/g, "$1")
      // Members that are false need not be there.
      .replace(/(?<=[{,])\w{1,100}:false(?:,|(?=\}))/g, "")
      .replace(/,(?=[}\])])/g, "");
  const code = inside.replace(LITERAL, (piece) => {
    if (piece.startsWith("/")) return "";
    texts.push(piece.slice(1, -1));
    return '""';
  });
  const shown = inside.replace(LITERAL, (piece) =>
    piece.startsWith("/") ? "" : isProse(piece.slice(1, -1)) ? '"…"' : piece,
  );
  const where = [place.element, place.attribute].filter((name) => name !== undefined).join(" ");
  const isInside = place.element !== undefined || place.attribute !== undefined;
  return { ...place, code: squeezed(code), texts, shown: `${isInside ? `<${where}> ` : ""}{${squeezed(shown)}}` };
}

/** Whether the one stands in a text that begins within the tag that the other stands in. */
const isCutFrom = ({ cut }: Expression, { attribute }: Expression): boolean => cut !== undefined && cut === attribute;

/** Whether two expressions do the same in the same place; texts that are there to be read may differ. */
function isSame(wanted: Expression, given: Expression): boolean {
  if (wanted.code !== given.code) return false;
  const isHere = wanted.element === given.element && wanted.attribute === given.attribute;
  if (!isHere && !isCutFrom(wanted, given) && !isCutFrom(given, wanted)) return false;
  return wanted.texts.every((text, index) => isProse(text) || text === given.texts[index]);
}

/** Whether an expression does nothing but part words. */
const isBlank = (code: string): boolean => /^(?:["'`]\s*["'`])?$/.test(code);

/** Expressions in their order, each with the element or attribute that it stands in. */
function expressionsIn(text: string): Expression[] {
  // Formulas have braces of their own.
  const masked = maskCode(text).replace(/\$\$[^$]{0,2000}\$\$/g, (formula) => ".".repeat(formula.length));
  const found: Expression[] = [];
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
      const attribute = ATTRIBUTE_NAME.exec(masked.slice(Math.max(tag?.from ?? 0, at - 120), at))?.[1];
      const place = tag ? { element: tag.name, attribute } : { element: open.at(-1) };
      const expression = readExpression(inside, tag || open.length > 0 ? place : { cut: attribute });
      // Comments are for those who write the file.
      if (expression.code !== "" && !isBlank(inside.trim())) found.push(expression);
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
  const left = new Set(given.keys());
  const missing: string[] = [];
  let [last, isInOrder] = [-1, true];
  for (const [index, expression] of wanted.entries()) {
    const matches = (place: number) => isSame(expression, given[place] as Expression);
    const place = left.has(index) && matches(index) ? index : [...left].find(matches);
    if (place === undefined) {
      missing.push(expression.shown);
      continue;
    }
    left.delete(place);
    if (place < last) isInOrder = false;
    last = place;
  }
  const extra = [...left].map((place) => (given[place] as Expression).shown);
  const differs = difference(missing, extra);
  if (differs.length > 0) return differs;
  return isInOrder ? PASSED : found("expressionOrder");
}

/** Rules for MDX. */
export const mdxRules: Readonly<Record<string, Rule>> = {
  "safe-mdx": { fails: ({ source, target }) => expressionsFail(source, target) },
};
