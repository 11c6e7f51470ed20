import { type AddEdit, planEdits } from "./edit-plan";
import { storable } from "./encoding";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
  positionAt,
} from "./format";
import { placeInOrder } from "./splice";
import { Warnings } from "./warnings";
import { attributeValue, flatText, localName, XmlEditor } from "./xml-edit";
import { decodeXml, encodeXml, xmlCharset } from "./xml-encoding";
import { attributeOf, scanXml, type XmlElement } from "./xml-scanner";

/** XML files that are lists of keys and texts: the formats differ in names alone. */

/** Where the text of a string stands: in an element's content, or in one of its attributes. */
export interface TextPlace {
  element: XmlElement;
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
  /** The key of a child of the root; undefined when it is no string. */
  keyOf: (element: XmlElement, options: FormatOptions) => string | undefined;
  /** Where its text stands; undefined when it has none. */
  placeOf: (element: XmlElement) => TextPlace | undefined;
  noteOf?: (text: string, element: XmlElement) => string;
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
  element: XmlElement;
  place: TextPlace;
}

interface KeyedInternal {
  root: XmlElement;
  items: Map<string, KeyedItem>;
}

function textAt(text: string, { element, attribute }: TextPlace): string {
  return storable(attribute === undefined ? flatText(text, element.children) : attributeValue(element, attribute));
}

/**
 * Strings of a list.
 * @throws FormatError when it is not well-formed or its root has another name
 */
function parseKeyed(text: string, options: FormatOptions, dialect: KeyedXml): ParsedFile {
  const { root } = scanXml(text);
  const wanted = dialect.root(options);
  if (localName(root) !== wanted) {
    const { line, column } = positionAt(text, root.start);
    throw new FormatError(`The root element must be <${wanted}>.`, line, column);
  }
  const warnings = new Warnings(text);
  const items = new Map<string, KeyedItem>();
  const entries: Entry[] = [];
  for (const element of root.children) {
    if (element.kind !== "element") continue;
    const key = dialect.keyOf(element, options);
    const place = key === undefined ? undefined : dialect.placeOf(element);
    if (key === undefined || !place) continue;
    if (key === "" || items.has(key)) {
      const what =
        key === ""
          ? "A string has no key; it is left as it is."
          : `“${key}” is in the file twice; only the first counts.`;
      warnings.add(what, element.start);
      continue;
    }
    items.set(key, { element, place });
    const target = textAt(text, place);
    const flags = attributeValue(element, "weblate-flags");
    const locked = /(?:^|,)\s*read-only\s*(?:,|$)/.test(flags);
    entries.push({
      id: key,
      context: storable(key),
      sources: [target],
      targets: [target],
      plural: false,
      state: locked ? "read-only" : target === "" ? "empty" : "translated",
      note: storable(dialect.noteOf?.(text, element) ?? ""),
      location: "",
      flags,
      previousSource: "",
      span: { start: element.start, end: element.end },
    });
  }
  const internal: KeyedInternal = { root, items };
  const language = dialect.language ? attributeValue(root, dialect.language) : "";
  return { entries, warnings: warnings.list, language, internal };
}

function editKeyed(
  text: string,
  file: ParsedFile,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: KeyedXml,
): Patch[] {
  const plan = planEdits(file, edits, { states: [], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const { root, items } = file.internal as KeyedInternal;
  const xml = new XmlEditor(text);
  for (const { entry, targets } of plan.sets) write(xml, items.get(entry.id)!.place, targets[0] ?? "");
  for (const entry of plan.removes) xml.remove(items.get(entry.id)!.element, root);
  if (plan.adds.length) {
    const gone = new Set([...plan.removes].map((entry) => entry.id));
    addKeyed(xml, file, plan.adds, gone, options, dialect);
  }
  return xml.finish();
}

function write(xml: XmlEditor, { element, attribute }: TextPlace, text: string): void {
  if (attribute === undefined) xml.fill(element, xml.escape(text));
  else xml.attribute(element, attribute, text);
}

function addKeyed(
  xml: XmlEditor,
  file: ParsedFile,
  adds: readonly AddEdit[],
  gone: ReadonlySet<string>,
  options: FormatOptions,
  dialect: KeyedXml,
): void {
  const { root, items } = file.internal as KeyedInternal;
  const fresh = new Map<string, AddEdit>();
  for (const add of adds) {
    if (add.plural) throw new EditRefused(`“${add.context}” has plural forms, which this format cannot hold.`);
    if (add.context === "") throw new EditRefused("A string needs a key.");
    if (fresh.has(add.context) || (items.has(add.context) && !gone.has(add.context)))
      throw new EditRefused(`The string “${add.context}” is in the file already.`);
    fresh.set(add.context, add);
  }
  const sample = [...items.values()][0]?.element;
  const lead = sample ? xml.lead(root, sample) : xml.childLead(root);
  const deeper = sample && dialect.placeOf(sample)?.element !== sample ? xml.childLead(sample, root) : undefined;
  const inner = deeper ?? lead + (lead.replace(/[\r\n]/g, "") || "  ");
  const order =
    options.base === undefined || options.isTemplate
      ? []
      : [...(parseKeyed(options.base, options, dialect).internal as KeyedInternal).items.keys()];
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
    const first = place === null && sample;
    if (typeof place === "string") xml.patches.insert(items.get(place)!.element.end, lead + written);
    else if (first) xml.patches.insert(first.start, written + lead);
    else xml.append(root, written);
  }
}

function createKeyed(base: string | undefined, options: FormatOptions, dialect: KeyedXml): string | undefined {
  if (base === undefined) return dialect.skeleton(options);
  const { root, items } = parseKeyed(base, options, dialect).internal as KeyedInternal;
  const xml = new XmlEditor(base);
  for (const { element, place } of items.values()) {
    if (dialect.keepsStrings) write(xml, place, "");
    else xml.remove(element, root);
  }
  if (dialect.language && attributeOf(root, dialect.language))
    xml.attribute(root, dialect.language, options.languageCode);
  return applyPatches(base, xml.finish());
}

/** A format of keys and texts in XML. */
export function keyedXmlFormat(
  about: Pick<FileFormat, "id" | "name" | "masks" | "extension" | "codeStyle"> & { fixed?: boolean },
  dialect: KeyedXml,
): FileFormat {
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
  };
}
