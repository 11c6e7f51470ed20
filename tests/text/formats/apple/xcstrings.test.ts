import { describe, expect, it } from "vitest";
import { xcstrings } from "@/lib/text/formats/apple/xcstrings";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type EntryState,
  FormatError,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { LAWS } from "../laws/laws";
import { subjectOf } from "../laws/subject";
import { optionsFor, ownSamples, projectSamples } from "../samples";

/** String catalogues as one language sees them: reading, editing, adding and removing. */

const textOf = (name: string): string => {
  const sample = ownSamples("xcstrings").find(({ path }) => path.endsWith(`/${name}`));
  return xcstrings.decode(sample!.bytes);
};
const whole = textOf("base.xcstrings");
const en = optionsFor("en");
const cs = optionsFor("cs");
const ja = optionsFor("ja");
const part = (code: string): string => xcstrings.catalogue!.part(whole, code)!;

const read = (text: string, options: FormatOptions) => xcstrings.parse(text, options).entries;
const brief = (text: string, options: FormatOptions) =>
  read(text, options).map(({ context, targets, state }) => [context, state, ...targets]);
const change = (text: string, edits: EntryEdit[], options: FormatOptions): string =>
  applyPatches(text, xcstrings.edit(text, xcstrings.parse(text, options), edits, options));
const set = (id: string, targets: string | string[], state: EntryState = "translated"): EntryEdit => ({
  kind: "set",
  id,
  targets: [targets].flat(),
  state,
});
const remove = (...ids: string[]): EntryEdit[] => ids.map((id) => ({ kind: "remove", id }));
const add = (
  context: string,
  targets: string | string[],
  more: { note?: string; state?: EntryState } = {},
): EntryEdit => ({
  kind: "add",
  context,
  sources: [],
  targets: [targets].flat(),
  state: "translated",
  plural: Array.isArray(targets),
  ...more,
});
/** What stands under a key, as a value. */
const valueAt = (text: string, ...path: string[]): unknown =>
  path.reduce((value, step) => (value as Record<string, unknown>)[step], JSON.parse(text));
const unit = (value: string, state = "translated") => ({ stringUnit: { state, value } });
/** A catalogue in the layout of Xcode; only objects and texts. */
const catalogue = (strings: object): string =>
  JSON.stringify({ sourceLanguage: "en", strings, version: "1.0" }, null, 2).replaceAll('":', '" :');
const one = (key: string, localizations: object): string => catalogue({ [key]: { localizations } });

describe("a string catalogue", () => {
  it("has a string for every key in the language of the keys, which are their own texts where no other is given", () => {
    expect(brief(whole, en)).toEqual([
      ["%lld quinces", "translated", "%lld quince", "%lld quinces"],
      ["Basket", "translated", "Basket"],
      ["basket.device:device.applewatch", "translated", "Basket on Apple Watch"],
      ["basket.device:device.ipad", "translated", "Basket on iPad"],
      ["basket.device:device.iphone", "translated", "Basket on iPhone", "Baskets on iPhone"],
      ["basket.device:device.other", "translated", "Basket"],
      ["basket.sizes", "translated", "%1$#@quinces@ and %2$#@pears@"],
      ["basket.sizes:pears", "translated", "%arg pear", "%arg pears"],
      ["basket.sizes:quinces", "translated", "%arg quince", "%arg quinces"],
      ["Close", "translated", "Close"],
      ["Item 2", "translated", "Item 2"],
      ["Item 10", "translated", "Item 10"],
      ["Loquat", "read-only", "Loquat"],
      ["Open “%@”", "translated", "Open “%@”"],
      ["Untouched", "translated", "Untouched"],
      ["version", "translated", 'Version "%@"\n© A/B'],
    ]);
    expect(read(whole, { ...cs, isTemplate: true })).toHaveLength(16);
    expect(read(whole, en).find(({ id }) => id === "Close")?.note).toBe("Button.\nKeep it short.");
    expect(xcstrings.parse(whole, en).language).toBe("en");
  });

  it("has the strings of another language that this language has", () => {
    const strings = [
      ["%lld quinces", "translated", "%lld kdoule", "%lld kdoule", "%lld kdoulí"],
      ["Basket", "translated", "Košík"],
      ["basket.device:device.ipad", "translated", "Košík na iPadu"],
      ["basket.device:device.other", "needs-editing", "Košík na zařízení"],
      ["basket.sizes", "translated", "%1$#@quinces@ a %2$#@pears@"],
      ["basket.sizes:pears", "translated", "%arg hruška", "%arg hrušky", "%arg hrušek"],
      ["basket.sizes:quinces", "needs-editing", "%arg kdoule", "%arg kdoule", "%arg kdoulí"],
      ["Close", "needs-editing", "Zavřít"],
      ["Item 2", "empty", ""],
      ["Item 10", "needs-editing", "Položka 10"],
      ["Open “%@”", "needs-editing", "Otevřít „%@“"],
    ];
    expect(brief(whole, cs)).toEqual(strings);
    expect(brief(part("cs"), cs)).toEqual(strings);
    expect(brief(whole, ja)).toEqual([
      ["%lld quinces", "translated", "マルメロ %lld 個"],
      ["Basket", "translated", "かご"],
    ]);
    // A state that nobody knows says nothing against a text.
    expect(brief(whole, optionsFor("zh_Hans"))[1]).toEqual(["Open “%@”", "translated", "打开“%@”"]);
  });

  it("offers a form for zero first, where the language has it", () => {
    const categories = ["zero", "one", "few", "other"];
    const options = { ...cs, plural: { ...cs.plural, number: 4, categories } };
    const [first] = read(whole, options);
    expect(first?.targets).toEqual(["", "%lld kdoule", "%lld kdoule", "%lld kdoulí"]);
    const after = change(whole, [set("%lld quinces", ["nic", "%lld kdoule", "%lld kdoule", "%lld kdoulí"])], options);
    expect(
      Object.keys(valueAt(after, "strings", "%lld quinces", "localizations", "cs", "variations", "plural") as object),
    ).toEqual(["few", "many", "one", "other", "zero"]);
    expect(change(after, [set("%lld quinces", first!.targets)], options)).toBe(whole);
    expect(xcstrings.zeroForm).toBe(true);
  });

  it("changes in the text and the state that differ", () => {
    expect(change(whole, [set("Basket", "Košíček")], cs)).toBe(whole.replace('Košík"', 'Košíček"'));
    expect(change(whole, [set("Close", "Zavřít")], cs)).toBe(
      whole.replace('"needs_review",\n            "value" : "Zavřít"', '"translated",\n            "value" : "Zavřít"'),
    );
    const open = change(whole, [set("Basket", "Košík", "needs-editing")], cs);
    expect(valueAt(open, "strings", "Basket", "localizations", "cs")).toEqual(unit("Košík", "needs_review"));
    expect(change(open, [set("Basket", "Košík")], cs)).toBe(whole);
    const emptied = change(whole, [set("Basket", "", "needs-editing")], cs);
    expect(valueAt(emptied, "strings", "Basket", "localizations", "cs")).toEqual(unit("", "new"));
    // Approval has no place of its own.
    expect(change(whole, [set("Basket", "Košík", "approved")], cs)).toBe(whole);
    const kept = change(whole, [set("Open “%@”", "打开")], optionsFor("zh-Hans"));
    expect(valueAt(kept, "strings", "Open “%@”", "localizations", "zh-Hans", "stringUnit")).toEqual({
      note: "kept",
      state: "finished",
      value: "打开",
    });
  });

  it("changes in the plural forms that differ, and keeps forms that the language does not have", () => {
    const forms = (text: string) =>
      valueAt(text, "strings", "%lld quinces", "localizations", "cs", "variations", "plural") as Record<
        string,
        unknown
      >;
    const less = change(whole, [set("%lld quinces", ["jedna", "", "%lld kdoulí"])], cs);
    expect(Object.keys(forms(less))).toEqual(["many", "one", "other"]);
    expect(forms(less).many).toEqual(unit("%lld kdoule"));
    expect(change(less, [set("%lld quinces", ["%lld kdoule", "%lld kdoule", "%lld kdoulí"])], cs)).toBe(whole);
    const none = change(whole, [set("%lld quinces", ["", "", ""])], cs);
    expect(forms(none)).toMatchObject({ few: unit("", "new"), many: unit("%lld kdoule"), one: unit("", "new") });
    expect(read(none, cs)[0]).toMatchObject({ state: "empty", targets: ["", "", ""] });
    // One form that is looked at again leaves the others as they are.
    const same = ["%arg kdoule", "%arg kdoule", "%arg kdoulí"];
    expect(change(whole, [set("basket.sizes:quinces", same, "needs-editing")], cs)).toBe(whole);
    const done = change(whole, [set("basket.sizes:quinces", same)], cs);
    expect(read(done, cs).find(({ id }) => id === "basket.sizes:quinces")?.state).toBe("translated");
    const gone = change(whole, [set("basket.sizes:quinces", ["", "a", "b"], "needs-editing")], cs);
    expect(read(gone, cs).find(({ id }) => id === "basket.sizes:quinces")?.state).toBe("needs-editing");
  });

  it("in the language of the keys gets a text beside a key only where it differs", () => {
    const after = change(whole, [set("Basket", "Your basket")], en);
    expect(valueAt(after, "strings", "Basket", "localizations", "en")).toEqual(unit("Your basket"));
    expect(Object.keys(valueAt(after, "strings", "Basket", "localizations") as object)).toEqual(["cs", "en", "ja"]);
    expect(change(after, [set("Basket", "Basket")], en)).toBe(whole);
    const bare = change(whole, [set("Untouched", "Touched")], en);
    expect(bare).toContain('"Untouched" : {\n      "localizations" : {\n        "en" : {');
    expect(change(bare, [set("Untouched", "Untouched")], en)).toBe(whole);
    const open = change(whole, [set("Untouched", "Untouched", "needs-editing")], en);
    expect(brief(open, en).find(([id]) => id === "Untouched")).toEqual(["Untouched", "needs-editing", "Untouched"]);
    // Xcode may make a new text again from the code, but not one that a person wrote.
    expect(valueAt(change(whole, [set("Close", "Shut")], en), "strings", "Close", "localizations", "en")).toEqual(
      unit("Shut"),
    );
  });

  it("takes new keys of its own language where Xcode has them", () => {
    const after = change(whole, [add("Item 9", "Item no. 9", { note: "A note" }), add("basket.zone", ["a", "b"])], en);
    const keys = Object.keys(valueAt(after, "strings") as object);
    expect(keys.slice(keys.indexOf("basket.sizes"), keys.indexOf("Loquat"))).toEqual([
      "basket.sizes",
      "basket.zone",
      "Close",
      "Item 2",
      "Item 9",
      "Item 10",
    ]);
    expect(after).toContain(
      '    "Item 9" : {\n      "comment" : "A note",\n      "extractionState" : "manual",\n      "localizations" : {\n        "en" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Item no. 9"\n          }\n        }\n      }\n    },\n',
    );
    expect(valueAt(after, "strings", "basket.zone", "localizations", "en")).toEqual({
      variations: { plural: { one: unit("a"), other: unit("b") } },
    });
    expect(change(after, remove("Item 9", "basket.zone"), en)).toBe(whole);
    expect(() => change(whole, [add("Untouched", "x")], en)).toThrow(EditRefused);
    expect(() => change(whole, [add("", "x")], en)).toThrow(EditRefused);
    // Where keys are in no order, new ones come last.
    const mixed = catalogue({ d: {}, a: {}, c: {}, b: {} });
    expect(Object.keys(valueAt(change(mixed, [add("aa", "x")], en), "strings") as object)).toEqual([
      "d",
      "a",
      "c",
      "b",
      "aa",
    ]);
    const byUnits = catalogue({ B: {}, Z: {}, a: {}, c: {} });
    expect(Object.keys(valueAt(change(byUnits, [add("b", "x")], en), "strings") as object)).toEqual([
      "B",
      "Z",
      "a",
      "b",
      "c",
    ]);
  });

  it("takes new texts of another language in the shape of its base", () => {
    const options = { ...ja, base: whole };
    const edits = [
      add("basket.device:device.iphone", ["iPhoneのかご"]),
      add("basket.device:device.ipad", "iPadのかご"),
      add("basket.sizes:pears", ["梨 %arg 個"]),
      add("Close", "閉じる", { state: "needs-editing" }),
      add("Untouched", ""),
    ];
    const after = change(part("ja"), edits, options);
    expect(valueAt(after, "strings", "basket.device", "localizations", "ja")).toEqual({
      variations: {
        device: { ipad: unit("iPadのかご"), iphone: { variations: { plural: { other: unit("iPhoneのかご") } } } },
      },
    });
    expect(valueAt(after, "strings", "basket.sizes", "localizations", "ja")).toEqual({
      ...unit("%1$#@quinces@ and %2$#@pears@", "new"),
      substitutions: {
        pears: { argNum: 2, formatSpecifier: "lld", variations: { plural: { other: unit("梨 %arg 個") } } },
      },
    });
    expect(brief(after, options)).toEqual([
      ["%lld quinces", "translated", "マルメロ %lld 個"],
      ["Basket", "translated", "かご"],
      ["basket.device:device.ipad", "translated", "iPadのかご"],
      ["basket.device:device.iphone", "translated", "iPhoneのかご"],
      ["basket.sizes", "needs-editing", "%1$#@quinces@ and %2$#@pears@"],
      ["basket.sizes:pears", "translated", "梨 %arg 個"],
      ["Close", "needs-editing", "閉じる"],
      ["Untouched", "empty", ""],
    ]);
    expect(
      change(
        after,
        remove(
          ...brief(after, options)
            .slice(2)
            .map(([id]) => id!),
        ),
        options,
      ),
    ).toBe(part("ja"));
    const more = change(after, [add("basket.sizes:quinces", ["x"]), add("basket.device:device.other", "y")], options);
    expect(brief(more, options)).toHaveLength(10);
    const both = change(part("ja"), [add("basket.sizes:pears", ["x"]), add("basket.sizes", "%2$#@pears@")], options);
    expect(valueAt(both, "strings", "basket.sizes", "localizations", "ja", "stringUnit")).toEqual(
      unit("%2$#@pears@").stringUnit,
    );
    // A key is never taken apart.
    const literal = change(part("ja"), [add("a:device.mac", "x")], options);
    expect(valueAt(literal, "strings", "a:device.mac", "localizations", "ja")).toEqual(unit("x"));
  });

  it("loses texts with what holds nothing else", () => {
    const device = change(whole, remove("basket.device:device.ipad"), cs);
    expect(valueAt(device, "strings", "basket.device", "localizations", "cs", "variations", "device")).toEqual({
      other: unit("Košík na zařízení", "needs_review"),
    });
    const one = change(whole, remove("basket.sizes:quinces"), cs);
    expect(
      Object.keys(valueAt(one, "strings", "basket.sizes", "localizations", "cs", "substitutions") as object),
    ).toEqual(["pears"]);
    const both = change(whole, remove("basket.sizes:quinces", "basket.sizes:pears"), cs);
    expect(Object.keys(valueAt(both, "strings", "basket.sizes", "localizations", "cs") as object)).toEqual([
      "stringUnit",
    ]);
    const all = change(whole, remove("basket.device:device.ipad", "basket.device:device.other"), cs);
    expect(Object.keys(valueAt(all, "strings", "basket.device", "localizations") as object)).toEqual(["en"]);
    // A key that is not translated any more is still a string of the catalogue.
    const bare = change(whole, remove("Item 2"), cs);
    expect(bare).toContain('"Item 2" : {\n\n    },');
    expect(change(part("cs"), remove("Item 2"), cs)).not.toContain("Item 2");
    expect(change(whole, remove("Item 2", "Untouched"), en)).not.toMatch(/Item 2|Untouched/);
  });
});

describe("languages that vary in other ways than the keys do", () => {
  const base = one("k", { en: { variations: { device: { mac: unit("Mac"), other: unit("Other") } } } });
  const counted = one("k", { en: { variations: { plural: { one: unit("1"), other: unit("n") } } } });

  it("show a text without plural forms in all forms where the base has them, until one differs", () => {
    const text = one("k", { cs: unit("text") });
    const options = { ...cs, base: counted };
    expect(read(text, options)[0]).toMatchObject({ plural: true, targets: ["text", "text", "text"] });
    expect(read(text, cs)[0]).toMatchObject({ plural: false, targets: ["text"] });
    expect(valueAt(change(text, [set("k", ["x", "x", "x"])], options), "strings", "k", "localizations", "cs")).toEqual(
      unit("x"),
    );
    expect(valueAt(change(text, [set("k", ["a", "", "c"])], options), "strings", "k", "localizations", "cs")).toEqual({
      variations: { plural: { one: unit("a"), other: unit("c") } },
    });
    expect(change(text, remove("k"), options)).toContain('"strings" : {\n\n  }');
  });

  it("keep a text that stood for all devices as that of all others", () => {
    const after = change(one("k", { cs: unit("text", "odd") }), [add("k:device.mac", "Mac")], { ...cs, base });
    expect(valueAt(after, "strings", "k", "localizations", "cs")).toEqual({
      variations: { device: { mac: unit("Mac"), other: unit("text", "odd") } },
    });
    const plural = one("k", { cs: { variations: { plural: { other: unit("n") } } } });
    expect(
      valueAt(change(plural, [add("k:device.mac", "Mac")], { ...cs, base }), "strings", "k", "localizations", "cs"),
    ).toEqual({
      variations: { device: { mac: unit("Mac"), other: { variations: { plural: { other: unit("n") } } } } },
    });
  });

  it("keep the texts of their devices when the base has one text", () => {
    const text = one("k", { cs: { variations: { device: { mac: unit("Mac") } } } });
    expect(brief(text, cs)).toEqual([["k:device.mac", "translated", "Mac"]]);
    expect(() => change(text, [add("k", "text")], { ...cs, base: one("k", {}) })).toThrow(/varies by device/);
    expect(() => change(text, [add("k", ["a", "b", "c"])], { ...cs, base: counted })).toThrow(/varies by device/);
  });

  it("show each case where forms vary again", () => {
    const nested = { one: { variations: { device: { mac: unit("1 Mac") } } }, other: unit("n") };
    const text = one("k", { en: { variations: { plural: nested, width: { "20": unit("short") } } } });
    expect(brief(text, en)).toEqual([
      ["k:plural.one:device.mac", "translated", "1 Mac"],
      ["k:plural.other", "translated", "n"],
      ["k:width.20", "translated", "short"],
    ]);
    expect(change(text, [set("k:plural.one:device.mac", "x")], en)).toBe(text.replace("1 Mac", "x"));
  });
});

describe("a new catalogue", () => {
  it("has the head of its base and no strings", () => {
    expect(xcstrings.create(whole, cs)).toBe(
      '{\n  "sourceLanguage" : "en",\n  "strings" : {\n\n  },\n  "version" : "1.0"\n}',
    );
    expect(xcstrings.create(undefined, cs)).toBe(
      '{\n  "sourceLanguage" : "cs",\n  "strings" : {\n\n  },\n  "version" : "1.0"\n}',
    );
    expect(xcstrings.create(textOf("compact-base.xcstrings"), cs)).toBe(
      '{"sourceLanguage":"en","strings":{},"version":"1.0"}\n',
    );
    const made = change(xcstrings.create(undefined, cs)!, [add("k", "x")], cs);
    expect(brief(made, cs)).toEqual([["k", "translated", "x"]]);
  });
});

describe("hostile catalogues", () => {
  it.each([
    ["a list", "[]"],
    ["no catalogue", "{}"],
    ["no strings", '{"sourceLanguage":"en"}'],
    ["strings in a list", '{"sourceLanguage":"en","strings":[]}'],
    ["a language that is a path", '{"sourceLanguage":"../en","strings":{}}'],
    ["a language that is none", '{"sourceLanguage":7,"strings":{}}'],
    ["10,000 levels", `{"sourceLanguage":"en","strings":${'{"a":'.repeat(10_000)}`],
    ["half a file", whole.slice(0, 700)],
  ])("are refused with a place: %s", (_, text) => {
    const { languages, part: partOf, join } = xcstrings.catalogue!;
    for (const work of [
      () => xcstrings.parse(text, cs),
      () => languages(text),
      () => partOf(text, "cs"),
      () => join(text, "cs", whole),
      () => join(whole, "cs", text),
      () => xcstrings.create(text, cs),
    ]) {
      let thrown: unknown;
      try {
        work();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(FormatError);
      expect((thrown as FormatError).line).toBeGreaterThan(0);
    }
  });

  it("keep what is no string, and say so", () => {
    const text =
      '{"sourceLanguage":"en","strings":{"a":1,"b":{"localizations":[]},"c":{"localizations":{"en":"x"}},"d":{"localizations":{"en":{"stringUnit":{"value":{}}}}},"e":{"localizations":{"en":{"variations":{"device":{"mac":[]}},"substitutions":{"n":{}}}}},"f":{},"f":{"comment":"last"},"__proto__":{"localizations":{"en":{"stringUnit":{"value":"p"}}}},"g":{"localizations":{"en":{"stringUnit":{"state":1}}}}}}';
    const file = xcstrings.parse(text, en);
    expect(file.entries.map(({ id, note, targets }) => [id, note, ...targets])).toEqual([
      ["e", "", "e"],
      ["f", "last", "f"],
      ["__proto__", "", "p"],
      ["g", "", ""],
    ]);
    expect(file.warnings.length).toBe(6);
    expect(change(text, [set("g", "x")], en)).toContain('{"state":1,"value":"x"}');
    expect(change(text, [set("__proto__", "q")], en)).toBe(text.replace('"p"', '"q"'));
    expect(() => change(text, [add("d", "x")], en)).toThrow(EditRefused);
  });

  it("name each string once", () => {
    const text = catalogue({
      k: { localizations: { en: { ...unit("k"), substitutions: { n: unit("inner"), "device.mac": unit("odd") } } } },
      "k:n": { localizations: { en: unit("a key") } },
    });
    expect(brief(text, en)).toEqual([
      ["k", "translated", "k"],
      ["k:n", "translated", "inner"],
      ["k:device.mac", "translated", "odd"],
    ]);
    expect(xcstrings.parse(text, en).warnings[0]?.message).toMatch(/twice/);
    expect(xcstrings.parse(text, en).named?.([{ context: "k:n", source: "" }])?.[0]?.targets).toEqual(["inner"]);
  });
});

describe("the laws, in every language of a catalogue", () => {
  const [real] = projectSamples("xcstrings");
  const texts: [string, string][] = [
    ["our own", whole],
    ...(real ? [["a real one", xcstrings.decode(real.bytes)] as [string, string]] : []),
  ];
  const cases = texts.flatMap(([name, text]) =>
    xcstrings
      .catalogue!.languages(text)
      .flatMap((code) => [
        [`the part of ${name}`, code, xcstrings.catalogue!.part(text, code)!] as const,
        [`the whole of ${name}`, code, text] as const,
      ]),
  );

  it("are tried on a real file", () => expect(texts.length).toBe(2));

  it.each(cases)("%s in %s", (name, code, text) => {
    const sample = {
      format: "xcstrings",
      path: `${code}.xcstrings`,
      bytes: xcstrings.encode(text),
      own: true,
      options: optionsFor(code),
    };
    const subject = subjectOf(xcstrings, sample);
    expect(subject.file.entries.length).toBeGreaterThan(0);
    // In a whole catalogue the key of a translation that is taken out stays, as a string that is not translated.
    const stays = name.startsWith("the whole") && code !== "en";
    for (const law of LAWS) if (!stays || !law.says.startsWith("what is added")) law.check(subject);
  });
});
