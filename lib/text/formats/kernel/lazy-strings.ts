import type { Entry, FileWarning, ParsedFile, StringName } from "./format";
import { Warnings } from "./warnings";

/** Strings as a walk finds them. */
export class FoundStrings<Item> {
  readonly entries: Entry[] = [];

  /** `items` gets, by id, all that an edit of a string needs; without it nobody asks for that. */
  constructor(readonly items?: Map<string, Item>) {}

  add(entry: Entry, item: Item): void {
    this.entries.push(entry);
    this.items?.set(entry.id, item);
  }
}

/**
 * Goes through a file whose form is known to be right and hands over its strings in order; with `only`, none but
 * those of these ids.
 */
export type StringScan<Item> = (
  only: ReadonlySet<string> | undefined,
  found: FoundStrings<Item>,
  warnings: Warnings,
) => void;

/** Strings that are looked for one by one before all are read. */
const FEW = 3;

/**
 * The strings of a file that is read when it is asked. An edit of few strings reads these alone, which is most of the
 * time that reading a large file takes; who asks for all entries gets what an eager reader would have made.
 */
export class LazyStrings<Item> {
  private all: { entries: Entry[]; warnings: FileWarning[] } | undefined;
  /** Items that were asked for, and whether these are all. */
  private readonly known = new Map<string, Item>();
  private complete = false;
  private asked = 0;

  constructor(
    private readonly text: string,
    private readonly walk: StringScan<Item>,
  ) {}

  /** A file with these strings; `idOf` where a name alone tells which string it is. */
  file<Internal>(
    about: Pick<ParsedFile, "language" | "states">,
    internal: Internal,
    idOf?: (name: StringName) => string,
  ): ParsedFile<Internal> {
    const read = (): { entries: Entry[]; warnings: FileWarning[] } => this.read();
    return {
      ...about,
      get entries() {
        return read().entries;
      },
      get warnings() {
        return read().warnings;
      },
      find: (ids) => this.find(ids),
      ...(idOf && { named: (names: readonly StringName[]) => this.find(new Set(names.map(idOf))) }),
      internal,
    };
  }

  private read(): { entries: Entry[]; warnings: FileWarning[] } {
    if (!this.all) {
      const found = new FoundStrings<Item>();
      const warnings = new Warnings(this.text);
      this.walk(undefined, found, warnings);
      this.all = { entries: found.entries, warnings: warnings.list };
    }
    return this.all;
  }

  private find(ids: ReadonlySet<string>): Entry[] {
    const found = new FoundStrings(this.known);
    if (ids.size > 0) this.walk(ids, found, new Warnings(this.text));
    return found.entries;
  }

  /** Item of a string; undefined when the file does not have it. */
  item(id: string): Item | undefined {
    if (!this.complete && !this.known.has(id)) {
      // Who asks for one string after the other will ask for many.
      if (++this.asked > FEW) this.items();
      else this.find(new Set([id]));
    }
    return this.known.get(id);
  }

  /** Items of all strings, in file order. */
  items(): ReadonlyMap<string, Item> {
    if (!this.complete) {
      this.known.clear();
      this.walk(undefined, new FoundStrings(this.known), new Warnings(this.text));
      this.complete = true;
    }
    return this.known;
  }
}
