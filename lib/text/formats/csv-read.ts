import { type CsvRecord, guessDelimiter, scanCsv, type TableRow } from "./csv-tokens";
import { valuesOf } from "./edit-plan";
import { storable } from "./encoding";
import { EditRefused, type Entry, FormatError, type FormatOptions, monolingualOf, type ParsedFile } from "./format";
import { unguardFormula } from "./formula-guard";
import { pairId, sourcesOfIds } from "./pair-id";
import { Warnings } from "./warnings";

/** Columns that mean something, in the order they have in files without a header. */
const COLUMNS = [
  "location",
  "source",
  "target",
  "id",
  "fuzzy",
  "context",
  "translator_comments",
  "developer_comments",
] as const;

/** Columns that only a header can name: they tie the rows of one plural string together. */
const PLURAL_COLUMNS = ["source_plural_form", "target_plural_form", "id_hash"] as const;

export type CsvColumn = (typeof COLUMNS)[number] | (typeof PLURAL_COLUMNS)[number];

/** How the variants of the format differ. */
export interface CsvDialect {
  /** Two columns, whatever the file has. */
  simple: boolean;
  /** Whether rows of one string are values of it, instead of one and its copies. */
  several?: boolean;
}

/** How one file is laid out. */
export interface CsvLayout {
  delimiter: string;
  eol: string;
  /** Position of each known column. */
  columns: ReadonlyMap<CsvColumn, number>;
  hasHeader: boolean;
  /** Fields of a row. */
  width: number;
  /** Whether the fields of a new row stand in quotes. */
  quoted: boolean;
}

/** A string of the file with its rows: one, or one for each plural form or value. */
export interface CsvItem<Row = CsvRecord> {
  records: Row[];
}

/** More values of one string than these are not read. */
const MOST_VALUES = 500;

/** What `parse` leaves for `edit`. */
export interface CsvInternal<Row = CsvRecord> {
  layout: CsvLayout;
  /** Rows, the header included; read again when they were let go of. */
  records: () => Row[];
  /** Strings by id: all, or at least some. */
  items: (only?: ReadonlySet<string>) => ReadonlyMap<string, CsvItem<Row>>;
}

const KNOWN: ReadonlySet<string> = new Set([...COLUMNS, ...PLURAL_COLUMNS]);
const isColumn = (name: string): name is CsvColumn => KNOWN.has(name);

/** Longer cells are no names of columns. */
const LONGEST_NAME = 100;

/** Known columns that a record names, when it is a header. */
function headerOf(record: TableRow): Map<CsvColumn, number> | undefined {
  const columns = new Map<CsvColumn, number>();
  for (let index = 0; index < record.width; index++) {
    const value = record.value(index) ?? "";
    if (value.length > LONGEST_NAME) continue;
    const name = value.trim().toLowerCase();
    if (isColumn(name) && !columns.has(name)) columns.set(name, index);
  }
  const usable = columns.has("source") || columns.has("context") || columns.has("id");
  return columns.size >= 2 && usable && columns.size * 2 >= record.width ? columns : undefined;
}

const isBlank = (text: string, record: CsvRecord): boolean =>
  record.width === 1 && !/\S/.test(text.slice(record.start, record.end));

/** Columns of a file without a header, by how many it has. */
function unnamedColumns(records: readonly TableRow[], width: number, options: FormatOptions): Map<CsvColumn, number> {
  const keyed = monolingualOf(options);
  if (width === 2)
    return new Map<CsvColumn, number>([
      [keyed ? "context" : "source", 0],
      ["target", 1],
    ]);
  // Source, translation and an unused column, as some programs write them, would else be a place without a text.
  const thirdUnused = () => records.every((record) => (record.value(2) ?? "") === "");
  if (width === 3 && !keyed && thirdUnused())
    return new Map<CsvColumn, number>([
      ["source", 0],
      ["target", 1],
    ]);
  return new Map(COLUMNS.slice(0, width).map((name, index) => [name, index]));
}

/** Line end of the rows; one inside a field does not count. */
function lineEndOf(text: string, records: readonly CsvRecord[]): string {
  const ended = records.find((record) => record.next > record.end);
  return ended ? text.slice(ended.end, ended.next) : "\n";
}

/** A table with its rows. */
interface Table<Row> {
  layout: CsvLayout;
  records: Row[];
}

/** Columns of a table, by its header or by how many they are. @throws FormatError for a table of one column */
function columnsOf(
  first: TableRow,
  records: readonly TableRow[],
  simple: boolean,
  options: FormatOptions,
): Pick<CsvLayout, "columns" | "hasHeader" | "width"> {
  const header = headerOf(first);
  const width = simple && !header ? Math.min(first.width, 2) : first.width;
  if (width < 2) throw new FormatError("A table of at least two columns is expected.", 1, 1);
  return {
    columns: header ?? unnamedColumns(records, width, options),
    hasHeader: header !== undefined,
    width: first.width,
  };
}

/** Layout and records of a text; undefined when it has no records to tell. */
function scan(text: string, dialect: CsvDialect, options: FormatOptions): Table<CsvRecord> | undefined {
  const delimiter = guessDelimiter(text);
  const records = scanCsv(text, delimiter).filter((record) => !isBlank(text, record));
  const [first] = records;
  if (!first) return undefined;
  const columns = columnsOf(first, records, dialect.simple, options);
  const quoted = records.at(-1)!.fields.every((field) => field.close >= 0);
  return { layout: { delimiter, eol: lineEndOf(text, records), quoted, ...columns }, records };
}

const EMPTY_LAYOUT: CsvLayout = {
  delimiter: ",",
  eol: "\n",
  columns: new Map(COLUMNS.map((name, index) => [name, index])),
  hasHeader: false,
  width: COLUMNS.length,
  quoted: true,
};

/** Value of a column in a record; "" when the row is shorter or the file has no such column. */
export function cell(record: TableRow, layout: CsvLayout, column: CsvColumn): string {
  const position = layout.columns.get(column);
  const raw = position === undefined ? undefined : record.value(position);
  if (raw === undefined) return "";
  return storable(unguardFormula(layout.eol === "\r\n" ? raw.replaceAll("\r\n", "\n") : raw));
}

/** The column that holds the text of a language: the base and its translations may do with `source`. */
export function textColumn(layout: CsvLayout): CsvColumn {
  return layout.columns.has("target") ? "target" : "source";
}

/** Whether a text, an edited one, is read with the same columns; no row at all says nothing against it. */
export function isLaidOutAs(layout: CsvLayout, text: string, options: FormatOptions, dialect: CsvDialect): boolean {
  try {
    const now = scan(text, dialect, options)?.layout;
    return (
      now === undefined ||
      (now.delimiter === layout.delimiter &&
        now.hasHeader === layout.hasHeader &&
        now.columns.size === layout.columns.size &&
        [...now.columns].every(([name, position]) => layout.columns.get(name) === position))
    );
  } catch {
    return false;
  }
}

/** @throws EditRefused when the text of a string is what it is known by, as in a table without translations */
export function refuseKeyAsText(records: readonly TableRow[], layout: CsvLayout, options: FormatOptions): void {
  if (textColumn(layout) !== "source") return;
  const has = (record: TableRow, column: CsvColumn) => cell(record, layout, column) !== "";
  const keyed = monolingualOf(options) && layout.columns.has("source");
  if (keyed && records.every((record) => has(record, "id") || has(record, "context"))) return;
  throw new EditRefused("The table has no column for translations. Add one with the name “target”.");
}

/** The column that holds the key of a monolingual string. */
export function keyColumn(layout: CsvLayout): CsvColumn {
  return (["id", "context", "source"] as const).find((column) => layout.columns.has(column)) ?? "source";
}

/** Whether a cell of the column `fuzzy` says yes. */
function isFuzzy(value: string): boolean {
  return ["1", "x", "true", "yes", "fuzzy"].includes(value.trim().toLowerCase());
}

class Reader<Row extends TableRow> {
  readonly entries: Entry[] = [];
  readonly items = new Map<string, CsvItem<Row>>();
  readonly warnings: Warnings;
  private readonly byHash = new Map<string, Entry>();
  private readonly keyed: boolean;
  /** Source texts of the strings that are wanted, where they are known by them. */
  private readonly wanted: ReadonlySet<string> | undefined;

  /** `only` are the ids that are wanted; none of the rows may be a form of another then. */
  constructor(
    text: string,
    private readonly layout: CsvLayout,
    private readonly options: FormatOptions,
    private readonly several: boolean,
    private readonly only?: ReadonlySet<string>,
  ) {
    this.warnings = new Warnings(text);
    this.keyed = monolingualOf(options);
    this.wanted = only && !this.keyed ? sourcesOfIds(only) : undefined;
  }

  private value(record: Row, column: CsvColumn): string {
    return cell(record, this.layout, column);
  }

  /** The key of a monolingual row: the first of its columns that says something. */
  private keyOf(record: Row): string {
    return this.value(record, "id") || this.value(record, "context") || this.value(record, "source");
  }

  read(record: Row): void {
    const { keyed, wanted, only } = this;
    const source = this.value(record, "source");
    if (wanted && !wanted.has(source)) return;
    const context = keyed ? this.keyOf(record) : this.value(record, "context");
    if (keyed ? context === "" : source === "") return;
    const id = keyed ? context : pairId(context, source);
    if (only && !only.has(id)) return;
    const target = this.value(record, textColumn(this.layout));
    const text = keyed && this.options.isTemplate && target === "" ? source : target;
    const isForm = !this.several && this.value(record, "target_plural_form") !== "";
    const hash = isForm ? this.value(record, "id_hash") : "";
    const known = hash === "" ? undefined : this.byHash.get(hash);
    if (known) {
      this.addForm(known, record, source, text);
      return;
    }
    const item = this.items.get(id);
    if (item && this.several && item.records.length < MOST_VALUES) {
      item.records.push(record);
      return;
    }
    if (item) {
      this.warnings.add(`“${context || source}” is in the file twice; only the first counts.`, record.start);
      return;
    }
    const entry = this.entry(id, record, context, keyed ? text : source, text);
    if (hash !== "" && !this.several) {
      entry.plural = true;
      this.byHash.set(hash, entry);
    }
    this.items.set(id, { records: [record] });
    this.entries.push(entry);
  }

  /** Puts the values of each string together: those of all its rows that say something. */
  collect(): void {
    const keyed = monolingualOf(this.options);
    const textOf = (record: Row): string => {
      const target = this.value(record, textColumn(this.layout));
      return keyed && this.options.isTemplate && target === "" ? this.value(record, "source") : target;
    };
    for (const entry of this.entries) {
      const { records } = this.items.get(entry.id)!;
      if (records.length === 1) continue;
      entry.targets = valuesOf(records.map(textOf));
      if (keyed) entry.sources = [...entry.targets];
      const isFuzzyRow = (record: Row) => isFuzzy(this.value(record, "fuzzy"));
      entry.state = entry.targets[0] === "" ? "empty" : records.some(isFuzzyRow) ? "needs-editing" : "translated";
      entry.span = {
        start: Math.min(...records.map((record) => record.start)),
        end: Math.max(...records.map((record) => record.end)),
      };
    }
  }

  private addForm(entry: Entry, record: Row, source: string, text: string): void {
    const item = this.items.get(entry.id)!;
    if (item.records.length >= 20) return;
    item.records.push(record);
    entry.targets.push(text);
    if (monolingualOf(this.options)) entry.sources.push(text);
    else if (entry.sources.length < 2 && this.value(record, "source_plural_form") !== "0") entry.sources.push(source);
    if (text !== "" && entry.state === "empty") entry.state = "translated";
    entry.span = { start: Math.min(entry.span.start, record.start), end: Math.max(entry.span.end, record.end) };
  }

  private entry(id: string, record: Row, context: string, source: string, target: string): Entry {
    const notes = [this.value(record, "translator_comments"), this.value(record, "developer_comments")];
    return {
      id,
      context,
      sources: [source],
      targets: [target],
      plural: false,
      state: target === "" ? "empty" : isFuzzy(this.value(record, "fuzzy")) ? "needs-editing" : "translated",
      note: notes.filter(Boolean).join("\n"),
      location: this.value(record, "location"),
      flags: "",
      previousSource: "",
      span: { start: record.start, end: record.end },
    };
  }
}

/**
 * Strings of a table. Rows are let go of when all entries are made, and read again for an edit.
 * @throws FormatError for an unclosed quote, and for a file of one column
 */
export function parseCsv(text: string, options: FormatOptions, dialect: CsvDialect): ParsedFile {
  const scanned = scan(text, dialect, options);
  const base = !scanned && options.base !== undefined ? scan(options.base, dialect, options) : undefined;
  const again = () => scan(text, dialect, options)?.records ?? [];
  const table = scanned ?? { layout: base?.layout ?? EMPTY_LAYOUT, records: [] };
  return tableFile(text, table, again, options, dialect.several === true);
}

/** Strings of rows that come from elsewhere. @throws FormatError for rows of one column */
export function parseRows<Row extends TableRow>(rows: Row[], options: FormatOptions): ParsedFile {
  const [first] = rows;
  const columns = first && columnsOf(first, rows, false, options);
  const layout = columns ? { delimiter: ",", eol: "\n", quoted: true, ...columns } : EMPTY_LAYOUT;
  return tableFile("", { layout, records: rows }, () => rows, options, false);
}

function tableFile<Row extends TableRow>(
  text: string,
  { layout, records: rows }: Table<Row>,
  again: () => Row[],
  options: FormatOptions,
  several: boolean,
): ParsedFile {
  let kept: Row[] | undefined = rows;
  const records = (): Row[] => {
    kept ??= again();
    return kept;
  };
  let found: { ids: ReadonlySet<string>; reader: Reader<Row> } | undefined;
  const read = (only?: ReadonlySet<string>): Reader<Row> => {
    // Who finds strings to edit them asks for the same ones twice.
    if (only && found && [...only].every((id) => found!.ids.has(id))) return found.reader;
    // Rows of other strings may be forms of one that is wanted.
    const alone = layout.columns.has("id_hash") ? undefined : only;
    const reader = new Reader<Row>(text, layout, options, several, alone);
    records().forEach((record, index) => {
      if (index > 0 || !layout.hasHeader) reader.read(record);
    });
    if (several) reader.collect();
    if (only) found = { ids: only, reader };
    return reader;
  };
  let made: Pick<ParsedFile, "entries" | "warnings"> | undefined;
  const whole = (): Pick<ParsedFile, "entries" | "warnings"> => {
    if (!made) {
      const { entries, warnings } = read();
      made = { entries, warnings: warnings.list };
      kept = undefined;
      found = undefined;
    }
    return made;
  };
  const internal: CsvInternal<Row> = { layout, records, items: (only) => read(only).items };
  return {
    get entries() {
      return whole().entries;
    },
    get warnings() {
      return whole().warnings;
    },
    find: (ids) => read(ids).entries,
    language: "",
    states: layout.columns.has("fuzzy") ? ["needs-editing"] : [],
    internal,
  };
}
