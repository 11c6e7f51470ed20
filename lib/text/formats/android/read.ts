import { refusal } from "@/lib/text/messages/refusal";
import { type Entry, FormatError, type FormatOptions, type ParsedFile, positionAt, type Span } from "../kernel/format";
import { LazyStrings, type StringScan } from "../kernel/lazy-strings";
import { formsOf } from "../kernel/quantities";
import { readXmlTree } from "../kernel/xml/tokens";
import type { XmlElement, XmlTree } from "../kernel/xml/tree";
import type { AndroidNames, AndroidShape, WrittenAndroid } from "./text";

/** A string or plural of the file. */
export class AndroidItem {
  constructor(
    private readonly tree: XmlTree,
    readonly id: string,
    readonly context: string,
    readonly node: number,
    /** Where the comments start that stand right above it. */
    private readonly start: number,
  ) {}

  get element(): XmlElement {
    return this.tree.element(this.node);
  }

  /** Items of a plural by quantity; undefined for a string. */
  get items(): Map<string, XmlElement> | undefined {
    if (this.tree.name(this.node) === "string") return undefined;
    const found = new Map<string, XmlElement>();
    for (const [quantity, item] of pluralItems(this.tree, this.node)) found.set(quantity, this.tree.element(item));
    return found;
  }

  /** The element with the comments that stand right above it. */
  get span(): Span {
    return { start: this.start, end: this.tree.end(this.node) };
  }
}

/** What `parse` leaves for `edit`. */
export interface AndroidInternal {
  tree: XmlTree;
  root: XmlElement;
  strings: LazyStrings<AndroidItem>;
}

/** Comments that stand in a row before an element, and where those start that no blank line parts from it. */
function commentsBefore(tree: XmlTree, comments: readonly number[], element: number): { note: string; start: number } {
  const { text } = tree;
  const lines: string[] = [];
  let start = tree.start(element);
  let next = start;
  let attached = true;
  // A wall of comments is no note.
  for (let index = comments.length - 1; index >= 0 && lines.length <= 100; index--) {
    const comment = comments[index]!;
    const [from, to] = [tree.start(comment), tree.end(comment)];
    if ((text.slice(to, next).match(/\n/g)?.length ?? 0) > 1) attached = false;
    lines.push(
      text
        .slice(from + 4, to - 3)
        .replace(/\r\n?/g, "\n")
        .trim(),
    );
    if (attached) start = from;
    next = from;
  }
  return { note: lines.reverse().join("\n"), start };
}

/** Items of a plural by quantity; the first of each counts. */
function pluralItems(tree: XmlTree, plural: number): Map<string, number> {
  const items = new Map<string, number>();
  for (let child = plural + 1; child < tree.after(plural); child = tree.after(child)) {
    if (!tree.isElement(child) || tree.name(child) !== "item") continue;
    const quantity = tree.attribute(child, "quantity");
    if (quantity !== undefined && !items.has(quantity)) items.set(quantity, child);
  }
  return items;
}

/** What differs between the platforms that have such files: the name of the plural, and how texts are escaped. */
export interface AndroidDialect {
  plural: "plurals" | "plural";
  /** Text of an element. */
  read: (source: string, element: XmlElement) => string;
  /** The same for an element that holds nothing but the raw text that is given. */
  readPlain: (raw: string) => string;
  /** Content of an element that reads as the text, in the shape that the string has in the base. */
  write: (text: string, like: { shape: AndroidShape; escapedTags: boolean }, names: AndroidNames) => WrittenAndroid;
}

/**
 * Strings and plurals of an Android resource file.
 * @throws FormatError when it is not well-formed or its root is not `resources`.
 */
export function parseAndroid(
  text: string,
  options: FormatOptions,
  dialect: AndroidDialect,
): ParsedFile<AndroidInternal> {
  const { tree, root } = readXmlTree(text);
  if (tree.name(root) !== "resources") {
    const { line, column } = positionAt(text, tree.start(root));
    throw new FormatError(refusal("readRoot", { tag: "<resources>" }), line, column);
  }
  const strings = new LazyStrings(text, walkAndroid(tree, root, options, dialect));
  const internal: AndroidInternal = { tree, root: tree.element(root), strings };
  return strings.file({ language: "" }, internal);
}

function walkAndroid(
  tree: XmlTree,
  root: number,
  options: FormatOptions,
  dialect: AndroidDialect,
): StringScan<AndroidItem> {
  return (only, found, warnings) => {
    const seen = new Set<string>();
    const contexts = new Set<string>();
    let comments: number[] = [];
    let before = tree.openEnd(root);
    const end = tree.after(root);
    for (let node = root + 1; node < end; node = tree.after(node)) {
      if (comments.length > 0 && tree.text.slice(before, tree.start(node)).trim() !== "") comments = [];
      before = tree.end(node);
      if (tree.isComment(node)) {
        comments.push(node);
        continue;
      }
      const above = comments;
      if (above.length > 0) comments = [];
      const kind = tree.isElement(node) ? tree.name(node) : "";
      if (kind !== "string" && kind !== dialect.plural) continue;
      const name = tree.attribute(node, "name");
      if (!name) {
        warnings.add(`A <${kind}> has no name and was left unchanged.`, tree.start(node));
        continue;
      }
      const product = tree.attribute(node, "product");
      const id = `${kind}:${name}${product === undefined ? "" : `:${product}`}`;
      // Variants for products share a name; the first has it alone.
      const context = product !== undefined && contexts.has(name) ? `${name}[product=${product}]` : name;
      if (only && !only.has(id)) {
        contexts.add(context);
        continue;
      }
      if (seen.has(id)) {
        warnings.add(`“${name}” appears twice in the file; only the first is used.`, tree.start(node), name);
        continue;
      }
      seen.add(id);
      contexts.add(context);
      const { note, start } =
        above.length > 0 ? commentsBefore(tree, above, node) : { note: "", start: tree.start(node) };
      const item = new AndroidItem(tree, id, context, node, start);
      found.add(entryOf(tree, item, note, options, dialect), item);
    }
  };
}

function textOf(tree: XmlTree, node: number, dialect: AndroidDialect): string {
  if (tree.after(node) > node + 1) return dialect.read(tree.text, tree.element(node));
  return tree.storable(dialect.readPlain(tree.text.slice(tree.openEnd(node), tree.closeStart(node))));
}

function formsIn(tree: XmlTree, node: number, options: FormatOptions, dialect: AndroidDialect): string[] {
  const texts = new Map<string, string>();
  for (const [quantity, item] of pluralItems(tree, node)) texts.set(quantity, textOf(tree, item, dialect));
  return formsOf(texts, options.plural);
}

/** Flags of a string: its own, and what the markup in its texts asks of a translation. */
function flagsIn(tree: XmlTree, node: number, plural: boolean): string {
  const own = tree.attributeValue(node, "weblate-flags");
  const flags = own === "" ? [] : [own];
  const texts = plural ? [...pluralItems(tree, node).values()] : [node];
  const raws = texts.map((text) => tree.text.slice(tree.openEnd(text), tree.closeStart(text)));
  if (texts.some((text) => tree.hasMarkup(text))) flags.push("xml-text");
  if (raws.some((raw) => raw.includes("&lt;") && /&lt;[A-Za-z/]/.test(raw))) flags.push("safe-html");
  if (raws.some((raw) => raw.includes("<![CDATA["))) flags.push("auto-safe-html");
  return flags.join(", ");
}

function entryOf(
  tree: XmlTree,
  { id, context, node, span }: AndroidItem,
  note: string,
  options: FormatOptions,
  dialect: AndroidDialect,
): Entry {
  const plural = tree.name(node) !== "string";
  const targets = plural ? formsIn(tree, node, options, dialect) : [textOf(tree, node, dialect)];
  const empty = targets.every((target) => target === "");
  return {
    id,
    context,
    sources: [...targets],
    targets,
    plural,
    state: tree.attribute(node, "translatable") === "false" ? "read-only" : empty ? "empty" : "translated",
    note,
    location: "",
    flags: flagsIn(tree, node, plural),
    previousSource: "",
    span,
  };
}
