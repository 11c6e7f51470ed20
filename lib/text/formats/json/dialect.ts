import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import { decodeUtf8, encodeUtf8 } from "../kernel/encoding";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import type { NewJson } from "../kernel/json/layout";
import { type JsonPath, pathId } from "../kernel/json/paths";
import {
  type JsonBase,
  type JsonDialect,
  JsonFile,
  type JsonForm,
  type JsonString,
  textOf,
} from "../kernel/json/reading";
import { reformatJson } from "../kernel/json/reformat";
import { JsonSurgery, type Near } from "../kernel/json/surgery";
import { type Container, type JsonNode, jsonLiteral, scanJson } from "../kernel/json/tokens";
import { PatchList, placeInOrder } from "../kernel/splice";
import { Warnings } from "../kernel/warnings";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The format that a dialect describes. */
export function jsonFormat(dialect: JsonDialect): FileFormat<JsonFile> {
  const { id, name, kind, codeStyle, plurals } = dialect;
  return {
    id,
    name,
    masks: dialect.masks ?? ["*.json"],
    extension: dialect.extension ?? "json",
    kind,
    codeStyle,
    mimeType: "application/json",
    plurals,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    startsEmpty: true,
    decode: decodeUtf8,
    encode: encodeUtf8,
    parse: (text, options) => new JsonFile(dialect, text, options).parsed(),
    edit: (text, file, edits, options) => edit(dialect, text, file, edits, options),
    create: (base, options) => create(dialect, base, options),
    reformat: {
      params: ["json_indent", "json_indent_style", "json_use_compact_separators", "json_sort_keys"],
      apply: (text, params) => reformatJson(text, scanJson(text, dialect.comments), params, dialect.sortKey),
    },
  };
}

/** A new text for a value: numbers and booleans keep their kind where the text still is one. */
function literalFor(node: JsonNode, text: string): string {
  if (node.kind !== "scalar" || node.raw === "null") return jsonLiteral(text);
  const same = /^[tf]/.test(node.raw) ? text === "true" || text === "false" : NUMBER.test(text);
  return same ? text : jsonLiteral(text);
}

/** Where a missing form goes: behind the nearest form before it, else before the nearest behind it; in a list at its place. */
function nearOf(forms: readonly JsonForm[], at: number): Near | undefined {
  if (typeof forms[at]!.path.at(-1) === "number") return undefined;
  const holder = pathId(forms[at]!.path.slice(0, -1));
  const beside = (form: JsonForm): boolean => form.node !== undefined && pathId(form.path.slice(0, -1)) === holder;
  const before = forms.slice(0, at).findLast(beside);
  if (before) return { after: before.path.at(-1)! };
  const behind = forms.slice(at + 1).find(beside);
  return behind && { before: behind.path.at(-1)! };
}

/** Puts the texts of a string into the file; missing forms are added where they have a text, or where `all` asks. */
function setForms(
  string: JsonString,
  targets: readonly string[],
  patches: PatchList,
  surgery: () => JsonSurgery,
  all = false,
): void {
  if (string.whole) {
    if (!all) surgery().set(string.whole.path, string.whole.node, string.whole.build(targets), patches);
    return;
  }
  const wanted = (at: number): boolean => string.forms[at]!.node === undefined && (all || targets[at] !== "");
  const grows = string.forms.some((_, at) => wanted(at));
  string.forms.forEach(({ path, node }, at) => {
    const text = targets[at] ?? "";
    if (node) {
      if (textOf(node) !== text) patches.replace(node.start, node.end, literalFor(node, text));
    } else if (wanted(at)) {
      const near = nearOf(string.forms, at);
      surgery().add({ path, value: text, ...(near && { near }) });
    }
  });
  if (grows || all) {
    for (const { member, key } of string.renames ?? [])
      patches.replace(member.keyStart, member.keyEnd, jsonLiteral(key));
  }
}

function edit(
  dialect: JsonDialect,
  text: string,
  file: ParsedFile<JsonFile>,
  edits: EntryEdit[],
  options: FormatOptions,
): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const own = file.internal;
  const patches = new PatchList(text);
  const asksBase = plan.adds.length > 0 || options.fillGaps;
  const base = asksBase && options.base !== undefined ? readBase(dialect, options.base, options) : undefined;
  let whole: ReturnType<JsonFile["open"]> | undefined;
  let surgery: JsonSurgery | undefined;
  // Only what changes the structure needs the whole tree.
  const open = (): ReturnType<JsonFile["open"]> => {
    whole ??= own.open();
    return whole;
  };
  const operate = (): JsonSurgery => {
    surgery ??= operateOn(dialect, text, whole?.root ?? scanJson(text, dialect.comments), options, base?.root);
    return surgery;
  };
  for (const { entry, targets } of plan.sets) setForms(own.string(entry.id), targets, patches, operate);
  for (const entry of plan.removes) {
    const string = own.string(entry.id);
    for (const path of string.owned ?? string.forms.flatMap((form) => (form.node ? [form.path] : [])))
      operate().remove(path);
  }
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  if (plan.adds.length) addStrings(dialect, plan.adds, open(), base, options, operate(), gone);
  surgery?.finish(patches);
  return patches.finish();
}

function operateOn(
  dialect: JsonDialect,
  text: string,
  root: Container,
  options: FormatOptions,
  base?: Container,
): JsonSurgery {
  return new JsonSurgery(text, root, options.params, base, new Set(dialect.anchors?.(root)), {
    baseText: options.base,
    keepsPlaces: options.fillGaps,
  });
}

function readBase(dialect: JsonDialect, text: string, options: FormatOptions): JsonBase {
  const root = scanJson(text, dialect.comments);
  const byContext = new Map<string, JsonString>();
  const take = (string: JsonString) => byContext.set(string.context, string);
  dialect.read(root, { text, options, warnings: new Warnings(text), take, renewed: false });
  return { root, byContext };
}

function addStrings(
  dialect: JsonDialect,
  adds: readonly AddEdit[],
  { root, strings }: ReturnType<JsonFile["open"]>,
  base: JsonBase | undefined,
  options: FormatOptions,
  surgery: JsonSurgery,
  gone: ReadonlySet<string>,
): void {
  const items: { list: JsonPath; value: NewJson; context: string }[] = [];
  const taken = new Set(strings.filter(({ id }) => !gone.has(id)).map(({ context }) => context));
  const sorted = options.params.json_sort_keys === true;
  for (const add of sorted ? [...adds].sort((a, b) => (a.context < b.context ? -1 : 1)) : adds) {
    if (add.plural && !dialect.plurals) throw new EditRefused(refusal("writePlural", { name: add.context }));
    for (const place of dialect.place(add, { root, base, options })) {
      if (!("list" in place)) surgery.add(place);
      else {
        if (taken.has(add.context)) throw new EditRefused(refusal("writeThere", { name: add.context }));
        taken.add(add.context);
        items.push({ ...place, context: add.context });
      }
    }
  }
  if (items.length === 0) return;
  const positions = new Map<string, string | number>();
  for (const { id, context, owned } of strings) {
    const place = owned?.[0];
    if (place && !gone.has(id)) positions.set(context, place.at(-1)!);
  }
  const byContext = new Map(items.map((item) => [item.context, item]));
  const places = placeInOrder(
    [...(base?.byContext.keys() ?? [])],
    new Set(positions.keys()),
    items.map((item) => item.context),
  );
  const first = [...positions.values()][0];
  for (const [context, place] of places) {
    const { list, value } = byContext.get(context)!;
    const after = typeof place === "string" ? positions.get(place) : undefined;
    const before = place === null && first !== undefined ? { before: first } : undefined;
    surgery.append(list, value, after === undefined ? before : { after });
  }
}

/** The base with every text emptied and the forms of the new language. */
function create(dialect: JsonDialect, base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return dialect.start?.(options) ?? "{}\n";
  const file = new JsonFile(dialect, base, { ...options, base: undefined });
  const { root, reading, strings } = file.open(true);
  const patches = new PatchList(base);
  const surgery = operateOn(dialect, base, root, options);
  for (const string of strings) {
    setForms(
      string,
      string.forms.map(() => ""),
      patches,
      () => surgery,
      string.plural,
    );
    for (const path of string.foreign ?? []) surgery.remove(path);
  }
  const { language, fresh } = reading;
  if (language) patches.replace(language.start, language.end, jsonLiteral(options.languageCode));
  for (const { node, text } of fresh ?? []) patches.replace(node.start, node.end, jsonLiteral(text));
  surgery.finish(patches);
  return applyPatches(base, patches.finish());
}
