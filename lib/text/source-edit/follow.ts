import { WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";
import { endOf, kindOfSourceEdit, valuesOfEdit } from "./kind";

/** The change of a translation that follows from an edit of its source by rule, where there is one. */

/** Marks at the end of a text that mean the same. */
const FAMILIES = {
  ".": ".。．۔।։။។።",
  ":": ":：",
  "!": "!！",
  "?": "?？؟",
  "…": "…",
  ";": ";；؛",
} as const;
type Mark = keyof typeof FAMILIES;

/** How languages write a mark, where it is not the one of English. Null: it cannot be added by rule. */
const WRITTEN: Readonly<Record<string, Partial<Record<Mark, string | null>>>> = {
  zh: { ".": "。", ":": "：", "!": "！", "?": "？", ";": "；", "…": "……" },
  yue: { ".": "。", ":": "：", "!": "！", "?": "？", ";": "；", "…": "……" },
  ja: { ".": "。", ":": "：", "!": "！", "?": "？", ";": "；" },
  ar: { "?": "؟", ";": "؛" },
  fa: { "?": "؟", ";": "؛" },
  ur: { ".": "۔", "?": "؟", ";": "؛" },
  ps: { "?": "؟", ";": "؛" },
  ckb: { "?": "؟", ";": "؛" },
  ug: { "?": "؟", ";": "؛" },
  hi: { ".": "।" },
  bn: { ".": "।" },
  as: { ".": "।" },
  or: { ".": "।" },
  ne: { ".": "।" },
  pa: { ".": "।" },
  sa: { ".": "।" },
  my: { ".": "။", "?": null },
  km: { ".": "។" },
  am: { ".": "።" },
  ti: { ".": "።" },
  hy: { ".": "։", "?": null, "!": null },
  el: { "?": ";", ";": "·" },
  fr: { ":": "\u00a0:", "!": "\u202f!", "?": "\u202f?", ";": "\u202f;" },
  // Signs stand at both ends.
  es: { "?": null, "!": null },
  ast: { "?": null, "!": null },
  gl: { "?": null, "!": null },
};

/**
 * A translation after the source was edited. Each form follows the source form that it stands for: the first one the
 * singular, all others the plural.
 * @param language code, such as `pt_BR`; its first part decides
 * @returns undefined where the edit says nothing certain about the translation; the same texts where nothing has to change
 */
export function followSourceEdit(
  { before, after }: { before: readonly string[]; after: readonly string[] },
  targets: readonly string[],
  language: string,
): string[] | undefined {
  if (before.length !== after.length || before.length === 0) return undefined;
  const followed: string[] = [];
  for (const [form, target] of targets.entries()) {
    const place = targets.length > 1 ? Math.min(form, before.length - 1) : before.length - 1;
    const text = target === "" ? "" : followForm(before[place] as string, after[place] as string, target, language);
    if (text === undefined) return undefined;
    followed.push(text);
  }
  return followed;
}

function followForm(before: string, after: string, target: string, language: string): string | undefined {
  if (before === after) return target;
  switch (kindOfSourceEdit([before], [after])) {
    case "end-mark":
      return withEnd(endOf(before).mark, endOf(after).mark, target, language);
    case "whitespace":
      return withBlanks(before, after, target);
    case "values":
      return withValues(valuesOfEdit(before, after) ?? new Map(), before, target);
    default:
      return undefined;
  }
}

function withEnd(before: string, after: string, target: string, code: string): string | undefined {
  const language = code.split(/[_-]/, 1)[0] as string;
  const [old, now] = [markOf(before), markOf(after)];
  if (WITHOUT_END_MARKS.has(language) || old === undefined || now === undefined) return undefined;
  const { body, mark } = endOf(target);
  const stands = mark.trim();
  const wanted = now === "" ? "" : WRITTEN[language]?.[now] === undefined ? now : WRITTEN[language]?.[now];
  if (wanted === null || wanted === undefined) return undefined;
  if (isOf(stands, now, language)) return target;
  return isOf(stands, old, language) ? `${body}${wanted}` : undefined;
}

/** The one mark that an English end is: "" for none, undefined for others such as "?!". */
function markOf(end: string): Mark | "" | undefined {
  const text = end.trim().replace(/^\.{3}$/, "…");
  return text === "" || Object.hasOwn(FAMILIES, text) ? (text as Mark | "") : undefined;
}

/** Whether an end is a mark in a language. */
function isOf(end: string, mark: Mark | "", language: string): boolean {
  if (mark === "") return end === "";
  if (end === WRITTEN[language]?.[mark]?.trim() || (mark === "…" && (end === "..." || end === "……"))) return true;
  return end.length === 1 && FAMILIES[mark].includes(end) && !(language === "el" && end === ";" && mark !== "?");
}

/** Blanks at both ends follow; those inside of a translation are its own. */
function withBlanks(before: string, after: string, target: string): string | undefined {
  if (before.trim() !== after.trim() || target.trim() === "") return undefined;
  const [start, end] = [/^\s*/.exec(after)?.[0] ?? "", /\s*$/.exec(after)?.[0] ?? ""];
  return `${start}${target.trim()}${end}`;
}

/** Every replaced value stands in the translation as often as in the source, or none of it is touched. */
function withValues(values: ReadonlyMap<string, string>, before: string, target: string): string | undefined {
  const old = [...values.keys()].sort((a, b) => b.length - a.length);
  for (const value of old) if (countOf(target, value) !== countOf(before, value)) return undefined;
  // In one pass, so that what a value becomes is not replaced again.
  return target.replace(patternOf(old), (value) => values.get(value) ?? value);
}

const countOf = (text: string, value: string): number => text.match(patternOf([value]))?.length ?? 0;

/** Numbers are whole numbers: 5 does not stand in 15. */
const patternOf = (values: readonly string[]): RegExp =>
  new RegExp(
    values
      .map((value) => {
        const text = value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        return /^\d/.test(value) ? `(?<![\\d.,])${text}(?![.,]?\\d)` : text;
      })
      .join("|"),
    "g",
  );
