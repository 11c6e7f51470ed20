import { categoriesOf, QUANTITIES } from "./android-plurals";
import { type AddEdit, planEdits } from "./edit-plan";
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
} from "./format";
import { joinPath, pathId, splitPath } from "./json-paths";
import { lineBehind, lineEnding, PatchList, placeInOrder } from "./splice";
import {
  readToml,
  type TomlPath,
  type TomlTable,
  type TomlText,
  type TomlTree,
  tomlKey,
  tomlLiteral,
} from "./toml-read";
import { Warnings } from "./warnings";

interface Found {
  path: TomlPath;
  forms: { name: string; text: TomlText | undefined }[];
  /** All texts that leave with the string. */
  own: TomlText[];
  foreign: TomlText[];
  /** The table that is the string. */
  table: TomlTable | undefined;
}

interface Internal {
  tree: TomlTree;
  found: Found[];
}

/** Keys of a message that are no forms. */
const ABOUT = new Set(["description", "hash", "id", "leftDelim", "rightDelim"]);

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

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
function noteStart(text: string, at: number, texts: readonly TomlText[]): number {
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

/** Texts of messages by the path of their message, in files where a table of categories is one string. */
function messagesOf(texts: readonly TomlText[]): Map<string, TomlText[]> {
  const groups = new Map<string, TomlText[]>();
  const broken = new Set<string>();
  for (const text of texts) {
    const holder = pathId(text.path.slice(0, -1));
    const key = String(text.path.at(-1));
    if (text.path.length < 2 || !text.pair.single || !(QUANTITIES.includes(key) || ABOUT.has(key))) broken.add(holder);
    const group = groups.get(holder);
    if (group) group.push(text);
    else groups.set(holder, [text]);
  }
  for (const [holder, group] of groups)
    if (broken.has(holder) || !group.some((one) => QUANTITIES.includes(String(one.path.at(-1))))) groups.delete(holder);
  return groups;
}

function parse(text: string, options: FormatOptions, go: boolean): ParsedFile {
  const tree = readToml(text);
  const warnings = new Warnings(text);
  const entries: Entry[] = [];
  const found: Found[] = [];
  const contexts = new Set<string>();
  const tables = new Map(tree.tables.map((table) => [pathId(table.path), table]));
  const inline = new Map(go ? tree.inline.map((table) => [pathId(table.path), table]) : []);
  const push = (string: Found, plural: boolean, noted: number, end: number, note: string, own: boolean): void => {
    const context = joinPath(string.path);
    if (contexts.has(context)) warnings.add(`Two strings of this file are both named “${context}”.`, noted);
    contexts.add(context);
    const targets = string.forms.map((form) => form.text?.value ?? "");
    found.push(string);
    entries.push({
      id: pathId(string.path),
      context,
      sources: targets,
      targets,
      plural,
      state: targets.every((target) => target === "") ? "empty" : "translated",
      note,
      location: "",
      flags: "",
      previousSource: "",
      span: { start: noted, end: own ? lineBehind(text, end) : end },
    });
  };
  const groups = go ? messagesOf(tree.texts) : new Map<string, TomlText[]>();
  const done = new Set<string>();
  let known: Set<string> | undefined;
  const inBase = (context: string): boolean => {
    if (options.base === undefined || options.isTemplate) return false;
    known ??= new Set(
      parse(options.base, { ...options, base: undefined }, go).entries.flatMap((one) =>
        one.plural ? [one.context] : [],
      ),
    );
    return known.has(context);
  };
  for (const one of tree.texts) {
    const holder = pathId(one.path.slice(0, -1));
    const group = groups.get(holder);
    if (!group) {
      const own = one.pair.inline === undefined && one.pair.single;
      const noted = own ? noteStart(text, one.start, tree.texts) : one.start;
      const note = own ? noteOf(text.slice(noted, lineStart(text, one.start))) : "";
      const forms = [{ name: "", text: one }];
      const string = { path: one.path, forms, own: [one], foreign: [], table: undefined };
      push(string, false, noted, own ? one.end : one.end, note, own);
      continue;
    }
    if (done.has(holder)) continue;
    done.add(holder);
    const path = one.path.slice(0, -1);
    const byName = new Map(group.map((text) => [String(text.path.at(-1)), text]));
    const named = [...byName.keys()].filter((name) => QUANTITIES.includes(name));
    const single = named.length === 1 && named[0] === "other" && !inBase(joinPath(path));
    const categories = single ? ["other"] : categoriesOf(options.plural);
    const forms = categories.map((name) => ({ name, text: byName.get(name) }));
    const foreign = named.filter((name) => !categories.includes(name)).map((name) => byName.get(name)!);
    const table = tables.get(holder);
    const braces = inline.get(holder);
    const noted = table
      ? noteStart(text, table.start, tree.texts)
      : braces
        ? one.pair.start
        : noteStart(text, one.start, tree.texts);
    const about = byName.get("description")?.value;
    const note = about ?? (table ? noteOf(text.slice(noted, table.start)) : "");
    const start = braces ? braces.start : noted;
    const end = table?.end ?? braces?.end ?? group.at(-1)!.end;
    push({ path, forms, own: group, foreign, table }, !single, start, end, note, braces === undefined);
  }
  const internal: Internal = { tree, found };
  return { entries, warnings: warnings.list, language: "", internal };
}

/** Puts a missing form behind the form before it, in the way that one is written. */
function addForm(text: string, string: Found, at: number, target: string, patches: PatchList): void {
  const { name } = string.forms[at]!;
  const before = string.forms.slice(0, at).findLast((form) => form.text)?.text ?? string.own.at(-1)!;
  const literal = tomlLiteral(undefined, "", target, "\n");
  const dotted = text.slice(before.pair.start, before.start);
  const prefix = /^((?:[\w-]+|"[^"]*"|'[^']*')[ \t]*\.[ \t]*)+/.exec(dotted)?.[0] ?? "";
  if (before.pair.inline) patches.insert(before.pair.end, `, ${prefix}${name} = ${literal}`);
  else {
    const eol = lineEnding(text);
    const place = lineBehind(text, before.pair.end);
    const indent = text.slice(lineStart(text, before.pair.start), before.pair.start).replace("\ufeff", "");
    const line = `${indent}${prefix}${name} = ${literal}`;
    patches.insert(place, /[\r\n]$/.test(text.slice(0, place)) ? line + eol : eol + line);
  }
}

function setForms(text: string, string: Found, targets: readonly string[], patches: PatchList, all = false): void {
  const eol = lineEnding(text);
  string.forms.forEach(({ text: old }, at) => {
    const target = targets[at] ?? "";
    if (!old) {
      if (target !== "" || all) addForm(text, string, at, target, patches);
    } else if (old.value !== target)
      patches.replace(old.start, old.end, tomlLiteral(old, text.slice(old.start, old.end), target, eol));
  });
}

/** Takes a text out with its line, or with its comma between braces. */
function cut(text: string, one: TomlText, patches: PatchList, texts: readonly TomlText[]): void {
  const { pair } = one;
  if (!pair.single) throw new EditRefused("Items of a list cannot be removed one by one, or others would move.");
  if (!pair.inline) {
    const start = noteStart(text, pair.start, texts);
    const end = lineBehind(text, pair.end);
    const open =
      end === text.length && !text.endsWith("\n") ? (/\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0) : 0;
    patches.replace(start - open, end, "");
    return;
  }
  const { pairs, at } = pair.inline;
  const [next, previous] = [pairs[at + 1], pairs[at - 1]];
  if (next) patches.replace(pair.start, next.start, "");
  else patches.replace(previous?.end ?? pair.start, pair.end, "");
}

function remove(text: string, string: Found, patches: PatchList, texts: readonly TomlText[]): void {
  const { table } = string;
  if (!table || string.own.length < table.pairs) {
    const [first] = string.own;
    if (first?.pair.inline && string.own.length > 1)
      throw new EditRefused(`“${joinPath(string.path)}” stands between braces and cannot be removed here.`);
    for (const one of string.own) cut(text, one, patches, texts);
    return;
  }
  let start = noteStart(text, table.start, texts);
  const end = lineBehind(text, table.end);
  const blank = /(?:\r?\n)*$/.exec(text.slice(Math.max(0, start - 100), start))?.[0] ?? "";
  // The blank lines before a table go with it, but not the end of the line before them, unless none comes behind.
  const kept = end === text.length && !text.endsWith("\n") ? 0 : (/^\r?\n/.exec(blank)?.[0].length ?? 0);
  start -= blank.length - kept;
  patches.replace(start, end, "");
}

function edit(text: string, file: ParsedFile, edits: EntryEdit[], options: FormatOptions, go: boolean): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const { tree, found } = file.internal as Internal;
  const patches = new PatchList(text);
  const of = new Map<Entry, Found>();
  const wanted = new Set([...plan.sets.map((set) => set.entry), ...plan.removes]);
  file.entries.forEach((entry, at) => {
    if (wanted.has(entry)) of.set(entry, found[at]!);
  });
  for (const { entry, targets } of plan.sets) setForms(text, of.get(entry)!, targets, patches);
  for (const entry of plan.removes) remove(text, of.get(entry)!, patches, tree.texts);
  const grows = plan.sets.some(({ entry, targets }) =>
    of.get(entry)!.forms.some(({ text: old }, at) => !old && (targets[at] ?? "") !== ""),
  );
  if (plan.adds.length === 0 && !grows) return patches.finish();
  if (plan.adds.length > 0) addStrings(text, file, plan.adds, plan.removes, patches, options, go);
  const finished = patches.finish();
  try {
    readToml(applyPatches(text, finished));
  } catch (error) {
    if (error instanceof FormatError)
      throw new EditRefused("A new key or form does not fit into this file: something else stands in its place.");
    throw error;
  }
  return finished;
}

function addStrings(
  text: string,
  file: ParsedFile,
  adds: readonly AddEdit[],
  removes: ReadonlySet<Entry>,
  patches: PatchList,
  options: FormatOptions,
  go: boolean,
): void {
  const { tree, found } = file.internal as Internal;
  const eol = lineEnding(text);
  const base = options.base === undefined ? undefined : parse(options.base, { ...options, base: undefined }, go);
  const baseFound = (base?.internal as Internal | undefined)?.found;
  const known = new Map(base?.entries.map((entry, at) => [entry.context, baseFound![at]!]));
  const present = new Map<string, Found>();
  file.entries.forEach((entry, at) => {
    if (!removes.has(entry)) present.set(entry.context, found[at]!);
  });
  const byContext = new Map<string, AddEdit>();
  for (const add of adds) {
    if (add.context === "") throw new EditRefused("A string needs a key.");
    if (add.plural && !go) throw new EditRefused(`“${add.context}” has plural forms, which this format cannot hold.`);
    if (present.has(add.context) || byContext.has(add.context))
      throw new EditRefused(`The string “${add.context}” is in the file already.`);
    byContext.set(add.context, add);
  }
  const places = placeInOrder([...known.keys()], new Set(present.keys()), [...byContext.keys()]);
  const tablesOf = go && found.some((string) => string.table !== undefined);
  const fresh = new Map<string, string[]>();
  const open = (at: number): boolean => at === text.length && text !== "" && !/[\r\n]$/.test(text);
  const insertLine = (at: number, line: string): void => patches.insert(at, open(at) ? eol + line : line + eol);
  for (const [context, place] of places) {
    const add = byContext.get(context)!;
    const twin = known.get(context);
    const path = twin?.path ?? (go ? [context] : splitPath(context));
    if (path.some((step) => typeof step === "number"))
      throw new EditRefused(`“${context}” would be an item of a list, which cannot grow here.`);
    const keys = path.map(String);
    if (add.plural || (twin ? twin.forms[0]!.name !== "" : tablesOf)) {
      const forms = add.plural ? categoriesOf(options.plural) : ["other"];
      const lines = forms.map((name, at) => `${name} = ${tomlLiteral(undefined, "", add.targets[at] ?? "", eol)}`);
      const about = add.note ? [`description = ${tomlLiteral(undefined, "", add.note, eol)}`] : [];
      const block = [`[${keys.map(tomlKey).join(".")}]`, ...about, ...lines].join(eol);
      const before = typeof place === "string" ? present.get(place)?.table : undefined;
      const at = before ? lineBehind(text, before.end) : text.length;
      const gap = text.trim() === "" || text.trim() === "\ufeff" ? "" : eol;
      patches.insert(at, open(at) ? eol + gap + block : gap + block + eol);
      continue;
    }
    const line = `${tomlKey(keys.at(-1)!)} = ${tomlLiteral(undefined, "", add.targets[0] ?? "", eol)}`;
    const neighbour = typeof place === "string" ? present.get(place) : undefined;
    const sibling =
      neighbour && pathId(neighbour.path.slice(0, -1)) === pathId(path.slice(0, -1)) ? neighbour.own.at(-1) : undefined;
    const holder = pathId(path.slice(0, -1));
    const table = tree.tables.find((one) => pathId(one.path) === holder);
    const braces = tree.inline.find((one) => pathId(one.path) === holder);
    if (sibling?.pair.single && !sibling.pair.inline && (table || keys.length === 1))
      insertLine(lineBehind(text, sibling.pair.end), line);
    else if (braces) {
      const last = braces.pairs.at(-1);
      patches.insert(last?.end ?? braces.start + 1, last ? `, ${line}` : ` ${line} `);
    } else if (table) insertLine(lineBehind(text, table.end), line);
    else if (keys.length > 1)
      fresh.set(holder, [...(fresh.get(holder) ?? [`[${keys.slice(0, -1).map(tomlKey).join(".")}]`]), line]);
    else if (tree.topEnd !== undefined) insertLine(lineBehind(text, tree.topEnd), line);
    else if (tree.tables[0])
      patches.insert(
        Math.max(noteStart(text, tree.tables[0].start, tree.texts), text.startsWith("\ufeff") ? 1 : 0),
        line + eol,
      );
    else insertLine(text.length, line);
  }
  for (const lines of fresh.values()) {
    const gap = text.trim() === "" ? "" : eol;
    patches.insert(
      text.length,
      (open(text.length) ? eol : "") + gap + lines.join(eol) + (open(text.length) ? "" : eol),
    );
  }
}

/** The base with every text emptied and the forms of the new language. */
function create(base: string | undefined, options: FormatOptions, go: boolean): string {
  if (base === undefined) return "\n";
  const file = parse(base, { ...options, base: undefined }, go);
  const { tree, found } = file.internal as Internal;
  const patches = new PatchList(base);
  found.forEach((string, at) => {
    const plural = file.entries[at]!.plural;
    const none = string.forms.map(() => "");
    setForms(base, string, none, patches, plural);
    // Between braces a form is removed with its comma, which the next one may need.
    for (const one of string.foreign) if (!one.pair.inline) cut(base, one, patches, tree.texts);
  });
  return applyPatches(base, patches.finish());
}

function variant(id: string, name: string, go: boolean): FileFormat {
  return {
    id,
    name,
    masks: ["*.toml"],
    extension: "toml",
    kind: "monolingual",
    codeStyle: "posix",
    mimeType: "application/toml",
    plurals: go,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    decode: decodeUtf8,
    encode: encodeUtf8,
    parse: (text, options) => parse(text, options, go),
    edit: (text, file, edits, options) => edit(text, file, edits, options, go),
    create: (base, options) => create(base, options, go),
  };
}

/** TOML as it is, and with plural forms as go-i18n has them. */
export const tomlFormats: readonly FileFormat[] = [
  variant("toml", "TOML file", false),
  variant("go-i18n-toml", "go-i18n TOML file", true),
];
