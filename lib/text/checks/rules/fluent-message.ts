/** A Fluent text as its checks see it: the parts of an entry, each with all texts that its branches can make. */
import {
  type Annotation,
  type Expression,
  FluentParser,
  type InlineExpression,
  Junk,
  Message,
  type Pattern,
  type Placeable,
  Term,
} from "@fluent/syntax";
import { Remembered } from "@/lib/text/checks/rules/guards";
import type { Flags } from "@/lib/text/flags/flags";
import { deepFluent } from "@/lib/text/formats/kernel/nesting";

/** One text that a pattern can make. References are the character `REFERENCE` in it. */
export interface FluentVariant {
  text: string;
  /** `$variable`, `message`, `message.attribute` and `-term`, as often as they are there. */
  references: readonly string[];
}

/** An entry. The name of its value is "". */
export interface FluentText {
  parts: ReadonlyMap<string, readonly FluentVariant[]>;
  isTerm: boolean;
}

/** Stands for a reference in the text of a variant. */
export const REFERENCE = "\ue000";

const LONGEST = 50_000;
const DEEPEST = 50;
/** Texts that are looked at of a pattern with several selectors; further ones are left out. */
const MOST_VARIANTS = 64;
const INDENT = "    ";
const ATTRIBUTE = /^\.[A-Za-z][\w-]*[ ]*=/;

const parser = new FluentParser({ withSpans: true });
const remembered = new Remembered<FluentText | { problem: string }>(1000);

/** Whether a string is a term, which its file says. */
export const isTerm = (flags: Flags): boolean => flags.get("fluent-type")?.[0]?.text === "Term";

/** Reads a text as a translator sees it: value first, then attributes, without the key. */
export function readFluentText(text: string, flags: Flags): FluentText | { problem: string } {
  const key = isTerm(flags) ? "-term" : "message";
  return remembered.get(`${key}\n${text}`, () => read(text, key));
}

function read(text: string, key: string): FluentText | { problem: string } {
  if (text.length > LONGEST) return { problem: `it is longer than ${LONGEST} characters` };
  const lines = text.split("\n");
  const inline = !ATTRIBUTE.test(lines[0] ?? "");
  const head = `${key} =${inline ? " " : `\n${INDENT}`}`;
  const whole = `${head}${lines.join(`\n${INDENT}`)}\n`;
  if (deepFluent(whole, DEEPEST) >= 0) return { problem: "it is nested too deeply" };
  const entries = parser.parse(whole).body;
  const junk = entries.find((entry) => entry instanceof Junk);
  if (junk) {
    const annotation = junk.annotations[0] as Annotation | undefined;
    const at = placeIn(lines, (annotation?.span?.start ?? junk.span?.start ?? 0) - head.length);
    return { problem: `${at}: ${annotation ? lowered(annotation.message) : "an entry is expected"}` };
  }
  const [entry, ...more] = entries;
  if (more.length > 0 || !(entry instanceof Message || entry instanceof Term))
    return { problem: "it is more than one entry" };
  const parts = new Map<string, readonly FluentVariant[]>();
  if (entry.value) parts.set("", variantsOf(entry.value));
  for (const { id, value } of entry.attributes) parts.set(id.name, variantsOf(value));
  return { parts, isTerm: entry instanceof Term };
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Where an offset of the composed entry is for the person who sees the lines. */
function placeIn(lines: readonly string[], offset: number): string {
  let left = Math.max(0, offset);
  for (const [index, line] of lines.entries()) {
    if (left <= line.length || index === lines.length - 1) {
      const column = Math.min(left, line.length) + 1;
      return lines.length > 1 ? `in line ${index + 1} at character ${column}` : `at character ${column}`;
    }
    left = Math.max(0, left - line.length - 1 - INDENT.length);
  }
  return "at its end";
}

function variantsOf(pattern: Pattern): FluentVariant[] {
  let variants: FluentVariant[] = [{ text: "", references: [] }];
  for (const element of pattern.elements) {
    const next = element.type === "TextElement" ? [{ text: element.value, references: [] }] : ofPlaceable(element);
    variants = variants
      .flatMap((before) =>
        next.map((after) => ({
          text: before.text + after.text,
          references: [...before.references, ...after.references],
        })),
      )
      .slice(0, MOST_VARIANTS);
  }
  return variants;
}

function ofPlaceable({ expression }: Placeable): FluentVariant[] {
  if (expression.type !== "SelectExpression") return [ofInline(expression)];
  const variants = expression.variants.flatMap(({ value }) => variantsOf(value)).slice(0, MOST_VARIANTS);
  // A branch for one number need not show the number when another branch does.
  const chosen = ofInline(expression.selector).references.filter((name) =>
    variants.some(({ references }) => references.includes(name)),
  );
  return variants.map((variant) => ({
    ...variant,
    references: [...variant.references, ...chosen.filter((name) => !variant.references.includes(name))],
  }));
}

function ofInline(expression: InlineExpression | Placeable): FluentVariant {
  switch (expression.type) {
    case "StringLiteral":
      return { text: expression.parse().value, references: [] };
    case "NumberLiteral":
      return { text: expression.value, references: [] };
    case "VariableReference":
      return { text: REFERENCE, references: [`$${expression.id.name}`] };
    case "MessageReference":
    case "TermReference": {
      const name = `${expression.type === "TermReference" ? "-" : ""}${expression.id.name}`;
      return { text: REFERENCE, references: [expression.attribute ? `${name}.${expression.attribute.name}` : name] };
    }
    case "FunctionReference":
      return {
        text: REFERENCE,
        references: expression.arguments.positional.flatMap((argument) => [...ofInline(argument).references]),
      };
    case "Placeable":
      return ofNested(expression.expression);
    default:
      return { text: "", references: [] };
  }
}

/** Braces in braces: of a selection in there the first text stands for all. */
function ofNested(expression: Expression): FluentVariant {
  if (expression.type !== "SelectExpression") return ofInline(expression);
  return { text: REFERENCE, references: [] };
}
