import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { json, jsonNested } from "@/lib/text/formats/json/tree";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  FormatError,
  formatOptions,
} from "@/lib/text/formats/kernel/format";
import { joinPath, splitPath } from "@/lib/text/formats/kernel/json/paths";
import { expectedFor, ownSamples, projectSamples } from "../samples";

const fixture = (path: string): string => {
  const found = ownSamples(path.split("/")[0]!).find((sample) => sample.path === path);
  if (!found) throw new Error(`no fixture ${path}`);
  return json.decode(found.bytes);
};
const add = (context: string, text = "x"): EntryEdit => ({
  kind: "add",
  context,
  sources: [text],
  targets: [text],
  state: "translated",
  plural: false,
});
function change(text: string, edits: EntryEdit[], format = json, base?: string, params = {}): string {
  const options = formatOptions({ params, ...(base !== undefined && { base }) });
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
}
const values = (text: string): unknown => JSON.parse(text);
const set = (path: (string | number)[], text: string): EntryEdit => ({
  kind: "set",
  id: JSON.stringify(path),
  targets: [text],
  state: "translated",
});
const remove = (...path: (string | number)[]): EntryEdit => ({ kind: "remove", id: JSON.stringify(path) });

describe("reading JSON", () => {
  const text = fixture("json/cs.json");
  const { entries, warnings } = json.parse(text, formatOptions());

  it("shows texts, numbers and booleans as they are spelled, with keys joined by dots and positions in brackets; of equal keys the last", () => {
    expect(entries.map((entry) => [entry.context, entry.targets[0]])).toEqual([
      ["title", "Košík"],
      ["sentence with. a dot", "Věta"],
      ["escaped", 'A "quote", á, / and 🍐'],
      ["nested.deep.key", "hodnota"],
      ["list[0]", "Vše"],
      ["list[1]", "Zralé"],
      ["number", "1.10"],
      ["flag", "true"],
      ["empty", ""],
      ["__proto__", "prototyp"],
      ["twice", "second"],
    ]);
    expect(warnings).toMatchObject([{ twice: "twice" }]);
    expect(entries.find((entry) => entry.context === "empty")?.state).toBe("empty");
    expect(json.parse('{"a.b":"1","a":{"b":"2"}}', formatOptions()).warnings).toMatchObject([{ line: 1, column: 17 }]);
  });

  it.each([
    ["", 1, 1],
    ['{"a":"b"', 1, 9],
    ['{"a":"b",}', 1, 10],
    ['{\n"a" "b"}', 2, 5],
    ['{"a":"b\nc"}', 1, 8],
    ['{"a":"\\q"}', 1, 7],
    ['{"a":01}', 1, 6],
    ['{"a":tru}', 1, 6],
    ['"a"', 1, 1],
    ["{}{}", 1, 3],
    ["// x\n{}", 1, 1],
    ["{'a':'b'}", 1, 2],
  ])("refuses %j with its place", (broken, line, column) => {
    expect(() => json.parse(broken, formatOptions())).toThrow(FormatError);
    try {
      json.parse(broken, formatOptions());
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });

  it("says that a file is too deep", () => {
    expect(() => json.parse(`${'{"a":'.repeat(300)}1${"}".repeat(300)}`, formatOptions())).toThrow(/nested deeper/);
  });

  it("reads what the runtime reads, and keeps every byte of other values", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.integer({ min: 0, max: 4 }),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          const file = json.parse(text, formatOptions());
          const edits = file.entries.map(
            (entry): EntryEdit => ({
              kind: "set",
              id: entry.id,
              targets: [`${entry.targets[0]}!`],
              state: "translated",
            }),
          );
          const grow = (node: unknown): unknown => {
            if (typeof node === "string") return `${node.replaceAll("\0", "\ufffd")}!`;
            if (typeof node === "number" || typeof node === "boolean") return `${JSON.stringify(node)}!`;
            if (Array.isArray(node)) return node.map(grow);
            if (node === null || typeof node !== "object") return node;
            return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, grow(inner)]));
          };
          expect(JSON.stringify(values(change(text, edits)))).toEqual(JSON.stringify(grow(JSON.parse(text))));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("editing JSON", () => {
  it("keeps numbers and booleans what they are while the text still is one", () => {
    const text = '{"n": 1.10, "b": true, "z": null}';
    expect(change(text, [set(["n"], "2.50"), set(["b"], "false")])).toBe('{"n": 2.50, "b": false, "z": null}');
    expect(change(text, [set(["n"], "1,5"), set(["b"], "no")])).toBe('{"n": "1,5", "b": "no", "z": null}');
    expect(change(text, [set(["n"], ""), set(["b"], "1")])).toBe('{"n": "", "b": "1", "z": null}');
    expect(change(text, [set(["n"], "01")])).toContain('"01"');
    expect(change(text, [set(["n"], "1.10")])).toBe(text);
  });

  it("changes the last of equal keys, and no escape of others", () => {
    const text = fixture("json/cs.json");
    const after = change(text, [set(["twice"], "třetí"), set(["title"], "á/")]);
    expect(after).toBe(text.replace('"second"', '"třetí"').replace('"Košík"', '"á/"'));
    expect(change(text, [remove("twice")])).not.toContain("twice");
  });

  it("puts new keys behind their neighbour of the base, in the style of the file", () => {
    const base = fixture("json-nested/en.json");
    const text = fixture("json-nested/cs.json");
    const after = change(
      text,
      [
        add("menu.close", "Zavřít"),
        add("basket.count", "Počet"),
        add("basket.rows[1].name", "Druhý"),
        add("basket.tabs[1]", "Zralé"),
      ],
      jsonNested,
      base,
    );
    expect(after).toBe(`{
    "basket": {
        "title": "Otevřít košík",
        "count": "Počet",
        "tabs": ["Vše", "Zralé"],
        "rows": [
            {
                "name": ""
            },
            {
                "name": "Druhý"
            }
        ]
    },
    "menu": {
        "close": "Zavřít"
    },
    "footer": "Pěstováno s péčí"
}
`);
  });

  it("puts a key first when the base has it first", () => {
    expect(change('{\n  "b": "2"\n}', [add("a", "1")], json, '{"a":"","b":""}')).toBe('{\n  "a": "1",\n  "b": "2"\n}');
    expect(change('{ "b": "2", "c": "3" }', [add("a", "1")], json, '{"a":"","b":""}')).toBe(
      '{ "a": "1", "b": "2", "c": "3" }',
    );
  });

  it("uses the place of the base for a key with dots", () => {
    expect(values(change("{}\n", [add("a.b")], jsonNested, '{"a.b":"x"}'))).toEqual({ "a.b": "x" });
    expect(values(change("{}\n", [add("a.b")], json, '{"a":{"b":"x"}}'))).toEqual({ a: { b: "x" } });
    expect(values(change("{}\n", [add("a.b")], json))).toEqual({ "a.b": "x" });
    expect(values(change("{}\n", [add("a.b"), add("a.c[0].d")], jsonNested))).toEqual({
      a: { b: "x", c: [{ d: "x" }] },
    });
  });

  it("keeps compact files compact and tabs tabs", () => {
    expect(change(fixture("json/compact.json"), [add("b.d", "3"), add("e.f", "4")], jsonNested)).toBe(
      '{"a":"1","b":{"c":"2","d":"3"},"e":{"f":"4"}}',
    );
    expect(change(fixture("json/tabs.json"), [add("b.d", "3"), add("e.f", "4")], jsonNested)).toBe(
      '{\n\t"a" : "1",\n\t"b" : {\n\t\t"c" : "2",\n\t\t"d" : "3"\n\t},\n\t"e" : {\n\t\t"f" : "4"\n\t}\n}\n',
    );
    expect(change("{}\n", [add("a")])).toBe('{\n    "a": "x"\n}\n');
    expect(change("{}\n", [add("a")], json, undefined, { json_indent: 2 })).toBe('{\n  "a": "x"\n}\n');
    expect(
      change("{}\n", [add("a")], json, undefined, { json_indent_style: "tabs", json_use_compact_separators: true }),
    ).toBe('{\n\t"a":"x"\n}\n');
  });

  it("makes items before a new one as the base has them, else of its kind, so that their texts have places", () => {
    const base = '{"a":[{"n":"x","m":{"o":["p"]}},null,["q"],"r",{"n":"y"}]}';
    expect(values(change("{}", [add("a[4].n", "Y")], jsonNested, base))).toEqual({
      a: [{ n: "", m: { o: [""] } }, null, [""], "", { n: "Y" }],
    });
    expect(values(change('{"a":[{"n":"1"}]}', [add("a[2].n", "3")], jsonNested))).toEqual({
      a: [{ n: "1" }, {}, { n: "3" }],
    });
    const filled = change('{"a":[{"n":"1"}]}', [add("a[2].n", "3")], jsonNested);
    expect(values(change(filled, [add("a[1].n", "2")], jsonNested))).toEqual({
      a: [{ n: "1" }, { n: "2" }, { n: "3" }],
    });
  });

  it("puts into the place of an item that goes one of another kind", () => {
    const text = '{"a": ["one", {"n": "two", "m": {"o": "p"}}, "three"], "b": "x"}';
    expect(change(text, [remove("a", 0), add("a[0].n", "1"), add("a[0].m", "1")], jsonNested)).toBe(
      text.replace('"one"', '{"n": "1", "m": "1"}'),
    );
    const gone = [remove("a", 1, "n"), remove("a", 1, "m", "o")];
    expect(change(text, [...gone, add("a[1]", "2")], jsonNested)).toBe('{"a": ["one", "2", "three"], "b": "x"}');
    expect(change('{"a": ["x"]}', [remove("a", 0), add("a[0][0]", "y")], jsonNested)).toBe('{"a": [["y"]]}');
    expect(() => change(text, gone, jsonNested)).toThrow("only its last items");
  });

  it("keeps the place of an item that goes from among others as the base has it, where it is asked to", () => {
    const text = '{"a": ["one", {"n": "two"}, "three"]}';
    const keep = (edits: EntryEdit[], base: string, fillGaps = true) => {
      const options = formatOptions({ base, fillGaps });
      return applyPatches(text, jsonNested.edit(text, jsonNested.parse(text, options), edits, options));
    };
    const gone = remove("a", 1, "n");
    expect(keep([gone], '{"a":["1","2","3"]}')).toBe('{"a": ["one", "", "three"]}');
    expect(keep([gone], '{"a":["1",{"m":"2"},"3"]}')).toBe('{"a": ["one", {"m": ""}, "three"]}');
    expect(keep([gone, add("a[3]", "four")], '{"a":["1","2","3","4"]}')).toBe('{"a": ["one", "", "three", "four"]}');
    expect(keep([gone, remove("a", 2)], '{"a":["1","2","3"]}')).toBe('{"a": ["one"]}');
    // The base has the string, or nothing there: then the others would move.
    for (const base of ['{"a":["1",{"n":"2"},"3"]}', '{"a":["1"]}', "{}"])
      expect(() => keep([gone], base)).toThrow("only its last items");
    expect(() => keep([gone], '{"a":["1","2","3"]}', false)).toThrow("only its last items");
  });

  it("removes objects that become empty, and only the end of lists", () => {
    const text = fixture("json-nested/en.json");
    const after = change(
      text,
      [remove("menu", "close"), remove("basket", "tabs", 1), remove("basket", "rows", 1, "name")],
      jsonNested,
    );
    expect(values(after)).toEqual({
      basket: { title: "Open basket", count: "{{count}} quinces", tabs: ["All"], rows: [{ name: "First" }] },
      footer: "Grown with care",
    });
    expect(() => change(text, [remove("basket", "tabs", 0)], jsonNested)).toThrow(EditRefused);
  });

  it("removes and adds side by side", () => {
    expect(change('{"a":"1","b":"2","c":"3"}', [remove("b"), add("d"), remove("c")])).toBe('{"a":"1","d":"x"}');
    expect(change('{"a":"1","b":"2"}', [remove("a"), remove("b"), add("c")])).toBe('{"c":"x"}');
    expect(values(change('{"o":{"a":"1"}}', [remove("o", "a"), add("o.b")], jsonNested))).toEqual({ o: { b: "x" } });
  });

  it("refuses keys that would turn a text into an object or the other way", () => {
    const text = fixture("json-nested/en.json");
    for (const context of [
      "footer.more",
      "basket",
      "footer[0]",
      "basket.tabs.x",
      "",
      "basket.tabs[5000]",
      "menu.close",
    ]) {
      expect(() => change(text, [add(context)], jsonNested)).toThrow(EditRefused);
    }
    expect(() => change("{}", [add("a"), add("a.b")], jsonNested)).toThrow(EditRefused);
    expect(() => change("{}", [add("a"), add("a")], jsonNested)).toThrow(EditRefused);
  });

  it("adds and removes any set of keys without a trace", () => {
    const key = fc.stringMatching(/^[a-z]{1,3}(\.[a-z]{1,2}){0,2}$/);
    const source = fixture("json-nested/en.json");
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 6 }), (keys) => {
        const adds = keys.map((name) => add(`zz${name}`));
        let added: string;
        try {
          added = change(source, adds, jsonNested);
        } catch (error) {
          expect(error).toBeInstanceOf(EditRefused);
          return;
        }
        const removes = jsonNested
          .parse(added, formatOptions())
          .entries.filter((entry) => entry.context.startsWith("zz"));
        expect(removes).toHaveLength(keys.length);
        expect(
          change(
            added,
            removes.map((entry) => ({ kind: "remove", id: entry.id })),
            jsonNested,
          ),
        ).toBe(source);
      }),
    );
  });

  it("splits what it joins", () => {
    const step = fc.oneof(fc.stringMatching(/^[a-z ]{0,4}$/), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (path) => {
        fc.pre(path.every((part, i) => part !== "" || i > 0) && !(typeof path[0] === "string" && path[0] === ""));
        expect(joinPath(splitPath(joinPath(path)))).toBe(joinPath(path));
      }),
    );
    expect(splitPath("a.b[0][1].c")).toEqual(["a", "b", 0, 1, "c"]);
    expect(splitPath("Loading...")).toEqual(["Loading", "", "", ""]);
  });
});

describe("agreement with the translate toolkit", () => {
  for (const format of [json, jsonNested]) {
    it(`${format.id}: ${projectSamples(format.id).length} real files`, () => {
      const samples = projectSamples(format.id);
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) {
        const { entries } = format.parse(format.decode(sample.bytes), sample.options);
        // The dumps leave texts out that are empty.
        const filled = entries.filter((entry) => entry.state !== "empty");
        expect(filled.map((entry) => ({ context: entry.context, target: entry.targets[0] }))).toEqual(
          expectedFor(sample),
        );
      }
    });
  }
});
