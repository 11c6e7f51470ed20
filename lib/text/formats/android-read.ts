import { formsOf } from "./android-plurals";
import type { AndroidNames, AndroidShape, WrittenAndroid } from "./android-text";
import { type Entry, FormatError, type FormatOptions, type ParsedFile, positionAt, type Span } from "./format";
import { Warnings } from "./warnings";
import { attributeOf, scanXml, type XmlDocument, type XmlElement, type XmlNode } from "./xml-scanner";

/** A string or plural of the file. */
export interface AndroidItem {
  id: string;
  context: string;
  element: XmlElement;
  /** Items of a plural by quantity; undefined for a string. */
  items: Map<string, XmlElement> | undefined;
  /** The element with the comments that stand right above it. */
  span: Span;
}

/** What `parse` leaves for `edit`. */
export interface AndroidInternal {
  document: XmlDocument;
  /** In file order. */
  items: Map<string, AndroidItem>;
}

/** Comments directly before a child, and where those start that no blank line parts from it. */
function commentsBefore(text: string, siblings: readonly XmlNode[], index: number): { note: string; start: number } {
  const lines: string[] = [];
  let start = siblings[index]!.start;
  let attached = true;
  for (let i = index - 1; i >= 0; i--) {
    const node = siblings[i]!;
    const raw = text.slice(node.start, node.end);
    if (node.kind === "text" && raw.trim() === "") {
      if ((raw.match(/\n/g)?.length ?? 0) > 1) attached = false;
    } else if (node.kind === "comment") {
      lines.push(raw.slice(4, -3).replace(/\r\n?/g, "\n").trim());
      if (attached) start = node.start;
    } else break;
    // A wall of comments is no note.
    if (lines.length > 100) break;
  }
  return { note: lines.reverse().join("\n"), start };
}

function pluralItems(element: XmlElement): Map<string, XmlElement> {
  const items = new Map<string, XmlElement>();
  for (const child of element.children) {
    if (child.kind !== "element" || child.name !== "item") continue;
    const quantity = attributeOf(child, "quantity")?.value;
    if (quantity !== undefined && !items.has(quantity)) items.set(quantity, child);
  }
  return items;
}

/** What differs between the platforms that have such files: the name of the plural, and how texts are escaped. */
export interface AndroidDialect {
  plural: "plurals" | "plural";
  /** Text of an element. */
  read: (source: string, element: XmlElement) => string;
  /** Content of an element that reads as the text, in the shape that the string has in the base. */
  write: (text: string, like: { shape: AndroidShape; escapedTags: boolean }, names: AndroidNames) => WrittenAndroid;
}

/**
 * Strings and plurals of an Android resource file.
 * @throws FormatError when it is not well-formed or its root is not `resources`.
 */
export function parseAndroid(text: string, options: FormatOptions, dialect: AndroidDialect): ParsedFile {
  const document = scanXml(text);
  if (document.root.name !== "resources") {
    const { line, column } = positionAt(text, document.root.start);
    throw new FormatError("The root element must be <resources>.", line, column);
  }
  const warnings = new Warnings(text);
  const internal: AndroidInternal = { document, items: new Map() };
  const entries: Entry[] = [];
  const contexts = new Set<string>();
  document.root.children.forEach((element, index) => {
    if (element.kind !== "element" || (element.name !== "string" && element.name !== dialect.plural)) return;
    const name = attributeOf(element, "name")?.value;
    if (!name) {
      warnings.add(`A <${element.name}> has no name; it is left as it is.`, element.start);
      return;
    }
    const product = attributeOf(element, "product")?.value;
    const id = `${element.name}:${name}${product === undefined ? "" : `:${product}`}`;
    if (internal.items.has(id)) {
      warnings.add(`“${name}” is in the file twice; only the first counts.`, element.start);
      return;
    }
    // Variants for products share a name; the first has it alone.
    const context = contexts.has(name) && product !== undefined ? `${name}[product=${product}]` : name;
    contexts.add(context);
    const { note, start } = commentsBefore(text, document.root.children, index);
    const items = element.name === "string" ? undefined : pluralItems(element);
    const span = { start, end: element.end };
    internal.items.set(id, { id, context, element, items, span });
    entries.push(entryOf(text, internal.items.get(id)!, note, options, dialect));
  });
  return { entries, warnings: warnings.list, language: "", internal };
}

function entryOf(
  text: string,
  item: AndroidItem,
  note: string,
  options: FormatOptions,
  dialect: AndroidDialect,
): Entry {
  const { element, items } = item;
  const texts = new Map<string, string>();
  if (items) for (const [quantity, child] of items) texts.set(quantity, dialect.read(text, child));
  const targets = items ? formsOf(texts, options.plural) : [dialect.read(text, element)];
  const empty = targets.every((target) => target === "");
  const locked = attributeOf(element, "translatable")?.value === "false";
  return {
    id: item.id,
    context: item.context,
    sources: [...targets],
    targets,
    plural: items !== undefined,
    state: locked ? "read-only" : empty ? "empty" : "translated",
    note,
    location: "",
    flags: attributeOf(element, "weblate-flags")?.value ?? "",
    previousSource: "",
    span: item.span,
  };
}
