import { FLAG_ALIASES } from "@/lib/text/flags/aliases";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** One parameter of a flag. */
export interface FlagValue {
  text: string;
  /** Written as `r"…"`: a regular expression instead of literal text. */
  pattern: boolean;
}

/** Flags by name; plain ones have no values. Treat as read-only: parsed flags are shared. */
export type Flags = ReadonlyMap<string, readonly FlagValue[]>;

const MAX_LENGTH = 20_000;
const MAX_CACHED = 2000;
const NO_VALUES: readonly FlagValue[] = [];
const ESCAPES = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\\", "\\"],
  ['"', '"'],
  ["'", "'"],
]);

class Scanner {
  readonly problems: Refusal[] = [];
  private position = 0;

  constructor(private readonly text: string) {}

  scan(): Map<string, FlagValue[]> {
    const flags = new Map<string, FlagValue[]>();
    while (this.position < this.text.length) {
      const start = this.position;
      const name = this.name();
      const values: FlagValue[] = [];
      while (this.text[this.position] === ":") {
        this.position++;
        values.push(this.value());
      }
      this.store(flags, name, values, start);
      if (this.position < this.text.length && this.text[this.position] !== ",") {
        this.problems.push(refusal("flagsComma", { position: this.position + 1 }));
        while (this.position < this.text.length && this.text[this.position] !== ",") this.position++;
      }
      this.position++;
    }
    return flags;
  }

  private store(flags: Map<string, FlagValue[]>, name: string, values: FlagValue[], start: number): void {
    if (name === "fuzzy" || name === "#" || (name === "" && values.length === 0)) return;
    if (!/^[A-Za-z0-9_.#-]+$/.test(name)) {
      this.problems.push(refusal("flagsName", { name: name.slice(0, 60), position: start + 1 }));
      return;
    }
    const known = FLAG_ALIASES.get(name) ?? name;
    const earlier = known === "discard" ? (flags.get(known) ?? []) : [];
    flags.set(known, [...earlier, ...values]);
  }

  private name(): string {
    const start = this.position;
    while (this.position < this.text.length && !",:".includes(this.text[this.position] ?? "")) this.position++;
    return this.text.slice(start, this.position).trim();
  }

  private skipBlanks(): void {
    while (/\s/.test(this.text[this.position] ?? "")) this.position++;
  }

  private value(): FlagValue {
    this.skipBlanks();
    const first = this.text[this.position] ?? "";
    const second = this.text[this.position + 1] ?? "";
    if (first === '"' || first === "'") return { text: this.quoted(false), pattern: false };
    if (first === "r" && (second === '"' || second === "'")) {
      this.position++;
      return { text: this.quoted(true), pattern: true };
    }
    return { text: this.name(), pattern: false };
  }

  /** Text between quotes. In a pattern a backslash belongs to the pattern, except before the quote itself. */
  private quoted(raw: boolean): string {
    const quote = this.text[this.position];
    const start = this.position++;
    let result = "";
    while (this.position < this.text.length) {
      const character = this.text[this.position++] ?? "";
      if (character === quote) {
        this.skipBlanks();
        return result;
      }
      if (character !== "\\" || this.position >= this.text.length) {
        result += character;
        continue;
      }
      const next = this.text[this.position++] ?? "";
      if (raw) result += next === quote ? next : `\\${next}`;
      else result += ESCAPES.get(next) ?? `\\${next}`;
    }
    this.problems.push(refusal("flagsQuote", { position: start + 1 }));
    return result;
  }
}

/** Flags and what is not understood of a text. Reads at most 20 000 characters. */
export function scanFlags(text: string): { flags: Flags; problems: Refusal[] } {
  const scanner = new Scanner(text.slice(0, MAX_LENGTH));
  const flags = scanner.scan();
  if (text.length > MAX_LENGTH) {
    scanner.problems.push(refusal("flagsLong", { most: MAX_LENGTH }));
  }
  return { flags, problems: scanner.problems };
}

const NO_FLAGS: Flags = new Map();
const parsed = new Map<string, Flags>();

/**
 * Flags of a text such as `c-format, max-length:40, placeholders:r"%\w+%"`, aliases replaced. Never fails: what is not
 * a flag is left out (`validateFlags` tells). The result is remembered and shared: do not change it.
 */
export function parseFlags(text: string): Flags {
  if (text === "") return NO_FLAGS;
  let flags = parsed.get(text);
  if (!flags) {
    flags = scanFlags(text).flags;
    if (parsed.size >= MAX_CACHED) parsed.clear();
    parsed.set(text, flags);
  }
  return flags;
}

/** Effective flags of several levels, weakest first: later values win, `discard:name` takes away what came before. */
export function mergeFlags(...levels: readonly Flags[]): Flags {
  const filled = levels.filter((level) => level.size > 0);
  const [only] = filled;
  if (!only) return NO_FLAGS;
  if (filled.length === 1 && !only.has("discard")) return only;
  const result = new Map<string, readonly FlagValue[]>();
  for (const level of filled) {
    for (const { text } of level.get("discard") ?? NO_VALUES) result.delete(FLAG_ALIASES.get(text) ?? text);
    for (const [name, values] of level) {
      if (name !== "discard") result.set(name, values);
      // What gettext writes where a text only looks like a format string.
      if (name.startsWith("no-") && name.endsWith("-format"))
        result.delete(FLAG_ALIASES.get(name.slice(3)) ?? name.slice(3));
    }
  }
  return result;
}

function quotedText(value: FlagValue): string {
  if (value.pattern) {
    return `r"${value.text.replace(/\\.|"/gs, (piece) => (piece === '"' ? '\\"' : piece))}"`;
  }
  if (/^[^\s,:"'\\]*$/.test(value.text)) return value.text;
  const escaped = value.text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}

/** The canonical text of flags: sorted by name, joined with comma and blank. */
export function formatFlags(flags: Flags): string {
  return [...flags]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, values]) => [name, ...values.map(quotedText)].join(":"))
    .join(", ");
}

/** First parameter of a flag as a whole number; undefined when the flag is absent or its parameter is none. */
export function flagNumber(flags: Flags, name: string): number | undefined {
  const text = flags.get(name)?.[0]?.text;
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}
