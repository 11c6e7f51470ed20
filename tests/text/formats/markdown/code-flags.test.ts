import { expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";
import { findFormat } from "@/lib/text/formats/registry";

const FOR_PROGRAMS = "discard:md-text:safe-mdx:auto-safe-html, ignore-all-checks";

it("front matter that is one string is not checked as text", () => {
  const base = "---\n# A note\ntitle: <b>Now</b>\n---\n\nSome text.\n";
  const options = { ...formatOptions({ languageCode: "de", isTemplate: false, monolingual: true }), base };
  const { entries } = findFormat("markdown")!.parse("---\ntitle: Jetzt\n---\n\nEin Text.\n", options);
  expect(entries.map(({ flags }) => flags)).toEqual([FOR_PROGRAMS, ""]);
});

it("a block of code in a document is not checked as text", () => {
  const base = 'Some *text*.\n\n```js\nrun({ name: "x" }); // *now*\n```\n';
  const translated = 'Ein *Text*.\n\n```js\nrun({ name: "y", jetzt }); // nun\n```\n';
  const options = { ...formatOptions({ languageCode: "de", isTemplate: false, monolingual: true }), base };
  const { entries } = findFormat("mdx")!.parse(translated, options);
  expect(entries.map(({ flags }) => flags)).toEqual(["", FOR_PROGRAMS]);
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
