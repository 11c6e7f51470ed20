import { expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";
import { findFormat } from "@/lib/text/formats/registry";

it("a block of code in a document is not checked as text with marks", () => {
  const base = 'Some *text*.\n\n```js\nrun({ name: "x" }); // *now*\n```\n';
  const translated = 'Ein *Text*.\n\n```js\nrun({ name: "y", jetzt }); // nun\n```\n';
  const options = { ...formatOptions({ languageCode: "de", isTemplate: false, monolingual: true }), base };
  const { entries } = findFormat("mdx")!.parse(translated, options);
  expect(entries.map(({ flags }) => flags)).toEqual(["", "discard:md-text:safe-mdx:auto-safe-html"]);
  const [, code] = entries;
  const check = (flags: string) =>
    runChecks({
      sources: code!.sources,
      targets: code!.targets,
      flags: mergeFlags(parseFlags(formatFlags("mdx")), parseFlags(flags)),
      languageCode: "de",
    });
  expect(check("").map((result) => result.check)).toContain("safe-mdx");
  expect(check(code!.flags)).toEqual([]);
});
