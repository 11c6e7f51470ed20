import { describe, it } from "vitest";
import { FormatError, formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { growsLinearly } from "../../support/scale";

/** Law 13: what a file costs grows with its size, whatever stands in it. */

const OPTIONS = formatOptions({ languageCode: "cs" });

const repeated = (text: string) => (size: number) => text.repeat(Math.ceil(size / text.length));
const counted =
  (line: (n: number) => string, head = "", tail = "") =>
  (size: number) => {
    const lines: string[] = [head];
    for (let n = 0, length = 0; length < size; n++) length += lines[lines.push(line(n)) - 1]!.length;
    return lines.join("") + tail;
  };

const keys = counted((n) => `"k${n}":"v",`, "{", '"z":"z"}');
const HOSTILE: readonly [format: string, name: string, make: (size: number) => string][] = [
  ["csv", "the same row again and again", repeated("a,b\n")],
  ["csv", "rows that differ", counted((n) => `s${n},t\n`)],
  ["csv", "quotes", (size) => `"source","target"\n${'"'.repeat(size)}`],
  ["csv", "rows of quotes", repeated('"""a""",b\n')],
  ["csv-multi", "the same row again and again", repeated("a,b\n")],
  ["po", "entries that differ", counted((n) => `msgid "m${n}"\nmsgstr "t"\n\n`)],
  ["json", "keys", keys],
  ["json-nested", "keys", keys],
  ["html", "open blocks", repeated("<div>")],
  ["html", "open paragraphs in open bold", repeated("<b><p>")],
  ["html", "open bold", repeated("<b>")],
  ["html", "links in links", repeated("<a><b>x")],
  ["toml", "a key of many parts", (size) => `${"a.".repeat(size / 2)}a=1`],
  ["toml", "a table of many parts", (size) => `[${"a.".repeat(size / 2)}a]\n`],
  ["toml", "tables that differ", counted((n) => `[t${n}]\na = "b"\n`)],
  ["toml", "tables of a list", counted((n) => `[[t]]\na${n} = "b"\n`)],
  ["yaml", "lists on the highest level", repeated("[a]\n")],
  ["yaml", "quotes", repeated('"')],
  ["fluent", "broken lines", repeated("- a\n")],
  ["properties", "continued lines", repeated("key=value\\\n")],
];

describe("what a file costs grows with its size", () => {
  it.each(HOSTILE)("%s: %s", async (id, name, make) => {
    const format = findFormat(id)!;
    await growsLinearly(`${id}, ${name}`, 60_000, (size) => {
      const text = make(size);
      return () => {
        try {
          format.parse(text, OPTIONS).entries.length;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      };
    });
  });
});
