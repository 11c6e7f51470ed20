import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slugify } from "@/lib/text/slug";

describe("slugs", () => {
  it.each([
    ["Hello World", "hello-world"],
    ["  My App: UI (v2) ", "my-app-ui-v2"],
    ["Žluťoučký kůň", "zlutoucky-kun"],
    ["Straße & Æther", "strasse-aether"],
    ["snake_case", "snake_case"],
    ["docs/guide.md", "docs-guide-md"],
    ["Документация", "dokumentatsiya"],
    ["Ελληνικά", "ellinika"],
    ["--- - ---", ""],
    ["日本語", ""],
    ["ﬁle", "file"],
  ])("%j → %j", (name, slug) => expect(slugify(name)).toBe(slug));

  it("always fits an address and its own bound", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const slug = slugify(name, 20);
        expect(slug).toMatch(/^$|^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/);
        expect(slug.length).toBeLessThanOrEqual(20);
        expect(slugify(slug, 20)).toBe(slug);
      }),
    );
  });
});
