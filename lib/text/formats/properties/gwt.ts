import type { FormatOptions } from "../kernel/format";
import { lineEnding } from "../kernel/splice";
import type { LineSyntax, PropertyLine } from "./read";
import { readLines } from "./read";

/** Plural forms of GWT: `key[one]=`, `key[few]=` beside a plain `key=` for the form “other”. */

const MARK = /^([\s\S]+)\[(none|zero|one|two|few|many|other)\]$/;

interface Part {
  category: string;
  line: PropertyLine;
}

/** Lines of one string, as one item. */
export interface GwtItem extends PropertyLine {
  parts?: Part[];
  categories?: string[];
}

function splitKey(key: string): { name: string; category: string } {
  const match = MARK.exec(key);
  if (!match) return { name: key, category: "other" };
  return { name: match[1]!, category: match[2] === "none" ? "zero" : match[2]! };
}

/** Keys that have forms in a file. */
function pluralKeys(lines: readonly PropertyLine[]): Set<string> {
  return new Set(lines.filter((line) => MARK.test(line.key)).map((line) => splitKey(line.key).name));
}

/** Puts the lines of a string with forms together where they stand one after the other. */
export function groupGwt(lines: PropertyLine[], options: FormatOptions, syntax: LineSyntax): GwtItem[] {
  const plural = pluralKeys(lines);
  if (options.base !== undefined && !options.isTemplate)
    for (const key of pluralKeys(readLines(options.base, syntax))) plural.add(key);
  if (plural.size === 0) return lines;
  const items: GwtItem[] = [];
  const { categories } = options.plural;
  for (const line of lines) {
    const { name, category } = splitKey(line.key);
    const last = items.at(-1);
    if (!plural.has(name)) items.push(line);
    else if (last?.parts && last.key === name && !last.parts.some((part) => part.category === category)) {
      last.parts.push({ category, line });
      last.end = line.end;
      last.to = line.to;
      last.note = [last.note, line.note].filter((note) => note !== "").join("\n");
    } else items.push({ ...line, key: name, parts: [{ category, line }], categories });
  }
  for (const item of items) {
    if (!item.parts) continue;
    item.forms = categories.map((category, form) => partOf(item, category, form)?.line.text ?? "");
    item.text = item.forms[0] ?? "";
  }
  return items;
}

/** The line of a form; the plain line stands for the last form of a language without “other”. */
function partOf(item: GwtItem, category: string, form: number): Part | undefined {
  const { parts = [], categories = [] } = item;
  const own = parts.find((part) => part.category === category);
  if (own || form < categories.length - 1 || categories.includes("other")) return own;
  return parts.find((part) => part.category === "other");
}

/** The lines of an item with other forms; a form that was not there gets a line of its own. */
export function writeGwt(
  text: string,
  item: GwtItem,
  forms: readonly string[],
  spell: (form: string, line?: PropertyLine) => string,
): string {
  const parts = item.parts!;
  const changed = new Map<Part, string>();
  let fresh = "";
  const sample = parts.at(-1)!.line;
  const between = text.slice(sample.keyEnd, sample.from);
  item.categories!.forEach((category, form) => {
    const value = forms[form] ?? "";
    const part = partOf(item, category, form);
    if (part) {
      if (value !== part.line.text) changed.set(part, value);
    } else if (value !== "") {
      const mark = category === "other" ? "" : `[${category === "zero" ? "none" : category}]`;
      fresh += `${lineEnding(text)}${item.key}${mark}${/^[ \t]*[=:][ \t]*$/.test(between) ? between : "="}${spell(value)}`;
    }
  });
  let out = "";
  let at = item.from;
  for (const part of parts) {
    const value = changed.get(part);
    if (value === undefined) continue;
    const { from, to } = part.line;
    out += text.slice(at, from) + spell(value, part.line);
    at = to;
  }
  return out + text.slice(at, item.to) + fresh;
}
