import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import { decodeUtf8, encodeUtf8 } from "../kernel/encoding";
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
} from "../kernel/format";
import { joinPath } from "../kernel/json/paths";
import { lineBehind, lineEnding, PatchList } from "../kernel/splice";
import { addStrings, baseOf } from "./insert";
import type { TomlText } from "./nodes";
import { tomlLiteral } from "./read";
import { lineStart, noteStart, TomlFile, type TomlString } from "./strings";

/** Puts a missing form behind the form before it, in the way that one is written. */
function addForm(text: string, string: TomlString, at: number, target: string, patches: PatchList): void {
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

function setForms(text: string, string: TomlString, targets: readonly string[], patches: PatchList, all = false): void {
  const eol = lineEnding(text);
  string.forms.forEach(({ text: old }, at) => {
    const target = targets[at] ?? "";
    if (!old) {
      if (target !== "" || all) addForm(text, string, at, target, patches);
    } else if (old.value !== target)
      patches.replace(old.start, old.end, tomlLiteral(old, text.slice(old.start, old.end), target, eol));
  });
}

/** Pairs between braces that go, by all the pairs of these braces. */
type Cuts = Map<readonly { start: number; end: number }[], Set<number>>;

/** Takes pairs out with their commas. */
function cutBraces(cuts: Cuts, patches: PatchList): void {
  for (const [pairs, gone] of cuts)
    for (const at of gone) {
      if (gone.has(at - 1)) continue;
      let end = at;
      while (gone.has(end + 1)) end++;
      const [first, last, next] = [pairs[at], pairs[end], pairs[end + 1]];
      if (!first || !last) continue;
      if (next) patches.replace(first.start, next.start, "");
      else patches.replace(pairs[at - 1]?.end ?? first.start, last.end, "");
    }
}

/** Takes a text out with its line; one between braces is noted, to go with its neighbours. */
function cut(text: string, one: TomlText, patches: PatchList, texts: readonly TomlText[], cuts: Cuts): void {
  const { pair } = one;
  if (!pair.single) throw new EditRefused(refusal("writeListItems"));
  if (!pair.inline) {
    const start = noteStart(text, pair.start, texts);
    const end = lineBehind(text, pair.end);
    const open =
      end === text.length && !text.endsWith("\n") ? (/\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0) : 0;
    patches.replace(start - open, end, "");
    return;
  }
  const { pairs, at } = pair.inline;
  cuts.set(pairs, (cuts.get(pairs) ?? new Set()).add(at));
}

function remove(text: string, string: TomlString, patches: PatchList, texts: readonly TomlText[], cuts: Cuts): void {
  const { table } = string;
  if (!table || string.own.length < table.pairs) {
    const [first] = string.own;
    if (first?.pair.inline && string.own.length > 1)
      throw new EditRefused(refusal("writeBraces", { name: joinPath(string.path) }));
    for (const one of string.own) cut(text, one, patches, texts, cuts);
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

/** Says which new string has no place, where there is one alone. */
function notPlaced([add, ...others]: readonly AddEdit[]): EditRefused {
  const name = others.length === 0 ? add?.context : undefined;
  return new EditRefused(name ? refusal("writePlaceNamed", { name }) : refusal("writePlaceOther"));
}

function edit(
  text: string,
  file: ParsedFile<TomlFile>,
  edits: EntryEdit[],
  options: FormatOptions,
  go: boolean,
): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const own = file.internal;
  const patches = new PatchList(text);
  const placeOf = (entry: Entry): TomlString => own.strings.item(entry.id)!;
  for (const { entry, targets } of plan.sets) setForms(text, placeOf(entry), targets, patches);
  const cuts: Cuts = new Map();
  for (const entry of plan.removes) remove(text, placeOf(entry), patches, own.tree.texts, cuts);
  cutBraces(cuts, patches);
  const grows = plan.sets.some(({ entry, targets }) =>
    placeOf(entry).forms.some(({ text: old }, at) => !old && (targets[at] ?? "") !== ""),
  );
  if (plan.adds.length === 0 && !grows) return patches.finish();
  if (plan.adds.length > 0) addStrings(text, own, plan.adds, plan.removes, patches, options, go);
  const finished = patches.finish();
  try {
    const said = textsOf(new TomlFile(applyPatches(text, finished), options, go));
    // A header behind a list of tables is read as one of its last table: what is there must be what was meant.
    const stays = file.entries.filter((entry) => !plan.removes.has(entry)).map(({ context }) => context);
    const isThere = plan.adds.every(({ context, targets }) => (said.get(context) ?? "") === (targets[0] ?? ""));
    if (!isThere || !stays.every((context) => said.has(context))) throw notPlaced(plan.adds);
  } catch (error) {
    if (error instanceof FormatError) throw notPlaced(plan.adds);
    throw error;
  }
  return finished;
}

/** The first text of each string. */
const textsOf = (file: TomlFile): Map<string, string> =>
  new Map(file.all().map(([{ context, targets }]) => [context, targets[0] ?? ""]));

/** The base with every text emptied and the forms of the new language. */
function create(base: string | undefined, options: FormatOptions, go: boolean): string {
  if (base === undefined) return "\n";
  const file = baseOf(base, options, go);
  const { texts } = file.tree;
  const patches = new PatchList(base);
  const cuts: Cuts = new Map();
  for (const [{ plural }, string] of file.all()) {
    const none = string.forms.map(() => "");
    setForms(base, string, none, patches, plural);
    // Between braces a form is removed with its comma, which the next one may need.
    for (const one of string.foreign) if (!one.pair.inline) cut(base, one, patches, texts, cuts);
  }
  return applyPatches(base, patches.finish());
}

function variant(id: string, name: string, go: boolean): FileFormat<TomlFile> {
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
    startsEmpty: true,
    decode: decodeUtf8,
    encode: encodeUtf8,
    parse: (text, options) => new TomlFile(text, options, go).parsed(),
    edit: (text, file, edits, options) => edit(text, file, edits, options, go),
    create: (base, options) => create(base, options, go),
  };
}

/** TOML as it is, and with plural forms as go-i18n has them. */
export const tomlFormats = [variant("toml", "TOML file", false), variant("go-i18n-toml", "go-i18n TOML file", true)];
