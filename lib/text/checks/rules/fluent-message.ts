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
  type SelectExpression,
  Term,
  Visitor,
} from "@fluent/syntax";
import { Remembered } from "@/lib/text/checks/rules/guards";
import { type Phrase, phrase, type SentenceKey } from "@/lib/text/checks/sentences";
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
  /** What is selected on somewhere, so that a translation may show it. */
  selectors: ReadonlySet<string>;
  isTerm: boolean;
}

/** Why a text is no Fluent. */
interface Unreadable {
  problem: Phrase;
}

/** Stands for a reference in the text of a variant. */
export const REFERENCE = "\ue000";

const LONGEST = 50_000;
const DEEPEST = 50;
/** Texts that are looked at of a pattern with several selectors; further ones are left out. */
const MOST_VARIANTS = 64;
const INDENT = "    ";
const ATTRIBUTE = /^\.[A-Za-z][\w-]*[ ]*=/;

/** What the parser has to say, by its codes. */
const FAULTS: Readonly<Record<string, SentenceKey>> = {
  E0001: "fluentE0001",
  E0002: "fluentE0002",
  E0003: "fluentE0003",
  E0004: "fluentE0004",
  E0005: "fluentE0005",
  E0006: "fluentE0006",
  E0007: "fluentE0007",
  E0008: "fluentE0008",
  E0009: "fluentE0009",
  E0010: "fluentE0010",
  E0011: "fluentE0011",
  E0012: "fluentE0012",
  E0013: "fluentE0013",
  E0014: "fluentE0014",
  E0015: "fluentE0015",
  E0016: "fluentE0016",
  E0017: "fluentE0017",
  E0018: "fluentE0018",
  E0019: "fluentE0019",
  E0020: "fluentE0020",
  E0021: "fluentE0021",
  E0022: "fluentE0022",
  E0024: "fluentE0024",
  E0025: "fluentE0025",
  E0026: "fluentE0026",
  E0027: "fluentE0027",
  E0028: "fluentE0028",
  E0029: "fluentE0029",
};

const parser = new FluentParser({ withSpans: true });
const remembered = new Remembered<FluentText | Unreadable>(1000);

/** Whether a string is a term, which its file says. */
export const isTerm = (flags: Flags): boolean => flags.get("fluent-type")?.[0]?.text === "Term";

/** Reads a text as a translator sees it: value first, then attributes, without the key. */
export function readFluentText(text: string, flags: Flags): FluentText | Unreadable {
  const key = isTerm(flags) ? "-term" : "message";
  return remembered.get(`${key}\n${text}`, () => read(text, key));
}

function read(text: string, key: string): FluentText | Unreadable {
  if (text.length > LONGEST) return { problem: phrase("tooLong", { most: LONGEST }) };
  const lines = text.split("\n");
  const inline = !ATTRIBUTE.test(lines[0] ?? "");
  const head = `${key} =${inline ? " " : `\n${INDENT}`}`;
  const whole = `${head}${lines.join(`\n${INDENT}`)}\n`;
  if (deepFluent(whole, DEEPEST) >= 0) return { problem: phrase("tooDeep") };
  const entries = parser.parse(whole).body;
  const junk = entries.find((entry) => entry instanceof Junk);
  if (junk) {
    const annotation = junk.annotations[0] as Annotation | undefined;
    const what = annotation ? said(annotation) : phrase("fluentEntry");
    return { problem: placed(lines, (annotation?.span?.start ?? junk.span?.start ?? 0) - head.length, what) };
  }
  const [entry, ...more] = entries;
  if (more.length > 0 || !(entry instanceof Message || entry instanceof Term)) return { problem: phrase("fluentMore") };
  const parts = new Map<string, readonly FluentVariant[]>();
  if (entry.value) parts.set("", variantsOf(entry.value));
  for (const { id, value } of entry.attributes) parts.set(id.name, variantsOf(value));
  const selectors = new Selectors();
  selectors.visit(entry);
  return { parts, selectors: selectors.names, isTerm: entry instanceof Term };
}

/** Gathers what an entry selects on. */
class Selectors extends Visitor {
  readonly names = new Set<string>();

  visitSelectExpression(node: SelectExpression): void {
    for (const name of ofInline(node.selector).references) this.names.add(name);
    this.genericVisit(node);
  }
}

/** What the parser says, by its code. The first value, where there is one, is what is filled in. */
function said({ code, arguments: [first], message }: Annotation): Phrase | string {
  const key = FAULTS[code];
  if (key === undefined) return message;
  return typeof first === "string" ? { key, values: { first } } : { key };
}

/** What is wrong, with where an offset of the composed entry is for the person who sees the lines. */
function placed(lines: readonly string[], offset: number, what: Phrase | string): Phrase {
  let left = Math.max(0, offset);
  let index = 0;
  for (; left > (lines[index]?.length ?? 0) && index < lines.length - 1; index++)
    left = Math.max(0, left - (lines[index]?.length ?? 0) - 1 - INDENT.length);
  const at = Math.min(left, lines[index]?.length ?? 0) + 1;
  return lines.length > 1 ? phrase("inLine", { line: index + 1, at, what }) : phrase("atCharacter", { at, what });
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
