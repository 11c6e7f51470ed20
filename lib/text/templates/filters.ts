import { isTrue, type TemplateValue, textOf } from "@/lib/text/templates/values";

/** Longest text a filter makes; what is longer is cut before it is made. */
const MAX_VALUE = 100_000;

/** A filter: a pure function of a value and as many texts as it asks for. Its text is never longer than `MAX_VALUE`. */
export interface TemplateFilter {
  /** Least and greatest number of arguments. */
  takes: [number, number];
  apply(value: TemplateValue, args: readonly string[]): TemplateValue;
}

const onText = (change: (text: string) => string): TemplateFilter => ({
  takes: [0, 0],
  apply: (value) => change(textOf(value)).slice(0, MAX_VALUE),
});

const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** All filters by name. */
export const TEMPLATE_FILTERS: ReadonlyMap<string, TemplateFilter> = new Map<string, TemplateFilter>([
  ["stripext", onText(withoutExtension)],
  // Takes the leading folder away, for paths that are told from one folder further up.
  ["parentdir", onText((path) => path.slice(path.indexOf("/") + 1))],
  ["dirname", onText(dirname)],
  ["basename", onText(basename)],
  ["upper", onText((text) => text.toUpperCase())],
  ["lower", onText((text) => text.toLowerCase())],
  [
    "title",
    onText((text) => text.toLowerCase().replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())),
  ],
  ["capfirst", onText((text) => text.replace(/^./su, (letter) => letter.toUpperCase()))],
  ["trim", onText((text) => text.trim())],
  [
    "replace",
    {
      takes: [2, 2],
      apply: (value, [from = "", to = ""]) => replaceAll(textOf(value), from, to),
    },
  ],
  [
    "cut",
    {
      takes: [1, 1],
      apply: (value, [piece = ""]) => replaceAll(textOf(value), piece, ""),
    },
  ],
  ["default", { takes: [1, 1], apply: (value, [other = ""]) => (isTrue(value) ? value : other) }],
  [
    "join",
    {
      takes: [1, 1],
      apply: (value, [glue = ""]) => (Array.isArray(value) ? joinItems(value.slice(0, 1000), glue) : textOf(value)),
    },
  ],
  ["length", { takes: [0, 0], apply: (value) => (Array.isArray(value) ? value.length : textOf(value).length) }],
]);

/** A text with every `from` replaced, made no longer than `MAX_VALUE`. */
function replaceAll(text: string, from: string, to: string): string {
  if (from === "") return text.slice(0, MAX_VALUE);
  if (to.length <= from.length) return text.replaceAll(from, () => to).slice(0, MAX_VALUE);
  const pieces: string[] = [];
  let length = 0;
  for (let at = 0; length < MAX_VALUE; ) {
    const found = text.indexOf(from, at);
    const piece = text.slice(at, found < 0 ? undefined : found);
    pieces.push(piece);
    length += piece.length;
    if (found < 0) break;
    pieces.push(to);
    length += to.length;
    at = found + from.length;
  }
  return pieces.join("").slice(0, MAX_VALUE);
}

/** Items with a text between them, made no longer than `MAX_VALUE`. */
function joinItems(items: readonly TemplateValue[], glue: string): string {
  let text = "";
  for (const [index, item] of items.entries()) {
    if (text.length >= MAX_VALUE) break;
    text += (index === 0 ? "" : glue) + textOf(item);
  }
  return text.slice(0, MAX_VALUE);
}

function dirname(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

function withoutExtension(path: string): string {
  const cut = path.lastIndexOf(".");
  return cut > path.lastIndexOf("/") + 1 ? path.slice(0, cut) : path;
}
