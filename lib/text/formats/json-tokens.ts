import { storable } from "./encoding";
import { FormatError, positionAt } from "./format";

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

/** Deeper files are not translation files. */
const DEEPEST = 200;

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

class Scanner {
  at = 0;

  constructor(
    readonly text: string,
    private readonly comments: boolean,
  ) {
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  fail(message: string, at = this.at): never {
    const { line, column } = positionAt(this.text, at);
    throw new FormatError(message, line, column);
  }

  skipBlank(): void {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === 32 || code === 10 || code === 13 || code === 9) this.at++;
      else if (code === 47 && this.comments) this.skipComment();
      else return;
    }
  }

  private skipComment(): void {
    const line = this.text.startsWith("//", this.at);
    if (!line && !this.text.startsWith("/*", this.at)) this.fail("A comment starts with // or /*.");
    const end = this.text.indexOf(line ? "\n" : "*/", this.at + 2);
    if (end < 0 && !line) this.fail("A comment is not closed: */ is missing.");
    this.at = end < 0 ? this.text.length : end + (line ? 1 : 2);
  }

  /** The literal at the cursor; NUL and lone surrogates, which escapes can spell, are shown as U+FFFD. */
  literal(): string {
    const { text } = this;
    const start = this.at;
    let escaped = false;
    for (let i = start + 1; ; i++) {
      const code = text.charCodeAt(i);
      if (code === 34) {
        this.at = i + 1;
        return escaped ? this.unescape(start, i + 1) : text.slice(start + 1, i);
      }
      if (code === 92) {
        escaped = true;
        i++;
      } else if (code < 32) {
        this.fail("A line break or control character stands inside a text; write it as \\n or \\u00XX.", i);
      } else if (i >= text.length) {
        this.fail('A text is not closed: a quote (") is missing.', start);
      }
    }
  }

  private unescape(start: number, end: number): string {
    const raw = this.text.slice(start, end);
    try {
      return storable(JSON.parse(raw) as string);
    } catch {
      const wrong = /^"[^\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^\\]*)*\\/.exec(raw)?.[0].length ?? 1;
      return this.fail("This escape does not exist in JSON.", start + wrong - 1);
    }
  }

  value(depth: number): JsonNode {
    if (depth > DEEPEST) this.fail(`The file is nested deeper than ${DEEPEST} levels.`);
    const start = this.at;
    const code = this.text.charCodeAt(start);
    if (code === 34) {
      const value = this.literal();
      return { kind: "text", start, end: this.at, value };
    }
    if (code === 123) return this.object(depth);
    if (code === 91) return this.array(depth);
    SCALAR.lastIndex = start;
    const raw = SCALAR.exec(this.text)?.[0];
    if (raw === undefined || /[\w.]/.test(this.text[start + raw.length] ?? "")) {
      return this.fail(
        start >= this.text.length ? "The file ends too early: a value is missing." : "A value is expected here.",
      );
    }
    this.at = start + raw.length;
    return { kind: "scalar", start, end: this.at, raw };
  }

  /** True when there is a further item; the cursor then stands on it. */
  private next(close: number, first: boolean): boolean {
    this.skipBlank();
    const code = this.text.charCodeAt(this.at);
    if (code === close && first) {
      this.at++;
      return false;
    }
    if (first) return true;
    if (code === close) {
      this.at++;
      return false;
    }
    if (code !== 44) this.fail(`A comma or ${String.fromCharCode(close)} is expected here.`);
    this.at++;
    this.skipBlank();
    if (this.text.charCodeAt(this.at) === close)
      this.fail("A comma stands before the closing bracket. Remove it.", this.at);
    return true;
  }

  private object(depth: number): JsonObject {
    const start = this.at++;
    const members: JsonMember[] = [];
    while (this.next(125, members.length === 0)) {
      const keyStart = this.at;
      if (this.text.charCodeAt(keyStart) !== 34) this.fail('A key in quotes ("…") is expected here.');
      const key = this.literal();
      const keyEnd = this.at;
      this.skipBlank();
      if (this.text.charCodeAt(this.at) !== 58) this.fail("A colon is expected after the key.");
      this.at++;
      this.skipBlank();
      members.push({ keyStart, keyEnd, key, value: this.value(depth + 1) });
    }
    return { kind: "object", start, end: this.at, members };
  }

  private array(depth: number): JsonArray {
    const start = this.at++;
    const items: JsonNode[] = [];
    while (this.next(93, items.length === 0)) items.push(this.value(depth + 1));
    return { kind: "array", start, end: this.at, items };
  }
}

/**
 * The tree of a JSON text with offsets. Duplicate members are all there, in file order.
 * @throws FormatError with line and column, also for nesting deeper than 200 levels and for a root that is neither
 * object nor list. `comments` allows `//` and block comments.
 */
export function scanJson(text: string, comments = false): JsonObject | JsonArray {
  const scanner = new Scanner(text, comments);
  scanner.skipBlank();
  if (scanner.at >= text.length) scanner.fail("The file is empty; an empty JSON file is {}.");
  const root = scanner.value(0);
  if (root.kind !== "object" && root.kind !== "array")
    return scanner.fail("The file must be a JSON object: { … }.", root.start);
  scanner.skipBlank();
  if (scanner.at < text.length) scanner.fail("The file goes on after its closing bracket.");
  return root;
}

/** Members that count, by key: of equal keys the last. */
export function membersByKey(node: JsonObject): Map<string, JsonMember> {
  const last = new Map<string, JsonMember>();
  for (const member of node.members) last.set(member.key, member);
  return last;
}

/** Members that count, in file order. Linear. */
export function liveMembers(node: JsonObject, last = membersByKey(node)): JsonMember[] {
  return last.size === node.members.length ? node.members : node.members.filter((m) => last.get(m.key) === m);
}

/** Literal of a text: only quotes, backslashes and control characters are escaped. */
export function jsonLiteral(text: string): string {
  return JSON.stringify(text);
}
