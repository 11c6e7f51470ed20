import { describe, expect, it } from "vitest";
import { namesMentioned, plainText, type RichNode, readRichText, withoutCalls } from "@/lib/text/rich-text";

const people = new Map([
  ["petra", "/user/petra/"],
  ["jan.novak", "/user/jan.novak/"],
]);
const inline = (text: string): RichNode[] => {
  const [block] = readRichText(text, people);
  return block && "children" in block ? block.children : [];
};

describe("Markdown of people", () => {
  it("is read as paragraphs, lists, quotes, code and emphasis", () => {
    expect(readRichText("**Noun** or *verb*?\n\n1. `one`\n2. two\n\n> said")).toEqual([
      {
        kind: "paragraph",
        children: [
          { kind: "strong", children: [{ kind: "text", text: "Noun" }] },
          { kind: "text", text: " or " },
          { kind: "emphasis", children: [{ kind: "text", text: "verb" }] },
          { kind: "text", text: "?" },
        ],
      },
      {
        kind: "list",
        first: 1,
        children: [
          { kind: "item", children: [{ kind: "paragraph", children: [{ kind: "code", text: "one" }] }] },
          { kind: "item", children: [{ kind: "paragraph", children: [{ kind: "text", text: "two" }] }] },
        ],
      },
      { kind: "quote", children: [{ kind: "paragraph", children: [{ kind: "text", text: "said" }] }] },
    ]);
  });

  it("has no HTML: tags stay the text that was typed", () => {
    const text = '<script>alert(1)</script>\n\nA <img src=x onerror="alert(1)"> b';
    const found = JSON.stringify(readRichText(text));
    expect(found).not.toContain('"kind":"html"');
    expect(readRichText("<script>alert(1)</script>")).toEqual([{ kind: "text", text: "<script>alert(1)</script>" }]);
    expect(inline('A <img src=x onerror="alert(1)"> b')).toEqual([
      { kind: "text", text: "A " },
      { kind: "text", text: '<img src=x onerror="alert(1)">' },
      { kind: "text", text: " b" },
    ]);
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,a)",
    "[x](//example.org)",
    "[x](/accounts/logout/)",
    "![x](vbscript:a)",
    "[x](https://)",
    "[x][a]\n\n[a]: javascript:alert(1)",
  ])("links only to the web and to mail: %s", (text) => {
    expect(JSON.stringify(readRichText(text))).not.toContain('"href"');
  });

  it.each([
    ["[x](https://example.org/a?b)", "https://example.org/a?b"],
    ["[x](mailto:a@example.org)", "mailto:a@example.org"],
    ["![x](https://example.org/x.png)", "https://example.org/x.png"],
    ["[x][a]\n\n[a]: https://example.org/b", "https://example.org/b"],
    ["see https://example.org/c.", "https://example.org/c"],
  ])("links %s", (text, href) => {
    expect(inline(text)).toContainEqual(expect.objectContaining({ kind: "link", href }));
  });

  it("mentions people who are known, whatever the case and the sentence around them", () => {
    expect(inline("@Petra, ask @jan.novak. Not @eva or a@petra")).toEqual([
      { kind: "mention", href: "/user/petra/", text: "@Petra" },
      { kind: "text", text: ", ask " },
      { kind: "mention", href: "/user/jan.novak/", text: "@jan.novak" },
      { kind: "text", text: ". Not @eva or a@petra" },
    ]);
  });

  it("names nobody in code, links and addresses", () => {
    expect(namesMentioned("`@petra` [@petra](https://example.org) https://x.org/@petra eva@petra")).toEqual([]);
    expect(namesMentioned("Hi @Petra. @eva")).toEqual(["petra.", "petra", "eva"]);
  });

  it.each([">".repeat(1000), "- ".repeat(5000), "[".repeat(9999), `a\n${"* ".repeat(400)}x`, "x".repeat(10_001)])(
    "shows what would be long to read as it is",
    (text) => {
      expect(readRichText(text)).toEqual([{ kind: "paragraph", children: [{ kind: "text", text }] }]);
    },
  );

  it("goes no deeper into quotes of quotes than anybody reads", () => {
    const deep = JSON.stringify(readRichText(`${"> ".repeat(25)}x`));
    expect(deep.split('"quote"').length - 1).toBeLessThan(15);
  });

  it("is one line of plain words where there is room for no more", () => {
    const text = "# Freeze\n\nWe **re**lease on [Friday](https://example.org):\n\n- `one`\n- two";
    expect(plainText(readRichText(text))).toBe("Freeze We release on Friday: one two");
  });

  it.each([
    ["@petra: It is a verb.", "It is a verb."],
    ["@petra, @jan.novak A verb", "A verb"],
    ["Ask @petra", "Ask @petra"],
    ["@petra", "@petra"],
    [`${"@a ".repeat(5000)}x`, "x"],
  ])("leaves out the names that a text calls first: %.20s", (text, said) => {
    expect(withoutCalls(text)).toBe(said);
  });
});
