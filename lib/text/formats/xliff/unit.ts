import { FIELD, type XmlKinds, type XmlTree } from "../kernel/xml/tree";

/** What stands in the units of an XLIFF file. */

/** Elements that are told apart, by their places from 1. */
const ELEMENTS = [
  "source",
  "target",
  "note",
  "context-group",
  "alt-trans",
  "trans-unit",
  "unit",
  "group",
  "segment",
  "notes",
];
const [SOURCE, TARGET, NOTE, PLACES, FORMER, SEGMENT, NOTES] = [1, 2, 3, 4, 5, 9, 10];
export const [TRANS_UNIT, UNIT, GROUP] = [6, 7, 8] as const;
const ATTRIBUTES = ["id", "resname", "restype", "translate", "approved", "state", "weblate-flags", "maxwidth", "font"];
const [ID, RESNAME, RESTYPE, TRANSLATE, APPROVED, STATE] = [1, 2, 3, 4, 5, 6];

/** Numbers of the names that units are made of. */
export const unitKinds = (tree: XmlTree): XmlKinds => tree.kindsOf(ELEMENTS, ATTRIBUTES);

/**
 * A `trans-unit`, `unit` or `segment` with what stands right in it, found in one pass: to look for each part by its
 * name takes most of the time of reading a large file. One of these goes from unit to unit.
 */
export class UnitParts {
  node = 0;
  id = "";
  /** The name that it has anywhere, as against `id`, which is one within the file. */
  resname = "";
  restype = "";
  state = "";
  /** Whether it must stay as it is. */
  isLocked = false;
  isApproved = false;
  hasFlags = false;
  /** Nodes of the first of each kind; 0 where there is none. */
  source = 0;
  target = 0;
  segment = 0;
  notes = 0;
  /** How many segments it has. */
  segments = 0;
  hasNotes = false;
  hasPlaces = false;
  /** Whether it may tell the source of the version before. */
  hasFormer = false;

  constructor(
    private readonly tree: XmlTree,
    private readonly kinds: XmlKinds,
  ) {}

  /** Goes to an element. */
  of(node: number): this {
    if (node !== this.node) {
      this.node = node;
      this.readAttributes(node);
      this.readElements(node);
    }
    return this;
  }

  private readAttributes(node: number): void {
    const { tree, kinds } = this;
    this.id = this.resname = this.restype = this.state = "";
    this.isLocked = this.isApproved = this.hasFlags = false;
    const end = tree.firstField(node + 1);
    for (let at = tree.firstField(node); at < end; at += FIELD) {
      const kind = tree.fieldKind(at, kinds);
      if (kind === 0) continue;
      const value = tree.value(at);
      if (kind === ID) this.id = value;
      else if (kind === RESNAME) this.resname = value;
      else if (kind === RESTYPE) this.restype = value;
      else if (kind === TRANSLATE) this.isLocked = value === "no";
      else if (kind === APPROVED) this.isApproved = value === "yes";
      else if (kind === STATE) this.state = value;
      else this.hasFlags = true;
    }
  }

  private readElements(node: number): void {
    const { tree, kinds } = this;
    this.source = this.target = this.segment = this.notes = this.segments = 0;
    this.hasNotes = this.hasPlaces = this.hasFormer = false;
    const end = tree.after(node);
    for (let child = node + 1; child < end; child = tree.after(child)) {
      const kind = tree.kind(child, kinds);
      if (kind === SOURCE) this.source ||= child;
      else if (kind === TARGET) this.target ||= child;
      else if (kind === NOTE) this.hasNotes = true;
      else if (kind === NOTES) this.notes ||= child;
      else if (kind === PLACES) this.hasPlaces = true;
      else if (kind === FORMER) this.hasFormer = true;
      else if (kind === SEGMENT && this.segments++ === 0) this.segment = child;
    }
  }
}

/** The source of the version before, where a unit tells it; 0 when it does not. */
export function previousOf(tree: XmlTree, unit: number): number {
  const before = tree
    .children(unit, "alt-trans")
    .find((alt) => tree.attribute(alt, "alttranstype") === "previous-version");
  return tree.child(before ?? 0, "source");
}

/** Texts of the notes that stand right in an element, lines of one text. */
export function notesOf(tree: XmlTree, holder: number): string {
  const notes = tree.children(holder, "note");
  if (notes.length === 0) return "";
  const texts = notes.map((note) => tree.flatText(note).trim());
  return tree.storable(texts.filter(Boolean).join("\n"));
}

/** Places in source code that a unit tells. */
export function locationsOf(tree: XmlTree, unit: number): string {
  const places: string[] = [];
  for (const group of tree.children(unit, "context-group")) {
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

/** Flags of the non-standard attribute, and the limits that the standard knows. */
export function flagsOf(tree: XmlTree, unit: number): string {
  const flags: string[] = [];
  const own = tree.attributeValue(unit, "weblate-flags");
  if (own !== "") flags.push(own);
  const width = tree.attributeValue(unit, "maxwidth");
  const kind = tree.attributeValue(unit, "size-unit");
  if (/^\d{1,9}$/.test(width)) {
    if (kind === "char" || kind === "byte") flags.push(`max-length:${width}`);
    else if (["pixel", "point", ""].includes(kind)) flags.push(`max-size:${width}`);
  }
  const [family = "", size = "", weight = ""] = tree.attributeValue(unit, "font").split(";");
  if (/^[\w -]{1,100}$/.test(family)) flags.push(`font-family:${family.trim().replaceAll(" ", "_")}`);
  if (/^\d{1,9}$/.test(size)) flags.push(`font-size:${size}`);
  if (/^[\w-]{1,100}$/.test(weight)) flags.push(`font-weight:${weight}`);
  return flags.join(", ");
}
