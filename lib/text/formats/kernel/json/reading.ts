import { refusal } from "@/lib/text/messages/refusal";
import type { AddEdit } from "../edit-plan";
import {
  type Entry,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Span,
  type StringName,
} from "../format";
import { Warnings } from "../warnings";
import type { NewJson } from "./layout";
import { type JsonPath, joinPath, pathId } from "./paths";
import type { JsonAddition } from "./surgery";
import {
  type Below,
  type Container,
  checkJson,
  isContainer,
  type JsonMember,
  type JsonNode,
  liveMembers,
  scanJson,
} from "./tokens";

/** How the strings of a JSON file are read: what a dialect says about them, and the entries made of that. */

/** One text of a string with its place; without a node it is not in the file yet. */
export interface JsonForm {
  path: JsonPath;
  node: JsonNode | undefined;
}

/** One string of a JSON file. A class, so that all of them have one shape: files hold tens of thousands. */
export class JsonString {
  plural = false;
  /** Undefined where the text is its own source. */
  sources: string[] | undefined = undefined;
  note = "";
  flags = "";
  /** Everything that leaves with the string; the places of its forms when undefined. */
  owned: readonly JsonPath[] | undefined = undefined;
  /** Forms of other languages: they stay, but not in a new file. */
  foreign: readonly JsonPath[] | undefined = undefined;
  /** A value that holds none of the forms yet: what it becomes with them. */
  whole: { path: JsonPath; node: JsonNode | undefined; build: (targets: readonly string[]) => NewJson } | undefined =
    undefined;
  /** Keys that must be renamed before a missing form can be put in. */
  renames: readonly { member: JsonMember; key: string }[] | undefined = undefined;

  constructor(
    readonly id: string,
    readonly context: string,
    readonly span: Span,
    /** In the order of the language's plural forms; exactly one without plural forms. */
    public forms: JsonForm[],
  ) {}
}

/** A string that is one value of the tree, known by its path. */
export function treeString(path: JsonPath, node: JsonNode | undefined, start: number, end: number): JsonString {
  return new JsonString(pathId(path), joinPath(path), { start, end }, [{ path, node }]);
}

/** What a file of a dialect says. */
export interface JsonReading {
  /** Value that names the language of the file. */
  language?: JsonNode;
  pluralCount?: number;
  pluralFormula?: string;
  /** Other values that a new file spells anew. */
  fresh?: readonly { node: JsonNode; text: string }[];
}

/** Where a new string goes: to a path, or as an item of a list whose strings are ordered by their ids. */
export type JsonPlace = JsonAddition | { list: JsonPath; value: NewJson };

export interface JsonBase {
  root: Container;
  /** Strings of the base file by context; empty without a base. */
  byContext: ReadonlyMap<string, JsonString>;
}

export interface ReadContext {
  text: string;
  options: FormatOptions;
  warnings: Warnings;
  /** Is handed every string, in file order. */
  take: (string: JsonString) => void;
  /** True for the base of a new file, whose own plural rule will not stay. */
  renewed: boolean;
}

/** What one kind of JSON file is like. */
export interface JsonDialect {
  id: string;
  name: string;
  masks?: string[];
  extension?: string;
  kind: FileFormat["kind"];
  codeStyle: string;
  plurals: boolean;
  comments?: boolean;
  /** Whether the root may be a list. */
  lists?: boolean;
  /** Containers that stay when they become empty; lists among them hold their items in any order. */
  anchors?(root: Container): (JsonNode | undefined)[];
  /** What of a file is needed to read the strings of these ids; everything when it cannot be told. */
  near?(ids: ReadonlySet<string>, text: string): Below | undefined;
  /** Ids that lead `near` to all strings of these contexts; undefined when it cannot be told. */
  beginnings?(contexts: Iterable<string>): ReadonlySet<string> | undefined;
  read(root: Container, context: ReadContext): JsonReading | undefined;
  /** Places of a new string. @throws EditRefused */
  place(add: AddEdit, context: { root: Container; base: JsonBase | undefined; options: FormatOptions }): JsonPlace[];
  /** What the members of an object are sorted by, in place of their keys. */
  sortKey?(key: string): string;
  /** A new file from nothing. */
  start?: (options: FormatOptions) => string;
}

/** A member that counts, by its key. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  for (let at = node.members.length - 1; at >= 0; at--) {
    const member = node.members[at]!;
    if (member.key === key) return member.value;
  }
  return undefined;
}

/** Text of a value as a translator sees it; `null` and what is not there are empty. */
export function textOf(node: JsonNode | undefined): string {
  if (node?.kind === "text") return node.value;
  return node?.kind === "scalar" && node.raw !== "null" ? node.raw : "";
}

/** An object root. @throws FormatError for a list */
export function objectRoot(root: Container): Extract<Container, { kind: "object" }> {
  return root.kind === "object" ? root : refuseList();
}

function refuseList(): never {
  throw new FormatError(refusal("readJsonNoList", { written: "{ … }" }), 1, 1);
}

function entryOf(string: JsonString): Entry {
  const { forms } = string;
  const targets = forms.length === 1 ? [textOf(forms[0]!.node)] : forms.map((form) => textOf(form.node));
  return {
    id: string.id,
    context: string.context,
    sources: string.sources ?? targets,
    targets,
    plural: string.plural,
    state: targets.every((target) => target === "") ? "empty" : "translated",
    note: string.note,
    location: "",
    flags: string.flags,
    previousSource: "",
    span: string.span,
  };
}

/** Tells of members that another one of the same object and key comes after. */
function tellTwice(root: JsonNode, warnings: Warnings): void {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === "array") for (const item of node.items) waiting.push(item);
    if (node.kind !== "object") continue;
    const live = liveMembers(node);
    for (const { value } of live) if (isContainer(value)) waiting.push(value);
    if (live.length === node.members.length) continue;
    const used = new Set(live);
    for (const member of node.members)
      if (!used.has(member))
        warnings.add(
          `“${member.key}” appears twice in its object; only the last is used.`,
          member.keyStart,
          member.key,
        );
  }
}

/**
 * A JSON file. It keeps no tree: for an edit the text is read again, and of that only what the edit is about, which
 * costs less than to hold a hundred thousand objects.
 */
export class JsonFile {
  private known = new Map<string, JsonString>();

  constructor(
    private readonly dialect: JsonDialect,
    private readonly text: string,
    private readonly options: FormatOptions,
  ) {
    const kind = checkJson(text, dialect.comments);
    if (kind === "array" && !dialect.lists) refuseList();
  }

  /** Values and strings of the file; `renewed` as in `ReadContext`. */
  open(renewed = false): { root: Container; reading: JsonReading; strings: JsonString[] } {
    const root = scanJson(this.text, this.dialect.comments);
    const strings: JsonString[] = [];
    const reading = this.read(root, new Warnings(this.text), (string) => strings.push(string), renewed);
    return { root, reading, strings };
  }

  /** Hands over the strings of a tree, each id once. */
  private read(root: Container, warnings: Warnings, take: (string: JsonString) => void, renewed = false): JsonReading {
    const { dialect, text, options } = this;
    // Strings of one id have one name as well, so that a new name is a new id: most strings are looked up once.
    const named = new Map<string, string>();
    const others = new Set<string>();
    const once = (string: JsonString): void => {
      const { id, context, span } = string;
      const first = context === "" ? undefined : named.get(context);
      if (first === id || (others.size > 0 && others.has(id))) {
        const name = context || id;
        warnings.add(`“${name}” appears twice in the file; only the first is used.`, span.start, name);
        return;
      }
      if (first !== undefined) warnings.add(`Two strings in this file are named “${context}”.`, span.start);
      if (context !== "" && first === undefined) named.set(context, id);
      else others.add(id);
      take(string);
    };
    return dialect.read(root, { text, options, warnings, take: once, renewed }) ?? {};
  }

  /** The strings that `near` finds with these ids, and perhaps others. */
  private readNear(ids: ReadonlySet<string>, take: (string: JsonString) => void): void {
    const root = scanJson(this.text, this.dialect.comments, this.dialect.near?.(ids, this.text));
    this.read(root, new Warnings(this.text), take);
  }

  /** The strings of these ids. */
  private find(ids: ReadonlySet<string>): Entry[] {
    this.known = new Map();
    const found: Entry[] = [];
    if (ids.size === 0) return found;
    this.readNear(ids, (string) => {
      if (!ids.has(string.id)) return;
      found.push(entryOf(string));
      this.known.set(string.id, string);
    });
    return found;
  }

  private named(names: readonly StringName[]): Entry[] | undefined {
    const contexts = new Set(names.map(({ context }) => context));
    const ids = this.dialect.beginnings?.(contexts);
    if (!ids) return undefined;
    const found: Entry[] = [];
    this.readNear(ids, (string) => {
      if (contexts.has(string.context)) found.push(entryOf(string));
    });
    return found;
  }

  /** A string that `find` gave last. */
  string(id: string): JsonString {
    return this.known.get(id)!;
  }

  /** The file as callers of the format know it. */
  parsed(): ParsedFile<JsonFile> {
    let read: Omit<ParsedFile, "internal"> | undefined;
    const whole = (): Omit<ParsedFile, "internal"> => {
      read ??= this.readWhole();
      return read;
    };
    return {
      get entries() {
        return whole().entries;
      },
      get warnings() {
        return whole().warnings;
      },
      get language() {
        return whole().language;
      },
      get pluralCount() {
        return whole().pluralCount;
      },
      get pluralFormula() {
        return whole().pluralFormula;
      },
      find: (ids) => this.find(ids),
      named: (names) => this.named(names),
      internal: this,
    };
  }

  private readWhole(): Omit<ParsedFile, "internal"> {
    const warnings = new Warnings(this.text);
    const entries: Entry[] = [];
    const root = scanJson(this.text, this.dialect.comments);
    tellTwice(root, warnings);
    // Strings become entries one by one: of all that is known about a string an entry keeps little.
    const reading = this.read(root, warnings, (string) => entries.push(entryOf(string)));
    const { pluralCount, pluralFormula } = reading;
    return { entries, warnings: warnings.list, language: textOf(reading.language), pluralCount, pluralFormula };
  }
}
