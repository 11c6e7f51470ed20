import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { transform } from "esbuild";
import * as database from "@/lib/platform/database";

/**
 * The statements that stand in the sources, made without being run: each template is evaluated in the scope of its
 * module, with something that stands for anything in place of what only its function knows.
 */

const ROOT = resolve(import.meta.dirname, "../..");

export interface FoundStatement {
  file: string;
  /** File, and the beginning of the text. */
  place: string;
  /** The statement in each of its ways, where a table or a part is one of several; none where it could not be made. */
  variants: database.Sql[];
}

/** So many names may stand between a statement and what it is made of. */
const DEEPEST = 12;

/** Stands for any value that is known only at run time: it can be called, read and spread, and equals no other. */
const anything = (): object =>
  new Proxy(() => {}, {
    get(_target, name) {
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      if (name === Symbol.toPrimitive) return (hint: string) => (hint === "number" ? 1 : "anything");
      // The clock of the background jobs is SQL.
      if (name === "now") return database.sql`now()`;
      return name === "then" || name === "toJSON" ? undefined : anything();
    },
    apply: anything,
    construct: anything,
  });

/**
 * What functions are given: the end of a statement, the moment, how finely the ledger is told apart, and what is searched
 * for.
 */
const GIVEN: Readonly<Record<string, unknown>> = {
  tail: database.sql``,
  now: database.sql`now()`,
  level: "place",
  foundStrings: database.sql`select u.id, u.translation_id, u.position from units as u`,
  foundEvents: database.sql`select ch.unit_id as id from changes as ch`,
};

/** End of what begins at `from`, behind brackets, strings and templates; `until` tells where it ends. */
function endOf(text: string, from: number, until: (letter: string) => boolean): number {
  for (let at = from; at < text.length; at++) {
    const letter = text[at] as string;
    if (until(letter)) return at;
    if (letter === "`") at = endOfTemplate(text, at + 1);
    else if (letter === '"' || letter === "'") {
      for (at++; at < text.length && text[at] !== letter; at++) if (text[at] === "\\") at++;
    } else if ("([{".includes(letter)) at = endOf(text, at + 1, (one) => ")]}".includes(one));
  }
  return text.length;
}

function endOfTemplate(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") return at;
    else if (text[at] === "$" && text[at + 1] === "{") at = endOf(text, at + 2, (letter) => letter === "}");
  }
  return text.length;
}

/** Where a function, class or variable of a module begins. */
const BEGINNING = /^(?:async function|function|class|const|let|var)\b/gm;

/** What a name in a function is taken from: a value, or one of several: of a list, or of the members of an object. */
interface Origin {
  kind: "value" | "one of" | "member of";
  code: string;
  /** How the name is taken from it: `name`, `[a, b]` or `{ c }`. */
  pattern: string;
}

const PATTERN = String.raw`(?<pattern>\w+|\[[^\]=]*\]|\{[^}]*\})`;
const ORIGINS = [
  [`\\b(?:const|let) ${PATTERN} = `, ";"],
  [`\\bfor \\(const ${PATTERN} of `, ")"],
  [`\\b(?<list>\\w+)\\.(?:map|flatMap)\\(\\(${PATTERN}\\) =>`, ""],
] as const;

/** Where a name comes from, as far as that stands above `before` in the same function. */
function originOf(text: string, name: string, before: number): Origin | undefined {
  const from = [...text.slice(0, before).matchAll(BEGINNING)].at(-1)?.index ?? 0;
  const above = text.slice(from, before);
  const [last] = ORIGINS.flatMap(([pattern, end]) =>
    [...above.matchAll(new RegExp(pattern, "g"))].map((match) => ({ match, end })),
  )
    .filter(({ match }) => new RegExp(`\\b${name}\\b(?!:)`).test(match.groups?.pattern ?? ""))
    .sort((one, other) => other.match.index - one.match.index);
  if (!last) return undefined;
  const { pattern = "", list } = last.match.groups ?? {};
  if (list !== undefined) return { kind: "one of", code: list, pattern };
  const start = from + last.match.index + last.match[0].length;
  const code = text.slice(
    start,
    endOf(text, start, (letter) => letter === last.end),
  );
  if (/\bawait\b/.test(code)) return undefined;
  if (last.end === ")") return { kind: "one of", code, pattern };
  const [, table] = /^(\w+)\[\w+\]$/.exec(code) ?? [];
  return table ? { kind: "member of", code: table, pattern } : { kind: "value", code, pattern };
}

/** Which of several things are chosen. After each use `next` goes on to the next combination, until there is none. */
class Choices {
  private readonly chosen = new Map<string, { at: number; count: number }>();

  choose<Value>(what: string, among: readonly Value[]): Value | undefined {
    const known = this.chosen.get(what) ?? { at: 0, count: among.length };
    this.chosen.set(what, known);
    return among[known.at];
  }

  next(): boolean {
    for (const [what, choice] of [...this.chosen].reverse()) {
      if (++choice.at < choice.count) return true;
      this.chosen.delete(what);
    }
    return false;
  }
}

type Evaluate = (code: string, unknown: object) => unknown;

/** Runs a module once more and gives what evaluates code in its scope. */
async function openModule(file: string, text: string): Promise<Evaluate> {
  const modules = new Map<string, unknown>();
  for (const [, name = ""] of text.matchAll(/\brequire\("([^"]+)"\)/g)) {
    const path = name.startsWith("@/")
      ? join(ROOT, name.slice(2))
      : name.startsWith(".")
        ? resolve(dirname(file), name)
        : name;
    modules.set(name, await import(/* @vite-ignore */ path));
  }
  // Only code that is not strict can look names up in an object.
  const run = new Function(
    "require",
    "module",
    "exports",
    `${text}\n;return function (code, unknown) { return eval(code); };`,
  );
  const made = { exports: {} };
  const evaluate = run((name: string) => modules.get(name), made, made.exports);
  return (code, unknown) => evaluate.call(anything(), `with (unknown) { (${code}) }`, unknown);
}

/** Statements of one file. */
async function statementsOf(file: string): Promise<FoundStatement[]> {
  const source = readFileSync(file, "utf8");
  const { code } = await transform(source, { loader: "ts", format: "cjs", target: "node20" });
  const text = code.replace(/^"use strict";/, "");
  const evaluate = await openModule(file, text);
  const top = new Set(
    [...text.matchAll(/^(?:const|let|var|function|async function|class) (\w+)/gm)].map(([, name]) => name),
  );
  for (const [, names = ""] of text.matchAll(/^(?:const|let) \[([\w, ]+)\] =/gm))
    for (const name of names.split(", ")) top.add(name);

  /** Names that are known inside of a function only, at a place of it. */
  const scope = (position: number, choices: Choices, depth = 0) => {
    const within = (code: string) => evaluate(code, scope(position, choices, depth + 1));
    const made = (name: string): unknown => {
      const origin = depth < DEEPEST ? originOf(text, name, position) : undefined;
      if (!origin) return undefined;
      const { kind, code, pattern } = origin;
      const value = within(code);
      if (kind === "value" && pattern === name) return value;
      if (kind === "one of" && !Array.isArray(value)) return undefined;
      const members = kind === "one of" ? (value as unknown[]) : Object.values(value as object);
      const taken = kind === "value" ? value : choices.choose(`${pattern} of ${code}`, members);
      return new Function("taken", `const ${pattern} = taken; return ${name};`)(taken);
    };
    return new Proxy(
      {},
      {
        has: (_target, name) =>
          typeof name === "string" &&
          !top.has(name) &&
          !(name in globalThis) &&
          !["unknown", "undefined", "code", "arguments"].includes(name),
        get(_target, name) {
          if (typeof name !== "string") return undefined;
          try {
            return made(name) ?? GIVEN[name] ?? anything();
          } catch {
            return GIVEN[name] ?? anything();
          }
        },
      },
    );
  };

  return [
    ...text.matchAll(/(?:\bimport_\w+\.|\b)sql`\s*(?:select|insert|update|delete|with|create temp table)\b/g),
  ].map((match) => {
    const start = match.index;
    const template = text.slice(start, endOfTemplate(text, text.indexOf("`", start) + 1) + 1);
    const beginning = template.slice(template.indexOf("`") + 1).trim();
    const found: FoundStatement = {
      file: relative(ROOT, file),
      place: `${relative(ROOT, file)}: ${beginning.replace(/\s+/g, " ").slice(0, 70)}`,
      variants: [],
    };
    const choices = new Choices();
    try {
      do {
        const statement = evaluate(template, scope(start, choices));
        if (!(statement instanceof database.Sql)) throw new Error("It is no statement.");
        found.variants.push(statement);
      } while (choices.next());
    } catch {
      return { ...found, variants: [] };
    }
    return found;
  });
}

/** All statements that stand in the sources. */
export async function statementsOfSources(): Promise<FoundStatement[]> {
  const found: FoundStatement[] = [];
  for (const folder of ["lib/domain", "lib/platform"]) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    for (const file of files.sort().map((name) => join(ROOT, folder, name)))
      if (/\bsql`/.test(readFileSync(file, "utf8")) && !file.endsWith("/sql.ts"))
        found.push(...(await statementsOf(file)));
  }
  return found;
}
