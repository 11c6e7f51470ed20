import { describe, expect, it } from "vitest";
import { stringsdict } from "@/lib/text/formats/apple/stringsdict";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  FormatError,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";

const cs = optionsFor("cs");
const text = stringsdict.decode(ownSamples("stringsdict")[0]?.bytes ?? new Uint8Array());
const change = (source: string, edits: EntryEdit[], options: FormatOptions = cs): string =>
  applyPatches(source, stringsdict.edit(source, stringsdict.parse(source, options), edits, options));
const set = (id: string, ...targets: string[]): EntryEdit => ({ kind: "set", id, targets, state: "translated" });
const add = (context: string, ...targets: string[]): EntryEdit => ({
  kind: "add",
  context,
  sources: [],
  targets,
  state: "translated",
  plural: targets.length > 1,
});

describe("Apple's plural strings", () => {
  it("are a format and a string for each variable", () => {
    expect(stringsdict.parse(text, cs).entries.map((entry) => [entry.context, entry.targets, entry.plural])).toEqual([
      ["basket.count", ["%#@n@ v košíku"], false],
      ["basket.count:n", ["%d kdoule", "%d kdoule", "%d kdoulí"], true],
      ["two.variables", ["%1$#@a@ & %2$#@b@"], false],
      ["two.variables:a", ["", "", "%lu"], true],
      ["two.variables:b", ["", "", "%d"], true],
    ]);
    const other = text.replace("NSStringPluralRuleType", "NSStringDeviceSpecificRuleType");
    expect(() => stringsdict.parse(other, cs)).toThrow(FormatError);
    expect(() => stringsdict.parse("<plist/>", cs)).toThrow(FormatError);
  });

  it("change in the forms that differ, and keep forms the language does not have", () => {
    expect(change(text, [set("basket.count:n", "jedna", "%d kdoule", "%d kdoulí")])).toBe(
      text.replace("<string>%d kdoule", "<string>jedna"),
    );
    expect(change(text, [set("two.variables:a", "jeden", "", "%lu")])).toBe(
      text.replace(
        "<string>nic</string>\n",
        "<string>nic</string>\n\t\t\t<key>one</key>\n\t\t\t<string>jeden</string>\n",
      ),
    );
    expect(change(text, [set("basket.count:n", "%d kdoule", "", "%d kdoulí")])).toBe(
      text.replace("\n\t\t\t<key>few</key>\n\t\t\t<string>%d kdoule</string>", ""),
    );
    expect(change(text, [set("basket.count", "a & b")])).toBe(text.replace("%#@n@ v košíku", "a &amp; b"));
  });

  it("are added as the base has them", () => {
    const options = { ...cs, base: text };
    const made = stringsdict.create(undefined, cs);
    const after = change(made ?? "", [add("two.variables:a", "1", "2", "5")], options);
    expect(after).toContain(
      "<dict>\n\t<key>two.variables</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%1$#@a@ &amp; %2$#@b@</string>\n\t\t<key>a</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>lu</string>\n\t\t\t<key>one</key>\n\t\t\t<string>1</string>",
    );
    const more = change(after, [add("two.variables:b", "x", "y", "z"), add("basket.count", "%#@n@")], options);
    const { entries } = stringsdict.parse(more, cs);
    expect(entries.map((entry) => entry.context).sort()).toEqual([
      "basket.count",
      "two.variables",
      "two.variables:a",
      "two.variables:b",
    ]);
    expect(() => change(text, [add("no-variable", "a", "b")])).toThrow(EditRefused);
    expect(() => change(text, [add("basket.count", "a")])).toThrow(EditRefused);
  });

  it("go as a whole when all their texts go", () => {
    const remove = (id: string): EntryEdit => ({ kind: "remove", id });
    const after = change(text, [remove("basket.count"), remove("basket.count:n")]);
    expect(after).not.toContain("basket");
    expect(stringsdict.parse(after, cs).entries).toHaveLength(3);
    expect(stringsdict.create(text, cs)).toContain('<plist version="1.0">\n<dict>\n</dict>\n</plist>');
  });

  it(`agree with the translate toolkit (${projectSamples("stringsdict").length} files of projects)`, () => {
    const samples = projectSamples("stringsdict");
    expect(samples.length).toBeGreaterThan(2);
    for (const sample of samples) {
      const { entries } = stringsdict.parse(stringsdict.decode(sample.bytes), sample.options);
      const expected = expectedFor(sample) ?? [];
      expect(entries.map((entry) => entry.context)).toEqual(expected.map((row) => row.context));
      entries.forEach((entry, index) => {
        const theirs = expected[index]!.target;
        // That tool gives every language a form for zero, and its forms are those of its own table.
        if (Array.isArray(theirs))
          for (const target of entry.targets) expect(target === "" || theirs.includes(target)).toBe(true);
        else expect(entry.targets).toEqual([theirs]);
      });
    }
  });
});
