import {
  type CsvColumn,
  type CsvDialect,
  type CsvInternal,
  type CsvItem,
  type CsvLayout,
  cell,
  isLaidOutAs,
  keyColumn,
  parseCsv,
  refuseKeyAsText,
  textColumn,
} from "./csv-read";
import { type CsvField, type CsvRecord, composeField } from "./csv-tokens";
import { type AddEdit, type PlannedSet, planEdits } from "./edit-plan";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FormatOptions,
  monolingualOf,
  type ParsedFile,
  type Patch,
} from "./format";
import { guardFormula, keepFromReading } from "./formula-guard";
import { PatchList, placeInOrder } from "./splice";

class CsvEditor {
  private readonly patches: PatchList;
  private readonly layout: CsvLayout;
  private readonly internal: CsvInternal;
  /** Fields that rows lack, by row and position. */
  private readonly grown = new Map<CsvRecord, Map<number, string>>();

  constructor(
    private readonly text: string,
    file: ParsedFile,
    private readonly options: FormatOptions,
    private readonly dialect: CsvDialect,
  ) {
    this.patches = new PatchList(text);
    this.internal = file.internal as CsvInternal;
    this.layout = this.internal.layout;
  }

  /** A field that reads as the value. */
  private field(value: string, quoted: boolean): string {
    const { eol } = this.layout;
    if (eol === "\r\n" && value.includes("\r\n"))
      throw new EditRefused(
        "The text holds a CRLF line end, which cannot be told from the file's own. Use plain line ends.",
      );
    const guarded = this.options.params.csv_escape_formulas === true ? guardFormula(value) : keepFromReading(value);
    return composeField(eol === "\r\n" ? guarded.replaceAll("\n", eol) : guarded, quoted);
  }

  /** Writes one column of a row; a row that is too short grows. */
  put(record: CsvRecord, column: CsvColumn, value: string): void {
    const position = this.layout.columns.get(column);
    if (position === undefined || cell(this.text, record, this.layout, column) === value) return;
    const field: CsvField | undefined = record.fields[position];
    if (field) {
      this.patches.replace(field.start, field.end, this.field(value, field.close >= 0));
      return;
    }
    const grown = this.grown.get(record) ?? new Map<number, string>();
    this.grown.set(record, grown.set(position, this.field(value, this.layout.quoted)));
  }

  finish(): Patch[] {
    for (const [record, grown] of this.grown) {
      const count = Math.max(...grown.keys()) - record.fields.length + 1;
      const fields = Array.from({ length: count }, (_, i) => grown.get(record.fields.length + i) ?? "");
      this.patches.insert(record.end, fields.map((field) => this.layout.delimiter + field).join(""));
    }
    return this.patches.finish();
  }

  set({ entry, targets, state }: PlannedSet): void {
    const item = this.internal.items.get(entry.id)!;
    const column = textColumn(this.layout);
    refuseKeyAsText(this.text, item.records, this.layout, this.options);
    item.records.forEach((record, form) => {
      this.put(record, column, targets[form] ?? "");
      const old = cell(this.text, record, this.layout, "fuzzy");
      const wasFuzzy = entry.state === "needs-editing";
      if (state === "needs-editing" && !wasFuzzy) this.put(record, "fuzzy", /^[01]$/.test(old) ? "1" : "True");
      else if (state !== "needs-editing" && old !== "" && old !== "0" && old.toLowerCase() !== "false")
        this.put(record, "fuzzy", "");
    });
  }

  /** Takes rows away, each with its line end; the last one of an unended file with the line end before it. */
  remove(gone: ReadonlySet<CsvRecord>): void {
    const { records } = this.internal;
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
        throw new EditRefused(keyed ? "A string needs a key." : "A string needs a source text.");
      const there = this.internal.items.get(id);
      if (fresh.has(id) || (there && !gone.has(there)))
        throw new EditRefused(`The string “${add.context || add.sources[0]}” is in the file already.`);
      if (add.plural) throw new EditRefused("A table without plural columns cannot hold plural forms.");
      fresh.set(id, this.compose(add, keyed));
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
      throw new EditRefused("This table has no column for a context.");
    return Array.from({ length: layout.width }, (_, position) => {
      const name = names.get(position);
      return this.field((name && values.get(name)) || "", layout.quoted);
    }).join(layout.delimiter);
  }

  private insert(fresh: ReadonlyMap<string, string>, gone: ReadonlySet<CsvItem>): void {
    const { records, layout, items } = this.internal;
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
  file: ParsedFile,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: CsvDialect,
  charset: string | undefined,
): Patch[] {
  const plan = planEdits(file, edits, { states: file.states ?? [], charset });
  const internal = file.internal as CsvInternal;
  const editor = new CsvEditor(text, file, options, dialect);
  for (const set of plan.sets) editor.set(set);
  const gone = new Set([...plan.removes].map((entry) => internal.items.get(entry.id)!));
  if (gone.size) editor.remove(new Set([...gone].flatMap((item) => item.records)));
  if (plan.adds.length) editor.add(plan.adds, gone);
  const patches = editor.finish();
  if (!isLaidOutAs(internal.layout, applyPatches(text, patches), options, dialect))
    throw new EditRefused(
      "With this text the columns of the table could not be told any more. Give the table a header.",
    );
  return patches;
}

/** A new table: the header alone for keyed strings, else every row with an empty text. */
export function createCsv(base: string | undefined, options: FormatOptions, dialect: CsvDialect): string | undefined {
  if (base === undefined) return undefined;
  const keyed = monolingualOf(options);
  const file = parseCsv(base, { ...options, isTemplate: keyed, base: undefined }, dialect);
  const { layout, records, items } = file.internal as CsvInternal;
  if (keyed) {
    const header = layout.hasHeader ? records[0] : undefined;
    return header ? base.slice(0, header.next) : "";
  }
  const editor = new CsvEditor(base, file, options, dialect);
  for (const item of items.values()) {
    for (const record of item.records) {
      editor.put(record, textColumn(layout), "");
      editor.put(record, "fuzzy", "");
    }
  }
  return applyPatches(base, editor.finish());
}
