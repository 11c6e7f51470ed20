import { refusal } from "@/lib/text/messages/refusal";
import { valuesOf } from "../kernel/edit-plan";
import { EditRefused, type Entry, type FormatOptions, monolingualOf, type ParsedFile } from "../kernel/format";
import { isNew, pairId, sourcesOfIds } from "../kernel/pair-id";
import { Warnings } from "../kernel/warnings";
import {
  type CsvColumn,
  type CsvLayout,
  type CsvPlaces,
  cell,
  columnsOf,
  EMPTY_LAYOUT,
  placesOf,
  textColumn,
  textIn,
} from "./csv-layout";
import { type CsvRecord, guessDelimiter, scanCsv, type TableRow } from "./csv-tokens";

/** How the variants of the format differ. */
export interface CsvDialect {
  /** Two columns, whatever the file has. */
  simple: boolean;
  /** Whether rows of one string are values of it, instead of one and its copies. */
  several?: boolean;
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

const isBlank = (text: string, record: CsvRecord): boolean =>
  record.width === 1 && !/\S/.test(text.slice(record.start, record.end));

/** A table with its rows. */
interface Table<Row> {
  layout: CsvLayout;
  records: Row[];
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

/** Line end of the rows; one inside a field does not count. */
function lineEndOf(text: string, records: readonly CsvRecord[]): string {
  const ended = records.find((record) => record.next > record.end);
  return ended ? text.slice(ended.end, ended.next) : "\n";
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

/** @throws EditRefused when the text of a string is what it is known by, as in a table without translations */
export function refuseKeyAsText(records: readonly TableRow[], layout: CsvLayout, options: FormatOptions): void {
  if (textColumn(layout) !== "source") return;
  const has = (record: TableRow, column: CsvColumn) => cell(record, layout, column) !== "";
  const keyed = monolingualOf(options) && layout.columns.has("source");
  if (keyed && records.every((record) => has(record, "id") || has(record, "context"))) return;
  throw new EditRefused(refusal("writeNoTargetColumn", { name: "target" }));
}

/** Whether a cell of the column `fuzzy` says yes. */
function isFuzzy(value: string): boolean {
  return value !== "" && ["1", "x", "true", "yes", "fuzzy"].includes(value.trim().toLowerCase());
}

class Reader<Row extends TableRow> {
  readonly entries: Entry[] = [];
  readonly items = new Map<string, CsvItem<Row>>();
  /** Ids of the strings where nobody asks for their items. */
  private readonly seen: Set<string> | undefined;
  readonly warnings: Warnings;
  private readonly byHash = new Map<string, Entry>();
  private readonly keyed: boolean;
  /** Source texts of the strings that are wanted, where they are known by them. */
  private readonly wanted: ReadonlySet<string> | undefined;
  private readonly places: CsvPlaces;

  /**
   * `only` are the ids that are wanted; none of the rows may be a form of another then. Items are made with `itemized`,
   * and where a string may have several rows.
   */
  constructor(
    text: string,
    private readonly layout: CsvLayout,
    private readonly options: FormatOptions,
    private readonly several: boolean,
    private readonly only: ReadonlySet<string> | undefined,
    itemized: boolean,
  ) {
    this.places = placesOf(layout);
    if (!itemized && !several && this.places.hash < 0) this.seen = new Set();
    this.warnings = new Warnings(text);
    this.keyed = monolingualOf(options);
    this.wanted = only && !this.keyed ? sourcesOfIds(only) : undefined;
  }

  private value(record: Row, position: number): string {
    return textIn(record, position, this.layout.eol);
  }

  /** The key of a monolingual row: the first of its columns that says something. */
  private keyOf(record: Row): string {
    const { id, context, source } = this.places;
    return this.value(record, id) || this.value(record, context) || this.value(record, source);
  }

  read(record: Row): void {
    const { keyed, wanted, only, places } = this;
    const source = this.value(record, places.source);
    if (wanted && !wanted.has(source)) return;
    const context = keyed ? this.keyOf(record) : this.value(record, places.context);
    if (keyed ? context === "" : source === "") return;
    const id = keyed ? context : pairId(context, source);
    if (only && !only.has(id)) return;
    const target = this.value(record, places.text);
    const text = keyed && this.options.isTemplate && target === "" ? source : target;
    const isForm = !this.several && this.value(record, places.form) !== "";
    const hash = isForm ? this.value(record, places.hash) : "";
    const known = hash === "" ? undefined : this.byHash.get(hash);
    if (known) {
      this.addForm(known, record, source, text);
      return;
    }
    const item = this.seen ? undefined : this.items.get(id);
    if (item && this.several && item.records.length < MOST_VALUES) {
      item.records.push(record);
      return;
    }
    if (item || (this.seen && !isNew(this.seen, id))) {
      const name = context || source;
      this.warnings.add(`“${name}” appears twice in the file; only the first is used.`, record.start, name);
      return;
    }
    const entry = this.entry(id, record, context, keyed ? text : source, text);
    if (hash !== "" && !this.several) {
      entry.plural = true;
      this.byHash.set(hash, entry);
    }
    if (!this.seen) this.items.set(id, { records: [record] });
    this.entries.push(entry);
  }

  /** Puts the values of each string together: those of all its rows that say something. */
  collect(): void {
    const keyed = monolingualOf(this.options);
    const textOf = (record: Row): string => {
      const target = this.value(record, this.places.text);
      return keyed && this.options.isTemplate && target === "" ? this.value(record, this.places.source) : target;
    };
    for (const entry of this.entries) {
      const { records } = this.items.get(entry.id)!;
      if (records.length === 1) continue;
      entry.targets = valuesOf(records.map(textOf));
      if (keyed) entry.sources = [...entry.targets];
      const isFuzzyRow = (record: Row) => isFuzzy(this.value(record, this.places.fuzzy));
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
    else if (entry.sources.length < 2 && this.value(record, this.places.sourceForm) !== "0") entry.sources.push(source);
    if (text !== "" && entry.state === "empty") entry.state = "translated";
    entry.span = { start: Math.min(entry.span.start, record.start), end: Math.max(entry.span.end, record.end) };
  }

  private entry(id: string, record: Row, context: string, source: string, target: string): Entry {
    const { places } = this;
    const notes = [this.value(record, places.translatorNote), this.value(record, places.developerNote)];
    return {
      id,
      context,
      sources: [source],
      targets: [target],
      plural: false,
      state: target === "" ? "empty" : isFuzzy(this.value(record, places.fuzzy)) ? "needs-editing" : "translated",
      note: notes[0] && notes[1] ? notes.join("\n") : notes[0] || notes[1]!,
      location: this.value(record, places.location),
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
export function parseCsv(text: string, options: FormatOptions, dialect: CsvDialect): ParsedFile<CsvInternal> {
  const scanned = scan(text, dialect, options);
  const base = !scanned && options.base !== undefined ? scan(options.base, dialect, options) : undefined;
  const again = () => scan(text, dialect, options)?.records ?? [];
  const table = scanned ?? { layout: base?.layout ?? EMPTY_LAYOUT, records: [] };
  return tableFile(text, table, again, options, dialect.several === true);
}

/** Strings of rows that come from elsewhere. @throws FormatError for rows of one column */
export function parseRows<Row extends TableRow>(rows: Row[], options: FormatOptions): ParsedFile<CsvInternal<Row>> {
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
): ParsedFile<CsvInternal<Row>> {
  let kept: Row[] | undefined = rows;
  const records = (): Row[] => {
    kept ??= again();
    return kept;
  };
  let found: { ids: ReadonlySet<string>; reader: Reader<Row> } | undefined;
  const read = (only: ReadonlySet<string> | undefined, itemized: boolean): Reader<Row> => {
    // Who finds strings to edit them asks for the same ones twice.
    if (only && found && [...only].every((id) => found!.ids.has(id))) return found.reader;
    // Rows of other strings may be forms of one that is wanted.
    const alone = layout.columns.has("id_hash") ? undefined : only;
    const reader = new Reader<Row>(text, layout, options, several, alone, itemized);
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
      const { entries, warnings } = read(undefined, false);
      made = { entries, warnings: warnings.list };
      kept = undefined;
      found = undefined;
    }
    return made;
  };
  const internal: CsvInternal<Row> = { layout, records, items: (only) => read(only, true).items };
  return {
    get entries() {
      return whole().entries;
    },
    get warnings() {
      return whole().warnings;
    },
    find: (ids) => read(ids, true).entries,
    language: "",
    states: layout.columns.has("fuzzy") ? ["needs-editing"] : [],
    internal,
  };
}
