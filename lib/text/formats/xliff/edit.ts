import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, type PlannedSet, planEdits } from "../kernel/edit-plan";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type EntryState,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import type { LazyStrings } from "../kernel/lazy-strings";
import { pairId } from "../kernel/pair-id";
import { placeInOrder } from "../kernel/splice";
import {
  attributeValue,
  childOf,
  childrenOf,
  declaredPrefixes,
  isMarkup,
  localName,
  type MarkupNames,
  XmlEditor,
} from "../kernel/xml/edit";
import { xmlCharset } from "../kernel/xml/encoding";
import { escapeXmlAttribute } from "../kernel/xml/escape";
import { attributeOf } from "../kernel/xml/scanner";
import type { XmlElement } from "../kernel/xml/tree";
import {
  isKeyed,
  parseXliff,
  shownText,
  type XliffDialect,
  type XliffFile,
  type XliffForm,
  type XliffInternal,
  type XliffItem,
} from "./read";

const INLINE_1 = new Set(["g", "x", "bx", "ex", "bpt", "ept", "ph", "it", "mrk", "sub"]);
const INLINE_2 = new Set(["ph", "pc", "sc", "ec", "mrk", "sm", "em", "cp"]);
/** Marks of texts that a machine made; a person's edit takes them away. */
const MACHINE = new Set(["leveraged-mt", "mt-suggestion"]);

class XliffEditor {
  readonly xml: XmlEditor;
  private readonly internal: XliffInternal;
  private readonly names: MarkupNames;
  private readonly keyed: boolean;
  private readonly base: { text: string; strings: LazyStrings<XliffItem> } | undefined;

  constructor(
    private readonly text: string,
    file: ParsedFile<XliffInternal>,
    private readonly options: FormatOptions,
    private readonly dialect: XliffDialect,
  ) {
    this.xml = new XmlEditor(text, options.params);
    this.internal = file.internal;
    this.names = {
      elements: dialect.version === "2" ? INLINE_2 : INLINE_1,
      prefixes: declaredPrefixes(this.internal.root),
      entities: this.internal.tree.entities,
    };
    this.keyed = isKeyed(options, dialect);
    if (this.keyed && options.base !== undefined && !options.isTemplate) {
      const base = parseXliff(options.base, { ...options, isTemplate: true, base: undefined }, dialect);
      this.base = { text: options.base, strings: base.internal.strings };
    }
  }

  private write(text: string): string {
    if (this.dialect.markup && isMarkup(text, this.names)) return this.xml.lines(text);
    return this.xml.escape(text);
  }

  set({ entry, targets, state }: PlannedSet): void {
    const item = this.internal.strings.item(entry.id)!;
    const byCategory = this.dialect.plurals === "apple" && entry.plural;
    item.forms.forEach((form, index) => {
      const position = byCategory ? this.options.plural.categories.indexOf(form.category ?? "") : index;
      if (position < 0) return;
      this.setForm(form, targets[position] ?? "", state);
    });
    if (byCategory) this.addForms(item, targets, state);
    this.refreshSource(item, entry.id);
  }

  /** Units for the categories of the language that the file lacks, made like the last one it has. */
  private addForms(item: XliffItem, targets: readonly string[], state: EntryState): void {
    const last = item.forms.at(-1)!;
    const present = new Set(item.forms.map((form) => form.category));
    const lead = this.xml.childLead(item.parent);
    const inner = this.xml.childLead(last.unit, item.parent);
    const names = attributeValue(last.unit, "id");
    const { name } = last.unit;
    const prefix = name.slice(0, name.indexOf(":") + 1);
    this.options.plural.categories.forEach((category, form) => {
      const text = targets[form] ?? "";
      if (text === "" || present.has(category)) return;
      const id = names.replace(/(zero|one|two|few|many|other)(?=:dict\/:string$)/, category);
      // The source of “one” is what the string is known by.
      const like = category === "one" ? item.forms[0]!.source : last.source;
      const source = this.text.slice(like.start, like.end);
      const fuzzy = state === "needs-editing" ? ' state="needs-translation"' : "";
      const approved = state === "approved" ? ' approved="yes"' : "";
      const target = `<${prefix}target${fuzzy}>${this.write(text)}</${prefix}target>`;
      const unit = `<${name} id="${escapeXmlAttribute(id)}"${approved}>${inner}${source}${inner}${target}${lead}</${name}>`;
      this.xml.patches.insert(last.unit.end, lead + unit);
    });
  }

  private setForm(form: XliffForm, text: string, state: EntryState): void {
    const written = this.write(text);
    const old = shownText(this.text, form.target, this.dialect);
    if (this.options.isTemplate && old === "") {
      this.xml.fill(form.source, written);
      return;
    }
    if (text === "") this.clear(form);
    else if (!form.target) this.insertTarget(form, written, state);
    else {
      if (old !== text) this.xml.fill(form.target, written);
      this.mark(form, form.target, state);
    }
    this.approve(form.unit, text !== "" && state === "approved");
  }

  /** Takes the text away; a target that says its state keeps saying it. */
  private clear(form: XliffForm): void {
    const { unit, target } = form;
    if (!target) return;
    const stateful = this.dialect.version === "1" && attributeOf(target, "state");
    if (stateful || this.options.isTemplate) {
      this.xml.fill(target, "");
      if (stateful) this.xml.attribute(target, "state", "new");
    } else this.xml.remove(target, unit);
    if (this.dialect.version === "2" && attributeOf(unit, "state")) this.xml.attribute(unit, "state", "initial");
  }

  private insertTarget(form: XliffForm, written: string, state: EntryState): void {
    const { unit, source } = form;
    const colon = source.name.indexOf(":");
    const name = `${source.name.slice(0, colon + 1)}target`;
    const fresh = this.dialect.version === "1" && state === "needs-editing" ? ' state="needs-translation"' : "";
    const after = childOf(unit, "seg-source") ?? source;
    this.xml.patches.insert(after.end, `${this.xml.lead(unit, source)}<${name}${fresh}>${written}</${name}>`);
    if (this.dialect.version === "2") this.markSegment(unit, state);
  }

  /** State marks: added only where they are needed, brought up to date where they are. */
  private mark(form: XliffForm, target: XmlElement, state: EntryState): void {
    if (this.dialect.version === "2") {
      const marked = attributeValue(form.unit, "state") === "initial" && this.leavesStatesOut();
      if (marked && state === "translated") this.xml.attribute(form.unit, "state", undefined);
      else this.markSegment(form.unit, state);
      return;
    }
    const had = attributeOf(target, "state") !== undefined;
    // A mark for a look leaves nothing behind in a file that leaves states out.
    const marked = attributeValue(target, "state") === "needs-translation";
    const ours = marked && !attributeOf(target, "state-qualifier") && this.leavesStatesOut();
    if (ours && state === "translated") this.xml.attribute(target, "state", undefined);
    else if (state === "needs-editing") this.xml.attribute(target, "state", "needs-translation");
    else if (had && state !== "read-only")
      this.xml.attribute(target, "state", state === "approved" ? "final" : "translated");
    if (MACHINE.has(attributeValue(target, "state-qualifier")))
      this.xml.attribute(target, "state-qualifier", undefined);
  }

  private markSegment(segment: XmlElement, state: EntryState): void {
    if (state === "needs-editing") this.xml.attribute(segment, "state", "initial");
    else if (state === "approved") {
      if (attributeValue(segment, "state") !== "final") this.xml.attribute(segment, "state", "reviewed");
    } else if (attributeOf(segment, "state")) this.xml.attribute(segment, "state", "translated");
  }

  private bare: boolean | undefined;

  /** Whether most targets, or segments, of the file say no state, those aside that are marked for a look. */
  private leavesStatesOut(): boolean {
    if (this.bare !== undefined) return this.bare;
    const name = this.dialect.version === "2" ? "segment" : "target";
    let without = 0;
    let stated = 0;
    for (const [, attributes = ""] of this.text.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(\\s[^<>]*)?>`, "g"))) {
      const state = /\sstate\s*=\s*["']([^"']*)/.exec(attributes)?.[1];
      if (state === undefined) without++;
      else if (state !== "needs-translation" && state !== "initial") stated++;
    }
    // Segments are rarely without one, and that one says that nothing is there yet.
    this.bare = without > stated || (name === "target" && stated === 0);
    return this.bare;
  }

  private approve(unit: XmlElement, approved: boolean): void {
    if (this.dialect.version === "2") return;
    const now = attributeValue(unit, "approved");
    if (approved) this.xml.attribute(unit, "approved", "yes");
    else if (now === "yes") this.xml.attribute(unit, "approved", "no");
  }

  /** The base's text becomes the source that the translation names. */
  private refreshSource(item: XliffItem, id: string): void {
    const twin = this.base?.strings.item(id);
    if (!twin || !this.base) return;
    item.forms.forEach((form, index) => {
      const other = twin.forms[index];
      if (!other) return;
      const wanted =
        shownText(this.base!.text, other.target, this.dialect) ||
        shownText(this.base!.text, other.source, this.dialect);
      if (wanted !== shownText(this.text, form.source, this.dialect)) this.xml.fill(form.source, this.write(wanted));
    });
  }

  remove(item: XliffItem): void {
    // The names of the other segments come from their places.
    if (this.dialect.version === "2" && localName(item.element) === "segment")
      throw new EditRefused(refusal("writeSegment", { name: item.context }));
    if (this.dialect.plurals === "apple" && item.forms.some((form) => form.category)) {
      for (const form of item.forms) this.xml.remove(form.unit, item.parent);
    } else this.xml.remove(item.element, item.parent);
  }

  add(adds: readonly AddEdit[], gone: ReadonlySet<string>): void {
    const fresh = new Map<string, AddEdit>();
    for (const add of adds) {
      if (add.context === "") throw new EditRefused(refusal("writeContextKey"));
      if (add.plural && this.dialect.plurals !== "gettext")
        throw new EditRefused(refusal("writePluralAdd", { name: add.context }));
      const id = this.keyed ? add.context : pairId(add.context, add.sources[0] ?? "");
      if (fresh.has(id) || (this.internal.strings.items().has(id) && !gone.has(id)))
        throw new EditRefused(refusal("writeThere", { name: add.context }));
      if (!this.keyed && (add.sources[0] ?? "") === "") throw new EditRefused(refusal("writeSource"));
      fresh.set(id, add);
    }
    const present = new Set([...this.internal.strings.items().keys()].filter((id) => !gone.has(id)));
    const order = [...(this.base?.strings.items().keys() ?? [])];
    for (const [id, place] of placeInOrder(order, present, [...fresh.keys()])) this.place(id, fresh.get(id)!, place);
  }

  private place(id: string, add: AddEdit, place: string | null | undefined): void {
    const after = typeof place === "string" ? this.internal.strings.item(place) : undefined;
    if (after) {
      const lead = this.xml.lead(after.parent, after.element);
      this.xml.patches.insert(after.element.end, lead + this.compose(id, add, after.parent, lead));
      return;
    }
    const file = this.fileFor(add.context);
    if (!file?.body) throw new EditRefused(refusal("writeXliffBody", { file: "<file>", body: "<body>" }));
    const lead = this.xml.childLead(file.body, file.element);
    this.xml.append(file.body, this.compose(id, add, file.body, lead), file.element);
  }

  private fileFor(context: string): XliffFile | undefined {
    const cut = context.indexOf("///");
    const original = cut < 0 ? undefined : context.slice(0, cut);
    const files = this.internal.files();
    return files.find((file) => file.original === original && file.body) ?? files.findLast((file) => file.body);
  }

  /** A new unit in the file's indentation. */
  private compose(id: string, add: AddEdit, parent: XmlElement, lead: string): string {
    const colon = this.internal.root.name.indexOf(":");
    const prefix = this.internal.root.name.slice(0, colon + 1);
    const sample = childOf(parent, this.dialect.version === "2" ? "unit" : "trans-unit");
    const inner = sample?.children.some((node) => node.kind === "element")
      ? this.xml.childLead(sample, parent)
      : lead + (/[\r\n]/.test(lead) ? "  " : "");
    if (this.dialect.version === "2") return this.composeUnit(id, add, prefix, lead, inner);
    if (!add.plural) return this.composeForm(id, add, 0, prefix, lead, inner);
    const step = inner.startsWith(lead) ? inner.slice(lead.length) : "  ";
    const forms = add.targets.map((_, form) => inner + this.composeForm(id, add, form, prefix, inner, inner + step));
    const name = escapeXmlAttribute(add.context);
    return `<${prefix}group id="${name}" restype="x-gettext-plurals">${forms.join("")}${lead}</${prefix}group>`;
  }

  private sourceFor(id: string, add: AddEdit, form: number): string {
    const twin = this.base?.strings.item(id)?.forms[form];
    if (twin && this.base)
      return (
        shownText(this.base.text, twin.target, this.dialect) || shownText(this.base.text, twin.source, this.dialect)
      );
    const own = add.sources[Math.min(form, add.sources.length - 1)] ?? "";
    return own === "" && this.keyed ? (add.targets[form] ?? "") : own;
  }

  private unitNames(add: AddEdit): string {
    const file = this.fileFor(add.context);
    const cut = add.context.indexOf("///");
    // A context that was made of file and id becomes an id again.
    if (file && cut >= 0 && add.context.slice(0, cut) === file.original)
      return ` id="${escapeXmlAttribute(add.context.slice(cut + 3))}"`;
    const name = escapeXmlAttribute(add.context);
    return file?.original ? ` id="${name}" resname="${name}"` : ` id="${name}"`;
  }

  private composeForm(id: string, add: AddEdit, form: number, prefix: string, lead: string, inner: string): string {
    const text = add.targets[form] ?? "";
    const fuzzy = add.state === "needs-editing" ? ' state="needs-translation"' : "";
    const approved = add.state === "approved" && text !== "" ? ' approved="yes"' : "";
    const flags = add.flags ? ` weblate-flags="${escapeXmlAttribute(add.flags)}"` : "";
    const plain = this.unitNames(add);
    const names = add.plural ? plain.replace(/ id="([^"]*)"/, ` id="$1[${form}]"`) : plain;
    const target =
      text === "" || this.options.isTemplate
        ? ""
        : `${inner}<${prefix}target${fuzzy}>${this.write(text)}</${prefix}target>`;
    const source = this.options.isTemplate ? text : this.sourceFor(id, add, form);
    const note = add.note ? `${inner}<${prefix}note>${this.xml.escape(add.note)}</${prefix}note>` : "";
    return `<${prefix}trans-unit${names}${approved}${flags}>${inner}<${prefix}source>${this.write(source)}</${prefix}source>${target}${note}${lead}</${prefix}trans-unit>`;
  }

  private composeUnit(id: string, add: AddEdit, prefix: string, lead: string, inner: string): string {
    if (add.context.includes("::"))
      throw new EditRefused(refusal("writeSegmentName", { name: add.context, mark: "::" }));
    const step = inner.startsWith(lead) ? inner.slice(lead.length) : "  ";
    const deep = inner + step;
    const text = add.targets[0] ?? "";
    const state =
      add.state === "needs-editing" ? ' state="initial"' : add.state === "approved" ? ' state="reviewed"' : "";
    const target = text === "" ? "" : `${deep}<${prefix}target>${this.write(text)}</${prefix}target>`;
    const note = add.note
      ? `${inner}<${prefix}notes>${deep}<${prefix}note>${this.xml.escape(add.note)}</${prefix}note>${inner}</${prefix}notes>`
      : "";
    return `<${prefix}unit id="${escapeXmlAttribute(add.context)}">${note}${inner}<${prefix}segment${text === "" ? "" : state}>${deep}<${prefix}source>${this.write(this.sourceFor(id, add, 0))}</${prefix}source>${target}${inner}</${prefix}segment>${lead}</${prefix}unit>`;
  }
}

/** Patches of an XLIFF file, see `FileFormat.edit`. */
export function editXliff(
  text: string,
  file: ParsedFile<XliffInternal>,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: XliffDialect,
): Patch[] {
  const plan = planEdits(file, edits, {
    states: file.states ?? ["needs-editing", "approved"],
    charset: xmlCharset(text),
  });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const editor = new XliffEditor(text, file, options, dialect);
  for (const set of plan.sets) editor.set(set);
  const { strings } = file.internal;
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  for (const id of gone) editor.remove(strings.item(id)!);
  if (plan.adds.length) editor.add(plan.adds, gone);
  return editor.xml.finish();
}

/** A new file: the base without its targets, or a skeleton; the language is written where the file names it. */
export function createXliff(
  base: string | undefined,
  options: FormatOptions,
  dialect: XliffDialect,
): string | undefined {
  if (base === undefined) return dialect.version === "2" ? undefined : skeleton(options);
  const { root, files } = parseXliff(
    base,
    { ...options, isTemplate: false, base: undefined, monolingual: true },
    dialect,
  ).internal;
  const xml = new XmlEditor(base);
  const empty = (element: XmlElement): void => {
    for (const name of ["trans-unit", "segment"]) {
      for (const unit of childrenOf(element, name)) {
        const target = childOf(unit, "target");
        if (target) xml.remove(target, unit);
        if (name === "trans-unit") xml.attribute(unit, "approved", undefined);
        else xml.attribute(unit, "state", undefined);
      }
    }
    for (const name of ["body", "group", "unit"]) for (const child of childrenOf(element, name)) empty(child);
  };
  if (dialect.version === "2") xml.attribute(root, "trgLang", options.languageCode);
  for (const { element } of files()) {
    if (dialect.version === "1") xml.attribute(element, "target-language", options.languageCode);
    empty(element);
  }
  return applyPatches(base, xml.finish());
}

function skeleton(options: FormatOptions): string {
  const language = escapeXmlAttribute(options.languageCode);
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="" source-language="en" target-language="${language}" datatype="plaintext">
    <body>
    </body>
  </file>
</xliff>
`;
}
