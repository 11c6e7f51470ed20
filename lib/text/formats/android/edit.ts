import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, type PlannedSet, planEdits } from "../kernel/edit-plan";
import { EditRefused, type EntryEdit, type FormatOptions, type ParsedFile, type Patch } from "../kernel/format";
import type { LazyStrings } from "../kernel/lazy-strings";
import { categoriesOf, itemsFor, QUANTITIES } from "../kernel/quantities";
import { blankBefore, lineEnding, PatchList, placeInOrder } from "../kernel/splice";
import { xmlCharset } from "../kernel/xml/encoding";
import { escapeXmlAttribute } from "../kernel/xml/escape";
import type { XmlElement } from "../kernel/xml/tree";
import { type AndroidDialect, type AndroidInternal, type AndroidItem, parseAndroid } from "./read";
import { type AndroidNames, type AndroidShape, shapeOf } from "./text";

/** Namespaces that are added to the root when markup needs them. */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ["xliff", "urn:oasis:names:tc:xliff:document:1.2"],
  ["tools", "http://schemas.android.com/tools"],
]);

interface Like {
  shape: AndroidShape;
  escapedTags: boolean;
}

function likeOf(text: string, element: XmlElement | undefined, dialect: AndroidDialect): Like {
  if (!element) return { shape: "plain", escapedTags: false };
  const shape = shapeOf(element);
  return { shape, escapedTags: shape === "plain" && /<[A-Za-z/]/.test(dialect.read(text, element)) };
}

/** One edit run over a file: collects patches and the namespaces they need. */
class AndroidEditor {
  readonly patches: PatchList;
  private readonly internal: AndroidInternal;
  private readonly root: XmlElement;
  private readonly declared = new Set<string>();
  private readonly needed = new Set<string>();
  private readonly names: AndroidNames;
  private readonly eol: string;
  private readonly base: { text: string; strings: LazyStrings<AndroidItem> } | undefined;

  constructor(
    private readonly text: string,
    file: ParsedFile<AndroidInternal>,
    private readonly options: FormatOptions,
    private readonly dialect: AndroidDialect,
  ) {
    this.patches = new PatchList(text);
    this.internal = file.internal;
    this.root = this.internal.root;
    for (const { name } of this.root.attributes) if (name.startsWith("xmlns:")) this.declared.add(name.slice(6));
    this.names = {
      prefixes: new Set([...this.declared, ...NAMESPACES.keys()]),
      entities: this.internal.tree.entities,
    };
    this.eol = lineEnding(text);
    if (options.base !== undefined && !options.isTemplate) {
      const { internal } = parseAndroid(options.base, options, dialect);
      this.base = { text: options.base, strings: internal.strings };
    }
  }

  private write(text: string, like: Like): string {
    const { xml, prefixes } = this.dialect.write(text, like, this.names);
    for (const prefix of prefixes) this.needed.add(prefix);
    // A real line break inside markup takes the line end of the file.
    return this.eol === "\n" ? xml : xml.replaceAll("\n", this.eol);
  }

  /** The shape that the base gives a string, else the one it has here. */
  private like(id: string, own: XmlElement | undefined, quantity?: string): Like {
    const base = this.base?.strings.item(id);
    const twin = quantity === undefined ? base?.element : (base?.items?.get(quantity) ?? base?.items?.get("other"));
    return base && this.base && twin
      ? likeOf(this.base.text, twin, this.dialect)
      : likeOf(this.text, own, this.dialect);
  }

  private fill(element: XmlElement, xml: string): void {
    if (element.selfClosing) {
      if (xml === "") return;
      let end = element.openEnd - 2;
      while (/[ \t]/.test(this.text[end - 1]!)) end--;
      this.patches.replace(end, element.end, `>${xml}</${element.name}>`);
    } else {
      this.patches.replace(element.openEnd, element.closeStart, xml);
    }
  }

  set({ entry, targets }: PlannedSet): void {
    const item = this.internal.strings.item(entry.id)!;
    const empty = targets.every((target) => target === "");
    if (empty && !this.options.isTemplate) this.remove(item);
    else if (item.items) this.setPlural(item, item.items, entry.targets, targets);
    else this.fill(item.element, this.write(targets[0] ?? "", this.like(item.id, item.element)));
  }

  private setPlural(
    item: AndroidItem,
    items: ReadonlyMap<string, XmlElement>,
    before: readonly string[],
    targets: readonly string[],
  ): void {
    const { options } = this;
    const wanted = itemsFor(targets, options.plural, options.languageCode);
    const own = new Set(categoriesOf(options.plural));
    const oldLast = before.findLast((target) => target !== "");
    const lead = this.itemLead(item.element, items);
    let anchor: number | undefined;
    for (const quantity of QUANTITIES) {
      const have = items.get(quantity);
      const want = wanted.get(quantity);
      if (have) {
        const now = this.dialect.read(this.text, have);
        // An extra form that somebody gave a text of its own is not a copy any more.
        const stays = !own.has(quantity) && now !== oldLast;
        if (want === undefined && own.has(quantity)) {
          this.patches.replace(
            have.start - blankBefore(this.text, item.element.openEnd, have.start).length,
            have.end,
            "",
          );
        } else if (want !== undefined && want !== now && !stays) {
          this.fill(have, this.write(want, this.like(item.id, have, quantity)));
        }
        anchor = have.end;
      } else if (want !== undefined) {
        const xml = `<item quantity="${quantity}">${this.write(want, this.like(item.id, undefined, quantity))}</item>`;
        this.insertItem(item.element, items, anchor, lead, xml);
      }
    }
  }

  private itemLead(plural: XmlElement, items: ReadonlyMap<string, XmlElement>): string {
    const first = [...items.values()].sort((a, b) => a.start - b.start)[0];
    if (first) return blankBefore(this.text, plural.openEnd, first.start);
    const own = blankBefore(this.text, this.root.openEnd, plural.start);
    return own + (own.replace(/[\r\n]/g, "") || "    ");
  }

  private readonly opened = new Map<XmlElement, string[]>();

  private insertItem(
    plural: XmlElement,
    items: ReadonlyMap<string, XmlElement>,
    anchor: number | undefined,
    lead: string,
    xml: string,
  ): void {
    if (items.size === 0) {
      const list = this.opened.get(plural) ?? [];
      list.push(lead + xml);
      this.opened.set(plural, list);
    } else if (anchor === undefined) {
      const first = [...items.values()].reduce((a, b) => (a.start < b.start ? a : b));
      this.patches.insert(first.start - lead.length, lead + xml);
    } else {
      this.patches.insert(anchor, lead + xml);
    }
  }

  remove(item: AndroidItem): void {
    const { start, end } = item.span;
    const blank = blankBefore(this.text, this.root.openEnd, start);
    this.patches.replace(start - blank.length, end, "");
  }

  /** Adds strings in the order of the base. */
  add(adds: readonly AddEdit[], gone: ReadonlySet<string>): void {
    const byContext = new Map<string, AndroidItem>();
    for (const item of this.base?.strings.items().values() ?? [])
      if (!byContext.has(item.context)) byContext.set(item.context, item);
    const fresh = new Map<string, string>();
    for (const add of adds) {
      const twin = byContext.get(add.context);
      const id = twin?.id ?? `${add.plural ? this.dialect.plural : "string"}:${add.context}`;
      if (add.context === "") throw new EditRefused(refusal("writeName"));
      if (fresh.has(id) || (this.internal.strings.items().has(id) && !gone.has(id))) {
        throw new EditRefused(refusal("writeThere", { name: add.context }));
      }
      if (add.targets.every((target) => target === "") && !this.options.isTemplate) continue;
      fresh.set(id, this.compose(add, id, twin));
    }
    const present = new Set([...this.internal.strings.items().keys()].filter((id) => !gone.has(id)));
    const places = placeInOrder([...(this.base?.strings.items().keys() ?? [])], present, [...fresh.keys()]);
    for (const [id, place] of places) this.place(fresh.get(id)!, place);
  }

  private compose(add: AddEdit, id: string, twin: AndroidItem | undefined): string {
    const lead = this.rootLead();
    const plural = twin ? twin.items !== undefined : add.plural;
    const name = plural ? this.dialect.plural : "string";
    const note = add.note ? `<!-- ${add.note.replaceAll("--", "- -")} -->${lead}` : "";
    const open = `${note}<${name}${this.attributes(add, twin)}>`;
    if (!plural) return `${open}${this.write(add.targets[0] ?? "", this.like(id, undefined))}</${name}>`;
    const inner = lead + (lead.replace(/[\r\n]/g, "") || "    ");
    const items = [...itemsFor(add.targets, this.options.plural, this.options.languageCode)]
      .sort(([a], [b]) => QUANTITIES.indexOf(a) - QUANTITIES.indexOf(b))
      .map(
        ([quantity, text]) =>
          `${inner}<item quantity="${quantity}">${this.write(text, this.like(id, undefined, quantity))}</item>`,
      );
    return `${open}${items.join("")}${lead}</${name}>`;
  }

  /** Attributes as the base has them, so that `formatted` or `product` come along. */
  private attributes(add: AddEdit, twin: AndroidItem | undefined): string {
    const flags = add.flags ? ` weblate-flags="${escapeXmlAttribute(add.flags)}"` : "";
    if (!twin || !this.base) return ` name="${escapeXmlAttribute(add.context)}"${flags}`;
    let out = "";
    for (const attribute of twin.element.attributes) {
      const colon = attribute.name.indexOf(":");
      const prefix = colon > 0 ? attribute.name.slice(0, colon) : "";
      if (attribute.name === "translatable" || (prefix !== "" && !this.names.prefixes.has(prefix))) continue;
      if (prefix !== "" && prefix !== "xml") this.needed.add(prefix);
      out += ` ${this.base.text.slice(attribute.start, attribute.end)}`;
    }
    return out;
  }

  /** Line end and indentation of the children of the root. */
  private rootLead(): string {
    const first = this.root.children.find((node) => node.kind === "element");
    const blank = first && blankBefore(this.text, this.root.openEnd, first.start);
    return blank !== undefined && /[\r\n]/.test(blank) ? blank : `${this.eol}    `;
  }

  private place(xml: string, place: string | null | undefined): void {
    const lead = this.rootLead();
    const items = this.internal.strings.items();
    const [first] = items.values();
    if (typeof place === "string") {
      this.patches.insert(items.get(place)!.span.end, lead + xml);
    } else if (place === null && first) {
      this.patches.insert(first.span.start, xml + lead);
    } else {
      const last = this.root.children.findLast((node) => node.kind === "element" || node.kind === "comment");
      if (last) this.patches.insert(last.end, lead + xml);
      else this.opened.set(this.root, [...(this.opened.get(this.root) ?? []), lead + xml]);
    }
  }

  finish(): Patch[] {
    for (const [element, pieces] of this.opened) {
      const inside = element.selfClosing ? "" : this.text.slice(element.openEnd, element.closeStart);
      const own = element === this.root ? this.eol : blankBefore(this.text, this.root.openEnd, element.start);
      const closed = /[\r\n]/.test(inside);
      if (closed) this.patches.insert(element.openEnd, pieces.join(""));
      else this.fill(element, pieces.join("") + own);
    }
    const missing = [...this.needed].filter((prefix) => !this.declared.has(prefix) && NAMESPACES.has(prefix));
    const at = this.root.attributes.at(-1)?.end ?? this.root.start + 1 + this.root.name.length;
    this.patches.insert(at, missing.map((prefix) => ` xmlns:${prefix}="${NAMESPACES.get(prefix)}"`).join(""));
    return this.patches.finish();
  }
}

/** Patches of an Android resource file, see `FileFormat.edit`. An emptied string leaves a file that is not the base. */
export function editAndroid(
  text: string,
  file: ParsedFile<AndroidInternal>,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: AndroidDialect,
): Patch[] {
  const plan = planEdits(file, edits, { states: [], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const editor = new AndroidEditor(text, file, options, dialect);
  for (const set of plan.sets) editor.set(set);
  const gone = new Set<string>();
  for (const entry of plan.removes) {
    gone.add(entry.id);
    editor.remove(file.internal.strings.item(entry.id)!);
  }
  if (plan.adds.length) editor.add(plan.adds, gone);
  return editor.finish();
}
