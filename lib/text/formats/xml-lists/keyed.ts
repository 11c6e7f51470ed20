import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
  positionAt,
} from "../kernel/format";
import { LazyStrings, type StringScan } from "../kernel/lazy-strings";
import { isNew } from "../kernel/pair-id";
import { placeInOrder } from "../kernel/splice";
import { XmlEditor } from "../kernel/xml/edit";
import { decodeXml, encodeXml, xmlCharset } from "../kernel/xml/encoding";
import { closingTags } from "../kernel/xml/reformat";
import { attributeOf } from "../kernel/xml/scanner";
import { readXmlTree } from "../kernel/xml/tokens";
import type { XmlElement, XmlTree } from "../kernel/xml/tree";

/** XML files that are lists of keys and texts: the formats differ in names alone. */

/** Where the text of a string stands: in an element's content, or in one of its attributes. */
export interface TextPlace {
  node: number;
  attribute?: string;
}

/** What a new string is made of. */
export interface NewString {
  key: string;
  /** XML of the text. */
  xml: string;
  /** XML of the note; "" without one. */
  note: string;
  flags: string;
}

export interface KeyedXml {
  /** Local name that the root must have. */
  root: (options: FormatOptions) => string;
  /** Gives the key of a child of the root; undefined when it is no string. */
  keyOf: (options: FormatOptions) => (tree: XmlTree, node: number) => string | undefined;
  /** Where its text stands; undefined when it has none. */
  placeOf: (tree: XmlTree, node: number) => TextPlace | undefined;
  noteOf?: (tree: XmlTree, node: number) => string;
  /** Local names of the elements that hold texts; those that the root holds when left out. */
  texts?: readonly string[];
  /** XML of a new string; `lead` stands before it, `inner` before what is inside of it. */
  compose: (
    fresh: NewString,
    sample: XmlElement | undefined,
    options: FormatOptions,
    lead: string,
    inner: string,
  ) => string;
  /** A new file without a base; undefined when the format needs one. */
  skeleton: (options: FormatOptions) => string | undefined;
  /** Whether a new file keeps the strings of its base, emptied. */
  keepsStrings?: boolean;
  /** Attribute of the root that names the language. */
  language?: string;
}

interface KeyedItem {
  node: number;
  place: TextPlace;
}

interface KeyedInternal {
  tree: XmlTree;
  root: number;
  strings: LazyStrings<KeyedItem>;
}

const isLocked = (flags: string): boolean => flags !== "" && /(?:^|,)\s*read-only\s*(?:,|$)/.test(flags);

/** A format of keys and texts in XML. */
export function keyedXmlFormat(
  about: Pick<FileFormat, "id" | "name" | "masks" | "extension" | "codeStyle"> & { fixed?: boolean },
  dialect: KeyedXml,
): FileFormat<KeyedInternal> {
  const { fixed = false, ...named } = about;
  return {
    ...named,
    kind: "monolingual",
    mimeType: "application/xml",
    plurals: false,
    canAdd: !fixed,
    canRemove: !fixed,
    canEditBase: true,
    decode: decodeXml,
    encode: encodeXml,
    parse: (text, options) => parseKeyed(text, options, dialect),
    edit: (text, file, edits, options) => editKeyed(text, file, edits, options, dialect),
    create: (base, options) => createKeyed(base, options, dialect),
    reformat: closingTags(dialect.texts),
  };
}

function textAt(tree: XmlTree, { node, attribute }: TextPlace): string {
  return tree.storable(attribute === undefined ? tree.flatText(node) : tree.attributeValue(node, attribute));
}

function walkKeyed(tree: XmlTree, root: number, options: FormatOptions, dialect: KeyedXml): StringScan<KeyedItem> {
  const keyOf = dialect.keyOf(options);
  return (only, found, warnings) => {
    const seen = new Set<string>();
    const end = tree.after(root);
    for (let node = root + 1; node < end; node = tree.after(node)) {
      if (!tree.isElement(node)) continue;
      const key = keyOf(tree, node);
      if (key === undefined || (only && !only.has(key))) continue;
      const place = dialect.placeOf(tree, node);
      if (!place) continue;
      if (key === "" || !isNew(seen, key)) {
        const what =
          key === ""
            ? "A string has no key and was left unchanged."
            : `“${key}” appears twice in the file; only the first is used.`;
        warnings.add(what, tree.start(node), key === "" ? undefined : key);
        continue;
      }
      const target = textAt(tree, place);
      const flags = tree.attributeValue(node, "weblate-flags");
      const targets = [target];
      found.entries.push({
        id: key,
        context: tree.storable(key),
        sources: targets,
        targets,
        plural: false,
        state: isLocked(flags) ? "read-only" : target === "" ? "empty" : "translated",
        note: dialect.noteOf ? tree.storable(dialect.noteOf(tree, node)) : "",
        location: "",
        flags,
        previousSource: "",
        span: { start: tree.start(node), end: tree.end(node) },
      });
      found.items?.set(key, { node, place });
    }
  };
}

/**
 * Strings of a list.
 * @throws FormatError when it is not well-formed or its root has another name
 */
function parseKeyed(text: string, options: FormatOptions, dialect: KeyedXml): ParsedFile<KeyedInternal> {
  const { tree, root } = readXmlTree(text);
  const wanted = dialect.root(options);
  if (tree.local(root) !== wanted) {
    const { line, column } = positionAt(text, tree.start(root));
    throw new FormatError(refusal("readRoot", { tag: `<${wanted}>` }), line, column);
  }
  const strings = new LazyStrings(text, walkKeyed(tree, root, options, dialect));
  const internal: KeyedInternal = { tree, root, strings };
  const language = dialect.language ? tree.attributeValue(root, dialect.language) : "";
  return strings.file({ language }, internal);
}

function editKeyed(
  text: string,
  file: ParsedFile<KeyedInternal>,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: KeyedXml,
): Patch[] {
  const plan = planEdits(file, edits, { states: [], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const { tree, root, strings } = file.internal;
  const xml = new XmlEditor(text, options.params);
  for (const { entry, targets } of plan.sets) write(xml, tree, strings.item(entry.id)!.place, targets[0] ?? "");
  for (const entry of plan.removes) xml.remove(entry.span, tree.element(root));
  if (plan.adds.length) {
    const gone = new Set([...plan.removes].map((entry) => entry.id));
    addKeyed(xml, file, plan.adds, gone, options, dialect);
  }
  return xml.finish();
}

function write(xml: XmlEditor, tree: XmlTree, { node, attribute }: TextPlace, text: string): void {
  if (attribute === undefined) xml.fill(tree.element(node), xml.escape(text));
  else xml.attribute(tree.element(node), attribute, text);
}

function addKeyed(
  xml: XmlEditor,
  file: ParsedFile<KeyedInternal>,
  adds: readonly AddEdit[],
  gone: ReadonlySet<string>,
  options: FormatOptions,
  dialect: KeyedXml,
): void {
  const { tree, root: rootNode, strings } = file.internal;
  const root = tree.element(rootNode);
  const items = strings.items();
  const fresh = new Map<string, AddEdit>();
  for (const add of adds) {
    if (add.plural) throw new EditRefused(refusal("writePlural", { name: add.context }));
    if (add.context === "") throw new EditRefused(refusal("writeKey"));
    if (fresh.has(add.context) || (items.has(add.context) && !gone.has(add.context)))
      throw new EditRefused(refusal("writeThere", { name: add.context }));
    fresh.set(add.context, add);
  }
  const [first] = items.values();
  const sample = first && tree.element(first.node);
  const lead = sample ? xml.lead(root, sample) : xml.childLead(root);
  const deeper = sample && first.place.node !== first.node ? xml.childLead(sample, root) : undefined;
  const inner = deeper ?? lead + (lead.replace(/[\r\n]/g, "") || "  ");
  const order =
    options.base === undefined || options.isTemplate
      ? []
      : [...parseKeyed(options.base, options, dialect).internal.strings.items().keys()];
  const present = new Set([...items.keys()].filter((key) => !gone.has(key)));
  for (const [key, place] of placeInOrder(order, present, [...fresh.keys()])) {
    const add = fresh.get(key)!;
    const made = {
      key,
      xml: xml.escape(add.targets[0] ?? ""),
      note: xml.escape(add.note ?? ""),
      flags: add.flags ?? "",
    };
    const written = dialect.compose(made, sample, options, lead, inner);
    if (typeof place === "string") xml.patches.insert(tree.end(items.get(place)!.node), lead + written);
    else if (place === null && sample) xml.patches.insert(sample.start, written + lead);
    else xml.append(root, written);
  }
}

function createKeyed(base: string | undefined, options: FormatOptions, dialect: KeyedXml): string | undefined {
  if (base === undefined) return dialect.skeleton(options);
  const { tree, root: node, strings } = parseKeyed(base, options, dialect).internal;
  const root = tree.element(node);
  const xml = new XmlEditor(base);
  for (const item of strings.items().values()) {
    if (dialect.keepsStrings) write(xml, tree, item.place, "");
    else xml.remove({ start: tree.start(item.node), end: tree.end(item.node) }, root);
  }
  if (dialect.language && attributeOf(root, dialect.language))
    xml.attribute(root, dialect.language, options.languageCode);
  return applyPatches(base, xml.finish());
}
