import { refusal } from "@/lib/text/messages/refusal";
import { type Sentence, sentenceOf } from "@/lib/text/messages/worded";
import { EditRefused, type FileFormat, type FormatOptions } from "../kernel/format";
import type { KeyedDialect, KeyedFile, KeyedTexts } from "../kernel/keyed-entries";
import { keyedFormat } from "../kernel/keyed-format";
import { nextLine } from "../kernel/line-scan";
import { lineEnding } from "../kernel/splice";
import { PhpInserter } from "./insert";
import { type PhpFile, type PhpItem, readPhp } from "./read";
import { isOneText, splitForms, writeLiteral } from "./text";

/** PHP files of texts, and those of Laravel, whose texts may have several forms. */

type PhpReading = KeyedTexts<PhpItem> & PhpFile;

const LARAVEL = /^return(?:\[\])?->/;

/** Keys of Laravel leave out that the file returns an array, and the quotes of a key at its top. */
function laravelKey(key: string): string {
  const short = key.replace(LARAVEL, "");
  const plain = /^(['"])((?:(?!\1)[^\\])*)\1(?=$|->|\[\]->)/.exec(short);
  return short !== key && plain ? plain[2]! + short.slice(plain[0].length) : key;
}

/** The full key again, in the kind of array that the file returns. */
function fullKey(key: string, file: PhpFile): string {
  if (/^(?:\$|define\(|return(?:\[\])?->)/.test(key)) return key;
  const root = file.arrays.has("return") ? "return" : "return[]";
  const [, name, rest] = /^([\s\S]*?)((?:\[\])?->[\s\S]*)?$/.exec(key)!;
  const literal = /^['"]/.test(name!) ? name! : writeLiteral(name!, "'", "\n");
  return `${root}->${literal}${rest ?? ""}`;
}

/** Whether the texts of a base have forms, by key. */
function pluralsOf(base: string): Map<string, boolean> {
  const open = readPhp(base).items.filter((item) => !item.locked);
  return new Map(open.map((item) => [laravelKey(item.key), !isOneText(item.text)]));
}

/**
 * Gives texts with bars their forms, as many as the language has. The base tells whether a text has forms at all; one
 * with ranges, which are no forms of a language, then stands whole in the first of them.
 */
function withForms(items: PhpItem[], options: FormatOptions): void {
  const known = options.base === undefined || options.isTemplate ? undefined : pluralsOf(options.base);
  for (const item of items) {
    item.key = laravelKey(item.key);
    const plural = known?.get(item.key);
    if (item.locked || plural === false) continue;
    const parts = splitForms(item.text) ?? (plural ? [item.text] : undefined);
    if (!parts) continue;
    const { number } = options.plural;
    item.forms = Array.from({ length: number }, (_, form) => parts[form] ?? "");
    if (parts.length > number) item.extra = parts.slice(number);
  }
}

/** Forms in one text; those at the end that are empty are left out. A text with ranges in the first form is all of it. */
function joinForms(forms: readonly string[], extra: readonly string[]): string {
  const [whole = "", ...others] = forms;
  if (whole.includes("|") && isOneText(whole) && others.every((form) => form === "")) return whole;
  if (forms.some((form) => form.includes("|"))) throw new EditRefused(refusal("writeLaravelForm", { sign: "|" }));
  if (forms.every((form) => form === "")) return "";
  const all = [...forms, ...extra];
  while (all.length > 2 && all.at(-1) === "") all.pop();
  const joined = all.join("|");
  if (joined.includes("|") && isOneText(joined))
    throw new EditRefused(refusal("writeLaravelRange", { one: "{0}", other: "[1,5]" }));
  return joined;
}

const BAR = refusal("writeLaravelBar", { sign: "|" });

/** Why a Laravel file cannot hold the forms of a string. */
function refusesForms(forms: readonly string[]): Sentence | undefined {
  if (forms.length === 1) return isOneText(forms[0] ?? "") ? undefined : BAR;
  try {
    joinForms(forms, []);
    return undefined;
  } catch (error) {
    if (error instanceof EditRefused) return sentenceOf(error);
    throw error;
  }
}

function dialect(laravel: boolean): KeyedDialect<PhpItem> {
  const spell = (value: string, item: { forms?: string[]; extra?: string[] }, forms: readonly string[]): string => {
    if (item.forms) return joinForms(forms, item.extra ?? []);
    if (laravel && !isOneText(value)) throw new EditRefused(BAR);
    return value;
  };
  return {
    read: (text, options): PhpReading => {
      const file = readPhp(text);
      // An escaped CRLF is one; that of the file's own lines is a line feed.
      for (const item of file.items)
        if (text.slice(item.from, item.to).includes("\r\n")) item.text = item.text.replaceAll("\r\n", "\n");
      if (laravel) withForms(file.items, options);
      return file;
    },
    write: (value, item, text, _reading, forms) =>
      writeLiteral(spell(value, item, forms), text[item.from]!, lineEnding(text)),
    cut: cutItem,
    keeps: true,
    insert: (patches, text, reading, fresh) => {
      const file = reading as PhpReading;
      const known = (key: string): string => (laravel ? fullKey(key, file) : key);
      const keys = file.items.map(({ key }) => known(key));
      const inserter = new PhpInserter(patches, text, file, keys);
      for (const [one, after] of fresh) {
        const value = one.plural && laravel ? joinForms(one.forms, []) : spell(one.text, {}, []);
        if (one.plural && !laravel) throw new EditRefused(refusal("writePlural", { name: one.key }));
        inserter.add({ ...one, key: known(one.key) }, one.key, value, after);
      }
      inserter.finish();
    },
  };
}

/** A statement with its line, or a member of an array with its comma. */
function cutItem(text: string, item: PhpItem): [number, number] {
  const { array, member } = item;
  if (member && item.start === item.from) throw new EditRefused(refusal("writePosition", { name: item.key }));
  let start = item.start;
  while (start > 0 && /[ \t]/.test(text[start - 1]!)) start--;
  const lineFirst = start === 0 || /[\r\n]/.test(text[start - 1]!);
  let end = member?.next ?? item.end;
  while (text[end] === " " || text[end] === "\t") end++;
  const lineLast = end === text.length || /[\r\n]/.test(text[end]!);
  const index = array && member ? array.members.indexOf(member) : -1;
  const comma = member && member.next > member.end;
  const before = array?.members[index - 1];
  if (member && !comma && before && !/[/#]/.test(text.slice(before.next, item.start))) return [before.end, member.end];
  if (lineFirst && lineLast) {
    const last = !member && end === text.length && start > 0;
    return last ? [start - (text.startsWith("\r\n", start - 2) ? 2 : 1), end] : [start, nextLine(text, end)];
  }
  if (index === 0 && comma) return [item.start, end];
  return [start, member?.next ?? item.end];
}

/** How a new file starts: with an empty array of the base's kind where that returns one. */
function create(base: string | undefined): string {
  if (base === undefined) return "<?php\n";
  const { arrays } = readPhp(base);
  const eol = lineEnding(base);
  if (!arrays.has("return") && !arrays.has("return[]")) return `<?php${eol}`;
  return arrays.has("return")
    ? `<?php${eol}${eol}return array(${eol});${eol}`
    : `<?php${eol}${eol}return [${eol}];${eol}`;
}

function phpFormat(id: string, name: string, laravel: boolean): FileFormat<KeyedFile<PhpItem>> {
  const own = dialect(laravel);
  return {
    id,
    name,
    masks: ["*.php"],
    extension: "php",
    kind: "monolingual",
    codeStyle: "posix",
    mimeType: "text/x-php",
    ...keyedFormat(own),
    plurals: laravel,
    ...(laravel && { refuses: refusesForms }),
    create,
  };
}

/** PHP and Laravel. */
export const phpFormats = [phpFormat("php", "PHP strings", false), phpFormat("laravel", "Laravel PHP strings", true)];
