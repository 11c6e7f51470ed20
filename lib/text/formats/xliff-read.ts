import { storable } from "./encoding";
import {
  type Entry,
  type EntryState,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  positionAt,
  type Span,
  type StringName,
} from "./format";
import { LaterStrings } from "./later-file";
import { pairId, sourcesOfIds } from "./pair-id";
import type { Warnings } from "./warnings";
import { flatText, richText } from "./xml-edit";
import { readXmlTree } from "./xml-tokens";
import type { XmlElement, XmlTree } from "./xml-tree";

/** How the members of the family differ. */
export interface XliffDialect {
  version: "1" | "2";
  /** Whether inline elements are shown and written as markup. */
  markup: boolean;
  /** How units of plural forms are tied together. */
  plurals?: "gettext" | "apple";
}

/** One form of a string as nodes: what holds source and target, and the category where forms are named. */
interface Form {
  unit: number;
  source: number;
  target: number;
  category?: string;
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

/** A string with what an edit of it needs. */
export class XliffItem {
  private made: XliffForm[] | undefined;

  constructor(
    private readonly tree: XmlTree,
    readonly context: string,
    readonly parts: readonly Form[],
    readonly node: number,
    private readonly home: number,
  ) {}

  get forms(): XliffForm[] {
    const { tree } = this;
    this.made ??= this.parts.map(({ unit, source, target, category }) => ({
      unit: tree.element(unit),
      source: tree.element(source),
      target: target === 0 ? undefined : tree.element(target),
      category,
    }));
    return this.made;
  }

  /** What is removed with the string. */
  get element(): XmlElement {
    return this.tree.element(this.node);
  }

  /** Where that stands. */
  get parent(): XmlElement {
    return this.tree.element(this.home);
  }
}

/** A `file` with the element that holds its units. */
export interface XliffFile {
  element: XmlElement;
  original: string;
  body: XmlElement | undefined;
}

/** What `parse` leaves for `edit`. */
export interface XliffInternal {
  tree: XmlTree;
  root: XmlElement;
  files: () => XliffFile[];
  strings: LaterStrings<XliffItem>;
}

const NEEDS_EDITING = new Set(["new", "needs-translation", "needs-adaptation", "needs-l10n"]);

/** Whether strings are known by their keys alone; version 2 always has both languages. */
export function isKeyed(options: FormatOptions, dialect: XliffDialect): boolean {
  return dialect.version === "1" && monolingualOf(options);
}

/** Text of a source or target as the dialect shows it; "" for the node 0. */
function shownNode(tree: XmlTree, node: number, dialect: XliffDialect): string {
  return tree.storable(dialect.markup ? tree.richText(node) : tree.flatText(node));
}

/** Text of a source or target as the dialect shows it. */
export function shownText(text: string, element: XmlElement | undefined, dialect: XliffDialect): string {
  if (!element) return "";
  return storable(dialect.markup ? richText(text, element) : flatText(text, element.children));
}

const bodyOf = (tree: XmlTree, file: number, dialect: XliffDialect): number =>
  dialect.version === "2" ? file : tree.child(file, "body");

/** One walk over the units of a file. */
class Reader {
  private readonly keyed: boolean;
  private readonly seen = new Set<string>();
  /** Source texts of the strings that are wanted, where they are known by them. */
  private readonly wanted: ReadonlySet<string> | undefined;
  /** Name of the `file` that is read. */
  private original = "";

  constructor(
    private readonly tree: XmlTree,
    private readonly options: FormatOptions,
    private readonly dialect: XliffDialect,
    private readonly only: ReadonlySet<string> | undefined,
    private readonly take: (entry: Entry, item: XliffItem) => void,
    private readonly warnings: Warnings,
  ) {
    this.keyed = isKeyed(options, dialect);
    if (only && !this.keyed) this.wanted = sourcesOfIds(only);
  }

  read(root: number): void {
    const { tree } = this;
    for (const file of tree.children(root, "file")) {
      this.original = tree.attributeValue(file, "original");
      const body = bodyOf(tree, file, this.dialect);
      if (body > 0) this.walk(body);
    }
  }

  private walk(parent: number): void {
    const { tree, dialect } = this;
    const apple = dialect.plurals === "apple" ? new Map<string, { forms: Form[]; unit: number }>() : undefined;
    const end = tree.after(parent);
    for (let node = parent + 1; node < end; node = tree.after(node)) {
      const name = tree.local(node);
      if (name === "trans-unit" && dialect.version === "1") this.transUnit(node, parent, apple);
      else if (name === "unit" && dialect.version === "2") this.segments(node, parent);
      else if (name !== "group") continue;
      else if (dialect.plurals === "gettext" && tree.attributeValue(node, "restype") === "x-gettext-plurals")
        this.gettextGroup(node, parent);
      else this.walk(node);
    }
    for (const [name, { forms, unit }] of apple ?? []) {
      const context = this.original === "" ? name : `${this.original}///${name}`;
      this.push(context, forms, unit, parent, forms[0]!.unit, true);
    }
  }

  private contextOf(unit: number): string {
    const id = this.tree.attributeValue(unit, "id");
    return this.tree.attributeValue(unit, "resname") || (this.original === "" ? id : `${this.original}///${id}`);
  }

  private formOf(unit: number): Form | undefined {
    const source = this.tree.child(unit, "source");
    return source === 0 ? undefined : { unit, source, target: this.tree.child(unit, "target") };
  }

  private transUnit(unit: number, parent: number, apple?: Map<string, { forms: Form[]; unit: number }>): void {
    const { tree, dialect } = this;
    const form = this.formOf(unit);
    if (!form) {
      this.warnings.add("A <trans-unit> has no <source>; it is left as it is.", tree.start(unit));
      return;
    }
    if (dialect.plurals === "gettext" && tree.attributeValue(unit, "restype") === "x-gettext-domain-header") return;
    const id = apple ? tree.attributeValue(unit, "id") : "";
    const part = apple && /^(.{1,1000}?):dict\/(?:(zero|one|two|few|many|other):dict\/)?:string$/s.exec(id);
    if (apple && part && !part[1]!.endsWith("NSStringLocalizedFormatKey")) {
      // The value type of the number stays as it is.
      if (part[2] === undefined) return;
      const plural = apple.get(part[1]!) ?? { forms: [], unit };
      plural.forms.push({ ...form, category: part[2] });
      apple.set(part[1]!, plural);
      return;
    }
    this.push(this.contextOf(unit), [form], unit, parent, unit);
  }

  private gettextGroup(group: number, parent: number): void {
    const { tree } = this;
    const units = tree.children(group, "trans-unit");
    const forms = units.flatMap((unit) => this.formOf(unit) ?? []);
    const first = units[0];
    if (!first || forms.length !== units.length || forms.length > 20) return;
    const context = tree.attributeValue(first, "resname") || this.contextOf(group);
    this.push(context, forms, group, parent, first, true);
  }

  private segments(unit: number, parent: number): void {
    const { tree } = this;
    const segments = tree.children(unit, "segment");
    const id = tree.attributeValue(unit, "id");
    if (segments.length === 1) {
      const form = this.formOf(segments[0]!);
      if (form) this.push(id, [form], unit, parent, unit);
      return;
    }
    segments.forEach((segment, index) => {
      const form = this.formOf(segment);
      const part = tree.attributeValue(segment, "id") || `segment-${index + 1}`;
      if (form) this.push(`${id}::${part}`, [form], segment, unit, unit);
    });
  }

  private push(
    context: string,
    forms: readonly Form[],
    node: number,
    parent: number,
    described: number,
    plural = false,
  ): void {
    const { tree, dialect } = this;
    if (this.keyed && this.only && !this.only.has(context)) return;
    const sources = this.sourcesOf(forms, plural);
    if (!this.keyed && (sources[0] === "" || (this.wanted && !this.wanted.has(sources[0]!)))) return;
    const id = this.keyed ? context : pairId(context, sources[0]!);
    if (this.only && !this.only.has(id)) return;
    if (this.seen.has(id)) {
      this.warnings.add(`“${context}” is in the file twice; only the first counts.`, tree.start(node));
      return;
    }
    this.seen.add(id);
    const targets = this.targetsOf(forms, plural);
    const [{ unit }] = forms as [Form];
    const state = this.stateOf(forms[0]!, described, targets);
    const entry: Entry = {
      id,
      context,
      sources: this.keyed ? [...targets] : sources,
      targets,
      plural,
      state,
      note: notesOf(tree, described, dialect),
      location: locationsOf(tree, unit),
      flags: flagsOf(tree, described),
      previousSource: state === "needs-editing" ? shownNode(tree, previousOf(tree, unit), dialect) : "",
      span: spanOf(tree, node, forms),
    };
    this.take(entry, new XliffItem(tree, context, forms, node, parent));
  }

  private sourcesOf(forms: readonly Form[], plural: boolean): string[] {
    const texts = forms.map((form) => shownNode(this.tree, form.source, this.dialect));
    if (!plural) return texts;
    const one = forms.findIndex((form) => form.category === "one");
    return [texts[Math.max(one, 0)]!, texts.at(-1)!];
  }

  private targetsOf(forms: readonly Form[], plural: boolean): string[] {
    const { tree, dialect, options } = this;
    const read = (form: Form | undefined): string => {
      const target = shownNode(tree, form?.target ?? 0, dialect);
      // The base of a monolingual component may have its texts as sources.
      return target === "" && options.isTemplate ? shownNode(tree, form?.source ?? 0, dialect) : target;
    };
    if (!plural || dialect.plurals !== "apple") return forms.map(read);
    return options.plural.categories.map((category) => read(forms.find((form) => form.category === category)));
  }

  private stateOf(form: Form, described: number, targets: readonly string[]): EntryState {
    const { tree } = this;
    const v2 = this.dialect.version === "2";
    if (tree.attribute(described, "translate") === "no" || tree.attribute(form.unit, "translate") === "no")
      return "read-only";
    if (targets.every((target) => target === "")) return "empty";
    if (this.options.isTemplate && this.keyed) return "translated";
    const state = tree.attributeValue(v2 ? form.unit : form.target, "state");
    if (v2)
      return state === "initial"
        ? "needs-editing"
        : state === "reviewed" || state === "final"
          ? "approved"
          : "translated";
    if (NEEDS_EDITING.has(state)) return "needs-editing";
    return tree.attribute(form.unit, "approved") === "yes" ? "approved" : "translated";
  }
}

/** The source of the version before, where a unit tells it; 0 when it does not. */
function previousOf(tree: XmlTree, unit: number): number {
  const before = tree
    .children(unit, "alt-trans")
    .find((alt) => tree.attribute(alt, "alttranstype") === "previous-version");
  return tree.child(before ?? 0, "source");
}

function spanOf(tree: XmlTree, node: number, forms: readonly Form[]): Span {
  const span = { start: tree.start(node), end: tree.end(node) };
  for (const { unit } of forms) {
    span.start = Math.min(span.start, tree.start(unit));
    span.end = Math.max(span.end, tree.end(unit));
  }
  return span;
}

function notesOf(tree: XmlTree, described: number, dialect: XliffDialect): string {
  const notes = tree.children(dialect.version === "2" ? tree.child(described, "notes") : described, "note");
  if (notes.length === 0) return "";
  const texts = notes.map((note) => tree.flatText(note).trim());
  return tree.storable(texts.filter(Boolean).join("\n"));
}

function locationsOf(tree: XmlTree, unit: number): string {
  const groups = tree.children(unit, "context-group");
  if (groups.length === 0) return "";
  const places: string[] = [];
  for (const group of groups) {
    let file = "";
    let line = "";
    for (const part of tree.children(group, "context")) {
      const type = tree.attributeValue(part, "context-type");
      if (type === "sourcefile") file = tree.flatText(part).trim();
      else if (type === "linenumber") line = tree.flatText(part).trim();
    }
    if (file !== "") places.push(line === "" ? file : `${file}:${line}`);
  }
  return tree.storable(places.join(", "));
}

const FLAG_ATTRIBUTES = ["weblate-flags", "maxwidth", "font"];

/** Flags of the non-standard attribute, and the limits that the standard knows. */
function flagsOf(tree: XmlTree, unit: number): string {
  if (FLAG_ATTRIBUTES.every((name) => tree.attribute(unit, name) === undefined)) return "";
  const flags: string[] = [];
  const own = tree.attributeValue(unit, "weblate-flags");
  if (own !== "") flags.push(own);
  const width = tree.attributeValue(unit, "maxwidth");
  const kind = tree.attributeValue(unit, "size-unit");
  if (/^\d{1,9}$/.test(width)) {
    if (kind === "char") flags.push(`max-length:${width}`);
    else if (kind === "pixel" || kind === "") flags.push(`max-size:${width}`);
  }
  const [family = "", size = "", weight = ""] = tree.attributeValue(unit, "font").split(";");
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
  const { tree, root } = readXmlTree(text);
  const fail = (message: string): never => {
    const { line, column } = positionAt(text, tree.start(root));
    throw new FormatError(message, line, column);
  };
  if (tree.local(root) !== "xliff") fail("The root element must be <xliff>.");
  const version = tree.attributeValue(root, "version");
  if ((dialect.version === "2") !== version.startsWith("2."))
    fail(`This is XLIFF ${version || "without a version"}, not ${dialect.version === "2" ? "2.0" : "1.2"}.`);
  const strings = new LaterStrings<XliffItem>(text, (only, take, warnings) =>
    new Reader(tree, options, dialect, only, take, warnings).read(root),
  );
  let files: XliffFile[] | undefined;
  const filesOf = (): XliffFile[] => {
    files ??= tree.children(root, "file").map((file) => {
      const body = bodyOf(tree, file, dialect);
      return {
        element: tree.element(file),
        original: tree.attributeValue(file, "original"),
        body: body === 0 ? undefined : tree.element(body),
      };
    });
    return files;
  };
  const internal: XliffInternal = { tree, root: tree.element(root), files: filesOf, strings };
  const language =
    dialect.version === "2"
      ? tree.attributeValue(root, "trgLang")
      : tree.attributeValue(tree.child(root, "file"), "target-language");
  // The base file says what the source is; whether that is finished is nobody's question.
  const states = options.isTemplate && isKeyed(options, dialect) ? { states: [] } : {};
  const keyed = isKeyed(options, dialect);
  // Where keys count but are no ids, a name does not tell the source that an id has.
  const named = keyed === monolingualOf(options);
  const idOf = ({ context, source }: StringName): string => (keyed ? context : pairId(context, source));
  return strings.file({ language, ...states }, internal, named ? idOf : undefined);
}
