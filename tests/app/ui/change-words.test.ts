import { describe, expect, it } from "vitest";
import { actWords, changeWords } from "@/app/ui/change-words";
import { ACTIONS } from "@/lib/domain/change-actions";
import { becauseWords, plainDetails } from "@/lib/domain/changes/because";
import { catalogues } from "@/lib/generated/messages";
import { translatorOf } from "@/lib/text/messages/translator";

const texts = (language: string) => translatorOf(language, catalogues[language]?.() ?? {});

describe("the words of a change", () => {
  it.each([
    [34, { username: "petra", group: "Translate" }, "User added: petra, Translate"],
    [35, { username: "petra", group: "<b>" }, "User removed: petra, <b>"],
    [34, {}, "User added"],
    [34, { team: "Translate" }, "User added"],
    [52, { group: "Translate" }, "User invited: Translate"],
    [52, {}, "User invited"],
    [97, { username: "petra", blocked: true }, "User blocked: petra"],
    [97, { username: "petra", blocked: false }, "User unblocked: petra"],
    [97, {}, "User access changed"],
    [2, { username: "petra" }, "Translation changed"],
    [2, { check: "end_stop", dismissed: true }, "Dismissed the check “Full stop at the end”"],
    [2, { check: "end_stop", dismissed: false }, "Counted the check “Full stop at the end” again"],
    [3, { edited: true }, "Comment edited"],
    [65, { resolved: false }, "Comment reopened"],
    [999, {}, "Action 999"],
  ])("of action %i with %j", (action, details, words) => {
    expect(changeWords(texts("en"), { action, details })).toBe(words);
  });

  it("say what the API calls each action, and have words in other languages", () => {
    for (const [code, { name }] of Object.entries(ACTIONS)) {
      const change = { action: Number(code), details: {} };
      expect(changeWords(texts("en"), change)).toBe(name);
      expect(changeWords(texts("ja"), change), name).not.toMatch(/^[\x20-\x7e]*$/);
    }
    expect(changeWords(texts("de"), { action: 97, details: { username: "petra", blocked: true } })).toBe(
      "Gesperrt: petra",
    );
  });
});

describe("the reason of a change", () => {
  it("is said in the reader's language where it is a message or a word that is known, and stays what somebody wrote", () => {
    const said = { key: "carriedOver", values: { name: "menu" } };
    expect(becauseWords(texts("de"), { reason: "carried over from menu", said })).toBe("übernommen von menu");
    expect(becauseWords(texts("cs"), { reason: "renamed-upstream" })).toBe("přejmenováno v upstreamu");
    expect(becauseWords(texts("cs"), { reason: "toString" })).toBe("toString");
    expect(becauseWords(texts("ja"), { error: "no" })).toBeUndefined();
  });

  it("is English alone to programs", () => {
    const failures = [{ name: "x", error: "No.", said: { key: "blocked" } }];
    expect(plainDetails({ reason: "No.", said: { key: "blocked" }, failures, files: ["a"] })).toEqual({
      reason: "No.",
      failures: [{ name: "x", error: "No." }],
      files: ["a"],
    });
  });
});

describe("what was done at once", () => {
  const words = (language: string, ...actions: number[]) =>
    actWords(texts(language), {
      rows: actions.map((action) => ({ action, details: {} })),
      actions: [...new Set(actions)],
    });

  it("goes by what failed, which it was locked and alerted for", () => {
    expect(words("en", 14, 23, 47)).toBe("Repository rebase failed");
    expect(words("de", 28, 5)).toBe(changeWords(texts("de"), { action: 28, details: {} }));
  });

  it("goes by its first change where no string has changed", () => {
    expect(words("en", 18, 17)).toBe("Changes committed");
    expect(words("en", 5, 5)).toBe("Translation added");
  });

  it("is about strings where several things became of them", () => {
    expect(words("en", 21, 0, 31)).toBe("Strings changed");
    expect(words("en", 2, 5)).toBe("Strings changed");
  });
});
