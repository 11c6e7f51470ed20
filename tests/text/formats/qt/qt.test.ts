import { describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, type EntryState, FormatError } from "@/lib/text/formats/kernel/format";
import { tsFormats } from "@/lib/text/formats/qt/qt";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";
import { wellFormed } from "../well-formed";

const [ts, ts1] = tsFormats as [(typeof tsFormats)[0], (typeof tsFormats)[0]];
const cs = optionsFor("cs", { monolingual: false });
const text = ts.decode(ownSamples("ts")[0]?.bytes ?? new Uint8Array());
const change = (source: string, edits: EntryEdit[], options = cs): string =>
  applyPatches(source, ts.edit(source, ts.parse(source, options), edits, options));
const key = (context: string, source: string): string => JSON.stringify([context, source]);
const set = (id: string, targets: string[], state: EntryState = "translated"): EntryEdit => ({
  kind: "set",
  id,
  targets,
  state,
});

describe("reading Linguist files", () => {
  const { entries, language } = ts.parse(text, cs);

  it("gives contexts, texts and states", () => {
    expect(language).toBe("cs_CZ");
    expect(entries.map((entry) => [entry.context, entry.sources, entry.targets, entry.state])).toEqual([
      ["BasketWidget\ntool tip", ["%n quince", "%n quinces"], ["%n kdoule", "", ""], "needs-editing"],
      ["BasketWidget", ['Say "quince" & go'], ['Řekni "kdoule" & běž'], "translated"],
      ["BasketWidget", ["Not yet"], [""], "empty"],
      ["BasketWidget", ["Same as source"], ["Same as source"], "translated"],
      ["BasketWidget\nby_id", ["A pear"], ["Hruška\u00a0žlutá"], "needs-editing"],
    ]);
    expect(entries[4]?.previousSource).toBe("A peach");
  });

  it("works out places, and joins notes", () => {
    expect(entries[0]).toMatchObject({
      location: "../basket.cpp:41, ../basket.cpp:53",
      note: "Shown under the basket\nZkontrolováno",
    });
    expect(entries[1]?.location).toBe("../basket.cpp:54");
  });

  it("knows Qt 1", () => {
    const old = ts1.decode(ownSamples("ts1")[0]?.bytes ?? new Uint8Array());
    expect(ts1.parse(old, cs).entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0]])).toEqual([
      ["Basket\nverb", "Open", "Otevřít"],
      ["Basket", "Close", ""],
    ]);
    expect(ts1.create(old, cs)).toBe(old.replace("<translation>Otevřít", '<translation type="unfinished">'));
  });

  it("refuses other files with a place", () => {
    expect(() => ts.parse("<other/>", cs)).toThrow(FormatError);
  });
});

describe("writing Linguist files", () => {
  it("changes the text and its state", () => {
    expect(change(text, [set(key("BasketWidget", "Not yet"), ['Už "teď" > \' \u00a0\u0001'])])).toBe(
      text.replace(
        '<source>Not yet</source>\n        <translation type="unfinished"></translation>',
        '<source>Not yet</source>\n        <translation>Už &quot;teď&quot; &gt; &apos; &#xa0;<byte value="x1"/></translation>',
      ),
    );
    expect(change(text, [set(key("BasketWidget", 'Say "quince" & go'), ["x"], "needs-editing")])).toBe(
      text.replace("<translation>Řekni &quot;kdoule&quot; &amp; běž", '<translation type="unfinished">x'),
    );
    const plural = key("BasketWidget\ntool tip", "%n quince(s)");
    expect(change(text, [set(plural, ["%n kdoule", "dvě", "pět"])])).toBe(
      text
        .replace('<translation type="unfinished">\n            <num', "<translation>\n            <num")
        .replace("<numerusform></numerusform>", "<numerusform>dvě</numerusform>")
        .replace("<numerusform></numerusform>", "<numerusform>pět</numerusform>"),
    );
  });

  it("adds forms that the language has and the file lacks", () => {
    const two = text.replace("            <numerusform></numerusform>\n", "");
    expect(change(two, [set(key("BasketWidget\ntool tip", "%n quince(s)"), ["a", "b", "c"])])).toContain(
      "<numerusform>a</numerusform>\n            <numerusform>b</numerusform>\n            <numerusform>c</numerusform>\n        </translation>",
    );
  });

  it("adds strings to their context, or with a new one", () => {
    const add = (context: string): EntryEdit => ({
      kind: "add",
      context,
      sources: ["New"],
      targets: ["Nový"],
      state: "translated",
      plural: false,
    });
    const after = change(text, [add("BasketWidget\nwhy"), add("Other")]);
    expect(after).toContain(
      "    <message>\n        <source>New</source>\n        <comment>why</comment>\n        <translation>Nový</translation>\n    </message>\n</context>",
    );
    expect(after).toContain("<context>\n    <name>Other</name>\n    <message>");
    expect(ts.parse(after, cs).entries).toHaveLength(7);
  });

  it("starts a language from another file", () => {
    const made = ts.create(text, optionsFor("ja")) ?? "";
    expect(made).toContain('language="ja"');
    expect(made.match(/<numerusform><\/numerusform>/g)).toHaveLength(1);
    expect(made).toContain('<translation type="vanished">Pryč</translation>');
    const { entries } = ts.parse(made, optionsFor("ja"));
    expect(entries.every((entry) => entry.state === "empty")).toBe(true);
    expect(ts.create(undefined, cs)).toBeUndefined();
  });
});

describe("agreement with other tools", () => {
  it(`extracts what the translate toolkit does (${projectSamples("ts").length} files of projects)`, () => {
    const samples = projectSamples("ts");
    expect(samples.length).toBeGreaterThan(2);
    for (const sample of samples) {
      const { entries } = ts.parse(ts.decode(sample.bytes), sample.options);
      const ours = new Map(
        entries.map((entry) => [`${entry.context.split("\n")[0]}\0${JSON.parse(entry.id)[1]}`, entry]),
      );
      const expected = expectedFor(sample) ?? [];
      let compared = 0;
      for (const row of expected) {
        const found = ours.get(
          `${String(row.context).split("\n")[0]}\0${Array.isArray(row.source) ? row.source[0] : row.source}`,
        );
        if (!found || found.plural) continue;
        compared++;
        const target = String(row.target);
        // That tool shows finished messages without a text as empty.
        if (target !== "") expect(found.targets[0]).toBe(target);
      }
      expect(compared).toBe(expected.filter((row) => !Array.isArray(row.source)).length);
    }
  });

  it("is well-formed", () => {
    const after = change(text, [set(key("BasketWidget", "Not yet"), ["a & b <c> ]]> \u0001"])]);
    expect(ts.parse(after, cs).entries[2]?.targets).toEqual(["a & b <c> ]]> \u0001"]);
    wellFormed(after);
  });
});
