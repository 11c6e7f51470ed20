import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { codeUnits } from "../code-units";
import { storable } from "../encoding";
import { FormatError, positionAt } from "../format";

/** A value of a JSON text with its place. */
export type JsonNode = JsonText | JsonScalar | JsonObject | JsonArray;

export interface JsonText {
  kind: "text";
  start: number;
  end: number;
  value: string;
}

/** A number, `true`, `false` or `null`; `raw` as the file spells it. */
export interface JsonScalar {
  kind: "scalar";
  start: number;
  end: number;
  raw: string;
}

export interface JsonMember {
  /** Place of the key's literal. */
  keyStart: number;
  keyEnd: number;
  key: string;
  value: JsonNode;
  /** What a dialect found out about it. */
  mark: unknown;
}

export interface JsonObject {
  kind: "object";
  start: number;
  end: number;
  members: JsonMember[];
}

export interface JsonArray {
  kind: "array";
  start: number;
  end: number;
  items: JsonNode[];
}

/** A value that holds others. */
export type Container = JsonObject | JsonArray;

/** Whether a value holds others. */
export function isContainer(node: JsonNode): node is Container {
  return node.kind === "object" || node.kind === "array";
}

/**
 * Which values are made into nodes, by key: all below it, some below it, or none. A function that makes none checks a
 * text without keeping anything of it.
 */
export type Keep = (key: string) => boolean | Below;

/** What is made of a value that is kept in part. */
export interface Below {
  /** Of the members of an object. */
  members?: Keep;
  /** Of the items of a list, by their place; an item that is not made stands as `null`, so that places stay. */
  items?: (start: number, end: number) => boolean;
}

const ALL: Below = {};
const NOTHING: JsonNode = { kind: "scalar", start: 0, end: 0, raw: "null" };

/** Deeper files are not translation files. */
const DEEPEST = 200;

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const HEX = /^[0-9a-fA-F]{4}$/;
/** Characters that may stand behind a backslash, and the one that four digits follow. */
const ESCAPES = new Set(Array.from('"\\/bfnrt', (char) => char.charCodeAt(0)));
const UNICODE = 117;

class Scanner {
  at = 0;
  /** Where the root starts. */
  start = 0;
  private readonly units: Uint16Array;
  /**
   * Members and items of the containers that are open. Most have few, and an array that grows takes room for many:
   * each container gets one of its own size when it closes.
   */
  private readonly members: JsonMember[] = [];
  private readonly items: JsonNode[] = [];
  private memberCount = 0;
  private itemCount = 0;

  constructor(
    readonly text: string,
    private readonly comments: boolean,
  ) {
    this.units = codeUnits(text);
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  fail(said: Refusal, at = this.at): never {
    const { line, column } = positionAt(this.text, at);
    throw new FormatError(said, line, column);
  }

  skipBlank(): void {
    const { units } = this;
    for (;;) {
      const code = units[this.at];
      if (code === 32 || code === 10 || code === 13 || code === 9) this.at++;
      else if (code === 47 && this.comments) this.skipComment();
      else return;
    }
  }

  private skipComment(): void {
    const line = this.text.startsWith("//", this.at);
    if (!line && !this.text.startsWith("/*", this.at)) this.fail(refusal("readJsonCommentStart"));
    const end = this.text.indexOf(line ? "\n" : "*/", this.at + 2);
    if (end < 0 && !line) this.fail(refusal("readCommentMark", { mark: "*/" }));
    this.at = end < 0 ? this.text.length : end + (line ? 1 : 2);
  }

  /**
   * The literal at the cursor, or "" where it is only checked; NUL and lone surrogates, which escapes can spell, are
   * shown as U+FFFD.
   */
  literal(made: boolean): string {
    const { text, units } = this;
    const start = this.at;
    let [escaped, wrong] = [false, false];
    for (let i = start + 1; ; i++) {
      const code = units[i]!;
      if (code === 34) {
        this.at = i + 1;
        if (!made && !wrong) return "";
        return escaped ? this.unescape(start, i + 1) : text.slice(start + 1, i);
      }
      if (code === 92) {
        escaped = true;
        i++;
        const sign = units[i]!;
        if (i >= text.length) this.fail(refusal("readJsonString"), start);
        if (!ESCAPES.has(sign) && !(sign === UNICODE && HEX.test(text.slice(i + 1, i + 5)))) wrong = true;
      } else if (code < 32) {
        if (i >= text.length) this.fail(refusal("readJsonString"), start);
        this.fail(refusal("readJsonControl"), i);
      }
    }
  }

  private unescape(start: number, end: number): string {
    const raw = this.text.slice(start, end);
    try {
      return storable(JSON.parse(raw) as string);
    } catch {
      const wrong = /^"[^\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^\\]*)*\\/.exec(raw)?.[0].length ?? 1;
      return this.fail(refusal("readJsonEscape"), start + wrong - 1);
    }
  }

  /** The value at the cursor; undefined where it is only checked. */
  value(depth: number, keep: Below | undefined): JsonNode | undefined {
    if (depth > DEEPEST) this.fail(refusal("readDeep", { most: DEEPEST }));
    const start = this.at;
    const code = this.units[start];
    if (code === 34) {
      const value = this.literal(keep !== undefined);
      return keep && { kind: "text", start, end: this.at, value };
    }
    if (code === 123) return this.object(depth, keep);
    if (code === 91) return this.array(depth, keep);
    SCALAR.lastIndex = start;
    const raw = SCALAR.exec(this.text)?.[0];
    if (raw === undefined || /[\w.]/.test(this.text[start + raw.length] ?? "")) {
      return this.fail(start >= this.text.length ? refusal("readJsonEnds") : refusal("readJsonValue"));
    }
    this.at = start + raw.length;
    return keep && { kind: "scalar", start, end: this.at, raw };
  }

  /** True when there is a further item; the cursor then stands on it. */
  private next(close: number, first: boolean): boolean {
    const { units } = this;
    this.skipBlank();
    const code = units[this.at];
    if (code === close && first) {
      this.at++;
      return false;
    }
    if (first) return true;
    if (code === close) {
      this.at++;
      return false;
    }
    if (code !== 44) this.fail(refusal("readCommaOr", { bracket: String.fromCharCode(close) }));
    this.at++;
    this.skipBlank();
    if (units[this.at] === close) this.fail(refusal("readJsonTrailing"), this.at);
    return true;
  }

  private object(depth: number, keep: Below | undefined): JsonObject | undefined {
    const start = this.at++;
    const from = this.memberCount;
    const choose = keep?.members;
    for (let first = true; this.next(125, first); first = false) {
      const keyStart = this.at;
      if (this.units[keyStart] !== 34) this.fail(refusal("readJsonKey"));
      const key = this.literal(keep !== undefined);
      const keyEnd = this.at;
      this.skipBlank();
      if (this.units[this.at] !== 58) this.fail(refusal("readJsonColon"));
      this.at++;
      this.skipBlank();
      const chosen = choose ? choose(key) : keep !== undefined;
      const value = this.value(depth + 1, chosen === true ? ALL : chosen || undefined);
      if (value) this.members[this.memberCount++] = { keyStart, keyEnd, key, value, mark: undefined };
    }
    if (!keep) return undefined;
    const members = this.members.slice(from, this.memberCount);
    this.memberCount = from;
    return { kind: "object", start, end: this.at, members };
  }

  private array(depth: number, keep: Below | undefined): JsonArray | undefined {
    const start = this.at++;
    const base = this.itemCount;
    const choose = keep?.items;
    for (let first = true; this.next(93, first); first = false) {
      const from = this.at;
      const item = this.value(depth + 1, choose ? undefined : keep && ALL);
      if (item) this.items[this.itemCount++] = item;
      else if (choose?.(from, this.at)) {
        this.at = from;
        const made = this.value(depth + 1, ALL)!;
        this.items[this.itemCount++] = made;
      } else if (choose) this.items[this.itemCount++] = NOTHING;
    }
    if (!keep) return undefined;
    const items = this.items.slice(base, this.itemCount);
    this.itemCount = base;
    return { kind: "array", start, end: this.at, items };
  }

  /** The whole text. */
  read(keep: Below | undefined): JsonNode | undefined {
    const { text } = this;
    this.skipBlank();
    if (this.at >= text.length) this.fail(refusal("readJsonEmpty", { written: "{}" }));
    const start = this.at;
    this.start = start;
    const root = this.value(0, keep);
    if (text[start] !== "{" && text[start] !== "[") this.fail(refusal("readJsonObject", { written: "{ … }" }), start);
    this.skipBlank();
    if (this.at < text.length) this.fail(refusal("readJsonAfter"));
    return root;
  }
}

/**
 * The tree of a JSON text with offsets, or what `keep` leaves of it. Duplicate members are all there, in file order.
 * @throws FormatError with line and column, also for nesting deeper than 200 levels and for a root that is neither
 * object nor list. `comments` allows `//` and block comments.
 */
export function scanJson(text: string, comments = false, keep: Below = ALL): JsonObject | JsonArray {
  return new Scanner(text, comments).read(keep) as JsonObject | JsonArray;
}

function shift(node: JsonNode, by: number): void {
  node.start += by;
  node.end += by;
  if (node.kind === "array") for (const item of node.items) shift(item, by);
  if (node.kind !== "object") return;
  for (const member of node.members) {
    member.keyStart += by;
    member.keyEnd += by;
    shift(member.value, by);
  }
}

/** The value between two offsets of a text that was checked as a whole, or what `keep` leaves of it. */
export function scanValue(text: string, start: number, end: number, keep: Below = ALL): JsonNode {
  const value = new Scanner(text.slice(start, end), false).value(0, keep)!;
  shift(value, start);
  return value;
}

/** Checks a JSON text as `scanJson` does, and tells the kind of its root. @throws FormatError */
export function checkJson(text: string, comments = false): "object" | "array" {
  const scanner = new Scanner(text, comments);
  scanner.read(undefined);
  return text[scanner.start] === "{" ? "object" : "array";
}

/** Members that count, by key: of equal keys the last. */
export function membersByKey(node: JsonObject): Map<string, JsonMember> {
  const last = new Map<string, JsonMember>();
  for (const member of node.members) last.set(member.key, member);
  return last;
}

/** Objects of so few members are told apart without a table of their keys. */
const FEW = 8;

/** Whether no key stands twice. */
function allDiffer(members: readonly JsonMember[]): boolean {
  if (members.length > FEW) {
    const keys = new Set<string>();
    for (const { key } of members) keys.add(key);
    return keys.size === members.length;
  }
  for (let at = 1; at < members.length; at++) {
    const { key } = members[at]!;
    for (let before = 0; before < at; before++) if (members[before]!.key === key) return false;
  }
  return true;
}

/** Members that count, in file order. Linear. */
export function liveMembers(node: JsonObject, known?: ReadonlyMap<string, JsonMember>): JsonMember[] {
  const { members } = node;
  if (known ? known.size === members.length : allDiffer(members)) return members;
  const last = known ?? membersByKey(node);
  return members.filter((member) => last.get(member.key) === member);
}

/** Literal of a text: only quotes, backslashes and control characters are escaped. */
export function jsonLiteral(text: string): string {
  return JSON.stringify(text);
}
