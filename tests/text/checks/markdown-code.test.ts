import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { sanitiseHtml } from "@/lib/text/checks/html-sanitiser";
import { codeSpans } from "@/lib/text/checks/markdown-code";

/** What is kept as code in a Markdown text is code for who shows it. */

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

const all = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(all)];
const htmlOf = (text: string) =>
  all(fromMarkdown(text) as Node).flatMap(({ type, value = "" }) => (type === "html" ? [value] : []));

const piece = fc.constantFrom(
  ...["`", "``", "`", "\\", "<", ">", "<a>", "</a>", "<a title='", "'", '"', "<script>", "</script>", "<p>", "x", " "],
  ...[
    "\n",
    "\n\n",
    "- ",
    "> ",
    "1. ",
    "# ",
    "    ",
    "!--",
    "<https://x.org/",
    "<b`",
    "=",
    "[",
    "](",
    ")",
    "*",
    "&lt;",
    "\\<script>",
    "\\<p>",
  ],
);
const texts = fc.array(piece, { minLength: 1, maxLength: 24 }).map((pieces) => pieces.join(""));

describe("HTML of Markdown", () => {
  it.each(["plain", "<a>x</a>", "<a title='x'>y</a> <p>z</p>", "The `<script>` of `<p>`, \\<script> and <a>x</a>"])(
    "has no tag that the source %j lacks, whatever stands in backticks",
    (source) => {
      fc.assert(
        fc.property(texts, (text) => {
          const clean = sanitiseHtml(source, text, "markdown");
          expect(htmlOf(clean).filter((html) => /<\/?script/i.test(html))).toEqual([]);
          expect(sanitiseHtml(source, clean, "markdown")).toBe(clean);
        }),
        { numRuns: 6000 },
      );
    },
  );

  it.each([
    "`a\nb` <script>x`",
    "b <a `>x` <script>y`",
    "\\`<script>`x",
    "\\\\\\`<script>`x",
    "- <a>`<script>`</a>",
    "``a` <script>``` `b",
    "`a | b` <script> `c",
  ])("that only looks like code goes: %j", (text) => {
    for (const source of ["<a>x</a>", "<a `>x</a>"])
      expect(sanitiseHtml(source, text, "markdown")).not.toContain("<script");
  });

  it("stays within code", () => {
    for (const text of ["a `<b>` c", "``<b>` ``", "`<script>` and `</script>`", "`\\` <a>`<b>`"])
      expect(sanitiseHtml("<a>", text, "markdown")).toBe(text);
    expect(sanitiseHtml("a", "`<b>` <b>", "markdown")).toBe("`<b>` ");
    expect(sanitiseHtml("a", "| `<b> | <b>` |", "markdown")).toBe("| ` | ` |");
    expect(sanitiseHtml("a", "`<b>`", "html")).toBe("``");
  });

  it("stays where it is escaped", () => {
    const text = "**Typ:** <code>(x: <a href='#l'>L</a>\\<T\\>) => Promise\\<Response></code>";
    for (const markup of ["markdown", "mdx"] as const) expect(sanitiseHtml(text, text, markup)).toBe(text);
    expect(sanitiseHtml("a", "\\<b> \\\\<b>", "markdown")).toBe("\\<b> \\\\");
    expect(sanitiseHtml("a", "\\<b>", "html")).toBe("\\");
    for (const block of ["<div>\n\\<b>", "> 1. <p>\\<b>"])
      expect(sanitiseHtml("<div><p>", block, "markdown")).not.toContain("<b>");
  });

  it("is shown where the source only shows it", () => {
    for (const source of ["The `<script>` tag", "The \\<script> tag"]) {
      expect(sanitiseHtml(source, "Das Element <script>", "markdown")).toBe("Das Element &lt;script>");
      expect(sanitiseHtml(source, "Das Element `<script>`", "markdown")).toBe("Das Element `<script>`");
    }
    expect(sanitiseHtml("`<b>` and <b>x</b>", "<b>x</b>", "markdown")).toBe("<b>x</b>");
  });

  it("takes as long as the text is long", () => {
    const runs = Array.from({ length: 1000 }, (_, index) => `${"`".repeat(index + 1)}x`).join("");
    const many = "`<b>`".repeat(50_000);
    for (const text of [
      runs,
      `${runs}<b>`,
      many,
      `${many}\``,
      "`".repeat(200_000),
      "<a `".repeat(50_000),
      "<b a={".repeat(50_000),
    ]) {
      const start = performance.now();
      codeSpans(text, () => undefined);
      sanitiseHtml("<b>", text, "markdown");
      sanitiseHtml("<b>", text, "mdx");
      // Quadratic work takes minutes here.
      expect(performance.now() - start).toBeLessThan(5000);
    }
  });
});
