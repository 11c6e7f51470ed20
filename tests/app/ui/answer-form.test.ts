import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answerForm, answerSeenForm, readForm, text } from "@/app/ui/answer-form";
import { FRESH_FORM } from "@/app/ui/form-state";
import { tokenExpiry } from "@/app/ui/token-lifetime";
import { Invalid } from "@/lib/domain/errors";
import { marksOf, ownChanges } from "@/lib/domain/stale";
import { inRequest } from "../../support/request";

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
    const answer = await inRequest(() =>
      answerForm(form, async () => readForm(z.object({ name: text() }), form) && {}),
    );
    expect(answer.errors).toEqual({ name: "The character U+0000 cannot be stored." });
    expect(answer.values).toMatchObject({ web: ["x"] });
    expect(readForm(z.object({ name: text() }), formOf({ name: "ab" }))).toEqual({ name: "ab" });
  });

  it("gives back what was typed, but nothing that lets somebody in", async () => {
    const fields = { language_code: "cs", code: "123456", new_password: "p", token: "t" };
    const { values } = await inRequest(() =>
      answerForm(formOf(fields), async () => {
        throw Invalid.field("language_code", "This language is there already.");
      }),
    );
    expect(values).toEqual({ language_code: ["cs"] });
  });

  it("that others may save meanwhile remembers what it showed until it is saved", async () => {
    const shown = { name: "App", web: "" };
    const stored = { name: "Program", web: "https://example.org" };
    const schema = z.object({ name: text(), web: text() });
    const save = (before: typeof FRESH_FORM, fields: Record<string, string>, seen = shown) =>
      inRequest(() =>
        answerSeenForm(formOf(fields), { before, seen: marksOf(seen) }, async (marks) => {
          const given = readForm(schema, formOf(fields));
          if (given.name === "") throw Invalid.field("name", "Enter a name.");
          Object.assign(stored, ownChanges(marks, stored, given));
          return { message: "Saved." };
        }),
      );
    const empty = await save(FRESH_FORM, { name: "", web: "" });
    expect([empty.errors, empty.seen]).toEqual([{ name: "Enter a name." }, marksOf(shown)]);
    // The page was written anew, as it is without script: what was typed is still older.
    const clash = await save(empty, { name: "Apps", web: "" }, { ...stored });
    expect(clash.errors.name).toContain("It is now: Program.");
    expect(clash.seen).toEqual(marksOf({ name: "Program", web: "" }));
    expect(stored).toEqual({ name: "Program", web: "https://example.org" });
    const saved = await save(clash, { name: "Apps", web: "" }, { ...stored });
    expect(saved).toEqual({ errors: {}, values: {}, answered: false, message: "Saved." });
    expect(stored).toEqual({ name: "Apps", web: "https://example.org" });
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
