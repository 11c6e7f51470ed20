import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { xcstrings } from "@/lib/text/formats/apple/xcstrings";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { bounded } from "../laws/limits";
import { optionsFor, ownSamples, projectSamples } from "../samples";
import { attempt, chosenEdits } from "../two-readers";

/** String catalogues as a file for each of their languages. */

const { languages, part, join } = xcstrings.catalogue!;
const texts = [...ownSamples("xcstrings"), ...projectSamples("xcstrings")].map(({ bytes }) => xcstrings.decode(bytes));
const whole = texts[0]!;

const change = (text: string, edits: EntryEdit[], options: FormatOptions): string =>
  applyPatches(text, xcstrings.edit(text, xcstrings.parse(text, options), edits, options));
const set = (id: string, ...targets: string[]): EntryEdit => ({ kind: "set", id, targets, state: "translated" });
const add = (context: string, text: string): EntryEdit => ({
  kind: "add",
  context,
  sources: [text],
  targets: [text],
  state: "translated",
  plural: false,
});
const valueAt = (text: string, ...path: string[]): unknown =>
  path.reduce((value, step) => (value as Record<string, unknown>)[step], JSON.parse(text));
/** The catalogue after edits of one language, made in its part. */
const through = (text: string, code: string, edits: EntryEdit[]): string =>
  join(text, code, change(part(text, code)!, edits, optionsFor(code, { base: part(text, "en")! })))!;

describe("a catalogue by its languages", () => {
  it("names its own language first, and each once", () => {
    expect(languages(whole)).toEqual(["en", "ar", "cs", "ja", "zh-Hans"]);
    const odd =
      '{"strings":{"a":{"localizations":{"pt_BR":{},"de":{},"../x":{},"":{}}},"b":{"localizations":{"pt-BR":{},"DE":{},"EN":{}}}},"sourceLanguage":"en"}';
    expect(languages(odd)).toEqual(["en", "de", "pt_BR"]);
    const doubled =
      '{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{}}},"a":{"localizations":{"fr":{}},"localizations":{"cs":{}}}}}';
    expect(languages(doubled)).toEqual(["en", "cs"]);
    expect(part(doubled, "de")).toBeUndefined();
  });

  it("gives back the same bytes when no part has changed", () => {
    for (const text of texts)
      for (const lines of [text, text.replaceAll("\n", "\r\n"), `\ufeff${text}`, JSON.stringify(JSON.parse(text))])
        for (const code of languages(lines)) {
          const own = part(lines, code)!;
          expect(join(lines, code, own)).toBe(lines);
          expect(part(own, code)).toBe(own);
          expect(languages(own)).toEqual(code === "en" ? ["en"] : ["en", code]);
        }
    expect(part(whole, "fr")).toBeUndefined();
    expect(join(whole, "fr", xcstrings.create(whole, optionsFor("fr")))).toBe(whole);
  });

  it("shows a language with what its texts are, and the language of the keys with all about these", () => {
    const [own, cs] = [JSON.parse(part(whole, "en")!), JSON.parse(part(whole, "cs")!)];
    expect(Object.keys(own.strings)).toEqual(Object.keys(JSON.parse(whole).strings));
    expect(own.strings.Basket).toEqual({});
    expect(own.strings.Loquat).toEqual({ shouldTranslate: false });
    expect(own.strings.version.generatesSymbol).toBe(true);
    expect(Object.keys(cs.strings["basket.sizes"])).toEqual(["localizations"]);
    expect(Object.keys(cs.strings)).not.toContain("Untouched");
    const locked = whole.replace('"Basket" : {', '"Basket" : {\n      "shouldTranslate" : false,');
    const entries = xcstrings.parse(part(locked, "ja")!, optionsFor("ja")).entries;
    expect(entries.map(({ state }) => state)).toEqual(["translated", "read-only"]);
  });

  it("takes a text in the place of another, and a new language where Xcode has it", () => {
    expect(through(whole, "cs", [set("Basket", "Košíček")])).toBe(whole.replace('Košík"', 'Košíček"'));
    const fr = change(
      xcstrings.create(whole, optionsFor("fr"))!,
      [add("Untouched", "Touché"), add("Basket", "Panier")],
      optionsFor("fr"),
    );
    const after = join(whole, "fr", fr)!;
    expect(languages(after)).toEqual(["en", "ar", "cs", "fr", "ja", "zh-Hans"]);
    expect(Object.keys(valueAt(after, "strings", "Basket", "localizations") as object)).toEqual(["cs", "fr", "ja"]);
    expect(after).toContain(
      '    "Untouched" : {\n      "localizations" : {\n        "fr" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Touché"\n          }\n        }\n      }\n    },\n',
    );
    expect(join(after, "fr", undefined)).toBe(whole);
    // A code has one spelling in a catalogue.
    const other = join(after, "FR", fr.replaceAll('"fr"', '"FR"'))!;
    expect(other).toBe(after);
  });

  it("takes keys, and all about them, from the part of its own language alone", () => {
    const own = part(whole, "en")!;
    const without = change(own, [{ kind: "remove", id: "Basket" }, add("Tree", "A tree")], optionsFor("en"));
    const noted = without.replace(
      '"comment" : "Name of a file.",\n      "isCommentAutoGenerated" : true',
      '"comment" : "A name."',
    );
    const after = join(whole, "en", noted)!;
    expect(valueAt(after, "strings")).not.toHaveProperty("Basket");
    expect(valueAt(after, "strings", "Tree")).toEqual(valueAt(noted, "strings", "Tree"));
    expect(valueAt(after, "strings", "Open “%@”")).toEqual({
      ...(valueAt(whole, "strings", "Open “%@”") as object),
      comment: "A name.",
      isCommentAutoGenerated: undefined,
    });
    expect(part(after, "en")).toBe(noted);
    expect(part(after, "zh-Hans")).toBe(part(whole, "zh-Hans"));
    const cs = part(whole, "cs")!.replace('"Basket" : {', '"Basket" : {\n      "comment" : "x",');
    expect(join(whole, "cs", cs)).toBe(whole);
    // A key that comes with a translation is joined by its own language in any order.
    const [en, de] = [
      change(own, [add("New", "New text")], optionsFor("en")),
      xcstrings.create(whole, optionsFor("de"))!,
    ];
    const german = change(de, [add("New", "Neu")], optionsFor("de"));
    expect(JSON.parse(join(join(whole, "de", german)!, "en", en)!)).toEqual(
      JSON.parse(join(join(whole, "en", en)!, "de", german)!),
    );
  });

  it("takes a whole catalogue for what it says in one language", () => {
    const other = whole.replaceAll("Košík", "Koš").replaceAll("かご", "籠");
    expect(join(whole, "ja", other)).toBe(whole.replaceAll("かご", "籠"));
    expect(join(undefined, "cs", whole)).toBe(part(whole, "cs"));
    expect(join(undefined, "en", whole)).toBe(part(whole, "en"));
    expect(join(undefined, "fr", whole)).toBe(xcstrings.create(whole, optionsFor("fr")));
    expect(join(undefined, "cs", undefined)).toBeUndefined();
  });

  it("refuses to change a text in the step that gives it cases, and takes one after the other", () => {
    const unitOf = (value: string) => ({ stringUnit: { state: "translated", value } });
    const text = JSON.stringify({
      sourceLanguage: "en",
      strings: {
        a: { localizations: { en: { variations: { device: { mac: unitOf("click") } } }, cs: unitOf("ťukněte") } },
      },
      version: "1.0",
    });
    const options = optionsFor("cs", { base: text });
    const both = [set("a", "klepněte"), add("a:device.mac", "klikněte")];
    expect(() => change(text, both, options)).toThrow(/“a” cannot be changed in the step that adds “a:device.mac”/);
    const after = change(change(text, both.slice(0, 1), options), both.slice(1), options);
    expect(valueAt(after, "strings", "a", "localizations", "cs", "variations", "device")).toEqual({
      mac: unitOf("klikněte"),
      other: unitOf("klepněte"),
    });
  });

  it("loses a language, and its own only with all others", () => {
    const less = join(whole, "cs", undefined)!;
    expect(languages(less)).toEqual(["en", "ar", "ja", "zh-Hans"]);
    expect(less).toContain('"Item 2" : {\n\n    },');
    expect(part(less, "en")).toBe(part(whole, "en"));
    expect(join(less, "cs", part(whole, "cs"))).toBe(whole);
    expect(() => join(whole, "en", undefined)).toThrow(EditRefused);
    expect(join(part(whole, "en"), "en", undefined)).toBeUndefined();
    for (const code of ["../x", "", "__proto__", "a/b", "sr@latin"])
      expect(() => join(whole, code, whole)).toThrow(EditRefused);
    const twice = '{"sourceLanguage":"en","strings":{"a":{"localizations":{"pt_BR":{},"pt-BR":{}}}}}';
    expect(join(twice, "pt-BR", undefined)).toBe('{"sourceLanguage":"en","strings":{"a":{}}}');
  });
});

const CODES = ["en", "cs", "ja", "zh-Hans"];
const KEYS = ["a", "B", "a:n", "a:device.mac", "Item 2", "Item 10", "x y", "ž", "__proto__", "1"];
const unit = fc.record({
  stringUnit: fc.record({
    state: fc.constantFrom("translated", "needs_review", "new", "stale", "odd"),
    value: fc.constantFrom("", "text", "%lld", '"\\', "ř\n"),
  }),
});
const forms = fc.dictionary(fc.constantFrom("zero", "one", "few", "many", "other"), unit, { maxKeys: 4 });
const plural = forms.map((of) => ({ variations: { plural: of } }));
const device = fc
  .dictionary(fc.constantFrom("mac", "iphone", "other"), fc.oneof(unit, plural), { minKeys: 1, maxKeys: 3 })
  .map((of) => ({ variations: { device: of } }));
const counted = fc
  .tuple(unit, fc.dictionary(fc.constantFrom("n", "m"), plural, { maxKeys: 2 }))
  .map(([main, substitutions]) => ({
    ...main,
    substitutions: Object.fromEntries(
      Object.entries(substitutions).map(([name, one]) => [name, { argNum: 1, formatSpecifier: "lld", ...one }]),
    ),
  }));
const tree = fc.oneof(unit, unit, plural, device, counted, fc.constant({}));
const string = fc.record(
  {
    comment: fc.constantFrom("note", "another"),
    extractionState: fc.constantFrom("manual", "stale"),
    localizations: fc.dictionary(fc.constantFrom(...CODES), tree, { maxKeys: 4 }),
    shouldTranslate: fc.boolean(),
  },
  { requiredKeys: [] },
);
const catalogue = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), string), { selector: ([key]) => key, maxLength: 6 }),
    fc.nat(3),
  )
  .map(([strings, layout]) => {
    const body = strings.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",");
    const text = `{"sourceLanguage":"en","strings":{${body}},"version":"1.0"}`;
    if (layout === 0) return text;
    // In the layout of Xcode; a key that is special to JavaScript is one like any other here.
    const tall = JSON.stringify(JSON.parse(text.replaceAll('"__proto__"', '"proto"')), null, 2)
      .replaceAll('"proto"', '"__proto__"')
      .replace(/": /g, '" : ')
      .replace(/^( *)(.*)\{\}/gm, "$1$2{\n\n$1}");
    return layout === 1 ? tall.replaceAll("\n", "\r\n") : tall;
  });

const words = {
  texts: ["new", "", "text", 'a "b" \\'],
  contexts: ["zz", "a", "b new", "Item 3", ...KEYS],
  note: "n",
  plurals: true,
};
const shown = (entries: readonly Entry[]) => entries.map(({ span: _, note: __, ...entry }) => entry);
/** Strings by name: in a file without an order new ones may stand elsewhere. */
const seen = (text: string, code: string) =>
  shown(xcstrings.parse(text, optionsFor(code)).entries).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Every edit is found in the file afterwards; of several for one string the last, and none where it was removed. */
function expectDone(entries: readonly Entry[], edits: readonly EntryEdit[]): void {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const gone = new Set(edits.flatMap((edit) => (edit.kind === "remove" ? [edit.id] : [])));
  const sets = new Map(edits.flatMap((edit) => (edit.kind === "set" ? [[edit.id, edit] as const] : [])));
  for (const [id, edit] of sets) if (!gone.has(id)) expect(byId.get(id)?.targets).toEqual(edit.targets);
  for (const edit of edits) if (edit.kind === "add") expect(byId.get(edit.context)?.targets[0]).toBe(edit.targets[0]);
}

describe("any catalogue", () => {
  it("says the same through its parts, and all else stays to the byte", () => {
    let compared = 0;
    fc.assert(
      fc.property(catalogue, fc.constantFrom(...CODES), fc.array(fc.nat(), { maxLength: 4 }), (text, code, dice) => {
        const own = part(text, code) ?? xcstrings.create(text, optionsFor(code))!;
        expect(join(text, code, own)).toBe(text);
        const options = optionsFor(code, code === "en" ? {} : { base: text });
        const file = xcstrings.parse(own, options);
        const whole = xcstrings.parse(text, options);
        expect(shown(whole.entries)).toEqual(shown(file.entries));
        const edits = chosenEdits(file, dice, words);
        const direct = attempt(() => change(text, edits, options));
        const parted = attempt(() => change(own, edits, options));
        expect([direct, parted].map(String).join()).not.toMatch(/RangeError/);
        if (typeof direct !== "string" || typeof parted !== "string") {
          expect(direct).toEqual(parted);
          return;
        }
        expectDone(xcstrings.parse(parted, options).entries, edits);
        const joined = join(text, code, parted)!;
        expect(seen(joined, code)).toEqual(seen(direct, code));
        expect(join(joined, code, parted)).toBe(joined);
        if (code !== "en") {
          for (const other of CODES)
            if (other !== code && other !== "en") expect(part(joined, other)).toBe(part(text, other));
          expect(join(joined, code, part(text, code))).toBeTypeOf("string");
        }
        compared++;
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(700);
  });

  it("says the same in whichever order its languages are joined", () => {
    fc.assert(
      fc.property(catalogue, fc.array(fc.nat(), { maxLength: 4 }), (text, dice) => {
        const edited = (code: string): [string, string] => {
          const own = part(text, code) ?? xcstrings.create(text, optionsFor(code))!;
          const options = optionsFor(code, { base: text });
          const edits = chosenEdits(xcstrings.parse(own, options), dice, words);
          const made = attempt(() => change(own, edits, options));
          return [code, typeof made === "string" ? made : own];
        };
        const parts = ["cs", "ja", "zh-Hans"].map(edited);
        const put = (list: [string, string][]) =>
          JSON.parse(list.reduce((all, [code, one]) => join(all, code, one)!, text));
        expect(put(parts)).toEqual(put([...parts].reverse()));
      }),
      { numRuns: 300 },
    );
  });
});

it("a catalogue of many languages takes time by its size", () => {
  const codes = Array.from({ length: 30 }, (_, i) => `l${String.fromCharCode(97 + (i % 26))}${i > 25 ? "x" : ""}`);
  const one = (code: string, i: number) =>
    `        "${code}" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Řetězec ${i}"\n          }\n        }`;
  const strings = Array.from(
    { length: 2000 },
    (_, i) =>
      `    "key${i}" : {\n      "localizations" : {\n${codes.map((code) => one(code, i)).join(",\n")}\n      }\n    }`,
  );
  const text = `{\n  "sourceLanguage" : "en",\n  "strings" : {\n${strings.join(",\n")}\n  },\n  "version" : "1.0"\n}`;
  let found: string[] = [];
  bounded(text.length, "languages", 2000, () => {
    found = languages(text);
  });
  expect(found).toHaveLength(31);
  let own = "";
  bounded(text.length, "a part", 2000, () => {
    own = part(text, "lc")!;
  });
  bounded(text.length, "taking out and putting in", 4000, () => {
    const less = join(text, "lc", undefined)!;
    expect(languages(less)).toHaveLength(30);
    expect(join(less, "lc", own) === text).toBe(true);
  });
});
