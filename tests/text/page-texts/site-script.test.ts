import { Script } from "node:vm";
import { expect, it } from "vitest";
import { siteScript } from "@/lib/text/page-texts/site-script";

/** What the script does in a browser: `tests/web/website.test.ts`. */
it("is a script whatever its settings say, and ends no element that it is copied into", () => {
  const selector = `[title="</script>\u2028'\\"]`;
  const made = siteScript({ selector, cookie: "lang", source: "en", languages: ["cs", "pt_BR"] });
  expect(() => new Script(made)).not.toThrow();
  expect(made).not.toContain("</");
  expect(made).not.toContain("\u2028");
});
