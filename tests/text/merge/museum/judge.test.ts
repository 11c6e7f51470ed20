import { describe, expect, it } from "vitest";
import type { EntryEdit, FileFormat } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../../formats/samples";
import { judge } from "./judge";
import type { Exhibit, Verdict } from "./verdict";
import { written } from "./written";

/** The judge of the museum sees what is right, what is left to a person, and what the people did otherwise. */

const bytes = (text: string) => new TextEncoder().encode(text);

type Texts = Record<"base" | "ours" | "theirs", string> & { people?: string; template?: string } & Pick<
    Exhibit,
    "templates"
  >;

function verdict(format: string, texts: Texts): Verdict {
  const { base, ours, theirs, people, template, templates } = texts;
  const found = findFormat(format);
  if (!found) throw new Error(`There is no format ${format}.`);
  const exhibit = { base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) };
  return judge(
    found,
    {
      ...exhibit,
      people: people === undefined ? undefined : bytes(people),
      template: template === undefined ? undefined : bytes(template),
      ...(templates && { templates }),
    },
    optionsFor("cs", { monolingual: true }),
  );
}

describe("a file that two people changed", () => {
  const base = '{"a": "1", "b": "1", "c": "1"}';

  it("is right where each changed other strings, and is held against the people's own merge", () => {
    const theirs = '{"a": "1", "b": "3", "c": "1"}';
    const people = '{"a": "2", "b": "1", "c": "1"}';
    expect(verdict("json", { base, ours: '{"a": "2", "b": "1", "c": "1"}', theirs, people })).toEqual({
      kind: "merged",
      ...{
        changed: 2,
        clashes: [],
        gone: [],
        restored: 0,
        unwritable: [],
        wrong: [],
        compared: 2,
        agreed: 1,
        otherwise: { open: 0, undone: 1, third: 0 },
        apart: false,
      },
    });
  });

  it("leaves to a person what both changed", () => {
    const theirs = '{"a": "3", "b": "1", "c": "1"}';
    expect(verdict("json", { base, ours: '{"a": "2", "b": "1", "c": "1"}', theirs })).toMatchObject({
      ...{ changed: 1, clashes: [expect.stringContaining("a")], wrong: [], compared: 0 },
    });
  });

  it("leaves nothing to a person where the other one only repeated the source", () => {
    const texts = { base: "{}", ours: '{"a": "Jablko"}', theirs: '{"a": "Apple"}', people: '{"a": "Jablko"}' };
    const right = { clashes: [], wrong: [], compared: 1, agreed: 1 };
    expect(verdict("json", { ...texts, template: '{"a": "Apple"}' })).toMatchObject(right);
    expect(verdict("json", { ...texts, template: '{"a": "Pear"}' })).toMatchObject({ clashes: [expect.anything()] });
  });

  it("leaves to a person what the format cannot write, and merges the rest", () => {
    const list = (...items: string[]) => items.map((item) => `  - ${item}\n`).join("");
    expect(
      verdict("yaml", {
        base: `title: One\nsteps:\n${list("a")}`,
        ours: `title: Two\nsteps:\n${list("a", "b", "c")}`,
        theirs: `title: One\nsteps: none\n`,
      }),
    ).toMatchObject({
      ...{ kind: "merged", wrong: [] },
      unwritable: [1, 2].map(() => ({ reason: expect.stringContaining("there is a text or list in its place") })),
    });
  });

  it("knows items of a list that the other side moved", () => {
    const steps = (...items: string[]) => `steps:\n${items.map((item) => `  - ${item}\n`).join("")}`;
    const texts = {
      base: steps("Open it", "Close it", "Go home"),
      ours: steps("Open it", "Close it", "Jdi domů", "Spi"),
      theirs: steps("Knock twice", "Open it", "Close it", "Go home"),
      people: steps("Knock twice", "Open it", "Close it", "Jdi domů", "Spi"),
    };
    const right = { changed: 3, clashes: [], unwritable: [], wrong: [], compared: 3, agreed: 3 };
    expect(verdict("yaml", texts)).toMatchObject(right);
    // What comes between items takes the others along.
    const between = { ...texts, ours: steps("Open it", "Spi", "Close it", "Go home") };
    const people = steps("Knock twice", "Open it", "Spi", "Close it", "Go home");
    expect(verdict("yaml", { ...between, people })).toMatchObject({
      ...{ changed: 2, clashes: [], unwritable: [], wrong: [], agreed: 2 },
    });
  });

  it("takes what one put below a key that says nothing on the other side", () => {
    const games = (name: string, levels = "") =>
      `games:\n  quiz:\n    name: ${name}\n    levels:${levels}\n  story:\n    name: Příběh\n    levels:\n      1:\n        text: Ahoj\n`;
    const filled = "\n      12:\n        text: Otázka\n      13:\n        text: Odpověď";
    const texts = {
      base: games("Kviz"),
      ours: games("Kviz", filled),
      theirs: games("Kvíz"),
      people: games("Kvíz", filled),
    };
    const right = { changed: 3, clashes: [], unwritable: [], wrong: [], agreed: 3 };
    expect(verdict("yaml", texts)).toMatchObject(right);
    expect(verdict("yaml", { ...texts, ours: texts.theirs, theirs: texts.ours })).toMatchObject(right);
  });

  it("lets a list within a list grow that the other side knows as it was", () => {
    const page = (title: string, ...rest: string[]) =>
      `sections:\n  - title: Úvod\n    parts:\n      - title: První\n        text: Jedna\n${rest.map((part) => `      - title: ${part}\n        text: Další\n`).join("")}  - title: ${title}\n    parts:\n      - title: Konec\n`;
    const texts = {
      base: page("Zaver"),
      ours: page("Zaver", "Druhá", "Třetí"),
      theirs: page("Závěr"),
      people: page("Závěr", "Druhá", "Třetí"),
    };
    const right = { changed: 5, clashes: [], unwritable: [], wrong: [], agreed: 5 };
    expect(verdict("yaml", texts)).toMatchObject(right);
    expect(verdict("yaml", { ...texts, ours: texts.theirs, theirs: texts.ours })).toMatchObject(right);
  });

  describe("lists of which both sides take items and put others in", () => {
    const item = (name: string) => `  -   name: "${name}"\n      code: |-\n          go ${name}\n          stop\n`;
    const level = (...names: string[]) => `title: Jedna\ncommands:\n${names.map(item).join("")}`;
    const both = (texts: Record<"base" | "ours" | "theirs" | "people", string>, right: object) => {
      expect(verdict("yaml", texts)).toMatchObject({ clashes: [], unwritable: [], wrong: [], ...right });
      expect(verdict("yaml", { ...texts, ours: texts.theirs, theirs: texts.ours })).toMatchObject({
        ...{ clashes: [], unwritable: [], wrong: [], ...right },
      });
    };

    it("follow the item before where the last one went", () => {
      const texts = {
        base: level("vypiš", "zeptej se", "vyber náhodně"),
        ours: level("vypiš", "zeptej se", "vyber náhodně", "opakuj třikrát"),
        theirs: level("vypiš", "zeptej se"),
        people: level("vypiš", "zeptej se", "opakuj třikrát"),
      };
      both(texts, { changed: 4, agreed: 4 });
    });

    it("lose an item in the middle, and keep the others whatever was put behind them", () => {
      const texts = {
        base: level("vypiš", "zeptej se", "vyber náhodně", "opakuj třikrát"),
        ours: level("vypiš", "vyber náhodně", "opakuj třikrát"),
        theirs: level("vypiš", "zeptej se", "vyber náhodně", "opakuj třikrát", "počítej"),
        people: level("vypiš", "vyber náhodně", "opakuj třikrát", "počítej"),
      };
      both(texts, { changed: 4, agreed: 4 });
    });

    it("get an item before one that the other side took away with all others but one", () => {
      const texts = {
        base: level("vypiš", "zeptej se", "když platí", "opakuj když"),
        ours: level("vypiš", "zeptej se", "když platí", "opakuj třikrát", "opakuj když"),
        theirs: level("když platí"),
        people: level("když platí", "opakuj třikrát"),
      };
      both(texts, { changed: 8, agreed: 8 });
    });

    it("get a text between others where the other side has a map", () => {
      const mixed = (...items: string[]) => `steps:\n${items.join("")}last: Konec\n`;
      const [open, close, home] = ["Otevři dveře", "Zavři za sebou", "Jdi domů"].map((text) => `  - ${text}\n`);
      const knock = "  - text: Zaklepej dvakrát\n    code: klep klep\n";
      const texts = {
        base: mixed(`${open}`, knock, `${home}`),
        ours: mixed(`${open}`, `${close}`, knock, `${home}`),
        theirs: mixed(`${open}`, knock.replace("dvakrát", "třikrát"), `${home}`),
        people: mixed(`${open}`, `${close}`, knock.replace("dvakrát", "třikrát"), `${home}`),
      };
      both(texts, { changed: 2, agreed: 2 });
    });
  });

  it("leaves to a person what one removed while the other filled it", () => {
    const [empty, gone] = ['{"a": "", "b": "1"}', '{"b": "1"}'];
    expect(verdict("json", { base: empty, ours: '{"a": "2", "b": "1"}', theirs: gone })).toMatchObject({
      ...{ clashes: [expect.stringContaining("a")], wrong: [] },
    });
  });

  it("leaves nothing to a person of what one changed while the other took it away with its source", () => {
    const texts = { base: '{"a": "1", "b": "1"}', ours: '{"a": "2", "b": "1"}', theirs: '{"b": "1"}' };
    const left = { clashes: [expect.stringContaining("a")], gone: [], restored: 0, wrong: [] };
    expect(verdict("json", { ...texts, template: '{"a": "x", "b": "y"}' })).toMatchObject(left);
    const gone = { clashes: [], gone: [expect.stringContaining("a")], wrong: [] };
    expect(verdict("json", { ...texts, template: '{"b": "y"}' })).toMatchObject({ ...gone, restored: 0 });
    const turned = { ...texts, ours: texts.theirs, theirs: texts.ours, template: '{"b": "y"}' };
    expect(verdict("json", turned)).toMatchObject({ ...gone, restored: 1 });
  });

  it("tries again what had no place before the rest was written", () => {
    const format = findFormat("yaml") as FileFormat;
    const options = optionsFor("cs", { monolingual: true });
    const read = (text: string) => ({ text, file: format.parse(text, options) });
    const all = read("steps:\n  - a\n  - b\n  - c\nother:\n  deep: x\n").file.entries;
    const [b, c, deep] = all
      .slice(1)
      .map((entry): EntryEdit => ({ ...entry, sources: [...entry.sources], kind: "add" }));
    const edits = [c, deep, b] as EntryEdit[];
    expect(written(format, read("steps:\n  - a\nother: y\n"), edits, options)).toEqual({
      text: "steps:\n  - a\n  - b\n  - c\nother: y\n",
      unwritable: [{ edit: deep, reason: expect.stringContaining("there is a text or list in its place") }],
    });
  });

  it("is not judged where a side cannot be read", () => {
    expect(verdict("json", { base, ours: "{", theirs: base })).toMatchObject({ kind: "unreadable" });
  });
});

describe("a document that two people translated", () => {
  const english = "# Apples\n\nOne apple.\n\nTwo apples.\n";
  const translated = (...paragraphs: string[]) => `${paragraphs.join("\n\n")}\n`;
  const base = translated("# Jablka", "One apple.", "Two apples.");
  const ours = translated("# Jablka", "Jedno jablko.", "Two apples.");

  it("is read beside its base: strings are what the base says", () => {
    const theirs = translated("# Jablka", "One apple.", "Dvě jablka.");
    const people = translated("# Jablka", "Jedno jablko.", "Dvě jablka.");
    expect(verdict("markdown", { base, ours, theirs, people, template: english })).toMatchObject({
      ...{ kind: "merged", changed: 2, clashes: [], unwritable: [], wrong: [], compared: 2, agreed: 2 },
    });
  });

  it("gets the paragraphs that its base has got, and keeps its texts in their places", () => {
    const longer = "# Apples\n\nNone.\n\nOne apple.\n\nTwo apples.\n";
    const theirs = translated("# Jablka", "None.", "One apple.", "Two apples.");
    const templates = { base: bytes(english), ours: bytes(english), theirs: bytes(longer) };
    const people = translated("# Jablka", "None.", "Jedno jablko.", "Two apples.");
    expect(verdict("markdown", { base, ours, theirs, people, template: longer, templates })).toMatchObject({
      ...{ kind: "merged", changed: 1, clashes: [], unwritable: [], wrong: [], compared: 1, agreed: 1 },
    });
    // Where the other side does not know of it yet, the merged document is made from the base.
    const behind = { ...templates, theirs: bytes(english) };
    const same = translated("# Jablka", "One apple.", "Dvě jablka.");
    expect(
      verdict("markdown", { base, ours, theirs: same, people, template: longer, templates: behind }),
    ).toMatchObject({ kind: "merged", changed: 2, clashes: [], gone: [], unwritable: [], wrong: [], agreed: 1 });
  });

  it("leaves to a person what both changed, and nothing of what the base lost", () => {
    const theirs = translated("# Jablka", "Jediné jablko.", "Two apples.");
    expect(verdict("markdown", { base, ours, theirs, template: english })).toMatchObject({
      ...{ clashes: [expect.anything()], gone: [], wrong: [] },
    });
    const shorter = "# Apples\n\nTwo apples.\n";
    const templates = { base: bytes(english), ours: bytes(english), theirs: bytes(english) };
    expect(verdict("markdown", { base, ours, theirs, template: shorter, templates })).toMatchObject({
      ...{ clashes: [], gone: [expect.anything()], wrong: [] },
    });
  });

  it("is judged by what stands beside its base, and told of, where it is not built like that", () => {
    const more = (...paragraphs: string[]) => translated("# Jablka", "One apple.", "- Navíc", ...paragraphs);
    const texts = { base: more("Dvě."), ours: more("Dvě."), theirs: more("Dvě jablka."), template: english };
    expect(verdict("markdown", texts)).toMatchObject({ kind: "merged", apart: true, changed: 0, wrong: [] });
  });
});
