import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { JSON_SCHEMA, load } from "js-yaml";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import type { Entry } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { type AskedFile, askedFiles } from "./edited-files";
import { missing, runs } from "./tools";

/** Every fixture and real file, and what our edits make of them, read by the languages that use these files. */

/** What a script prints about each file, one line for each. */
function ask(program: string, parameters: string[], files: readonly AskedFile[]): Record<string, unknown>[] {
  const input = files.map((file) => `${Buffer.from(file.bytes).toString("base64")}\n`).join("");
  const { stdout, stderr } = spawnSync(program, parameters, { input, encoding: "utf8", maxBuffer: 2 ** 30 });
  expect(stderr).toBe("");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const filesOf = (id: string): AskedFile[] => {
  const files = askedFiles(findFormat(id)!);
  expect(files.length).toBeGreaterThan(20);
  return files;
};

/** The value at a path of keys; undefined where there is none. */
const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === "object" && Object.hasOwn(inner, key) ? (inner as never)[key] : undefined,
    value,
  );

/** What is wrong in a file, where it should hold our texts: each at its place, or some where among its values. */
function wrongTexts(file: AskedFile, textAt: (entry: Entry, form: number) => unknown): string[] {
  return file.entries.flatMap((entry) =>
    entry.targets.flatMap((target, form) => {
      const value = textAt(entry, form);
      return value === target || (target === "" && (value === undefined || value === null))
        ? []
        : [`${file.name}: ${entry.context} is ${JSON.stringify(target)} to us, ${JSON.stringify(value)} to it`];
    }),
  );
}

/** Keys of a context of PHP: its quoted parts and numbers, behind the name of the variable. */
function phpPath(context: string): { name: string; keys: string[] } {
  const name = /^(?:\$\w+|return|define\()/.exec(context)?.[0] ?? "";
  const keys = [...context.slice(name.length).matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|->(\d+)/g)];
  return { name, keys: keys.map(([, single, double, number]) => single ?? double ?? number ?? "") };
}

if (!runs("php", "-v")) missing("php", "what PHP reads from files of php and laravel");
else
  describe("PHP reads the texts that we say stand there", () => {
    it("in files of variables, constants and arrays", () => {
      const files = filesOf("php");
      const answers = ask("php", [script("read-php.php")], files);
      const wrong = files.flatMap((file, index) => {
        const { error, returned, variables, constants } = answers[index] as Record<string, object>;
        if (error) return [`${file.name}: ${error}`];
        return wrongTexts(file, (entry) => {
          const { name, keys } = phpPath(entry.context);
          if (name === "define(") return at(constants, keys);
          return name === "return" ? at(returned, keys) : at(variables, [name.slice(1), ...keys]);
        });
      });
      expect(wrong.slice(0, 10)).toEqual([]);
    });

    it("in files of Laravel, forms with bars between them", () => {
      const files = filesOf("laravel");
      const answers = ask("php", [script("read-php.php")], files);
      const wrong = files.flatMap((file, index) => {
        const { error, returned } = answers[index] as Record<string, object>;
        if (error) return [`${file.name}: ${error}`];
        const joined = file.entries.map((entry) => {
          const last = entry.targets.findLastIndex((target) => target !== "");
          return { ...entry, targets: [entry.targets.slice(0, Math.max(1, last + 1)).join("|")] };
        });
        return wrongTexts({ ...file, entries: joined }, ({ context }) => {
          const [first = "", ...rest] = context.split(/(?:\[\])?->/);
          const value = at(returned, [first, ...rest.map((key) => key.replace(/^'(.*)'$/s, "$1"))]);
          return typeof value === "string" ? value.replace(/\|+$/, "") : value;
        });
      });
      expect(wrong.slice(0, 10)).toEqual([]);
    });

    it.each(["php", "laravel"])("and finds no fault in a file of %s", (id) => {
      for (const file of filesOf(id).filter(({ name }) => name.includes("all of a day"))) {
        const { stdout, status } = spawnSync("php", ["-l"], { input: file.bytes, encoding: "utf8" });
        expect([file.name, stdout.trim(), status]).toEqual([
          file.name,
          "No syntax errors detected in Standard input code",
          0,
        ]);
      }
    });
  });

/** Path of an entry of YAML in what a loader makes of the file; a form has a key of its own. */
function yamlPath(entry: Entry, form: number, file: AskedFile, top: readonly string[]): (string | number)[] {
  const path = JSON.parse(entry.id) as (string | number)[];
  return [...top, ...path, ...(entry.plural ? [file.options.plural.categories[form]!] : [])];
}

/** A value that is no text, with its type. */
interface Typed {
  type: string;
  value: string;
}

/** A place holds our text, or, where the file had another value before our edits, that value as it is spelled. */
function reader(textAt: (file: AskedFile, index: number, entry: Entry, form: number) => unknown) {
  const before = new Map<string, Set<string>>();
  return (file: AskedFile, index: number): string[] => {
    const [path = ""] = file.name.split(", ");
    const typed = before.get(path) ?? new Set();
    before.set(path, typed);
    return wrongTexts(file, (entry, form) => {
      const value = textAt(file, index, entry, form) as Typed | string | undefined;
      if (typeof value !== "object" || value === null) return value;
      if (file.name === path) typed.add(entry.id);
      if (!typed.has(entry.id)) return value;
      // What is a word to YAML 1.2 and to us is a truth to Ruby, which reads YAML 1.1.
      const isTruth = /^(?:True|False)Class$/.test(value.type) && /^(?:yes|no|on|off)$/i.test(entry.targets[form]!);
      return isTruth ? entry.targets[form] : value.value;
    });
  };
}

/** The Python that has the library; see `toolkitPython`. */
const python = ["/usr/bin/python3", "python3"].find((one) => runs(one, "-c", "import docx"));

if (!python) missing("python-docx", "what Python reads from files of docx");
else
  it("Python reads from files of docx the texts that we say stand there, and no others", () => {
    const files = filesOf("docx");
    const answers = ask(python, [script("read-docx.py")], files) as unknown as string[][];
    files.forEach((file, index) => {
      const ours = file.entries.map(({ sources, targets }) => targets[0] || sources[0]!);
      const said = new Set(ours.map((text) => text.replace(/<\/?g(?: id="\d+")?>/g, "")));
      const theirs = answers[index]!.map((text) => text.replace(/\t$/, ""));
      expect([file.name, theirs.sort()]).toEqual([file.name, [...said].map((text) => text.replace(/\t$/, "")).sort()]);
    });
  });

const YAML = ["yaml", "ruby-yaml"];
const topOf = (id: string, read: object): string[] => (id === "ruby-yaml" ? Object.keys(read).slice(0, 1) : []);

if (!runs("ruby", "-v")) missing("ruby", "what Ruby reads from files of yaml and ruby-yaml");
else
  it.each(YAML)("Ruby reads from files of %s the texts that we say stand there", (id) => {
    const files = filesOf(id);
    const answers = ask("ruby", [script("read-yaml.rb")], files) as { error?: string; read: object }[];
    expect(answers.flatMap(({ error }) => error ?? [])).toEqual([]);
    const wrong = reader((file, index, entry, form) => {
      const { read } = answers[index]!;
      return at(read, yamlPath(entry, form, file, topOf(id, read)));
    });
    expect(files.flatMap(wrong).slice(0, 10)).toEqual([]);
  });

const READ_CSV = String.raw`
import base64, csv, io, json, re, sys
csv.field_size_limit(10 ** 9)
for line in sys.stdin:
    data = base64.b64decode(line)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("iso-8859-1")
    delimiter = re.match(r'(?:"(?:[^"]|"")*"|[^,;\t"]*)([,;\t])', text).group(1)
    print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))))
`;

/** Formulas stand in a table in quotes, with a mark before each bar. */
const guarded = (text: string): string => `'${text.replaceAll("|", "\\|")}'`;

if (!runs("python3", "-c", "import csv")) missing("python", "what Python reads from tables");
else
  it.each(["csv", "csv-simple", "csv-simple-iso"])(
    "Python reads from files of %s the texts in the rows we say",
    (id) => {
      const files = filesOf(id);
      const answers = ask("python3", ["-c", READ_CSV], files) as unknown as string[][][];
      const wrong = files.flatMap((file, index) => {
        const rows = answers[index]!.map((row) => new Set(row));
        const named = (row: Set<string>, entry: Entry): boolean =>
          [entry.context, ...entry.sources].some((name) => name !== "" && (row.has(name) || row.has(guarded(name))));
        return wrongTexts(file, (entry, form) => {
          const target = entry.targets[form]!;
          const holds = (row: Set<string>): boolean => row.has(target) || row.has(guarded(target));
          return rows.some((row) => named(row, entry) && holds(row)) ? target : undefined;
        });
      });
      expect(wrong.slice(0, 10)).toEqual([]);
    },
  );

describe("another reader finds the texts that we say stand there", () => {
  it.each(YAML)("in files of %s", (id) => {
    const format = findFormat(id)!;
    const wrong = reader((file, _, entry, form) => {
      // That reader does not know the tags of Ruby, and drops a mark of the byte order that is inside a text.
      const text = format.decode(file.bytes).replaceAll("!ruby/symbol", "");
      const read = load(text, { schema: JSON_SCHEMA }) as object;
      const value = at(read, yamlPath(entry, form, file, topOf(id, read)));
      return typeof value === "number" || typeof value === "boolean"
        ? { type: typeof value, value: String(value) }
        : value;
    });
    expect(filesOf(id).flatMap(wrong).slice(0, 10)).toEqual([]);
  });

  it.each(["toml", "go-i18n-toml"])("in files of %s", (id) => {
    const format = findFormat(id)!;
    const wrong = filesOf(id).flatMap((file) => {
      const read = parseToml(format.decode(file.bytes));
      return wrongTexts(file, (entry, form) => tomlText(read, entry, file.options.plural.categories[form]!));
    });
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  it.each(JSON_FORMATS)("in files of %s, somewhere", (id) => {
    const format = findFormat(id)!;
    const wrong = filesOf(id).flatMap((file) => {
      const texts = new Set(leaves(JSON.parse(format.decode(file.bytes).replace(/^\ufeff/, ""))));
      return wrongTexts(file, (entry, form) => {
        const target = entry.targets[form]!;
        // A number is the same in other spellings.
        return texts.has(target) || texts.has(String(Number(target))) ? target : undefined;
      });
    });
    expect(wrong.slice(0, 10)).toEqual([]);
  });
});

/** Formats of JSON that stay JSON when they are read by the letter. */
const JSON_FORMATS = [
  ...["json", "json-nested", "i18next", "i18nextv4", "arb", "formatjs", "go-i18n-json", "go-i18n-json-v2"],
  ...["gotext", "nextcloud-json", "resjson"],
];

/** All texts in a value, as JSON spells those that are none. */
function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
}

/** The text of an entry; go-i18n has strings as tables of forms, or in a list of messages. */
function tomlText(read: unknown, entry: Entry, category: string): unknown {
  const path = JSON.parse(entry.id) as (string | number)[];
  const value = at(read, path);
  return typeof value === "object" && value !== null ? at(value, [entry.plural ? category : "other"]) : value;
}
