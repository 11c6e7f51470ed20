import { refusal } from "@/lib/text/messages/refusal";
import { storable } from "../kernel/encoding";
import {
  type EntryState,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  positionAt,
} from "../kernel/format";
import { type FoundStrings, LazyStrings } from "../kernel/lazy-strings";
import { isNew, PairIds, sourcesOfIds } from "../kernel/pair-id";
import type { Warnings } from "../kernel/warnings";
import { attributeValue, childOf, localName } from "../kernel/xml/edit";
import { decodeXmlText } from "../kernel/xml/escape";
import { readXmlTree } from "../kernel/xml/tokens";
import { FIELD, type XmlElement, type XmlKinds, type XmlTree } from "../kernel/xml/tree";

/** How the two generations of the format differ. */
export interface TsDialect {
  /** Qt 1 has neither plural forms nor locations. */
  old: boolean;
}

/** A message with what an edit of it needs. */
export class TsItem {
  constructor(
    private readonly tree: XmlTree,
    private readonly node: number,
    private readonly home: number,
    readonly numerus: boolean,
  ) {}

  get message(): XmlElement {
    return this.tree.element(this.node);
  }

  /** The `context` it stands in. */
  get context(): XmlElement {
    return this.tree.element(this.home);
  }

  get translation(): XmlElement | undefined {
    return childOf(this.message, "translation");
  }
}

/** What `parse` leaves for `edit`. */
export interface TsInternal {
  root: XmlElement;
  contexts: () => XmlElement[];
  strings: LazyStrings<TsItem>;
}

/** Text of an element; `<byte value="x1b"/>` stands for a character that XML cannot hold. */
export function tsText(text: string, element: XmlElement | undefined): string {
  if (!element) return "";
  let out = "";
  for (const node of element.children) {
    if (node.kind === "text") out += decodeXmlText(text.slice(node.start, node.end));
    else if (node.kind === "cdata") out += text.slice(node.start + 9, node.end - 3);
    else if (node.kind === "element" && node.name === "byte") out += byteOf(attributeValue(node, "value"));
  }
  return storable(out);
}

/** The same for a node of a tree; "" when there is none. */
function textOf(tree: XmlTree, node: number): string {
  if (node === 0) return "";
  const markup = tree.after(node) > node + 1;
  return markup ? tsText(tree.text, tree.element(node)) : tree.storable(tree.flatText(node));
}

function byteOf(value: string): string {
  const hex = /^x([0-9a-fA-F]{1,4})$/.exec(value)?.[1];
  const code = hex === undefined ? Number(value) : Number.parseInt(hex, 16);
  return Number.isInteger(code) && code > 0 && code <= 0xffff ? String.fromCharCode(code) : "";
}

/** Source forms of a message with a number: without and with the plural's letter. */
export function numerusSources(source: string): string[] {
  return [source.replaceAll("(s)", ""), source.replaceAll("(s)", "s")];
}

/** Elements and attributes that are told apart, by their places from 1. */
const ELEMENTS = [
  "context",
  "message",
  "location",
  "source",
  "translation",
  "comment",
  "extracomment",
  "translatorcomment",
  "oldsource",
];
const [CONTEXT, MESSAGE, LOCATION, SOURCE, TRANSLATION, COMMENT, EXTRA, OWN, OLD] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const ATTRIBUTES = ["id", "numerus", "weblate-flags", "type", "filename", "line"];
const [ID, NUMERUS, FLAGS, TYPE, FILE, LINE] = [1, 2, 3, 4, 5, 6];

/** One walk over the messages of a file. */
class Reader {
  /** Place that relative locations go on from. */
  private file = "";
  private readonly lines = new Map<string, number>();
  private readonly seen = new Set<string>();
  private readonly ids = new PairIds();
  /** Source texts of the strings that are wanted. */
  private readonly sources: ReadonlySet<string> | undefined;
  private readonly kinds: XmlKinds;
  private readonly monolingual: boolean;
  /** First child of each kind in the message that is read; 0 where there is none. */
  private readonly first = new Int32Array(ELEMENTS.length + 1);

  constructor(
    private readonly tree: XmlTree,
    private readonly options: FormatOptions,
    private readonly dialect: TsDialect,
    private readonly only: ReadonlySet<string> | undefined,
    private readonly found: FoundStrings<TsItem>,
    private readonly warnings: Warnings,
  ) {
    if (only) this.sources = sourcesOfIds(only);
    this.kinds = tree.kindsOf(ELEMENTS, ATTRIBUTES);
    this.monolingual = monolingualOf(options);
  }

  read(root: number): void {
    const { tree, kinds } = this;
    const end = tree.after(root);
    for (let node = root + 1; node < end; node = tree.after(node))
      if (tree.kind(node, kinds) === CONTEXT) this.messages(node, textOf(tree, tree.child(node, "name")));
    // Messages with ids stand without a context.
    this.messages(root, "");
  }

  private messages(context: number, name: string): void {
    const { tree, kinds } = this;
    const end = tree.after(context);
    for (let node = context + 1; node < end; node = tree.after(node))
      if (tree.kind(node, kinds) === MESSAGE) this.message(node, context, name);
  }

  /** Value of an attribute; "" when it is not there, or when there is no node. */
  private attribute(node: number, kind: number): string {
    if (node === 0) return "";
    const { tree, kinds } = this;
    const end = tree.firstField(node + 1);
    for (let at = tree.firstField(node); at < end; at += FIELD)
      if (tree.fieldKind(at, kinds) === kind) return tree.value(at);
    return "";
  }

  /** Text of the first child of a kind in the message that is read. */
  private text(kind: number): string {
    return textOf(this.tree, this.first[kind]!);
  }

  /** Finds the parts of a message in one pass, and gives its places. */
  private enter(message: number): string {
    const { tree, kinds, first } = this;
    for (let kind = 0; kind < first.length; kind++) first[kind] = 0;
    let places: string[] | undefined;
    const end = tree.after(message);
    for (let node = message + 1; node < end; node = tree.after(node)) {
      const kind = tree.kind(node, kinds);
      if (kind === LOCATION && !this.dialect.old) {
        places ??= [];
        this.locate(node, places);
      }
      if (first[kind] === 0) first[kind] = node;
    }
    return places && places.length > 0 ? tree.storable(places.join(", ")) : "";
  }

  /** Adds a place; one that is given relative to the place before is worked out. */
  private locate(node: number, places: string[]): void {
    this.file = this.attribute(node, FILE) || this.file;
    const given = this.attribute(node, LINE);
    const relative = /^[+-]\d{1,9}$/.test(given);
    const line = relative ? (this.lines.get(this.file) ?? 0) + Number(given) : Number(given);
    if (!Number.isInteger(line) || given === "") return;
    this.lines.set(this.file, line);
    if (line >= 0 && this.file !== "" && places.length < 1000) places.push(`${this.file}:${line}`);
  }

  private message(message: number, context: number, name: string): void {
    const { tree, first } = this;
    const location = this.enter(message);
    const translation = first[TRANSLATION]!;
    const type = this.attribute(translation, TYPE);
    const text = this.text(SOURCE);
    if (text === "" || type === "vanished" || type === "obsolete" || (this.sources && !this.sources.has(text))) return;
    const full = this.contextOf(message, name);
    const id = this.ids.of(full, text);
    if (this.only && !this.only.has(id)) return;
    if (!isNew(this.seen, id)) {
      this.warnings.add(
        `“${text.slice(0, 100)}” appears twice in the context “${name}”; only the first is used.`,
        tree.start(message),
        text,
      );
      return;
    }
    const numerus = !this.dialect.old && this.attribute(message, NUMERUS) === "yes";
    const targets = this.targetsOf(translation, numerus, text, type);
    const flags = this.attribute(message, FLAGS);
    this.found.entries.push({
      id,
      context: full,
      sources: this.monolingual ? [...targets] : numerus ? numerusSources(text) : [text],
      targets,
      plural: numerus,
      state: stateOf(targets, type, flags),
      note: this.note(),
      location,
      flags,
      previousSource: type === "unfinished" ? this.text(OLD) : "",
      span: { start: tree.start(message), end: tree.end(message) },
    });
    this.found.items?.set(id, new TsItem(tree, message, context, numerus));
  }

  /** The name of the context, and what a message itself says to tell it from others. */
  private contextOf(message: number, name: string): string {
    const comment = this.text(COMMENT);
    const id = this.attribute(message, ID);
    return comment === "" && id === "" ? name : [name, comment, id].filter(Boolean).join("\n");
  }

  private targetsOf(translation: number, numerus: boolean, source: string, type: string): string[] {
    const { tree } = this;
    if (!numerus) {
      const target = textOf(tree, translation);
      // A finished message without a text says the source.
      return [target === "" && translation > 0 && type === "" ? source : target];
    }
    const forms = tree.children(translation, "numerusform").slice(0, 20);
    const texts = forms.map((form) => textOf(tree, form));
    const count = Math.max(texts.length, this.options.plural.number, 1);
    return Array.from({ length: count }, (_, form) => texts[form] ?? "");
  }

  /** Notes of the message that is read. */
  private note(): string {
    const extra = this.text(EXTRA).trim();
    const own = this.text(OWN).trim();
    return extra && own ? `${extra}\n${own}` : extra || own;
  }
}

function stateOf(targets: readonly string[], type: string, flags: string): EntryState {
  if (flags !== "" && /(?:^|,)\s*read-only\s*(?:,|$)/.test(flags)) return "read-only";
  if (targets.every((target) => target === "")) return "empty";
  return type === "unfinished" ? "needs-editing" : "translated";
}

/**
 * Strings of a Qt Linguist file.
 * @throws FormatError when it is not well-formed or its root is not `TS`
 */
export function parseTs(text: string, options: FormatOptions, dialect: TsDialect): ParsedFile<TsInternal> {
  const { tree, root } = readXmlTree(text);
  if (tree.name(root) !== "TS") {
    const { line, column } = positionAt(text, tree.start(root));
    throw new FormatError(refusal("readRoot", { tag: "<TS>" }), line, column);
  }
  const strings = new LazyStrings<TsItem>(text, (only, found, warnings) =>
    new Reader(tree, options, dialect, only, found, warnings).read(root),
  );
  const contexts = (): XmlElement[] => tree.children(root, "context").map((node) => tree.element(node));
  const internal: TsInternal = { root: tree.element(root), contexts, strings };
  return strings.file({ language: tree.attributeValue(root, "language") }, internal);
}

/** Name of an element's context, as the file gives it. */
export function contextName(text: string, context: XmlElement): string {
  return localName(context) === "context" ? tsText(text, childOf(context, "name")) : "";
}
