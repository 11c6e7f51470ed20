import { storable } from "./encoding";
import {
  type Entry,
  type EntryState,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  positionAt,
} from "./format";
import { Warnings } from "./warnings";
import { attributeValue, childOf, childrenOf, flatText, localName, richText } from "./xml-edit";
import { scanXml, type XmlDocument, type XmlElement } from "./xml-scanner";

/** How the members of the family differ. */
export interface XliffDialect {
  version: "1" | "2";
  /** Whether inline elements are shown and written as markup. */
  markup: boolean;
  /** How units of plural forms are tied together. */
  plurals?: "gettext" | "apple";
}

/** One form of a string: the element that holds source and target, and its state. */
export interface XliffForm {
  /** `trans-unit` or `segment`. */
  unit: XmlElement;
  source: XmlElement;
  target: XmlElement | undefined;
  /** CLDR category, where forms are named. */
  category?: string;
}

export interface XliffItem {
  context: string;
  forms: XliffForm[];
  /** What is removed with the string, and where it stands. */
  element: XmlElement;
  parent: XmlElement;
}

/** A `file` with the element that holds its units. */
export interface XliffFile {
  element: XmlElement;
  original: string;
  body: XmlElement | undefined;
}

/** What `parse` leaves for `edit`. */
export interface XliffInternal {
  document: XmlDocument;
  files: XliffFile[];
  items: Map<string, XliffItem>;
}

const NEEDS_EDITING = new Set(["new", "needs-translation", "needs-adaptation", "needs-l10n"]);

/** Whether strings are known by their keys alone; version 2 always has both languages. */
export function isKeyed(options: FormatOptions, dialect: XliffDialect): boolean {
  return dialect.version === "1" && monolingualOf(options);
}

/** Text of a source or target as the dialect shows it. */
export function shownText(text: string, element: XmlElement | undefined, dialect: XliffDialect): string {
  if (!element) return "";
  return storable(dialect.markup ? richText(text, element) : flatText(text, element.children));
}

class Reader {
  readonly entries: Entry[] = [];
  readonly internal: XliffInternal;
  readonly warnings: Warnings;
  private readonly keyed: boolean;

  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
    private readonly dialect: XliffDialect,
  ) {
    const document = scanXml(text);
    if (localName(document.root) !== "xliff") this.fail("The root element must be <xliff>.", document.root);
    const version = attributeValue(document.root, "version");
    if ((dialect.version === "2") !== version.startsWith("2."))
      this.fail(
        `This is XLIFF ${version || "without a version"}, not ${dialect.version === "2" ? "2.0" : "1.2"}.`,
        document.root,
      );
    this.internal = { document, files: [], items: new Map() };
    this.warnings = new Warnings(text);
    this.keyed = isKeyed(options, dialect);
  }

  private fail(message: string, element: XmlElement): never {
    const { line, column } = positionAt(this.text, element.start);
    throw new FormatError(message, line, column);
  }

  read(): ParsedFile {
    const { root } = this.internal.document;
    for (const element of childrenOf(root, "file")) {
      const body = this.dialect.version === "2" ? element : childOf(element, "body");
      const file: XliffFile = { element, original: attributeValue(element, "original"), body };
      this.internal.files.push(file);
      if (body) this.walk(body, file);
    }
    const [first] = this.internal.files;
    const language =
      this.dialect.version === "2"
        ? attributeValue(root, "trgLang")
        : attributeValue(first?.element, "target-language");
    const parsed = { entries: this.entries, warnings: this.warnings.list, language, internal: this.internal };
    // The base file says what the source is; whether that is finished is nobody's question.
    return this.options.isTemplate && this.keyed ? { ...parsed, states: [] } : parsed;
  }

  private walk(parent: XmlElement, file: XliffFile): void {
    const apple = this.dialect.plurals === "apple" ? new Map<string, XliffItem>() : undefined;
    for (const child of parent.children) {
      if (child.kind !== "element") continue;
      const name = localName(child);
      if (
        name === "group" &&
        this.dialect.plurals === "gettext" &&
        attributeValue(child, "restype") === "x-gettext-plurals"
      )
        this.gettextGroup(child, parent, file);
      else if (name === "group") this.walk(child, file);
      else if (name === "trans-unit" && this.dialect.version === "1") this.transUnit(child, parent, file, apple);
      else if (name === "unit" && this.dialect.version === "2") this.segments(child, parent);
    }
    for (const [context, item] of apple ?? []) this.pushPlural(context, item, file);
  }

  private contextOf(unit: XmlElement, file: XliffFile): string {
    const id = attributeValue(unit, "id");
    return attributeValue(unit, "resname") || (file.original === "" ? id : `${file.original}///${id}`);
  }

  private formOf(unit: XmlElement): XliffForm | undefined {
    const source = childOf(unit, "source");
    return source && { unit, source, target: childOf(unit, "target") };
  }

  private transUnit(unit: XmlElement, parent: XmlElement, file: XliffFile, apple?: Map<string, XliffItem>): void {
    const form = this.formOf(unit);
    if (!form) {
      this.warnings.add("A <trans-unit> has no <source>; it is left as it is.", unit.start);
      return;
    }
    const id = attributeValue(unit, "id");
    if (this.dialect.plurals === "gettext" && attributeValue(unit, "restype") === "x-gettext-domain-header") return;
    const part = apple && /^(.{1,1000}?):dict\/(?:(zero|one|two|few|many|other):dict\/)?:string$/s.exec(id);
    if (apple && part && !part[1]!.endsWith("NSStringLocalizedFormatKey")) {
      // The value type of the number stays as it is.
      if (part[2] === undefined) return;
      const context = part[1]!;
      const item = apple.get(context) ?? { context, forms: [], element: unit, parent };
      item.forms.push({ ...form, category: part[2] });
      apple.set(context, item);
      return;
    }
    this.push({ context: this.contextOf(unit, file), forms: [form], element: unit, parent }, unit);
  }

  private gettextGroup(group: XmlElement, parent: XmlElement, file: XliffFile): void {
    const units = childrenOf(group, "trans-unit");
    const forms = units.flatMap((unit) => this.formOf(unit) ?? []);
    const first = units[0];
    if (!first || forms.length !== units.length || forms.length > 20) return;
    const own = this.contextOf(group, file);
    const context = attributeValue(first, "resname") || own;
    this.push({ context, forms, element: group, parent }, first, true);
  }

  private segments(unit: XmlElement, parent: XmlElement): void {
    const segments = childrenOf(unit, "segment");
    const id = attributeValue(unit, "id");
    segments.forEach((segment, index) => {
      const form = this.formOf(segment);
      if (!form) return;
      const part = segments.length > 1 ? `::${attributeValue(segment, "id") || `segment-${index + 1}`}` : "";
      const alone = segments.length === 1;
      this.push(
        { context: id + part, forms: [form], element: alone ? unit : segment, parent: alone ? parent : unit },
        unit,
      );
    });
  }

  private pushPlural(context: string, item: XliffItem, file: XliffFile): void {
    const full = file.original === "" ? context : `${file.original}///${context}`;
    this.push({ ...item, context: full }, item.forms[0]!.unit, true);
  }

  private push(item: XliffItem, described: XmlElement, plural = false): void {
    const { text, dialect } = this;
    const sources = this.sourcesOf(item, plural);
    if (!this.keyed && sources[0] === "") return;
    const id = this.keyed ? item.context : JSON.stringify([item.context, sources[0]]);
    if (this.internal.items.has(id)) {
      this.warnings.add(`“${item.context}” is in the file twice; only the first counts.`, item.element.start);
      return;
    }
    this.internal.items.set(id, item);
    const targets = this.targetsOf(item, plural);
    const shown = this.keyed ? targets : sources;
    const [form] = item.forms;
    const state = this.stateOf(form!, described, targets);
    const start = Math.min(item.element.start, ...item.forms.map(({ unit }) => unit.start));
    const end = Math.max(item.element.end, ...item.forms.map(({ unit }) => unit.end));
    const previous = childrenOf(form!.unit, "alt-trans").find(
      (alt) => attributeValue(alt, "alttranstype") === "previous-version",
    );
    this.entries.push({
      id,
      context: item.context,
      sources: [...shown],
      targets,
      plural,
      state,
      note: notesOf(text, described, dialect),
      location: locationsOf(text, form!.unit),
      flags: flagsOf(described),
      previousSource: state === "needs-editing" ? shownText(text, childOf(previous, "source"), dialect) : "",
      span: { start, end },
    });
  }

  private sourcesOf(item: XliffItem, plural: boolean): string[] {
    const texts = item.forms.map((form) => shownText(this.text, form.source, this.dialect));
    if (!plural) return texts;
    const one = item.forms.findIndex((form) => form.category === "one");
    return [texts[Math.max(one, 0)]!, texts.at(-1)!];
  }

  private targetsOf(item: XliffItem, plural: boolean): string[] {
    const read = (form: XliffForm | undefined): string => {
      const target = shownText(this.text, form?.target, this.dialect);
      // The base of a monolingual component may have its texts as sources.
      return target === "" && this.options.isTemplate ? shownText(this.text, form?.source, this.dialect) : target;
    };
    if (!plural || this.dialect.plurals !== "apple") return item.forms.map(read);
    return this.options.plural.categories.map((category) =>
      read(item.forms.find((form) => form.category === category)),
    );
  }

  private stateOf(form: XliffForm, described: XmlElement, targets: readonly string[]): EntryState {
    const v2 = this.dialect.version === "2";
    if (attributeValue(described, "translate") === "no" || attributeValue(form.unit, "translate") === "no")
      return "read-only";
    if (targets.every((target) => target === "")) return "empty";
    if (this.options.isTemplate && this.keyed) return "translated";
    const state = v2 ? attributeValue(form.unit, "state") : attributeValue(form.target, "state");
    if (v2)
      return state === "initial"
        ? "needs-editing"
        : state === "reviewed" || state === "final"
          ? "approved"
          : "translated";
    if (NEEDS_EDITING.has(state)) return "needs-editing";
    return attributeValue(form.unit, "approved") === "yes" ? "approved" : "translated";
  }
}

function notesOf(text: string, described: XmlElement, dialect: XliffDialect): string {
  const holder = dialect.version === "2" ? childOf(described, "notes") : described;
  const notes = holder ? childrenOf(holder, "note") : [];
  return storable(
    notes
      .map((note) => flatText(text, note.children).trim())
      .filter(Boolean)
      .join("\n"),
  );
}

function locationsOf(text: string, unit: XmlElement): string {
  const places: string[] = [];
  for (const group of childrenOf(unit, "context-group")) {
    let file = "";
    let line = "";
    for (const part of childrenOf(group, "context")) {
      const type = attributeValue(part, "context-type");
      if (type === "sourcefile") file = flatText(text, part.children).trim();
      else if (type === "linenumber") line = flatText(text, part.children).trim();
    }
    if (file !== "") places.push(line === "" ? file : `${file}:${line}`);
  }
  return storable(places.join(", "));
}

const FLAG_ATTRIBUTES = new Set(["weblate-flags", "maxwidth", "font"]);

/** Flags of the non-standard attribute, and the limits that the standard knows. */
function flagsOf(unit: XmlElement): string {
  if (!unit.attributes.some(({ name }) => FLAG_ATTRIBUTES.has(name))) return "";
  const flags: string[] = [];
  const own = attributeValue(unit, "weblate-flags");
  if (own !== "") flags.push(own);
  const width = attributeValue(unit, "maxwidth");
  const kind = attributeValue(unit, "size-unit");
  if (/^\d{1,9}$/.test(width)) {
    if (kind === "char") flags.push(`max-length:${width}`);
    else if (kind === "pixel" || kind === "") flags.push(`max-size:${width}`);
  }
  const [family = "", size = "", weight = ""] = attributeValue(unit, "font").split(";");
  if (/^[\w -]{1,100}$/.test(family)) flags.push(`font-family:${family.trim().replaceAll(" ", "_")}`);
  if (/^\d{1,9}$/.test(size)) flags.push(`font-size:${size}`);
  if (/^[\w-]{1,100}$/.test(weight)) flags.push(`font-weight:${weight}`);
  return flags.join(", ");
}

/**
 * Strings of an XLIFF file.
 * @throws FormatError when it is not well-formed, or not of the dialect's version
 */
export function parseXliff(text: string, options: FormatOptions, dialect: XliffDialect): ParsedFile {
  return new Reader(text, options, dialect).read();
}
