import type { TomlPair, TomlPath, TomlTable, TomlTree } from "./nodes";
import { TomlTexts } from "./texts";

/**
 * Reads TOML in one go, without a grammar and its tokens: keys, texts, plain numbers, lists, and tables of all kinds.
 * Nearly all translation files are made of nothing else, and are read many times faster so.
 */

/** Deeper files are left to the grammar, which has its own limit. */
const DEEPEST = 50;
/** Numbers and truth values as nearly everybody writes them. */
const SCALAR = /(?:true|false|[+-]?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)(?=[ \t\r\n,\]}#]|$)/y;

const TAB = 9;
const FEED = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const COMMA = 44;
const DOT = 46;
const EQUALS = 61;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** What a name of a table stands for: a table is "implied" by the tables in it, or by the dots of a key. */
interface Named {
  kind: "value" | "dotted" | "implied" | "table" | "list";
  names: Names;
  /** Position of the newest table of a list. */
  last: number;
}

/** Names that are looked through one by one; a map for each of many small tables would take longer. */
const FEW = 8;

/** The names of one table. */
class Names {
  // An array that grows from nothing takes room for many at once, and most tables have one name.
  private few: string[] | undefined;
  private named: Named[] | undefined;
  private many: Map<string, Named> | undefined;

  get(name: string): Named | undefined {
    if (this.many) return this.many.get(name);
    const at = this.few?.indexOf(name) ?? -1;
    return at < 0 ? undefined : this.named![at];
  }

  /** Adds a name; whether it was free. */
  add(name: string, named: Named): boolean {
    if (!this.many) {
      if (!this.few) {
        this.few = [name];
        this.named = [named];
        return true;
      }
      if (this.few.includes(name)) return false;
      if (this.few.length < FEW) {
        this.few.push(name);
        this.named!.push(named);
        return true;
      }
      this.many = new Map(this.few.map((one, at) => [one, this.named![at]!]));
    }
    const { size } = this.many;
    this.many.set(name, named);
    return this.many.size > size;
  }
}

const VALUE: Named = { kind: "value", names: new Names(), last: 0 };

const isBare = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 45;

/** Places are answered as the end of what was read, or as -1 where that is not surely simple. */
class TomlReader {
  private readonly tree: TomlTree = { texts: [], tables: [], inline: [], topEnd: undefined, simple: true };
  private readonly texts: TomlTexts;
  private readonly root = new Names();
  /** Names of the table whose lines are read. */
  private names = this.root;
  private table: TomlTable | undefined;
  /** Parts of the key that was read last. */
  private keys: string[] = [];

  constructor(private readonly text: string) {
    this.texts = new TomlTexts(text);
  }

  read(): TomlTree | undefined {
    const { text, tree } = this;
    for (let at = this.gap(text.charCodeAt(0) === 0xfeff ? 1 : 0); at >= 0; at = this.gap(at)) {
      if (at >= text.length) return tree;
      const end = text.charCodeAt(at) === OPEN_BRACKET ? this.header(at) : this.line(at);
      if (end < 0) return undefined;
      at = this.behind(end);
      if (at < 0) return undefined;
    }
    return undefined;
  }

  /** `key = value` on a line of its own. */
  private line(start: number): number {
    const { table, tree } = this;
    const end = this.pair(start, this.names, table?.path ?? [], undefined);
    if (table) {
      table.end = end;
      table.pairs++;
    } else tree.topEnd = end;
    return end;
  }

  /** `[table]` or `[[table of a list]]`. */
  private header(start: number): number {
    const { text, tree } = this;
    const list = text.charCodeAt(start + 1) === OPEN_BRACKET;
    const at = this.key(this.blanks(start + (list ? 2 : 1)));
    if (at < 0 || text.charCodeAt(at) !== CLOSE_BRACKET || (list && text.charCodeAt(at + 1) !== CLOSE_BRACKET))
      return -1;
    const path = this.open(list);
    if (!path) return -1;
    const feed = text.indexOf("\n", at);
    this.table = { path, start, end: feed < 0 ? text.length : feed, pairs: 0 };
    tree.tables.push(this.table);
    return at + (list ? 2 : 1);
  }

  /** Goes to the table that the last key names; its path, or undefined where the name is taken. */
  private open(list: boolean): TomlPath | undefined {
    const { keys } = this;
    const path: (string | number)[] = [];
    let names = this.root;
    for (let at = 0; at < keys.length - 1; at++) {
      const key = keys[at]!;
      path.push(key);
      let named = names.get(key);
      if (!named) {
        named = { kind: "implied", names: new Names(), last: 0 };
        names.add(key, named);
      } else if (named.kind === "list") path.push(named.last);
      else if (named.kind !== "implied" && named.kind !== "table") return undefined;
      names = named.names;
    }
    const key = keys.at(-1)!;
    let named = names.get(key);
    if (!named) {
      named = { kind: list ? "list" : "table", names: new Names(), last: 0 };
      names.add(key, named);
    } else if (list && named.kind === "list") {
      named.names = new Names();
      named.last++;
    } else if (!list && named.kind === "implied") named.kind = "table";
    else return undefined;
    this.names = named.names;
    if (keys.length === 1 && !list) return keys;
    path.push(key);
    if (list) path.push(named.last);
    return path;
  }

  /** Takes the last key for a value; whether it was free. */
  private take(names: Names): boolean {
    const { keys } = this;
    let inner = names;
    for (let at = 0; at < keys.length - 1; at++) {
      let named = inner.get(keys[at]!);
      if (!named) {
        named = { kind: "dotted", names: new Names(), last: 0 };
        inner.add(keys[at]!, named);
      } else if (named.kind !== "dotted") return false;
      inner = named.names;
    }
    return inner.add(keys[keys.length - 1]!, VALUE);
  }

  private pair(start: number, names: Names, path: TomlPath, inline: TomlPair["inline"]): number {
    const { text, tree } = this;
    const equals = this.key(start);
    if (equals < 0 || text.charCodeAt(equals) !== EQUALS || !this.take(names)) return -1;
    const full = path.length === 0 ? this.keys : [...path, ...this.keys];
    if (full.length > DEEPEST) return -1;
    const from = this.blanks(equals + 1);
    const pair: TomlPair = { start, end: start, single: true, inline, table: this.table };
    const first = tree.texts.length;
    const end = this.value(from, full, pair);
    pair.end = end;
    // Texts of a list have a pair of their own that says so.
    if (text.charCodeAt(from) === OPEN_BRACKET)
      for (let at = first; at < tree.texts.length; at++) {
        const one = tree.texts[at]!.pair;
        if (one.start === start) one.end = end;
      }
    return end;
  }

  /** A key with its dots; ends behind the blanks that follow it. */
  private key(start: number): number {
    const { text, texts } = this;
    let keys: string[] | undefined;
    for (let at = start; ; ) {
      let end = at;
      let name: string;
      const code = text.charCodeAt(at);
      if (code === QUOTE || code === APOSTROPHE) {
        end = texts.read(at);
        if (end < 0 || texts.multiline || texts.changed) return -1;
        name = texts.value;
      } else {
        while (isBare(text.charCodeAt(end))) end++;
        if (end === at) return -1;
        name = text.slice(at, end);
      }
      if (keys) keys.push(name);
      else keys = [name];
      at = this.blanks(end);
      if (text.charCodeAt(at) !== DOT) {
        this.keys = keys;
        return keys.length > DEEPEST ? -1 : at;
      }
      at = this.blanks(at + 1);
    }
  }

  private value(start: number, path: TomlPath, pair: TomlPair): number {
    const { text, texts, tree } = this;
    const code = text.charCodeAt(start);
    if (code === QUOTE || code === APOSTROPHE) {
      const end = texts.read(start);
      const style = code === QUOTE ? "basic" : "literal";
      tree.texts.push({ path, value: texts.value, style, multiline: texts.multiline, start, end, pair });
      return end;
    }
    if (code === OPEN_BRACKET) return path.length < DEEPEST ? this.list(start, path, pair) : -1;
    if (code === OPEN_BRACE) return this.braces(start, path);
    SCALAR.lastIndex = start;
    return SCALAR.test(text) ? SCALAR.lastIndex : -1;
  }

  private list(start: number, path: TomlPath, pair: TomlPair): number {
    const { text } = this;
    const listed = pair.single ? { ...pair, single: false } : pair;
    let at = this.gap(start + 1);
    for (let index = 0; at >= 0; index++) {
      if (text.charCodeAt(at) === CLOSE_BRACKET) return at + 1;
      const end = this.value(at, [...path, index], listed);
      at = end < 0 ? -1 : this.gap(end);
      if (at < 0) return -1;
      if (text.charCodeAt(at) === COMMA) at = this.gap(at + 1);
      else if (text.charCodeAt(at) !== CLOSE_BRACKET) return -1;
    }
    return -1;
  }

  /** A table between braces, which stands on one line. */
  private braces(start: number, path: TomlPath): number {
    const { text, tree } = this;
    const names = new Names();
    const table: TomlTree["inline"][number] = { path, start, end: start, pairs: [] };
    tree.inline.push(table);
    let at = this.blanks(start + 1);
    for (let more = text.charCodeAt(at) !== CLOSE_BRACE; more; ) {
      const place = { start: at, end: at };
      table.pairs.push(place);
      const end = this.pair(at, names, path, { pairs: table.pairs, at: table.pairs.length - 1 });
      if (end < 0) return -1;
      place.end = end;
      at = this.blanks(end);
      more = text.charCodeAt(at) === COMMA;
      if (more) at = this.blanks(at + 1);
    }
    if (text.charCodeAt(at) !== CLOSE_BRACE) return -1;
    table.end = at + 1;
    return at + 1;
  }

  private blanks(from: number): number {
    const { text } = this;
    let at = from;
    for (let code = text.charCodeAt(at); code === BLANK || code === TAB; code = text.charCodeAt(at)) at++;
    return at;
  }

  /** Blanks, line ends and comments. */
  private gap(from: number): number {
    const { text } = this;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code === HASH) {
        at = this.comment(at);
        if (at < 0) return -1;
      } else if (code !== BLANK && code !== FEED && code !== TAB && code !== RETURN) return at;
    }
  }

  /** What may follow on the line of a value or header. */
  private behind(from: number): number {
    const { text } = this;
    const at = this.blanks(from);
    const code = text.charCodeAt(at);
    if (code === HASH) return this.comment(at);
    return code === FEED || code === RETURN || at >= text.length ? at : -1;
  }

  private comment(from: number): number {
    const { text } = this;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === FEED || code === RETURN) return at;
      if ((code < BLANK && code !== TAB) || code === 127) return -1;
    }
    return text.length;
  }
}

/**
 * The tree of a TOML text, the same that the grammar makes of it; undefined for all that is not surely simple: errors,
 * names that are taken, dates, very long texts. The text must have no carriage return without a line feed.
 */
export function readTomlLines(text: string): TomlTree | undefined {
  return new TomlReader(text).read();
}
