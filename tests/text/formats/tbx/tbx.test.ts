import { describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, FormatError } from "@/lib/text/formats/kernel/format";
import { tbx } from "@/lib/text/formats/tbx/tbx";
import { convert, units } from "../../converters/convert";
import { optionsFor, ownSamples } from "../samples";

const cs = optionsFor("cs", { monolingual: false });
const text = tbx.decode(ownSamples("tbx")[0]?.bytes ?? new Uint8Array());
const change = (source: string, edits: EntryEdit[]): string =>
  applyPatches(source, tbx.edit(source, tbx.parse(source, cs), edits, cs));
const set = (context: string, source: string, target: string): EntryEdit => ({
  kind: "set",
  id: JSON.stringify([context, source]),
  targets: [target],
  state: "translated",
});

describe("terminology", () => {
  it("has a term in two languages, with what is said about it", () => {
    const { entries } = tbx.parse(text, cs);
    expect(
      entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0], entry.note, entry.flags]),
    ).toEqual([
      ["quince", "quince", "kdoule", "The fruit\nnoun", ""],
      ["apple", "apple & pear", "", "", ""],
      ["", "peach", "broskev", "", "forbidden"],
    ]);
    expect(tbx.parse(text, optionsFor("de")).entries[0]?.targets).toEqual(["Quitte"]);
    expect(() => tbx.parse("<other/>", cs)).toThrow(FormatError);
  });

  it("changes the term alone, and adds or removes the set of its language", () => {
    expect(change(text, [set("quince", "quince", "a & b")])).toBe(text.replace("kdoule", "a &amp; b"));
    const added = change(text, [set("apple", "apple & pear", "jablko")]);
    expect(added).toContain(
      '</langSet>\n        <langSet xml:lang="cs">\n          <tig>\n            <term>jablko</term>\n          </tig>\n        </langSet>\n      </termEntry>',
    );
    expect(change(added, [set("apple", "apple & pear", "")])).toBe(text);
  });

  it("adds terms, with notes and flags", () => {
    const add: EntryEdit = {
      kind: "add",
      context: "",
      sources: ["plum"],
      targets: ["švestka"],
      state: "translated",
      plural: false,
      note: "Blue",
      flags: "terminology, forbidden",
    };
    const entry = tbx.parse(change(text, [add]), cs).entries.at(-1);
    expect(entry).toMatchObject({
      context: "",
      sources: ["plum"],
      targets: ["švestka"],
      note: "Blue",
      flags: "forbidden",
    });
    const made = tbx.create(undefined, cs) ?? "";
    expect(tbx.parse(change(made, [add]), cs).entries).toHaveLength(1);
  });

  it("has what translators say of a term in a note of theirs", () => {
    const say = (explanation: string, target = "kdoule"): EntryEdit => ({
      kind: "set",
      id: JSON.stringify(["quince", "quince"]),
      targets: [target],
      state: "translated",
      explanation,
    });
    const bare = change(text, [say("")]);
    expect(bare).toBe(text.replace(/\s*<note from="translator">ne gdoule<\/note>/, ""));
    expect(tbx.parse(text, cs).entries[0]?.explanation).toBe("ne gdoule");
    const said = change(bare, [say("For jam & jelly")]);
    expect(said).toBe(text.replace("ne gdoule", "For jam &amp; jelly"));
    const [entry] = tbx.parse(said, cs).entries;
    expect(entry).toMatchObject({ explanation: "For jam & jelly", targets: ["kdoule"] });
    // What developers say is untouched by it, and another language does not see it.
    expect(entry?.note).toBe("The fruit\nnoun");
    expect(tbx.parse(said, optionsFor("de")).entries[0]?.explanation).toBeUndefined();
    expect(change(said, [say("Fresh", "gdoule")])).toBe(
      said.replace("For jam &amp; jelly", "Fresh").replace("kdoule", "gdoule"),
    );
    expect(change(said, [say("For jam & jelly")])).toBe(said);
    expect(change(said, [set("quince", "quince", "gdoule")])).toBe(said.replace("kdoule", "gdoule"));
    expect(change(said, [say("")])).toBe(bare);
    const added = change(text, [{ ...set("apple", "apple & pear", "jablko"), explanation: "Any kind" } as EntryEdit]);
    expect(tbx.parse(added, cs).entries[1]).toMatchObject({ targets: ["jablko"], explanation: "Any kind" });
  });

  it("starts a language without the terms of others", () => {
    const made = tbx.create(text, optionsFor("ja")) ?? "";
    expect(made).not.toContain("kdoule");
    expect(made).toContain("<term>quince</term>");
  });

  it("reads converted files back", async () => {
    const { entries } = tbx.parse((await convert("tbx")).toString(), cs);
    expect(entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0], entry.note])).toEqual(
      units.map((unit) => [unit.context, unit.sources[0], unit.targets[0], unit.note]),
    );
  });
});
