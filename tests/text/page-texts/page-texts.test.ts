import { describe, expect, it } from "vitest";
import { pageTexts, selectorProblem } from "@/lib/text/page-texts/page-texts";
import { said } from "../../support/said";

describe("texts of a page", () => {
  it("are those of the elements that match, each once, in the order of the page", () => {
    const html = `<!doctype html><title class="l10n">Orchard</title>
      <h1 class="l10n">Fresh
        apples</h1><p>Not this</p><p class="x l10n">Pears &amp; plums</p><button class="l10n">Fresh apples</button>`;
    expect(pageTexts(html, ".l10n")).toEqual(["Orchard", "Fresh apples", "Pears & plums"]);
  });

  it("leave out elements with others inside, empty ones, scripts and styles", () => {
    const html = "<p>Some <b>bold</b> text</p><p> </p><p>Plain<!-- note --></p><script>x</script><style>y</style>";
    expect(pageTexts(html, "*")).toEqual(["bold", "Plain"]);
  });

  it("are found by attributes, places and lists of selectors", () => {
    const html = '<ul><li>One</li><li>Two</li></ul><p data-l10n>Three</p><p lang="cs">Čtyři</p>';
    expect(pageTexts(html, "li:first-child, [data-l10n]")).toEqual(["One", "Three"]);
    expect(pageTexts(html, "p:not([lang])")).toEqual(["Three"]);
    expect(pageTexts(html, "ul > li + li")).toEqual(["Two"]);
  });
});

describe("a selector", () => {
  it.each([".l10n", "*", "h1, h2", "#main p.text", "li:nth-child(2n+1)", "[data-l10n='x']", ":is(p, h1):not(.no)"])(
    "%s is taken",
    (selector) => {
      expect(said(selectorProblem(selector))).toBeUndefined();
    },
  );

  it.each([
    ["", "Enter a CSS selector such as .l10n."],
    ["p::before", "Texts of ::before cannot be taken from a page."],
    ["p:has(b)", "The pseudo-class :has is not supported."],
    ["p:contains(x)", "The pseudo-class :contains is not supported."],
    [`${":is(".repeat(30)}p${")".repeat(30)}${",p".repeat(40)}`, "A selector has at most 60 parts."],
    [`.${"a".repeat(600)}`, "A selector has at most 500 characters."],
  ])("%j is refused with the reason", (selector, reason) => {
    expect(said(selectorProblem(selector))).toBe(reason);
  });

  it.each(["p[", ">", "p >", "..x", "p:not(", ":nth-child(x y)"])("%j is no selector", (selector) => {
    expect(said(selectorProblem(selector))).toMatch(/^This is not a CSS selector: /);
  });
});
