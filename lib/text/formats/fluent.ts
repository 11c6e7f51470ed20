import { type Annotation, FluentParser, Junk, Message, Term } from "@fluent/syntax";
import { planEdits } from "./edit-plan";
import { decodeUtf8, encodeUtf8, storable } from "./encoding";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
  positionAt,
} from "./format";
import { keepingLineFeeds, refuseReturns } from "./line-scan";
import { deepFluent } from "./nesting";
import { lineBehind, lineEnding, PatchList, placeInOrder } from "./splice";
import { Warnings } from "./warnings";

/** One message or term with the places of its parts. */
interface Item {
  key: string;
  term: boolean;
  note: string;
  /** Its comment included. */
  start: number;
  end: number;
  /** Behind the equals sign. */
  body: number;
  /** Text as a translator sees it. */
  text: string;
  /** Indentation of its further lines. */
  indent: string;
  /** Whether its text begins on the line of the key. */
  inline: boolean;
}

/** The reader keeps the whole file as a tree; larger files are not translation files. */
const LARGEST = 20 * 1024 * 1024;
/** Deeper braces are no text that anybody wrote. */
const DEEPEST = 100;
/** An entry cannot be empty in Fluent; this is a text that shows nothing. */
const NOTHING = '{ "" }';
const KEY = /^-?[A-Za-z][\w-]*$/;
const ATTRIBUTE = /^\.[A-Za-z][\w-]*[ ]*=/;

const parser = new FluentParser({ withSpans: true });

/** Lines without the indentation that all of them share; the first has none when it stands behind the key. */
function dedent(raw: string, inline: boolean): { text: string; indent: string } {
  const lines = raw.replaceAll("\r\n", "\n").split("\n");
  const rest = (inline ? lines.slice(1) : lines).filter((line) => line.trim() !== "");
  const widths = rest.map((line) => /^ */.exec(line)![0].length);
  const width = widths.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const indent = Number.isFinite(width) ? " ".repeat(width) : "    ";
  const cut = (line: string): string => (line.trim() === "" ? "" : line.slice(indent.length));
  return { text: lines.map((line, at) => (inline && at === 0 ? line : cut(line))).join("\n"), indent };
}

function itemOf(text: string, entry: Message | Term): Item {
  const { start, end } = entry.span!;
  const body = text.indexOf("=", entry.id.span!.end) + 1;
  const pieces: string[] = [];
  let indent = "    ";
  let inline = true;
  if (entry.value) {
    const first = body + /^\s*/.exec(text.slice(body, entry.value.span!.end))![0].length;
    inline = !text.slice(body, first).includes("\n");
    const from = inline ? first : text.lastIndexOf("\n", first) + 1;
    const value = dedent(text.slice(from, entry.value.span!.end), inline);
    pieces.push(value.text.trimEnd());
    if (!inline || value.text.includes("\n")) indent = value.indent;
  }
  for (const { span, id, value } of entry.attributes) {
    const head = text.slice(span!.start, id.span!.end);
    const from = text.indexOf("=", id.span!.end) + 1;
    const first = from + /^\s*/.exec(text.slice(from, value.span!.end))![0].length;
    const beside = !text.slice(from, first).includes("\n");
    const line = beside ? first : text.lastIndexOf("\n", first) + 1;
    const part = dedent(text.slice(line, value.span!.end), beside).text.trimEnd();
    const lines = part.split("\n").map((one, at) => (one === "" || (beside && at === 0) ? one : `    ${one}`));
    pieces.push(`${head} =${beside ? " " : "\n"}${lines.join("\n")}`);
    if (!entry.value) indent = /[ ]*$/.exec(text.slice(start, span!.start))![0] || indent;
  }
  const shown = pieces.join("\n");
  return {
    key: (entry instanceof Term ? "-" : "") + entry.id.name,
    term: entry instanceof Term,
    note: storable(entry.comment?.content ?? ""),
    start,
    end,
    body,
    text: /^\{ *"" *\}$/.test(shown) ? "" : storable(shown),
    indent,
    inline,
  };
}

function read(text: string): { items: Item[]; problem: { message: string; at: number } | undefined } {
  const deep = deepFluent(text, DEEPEST);
  if (deep >= 0) return { items: [], problem: { message: "Braces are nested too deeply.", at: deep } };
  // A byte order mark would be part of the first key.
  const body = text.startsWith("\ufeff") ? `\n${text.slice(1)}` : text;
  const resource = parser.parse(body);
  const items: Item[] = [];
  for (const entry of resource.body) {
    if (entry instanceof Junk) {
      const [annotation] = entry.annotations as Annotation[];
      const message = `This is not Fluent: ${annotation?.message ?? "an entry is expected"}.`;
      return { items, problem: { message, at: annotation?.span?.start ?? entry.span!.start } };
    }
    if (entry instanceof Message || entry instanceof Term) items.push(itemOf(body, entry));
  }
  return { items, problem: undefined };
}

function readAll(text: string): Item[] {
  const fail = (message: string, at: number): never => {
    const { line, column } = positionAt(text, at);
    throw new FormatError(message, line, column);
  };
  if (text.length > LARGEST) return fail("The file is larger than 20 MiB, which Fluent files cannot be here.", 0);
  const { items, problem } = read(text);
  return problem ? fail(problem.message, problem.at) : items;
}

function parse(text: string): ParsedFile {
  refuseReturns(text);
  const warnings = new Warnings(text);
  const items: Item[] = [];
  const keys = new Set<string>();
  for (const item of readAll(text)) {
    if (keys.has(item.key)) warnings.add(`“${item.key}” is in the file twice; only the first counts.`, item.start);
    else items.push(item);
    keys.add(item.key);
  }
  const entries = items.map((item): Entry => {
    const targets = [item.text];
    return {
      id: item.key,
      context: item.key,
      sources: targets,
      targets,
      plural: false,
      state: item.text === "" ? "empty" : "translated",
      note: item.note,
      location: "",
      flags: `fluent-type:${item.term ? "Term" : "Message"}`,
      previousSource: "",
      span: { start: item.start, end: item.end },
    };
  });
  return { entries, warnings: warnings.list, language: "", internal: items };
}

/** What stands behind the equals sign of an entry. @throws EditRefused for a text that is not Fluent */
function compose(key: string, given: string, indent: string, inline: boolean): string {
  const text = given === "" ? NOTHING : given;
  const lines = text.split("\n");
  const attribute = lines.findIndex((line) => ATTRIBUTE.test(line));
  const value = attribute < 0 ? lines : lines.slice(0, attribute);
  const further = (part: readonly string[]): string =>
    part.map((line) => (line === "" ? "\n" : `\n${indent}${line}`)).join("");
  const beside = value.length > 0 && (inline || value.length === 1);
  const head = beside ? ` ${value[0]}${further(value.slice(1))}` : further(value);
  const body = head + (attribute < 0 ? "" : further(lines.slice(attribute)));
  const seen = read(`${key} =${body}\n`);
  if (seen.problem) throw new EditRefused(`The text of “${key}” cannot be written. ${seen.problem.message}`);
  if (seen.items.length !== 1 || seen.items[0]!.text !== given) {
    // Blanks around a text, and lines that begin with a mark of the syntax, need a literal in braces.
    throw new EditRefused(`Fluent would read the text of “${key}” in another way. Write blanks at its edges as {" "}.`);
  }
  return body;
}

function edit(text: string, file: ParsedFile, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const items = file.internal as Item[];
  const byKey = new Map(items.map((item) => [item.key, item]));
  const patches = new PatchList(text);
  const eol = lineEnding(text);
  for (const { entry, targets } of plan.sets) {
    const item = byKey.get(entry.id)!;
    const body = compose(item.key, targets[0] ?? "", item.indent, item.inline);
    patches.replace(item.body, item.end, body.replaceAll("\n", eol));
  }
  for (const entry of plan.removes) {
    const item = byKey.get(entry.id)!;
    const end = lineBehind(text, item.end);
    const open = end === text.length && !text.endsWith("\n");
    const before = open ? (/\r?\n$/.exec(text.slice(0, item.start))?.[0].length ?? 0) : 0;
    patches.replace(item.start - before, end, "");
    byKey.delete(item.key);
  }
  const fresh = new Map<string, string>();
  for (const { context, targets, plural, note } of plan.adds) {
    if (plural) throw new EditRefused(`“${context}” has plural forms; in Fluent they stand inside the text.`);
    if (!KEY.test(context)) throw new EditRefused(`“${context}” cannot be a key: use letters, digits, _ and -.`);
    if (byKey.has(context) || fresh.has(context))
      throw new EditRefused(`The string “${context}” is in the file already.`);
    const lines = note ? note.split(/\r?\n/).map((line) => `${`# ${line}`.trimEnd()}\n`) : [];
    const body = compose(context, targets[0] ?? "", "    ", false);
    fresh.set(context, `${lines.join("")}${context} =${body}`.replaceAll("\n", eol));
  }
  if (fresh.size === 0) return patches.finish();
  const base = options.base === undefined || options.isTemplate ? [] : readAll(options.base);
  const order = base.map((item) => item.key);
  const [first] = items;
  for (const [key, place] of placeInOrder(order, new Set(byKey.keys()), [...fresh.keys()])) {
    const before = typeof place === "string" ? byKey.get(place) : undefined;
    const at = before ? lineBehind(text, before.end) : place === null && first ? first.start : text.length;
    const open = at === text.length && !/(?:^|\n|^\ufeff)$/.test(text);
    patches.insert(at, open ? eol + fresh.get(key)! : fresh.get(key)! + eol);
  }
  return patches.finish();
}

/** The base with every text emptied; an empty file without a base. */
function create(base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return "";
  const file = parse(base);
  const edits = file.entries.map((entry): EntryEdit => ({ kind: "set", id: entry.id, targets: [""], state: "empty" }));
  return applyPatches(base, edit(base, file, edits, options));
}

/** Fluent: messages and terms whose text is written in its own syntax, attributes included. */
export const fluent: FileFormat = {
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
  decode: decodeUtf8,
  encode: encodeUtf8,
  parse: (text) => parse(text),
  edit: (text, file, edits, options) => keepingLineFeeds(text, edit(text, file, edits, options)),
  create,
};
