import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { placeInOrder } from "../kernel/splice";
import { XmlEditor } from "../kernel/xml/edit";
import { decodeXml, encodeXml, xmlCharset } from "../kernel/xml/encoding";
import { escapeXmlText } from "../kernel/xml/escape";
import { closingTags } from "../kernel/xml/reformat";
import type { XmlElement } from "../kernel/xml/tree";
import {
  CATEGORIES,
  categoriesOf,
  FORMAT_KEY,
  type Pair,
  pairsOf,
  parseStringsdict,
  RULE,
  RULE_KEY,
  type StringsdictInternal,
  type StringsdictItem,
} from "./stringsdict-read";

/** Apple's plural rules: editing their files, and making new ones. */

/** Keys of the base with what stands around their texts. */
interface Base {
  order: string[];
  internal: StringsdictInternal;
}

class Editor {
  readonly xml: XmlEditor;
  private readonly internal: StringsdictInternal;
  private readonly plist: XmlElement;
  private readonly dict: XmlElement;
  private readonly base: Base | undefined;

  constructor(
    text: string,
    file: ParsedFile<StringsdictInternal>,
    private readonly options: FormatOptions,
  ) {
    this.xml = new XmlEditor(text, options.params, "\t");
    this.internal = file.internal;
    this.plist = this.internal.tree.element(this.internal.plist);
    this.dict = this.internal.tree.element(this.internal.dict);
    if (options.base !== undefined && !options.isTemplate) {
      const internal = parseStringsdict(options.base, options).internal;
      this.base = { order: [...internal.groups().keys()], internal };
    }
  }

  private element(node: number): XmlElement {
    return this.internal.tree.element(node);
  }

  set(item: StringsdictItem, targets: readonly string[]): void {
    if (!item.forms) {
      this.xml.fill(this.element(item.own.value), this.xml.escape(targets[0] ?? ""));
      return;
    }
    const dict = this.element(item.own.value);
    const categories = categoriesOf(this.options);
    let anchor = 0;
    for (const category of CATEGORIES) {
      const form = categories.indexOf(category);
      const have = item.forms.get(category);
      const want = form < 0 ? undefined : (targets[form] ?? "");
      if (have && want === "") this.removePair(have, dict);
      else if (have && want !== undefined) this.xml.fill(this.element(have.value), this.xml.escape(want));
      else if (want) this.insertPair(category, want, item.own.value, anchor);
      if (have) anchor = have.value;
    }
  }

  private removePair({ key, value }: Pair, holder: XmlElement): void {
    const { tree } = this.internal;
    this.xml.remove({ start: tree.start(key), end: tree.end(value) }, holder);
  }

  private insertPair(category: string, text: string, holder: number, anchor: number): void {
    const { tree } = this.internal;
    const dict = this.element(holder);
    const lead = this.xml.childLead(dict);
    const written = `<key>${category}</key>${lead}<string>${this.xml.escape(text)}</string>`;
    const others = [...pairsOf(tree, holder)].filter(([name]) => !CATEGORIES.includes(name));
    const last = anchor || others.at(-1)?.[1].value;
    if (last) this.xml.patches.insert(tree.end(last), lead + written);
    else this.xml.append(dict, written);
  }

  /** Takes texts away; a string whose texts all go goes as a whole. */
  remove(gone: ReadonlySet<string>): void {
    if (gone.size === 0) return;
    for (const ids of this.internal.groups().values()) {
      const leaving = ids.filter((id) => gone.has(id));
      if (leaving.length === 0) continue;
      const items = leaving.map((id) => this.internal.strings.item(id)!);
      if (leaving.length === ids.length) this.removePair(items[0]!.outer, this.dict);
      else for (const item of items) this.removePair(item.own, this.element(item.outer.value));
    }
  }

  add(adds: readonly AddEdit[], gone: ReadonlySet<string>): void {
    const items = this.internal.strings.items();
    const fresh = new Map<string, Map<string, AddEdit>>();
    for (const add of adds) {
      if (add.context === "") throw new EditRefused(refusal("writeKey"));
      const cut = add.plural ? add.context.lastIndexOf(":") : -1;
      if (add.plural && cut <= 0)
        throw new EditRefused(refusal("writePluralVariable", { name: add.context, example: "key:variable" }));
      const key = cut < 0 ? add.context : add.context.slice(0, cut);
      const own = fresh.get(key) ?? new Map<string, AddEdit>();
      if (own.has(add.context) || (items.has(add.context) && !gone.has(add.context)))
        throw new EditRefused(refusal("writeThere", { name: add.context }));
      fresh.set(key, own.set(add.context, add));
    }
    const present = new Map([...this.internal.groups()].filter(([, ids]) => ids.some((id) => !gone.has(id))));
    const whole = [...fresh.keys()].filter((key) => !present.has(key));
    for (const [key, own] of fresh) if (present.has(key)) this.extend(present.get(key)!, own, gone);
    for (const [key, place] of placeInOrder(this.base?.order ?? [], new Set(present.keys()), whole)) {
      const lead = this.xml.childLead(this.dict, this.plist);
      const written = this.compose(key, fresh.get(key)!, lead);
      const after = typeof place === "string" ? items.get(present.get(place)![0]!)! : undefined;
      if (after) this.xml.patches.insert(this.element(after.outer.value).end, lead + written);
      else this.xml.append(this.dict, written, this.plist);
    }
  }

  /** Puts further texts into a string that is there. */
  private extend(ids: readonly string[], own: ReadonlyMap<string, AddEdit>, gone: ReadonlySet<string>): void {
    const there = this.internal.strings.item(ids.find((id) => !gone.has(id))!)!;
    const dict = this.element(there.outer.value);
    const lead = this.xml.childLead(dict, this.dict);
    for (const add of own.values()) this.xml.append(dict, this.inner(add, lead), this.dict);
  }

  private compose(key: string, own: ReadonlyMap<string, AddEdit>, lead: string): string {
    const inner = lead + stepOf(lead);
    const parts: string[] = [];
    // The format comes from the base when a variable is translated first.
    const twin = this.base?.internal.strings.item(key);
    if (!own.has(key) && twin && this.base) {
      const text = this.base.internal.tree.flatText(twin.own.value);
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
    const twin = this.base?.internal.strings.item(id);
    const tree = this.base?.internal.tree;
    const pair = twin && tree && pairsOf(tree, twin.own.value).get("NSStringFormatValueTypeKey");
    return pair && tree ? escapeXmlText(tree.flatText(pair.value).trim()) : "d";
  }
}

const SKELETON = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
</dict>
</plist>
`;

/** Apple's plural strings. */
export const stringsdict: FileFormat<StringsdictInternal> = {
  id: "stringsdict",
  name: "iOS stringsdict file",
  masks: ["*.stringsdict"],
  extension: "stringsdict",
  kind: "both",
  codeStyle: "posix",
  mimeType: "application/xml",
  plurals: true,
  zeroForm: true,
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  decode: decodeXml,
  encode: encodeXml,
  parse: parseStringsdict,
  edit,
  create,
  reformat: closingTags(["key", "string"]),
};

/** One more level of a line's indentation. */
function stepOf(lead: string): string {
  if (!/[\r\n]/.test(lead)) return "";
  return lead.endsWith(" ") ? "  " : "\t";
}

function edit(
  text: string,
  file: ParsedFile<StringsdictInternal>,
  edits: EntryEdit[],
  options: FormatOptions,
): Patch[] {
  const plan = planEdits(file, edits, { states: [], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const editor = new Editor(text, file, options);
  const { strings } = file.internal;
  for (const { entry, targets } of plan.sets) editor.set(strings.item(entry.id)!, targets);
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  editor.remove(gone);
  if (plan.adds.length) editor.add(plan.adds, gone);
  return editor.xml.finish();
}

/** The frame of the base without its strings. */
function create(base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return SKELETON;
  const file = parseStringsdict(base, options);
  const editor = new Editor(base, file, { ...options, base: undefined });
  editor.remove(new Set(file.entries.map((entry) => entry.id)));
  return applyPatches(base, editor.xml.finish());
}
