import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import { tokenExpiry } from "@/app/ui/token-lifetime";
import { Invalid } from "@/lib/domain/errors";

/** What forms of pages are read as, whoever made them up. */

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe("a form", () => {
  it("with a character that cannot be stored is answered by its field, with what was typed", async () => {
    const form = formOf({ name: "a\0b", web: "x" });
    expect(() => readForm(z.object({ name: text(), web: text() }), form)).toThrow(Invalid);
    const answer = await answerForm(form, async () => readForm(z.object({ name: text() }), form) && {});
    expect(answer.errors).toEqual({ name: "The character U+0000 cannot be stored." });
    expect(answer.values).toMatchObject({ web: ["x"] });
    expect(readForm(z.object({ name: text() }), formOf({ name: "ab" }))).toEqual({ name: "ab" });
  });
});

describe("how long a token lasts", () => {
  it("is one of the periods offered, and never only when that is chosen", () => {
    const days = (value: Date | null) => value && Math.round((value.getTime() - Date.now()) / 86_400_000);
    expect(["30", "90", "365", "never"].map((value) => days(tokenExpiry.parse(value)))).toEqual([30, 90, 365, null]);
    for (const value of ["-1", "0", "", "1e9", "abc", "constructor", undefined])
      expect(tokenExpiry.safeParse(value).success).toBe(false);
  });
});
