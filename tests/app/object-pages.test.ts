import { describe, expect, it } from "vitest";
import { OBJECT_PAGES } from "@/lib/urls/object-pages";
import { PAGES } from "../web/support/pages";

/** First words of pages about an object. `checks` has the check's name between itself and the object, and looks for itself. */
const words = Object.keys(PAGES).flatMap((folder) => {
  const [, word] = /^(.+)\/\[{1,2}(?:\.\.\.)?(?:path|project)\]{1,2}$/.exec(folder) ?? [];
  return word === undefined || word === "checks" ? [] : [word];
});

describe("pages about an object", () => {
  it.each(words)("/%s/ leads on from the old address of what was renamed", (word) => {
    expect(OBJECT_PAGES.has(word), "Name it in OBJECT_PAGES of lib/urls/object-pages.ts.").toBe(true);
  });

  it("are all there", () => {
    expect([...OBJECT_PAGES].filter((word) => !words.includes(word))).toEqual([]);
  });
});
