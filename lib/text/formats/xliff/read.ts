import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { storable } from "../kernel/encoding";
import {
  type EntryState,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  positionAt,
  type Span,
  type StringName,
} from "../kernel/format";
import { type FoundStrings, LazyStrings } from "../kernel/lazy-strings";
import { isNew, pairId, sourcesOfIds } from "../kernel/pair-id";
import type { Warnings } from "../kernel/warnings";
import { flatText, richText } from "../kernel/xml/edit";
import { readXmlTree } from "../kernel/xml/tokens";
import type { XmlElement, XmlKinds, XmlTree } from "../kernel/xml/tree";
import { flagsOf, GROUP, locationsOf, notesOf, previousOf, TRANS_UNIT, UNIT, UnitParts, unitKinds } from "./unit";

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
  strings: LazyStrings<XliffItem>;
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

const bodyOf = (tree: XmlTree, file: number, dialect: XliffDialect): number =>
  dialect.version === "2" ? file : tree.child(file, "body");

/** Forms of Apple's plural strings by name, with the unit that each string starts with. */
type ApplePlurals = Map<string, { forms: Form[]; unit: number }>;

/** What an id tells of Apple's plurals: the name of the string, and the category that the unit is for. */
function appleForm(id: string): { name: string; category: string | undefined } | undefined {
  if (!id.endsWith(":string")) return undefined;
  const part = /^(.{1,1000}?):dict\/(?:(zero|one|two|few|many|other):dict\/)?:string$/s.exec(id);
  if (!part || part[1]!.endsWith("NSStringLocalizedFormatKey")) return undefined;
  return { name: part[1]!, category: part[2] };
}

/** One walk over the units of a file. */
class Reader {
  private readonly keyed: boolean;
  private readonly seen = new Set<string>();
  /** Source texts of the strings that are wanted, where they are known by them. */
  private readonly wanted: ReadonlySet<string> | undefined;
  /** What contexts start with: the name of the `file` that is read. */
  private prefix = "";
  private readonly kinds: XmlKinds;
  private readonly unit: UnitParts;
  private readonly segment: UnitParts;

  constructor(
    private readonly tree: XmlTree,
    private readonly options: FormatOptions,
    private readonly dialect: XliffDialect,
    private readonly only: ReadonlySet<string> | undefined,
    private readonly found: FoundStrings<XliffItem>,
    private readonly warnings: Warnings,
  ) {
    this.keyed = isKeyed(options, dialect);
    if (only && !this.keyed) this.wanted = sourcesOfIds(only);
    this.kinds = unitKinds(tree);
    this.unit = new UnitParts(tree, this.kinds);
    this.segment = new UnitParts(tree, this.kinds);
  }

  read(root: number): void {
    const { tree } = this;
    for (const file of tree.children(root, "file")) {
      const original = tree.attributeValue(file, "original");
      this.prefix = original === "" ? "" : `${original}///`;
      const body = bodyOf(tree, file, this.dialect);
      if (body > 0) this.walk(body);
    }
  }

  private walk(parent: number): void {
    const { tree, dialect, kinds } = this;
    const apple: ApplePlurals | undefined = dialect.plurals === "apple" ? new Map() : undefined;
    const own = dialect.version === "2" ? UNIT : TRANS_UNIT;
    const end = tree.after(parent);
    for (let node = parent + 1; node < end; node = tree.after(node)) {
      const kind = tree.kind(node, kinds);
      if (kind === own) {
        if (own === UNIT) this.segments(node, parent);
        else this.transUnit(node, parent, apple);
      } else if (kind !== GROUP) continue;
      else if (dialect.plurals === "gettext" && tree.attributeValue(node, "restype") === "x-gettext-plurals")
        this.gettextGroup(node, parent);
      else this.walk(node);
    }
    for (const [name, { forms, unit }] of apple ?? [])
      this.push(this.prefix + name, unit, parent, this.unit.of(forms[0]!.unit), forms);
  }

  private transUnit(node: number, parent: number, apple: ApplePlurals | undefined): void {
    const unit = this.unit.of(node);
    const { source, target } = unit;
    if (source === 0) {
      this.warnings.add("A <trans-unit> has no <source> and was left unchanged.", this.tree.start(node));
      return;
    }
    if (this.dialect.plurals === "gettext" && unit.restype === "x-gettext-domain-header") return;
    const part = apple && appleForm(unit.id);
    if (!apple || !part) this.push(unit.resname || this.prefix + unit.id, node, parent, unit);
    else if (part.category !== undefined) {
      const plural = apple.get(part.name) ?? { forms: [], unit: node };
      plural.forms.push({ unit: node, source, target, category: part.category });
      apple.set(part.name, plural);
    }
    // The value type of the number stays as it is.
  }

  private gettextGroup(group: number, parent: number): void {
    const { tree } = this;
    const units = tree.children(group, "trans-unit");
    const forms: Form[] = [];
    for (const unit of units) {
      const { source, target } = this.unit.of(unit);
      if (source > 0) forms.push({ unit, source, target });
    }
    const [first] = forms;
    if (!first || forms.length !== units.length || forms.length > 20) return;
    const named = this.unit.of(first.unit).resname || this.unit.of(group).resname;
    this.push(named || this.prefix + this.unit.of(group).id, group, parent, this.unit.of(first.unit), forms);
  }

  private segments(node: number, parent: number): void {
    const unit = this.unit.of(node);
    const { id, segments } = unit;
    if (segments === 1) {
      const segment = this.segment.of(unit.segment);
      if (segment.source > 0) this.push(id, node, parent, segment);
    } else if (segments > 1) {
      this.tree.children(node, "segment").forEach((child, index) => {
        const segment = this.segment.of(child);
        if (segment.source > 0) this.push(`${id}::${segment.id || `segment-${index + 1}`}`, child, node, segment);
      });
    }
  }

  /** Takes a string of a unit or segment whose parts are given, or of all `forms` of a plural that starts with it. */
  private push(context: string, node: number, parent: number, parts: UnitParts, forms?: readonly Form[]): void {
    const { tree, keyed, only, found } = this;
    if (keyed && only && !only.has(context)) return;
    const sources = forms ? this.sourcesOf(forms) : [this.shown(parts.source)];
    const [source] = sources as [string];
    if (!keyed && (source === "" || (this.wanted && !this.wanted.has(source)))) return;
    const id = keyed ? context : pairId(context, source);
    if (only && !only.has(id)) return;
    if (!isNew(this.seen, id)) {
      this.warnings.add(
        `“${context}” appears twice in the file; only the first is used.`,
        tree.start(node),
        context || source,
      );
      return;
    }
    const targets = forms ? this.targetsOf(forms) : [this.targetOf(parts.source, parts.target)];
    const state = this.stateOf(parts, targets);
    found.entries.push({
      id,
      context,
      sources: keyed ? [...targets] : sources,
      targets,
      plural: forms !== undefined,
      state,
      note: this.noteOf(),
      location: parts.hasPlaces ? locationsOf(tree, parts.node) : "",
      flags: this.unit.hasFlags ? flagsOf(tree, this.unit.node) : "",
      previousSource: parts.hasFormer && state === "needs-editing" ? this.shown(previousOf(tree, parts.node)) : "",
      span: forms ? spanOf(tree, node, forms) : { start: tree.start(node), end: tree.end(node) },
    });
    const made = forms ?? [{ unit: parts.node, source: parts.source, target: parts.target }];
    found.items?.set(id, new XliffItem(tree, context, made, node, parent));
  }

  /** Text of a source or target as the dialect shows it; "" for the node 0. */
  private shown(node: number): string {
    const { tree } = this;
    return tree.storable(this.dialect.markup ? tree.richText(node) : tree.flatText(node));
  }

  private sourcesOf(forms: readonly Form[]): string[] {
    const texts = forms.map((form) => this.shown(form.source));
    const one = forms.findIndex((form) => form.category === "one");
    return [texts[Math.max(one, 0)]!, texts.at(-1)!];
  }

  private targetOf(source: number, target: number): string {
    const text = this.shown(target);
    // The base of a monolingual component may have its texts as sources.
    return text === "" && this.options.isTemplate ? this.shown(source) : text;
  }

  private targetsOf(forms: readonly Form[]): string[] {
    const read = (form: Form | undefined): string => this.targetOf(form?.source ?? 0, form?.target ?? 0);
    if (this.dialect.plurals !== "apple") return forms.map(read);
    return this.options.plural.categories.map((category) => read(forms.find((form) => form.category === category)));
  }

  /** Notes of the unit that is read. */
  private noteOf(): string {
    const { tree, unit } = this;
    if (this.dialect.version === "1") return unit.hasNotes ? notesOf(tree, unit.node) : "";
    return unit.notes > 0 ? notesOf(tree, unit.notes) : "";
  }

  private stateOf(parts: UnitParts, targets: readonly string[]): EntryState {
    const { tree, unit } = this;
    if (unit.isLocked || parts.isLocked) return "read-only";
    if (targets.every((target) => target === "")) return "empty";
    if (this.options.isTemplate && this.keyed) return "translated";
    if (this.dialect.version === "2") {
      const { state } = parts;
      if (state === "initial") return "needs-editing";
      return state === "reviewed" || state === "final" ? "approved" : "translated";
    }
    if (NEEDS_EDITING.has(tree.attributeValue(parts.target, "state"))) return "needs-editing";
    return parts.isApproved ? "approved" : "translated";
  }
}

function spanOf(tree: XmlTree, node: number, forms: readonly Form[]): Span {
  const span = { start: tree.start(node), end: tree.end(node) };
  for (const { unit } of forms) {
    span.start = Math.min(span.start, tree.start(unit));
    span.end = Math.max(span.end, tree.end(unit));
  }
  return span;
}

/**
 * Strings of an XLIFF file.
 * @throws FormatError when it is not well-formed, or not of the dialect's version
 */
export function parseXliff(text: string, options: FormatOptions, dialect: XliffDialect): ParsedFile<XliffInternal> {
  const { tree, root } = readXmlTree(text);
  const fail = (said: Refusal): never => {
    const { line, column } = positionAt(text, tree.start(root));
    throw new FormatError(said, line, column);
  };
  if (tree.local(root) !== "xliff") fail(refusal("readRoot", { tag: "<xliff>" }));
  const version = tree.attributeValue(root, "version");
  if ((dialect.version === "2") !== version.startsWith("2.")) {
    const wanted = dialect.version === "2" ? "2.0" : "1.2";
    fail(version ? refusal("readXliffVersion", { version, wanted }) : refusal("readXliffNone", { wanted }));
  }
  const strings = new LazyStrings<XliffItem>(text, (only, found, warnings) =>
    new Reader(tree, options, dialect, only, found, warnings).read(root),
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
