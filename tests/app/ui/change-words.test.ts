import { describe, expect, it } from "vitest";
import { changeWords } from "@/app/ui/change-words";
import { ACTIONS } from "@/lib/domain/change-actions";
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
