import { grown } from "../kernel/xml/node-arrays";
import { readXmlTree } from "../kernel/xml/tokens";
import { FIELD, type XmlKinds, type XmlTree } from "../kernel/xml/tree";
import type { TableRow } from "./csv-tokens";
import { columnOf, readCellText } from "./xlsx-text";

/** A sheet of a workbook as the rows of a table. */

/** Widest table that is read. */
const MOST_COLUMNS = 200;

/** Elements and attributes that are told apart, by their places from 1. */
const ELEMENTS = ["row", "c", "is", "v", "t", "r", "si"];
const [ROW, CELL, INLINE, VALUE, TEXT, RUN, ITEM] = [1, 2, 3, 4, 5, 6, 7];
const ATTRIBUTES = ["r", "t"];
const [REFERENCE, TYPE] = [1, 2];

/** The texts that cells share; each is made when a cell asks for it. */
class SharedTexts {
  private readonly items: number[] = [];
  private readonly texts: string[] = [];
  private readonly tree: XmlTree | undefined;
  private readonly kinds: XmlKinds | undefined;

  /** @throws FormatError */
  constructor(xml: string) {
    if (xml === "") return;
    const { tree, root } = readXmlTree(xml);
    this.tree = tree;
    this.kinds = tree.kindsOf(ELEMENTS, ATTRIBUTES);
    const end = tree.after(root);
    for (let item = root + 1; item < end; item = tree.after(item))
      if (tree.kind(item, this.kinds) === ITEM) this.items.push(item);
  }

  /** Text of a number; "" where there is none. */
  at(index: number): string {
    const item = this.items[index];
    if (item === undefined) return "";
    this.texts[index] ??= itemText(this.tree!, item, this.kinds!);
    return this.texts[index];
  }
}

/** The rows of a sheet that say something. */
export class Sheet {
  readonly rows: SheetRow[] = [];
  /** Number of the last row. */
  last = 0;
  private readonly kinds: XmlKinds;
  private readonly shared: SharedTexts;
  /** Columns of all cells, in turn with the cells; each row has a piece of them. */
  private cells: Int32Array = new Int32Array(256);
  private filled = 0;

  /** @throws FormatError */
  constructor(
    readonly tree: XmlTree,
    /** The element with the rows. */
    data: number,
    shared: string,
  ) {
    this.kinds = tree.kindsOf(ELEMENTS, ATTRIBUTES);
    this.shared = new SharedTexts(shared);
    const end = tree.after(data);
    for (let node = data + 1; node < end; node = tree.after(node)) {
      if (tree.kind(node, this.kinds) !== ROW) continue;
      const named = tree.hasAttributes(node) ? Number(tree.attributeValue(node, "r")) || 0 : 0;
      this.last = Math.max(this.last + 1, named);
      const row = this.row(node);
      if (this.isFilled(row)) this.rows.push(row);
    }
  }

  /** A row: its cells are found here, and read when they are asked for. */
  private row(node: number): SheetRow {
    const from = this.filled;
    let [width, ordered] = [0, true];
    this.eachCell(node, (cell, position) => {
      if (position < width) ordered = false;
      else width = position + 1;
      this.push(position, cell);
    });
    if (!ordered) this.keepLast(from);
    return new SheetRow(this, node, from, this.filled, width);
  }

  private push(position: number, cell: number): void {
    if (this.filled + 2 > this.cells.length) this.cells = grown(this.cells);
    this.cells[this.filled++] = position;
    this.cells[this.filled++] = cell;
  }

  /** Of two cells in one place the last counts. */
  private keepLast(from: number): void {
    const last = new Map<number, number>();
    for (let at = from; at < this.filled; at += 2) last.set(this.cells[at]!, this.cells[at + 1]!);
    this.filled = from;
    for (const [position, cell] of last) this.push(position, cell);
  }

  /** Goes through the cells of a row that have a place in the table. */
  eachCell(row: number, each: (cell: number, position: number) => void): void {
    const { tree, kinds } = this;
    let position = 0;
    const end = tree.after(row);
    for (let cell = row + 1; cell < end; cell = tree.after(cell)) {
      if (tree.kind(cell, kinds) !== CELL) continue;
      position = columnOf(this.attribute(cell, REFERENCE)) ?? position;
      if (position >= MOST_COLUMNS) return;
      each(cell, position++);
    }
  }

  private attribute(cell: number, kind: number): string {
    const { tree, kinds } = this;
    const end = tree.firstField(cell + 1);
    for (let at = tree.firstField(cell); at < end; at += FIELD)
      if (tree.fieldKind(at, kinds) === kind) return tree.value(at);
    return "";
  }

  /** First child of a kind; 0 when there is none. */
  private child(node: number, kind: number): number {
    const { tree, kinds } = this;
    const end = tree.after(node);
    for (let child = node + 1; child < end; child = tree.after(child))
      if (tree.kind(child, kinds) === kind) return child;
    return 0;
  }

  /** Text of a row's cell in a column; "" when there is none. */
  text({ from, to }: SheetRow, position: number): string {
    const { cells } = this;
    for (let at = from; at < to; at += 2) if (cells[at] === position) return this.cellText(cells[at + 1]!);
    return "";
  }

  private isFilled({ from, to }: SheetRow): boolean {
    for (let at = from; at < to; at += 2) if (this.cellText(this.cells[at + 1]!) !== "") return true;
    return false;
  }

  private cellText(cell: number): string {
    const { tree, shared } = this;
    const type = this.attribute(cell, TYPE);
    if (type === "inlineStr") {
      const inline = this.child(cell, INLINE);
      return inline === 0 ? "" : itemText(tree, inline, this.kinds);
    }
    const raw = tree.flatText(this.child(cell, VALUE));
    if (type === "s") return shared.at(Number(raw));
    return type === "str" ? readCellText(raw) : raw;
  }
}

/** Texts of a string item: the plain one, or its runs; readings for other scripts are left out. */
function itemText(tree: XmlTree, item: number, kinds: XmlKinds): string {
  let [own, runs] = ["", ""];
  const end = tree.after(item);
  for (let child = item + 1; child < end; child = tree.after(child)) {
    const kind = tree.kind(child, kinds);
    if (kind === TEXT) own += tree.flatText(child);
    else if (kind === RUN) for (const part of tree.children(child, "t")) runs += tree.flatText(part);
  }
  return readCellText(own + runs);
}

/** A row of a sheet as one of a table. */
export class SheetRow implements TableRow {
  constructor(
    private readonly sheet: Sheet,
    readonly node: number,
    /** Piece of the sheet's cells. */
    readonly from: number,
    readonly to: number,
    readonly width: number,
  ) {}

  get start(): number {
    return this.sheet.tree.start(this.node);
  }

  get end(): number {
    return this.sheet.tree.end(this.node);
  }

  value(position: number): string | undefined {
    return position < this.width ? this.sheet.text(this, position) : undefined;
  }
}
