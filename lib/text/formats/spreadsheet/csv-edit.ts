import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, type PlannedSet, planEdits, valuesOf } from "../kernel/edit-plan";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { guardFormula, keepFromReading } from "../kernel/formula-guard";
import { PatchList, placeInOrder } from "../kernel/splice";
import { type CsvColumn, type CsvLayout, cell, keyColumn, textColumn } from "./csv-layout";
import { type CsvDialect, type CsvInternal, type CsvItem, isLaidOutAs, parseCsv, refuseKeyAsText } from "./csv-read";
import { type CsvField, type CsvRecord, composeField, fieldValue, needsQuotes } from "./csv-tokens";

/** Rows that tell how a column is written. */
const LOOKED_AT = 200;

class CsvEditor {
  private readonly patches: PatchList;
  private readonly layout: CsvLayout;
  private readonly internal: CsvInternal;
  /** Fields that rows lack, by row and position. */
  private readonly grown = new Map<CsvRecord, Map<number, string>>();

  constructor(
    private readonly text: string,
    file: ParsedFile<CsvInternal>,
    /** The strings that are edited; all of them where some are added. */
    private readonly items: ReadonlyMap<string, CsvItem>,
    private readonly options: FormatOptions,
    private readonly dialect: CsvDialect,
  ) {
    this.patches = new PatchList(text);
    this.internal = file.internal;
    this.layout = this.internal.layout;
  }

  /** A field that reads as the value. */
  private field(value: string, quoted: boolean): string {
    const { eol } = this.layout;
    if (eol === "\r\n" && value.includes("\r\n")) throw new EditRefused(refusal("writeTableCrlf"));
    const guarded = this.options.params.csv_escape_formulas === true ? guardFormula(value) : keepFromReading(value);
    return composeField(eol === "\r\n" ? guarded.replaceAll("\n", eol) : guarded, quoted);
  }

  /** Writes one column of a row; a row that is too short grows. */
  put(record: CsvRecord, column: CsvColumn, value: string): void {
    const position = this.layout.columns.get(column);
    if (position === undefined || cell(record, this.layout, column) === value) return;
    const field: CsvField | undefined = record.fields[position];
    if (field) {
      this.patches.replace(field.start, field.end, this.field(value, this.isQuoted(record, position)));
      return;
    }
    const grown = this.grown.get(record) ?? new Map<number, string>();
    this.grown.set(record, grown.set(position, this.field(value, this.layout.quoted)));
  }

  /** Whether a field keeps its quotes: those that its text needed say nothing of how the column is written. */
  private isQuoted(record: CsvRecord, position: number): boolean {
    const { close } = record.fields[position]!;
    if (close < 0 || !needsQuotes(fieldValue(this.text, record.fields[position]!))) return close >= 0;
    this.habits[position] ??= this.habitOf(position, record);
    return this.habits[position];
  }

  private readonly habits: boolean[] = [];

  /** Whether a column has quotes that it does not need, as its last rows show. */
  private habitOf(position: number, except: CsvRecord): boolean {
    for (const record of this.internal.records().slice(-LOOKED_AT).reverse()) {
      const field = record === except ? undefined : record.fields[position];
      if (field && !needsQuotes(fieldValue(this.text, field))) return field.close >= 0;
    }
    return this.layout.quoted;
  }

  finish(): Patch[] {
    for (const [record, grown] of this.grown) {
      const count = Math.max(...grown.keys()) - record.fields.length + 1;
      const fields = Array.from({ length: count }, (_, i) => grown.get(record.fields.length + i) ?? "");
      this.patches.insert(record.end, fields.map((field) => this.layout.delimiter + field).join(""));
    }
    return this.patches.finish();
  }

  set(planned: PlannedSet): void {
    const { entry, targets } = planned;
    const item = this.items.get(entry.id)!;
    refuseKeyAsText(item.records, this.layout, this.options);
    if (this.dialect.several) this.setValues(item, planned);
    else for (const [form, record] of item.records.entries()) this.setRow(record, targets[form] ?? "", planned);
  }

  private setRow(record: CsvRecord, target: string, { entry, state }: PlannedSet): void {
    this.put(record, textColumn(this.layout), target);
    const old = cell(record, this.layout, "fuzzy");
    const wasFuzzy = entry.state === "needs-editing";
    if (state === "needs-editing" && !wasFuzzy) this.put(record, "fuzzy", /^[01]$/.test(old) ? "1" : "True");
    else if (state !== "needs-editing" && old !== "" && old !== "0" && old.toLowerCase() !== "false")
      this.put(record, "fuzzy", "");
  }

  /** Rows that are gone because their string has fewer values now. */
  readonly surplus = new Set<CsvRecord>();

  /**
   * One row for each value: rows whose values stay at the start and at the end of the list stay, those between take
   * the new ones; what is left over goes, and what is missing comes behind.
   */
  private setValues({ records }: CsvItem, planned: PlannedSet): void {
    const column = textColumn(this.layout);
    const now = records.map((record) => cell(record, this.layout, column));
    const { targets } = planned;
    const shorter = Math.min(now.length, targets.length);
    let head = 0;
    while (head < shorter && now[head] === targets[head]) head++;
    let tail = 0;
    while (tail < shorter - head && now.at(-1 - tail) === targets.at(-1 - tail)) tail++;
    const middle = records.slice(head, records.length - tail);
    const wanted = targets.slice(head, targets.length - tail);
    for (const record of [...records.slice(0, head), ...records.slice(records.length - tail)])
      this.setRow(record, cell(record, this.layout, column), planned);
    middle.forEach((record, index) => {
      const value = wanted[index];
      if (value !== undefined) this.setRow(record, value, planned);
      // A row without a value says nothing, and stays.
      else if (cell(record, this.layout, column) !== "") this.surplus.add(record);
    });
    const rows = wanted.slice(middle.length).map((value) => this.copyOf(records[0]!, value, planned.state));
    if (rows.length === 0) return;
    const before = middle.at(-1) ?? records[head - 1];
    if (before) this.patches.insert(before.end, rows.map((row) => this.layout.eol + row).join(""));
    else this.patches.insert(records[0]!.start, rows.map((row) => row + this.layout.eol).join(""));
  }

  /** A row like another one, with another value. */
  private copyOf(record: CsvRecord, value: string, state: PlannedSet["state"]): string {
    const { columns, delimiter, quoted } = this.layout;
    const changed = new Map<number | undefined, string>([
      [columns.get(textColumn(this.layout)), value],
      [columns.get("fuzzy"), state === "needs-editing" ? "True" : ""],
    ]);
    const width = Math.max(record.fields.length, (columns.get(textColumn(this.layout)) ?? 0) + 1);
    return Array.from({ length: width }, (_, position) => {
      const field = record.fields[position];
      const text = changed.get(position);
      if (text === undefined) return field ? this.text.slice(field.start, field.end) : "";
      return this.field(text, field ? field.close >= 0 : quoted);
    }).join(delimiter);
  }

  /** Takes rows away, each with its line end; the last one of an unended file with the line end before it. */
  remove(gone: ReadonlySet<CsvRecord>): void {
    const records = this.internal.records();
    const last = records.at(-1)!;
    const lastKept = records.findLast((record) => !gone.has(record));
    let kept = 0;
    records.forEach((record) => {
      if (!gone.has(record)) {
        kept = record.end;
        return;
      }
      const tail = last.next === last.end && record.start > (lastKept?.start ?? 0);
      if (tail && kept > 0) {
        this.patches.replace(kept, this.text.length, "");
        kept = -1;
      } else if (kept >= 0) this.patches.replace(record.start, record.next, "");
    });
  }

  add(adds: readonly AddEdit[], gone: ReadonlySet<CsvItem>): void {
    const fresh = new Map<string, string>();
    const keyed = monolingualOf(this.options);
    for (const add of adds) {
      const id = keyed ? add.context : JSON.stringify([add.context, add.sources[0] ?? ""]);
      if (keyed ? add.context === "" : (add.sources[0] ?? "") === "")
        throw new EditRefused(refusal(keyed ? "writeKey" : "writeSource"));
      const there = this.items.get(id);
      if (fresh.has(id) || (there && !gone.has(there)))
        throw new EditRefused(refusal("writeThere", { name: add.context || (add.sources[0] ?? "") }));
      if (add.plural) throw new EditRefused(refusal("writePluralTable"));
      const values = this.dialect.several ? valuesOf(add.targets) : add.targets.slice(0, 1);
      const rows = values.map((target) => this.compose({ ...add, targets: [target] }, keyed));
      fresh.set(id, rows.join(this.layout.eol));
    }
    this.insert(fresh, gone);
  }

  private compose(add: AddEdit, keyed: boolean): string {
    const { layout } = this;
    const target = add.targets[0] ?? "";
    const values = new Map<CsvColumn, string>([
      ["source", add.sources[0] ?? ""],
      ["context", add.context],
      ["developer_comments", add.note ?? ""],
    ]);
    if (keyed) {
      if (layout.columns.has("id")) values.set("id", add.context);
      else if (keyColumn(layout) === "source") values.set("source", add.context);
    }
    values.set(textColumn(layout), target);
    if (add.state === "needs-editing" && target !== "") values.set("fuzzy", "True");
    const names = new Map([...layout.columns].map(([name, position]) => [position, name]));
    if (!keyed && add.context !== "" && !layout.columns.has("context"))
      throw new EditRefused(refusal("writeNoContextColumn"));
    return Array.from({ length: layout.width }, (_, position) => {
      const name = names.get(position);
      return this.field((name && values.get(name)) || "", layout.quoted);
    }).join(layout.delimiter);
  }

  private insert(fresh: ReadonlyMap<string, string>, gone: ReadonlySet<CsvItem>): void {
    const { items, layout } = this;
    const records = this.internal.records();
    const ended = /[\r\n]$/.test(this.text);
    const present = new Set([...items].filter(([, item]) => !gone.has(item)).map(([id]) => id));
    const order = this.options.base === undefined || this.options.isTemplate ? [] : this.baseOrder();
    const first = records[layout.hasHeader ? 1 : 0];
    for (const [id, place] of placeInOrder(order, present, [...fresh.keys()])) {
      const row = fresh.get(id)!;
      const after = typeof place === "string" ? items.get(place)!.records.at(-1)! : undefined;
      if (after) this.patches.insert(after.end, layout.eol + row);
      else if (place === null && first) this.patches.insert(first.start, row + layout.eol);
      else if (ended || records.length === 0) this.patches.insert(this.text.length, row + layout.eol);
      else this.patches.insert(this.text.length, layout.eol + row);
    }
  }

  private baseOrder(): string[] {
    const base = parseCsv(this.options.base!, { ...this.options, isTemplate: true, base: undefined }, this.dialect);
    return base.entries.map((entry) => entry.id);
  }
}

/** Patches of a table, see `FileFormat.edit`. */
export function editCsv(
  text: string,
  file: ParsedFile<CsvInternal>,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: CsvDialect,
  charset: string | undefined,
): Patch[] {
  const plan = planEdits(file, edits, { states: file.states ?? [], charset, severalValues: dialect.several });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const internal = file.internal;
  const asked = [...plan.sets.map(({ entry }) => entry.id), ...[...plan.removes].map((entry) => entry.id)];
  const items = internal.items(plan.adds.length ? undefined : new Set(asked));
  const editor = new CsvEditor(text, file, items, options, dialect);
  for (const set of plan.sets) editor.set(set);
  const gone = new Set([...plan.removes].map((entry) => items.get(entry.id)!));
  const rows = new Set([...editor.surplus, ...[...gone].flatMap((item) => item.records)]);
  if (rows.size) editor.remove(rows);
  if (plan.adds.length) editor.add(plan.adds, gone);
  const patches = editor.finish();
  if (!isLaidOutAs(internal.layout, applyPatches(text, patches), options, dialect))
    throw new EditRefused(refusal("writeTableColumns"));
  return patches;
}

/** A new table: the header alone for keyed strings, else every row with an empty text. */
export function createCsv(base: string | undefined, options: FormatOptions, dialect: CsvDialect): string | undefined {
  if (base === undefined) return undefined;
  const keyed = monolingualOf(options);
  const file = parseCsv(base, { ...options, isTemplate: keyed, base: undefined }, dialect);
  const internal = file.internal;
  const { layout } = internal;
  if (keyed) {
    const header = layout.hasHeader ? internal.records()[0] : undefined;
    return header ? base.slice(0, header.next) : "";
  }
  const items = internal.items();
  const editor = new CsvEditor(base, file, items, options, dialect);
  for (const item of items.values()) {
    const [first, ...others] = item.records;
    if (dialect.several) for (const record of others) editor.surplus.add(record);
    for (const record of dialect.several ? [first!] : item.records) {
      editor.put(record, textColumn(layout), "");
      editor.put(record, "fuzzy", "");
    }
  }
  if (editor.surplus.size) editor.remove(editor.surplus);
  return applyPatches(base, editor.finish());
}
