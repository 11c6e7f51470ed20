import { refusal } from "@/lib/text/messages/refusal";
import { sentenceOf } from "@/lib/text/messages/worded";
import { planEdits } from "../kernel/edit-plan";
import { decodeUtf8, encodeUtf8 } from "../kernel/encoding";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { keepingLineFeeds, refuseReturns } from "../kernel/line-scan";
import { lineBehind, lineEnding, PatchList, placeInOrder } from "../kernel/splice";
import { bodyOf, FluentFile, type FluentItem, itemOf, readFluent } from "./read";

/** An entry cannot be empty in Fluent; this is a text that shows nothing. */
const NOTHING = '{ "" }';
/** Of lines below the key, where the entry has none yet. */
const INDENT = "    ";
const KEY = /^-?[A-Za-z][\w-]*$/;
const ATTRIBUTE = /^\.[A-Za-z][\w-]*[ ]*=/;

/** Fluent: messages and terms whose text is written in its own syntax, attributes included. */
export const fluent: FileFormat<FluentFile> = {
  id: "fluent",
  name: "Fluent file",
  masks: ["*.ftl"],
  extension: "ftl",
  kind: "monolingual",
  codeStyle: "bcp",
  mimeType: "text/plain",
  plurals: false,
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  startsEmpty: true,
  decode: decodeUtf8,
  encode: encodeUtf8,
  parse,
  edit: (text, file, edits, options) => keepingLineFeeds(text, edit(text, file, edits, options)),
  create,
};

/** Texts of what is about to be written. @throws EditRefused for what is not Fluent */
function textsOf(key: string, written: string): string[] {
  try {
    return readFluent(written).map((entry) => itemOf(bodyOf(written), entry).text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EditRefused(refusal("writeFluent", { key, why: sentenceOf(error) }));
  }
}

/**
 * What stands behind the equals sign of an entry.
 * @param inline whether the text begins on the line of the key; where that is free, a single line does
 * @throws EditRefused for a text that is not Fluent
 */
function compose(key: string, given: string, indent: string, inline: boolean | "free"): string {
  const text = given === "" ? NOTHING : given;
  const lines = text.split("\n");
  const attribute = lines.findIndex((line) => ATTRIBUTE.test(line));
  const value = attribute < 0 ? lines : lines.slice(0, attribute);
  const further = (part: readonly string[]): string =>
    part.map((line) => (line === "" ? "\n" : `\n${indent}${line}`)).join("");
  const beside = value.length > 0 && (inline === "free" ? value.length === 1 : inline);
  const head = beside ? ` ${value[0]}${further(value.slice(1))}` : further(value);
  const body = head + (attribute < 0 ? "" : further(lines.slice(attribute)));
  const seen = textsOf(key, `${key} =${body}\n`);
  if (seen.length !== 1 || seen[0] !== given) {
    // Blanks around a text, and lines that begin with a mark of the syntax, need a literal in braces.
    throw new EditRefused(refusal("writeFluentOther", { key, written: '{" "}' }));
  }
  return body;
}

/** An expression may close at the start of a line; a text of several lines needs an indent there all the same. */
function composeAt(item: FluentItem, text: string): string {
  if (item.indent !== "") return compose(item.key, text, item.indent, item.inline);
  try {
    return compose(item.key, text, "", item.inline);
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    return compose(item.key, text, INDENT, item.inline);
  }
}

function edit(text: string, file: ParsedFile<FluentFile>, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const { strings } = file.internal;
  const patches = new PatchList(text);
  const eol = lineEnding(text);
  for (const { entry, targets } of plan.sets) {
    const item = strings.item(entry.id)!;
    const body = composeAt(item, targets[0] ?? "");
    patches.replace(item.body, item.end, body.replaceAll("\n", eol));
  }
  for (const entry of plan.removes) {
    const item = strings.item(entry.id)!;
    const end = lineBehind(text, item.end);
    const open = end === text.length && !text.endsWith("\n");
    const before = open ? (/\r?\n$/.exec(text.slice(0, item.start))?.[0].length ?? 0) : 0;
    patches.replace(item.start - before, end, "");
  }
  if (plan.adds.length === 0) return patches.finish();
  const items = strings.items();
  const byKey = new Map(items);
  for (const entry of plan.removes) byKey.delete(entry.id);
  const fresh = new Map<string, string>();
  for (const { context, targets, plural, note } of plan.adds) {
    if (plural) throw new EditRefused(refusal("writePluralFluent", { name: context }));
    if (!KEY.test(context)) throw new EditRefused(refusal("writeKeyLetters", { key: context }));
    if (byKey.has(context) || fresh.has(context)) throw new EditRefused(refusal("writeThere", { name: context }));
    const lines = note ? note.split(/\r?\n/).map((line) => `${`# ${line}`.trimEnd()}\n`) : [];
    const body = compose(context, targets[0] ?? "", INDENT, "free");
    fresh.set(context, `${lines.join("")}${context} =${body}`.replaceAll("\n", eol));
  }
  const order = options.base === undefined || options.isTemplate ? [] : new FluentFile(options.base).keys();
  const [first] = items.values();
  for (const [key, place] of placeInOrder(order, new Set(byKey.keys()), [...fresh.keys()])) {
    const before = typeof place === "string" ? byKey.get(place) : undefined;
    const at = before ? lineBehind(text, before.end) : place === null && first ? first.start : text.length;
    const open = at === text.length && !/(?:^|\n|^\ufeff)$/.test(text);
    patches.insert(at, open ? eol + fresh.get(key)! : fresh.get(key)! + eol);
  }
  return patches.finish();
}

function parse(text: string): ParsedFile<FluentFile> {
  refuseReturns(text);
  return new FluentFile(text).parsed();
}

/** The base with every text emptied; an empty file without a base. */
function create(base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return "";
  const file = parse(base);
  const edits = file.entries.map((entry): EntryEdit => ({ kind: "set", id: entry.id, targets: [""], state: "empty" }));
  return applyPatches(base, edit(base, file, edits, options));
}
