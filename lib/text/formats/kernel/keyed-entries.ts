import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "./edit-plan";
import { storable } from "./encoding";
import { EditRefused, type Entry, type EntryEdit, type FormatOptions, type ParsedFile, type Patch } from "./format";
import { lineEnding, PatchList, placeInOrder } from "./splice";
import { Warnings } from "./warnings";

/**
 * Files that are lists of keys and texts in places: reading finds the places, an edit replaces one of them. The
 * formats differ in how a place is found and how a text is spelled there.
 */

/** One text of a file with its places. */
export interface KeyedText {
  /** Identity and key of the string. */
  key: string;
  /** Where it starts with its comment, and where it ends; whole lines where the format has lines. */
  start: number;
  end: number;
  /** Range of the spelled text. */
  from: number;
  to: number;
  text: string;
  note: string;
  /** Where the texts are known by place, the line or time of it. */
  location?: string;
  /** Whether key and text have nothing that a database could not hold; left out where nobody has looked. */
  clean?: boolean;
  /** Why it must stay as it is; shown, but never written. */
  locked?: boolean;
  /** Texts of several forms in one place. */
  forms?: string[];
  /** Source text and context, where the file has them beside the text; the key is then an identity alone. */
  source?: string;
  context?: string;
}

/** What a reader found, in file order. */
export interface KeyedTexts<I extends KeyedText = KeyedText> {
  items: I[];
  /** Sentences about places. */
  warnings?: [message: string, offset: number][];
  language?: string;
}

/** A string to be written that the file does not have. */
export interface NewKeyedText {
  key: string;
  text: string;
  forms: string[];
  plural: boolean;
  note: string;
  source: string;
  context: string;
}

/** Where a new string goes, and what stands around it there. */
export interface InsertionPoint {
  at: number;
  before: string;
  after: string;
}

export interface KeyedDialect<I extends KeyedText = KeyedText> {
  /** @throws FormatError */
  read: (text: string, options: FormatOptions) => KeyedTexts<I>;
  /** Spelling of a text for `[from, to)` of the item. @throws EditRefused */
  write: (value: string, item: I, text: string, reading: KeyedTexts<I>, forms: string[]) => string;
  /** A new string in whole lines, without the last line end. @throws EditRefused */
  compose?: (fresh: NewKeyedText, text: string, reading: KeyedTexts<I>, options: FormatOptions) => string;
  /** Where a new string goes when its neighbour does not tell; the end of the file when left out. */
  insertionPoint?: (
    key: string,
    text: string,
    reading: KeyedTexts<I>,
    after: I | undefined,
  ) => InsertionPoint | undefined;
  /** Writes new strings where they are no lines; each with the one it comes behind, null for the start. */
  insert?: (
    patches: PatchList,
    text: string,
    reading: KeyedTexts<I>,
    fresh: readonly [fresh: NewKeyedText, after: I | null | undefined][],
    options: FormatOptions,
  ) => void;
  /** What goes when an item is removed; its lines when left out. */
  cut?: (text: string, item: I, reading: KeyedTexts<I>) => [start: number, end: number];
  /** Identity of a new string, where its key is not its context. */
  keyOf?: (context: string, source: string) => string;
  /**
   * Whether a new file is a copy of its base: a text that says the same as the base is not translated yet, and an
   * emptied one says it again.
   */
  copies?: boolean;
  /** Whether the first of two equal keys counts, not the last. */
  firstCounts?: boolean;
  /** Whether what was read is kept when its entries are made, because reading again would take long. */
  keeps?: boolean;
  /** What an empty text is written as, where the base must tell. */
  emptied?: (item: I, options: FormatOptions) => string | undefined;
}

/** The items that count, by key, and others of the same key; those go with it. */
interface Index<I extends KeyedText> {
  items: Map<string, I>;
  doubles: Map<string, I[]>;
}

/**
 * A file of items. What was read is let go of when all entries are made of it, and read again for an edit; an edit
 * without that makes no more than the entries it is about.
 */
export class KeyedFile<I extends KeyedText> {
  private kept: KeyedTexts<I> | undefined;
  private made: Pick<ParsedFile, "entries" | "warnings"> | undefined;
  private readonly language: string;
  /** Texts of the base by key, where a file is a copy of it. */
  private readonly original: Map<string, string> | undefined;

  /** @throws FormatError */
  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
    private readonly dialect: KeyedDialect<I>,
  ) {
    const reading = dialect.read(text, options);
    this.kept = reading;
    this.language = reading.language ?? "";
    this.original = dialect.copies ? originalsOf(options, dialect) : undefined;
  }

  get reading(): KeyedTexts<I> {
    this.kept ??= this.dialect.read(this.text, this.options);
    return this.kept;
  }

  /** All items, or those of some keys. */
  index(only?: ReadonlySet<string>, warnings = new Warnings(this.text)): Index<I> {
    const { firstCounts } = this.dialect;
    const items = new Map<string, I>();
    const doubles = new Map<string, I[]>();
    for (const item of this.reading.items) {
      if (only && !only.has(item.key)) continue;
      if (item.key === "") {
        warnings.add("A text has an empty key and was left unchanged.", item.start);
        continue;
      }
      const other = items.get(item.key);
      if (other) {
        const loser = firstCounts ? item : other;
        const which = firstCounts ? "first" : "last";
        warnings.add(`“${item.key}” appears twice in the file; only the ${which} is used.`, loser.start, item.key);
        const list = doubles.get(item.key);
        if (list) list.push(loser);
        else doubles.set(item.key, [loser]);
        if (firstCounts) continue;
        // The later one stands at its own place in the order.
        items.delete(item.key);
      }
      items.set(item.key, item);
    }
    return { items, doubles };
  }

  private entries(items: Iterable<I>): Entry[] {
    const entries: Entry[] = [];
    for (const item of items) {
      const entry = entryOf(item);
      if (item.text !== "" && this.original?.get(item.key) === item.text) {
        entry.targets = [""];
        entry.state = "empty";
      }
      entries.push(entry);
    }
    return entries;
  }

  /** Whether every key is there once, as in most files. */
  private isPlain(): boolean {
    const keys = new Set<string>();
    for (const { key } of this.reading.items) keys.add(key);
    return keys.size === this.reading.items.length && !keys.has("");
  }

  private whole(): Pick<ParsedFile, "entries" | "warnings"> {
    if (!this.made) {
      const warnings = new Warnings(this.text);
      for (const [message, offset] of this.reading.warnings ?? []) warnings.add(message, offset);
      const items = this.isPlain() ? this.reading.items : this.index(undefined, warnings).items.values();
      this.made = { entries: this.entries(items), warnings: warnings.list };
      if (!this.dialect.keeps) this.kept = undefined;
    }
    return this.made;
  }

  parsed(): ParsedFile<KeyedFile<I>> {
    const whole = (): Pick<ParsedFile, "entries" | "warnings"> => this.whole();
    return {
      get entries() {
        return whole().entries;
      },
      get warnings() {
        return whole().warnings;
      },
      find: (ids) => this.entries(this.index(ids).items.values()),
      language: this.language,
      internal: this,
    };
  }
}

/** Strings of a text. @throws FormatError */
export function parseKeyedTexts<I extends KeyedText>(
  text: string,
  options: FormatOptions,
  dialect: KeyedDialect<I>,
): ParsedFile<KeyedFile<I>> {
  return new KeyedFile(text, options, dialect).parsed();
}

/** Texts of the base, by key. */
function originalsOf<I extends KeyedText>(
  { base, isTemplate, ...rest }: FormatOptions,
  dialect: KeyedDialect<I>,
): Map<string, string> | undefined {
  if (base === undefined || isTemplate) return undefined;
  return new Map(dialect.read(base, { ...rest, isTemplate: true }).items.map((item) => [item.key, item.text]));
}

function entryOf(item: KeyedText): Entry {
  const targets = item.forms ? item.forms.map(storable) : [item.clean ? item.text : storable(item.text)];
  const empty = item.forms ? targets.every((target) => target === "") : item.text === "";
  const context = item.context ?? item.key;
  return {
    id: item.key,
    context: item.clean ? context : storable(context),
    sources: item.source === undefined ? targets : [storable(item.source)],
    targets,
    plural: item.forms !== undefined,
    state: item.locked ? "read-only" : empty ? "empty" : "translated",
    note: item.note === "" ? "" : storable(item.note),
    location: item.location ?? "",
    flags: "",
    previousSource: "",
    span: { start: item.start, end: item.end },
  };
}

/** Patches for edits, see `FileFormat.edit`. */
export function editKeyedTexts<I extends KeyedText>(
  text: string,
  file: ParsedFile<KeyedFile<I>>,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: KeyedDialect<I>,
): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const own = file.internal;
  const patches = new PatchList(text);
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const { reading } = own;
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  const asked = new Set([...plan.sets.map(({ entry }) => entry.id), ...gone]);
  const index = own.index(plan.adds.length ? undefined : asked);
  const { items, doubles } = index;
  const original = dialect.copies && plan.sets.length > 0 ? originalsOf(options, dialect) : undefined;
  for (const { entry, targets } of plan.sets) {
    const item = items.get(entry.id)!;
    if (item.locked) throw new EditRefused(refusal("writeComputed", { name: item.key }));
    const empty = targets.every((target) => target === "");
    const texts = empty && original?.has(item.key) ? [original.get(item.key)!] : targets;
    const written =
      (empty ? dialect.emptied?.(item, options) : undefined) ??
      dialect.write(texts[0] ?? "", item, text, reading, texts);
    patches.replace(item.from, item.to, written);
  }
  const cut = [...gone].flatMap((key) => [items.get(key)!, ...(doubles.get(key) ?? [])]);
  if (cut.length) cutItems(patches, text, cut, reading, dialect);
  if (plan.adds.length) addItems(patches, text, reading, items, plan.adds, gone, options, dialect);
  return patches.finish();
}

/** A line with its line end. */
function cutLines(text: string, item: KeyedText): [number, number] {
  let end = item.end;
  if (text[end] === "\r" && text[end + 1] === "\n") end += 2;
  else if (text[end] === "\n" || text[end] === "\r") end++;
  return [item.start, end];
}

function cutItems<I extends KeyedText>(
  patches: PatchList,
  text: string,
  gone: I[],
  reading: KeyedTexts<I>,
  dialect: KeyedDialect<I>,
): void {
  const joined: [number, number][] = [];
  for (const item of gone.sort((a, b) => a.start - b.start)) {
    const [start, end] = dialect.cut?.(text, item, reading) ?? cutLines(text, item);
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  for (const [start, end] of joined) {
    let from = start;
    // The last line of a file without a line end takes the one before it away.
    if (!dialect.cut && end === text.length && !/[\r\n]$/.test(text) && from > 0) {
      if (text[from - 1] === "\n") from -= text[from - 2] === "\r" ? 2 : 1;
      else if (text[from - 1] === "\r") from--;
    }
    patches.replace(from, end, "");
  }
}

function addItems<I extends KeyedText>(
  patches: PatchList,
  text: string,
  reading: KeyedTexts<I>,
  items: ReadonlyMap<string, I>,
  adds: readonly AddEdit[],
  gone: ReadonlySet<string>,
  options: FormatOptions,
  dialect: KeyedDialect<I>,
): void {
  const { compose, insert } = dialect;
  if (!compose && !insert) throw new EditRefused(refusal("writeFormatAdd"));
  const eol = lineEnding(text);
  const fresh = new Map<string, NewKeyedText>();
  for (const add of adds) {
    const [source = ""] = add.sources;
    const key = dialect.keyOf?.(add.context, source) ?? add.context;
    if (key === "") throw new EditRefused(refusal("writeKey"));
    if (fresh.has(key) || (items.has(key) && !gone.has(key)))
      throw new EditRefused(refusal("writeThere", { name: key }));
    const { targets, plural, note = "" } = add;
    fresh.set(key, { key, text: targets[0] ?? "", forms: targets, plural, note, source, context: add.context });
  }
  const order =
    options.base === undefined || options.isTemplate
      ? []
      : parseKeyedTexts(options.base, { ...options, isTemplate: true, base: undefined }, dialect).entries;
  const present = new Set([...items.keys()].filter((key) => !gone.has(key)));
  const first = reading.items[0];
  const last = reading.items.at(-1);
  const places = placeInOrder(
    order.map((entry) => entry.id),
    present,
    [...fresh.keys()],
  );
  if (insert) {
    const near = [...places].map(([key, place]): [NewKeyedText, I | null | undefined] => [
      fresh.get(key)!,
      typeof place === "string" ? items.get(place) : place,
    ]);
    insert(patches, text, reading, near, options);
    return;
  }
  for (const [key, near] of places) {
    const written = compose!(fresh.get(key)!, text, reading, options);
    const after = typeof near === "string" ? items.get(near)! : near === null ? undefined : last;
    const insertionPoint = dialect.insertionPoint?.(key, text, reading, after);
    if (insertionPoint) patches.insert(insertionPoint.at, insertionPoint.before + written + insertionPoint.after);
    else if (after) patches.insert(after.end, eol + written);
    else if (near === null && first) patches.insert(first.start, written + eol);
    else patches.insert(text.length, lead(text, eol) + written + (text === "" || /[\r\n]$/.test(text) ? eol : ""));
  }
}

/** What stands between the end of a file without strings and its first one: comments there are not about it. */
function lead(text: string, eol: string): string {
  if (text.trim() === "" || text === "\ufeff") return "";
  return /[\r\n]$/.test(text) ? eol : eol + eol;
}
