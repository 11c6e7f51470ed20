import { describe, expect, it } from "vitest";
import { kotlinResources } from "@/lib/text/formats/android/android";
import { applyPatches, type EntryEdit } from "@/lib/text/formats/kernel/format";
import { optionsFor, ownSamples } from "../samples";

const [moko, compose] = kotlinResources as [(typeof kotlinResources)[0], (typeof kotlinResources)[0]];
const cs = optionsFor("cs");
const text = moko.decode(ownSamples("moko-resource")[0]?.bytes ?? new Uint8Array());

describe("Kotlin's resources", () => {
  it("take apostrophes, quotes and blanks as they are", () => {
    expect(moko.parse(text, cs).entries.map((entry) => [entry.context, entry.targets])).toEqual([
      ["basket_title", ['It\'s a "basket" \\ and\na line é']],
      ["spaces", ["  dvě  mezery "]],
      ["markup", ["Hello <b>big</b> it's"]],
      ["basket_count", ["%d kdoule", "%d kdoule", "%d kdoulí"]],
    ]);
  });

  it("write them so", () => {
    const edits: EntryEdit[] = [
      { kind: "set", id: "string:basket_title", targets: ['it\'s "x" \\ \n <b> & é'], state: "translated" },
      { kind: "set", id: "string:markup", targets: ["<i>it's</i> &amp;"], state: "translated" },
    ];
    expect(applyPatches(text, moko.edit(text, moko.parse(text, cs), edits, cs))).toBe(
      text
        .replace('It\'s a "basket" \\\\ and\\na line \\u00e9', 'it\'s "x" \\\\ \\n &lt;b> &amp; é')
        .replace("Hello <b>big</b> it's", "<i>it's</i> &amp;"),
    );
  });

  it("differ in the name of the plural", () => {
    expect(compose.parse(text, cs).entries).toHaveLength(3);
    expect(compose.parse(text.replaceAll("plural", "plurals"), cs).entries).toHaveLength(4);
  });
});
