import { type AddEdit, planEdits } from "./edit-plan";
import { storable } from "./encoding";
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
import { placeInOrder } from "./splice";
import { Warnings } from "./warnings";
import { childOf, flatText, XmlEditor } from "./xml-edit";
import { decodeXml, encodeXml, xmlCharset } from "./xml-encoding";
import { escapeXmlText, scanXml, type XmlElement } from "./xml-scanner";

/** Apple's plural rules: a dictionary of format strings, each with the variables it names and their forms. */

const FORMAT_KEY = "NSStringLocalizedFormatKey";
const RULE_KEY = "NSStringFormatSpecTypeKey";
const RULE = "NSStringPluralRuleType";
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/** `<key>` and the value behind it. */
interface Pair {
  key: XmlElement;
  value: XmlElement;
}

interface Item {
  /** Pair of the whole string in the outermost dictionary. */
  outer: Pair;
  /** The pair that holds this text: the format, or a variable. */
  own: Pair;
  /** The dictionary that `own` stands in. */
  holder: XmlElement;
  /** Forms by category; undefined for a format string. */
  forms: Map<string, Pair> | undefined;
}

interface Internal {
  plist: XmlElement;
  dict: XmlElement;
  items: Map<string, Item>;
  /** Ids of all texts of one string, by its key. */
  groups: Map<string, string[]>;
}

function pairsOf(text: string, dict: XmlElement): Map<string, Pair> {
  const pairs = new Map<string, Pair>();
  let key: XmlElement | undefined;
  for (const child of dict.children) {
    if (child.kind !== "element") continue;
    if (child.name === "key") key = child;
    else if (key) {
      const name = flatText(text, key.children);
      if (!pairs.has(name)) pairs.set(name, { key, value: child });
      key = undefined;
    }
  }
  return pairs;
}

class Reader {
  readonly entries: Entry[] = [];
  readonly internal: Internal;
  private readonly warnings: Warnings;

  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
  ) {
    const { root } = scanXml(text);
    const dict = childOf(root, "dict");
    if (root.name !== "plist" || !dict) this.fail("A <plist> with a <dict> is expected.", root);
    this.internal = { plist: root, dict, items: new Map(), groups: new Map() };
    this.warnings = new Warnings(text);
  }

  private fail(message: string, element: XmlElement): never {
    const { line, column } = positionAt(this.text, element.start);
    throw new FormatError(message, line, column);
  }

  read(): ParsedFile {
    for (const [name, outer] of pairsOf(this.text, this.internal.dict)) {
      const key = storable(name);
      if (outer.value.name !== "dict" || key === "") {
        this.warnings.add(`“${key}” has no dictionary; it is left as it is.`, outer.key.start);
        continue;
      }
      for (const [inner, own] of pairsOf(this.text, outer.value)) {
        if (inner === FORMAT_KEY) this.push(key, key, outer, own, undefined);
        else if (own.value.name === "dict") this.variable(key, storable(inner), outer, own);
      }
    }
    return { entries: this.entries, warnings: this.warnings.list, language: "", internal: this.internal };
  }

  private variable(key: string, name: string, outer: Pair, own: Pair): void {
    const pairs = pairsOf(this.text, own.value);
    const rule = pairs.get(RULE_KEY);
    if (rule && flatText(this.text, rule.value.children).trim() !== RULE)
      this.fail(`“${key}” has a rule that is not ${RULE}.`, rule.value);
    const forms = new Map(
      [...pairs].filter(([category, { value }]) => CATEGORIES.includes(category) && value.name === "string"),
    );
    this.push(key, `${key}:${name}`, outer, own, forms);
  }

  private push(key: string, id: string, outer: Pair, own: Pair, forms: Map<string, Pair> | undefined): void {
    if (this.internal.items.has(id)) return;
    const read = (pair: Pair | undefined): string => (pair ? storable(flatText(this.text, pair.value.children)) : "");
    const targets = forms ? categoriesOf(this.options).map((category) => read(forms.get(category))) : [read(own)];
    this.internal.items.set(id, { outer, own, holder: outer.value, forms });
    this.internal.groups.set(key, [...(this.internal.groups.get(key) ?? []), id]);
    this.entries.push({
      id,
      context: id,
      sources: [...targets],
      targets,
      plural: forms !== undefined,
      state: targets.every((target) => target === "") ? "empty" : "translated",
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      span: { start: own.key.start, end: own.value.end },
    });
  }
}

const categoriesOf = (options: FormatOptions): string[] =>
  options.plural.categories.length ? options.plural.categories : ["other"];

const parse = (text: string, options: FormatOptions): ParsedFile => new Reader(text, options).read();

/** Keys of the base with what stands around their texts. */
interface Base {
  text: string;
  order: string[];
  internal: Internal;
}

class Editor {
  readonly xml: XmlEditor;
  private readonly internal: Internal;
  private readonly base: Base | undefined;

  constructor(
    text: string,
    file: ParsedFile,
    private readonly options: FormatOptions,
  ) {
    this.xml = new XmlEditor(text, "\t");
    this.internal = file.internal as Internal;
    if (options.base !== undefined && !options.isTemplate) {
      const internal = parse(options.base, options).internal as Internal;
      this.base = { text: options.base, order: [...internal.groups.keys()], internal };
    }
  }

  set(item: Item, targets: readonly string[]): void {
    if (!item.forms) {
      this.xml.fill(item.own.value, this.xml.escape(targets[0] ?? ""));
      return;
    }
    const dict = item.own.value;
    const categories = categoriesOf(this.options);
    let anchor: XmlElement | undefined;
    for (const category of CATEGORIES) {
      const form = categories.indexOf(category);
      const have = item.forms.get(category);
      const want = form < 0 ? undefined : (targets[form] ?? "");
      if (have && want === "") this.removePair(have, dict);
      else if (have && want !== undefined) this.xml.fill(have.value, this.xml.escape(want));
      else if (want) this.insertPair(category, want, dict, anchor);
      if (have) anchor = have.value;
    }
  }

  private removePair({ key, value }: Pair, holder: XmlElement): void {
    this.xml.remove({ start: key.start, end: value.end }, holder);
  }

  private insertPair(category: string, text: string, dict: XmlElement, anchor: XmlElement | undefined): void {
    const lead = this.xml.childLead(dict);
    const written = `<key>${category}</key>${lead}<string>${this.xml.escape(text)}</string>`;
    const last =
      anchor ?? [...pairsOf(this.xml.text, dict)].filter(([name]) => !CATEGORIES.includes(name)).at(-1)?.[1].value;
    if (last) this.xml.patches.insert(last.end, lead + written);
    else this.xml.append(dict, written);
  }

  /** Takes texts away; a string whose texts all go goes as a whole. */
  remove(gone: ReadonlySet<string>): void {
    for (const ids of this.internal.groups.values()) {
      const leaving = ids.filter((id) => gone.has(id));
      if (leaving.length === 0) continue;
      const items = leaving.map((id) => this.internal.items.get(id)!);
      if (leaving.length === ids.length) this.removePair(items[0]!.outer, this.internal.dict);
      else for (const item of items) this.removePair(item.own, item.holder);
    }
  }

  add(adds: readonly AddEdit[], gone: ReadonlySet<string>): void {
    const fresh = new Map<string, Map<string, AddEdit>>();
    for (const add of adds) {
      if (add.context === "") throw new EditRefused("A string needs a key.");
      const cut = add.plural ? add.context.lastIndexOf(":") : -1;
      if (add.plural && cut <= 0)
        throw new EditRefused(`“${add.context}” has plural forms; name its variable behind the key: key:variable.`);
      const key = cut < 0 ? add.context : add.context.slice(0, cut);
      const own = fresh.get(key) ?? new Map<string, AddEdit>();
      if (own.has(add.context) || (this.internal.items.has(add.context) && !gone.has(add.context)))
        throw new EditRefused(`The string “${add.context}” is in the file already.`);
      fresh.set(key, own.set(add.context, add));
    }
    const present = new Map([...this.internal.groups].filter(([, ids]) => ids.some((id) => !gone.has(id))));
    const whole = [...fresh.keys()].filter((key) => !present.has(key));
    for (const [key, own] of fresh) if (present.has(key)) this.extend(present.get(key)!, own, gone);
    for (const [key, place] of placeInOrder(this.base?.order ?? [], new Set(present.keys()), whole)) {
      const lead = this.xml.childLead(this.internal.dict, this.internal.plist);
      const written = this.compose(key, fresh.get(key)!, lead);
      const after = typeof place === "string" ? this.internal.items.get(present.get(place)![0]!)! : undefined;
      if (after) this.xml.patches.insert(after.outer.value.end, lead + written);
      else this.xml.append(this.internal.dict, written, this.internal.plist);
    }
  }

  /** Puts further texts into a string that is there. */
  private extend(ids: readonly string[], own: ReadonlyMap<string, AddEdit>, gone: ReadonlySet<string>): void {
    const there = this.internal.items.get(ids.find((id) => !gone.has(id))!)!;
    const dict = there.outer.value;
    const lead = this.xml.childLead(dict, this.internal.dict);
    for (const add of own.values()) this.xml.append(dict, this.inner(add, lead), this.internal.dict);
  }

  private compose(key: string, own: ReadonlyMap<string, AddEdit>, lead: string): string {
    const inner = lead + stepOf(lead);
    const parts: string[] = [];
    // The format comes from the base when a variable is translated first.
    const twin = this.base?.internal.items.get(key);
    if (!own.has(key) && twin && this.base) {
      const text = flatText(this.base.text, twin.own.value.children);
      parts.push(`<key>${FORMAT_KEY}</key>${inner}<string>${this.xml.escape(text)}</string>`);
    }
    for (const add of own.values()) parts.push(this.inner(add, inner));
    const name = this.xml.escape(key);
    return `<key>${name}</key>${lead}<dict>${parts.map((part) => inner + part).join("")}${lead}</dict>`;
  }

  /** The pair of a format, or of a variable with its forms. */
  private inner(add: AddEdit, lead: string): string {
    if (!add.plural) return `<key>${FORMAT_KEY}</key>${lead}<string>${this.xml.escape(add.targets[0] ?? "")}</string>`;
    const deep = lead + stepOf(lead);
    const pair = (key: string, value: string): string => `${deep}<key>${key}</key>${deep}<string>${value}</string>`;
    const forms = categoriesOf(this.options).flatMap((category, form) => {
      const text = add.targets[form] ?? "";
      return text === "" ? [] : [pair(category, this.xml.escape(text))];
    });
    const variable = this.xml.escape(add.context.slice(add.context.lastIndexOf(":") + 1));
    const head = pair(RULE_KEY, RULE) + pair("NSStringFormatValueTypeKey", this.valueType(add.context));
    return `<key>${variable}</key>${lead}<dict>${head}${forms.join("")}${lead}</dict>`;
  }

  /** How the number is printed, as the base says. */
  private valueType(id: string): string {
    const twin = this.base?.internal.items.get(id);
    const pair = twin && this.base && pairsOf(this.base.text, twin.own.value).get("NSStringFormatValueTypeKey");
    return pair && this.base ? escapeXmlText(flatText(this.base.text, pair.value.children).trim()) : "d";
  }
}

/** One more level of a line's indentation. */
function stepOf(lead: string): string {
  if (!/[\r\n]/.test(lead)) return "";
  return lead.endsWith(" ") ? "  " : "\t";
}

function edit(text: string, file: ParsedFile, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: [], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const editor = new Editor(text, file, options);
  const { items } = file.internal as Internal;
  for (const { entry, targets } of plan.sets) editor.set(items.get(entry.id)!, targets);
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  editor.remove(gone);
  if (plan.adds.length) editor.add(plan.adds, gone);
  return editor.xml.finish();
}

const SKELETON = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
</dict>
</plist>
`;

/** The frame of the base without its strings. */
function create(base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return SKELETON;
  const file = parse(base, options);
  const editor = new Editor(base, file, { ...options, base: undefined });
  editor.remove(new Set(file.entries.map((entry) => entry.id)));
  return applyPatches(base, editor.xml.finish());
}

/** Apple's plural strings. */
export const stringsdict: FileFormat = {
  id: "stringsdict",
  name: "iOS stringsdict file",
  masks: ["*.stringsdict"],
  extension: "stringsdict",
  kind: "both",
  codeStyle: "posix",
  mimeType: "application/xml",
  plurals: true,
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  decode: decodeXml,
  encode: encodeXml,
  parse,
  edit,
  create,
};
