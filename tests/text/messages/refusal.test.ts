import { describe, expect, it } from "vitest";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal, sayRefusal } from "@/lib/text/messages/refusal";

describe("what is filled into a refusal", () => {
  const said = refusal("vcsUnmerged", { names: "/po/cs.po" });

  it("is isolated where the message is read from right to left", () => {
    expect(sayRefusal(textsOf("ar"), said)).toContain("\u2068/po/cs.po\u2069");
  });

  it.each(["en", "de", "ja"])("stands as it is in other languages: %s", (language) => {
    expect(sayRefusal(textsOf(language), said)).toContain("/po/cs.po");
    expect(sayRefusal(textsOf(language), said)).not.toMatch(/[\u2068\u2069]/);
  });

  it("still chooses words, as what chooses them is a word", () => {
    const switched = (kind: string) => sayRefusal(textsOf("ar"), refusal("changedMeanwhile", { kind, value: "a/b" }));
    expect(switched("on")).not.toBe(switched("off"));
    expect(switched("on")).not.toContain("a/b");
    expect(switched("text")).toContain("\u2068a/b\u2069");
  });
});
