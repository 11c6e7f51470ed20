import type { YamlText } from "./nodes";

/** Words and shapes that YAML 1.1 or 1.2 read as something else than text. */
const RESERVED = /^(?:y|yes|n|no|on|off|true|false|null|nan|inf|~|=|<<)$/i;
const NUMBER_LIKE = /^[-+.]?(?:\d|\.|0[xob]|inf|nan)[\da-fx_.,:eotz+\- ]*$/i;
const FIRST = /^[-?:,[\]{}#&*!|>'"%@`\s]/;

/** Characters that only double quotes can hold. */
const ODD = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** A key or a new text: without quotes where it may be. */
export function yamlScalar(text: string, flow: boolean): string {
  return plainSafe(text, flow) ? text : doubleQuoted(text);
}

/** Whether a text may stand without quotes; careful for readers of YAML 1.1. */
function plainSafe(text: string, flow: boolean): boolean {
  if (text === "" || FIRST.test(text) || /\s$/.test(text) || ODD.test(text)) return false;
  if (/:(?:\s|$)|\s#/.test(text) || RESERVED.test(text) || NUMBER_LIKE.test(text)) return false;
  return !/^\.\.\./.test(text) && !(flow && /[[\]{},:]/.test(text));
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A text in double quotes over several lines, broken at single blanks, which is what a line break is read as. */
export function foldedYaml(text: string, width: number, column: number, indent: string, eol: string): string {
  const words = doubleQuoted(text).split(/(?<=[^ ]) (?=[^ ])/);
  let out = words[0] ?? "";
  let used = column + out.length;
  for (const word of words.slice(1)) {
    const fits = used + 1 + word.length <= width;
    out += fits ? ` ${word}` : eol + indent + word;
    used = fits ? used + 1 + word.length : indent.length + word.length;
  }
  return out;
}

/** A block of lines; undefined for a text that a block cannot hold. */
function block(node: YamlText, raw: string, text: string, indent: string, eol: string): string | undefined {
  if (text === "" || ODD.test(text.replaceAll("\n", "")) || /^[\s]|^\n*$/.test(text)) return undefined;
  const folded = node.style === "folded";
  // Lines with a leading blank are not folded, which would change the text.
  if (folded && (/\n[ \t]/.test(text) || /[ \t]\n/.test(text))) return undefined;
  if (/(?:^|\n)[ \t]+(?:\n|$)/.test(text)) return undefined;
  const body = text.replace(/\n+$/, "");
  const ends = text.length - body.length;
  const comment = /^[|>][-+\d]*([ \t]+#[^\r\n]*)?/.exec(raw)?.[1] ?? "";
  const mark = ends === 0 ? "-" : ends === 1 ? "" : "+";
  const lines = (folded ? body.replace(/\n+/g, (run) => `${run}\n`) : body).split("\n");
  const written = lines.map((line) => (line === "" ? "" : indent + line)).join(eol);
  const tail = ends > 1 ? eol.repeat(ends) : /[\r\n]$/.test(raw) ? eol : "";
  // Without a last line end the text would lose its own.
  if (ends > 0 && tail === "") return undefined;
  return `${folded ? ">" : "|"}${mark}${comment}${eol}${written}${tail}`;
}

/** Indentation of the lines of a block; undefined when it says its own. */
function blockIndent(raw: string): string | undefined {
  if (/^[|>][-+]?\d/.test(raw)) return undefined;
  return /[\r\n]([ ]+)\S/.exec(raw)?.[1];
}

/** How a file writes texts that could stand otherwise, and texts that need quotes. */
export interface YamlHabits {
  free: "plain" | "single" | "double";
  quoted: "single" | "double";
}

/** The habits that most of some texts show. */
export function yamlHabits(nodes: Iterable<YamlText>): YamlHabits {
  const free = { plain: 0, single: 0, double: 0 };
  const quoted = { single: 0, double: 0 };
  for (const { style, value, type } of nodes) {
    if (type !== "text" || style === "literal" || style === "folded" || ODD.test(value)) continue;
    if (plainSafe(value, false)) free[style]++;
    else if (style !== "plain") quoted[style]++;
  }
  const { plain, single, double } = free;
  const most = Math.max(plain, single, double);
  const unneeded = most === plain ? "plain" : most === double ? "double" : "single";
  const byNeed = quoted.single > quoted.double || (quoted.double === 0 && unneeded === "single");
  return { free: unneeded, quoted: byNeed ? "single" : "double" };
}

/**
 * A new text in the style of the old one; quotes where that style cannot hold it. Double quotes that the old text needed
 * say nothing of how the string was written before, which the habits of the file tell.
 */
export function rewriteYaml(
  node: YamlText,
  raw: string,
  text: string,
  flow: boolean,
  eol: string,
  habits: () => YamlHabits = () => ({ free: "double", quoted: "double" }),
): string {
  if (node.type === "number" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return text;
  if (node.type === "boolean" && (text === "true" || text === "false")) return text;
  if (node.style === "literal" || node.style === "folded") {
    const indent = blockIndent(raw);
    const lines = indent === undefined ? undefined : block(node, raw, text, indent, eol);
    const end = /\r?\n$/.exec(raw)?.[0] ?? "";
    return lines ?? doubleQuoted(text) + end;
  }
  if (node.style === "double" && !plainSafe(node.value, flow)) {
    const { free, quoted } = habits();
    if (free === "plain" && plainSafe(text, flow)) return text;
    const style = plainSafe(text, flow) ? free : quoted;
    if (style === "single" && !ODD.test(text)) return `'${text.replaceAll("'", "''")}'`;
    return doubleQuoted(text);
  }
  if (node.style === "single" && !ODD.test(text)) return `'${text.replaceAll("'", "''")}'`;
  if (node.style === "plain") {
    // Symbols of Ruby stay what they are.
    if (/^:\w+$/.test(text) && /^:\w+$/.test(raw)) return text;
    return yamlScalar(text, flow);
  }
  return doubleQuoted(text);
}
