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
import { Warnings } from "./warnings";
import { attributeValue, childOf, childrenOf, flatText, localName, XmlEditor } from "./xml-edit";
import { decodeXml, encodeXml, xmlCharset } from "./xml-encoding";
import { escapeXmlAttribute, scanXml, type XmlElement } from "./xml-scanner";

/** Terminology: an entry for each concept, with a set for each language. */

interface Item {
  entry: XmlElement;
  source: XmlElement;
  target: XmlElement | undefined;
  /** The element of the target's term. */
  term: XmlElement | undefined;
}

interface Internal {
  root: XmlElement;
  body: XmlElement | undefined;
  /** What holds the body, for its indentation. */
  holder: XmlElement;
  sourceLanguage: string;
  items: Map<string, Item>;
}

const plain = (code: string): string => code.toLowerCase().replaceAll("_", "-");
const languageOf = (set: XmlElement): string => plain(attributeValue(set, "xml:lang") || attributeValue(set, "lang"));

/** First term below a language set, whatever groups stand between. */
function termOf(set: XmlElement | undefined): XmlElement | undefined {
  for (const child of set?.children ?? []) {
    if (child.kind !== "element") continue;
    if (localName(child) === "term") return child;
    const below = ["tig", "ntig", "termGrp"].includes(localName(child)) ? termOf(child) : undefined;
    if (below) return below;
  }
  return undefined;
}

/** What is said about a term: all remarks below an element but those of the term itself, in one walk. */
function remarksBelow(element: XmlElement | undefined, found: XmlElement[] = []): XmlElement[] {
  for (const child of element?.children ?? []) {
    if (child.kind !== "element") continue;
    const name = localName(child);
    if (name === "descrip" || name === "termNote" || name === "note") found.push(child);
    else if (name !== "term") remarksBelow(child, found);
  }
  return found;
}

function setsOf(entry: XmlElement, sourceLanguage: string, options: FormatOptions) {
  const sets = childrenOf(entry, "langSet");
  const wanted = plain(options.languageCode);
  const source =
    sets.find((set) => languageOf(set) === sourceLanguage) ?? sets.find((set) => languageOf(set) !== wanted);
  // A file in the source language itself has one set, which is both.
  const target = sets.find((set) => languageOf(set) === wanted && set !== source);
  return { source: source ?? sets[0], target };
}

function notesOf(text: string, entry: XmlElement, remarks: readonly XmlElement[]): string {
  const group = childOf(entry, "descripGrp");
  const own = [...childrenOf(entry, "descrip"), ...(group ? childrenOf(group, "descrip") : [])];
  const of = (name: string): XmlElement[] => remarks.filter((remark) => localName(remark) === name);
  const speech = of("termNote").filter((note) => attributeValue(note, "type") === "partOfSpeech");
  const all = [...own, ...of("descrip"), ...speech, ...childrenOf(entry, "note"), ...of("note")];
  if (all.length === 0) return "";
  const texts = all.map((remark) => flatText(text, remark.children).trim());
  return storable([...new Set(texts)].filter(Boolean).join("\n"));
}

const isForbidden = (text: string, remarks: readonly XmlElement[]): boolean =>
  remarks.some(
    (remark) =>
      attributeValue(remark, "type") === "administrativeStatus" &&
      /forbidden|obsolete|deprecated/i.test(flatText(text, remark.children)),
  );

function parse(text: string, options: FormatOptions): ParsedFile {
  const { root } = scanXml(text);
  if (localName(root) !== "martif" && localName(root) !== "tbx") {
    const { line, column } = positionAt(text, root.start);
    throw new FormatError("The root element must be <martif> or <tbx>.", line, column);
  }
  const holder = childOf(root, "text") ?? root;
  const body = childOf(holder, "body");
  const sourceLanguage = plain(attributeValue(root, "xml:lang")) || "en";
  const internal: Internal = { root, body, holder, sourceLanguage, items: new Map() };
  const warnings = new Warnings(text);
  const entries: Entry[] = [];
  for (const entry of body ? childrenOf(body, "termEntry") : []) {
    const { source, target } = setsOf(entry, sourceLanguage, options);
    const sourceTerm = termOf(source);
    if (!source || !sourceTerm) continue;
    const term = termOf(target);
    const word = storable(flatText(text, sourceTerm.children));
    if (word === "") continue;
    const context = storable(attributeValue(entry, "id"));
    const id = JSON.stringify([context, word]);
    if (internal.items.has(id)) {
      warnings.add(`The term “${word.slice(0, 100)}” is in the file twice; only the first counts.`, entry.start);
      continue;
    }
    const remarks = [...remarksBelow(source), ...remarksBelow(target)];
    internal.items.set(id, { entry, source, target, term });
    const translated = term ? storable(flatText(text, term.children)) : "";
    entries.push({
      id,
      context,
      sources: [word],
      targets: [translated],
      plural: false,
      state: translated === "" ? "empty" : "translated",
      note: notesOf(text, entry, remarks),
      location: "",
      flags: isForbidden(text, remarks) ? "forbidden" : "",
      previousSource: "",
      span: { start: entry.start, end: entry.end },
    });
  }
  return { entries, warnings: warnings.list, language: "", internal };
}

/** XML of a language set in the shape of another. */
function composeSet(xml: XmlEditor, language: string, term: string, lead: string, step: string, more = ""): string {
  const one = lead + step;
  const two = one + step;
  return `<langSet xml:lang="${escapeXmlAttribute(language)}">${one}<tig>${two}<term>${xml.escape(term)}</term>${more && two + more}${one}</tig>${lead}</langSet>`;
}

const stepOf = (outer: string, inner: string): string =>
  inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : /[\r\n]/.test(outer) ? "  " : "";

function edit(text: string, file: ParsedFile, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: [], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const internal = file.internal as Internal;
  const xml = new XmlEditor(text);
  for (const { entry, targets } of plan.sets)
    setTerm(xml, internal, internal.items.get(entry.id)!, targets[0] ?? "", options);
  for (const entry of plan.removes) xml.remove(internal.items.get(entry.id)!.entry, internal.body!);
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  if (plan.adds.length) addTerms(xml, internal, plan.adds, gone, options);
  return xml.finish();
}

function setTerm(xml: XmlEditor, internal: Internal, item: Item, text: string, options: FormatOptions): void {
  if (item.term && text !== "") xml.fill(item.term, xml.escape(text));
  else if (item.target) {
    if (text === "") xml.remove(item.target, item.entry);
    else {
      const lead = xml.lead(item.entry, item.target);
      const made = composeSet(
        xml,
        options.languageCode,
        text,
        lead,
        stepOf(xml.lead(internal.body!, item.entry), lead),
      );
      xml.patches.replace(item.target.start, item.target.end, made);
    }
  } else if (text !== "") {
    const lead = xml.lead(item.entry, item.source);
    const made = composeSet(xml, options.languageCode, text, lead, stepOf(xml.lead(internal.body!, item.entry), lead));
    xml.patches.insert(item.source.end, lead + made);
  }
}

function addTerms(
  xml: XmlEditor,
  internal: Internal,
  adds: readonly AddEdit[],
  gone: ReadonlySet<string>,
  options: FormatOptions,
): void {
  const { body, holder, items } = internal;
  if (!body) throw new EditRefused("The file has no <body> to hold terms.");
  const seen = new Set<string>();
  for (const add of adds) {
    const word = add.sources[0] ?? "";
    if (word === "") throw new EditRefused("A term needs a source text.");
    if (add.plural) throw new EditRefused(`“${word}” has plural forms, which terms do not have.`);
    const id = JSON.stringify([add.context, word]);
    if (seen.has(id) || (items.has(id) && !gone.has(id)))
      throw new EditRefused(`The term “${word}” is in the file already.`);
    seen.add(id);
    const lead = xml.childLead(body, holder);
    const sample = [...items.values()][0];
    const inner = sample ? xml.childLead(sample.entry, body) : lead + stepOf(xml.lead(holder, body), lead);
    const step = stepOf(lead, inner);
    const name = add.context === "" ? "" : ` id="${escapeXmlAttribute(add.context)}"`;
    const note = add.note ? `${inner}<descrip>${xml.escape(add.note)}</descrip>` : "";
    const status = /(?:^|,)\s*forbidden\s*(?:,|$)/.test(add.flags ?? "")
      ? '<termNote type="administrativeStatus">forbidden</termNote>'
      : "";
    const source = inner + composeSet(xml, internal.sourceLanguage, word, inner, step);
    const target = add.targets[0]
      ? inner + composeSet(xml, options.languageCode, add.targets[0], inner, step, status)
      : "";
    xml.append(body, `<termEntry${name}>${note}${source}${target}${lead}</termEntry>`, holder);
  }
}

const SKELETON = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
<martif type="TBX" xml:lang="en">
  <martifHeader>
    <fileDesc>
      <sourceDesc>
        <p>Loquat</p>
      </sourceDesc>
    </fileDesc>
  </martifHeader>
  <text>
    <body>
    </body>
  </text>
</martif>
`;

/** A copy of the base without the terms of any language but the source, or a file without terms. */
function create(base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return SKELETON;
  const { body, sourceLanguage } = parse(base, options).internal as Internal;
  const xml = new XmlEditor(base);
  for (const entry of body ? childrenOf(body, "termEntry") : []) {
    const { source } = setsOf(entry, sourceLanguage, options);
    for (const set of childrenOf(entry, "langSet")) if (set !== source) xml.remove(set, entry);
  }
  return applyPatches(base, xml.finish());
}

/** TermBase eXchange. */
export const tbx: FileFormat = {
  id: "tbx",
  name: "TermBase eXchange file",
  masks: ["*.tbx"],
  extension: "tbx",
  kind: "bilingual",
  codeStyle: "posix",
  mimeType: "application/x-tbx",
  plurals: false,
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  decode: decodeXml,
  encode: encodeXml,
  parse,
  edit,
  create,
};
