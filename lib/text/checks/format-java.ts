/** MessageFormat of Java, where an apostrophe begins a quotation: nothing is filled in there, and two of them stand for one. */
import { type Check, type CheckContext, type Finding, type FormPair, PASSED } from "@/lib/text/checks/check";
import { type Directive, directivesOf, type FormatSyntax, formatCheck } from "@/lib/text/checks/format-check";
import { phrase } from "@/lib/text/checks/sentences";

/** An apostrophe that is meant as such, or a quotation up to its end or that of the text. */
const QUOTED = /''|'(?:[^']|'')+(?:'|$)|'$/g;

/** A text without its quotations. */
const withoutQuotations = (text: string): string =>
  text.includes("'") ? text.replace(QUOTED, (piece) => (piece === "''" ? piece : "")) : text;

/** Whether an apostrophe is lost: one that quotes no brace, so that it must have been meant as such. */
function losesApostrophe(text: string): boolean {
  if (!text.includes("'")) return false;
  for (const [piece] of text.matchAll(QUOTED)) {
    if (piece === "''") continue;
    if (piece.length < 2 || !piece.endsWith("'") || !/[{}]/.test(piece)) return true;
  }
  return false;
}

/** Group 1 is the number, group 2 type and style. A number needs no type, and the words of a choice are translated. */
function read([text, number, type = ""]: RegExpExecArray): Directive | undefined {
  if (number === undefined) return undefined;
  const kind = type.replace(/\s+/g, "");
  return { key: `{${number}${kind === ",number" ? "" : kind}}`, text, unnamed: false };
}

/** What is filled in, apostrophes left aside. */
export const JAVA_SYNTAX: FormatSyntax = {
  id: "java_format",
  name: "Java MessageFormat",
  example: "{0}, {1,number,#}",
  pattern: /''|\{(\d{1,3})\s*(?:,\s*choice\s*,|\}|(,[^{}]*)\})/g,
  read,
  mark: "{",
  moreFlags: ["auto-java-messageformat"],
};

const plain = formatCheck(JAVA_SYNTAX);

function javaFails(form: FormPair, unit: CheckContext): readonly Finding[] {
  const { source, target } = form;
  // The automatic flag means: only where the source shows that it is one.
  if (!(unit.flags.has("java-format") || source.includes("{0"))) return PASSED;
  const [finding] = plain.fails(form, unit);
  if (finding) return [finding];
  if (!target.includes("'")) return PASSED;
  // A source that quotes what it is to show is for another program, or wrong itself.
  const count = (text: string) => directivesOf(text, JAVA_SYNTAX).length;
  const obeys = count(withoutQuotations(source)) === count(source);
  const [hidden] = obeys ? plain.fails({ ...form, target: withoutQuotations(target) }, unit) : PASSED;
  const doubled = phrase("apostrophes", { two: "''" });
  if (hidden) return [{ ...hidden, sentences: [...hidden.sentences, doubled] }];
  return losesApostrophe(target) && !losesApostrophe(source) ? [{ sentences: [doubled] }] : PASSED;
}

export const javaFormat: Check = { ...plain, fails: javaFails };
