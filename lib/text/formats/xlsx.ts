import { type CsvColumn, type CsvInternal, parseCsv, refuseKeyAsText, textColumn } from "./csv-read";
import { type AddEdit, planEdits } from "./edit-plan";
import { decodeUtf8, encodeUtf8 } from "./encoding";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  type Patch,
} from "./format";
import { guardFormula, keepFromReading } from "./formula-guard";
import { columnName, columnOf, composeCell, readCellText, SHEET_PATH, workbookParts } from "./xlsx-text";
import { attributeValue, childOf, childrenOf, flatText, XmlEditor } from "./xml-edit";
import { scanXml, type XmlElement } from "./xml-scanner";
import { openZip, readMember, replaceMember, type Zip, zipOf } from "./zip";

/**
 * Spreadsheets: the table of the CSV format in the first sheet of a workbook.
 *
 * The text of such a file is the XML of that sheet, then this mark, then the texts that its cells share. Only the
 * sheet is edited: a changed cell holds its text itself. All other members of the container keep their bytes.
 */
const SHARED = "<?shared-strings?>";

interface Parts {
  sheet: string;
  shared: string;
}

function partsOf(text: string): Parts {
  const cut = text.lastIndexOf(SHARED);
  return cut < 0 ? { sheet: text, shared: "" } : { sheet: text.slice(0, cut), shared: text.slice(cut + SHARED.length) };
}

/** Paths of the first sheet and of the shared texts, as the workbook names them. */
function pathsOf(zip: Zip): { sheet: string; shared: string | undefined } {
  const member = (name: string): string => {
    const bytes = readMember(zip, name);
    if (!bytes) throw new FormatError(`The file is no workbook: ${name} is missing.`, 1, 1);
    return decodeUtf8(bytes);
  };
  const workbook = scanXml(member("xl/workbook.xml")).root;
  const relations = childrenOf(scanXml(member("xl/_rels/workbook.xml.rels")).root, "Relationship");
  const first = childOf(childOf(workbook, "sheets"), "sheet");
  const target = (relation: XmlElement | undefined): string | undefined => {
    const path = attributeValue(relation, "Target");
    if (path === "") return undefined;
    return path.startsWith("/") ? path.slice(1) : `xl/${path}`;
  };
  const id = attributeValue(first, "r:id");
  const sheet = target(relations.find((relation) => attributeValue(relation, "Id") === id)) ?? SHEET_PATH;
  const shared = target(relations.find((relation) => attributeValue(relation, "Type").endsWith("/sharedStrings")));
  if (!zip.members.has(sheet)) throw new FormatError("The workbook has no sheet.", 1, 1);
  return { sheet, shared };
}

function decode(bytes: Uint8Array): string {
  const zip = openZip(bytes);
  const { sheet, shared } = pathsOf(zip);
  const texts = shared === undefined ? undefined : readMember(zip, shared);
  const own = decodeUtf8(readMember(zip, sheet)!);
  return texts ? own + SHARED + decodeUtf8(texts) : own;
}

function encode(text: string, before?: Uint8Array): Uint8Array {
  const { sheet, shared } = partsOf(text);
  if (!before) {
    const parts = [...workbookParts("Strings", shared), [SHEET_PATH, sheet] as const];
    return zipOf(new Map(parts.map(([name, part]) => [name, encodeUtf8(part)])));
  }
  const zip = openZip(before);
  const path = pathsOf(zip).sheet;
  const content = encodeUtf8(sheet);
  return readMember(zip, path)?.equals(content) ? before : replaceMember(zip, path, content);
}

interface Row {
  element: XmlElement;
  cells: Map<number, XmlElement>;
}

interface Internal {
  csv: CsvInternal;
  /** The sheet as a CSV text. */
  table: string;
  /** Rows by where their record starts in the table. */
  rows: Map<number, Row>;
  data: XmlElement;
  root: XmlElement;
  last: number;
}

/** Widest table that is read. */
const MOST_COLUMNS = 200;

/** Texts of a string item: the plain one, or its runs; readings for other scripts are left out. */
function itemText(text: string, item: XmlElement): string {
  const own = childrenOf(item, "t").map((part) => flatText(text, part.children));
  const runs = childrenOf(item, "r").flatMap((run) =>
    childrenOf(run, "t").map((part) => flatText(text, part.children)),
  );
  return readCellText([...own, ...runs].join(""));
}

function cellText(sheet: string, cell: XmlElement, shared: readonly string[]): string {
  const type = attributeValue(cell, "t");
  const inline = childOf(cell, "is");
  if (type === "inlineStr") return inline ? itemText(sheet, inline) : "";
  const value = childOf(cell, "v");
  const raw = value ? flatText(sheet, value.children) : "";
  if (type === "s") return shared[Number(raw)] ?? "";
  return type === "str" ? readCellText(raw) : raw;
}

function parse(text: string, options: FormatOptions): ParsedFile {
  const { sheet, shared } = partsOf(text);
  const { root } = scanXml(sheet);
  const data = childOf(root, "sheetData");
  if (!data) throw new FormatError("The sheet has no <sheetData>.", 1, 1);
  const texts = shared === "" ? [] : childrenOf(scanXml(shared).root, "si").map((item) => itemText(shared, item));
  const rows = new Map<number, Row>();
  let table = "";
  let last = 0;
  for (const element of childrenOf(data, "row")) {
    const cells = new Map<number, XmlElement>();
    const values: string[] = [];
    let position = 0;
    for (const cell of childrenOf(element, "c")) {
      position = columnOf(attributeValue(cell, "r")) ?? position;
      if (position >= MOST_COLUMNS) break;
      while (values.length < position) values.push("");
      values[position] = cellText(sheet, cell, texts);
      cells.set(position++, cell);
    }
    last = Math.max(last + 1, Number(attributeValue(element, "r")) || 0);
    if (values.every((value) => value === "")) continue;
    rows.set(table.length, { element, cells });
    table += `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")}\n`;
  }
  const file = parseCsv(
    table,
    options.base === undefined ? options : { ...options, base: undefined, monolingual: monolingualOf(options) },
    { simple: false },
  );
  const csv = file.internal as CsvInternal;
  const rowAt = (start: number): Row => rows.get(start)!;
  const entries = file.entries.map((entry) => {
    const own = csv.items.get(entry.id)!.records.map((record) => rowAt(record.start).element);
    const span = { start: Math.min(...own.map((row) => row.start)), end: Math.max(...own.map((row) => row.end)) };
    return { ...entry, span };
  });
  const internal: Internal = { csv, table, rows, data, root, last };
  return { ...file, warnings: [], entries, internal };
}

class SheetEditor {
  readonly xml: XmlEditor;
  private readonly internal: Internal;
  private last: number;

  constructor(
    sheet: string,
    file: ParsedFile,
    private readonly options: FormatOptions,
  ) {
    this.xml = new XmlEditor(sheet);
    this.internal = file.internal as Internal;
    this.last = this.internal.last;
  }

  rowsOf(id: string): Row[] {
    return this.internal.csv.items.get(id)!.records.map((record) => this.internal.rows.get(record.start)!);
  }

  private cell(reference: string, value: string, style: string): string {
    const text = this.options.params.csv_escape_formulas === true ? guardFormula(value) : keepFromReading(value);
    return this.xml.lines(composeCell(reference, text, style === "" ? "" : ` s="${style}"`));
  }

  /** Writes a column of a row; a missing cell goes to its place. */
  put(row: Row, column: CsvColumn, value: string): void {
    const position = this.internal.csv.layout.columns.get(column);
    if (position === undefined) return;
    const own = row.cells.get(position);
    const number = attributeValue(row.element, "r");
    if (own) {
      const reference = attributeValue(own, "r") || columnName(position) + number;
      this.xml.patches.replace(
        own.start,
        own.end,
        this.cell(reference, value, attributeValue(own, "s").replace(/\D/g, "")),
      );
      return;
    }
    if (value === "") return;
    const written = this.cell(columnName(position) + number, value, "");
    const before = [...row.cells].filter(([at]) => at < position).at(-1)?.[1];
    if (before) this.xml.patches.insert(before.end, written);
    else if (row.element.selfClosing) this.xml.fill(row.element, written);
    else this.xml.patches.insert(row.element.openEnd, written);
  }

  set(id: string, targets: readonly string[], old: readonly string[], fuzzy: boolean | undefined): void {
    const column = textColumn(this.internal.csv.layout);
    this.rowsOf(id).forEach((row, form) => {
      if (targets[form] !== old[form]) this.put(row, column, targets[form] ?? "");
      if (fuzzy !== undefined) this.put(row, "fuzzy", fuzzy ? "True" : "");
    });
  }

  remove(id: string): void {
    for (const row of this.rowsOf(id)) this.xml.remove(row.element, this.internal.data);
  }

  add(adds: readonly AddEdit[], gone: ReadonlySet<string>): void {
    const keyed = monolingualOf(this.options);
    const { layout, items } = this.internal.csv;
    const seen = new Set<string>();
    for (const add of adds) {
      const source = add.sources[0] ?? "";
      const id = keyed ? add.context : JSON.stringify([add.context, source]);
      if ((keyed ? add.context : source) === "") throw new EditRefused("A string needs a source text or a key.");
      if (add.plural) throw new EditRefused("A table without plural columns cannot hold plural forms.");
      if (seen.has(id) || (items.has(id) && !gone.has(id)))
        throw new EditRefused(`The string “${add.context || source}” is in the file already.`);
      if (!keyed && add.context !== "" && !layout.columns.has("context"))
        throw new EditRefused("This table has no column for a context.");
      seen.add(id);
      this.append(add, keyed);
    }
  }

  private append(add: AddEdit, keyed: boolean): void {
    const { layout } = this.internal.csv;
    const target = add.targets[0] ?? "";
    const values = new Map<CsvColumn, string>([
      ["source", add.sources[0] ?? ""],
      ["context", add.context],
      ["developer_comments", add.note ?? ""],
    ]);
    if (keyed && layout.columns.has("id")) values.set("id", add.context);
    else if (keyed && !layout.columns.has("context")) values.set("source", add.context);
    values.set(textColumn(layout), target);
    if (add.state === "needs-editing" && target !== "") values.set("fuzzy", "True");
    const number = ++this.last;
    const cells = [...layout.columns]
      .sort(([, a], [, b]) => a - b)
      .filter(([name]) => (values.get(name) ?? "") !== "")
      .map(([name, position]) => this.cell(`${columnName(position)}${number}`, values.get(name)!, ""));
    this.xml.append(this.internal.data, `<row r="${number}">${cells.join("")}</row>`, this.internal.root);
  }
}

function edit(text: string, file: ParsedFile, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: file.states ?? [] });
  const editor = new SheetEditor(partsOf(text).sheet, file, options);
  for (const { entry, targets, state } of plan.sets) {
    const { csv, table } = file.internal as Internal;
    refuseKeyAsText(table, csv.items.get(entry.id)!.records, csv.layout, options);
    const wasFuzzy = entry.state === "needs-editing";
    const isFuzzy = state === "needs-editing";
    // An emptied or first filled string loses a mark that meant nothing.
    const stale = !wasFuzzy && !isFuzzy && file.states?.includes("needs-editing") === true;
    editor.set(entry.id, targets, entry.targets, wasFuzzy !== isFuzzy || stale ? isFuzzy : undefined);
  }
  for (const entry of plan.removes) editor.remove(entry.id);
  if (plan.adds.length) editor.add(plan.adds, new Set([...plan.removes].map((entry) => entry.id)));
  return editor.xml.finish();
}

function create(base: string | undefined, options: FormatOptions): string | undefined {
  if (base === undefined) return undefined;
  const keyed = monolingualOf(options);
  const own = { ...options, isTemplate: keyed, base: undefined, monolingual: keyed };
  const file = parse(base, own);
  const editor = new SheetEditor(partsOf(base).sheet, file, own);
  for (const entry of file.entries) {
    if (keyed) editor.remove(entry.id);
    else
      editor.set(
        entry.id,
        entry.targets.map(() => ""),
        entry.targets,
        entry.state === "needs-editing" ? false : undefined,
      );
  }
  return applyPatches(base, editor.xml.finish());
}

/** Excel workbooks. */
export const xlsx: FileFormat = {
  id: "xlsx",
  name: "Excel Open XML",
  masks: ["*.xlsx"],
  extension: "xlsx",
  kind: "both",
  codeStyle: "posix",
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  plurals: false,
  states: ["needs-editing"],
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  decode,
  encode,
  parse,
  edit,
  create,
};
