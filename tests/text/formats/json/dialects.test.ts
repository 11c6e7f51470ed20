import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  FormatError,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";

const format = (id: string) => {
  const found = findFormat(id);
  if (!found) throw new Error(`no format ${id}`);
  return found;
};
const fixture = (id: string, name: string): string => {
  const found = ownSamples(id).find((sample) => sample.path.endsWith(`/${name}`));
  if (!found) throw new Error(`no fixture ${name}`);
  return format(id).decode(found.bytes);
};
const cs = optionsFor("cs");
const read = (id: string, text: string, options: FormatOptions = cs) => format(id).parse(text, options).entries;
const brief = (id: string, text: string, options: FormatOptions = cs) =>
  read(id, text, options).map((entry) => [entry.context, entry.plural ? entry.targets : entry.targets[0]]);
function change(id: string, text: string, edits: EntryEdit[], options: FormatOptions = cs): string {
  return applyPatches(text, format(id).edit(text, format(id).parse(text, options), edits, options));
}
/** Sets a string by its context. */
function set(id: string, text: string, context: string, targets: string[], options: FormatOptions = cs): string {
  const entry = read(id, text, options).find((one) => one.context === context && one.plural === targets.length > 1);
  if (!entry) throw new Error(`no ${context}`);
  return change(id, text, [{ kind: "set", id: entry.id, targets, state: "translated" }], options);
}
const add = (
  context: string,
  targets: string[],
  more: Partial<Extract<EntryEdit, { kind: "add" }>> = {},
): EntryEdit => ({
  kind: "add",
  context,
  sources: targets,
  targets,
  state: "translated",
  plural: targets.length > 1,
  ...more,
});
const json = (text: string): unknown => JSON.parse(text);

describe("i18next version 4", () => {
  it("folds the categories of the language, and only those", () => {
    expect(brief("i18nextv4", fixture("i18nextv4", "cs.json"))).toEqual([
      ["title", "Košík"],
      ["quince", ["{{count}} kdoule", "{{count}} kdoule", "{{count}} kdoulí"]],
      ["how_many", "Kolik?"],
      ["nested.place_ordinal", ["", "", "{{count}}. místo"]],
      ["nested.pear", "Hruška"],
      ["nested.pear_male", "Hrušák"],
      ["nested.pear", ["{{count}} hruška", "", "{{count}} hrušek"]],
      ["tabs[0]", "Vše"],
      ["tabs[1]", "Zralé"],
      ["empty", ""],
    ]);
  });

  it("puts a missing form beside its neighbours and keeps forms of other languages", () => {
    const text = fixture("i18nextv4", "cs.json");
    const after = set("i18nextv4", text, "nested.pear", ["1", "2", "3"]);
    expect(after).toContain('"pear_one": "1",\n    "pear_few": "2", "pear_other": "3"');
    expect(after).toContain('"quince_zero": "žádná kdoule",');
    const ordinal = set("i18nextv4", text, "nested.place_ordinal", ["1.", "2.", "x"]);
    expect(ordinal).toContain(
      '\n    "place_ordinal_one": "1.",\n    "place_ordinal_few": "2.",\n    "place_ordinal_other": "x",\n',
    );
  });

  it("adds all forms where the base has the string", () => {
    const options = { ...cs, base: fixture("i18nextv4", "en.json") };
    const text = '{\n  "title": "Košík",\n  "close": "Zavřít"\n}\n';
    const after = change("i18nextv4", text, [add("quince", ["a", "b", "c"])], options);
    expect(after).toBe(
      '{\n  "title": "Košík",\n  "quince_one": "a",\n  "quince_few": "b",\n  "quince_other": "c",\n  "close": "Zavřít"\n}\n',
    );
    const ar = { ...optionsFor("ar"), base: options.base };
    const six = change("i18nextv4", text, [add("quince", ["0", "1", "2", "3", "4", "5"])], ar);
    expect(Object.keys(json(six) as object)).toEqual([
      "title",
      "quince_zero",
      "quince_one",
      "quince_two",
      "quince_few",
      "quince_many",
      "quince_other",
      "close",
    ]);
    expect(change("i18nextv4", six, [{ kind: "remove", id: read("i18nextv4", six, ar)[1]!.id }], ar)).toBe(text);
  });

  it("gives a new file the forms of its language", () => {
    const base = fixture("i18nextv4", "en.json");
    const keys = (code: string) => Object.keys(json(format("i18nextv4").create(base, optionsFor(code))!) as object);
    expect(keys("cs").filter((key) => key.startsWith("quince"))).toEqual(["quince_one", "quince_few", "quince_other"]);
    expect(keys("ja").filter((key) => key.startsWith("quince"))).toEqual(["quince_other"]);
  });
});

describe("i18next version 3", () => {
  it("knows both ways to number forms", () => {
    expect(brief("i18next", fixture("i18next", "cs.json"))).toEqual([
      ["title", "Košík"],
      ["pear", ["{{count}} hruška", "{{count}} hrušky", "{{count}} hrušek"]],
      ["nested.quince", ["{{count}} kdoule", "{{count}} kdoulí", ""]],
      ["nested.medlar", ["{{count}} mišpule", "", ""]],
      ["lonely_plural", "Množné číslo"],
      ["tabs[0]", "Vše"],
      ["tabs[1]", "Zralé"],
      ["size", "12"],
    ]);
    expect(brief("i18next", fixture("i18next", "en.json"), optionsFor("en"))[1]).toEqual([
      "quince",
      ["{{count}} quince", "{{count}} quinces"],
    ]);
  });

  it("numbers two names when a third form comes", () => {
    const after = set("i18next", fixture("i18next", "cs.json"), "nested.quince", ["a", "b", "c"]);
    expect(after).toContain('    "quince_0": "a",\n    "quince_1": "b",\n    "quince_2": "c",\n');
    const first = set("i18next", fixture("i18next", "cs.json"), "nested.quince", ["a", "{{count}} kdoulí", ""]);
    expect(first).toContain('"quince": "a",\n    "quince_plural": "{{count}} kdoulí"');
  });

  it("writes names by the number of forms", () => {
    const base = fixture("i18next", "en.json");
    const made = (code: string) => json(format("i18next").create(base, optionsFor(code))!);
    expect(made("cs")).toMatchObject({ quince_0: "", quince_1: "", quince_2: "" });
    expect(made("pt_BR")).toMatchObject({ quince: "", quince_plural: "" });
    expect(made("ja")).toEqual({ title: "", quince_0: "", close: "" });
    expect(json(change("i18next", "{}", [add("x.y", ["1", "2"])], optionsFor("en")))).toEqual({
      x: { y: "1", y_plural: "2" },
    });
    expect(json(change("i18next", "{}", [add("x", ["1", "2", "3"])]))).toEqual({ x_0: "1", x_1: "2", x_2: "3" });
  });
});

describe("browser extensions", () => {
  const text = fixture("webextension", "cs.json");
  it("reads notes, placeholders and comments", () => {
    const entries = read("webextension", text);
    expect(entries.map((entry) => [entry.context, entry.targets[0], entry.note, entry.flags])).toEqual([
      ["title", "Košík", "Window title", ""],
      ["count", "Počet: $COUNT$ z $TOTAL_SUM$", "", "placeholders:$COUNT$:$TOTAL_SUM$,case-insensitive"],
      ["close", "Zavřít", "", ""],
      ["__proto__", "Prototyp", "", ""],
      ["empty", "", "Never shown", ""],
    ]);
  });

  it("takes description and placeholders from the base", () => {
    const after = change(
      "webextension",
      '{\n  "title": {\n    "message": "Košík"\n  }\n}\n',
      [add("count", ["x $COUNT$"])],
      {
        ...cs,
        base: text.replace(/\/[/*].*\n/g, "\n"),
      },
    );
    expect(json(after)).toEqual({
      title: { message: "Košík" },
      count: {
        message: "x $COUNT$",
        placeholders: { count: { content: "$1", example: "3" }, total_sum: { content: "$2" } },
      },
    });
    expect(after).toContain('\n  "count": {\n    "message": "x $COUNT$",\n    "placeholders": {\n      "count": {\n');
  });
});

describe("application resource bundles", () => {
  const text = fixture("arb", "cs.arb");
  it("reads attributes beside the texts", () => {
    expect(format("arb").parse(text, cs).language).toBe("cs");
    expect(read("arb", text).map((entry) => [entry.context, entry.note, entry.flags])).toEqual([
      ["title", "Window title", ""],
      ["count", "Shown under the basket\nof quinces", 'placeholders:{n}:"{total sum}"'],
      ["close", "", ""],
      ["empty", "", ""],
    ]);
  });

  it("names the language of a new file and never writes attributes", () => {
    expect(json(format("arb").create(text, optionsFor("pt_BR"))!)).toMatchObject({ "@@locale": "pt_BR", title: "" });
    const after = change("arb", text, [add("more", ["Více"], { note: "A note" })], {
      ...cs,
      base: '{"title":"a","more":"b","close":"c"}',
    });
    expect(Object.keys(json(after) as object).slice(2, 6)).toEqual(["title", "@title", "more", "count"]);
    expect(after).not.toContain("@more");
    expect(() => change("arb", text, [add("@x", ["y"])])).toThrow(EditRefused);
    const removed = change("arb", text, [{ kind: "remove", id: read("arb", text)[1]!.id }]);
    expect(Object.keys(json(removed) as object)).not.toContain("@count");
  });
});

describe("FormatJS and RESJSON", () => {
  it("reads default messages and plain texts", () => {
    const text = fixture("formatjs", "cs.json");
    expect(read("formatjs", text).map((entry) => [entry.context, entry.note])).toEqual([
      ["basket.title", "Window title"],
      ["basket.count", ""],
      ["basket.close", "Button"],
    ]);
    expect(format("formatjs").parse(text, cs).warnings).toHaveLength(1);
    expect(json(change("formatjs", "{}", [add("a.b", ["x"], { note: "n" })]))).toEqual({
      "a.b": { defaultMessage: "x", description: "n" },
    });
    const plain = fixture("formatjs", "plain.cs.json");
    expect(change("formatjs", plain, [add("c", ["x"])])).toBe(plain.replace("}", ',"c":"x"}'));
  });

  it("takes sources from beside the text, else the key", () => {
    const text = fixture("resjson", "cs.resjson");
    expect(read("resjson", text).map((entry) => [entry.context, entry.sources, entry.targets, entry.note])).toEqual([
      ["title", ["Basket"], ["Košík"], "Window title"],
      ["close/button", ["close/button"], ["Zavřít"], ""],
      ["empty", ["Never shown"], [""], ""],
    ]);
    const after = change("resjson", text, [add("open", ["Otevřít"], { sources: ["Open"], note: "Button" })]);
    expect(json(after.slice(1))).toMatchObject({ open: "Otevřít", "_open.comment": "Button", "_open.source": "Open" });
  });
});

describe("go-i18n", () => {
  it("version 1: reads a list by its ids and removes from its middle", () => {
    const text = fixture("go-i18n-json", "cs.json");
    expect(brief("go-i18n-json", text)).toEqual([
      ["title", "Košík"],
      ["quince", ["{{.Count}} kdoule", "{{.Count}} kdoule", "{{.Count}} kdoulí"]],
      ["pear", ["{{.Count}} hruška", "", "{{.Count}} hrušek"]],
      ["close.button", ""],
    ]);
    const removed = change("go-i18n-json", text, [{ kind: "remove", id: '"quince"' }]);
    expect((json(removed) as { id: string }[]).map((item) => item.id)).toEqual([
      "title",
      "pear",
      "no translation",
      "close.button",
    ]);
    const pear = set("go-i18n-json", text, "pear", ["1", "2", "3"]);
    expect(pear).toContain('"one": "1",\n      "few": "2",\n      "zero": "žádná hruška",\n      "other": "3"');
  });

  it("version 1: adds where the base has it", () => {
    const base =
      '[{"id":"a","translation":"A"},{"id":"b","translation":{"one":"B","other":"Bs"}},{"id":"c","translation":"C"}]';
    const options = { ...cs, base };
    const after = change(
      "go-i18n-json",
      '[\n  {\n    "id": "c",\n    "translation": "C"\n  }\n]\n',
      [add("b", ["1", "2", "3"]), add("a", ["x"])],
      options,
    );
    expect(json(after)).toEqual([
      { id: "a", translation: "x" },
      { id: "b", translation: { one: "1", few: "2", other: "3" } },
      { id: "c", translation: "C" },
    ]);
    expect(() => change("go-i18n-json", after, [add("a", ["x"])], options)).toThrow(EditRefused);
    expect(() => change("go-i18n-json", "{}", [add("a", ["x"])])).toThrow(EditRefused);
  });

  it("version 2: tells singles, plurals and levels of keys apart", () => {
    const text = fixture("go-i18n-json-v2", "cs.json");
    expect(brief("go-i18n-json-v2", text)).toEqual([
      ["title", "Košík"],
      ["quince", ["{{.Count}} kdoule", "{{.Count}} kdoule", "{{.Count}} kdoulí"]],
      ["pear", ["{{.Count}} hruška", "", "{{.Count}} hrušek"]],
      ["close", "Zavřít"],
      ["menu.open", "Otevřít"],
      ["menu.quit", "Konec"],
      ["empty", ""],
    ]);
    expect(read("go-i18n-json-v2", text)[0]?.note).toBe("Window title");
    // What the base counts is counted here as well, even with one form.
    const base = '{"x":{"one":"a","other":"b"},"y":"c"}';
    const options = { ...cs, base };
    expect(brief("go-i18n-json-v2", '{"x":{"other":"k"}}', options)).toEqual([["x", ["", "", "k"]]]);
    expect(
      json(change("go-i18n-json-v2", "{}", [add("z", ["q"], { note: "n" }), add("x", ["1", "2", "3"])], options)),
    ).toEqual({
      z: { description: "n", other: "q" },
      x: { one: "1", few: "2", other: "3" },
    });
  });
});

describe("gotext", () => {
  const text = fixture("gotext", "cs.gotext.json");
  it("reads selections, lists of ids and placeholders", () => {
    expect(format("gotext").parse(text, cs).language).toBe("cs");
    expect(read("gotext", text).map((entry) => [entry.context, entry.sources, entry.targets])).toEqual([
      ["Basket", ["Basket"], ["Košík"]],
      [
        "{Count} quinces",
        ["{Count} quince", "{Count} quinces"],
        ["{Count} kdoule", "{Count} kdoule", "{Count} kdoulí"],
      ],
      ["{Count} pears", ["{Count} pear", "{Count} pears"], ["", "", ""]],
      ["Close", ["Close"], ["Zavřít"]],
      ["Untranslated", ["Untranslated"], [""]],
    ]);
    expect(read("gotext", text)[1]).toMatchObject({ flags: "placeholders:{Count}", plural: true });
    expect(read("gotext", text)[0]?.note).toBe("Window title");
  });

  it("writes a message whose id is a number", () => {
    const numbered = text.replace(/"id": "Untranslated"/, '"id": 42');
    expect(numbered).not.toBe(text);
    const after = set("gotext", numbered, "42", ["Ne"]);
    expect(read("gotext", after).find(({ context }) => context === "42")?.targets).toEqual(["Ne"]);
  });

  it("turns an empty translation of a plural message into a selection", () => {
    const after = set("gotext", text, "{Count} pears", ["1", "2", "3"]);
    const { messages } = json(after) as { messages: { translation: unknown }[] };
    expect(messages[2]?.translation).toEqual({
      select: {
        feature: "plural",
        arg: "Count",
        cases: { one: { msg: "1" }, few: { msg: "2" }, other: { msg: "3" } },
      },
    });
    expect(after).toContain('            "translation": {\n                "select": {\n');
    expect(after).toContain('"=0": { "msg": "žádné kdoule" }');
    const untold = set("gotext", text, "Untranslated", ["Ne"]);
    expect(untold).toContain('"message": "Untranslated",\n            "translation": "Ne"\n');
  });

  it("takes over a message of the base", () => {
    const empty = format("gotext").create(undefined, cs)!;
    const after = change("gotext", empty, [add("{Count} quinces", ["1", "2", "3"])], { ...cs, base: text });
    expect(json(after)).toMatchObject({
      language: "cs",
      messages: [
        {
          id: "{Count} quinces",
          message: { select: { feature: "plural" } },
          translation: { select: { arg: "Count", cases: { few: { msg: "2" } } } },
          placeholders: [{ id: "Count", argNum: 1 }],
        },
      ],
    });
  });
});

describe("Nextcloud", () => {
  const text = fixture("nextcloud-json", "cs.json");
  it("reads sources, forms and the rule of the file", () => {
    const file = format("nextcloud-json").parse(text, cs);
    expect(file).toMatchObject({ pluralCount: 4 });
    expect(file.pluralFormula).toMatch(/^\(n == 1 .* : 3$/);
    expect(file.entries.map((entry) => [entry.sources, entry.targets])).toEqual([
      [["Files"], ["Soubory"]],
      [
        ["%n file", "%n files"],
        ["%n soubor", "%n soubory", "%n souborů", "%n souborů"],
      ],
      [["Some. Sentence::"], ["Věta"]],
      [
        ["%n folder", "%n folders"],
        ["%n složka", "", "", ""],
      ],
      [["Not translated"], [""]],
    ]);
  });

  it("fills lists up and writes the rule of a new language", () => {
    const folder = format("nextcloud-json").parse(text, cs).entries[3]!;
    const targets = ["1", "2", "", "4"];
    expect(change("nextcloud-json", text, [{ kind: "set", id: folder.id, targets, state: "translated" }])).toContain(
      '["1","2","","4"]',
    );
    const made = json(format("nextcloud-json").create(text, optionsFor("pt_BR"))!);
    expect(made).toMatchObject({
      translations: { "_%n file_::_%n files_": ["", ""], Files: "" },
      pluralForm: "nplurals=2; plural=n > 1;",
    });
    const added = change("nextcloud-json", text, [add("", ["a", "b", "c", "d"], { sources: ["%n day", "%n days"] })]);
    expect(json(added)).toMatchObject({ translations: { "_%n day_::_%n days_": ["a", "b", "c", "d"] } });
  });
});

describe("all JSON dialects", () => {
  const ids = ["i18next", "i18nextv4", "webextension", "arb", "formatjs", "go-i18n-json", "go-i18n-json-v2", "gotext"];
  const all = [...ids, "nextcloud-json", "resjson"];

  it.each(all)("%s refuses broken files with their place and ignores what is none of its strings", (id) => {
    try {
      format(id).parse('{\n "a": "b"\n "c"}', cs);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect(error).toMatchObject({ line: 3, column: 2 });
    }
    for (const odd of ['{"a":null}', '{"a":[null,[]],"messages":3,"translations":"x"}', "{}"])
      expect(Array.isArray(read(id, odd))).toBe(true);
  });

  it.each(all)("%s leaves a file that the runtime reads after any edit", (id) => {
    for (const sample of ownSamples(id)) {
      const text = format(id).decode(sample.bytes);
      const { entries } = format(id).parse(text, sample.options);
      const edits = entries.map((entry): EntryEdit => {
        return { kind: "set", id: entry.id, targets: entry.targets.map(() => '"x"\n\\'), state: "translated" };
      });
      const after = change(id, text, edits, sample.options).replace(/^\ufeff/, "");
      const bare = after.replace(/^\s*\/\/.*$|\/\*.*\*\//gm, "");
      expect(JSON.stringify(json(bare))).toContain('\\"x\\"\\n\\\\');
    }
  });

  it.each(["i18nextv4", "webextension", "arb"])("%s agrees with the other tool's reading", (id) => {
    const samples = projectSamples(id);
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) {
      const options = sample.path.includes("pl.json")
        ? { ...sample.options, plural: { number: 3, formula: "0", categories: ["one", "few", "many"] } }
        : sample.options;
      const entries = read(id, format(id).decode(sample.bytes), options).filter((entry) => entry.state !== "empty");
      const told = expectedFor(sample)!;
      expect(entries.map((entry) => entry.context)).toEqual(told.map((one) => one.context));
      entries.forEach((entry, at) => {
        const { target, notes } = told[at] as { target: unknown; notes?: string };
        expect([entry.context, entry.plural ? entry.targets : entry.targets[0]]).toEqual([entry.context, target]);
        if (notes !== undefined) expect(entry.note).toBe(notes);
      });
    }
  });
});
