import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlBy } from "@/lib/text/formats/html/html";
import { readPlainHtml } from "@/lib/text/formats/html/plain";
import { readHtmlTree } from "@/lib/text/formats/html/tree";
import {
  EditRefused,
  type EntryEdit,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "@/lib/text/formats/kernel/format";
import { optionsFor } from "../samples";
import { bigFile } from "../traps/traps";
import { files, samples } from "./pages";

/** Plain pages are read in one pass, for its speed; here the whole grammar has the last word about what is found. */

/** More of them find more; these few are for every day. */
const RUNS = Number(process.env.HTML_RUNS ?? 1500);
const slow = htmlBy(readHtmlTree);
const fast = htmlBy((given) => readPlainHtml(given) ?? readHtmlTree(given));
const attempt = <T>(make: () => T): T | string => {
  try {
    return make();
  } catch (error) {
    if (error instanceof EditRefused) return String(error);
    throw error;
  }
};
const shown = ({ entries, warnings, language }: ParsedFile) => ({ entries, warnings, language });
const TEXTS = ["Nový <b>text</b>", "", "a & b", "<p>x</p>", "x\ny", " x", "a</b>", 'say "no"', "<br>", "&nbsp;"];

/** Edits of a file that numbers choose. */
function editsOf({ entries }: ParsedFile, dice: readonly number[]): EntryEdit[] {
  return dice.map((die): EntryEdit => {
    const entry = entries[die % Math.max(1, entries.length)];
    const target = TEXTS[die % TEXTS.length]!;
    if (!entry || die % 11 === 0) {
      const more = { sources: [target], targets: [target], plural: false, state: "translated" as const };
      return { kind: "add", context: entry?.id ?? "p-none", ...more };
    }
    if (die % 13 === 1) return { kind: "remove", id: entry.id };
    return { kind: "set", id: entry.id, targets: [target], state: "translated" };
  });
}

describe("plain HTML", () => {
  it("is what usual pages are, whatever their line ends", () => {
    for (const sample of samples)
      for (const given of [sample, sample.replaceAll("\n", "\r\n")])
        expect(readPlainHtml(given)).toEqual(readHtmlTree(given));
    const big = bigFile("html", 1000);
    expect(readPlainHtml(big)?.length).toBe(1000);
    expect(readPlainHtml("<p>One<p>Two <b>more</b>")?.map(({ text: says }) => says)).toEqual([
      "One",
      "Two <b>more</b>",
    ]);
  });

  it.each([
    "<p>a\0b",
    "<p>a\rb",
    "<b>a<p>b</b>",
    "<p><b>a</p>b",
    "<table>a</table>",
    "<p a=1 a=2>x</p>",
    "<p title='a>x</p>",
    '<p title="&#32;">x</p>',
    "<!--> <p>x</p>",
    "<!-- a --!><p>x</p>-->",
    "<p>a<![CDATA[b]]></p>",
    "<script><!-- <script></script> --></script>",
    "<script>x",
    "<title>x",
    "<svg><p>x</p></svg>",
    "<math></math>",
    "<template>x</template>",
    "<a>x<a>y</a></a>",
    "<frameset></frameset>",
    "<plaintext>x",
    "<body>x</body>y",
    "<body></body><p>x",
    "</p>",
    "<p>x</br>",
    "<div>x",
    "<p>x <",
    `${"<div>".repeat(200)}${"</div>".repeat(200)}`,
  ])("is not %j", (given) => expect(readPlainHtml(given)).toBeUndefined());

  it("has the blocks that the whole grammar finds", () => {
    let read = 0;
    let told = 0;
    fc.assert(
      fc.property(files, (given) => {
        const found = readPlainHtml(given);
        if (!found) return;
        read++;
        told += found.length;
        expect(found).toEqual(readHtmlTree(given));
      }),
      { numRuns: RUNS * 4 },
    );
    expect(read).toBeGreaterThan(RUNS / 2);
    expect(told).toBeGreaterThan(RUNS);
  });

  it("has the strings and patches that the whole grammar gives", () => {
    fc.assert(
      fc.property(
        files,
        fc.option(files),
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (given, base, dice, merged) => {
          if (!readPlainHtml(given)) return;
          const params = merged ? { merge_duplicates: true } : {};
          const options: FormatOptions = optionsFor("cs", { params, ...(base !== null && { base }) });
          const expected = slow.parse(given, options);
          const edits = editsOf(expected, dice);
          const patch = (format: typeof fast): Patch[] | string =>
            attempt(() => format.edit(given, format.parse(given, options), edits, options));
          expect(patch(fast)).toEqual(patch(slow));
          const ids = new Set([
            "p-1",
            ...dice.flatMap((die) => expected.entries[die % expected.entries.length]?.id ?? []),
          ]);
          const own = fast.parse(given, options);
          expect(own.find?.(ids)).toEqual(expected.entries.filter(({ id }) => ids.has(id)));
          expect(shown(own)).toEqual(shown(expected));
        },
      ),
      { numRuns: RUNS },
    );
  });
});
