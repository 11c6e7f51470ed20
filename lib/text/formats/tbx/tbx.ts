import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
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
} from "../kernel/format";
import { LazyStrings, type StringScan } from "../kernel/lazy-strings";
import { isNew, pairId, sourcesOfIds } from "../kernel/pair-id";
import { XmlEditor } from "../kernel/xml/edit";
import { decodeXml, encodeXml, xmlCharset } from "../kernel/xml/encoding";
import { escapeXmlAttribute } from "../kernel/xml/escape";
import { closingTags } from "../kernel/xml/reformat";
import { readXmlTree } from "../kernel/xml/tokens";
import type { XmlElement, XmlNode, XmlTree } from "../kernel/xml/tree";

/** Terminology: an entry for each concept, with a set for each language. */

/** A term as nodes; 0 where there is none. */
interface Item {
  entry: number;
  source: number;
  target: number;
  /** The element of the target's term. */
  term: number;
  /** What translators say of the target's term. */
  remarks: readonly number[];
}

interface Internal {
  tree: XmlTree;
  root: number;
  body: number;
  /** What holds the body, for its indentation. */
  holder: number;
  sourceLanguage: string;
  strings: LazyStrings<Item>;
}

const plain = (code: string): string => code.toLowerCase().replaceAll("_", "-");
const languageOf = (tree: XmlTree, set: number): string =>
  tree.attributeValue(set, "xml:lang") || tree.attributeValue(set, "lang");

/** Whether a code, as it stands in a file, is that of a language. */
const isOf = (code: string, language: string): boolean => code === language || plain(code) === language;

const GROUPS = new Set(["tig", "ntig", "termGrp"]);

const isForbidden = (tree: XmlTree, remarks: readonly number[]): boolean =>
  remarks.some(
    (remark) =>
      tree.attribute(remark, "type") === "administrativeStatus" &&
      /forbidden|obsolete|deprecated/i.test(tree.flatText(remark)),
  );

const stepOf = (outer: string, inner: string): string =>
  inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : /[\r\n]/.test(outer) ? "  " : "";

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

/** TermBase eXchange. */
export const tbx: FileFormat<Internal> = {
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
  explains: true,
  decode: decodeXml,
  encode: encodeXml,
  parse,
  edit,
  create,
  startsWithoutTemplate: true,
  reformat: closingTags(["term", "note", "descrip", "termNote", "admin"]),
};

/** First term below a language set, whatever groups stand between. */
function termOf(tree: XmlTree, set: number): number {
  if (set === 0) return 0;
  const end = tree.after(set);
  for (let child = set + 1; child < end; child = tree.after(child)) {
    const name = tree.local(child);
    if (name === "term") return child;
    const below = GROUPS.has(name) ? termOf(tree, child) : 0;
    if (below > 0) return below;
  }
  return 0;
}

/** What is said about a term: all remarks below an element but those of the term itself, in one walk. */
function remarksBelow(tree: XmlTree, element: number, found: number[]): void {
  if (element === 0) return;
  const end = tree.after(element);
  for (let child = element + 1; child < end; child = tree.after(child)) {
    const name = tree.local(child);
    if (name === "descrip" || name === "termNote" || name === "note") found.push(child);
    else if (name !== "term" && name !== "") remarksBelow(tree, child, found);
  }
}

/** Whether an element is what translators say of a translation. */
const isTranslators = (tree: XmlTree, remark: number): boolean =>
  tree.local(remark) === "note" && tree.attribute(remark, "from") === "translator";

function setsOf(tree: XmlTree, entry: number, sourceLanguage: string, wanted: string) {
  const sets = tree.children(entry, "langSet");
  const languages = sets.map((set) => languageOf(tree, set));
  const own = languages.findIndex((language) => isOf(language, sourceLanguage));
  // A concept that is named in the wanted language alone has nothing that could be translated.
  const source = sets[own >= 0 ? own : languages.findIndex((language) => !isOf(language, wanted))];
  // In a file of the source language itself the first set is the source, and a second one its translation.
  const target = sets.find((set, index) => set !== source && isOf(languages[index]!, wanted)) ?? 0;
  return { source: source ?? 0, target };
}

/** Whether a concept has anything beside its language sets. */
function hasRemarks(tree: XmlTree, entry: number): boolean {
  const end = tree.after(entry);
  for (let child = entry + 1; child < end; child = tree.after(child)) if (tree.local(child) !== "langSet") return true;
  return false;
}

function notesOf(tree: XmlTree, entry: number, remarks: readonly number[]): string {
  if (remarks.length === 0 && !hasRemarks(tree, entry)) return "";
  const group = tree.child(entry, "descripGrp");
  const own = [...tree.children(entry, "descrip"), ...tree.children(group, "descrip")];
  const of = (name: string): number[] => remarks.filter((remark) => tree.local(remark) === name);
  const speech = of("termNote").filter((note) => tree.attribute(note, "type") === "partOfSpeech");
  const all = [...own, ...of("descrip"), ...speech, ...tree.children(entry, "note"), ...of("note")];
  if (all.length === 0) return "";
  const texts = all.map((remark) => tree.flatText(remark).trim());
  return tree.storable([...new Set(texts)].filter(Boolean).join("\n"));
}

function walk(tree: XmlTree, body: number, sourceLanguage: string, options: FormatOptions): StringScan<Item> {
  const wanted = plain(options.languageCode);
  return (only, found, warnings) => {
    const words = only && sourcesOfIds(only);
    const seen = new Set<string>();
    const end = body === 0 ? 0 : tree.after(body);
    for (let entry = body + 1; entry < end; entry = tree.after(entry)) {
      if (tree.local(entry) !== "termEntry") continue;
      const { source, target } = setsOf(tree, entry, sourceLanguage, wanted);
      const sourceTerm = termOf(tree, source);
      if (sourceTerm === 0) continue;
      const word = tree.storable(tree.flatText(sourceTerm));
      if (word === "" || (words && !words.has(word))) continue;
      const context = tree.storable(tree.attributeValue(entry, "id"));
      const id = pairId(context, word);
      if (only && !only.has(id)) continue;
      if (!isNew(seen, id)) {
        warnings.add(
          `The term “${word.slice(0, 100)}” appears twice in the file; only the first is used.`,
          tree.start(entry),
          word,
        );
        continue;
      }
      const remarks: number[] = [];
      const below: number[] = [];
      remarksBelow(tree, source, remarks);
      remarksBelow(tree, target, below);
      const own = below.filter((remark) => isTranslators(tree, remark));
      remarks.push(...below.filter((remark) => !own.includes(remark)));
      const explanation = own.map((remark) => tree.storable(tree.flatText(remark)).trim()).filter(Boolean);
      const term = termOf(tree, target);
      const translated = tree.storable(tree.flatText(term));
      const made: Entry = {
        id,
        context,
        sources: [word],
        targets: [translated],
        plural: false,
        state: translated === "" ? "empty" : "translated",
        note: notesOf(tree, entry, remarks),
        location: "",
        flags: isForbidden(tree, remarks) ? "forbidden" : "",
        previousSource: "",
        ...(explanation.length > 0 && { explanation: explanation.join("\n") }),
        span: { start: tree.start(entry), end: tree.end(entry) },
      };
      found.add(made, { entry, source, target, term, remarks: own });
    }
  };
}

function parse(text: string, options: FormatOptions): ParsedFile<Internal> {
  const { tree, root } = readXmlTree(text);
  if (tree.local(root) !== "martif" && tree.local(root) !== "tbx") {
    const { line, column } = positionAt(text, tree.start(root));
    throw new FormatError(refusal("readRootOf", { one: "<martif>", other: "<tbx>" }), line, column);
  }
  const holder = tree.child(root, "text") || root;
  const body = tree.child(holder, "body");
  const sourceLanguage = plain(tree.attributeValue(root, "xml:lang")) || "en";
  const strings = new LazyStrings(text, walk(tree, body, sourceLanguage, options));
  const internal: Internal = { tree, root, body, holder, sourceLanguage, strings };
  return strings.file({ language: "" }, internal);
}

/** XML of a language set in the shape of another. */
function composeSet(
  xml: XmlEditor,
  language: string,
  term: string,
  lead: string,
  step: string,
  more: readonly string[] = [],
): string {
  const one = lead + step;
  const two = one + step;
  return `<langSet xml:lang="${escapeXmlAttribute(language)}">${one}<tig>${two}<term>${xml.escape(term)}</term>${more.map((part) => part && two + part).join("")}${one}</tig>${lead}</langSet>`;
}

function edit(text: string, file: ParsedFile<Internal>, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: [], charset: xmlCharset(text) });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const internal = file.internal;
  const xml = new XmlEditor(text, options.params);
  for (const { entry, targets, explanation } of plan.sets) {
    const item = internal.strings.item(entry.id)!;
    setTerm(xml, internal, item, { text: targets[0] ?? "", explanation }, options);
    if (item.term > 0 && targets[0] && explanation !== undefined && explanation !== (entry.explanation ?? ""))
      setRemark(xml, internal.tree, item, explanation);
  }
  for (const entry of plan.removes) xml.remove(entry.span, internal.tree.element(internal.body));
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  if (plan.adds.length) addTerms(xml, internal, plan.adds, gone, options);
  return xml.finish();
}

const remark = (xml: XmlEditor, explanation: string | undefined): string =>
  explanation ? `<note from="translator">${xml.escape(explanation)}</note>` : "";

/** What translators say of a term that stays: one note, at the end of what is said of the term. */
function setRemark(xml: XmlEditor, tree: XmlTree, { target, term, remarks }: Item, explanation: string): void {
  const [first, ...others] = remarks.map((node) => tree.element(node));
  const set = tree.element(target);
  for (const other of explanation === "" && first ? [first, ...others] : others) xml.remove(other, set);
  if (explanation === "") return;
  if (first) {
    xml.fill(first, xml.escape(explanation));
    return;
  }
  const end = tree.element(term).end;
  const isAround = (node: XmlNode): node is XmlElement =>
    node.kind === "element" && node.start <= tree.start(term) && node.end >= end && node.start !== tree.start(term);
  const around = tree.inside(target).find(isAround) ?? set;
  const last = around.children.filter((node) => node.kind === "element").at(-1);
  if (last) xml.patches.insert(last.end, xml.lead(around, last) + remark(xml, explanation));
}

function setTerm(
  xml: XmlEditor,
  { tree, body }: Internal,
  item: Item,
  { text, explanation }: { text: string; explanation: string | undefined },
  options: FormatOptions,
): void {
  const [entry, source] = [tree.element(item.entry), tree.element(item.source)];
  const target = item.target === 0 ? undefined : tree.element(item.target);
  const compose = (beside: XmlElement): string => {
    const lead = xml.lead(entry, beside);
    const step = stepOf(xml.lead(tree.element(body), entry), lead);
    return composeSet(xml, options.languageCode, text, lead, step, [remark(xml, explanation)]);
  };
  if (item.term > 0 && text !== "") {
    if (text !== tree.flatText(item.term)) xml.fill(tree.element(item.term), xml.escape(text));
  } else if (target) {
    if (text === "") xml.remove(target, entry);
    else xml.patches.replace(target.start, target.end, compose(target));
  } else if (text !== "") xml.patches.insert(source.end, xml.lead(entry, source) + compose(source));
}

function addTerms(
  xml: XmlEditor,
  internal: Internal,
  adds: readonly AddEdit[],
  gone: ReadonlySet<string>,
  options: FormatOptions,
): void {
  const { tree } = internal;
  if (internal.body === 0) throw new EditRefused(refusal("writeTermBody", { tag: "<body>" }));
  const [body, holder] = [tree.element(internal.body), tree.element(internal.holder)];
  const items = internal.strings.items();
  const seen = new Set<string>();
  for (const add of adds) {
    const word = add.sources[0] ?? "";
    if (word === "") throw new EditRefused(refusal("writeTermSource"));
    if (add.plural) throw new EditRefused(refusal("writePluralTerm", { name: word }));
    const id = pairId(add.context, word);
    if (seen.has(id) || (items.has(id) && !gone.has(id)))
      throw new EditRefused(refusal("writeThereTerm", { name: word }));
    seen.add(id);
    const lead = xml.childLead(body, holder);
    const [sample] = items.values();
    const inner = sample
      ? xml.childLead(tree.element(sample.entry), body)
      : lead + stepOf(xml.lead(holder, body), lead);
    const step = stepOf(lead, inner);
    const name = add.context === "" ? "" : ` id="${escapeXmlAttribute(add.context)}"`;
    const note = add.note ? `${inner}<descrip>${xml.escape(add.note)}</descrip>` : "";
    const status = /(?:^|,)\s*forbidden\s*(?:,|$)/.test(add.flags ?? "")
      ? '<termNote type="administrativeStatus">forbidden</termNote>'
      : "";
    const source = inner + composeSet(xml, internal.sourceLanguage, word, inner, step);
    const target = add.targets[0]
      ? inner +
        composeSet(xml, options.languageCode, add.targets[0], inner, step, [status, remark(xml, add.explanation)])
      : "";
    xml.append(body, `<termEntry${name}>${note}${source}${target}${lead}</termEntry>`, holder);
  }
}

/** A copy of the base without the terms of any language but the source, or a file without terms. */
function create(base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return SKELETON;
  const { tree, body, sourceLanguage } = parse(base, options).internal;
  const xml = new XmlEditor(base);
  for (const entry of tree.children(body, "termEntry")) {
    const { source } = setsOf(tree, entry, sourceLanguage, plain(options.languageCode));
    for (const set of tree.children(entry, "langSet"))
      if (set !== source) xml.remove({ start: tree.start(set), end: tree.end(set) }, tree.element(entry));
  }
  return applyPatches(base, xml.finish());
}
