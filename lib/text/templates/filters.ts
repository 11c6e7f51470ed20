import { isTrue, type TemplateValue, textOf } from "@/lib/text/templates/values";

/** A filter: a pure function of a value and as many texts as it asks for. */
export interface TemplateFilter {
  /** Least and greatest number of arguments. */
  takes: [number, number];
  apply(value: TemplateValue, args: readonly string[]): TemplateValue;
}

const onText = (change: (text: string) => string): TemplateFilter => ({
  takes: [0, 0],
  apply: (value) => change(textOf(value)),
});

function dirname(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function withoutExtension(path: string): string {
  const cut = path.lastIndexOf(".");
  return cut > path.lastIndexOf("/") + 1 ? path.slice(0, cut) : path;
}

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
      apply: (value, [from = "", to = ""]) => (from === "" ? textOf(value) : textOf(value).replaceAll(from, () => to)),
    },
  ],
  [
    "cut",
    {
      takes: [1, 1],
      apply: (value, [piece = ""]) => (piece === "" ? textOf(value) : textOf(value).replaceAll(piece, "")),
    },
  ],
  ["default", { takes: [1, 1], apply: (value, [other = ""]) => (isTrue(value) ? value : other) }],
  [
    "join",
    {
      takes: [1, 1],
      apply: (value, [glue = ""]) =>
        Array.isArray(value) ? value.slice(0, 1000).map(textOf).join(glue) : textOf(value),
    },
  ],
  ["length", { takes: [0, 0], apply: (value) => (Array.isArray(value) ? value.length : textOf(value).length) }],
]);
