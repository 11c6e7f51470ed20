import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import { decodeUtf8, encodeUtf8 } from "../kernel/encoding";
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
} from "../kernel/format";
import { guardFormula, keepFromReading } from "../kernel/formula-guard";
import { attributeValue, childOf, childrenOf, XmlEditor } from "../kernel/xml/edit";
import { scanXml } from "../kernel/xml/scanner";
import { readXmlTree } from "../kernel/xml/tokens";
import type { XmlElement } from "../kernel/xml/tree";
import { openZip, readMember, replaceMembers, type Zip, zipOf } from "../kernel/zip";
import { type CsvColumn, textColumn } from "./csv-layout";
import { type CsvInternal, type CsvItem, parseRows, refuseKeyAsText } from "./csv-read";
import { Sheet, type SheetRow } from "./xlsx-sheet";
import { columnName, composeCell, SHEET_PATH, workbookParts } from "./xlsx-text";

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

/** A row with its cells by their column. */
interface Row {
  element: XmlElement;
  cells: Map<number, XmlElement>;
}

interface Internal {
  csv: CsvInternal<SheetRow>;
  sheet: Sheet;
  data: XmlElement;
  root: XmlElement;
}

class SheetEditor {
  readonly xml: XmlEditor;
  private readonly internal: Internal;
  private last: number;

  constructor(
    sheet: string,
    file: ParsedFile<Internal>,
    /** The strings that are edited; all of them where some are added. */
    private readonly items: ReadonlyMap<string, CsvItem<SheetRow>>,
    private readonly options: FormatOptions,
  ) {
    this.xml = new XmlEditor(sheet);
    this.internal = file.internal;
    this.last = this.internal.sheet.last;
  }

  rowsOf(id: string): Row[] {
    const { sheet } = this.internal;
    const { tree } = sheet;
    return this.items.get(id)!.records.map(({ node: row }) => {
      const cells = new Map<number, XmlElement>();
      sheet.eachCell(row, (cell, position) => cells.set(position, tree.element(cell)));
      return { element: tree.element(row), cells };
    });
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
    const { items } = this;
    const { layout } = this.internal.csv;
    const seen = new Set<string>();
    for (const add of adds) {
      const source = add.sources[0] ?? "";
      const id = keyed ? add.context : JSON.stringify([add.context, source]);
      if ((keyed ? add.context : source) === "") throw new EditRefused(refusal("writeSourceOrKey"));
      if (add.plural) throw new EditRefused(refusal("writePluralTable"));
      if (seen.has(id) || (items.has(id) && !gone.has(id)))
        throw new EditRefused(refusal("writeThere", { name: add.context || source }));
      if (!keyed && add.context !== "" && !layout.columns.has("context"))
        throw new EditRefused(refusal("writeNoContextColumn"));
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

/** Excel workbooks. */
export const xlsx: FileFormat<Internal> = {
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

function partsOf(text: string): Parts {
  const cut = text.lastIndexOf(SHARED);
  return cut < 0 ? { sheet: text, shared: "" } : { sheet: text.slice(0, cut), shared: text.slice(cut + SHARED.length) };
}

/** Paths of the first sheet and of the shared texts, as the workbook names them. */
function pathsOf(zip: Zip): { sheet: string; shared: string | undefined } {
  const member = (name: string): string => {
    const bytes = readMember(zip, name);
    if (!bytes) throw new FormatError(refusal("readWorkbook", { name }), 1, 1);
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
  if (!zip.members.has(sheet)) throw new FormatError(refusal("readWorkbookSheet"), 1, 1);
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
  return readMember(zip, path)?.equals(content) ? before : replaceMembers(zip, new Map([[path, content]]));
}

function parse(text: string, options: FormatOptions): ParsedFile<Internal> {
  const { sheet, shared } = partsOf(text);
  const { tree, root } = readXmlTree(sheet);
  const data = tree.child(root, "sheetData");
  if (data === 0) throw new FormatError(refusal("readSheetData", { tag: "<sheetData>" }), 1, 1);
  const own = new Sheet(tree, data, shared);
  const file = parseRows(
    own.rows,
    options.base === undefined ? options : { ...options, base: undefined, monolingual: monolingualOf(options) },
  );
  const csv = file.internal;
  const internal: Internal = { csv, sheet: own, data: tree.element(data), root: tree.element(root) };
  return {
    get entries() {
      return file.entries;
    },
    find: (ids) => file.find!(ids),
    warnings: [],
    language: file.language,
    states: file.states,
    internal,
  };
}

function edit(text: string, file: ParsedFile<Internal>, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: file.states ?? [] });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const { csv } = file.internal;
  const asked = [...plan.sets.map(({ entry }) => entry.id), ...[...plan.removes].map((entry) => entry.id)];
  const items = csv.items(plan.adds.length ? undefined : new Set(asked));
  const editor = new SheetEditor(partsOf(text).sheet, file, items, options);
  for (const { entry, targets, state } of plan.sets) {
    refuseKeyAsText(items.get(entry.id)!.records, csv.layout, options);
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
  const items = file.internal.csv.items();
  const editor = new SheetEditor(partsOf(base).sheet, file, items, own);
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
