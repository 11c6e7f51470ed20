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
import { type Found, LaterStrings } from "./later-file";
import { pairId, sourcesOfIds } from "./pair-id";
import type { Warnings } from "./warnings";
import { attributeValue, childOf, localName } from "./xml-edit";
import { decodeXmlText } from "./xml-escape";
import { readXmlTree } from "./xml-tokens";
import type { XmlElement, XmlTree } from "./xml-tree";

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
  strings: LaterStrings<TsItem>;
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

/** One walk over the messages of a file. */
class Reader {
  /** Place that relative locations go on from. */
  private file = "";
  private readonly lines = new Map<string, number>();
  private readonly seen = new Set<string>();
  /** Source texts of the strings that are wanted. */
  private readonly sources: ReadonlySet<string> | undefined;

  constructor(
    private readonly tree: XmlTree,
    private readonly options: FormatOptions,
    private readonly dialect: TsDialect,
    private readonly only: ReadonlySet<string> | undefined,
    private readonly found: Found<TsItem>,
    private readonly warnings: Warnings,
  ) {
    if (only) this.sources = sourcesOfIds(only);
  }

  read(root: number): void {
    const { tree } = this;
    for (const context of tree.children(root, "context"))
      this.messages(context, textOf(tree, tree.child(context, "name")));
    // Messages with ids stand without a context.
    this.messages(root, "");
  }

  private messages(context: number, name: string): void {
    const { tree } = this;
    const end = tree.after(context);
    for (let node = context + 1; node < end; node = tree.after(node))
      if (tree.local(node) === "message") this.message(node, context, name);
  }

  private message(message: number, context: number, name: string): void {
    const { tree } = this;
    const location = this.locationsOf(message);
    const translation = tree.child(message, "translation");
    const type = tree.attributeValue(translation, "type");
    const text = textOf(tree, tree.child(message, "source"));
    if (text === "" || type === "vanished" || type === "obsolete" || (this.sources && !this.sources.has(text))) return;
    const parts = [name, textOf(tree, tree.child(message, "comment")), tree.attributeValue(message, "id")];
    const full = parts.filter(Boolean).join("\n");
    const id = pairId(full, text);
    if (this.only && !this.only.has(id)) return;
    if (this.seen.has(id)) {
      this.warnings.add(
        `“${text.slice(0, 100)}” is in the context “${name}” twice; only the first counts.`,
        tree.start(message),
      );
      return;
    }
    this.seen.add(id);
    const numerus = !this.dialect.old && tree.attributeValue(message, "numerus") === "yes";
    const targets = this.targetsOf(translation, numerus, text, type);
    const sources = numerus ? numerusSources(text) : [text];
    const flags = tree.attributeValue(message, "weblate-flags");
    const entry: Entry = {
      id,
      context: full,
      sources: monolingualOf(this.options) ? [...targets] : sources,
      targets,
      plural: numerus,
      state: stateOf(targets, type, flags),
      note: this.notesOf(message),
      location,
      flags,
      previousSource: type === "unfinished" ? textOf(tree, tree.child(message, "oldsource")) : "",
      span: { start: tree.start(message), end: tree.end(message) },
    };
    this.found.add(entry, new TsItem(tree, message, context, numerus));
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

  private notesOf(message: number): string {
    const { tree } = this;
    const extra = textOf(tree, tree.child(message, "extracomment")).trim();
    const own = textOf(tree, tree.child(message, "translatorcomment")).trim();
    return extra && own ? `${extra}\n${own}` : extra || own;
  }

  /** Places of a message; those given relative to the one before are worked out. */
  private locationsOf(message: number): string {
    if (this.dialect.old) return "";
    const { tree } = this;
    const places: string[] = [];
    const end = tree.after(message);
    for (let node = message + 1; node < end; node = tree.after(node)) {
      if (tree.local(node) !== "location") continue;
      this.file = tree.attributeValue(node, "filename") || this.file;
      const given = tree.attributeValue(node, "line");
      const relative = /^[+-]\d{1,9}$/.test(given);
      const line = relative ? (this.lines.get(this.file) ?? 0) + Number(given) : Number(given);
      if (!Number.isInteger(line) || given === "") continue;
      this.lines.set(this.file, line);
      if (line >= 0 && this.file !== "" && places.length < 1000) places.push(`${this.file}:${line}`);
    }
    return places.length === 0 ? "" : tree.storable(places.join(", "));
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
export function parseTs(text: string, options: FormatOptions, dialect: TsDialect): ParsedFile {
  const { tree, root } = readXmlTree(text);
  if (tree.name(root) !== "TS") {
    const { line, column } = positionAt(text, tree.start(root));
    throw new FormatError("The root element must be <TS>.", line, column);
  }
  const strings = new LaterStrings<TsItem>(text, (only, found, warnings) =>
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
