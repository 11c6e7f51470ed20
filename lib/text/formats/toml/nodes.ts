/** What a TOML file is made of, as its reader tells it. */

/** Keys of tables and positions in lists. */
export type TomlPath = readonly (string | number)[];

/** A text of a TOML file with its place. */
export interface TomlText {
  path: TomlPath;
  value: string;
  style: "basic" | "literal";
  multiline: boolean;
  start: number;
  end: number;
  /** The pair that holds it; of a list the pair of the list. */
  pair: TomlPair;
}

/** `key = value`, on a line of its own or between braces. */
export interface TomlPair {
  start: number;
  end: number;
  /** Whether the value is the text itself and not a list that holds it. */
  single: boolean;
  /** Neighbours between braces; undefined for a line. */
  inline: { pairs: { start: number; end: number }[]; at: number } | undefined;
  /** The table whose lines it stands in; undefined before the first one. */
  table: TomlTable | undefined;
}

/** `[table]` with its lines. */
export interface TomlTable {
  path: TomlPath;
  start: number;
  /** End of its last pair, or of its header. */
  end: number;
  pairs: number;
}

/** A list between brackets, with the places of its items. */
export interface TomlArray {
  path: TomlPath;
  start: number;
  end: number;
  items: { start: number; end: number }[];
}

export interface TomlTree {
  texts: TomlText[];
  tables: TomlTable[];
  /** Tables between braces, by path. */
  inline: { path: TomlPath; start: number; end: number; pairs: { start: number; end: number }[] }[];
  /** Lists between brackets. */
  arrays: TomlArray[];
  /** End of the last pair before the first table; undefined without one. */
  topEnd: number | undefined;
}
