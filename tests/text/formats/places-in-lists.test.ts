import fc from "fast-check";
import { dump, JSON_SCHEMA, load } from "js-yaml";
import { parse as readToml, stringify as writeToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { applyPatches, EditRefused, type EntryEdit, formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";

/** Lists whose places are made, replaced and kept: whatever is asked for at once, each string says what it should, or the file is left alone. */

type Tree = string | { [key: string]: Tree } | Tree[];

const text = fc.constantFrom("one", "two", "three", "a: b", "x y");
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    text,
    fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
    fc.dictionary(fc.constantFrom("k", "m", "n"), tie("tree"), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  ),
}));
const file = fc.dictionary(fc.constantFrom("a", "b", "c"), tree, { minKeys: 1, maxKeys: 3, noNullPrototype: true });

const inBrackets = (value: Tree) => `${JSON.stringify(value, undefined, 2)}\n`;
const inLines = (value: Tree) => dump(value, { schema: JSON_SCHEMA });
/** With comments above every second line, and behind every third, and lists below their key's column. */
const withComments = (value: Tree) =>
  dump(value, { schema: JSON_SCHEMA, noArrayIndent: true })
    .split("\n")
    .map((line, at) => {
      const above =
        at % 2 === 0 && line !== "" ? `${/^[ -]*/.exec(line)?.[0].replaceAll("-", " ") ?? ""}# above\n` : "";
      return `${above}${line}${at % 3 === 1 && line !== "" ? " # behind" : ""}`;
    })
    .join("\r\n");

/** Texts by their places, read by other people's programs. */
function textsOf(value: unknown, step: (key: string | number, path: string) => string, path = ""): [string, string][] {
  if (typeof value === "string") return value === "" ? [] : [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, step, step(Array.isArray(value) ? Number(key) : key, path)),
  );
}

const dotted = (key: string | number, path: string) =>
  typeof key === "number" ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
const arrowed = (key: string | number, path: string) =>
  `${path === "" ? "" : `${path}->`}${typeof key === "number" ? `[${key}]` : key}`;
const json = (text: string) => textsOf(JSON.parse(text), dotted);
const yaml = (text: string) => textsOf(load(text, { schema: JSON_SCHEMA }), arrowed);
const toml = (text: string) => textsOf(readToml(text), dotted);

describe.each([
  ["json-nested", "brackets", inBrackets, json],
  // What JSON writes is YAML as well.
  ["yaml", "brackets", inBrackets, yaml],
  ["yaml", "lines of their own", inLines, yaml],
  ["yaml", "lines with comments", withComments, yaml],
  ["toml", "tables", (value: Tree) => writeToml(value as object), toml],
])("lists of %s in %s", (id, _, write, read) => {
  const format = findFormat(id)!;
  const parse = (content: string, base?: string) =>
    format.parse(
      content,
      formatOptions({ languageCode: "cs", isTemplate: base === undefined, monolingual: true, base }),
    );

  it("hold every text that is put into them, and lose none beside those that go", () => {
    let written = 0;
    fc.assert(
      fc.property(file, file, fc.array(fc.nat(9), { minLength: 24, maxLength: 24 }), (model, translation, dice) => {
        const [base, content] = [write(model), write(translation)];
        const options = formatOptions({ languageCode: "cs", monolingual: true, base, fillGaps: true });
        const parsed = format.parse(content, options);
        const wanted = new Map(parse(base).entries.map(({ context }) => [context, context]));
        const expected = new Map<string, string>();
        const edits: EntryEdit[] = [];
        let at = 0;
        const roll = () => dice[at++ % dice.length] ?? 0;
        for (const entry of parsed.entries) {
          // As after a change of the base: what it lacks goes, some of the rest is translated anew.
          if (!wanted.has(entry.context)) edits.push({ kind: "remove", id: entry.id });
          else if (roll() < 4) {
            edits.push({ kind: "set", id: entry.id, targets: ["new"], state: "translated" });
            expected.set(entry.context, "new");
          } else expected.set(entry.context, entry.targets[0] ?? "");
        }
        const known = new Set(parsed.entries.map(({ context }) => context));
        for (const context of wanted.keys()) {
          if (known.has(context) || roll() < 3) continue;
          edits.push({ kind: "add", context, sources: ["s"], targets: ["added"], state: "translated", plural: false });
          expected.set(context, "added");
        }
        let after: string;
        try {
          after = applyPatches(content, format.edit(content, parsed, edits, options));
        } catch (error) {
          if (error instanceof EditRefused) return;
          throw error;
        }
        written++;
        const said = parse(after, base).entries.flatMap(({ context, targets }): [string, string][] =>
          targets[0] ? [[context, targets[0]]] : [],
        );
        expect(new Map(said)).toEqual(expected);
        expect(new Map(read(after))).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
    expect(written).toBeGreaterThan(50);
  });
});
