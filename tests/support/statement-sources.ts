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
  /** File, and the beginning of the text. */
  place: string;
  /** Undefined where the template could not be evaluated. */
  statement?: database.Sql;
}

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

/** What functions are given: the end of a statement, the moment, and how finely the ledger is told apart. */
const GIVEN: Readonly<Record<string, unknown>> = { tail: database.sql``, now: database.sql`now()`, level: "place" };

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

/** How a variable of a function is made, as far as it stands above `before` in the same function. */
function madeAs(text: string, name: string, before: number): string | undefined {
  const from = [...text.slice(0, before).matchAll(BEGINNING)].at(-1)?.index ?? 0;
  const pattern = new RegExp(`\\b(?:const|let) (?:(${name})|\\[([\\w, ]*\\b${name}\\b[\\w, ]*)\\]) = `, "g");
  const found = [...text.slice(from, before).matchAll(pattern)].at(-1);
  if (!found) return undefined;
  const start = from + found.index + found[0].length;
  const code = text.slice(
    start,
    endOf(text, start, (letter) => letter === ";"),
  );
  if (/\bawait\b/.test(code)) return undefined;
  return found[1] ? `(${code})` : `(${code})[${found[2]?.split(", ").indexOf(name)}]`;
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
  const run = new Function("require", "module", "exports", `${text}\n;return (code, unknown) => eval(code);`);
  const made = { exports: {} };
  return run((name: string) => modules.get(name), made, made.exports) as Evaluate;
}

/** What stands before a statement that others read from: it is prepared as a part of them. */
const PART = /\b(?:cte|subquery)\)?\(\s*"\w+",\s*$/;

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

  const at = (position: number, depth = 0) =>
    new Proxy(
      {},
      {
        has: (_target, name) =>
          typeof name === "string" &&
          !top.has(name) &&
          !(name in globalThis) &&
          !["unknown", "undefined", "code"].includes(name),
        get(_target, name) {
          if (typeof name !== "string") return undefined;
          const how = depth < 4 ? madeAs(text, name, position) : undefined;
          if (how === undefined) return GIVEN[name] ?? anything();
          try {
            return evaluate(`with (unknown) { ${how} }`, at(position, depth + 1));
          } catch {
            return anything();
          }
        },
      },
    );

  const found = [...text.matchAll(/(?:\bimport_\w+\.|\b)sql`\s*(?:select|insert|update|delete|with)\b/g)];
  return found
    .filter((match) => !PART.test(text.slice(0, match.index)))
    .map((match) => {
      const start = match.index;
      const template = text.slice(start, endOfTemplate(text, text.indexOf("`", start) + 1) + 1);
      const place = `${relative(ROOT, file)}: ${template
        .slice(template.indexOf("`") + 1)
        .trim()
        .replace(/\s+/g, " ")
        .slice(0, 70)}`;
      try {
        const statement = evaluate(`with (unknown) { ${template} }`, at(start));
        return statement instanceof database.Sql ? { place, statement } : { place };
      } catch {
        return { place };
      }
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
