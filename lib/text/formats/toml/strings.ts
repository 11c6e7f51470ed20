import { storable } from "../kernel/encoding";
import { type Entry, FormatError, type FormatOptions, type ParsedFile, type Span } from "../kernel/format";
import { joinPath, pathId } from "../kernel/json/paths";
import { type FoundStrings, LazyStrings } from "../kernel/lazy-strings";
import { categoriesOf, QUANTITIES } from "../kernel/quantities";
import { lineBehind } from "../kernel/splice";
import { Warnings } from "../kernel/warnings";
import type { TomlPath, TomlTable, TomlText, TomlTree } from "./nodes";
import { readToml } from "./read";

/** What the strings of a TOML file are. */

/** A string: its place, its forms, and all that leaves with it. */
export interface TomlString {
  path: TomlPath;
  forms: { name: string; text: TomlText | undefined }[];
  /** All texts that leave with the string. */
  own: TomlText[];
  foreign: TomlText[];
  /** The table that is the string. */
  table: TomlTable | undefined;
}

/** Keys of a message that are no forms. */
const ABOUT = new Set<unknown>(["description", "hash", "id", "leftDelim", "rightDelim"]);

const CATEGORIES = new Set<unknown>(QUANTITIES);

/** Start of the line that holds a place. */
export const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Whether a place is inside of one of the texts, which are in file order. */
function isInside(texts: readonly TomlText[], at: number): boolean {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (texts[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  return low > 0 && at < texts[low - 1]!.end;
}

/** Start of the comment lines right above a place, on its own line; a line of a text may begin like a comment. */
export function noteStart(text: string, at: number, texts: readonly TomlText[]): number {
  let start = lineStart(text, at);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!/^[ \t]*#/.test(text.slice(above, start)) || isInside(texts, above)) break;
    start = above;
  }
  return start;
}

function noteOf(raw: string): string {
  const lines = raw
    .split(/\r?\n/)
    .flatMap((line) => (/^\s*#/.test(line) ? [line.replace(/^\s*#+ ?/, "").trimEnd()] : []));
  return storable(lines.join("\n").trim());
}

/** Tells the id of the table that holds a text; texts of one table mostly follow each other. */
function holderIds(): (path: TomlPath) => string {
  let last: TomlPath = [];
  let id = pathId(last);
  const isBeside = (path: TomlPath): boolean => {
    if (path.length !== last.length) return false;
    for (let at = 0; at < path.length - 1; at++) if (path[at] !== last[at]) return false;
    return true;
  };
  return (path) => {
    if (!isBeside(path)) id = pathId(path.slice(0, -1));
    last = path;
    return id;
  };
}

/** Texts of messages by the path of their message, in files where a table of categories is one string. */
function messagesOf(texts: readonly TomlText[]): Map<string, TomlText[]> {
  const groups = new Map<string, TomlText[]>();
  const broken = new Set<string>();
  const holderOf = holderIds();
  for (const text of texts) {
    const { path } = text;
    if (path.length < 2) continue;
    const holder = holderOf(path);
    if (broken.has(holder)) continue;
    const key = path.at(-1);
    if (!text.pair.single || !(CATEGORIES.has(key) || ABOUT.has(key))) broken.add(holder);
    const group = groups.get(holder);
    if (group) group.push(text);
    else groups.set(holder, [text]);
  }
  for (const [holder, group] of groups)
    if (broken.has(holder) || categoriesIn(group).length === 0) groups.delete(holder);
  return groups;
}

/** Plural categories that the texts of a message are for. */
function categoriesIn(group: readonly TomlText[]): string[] {
  return [...new Set(group.map((one) => String(one.path.at(-1))))].filter((name) => CATEGORIES.has(name));
}

const isOther = (categories: readonly string[]): boolean => categories.length === 1 && categories[0] === "other";

/** Strings that are looked for. Steps of paths tell most others apart from them at once. */
class Wanted {
  /** Ids of strings, and of what holds one that may be part of a message. */
  private readonly near = new Set<string>();
  private readonly firsts = new Set<unknown>();
  private readonly lasts = new Set<unknown>();
  private readonly holders = new Set<unknown>();
  private readonly holderOf = holderIds();

  constructor(
    private readonly ids: ReadonlySet<string>,
    private readonly go: boolean,
  ) {
    for (const id of ids) {
      const path = pathOfId(id);
      if (!path) continue;
      this.firsts.add(path[0]);
      this.lasts.add(path.at(-1));
      if (!go) continue;
      for (const one of [path, path.slice(0, -1)]) {
        this.near.add(pathId(one));
        this.holders.add(one.at(-1));
      }
    }
  }

  /** Whether this is the path of one of them. */
  has(path: TomlPath): boolean {
    return this.firsts.has(path[0]) && this.lasts.has(path.at(-1)) && this.ids.has(pathId(path));
  }

  /** Whether a text has to be looked at: it is one of them, or may be a form of one of them. */
  needs({ path }: TomlText): boolean {
    if (!this.go || path.length < 2) return this.has(path);
    return this.firsts.has(path[0]) && this.holders.has(path.at(-2)) && this.near.has(this.holderOf(path));
  }
}

/** The path that an id tells; undefined for what is no id of a string. */
function pathOfId(id: string): TomlPath | undefined {
  try {
    const path: unknown = JSON.parse(id);
    const isPath = Array.isArray(path) && path.every((step) => typeof step === "string" || typeof step === "number");
    return isPath ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Tables that are messages, by the ids of those. */
function tablesOf<Table extends { path: TomlPath }>(
  groups: ReadonlyMap<string, unknown>,
  tables: readonly Table[],
): Map<string, Table> {
  const found = new Map<string, Table>();
  if (groups.size === 0) return found;
  for (const table of tables) {
    const id = pathId(table.path);
    if (groups.has(id)) found.set(id, table);
  }
  return found;
}

/** What is told of a string beside its texts. */
interface Told {
  string: TomlString;
  plural: boolean;
  note: string;
  span: Span;
}

/** A TOML file. */
export class TomlFile {
  readonly strings: LazyStrings<TomlString>;
  readonly tree: TomlTree;
  /** Tree of the base that tells which messages have plural forms, where there is one. */
  private base: TomlTree | undefined;
  private readonly hasBase: boolean;

  /** @throws FormatError */
  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
    private readonly go: boolean,
  ) {
    this.tree = readToml(text);
    this.hasBase = go && options.base !== undefined && !options.isTemplate;
    if (this.hasBase) this.openBase();
    this.strings = new LazyStrings(text, (only, found, warnings) => this.walk(only, found, warnings));
  }

  /** The file as callers of the format know it. */
  parsed(): ParsedFile<TomlFile> {
    return this.strings.file({ language: "" }, this);
  }

  /** All strings in file order, also those of equal ids. */
  all(): [entry: Entry, string: TomlString][] {
    const all: [Entry, TomlString][] = [];
    const add = (entry: Entry, string: TomlString): void => {
      all.push([entry, string]);
    };
    this.walk(undefined, { add }, new Warnings(this.text));
    return all;
  }

  /** A base that cannot be read is an error where it must be asked. */
  private openBase(): void {
    try {
      this.base = readToml(this.options.base!);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      for (const group of messagesOf(this.tree.texts).values()) if (isOther(categoriesIn(group))) throw error;
    }
  }

  /** Contexts of messages that have plural forms in the base. */
  private pluralsOfBase(): Set<string> {
    this.base ??= readToml(this.options.base!);
    const groups = [...messagesOf(this.base.texts).values()];
    return new Set(
      groups.filter((group) => !isOther(categoriesIn(group))).map(([first]) => joinPath(first!.path.slice(0, -1))),
    );
  }

  private walk(
    only: ReadonlySet<string> | undefined,
    found: Pick<FoundStrings<TomlString>, "add">,
    warnings: Warnings,
  ): void {
    const { tree } = this;
    const wanted = only && new Wanted(only, this.go);
    const texts = wanted ? tree.texts.filter((one) => wanted.needs(one)) : tree.texts;
    const groups = this.go ? messagesOf(texts) : new Map<string, TomlText[]>();
    const tables = tablesOf(groups, tree.tables);
    const inline = tablesOf(groups, tree.inline);
    const contexts = new Set<string>();
    const done = new Set<string>();
    const holderOf = holderIds();
    let known: Set<string> | undefined;
    const inBase = (context: string): boolean => {
      if (!this.hasBase) return false;
      known ??= this.pluralsOfBase();
      return known.has(context);
    };
    for (const one of texts) {
      const holder = groups.size > 0 ? holderOf(one.path) : "";
      const group = groups.get(holder);
      if (group && done.has(holder)) continue;
      if (group) done.add(holder);
      const path = group ? one.path.slice(0, -1) : one.path;
      if (wanted && !wanted.has(path)) continue;
      const context = joinPath(path);
      const told = group
        ? this.message(path, group, tables.get(holder), inline.get(holder), () => inBase(context))
        : this.single(one);
      const { string, plural, note, span } = told;
      if (contexts.has(context)) warnings.add(`Two strings in this file are named “${context}”.`, span.start);
      contexts.add(context);
      const targets = string.forms.map((form) => form.text?.value ?? "");
      const entry: Entry = {
        id: group ? holder : pathId(path),
        context,
        sources: targets,
        targets,
        plural,
        state: targets.every((target) => target === "") ? "empty" : "translated",
        note,
        location: "",
        flags: "",
        previousSource: "",
        span,
      };
      found.add(entry, string);
    }
  }

  private single(one: TomlText): Told {
    const { text, tree } = this;
    const own = one.pair.inline === undefined && one.pair.single;
    const start = own ? noteStart(text, one.start, tree.texts) : one.start;
    const line = own ? lineStart(text, one.start) : start;
    const note = start < line ? noteOf(text.slice(start, line)) : "";
    const string = { path: one.path, forms: [{ name: "", text: one }], own: [one], foreign: [], table: undefined };
    return { string, plural: false, note, span: { start, end: own ? lineBehind(text, one.end) : one.end } };
  }

  private message(
    path: TomlPath,
    group: TomlText[],
    table: TomlTable | undefined,
    braces: TomlTree["inline"][number] | undefined,
    inBase: () => boolean,
  ): Told {
    const { text, tree, options } = this;
    const [first] = group;
    const byName = new Map(group.map((one) => [String(one.path.at(-1)), one]));
    const named = categoriesIn(group);
    const single = isOther(named) && !inBase();
    const categories = single ? ["other"] : categoriesOf(options.plural);
    const forms = categories.map((name) => ({ name, text: byName.get(name) }));
    const foreign = named.filter((name) => !categories.includes(name)).map((name) => byName.get(name)!);
    const noted = noteStart(text, table ? table.start : first!.start, tree.texts);
    const note = byName.get("description")?.value ?? (table ? noteOf(text.slice(noted, table.start)) : "");
    const start = braces ? braces.start : noted;
    const end = table?.end ?? braces?.end ?? group.at(-1)!.end;
    const span = { start, end: braces ? end : lineBehind(text, end) };
    return { string: { path, forms, own: group, foreign, table }, plural: !single, note, span };
  }
}
