import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { formsRegex, postgresRegex, RegexError } from "@/lib/text/search-query/regex";
import { textRow } from "../../support/text-rows";

/** Regular expressions, as RE2 understands them and as the database does. */

async function finds(pattern: string, text: string): Promise<boolean> {
  const row = await textRow<{ found: boolean }>(db, sql`select ${text}::text ~ ${pattern}::text as found`);
  return row?.found === true;
}

describe("a regular expression of a search", () => {
  it.each([
    ["\\bfile\\b", "a file.", "profile files"],
    ["(?i)COOKIE", "a cookie", "a cake"],
    ["x(?i)COOKIE", "xCookie", "XCookie"],
    ["(?i:a)b", "Ab", "AB"],
    ["(?i)[^a-c]", "d", "B"],
    ["(?i)straße", "STRAßE", "STRASSE"],
    ["(?i)ΟΔΟΣ", "οδος", "οδο"],
    ["a.c", "abc", "a\nc"],
    ["(?s)a.c", "a\nc", "ac"],
    ["^b", "bc", "a\nb"],
    ["(?m)^b$", "a\nb\nc", "ab\nbc"],
    ["a\\z", "ba", "ab"],
    ["^$", "", "a"],
    ["^*a", "ba", "b"],
    ["(a|)b", "b", "a"],
    ["a{2,3}?b", "aab", "ab"],
    ["^a{2,}$", "aaaa", "a"],
    ["^a{2}$", "aa", "aaa"],
    ["a{,2}", "a{,2}", "aa"],
    ["\\Qa.b*\\E+", "a.b**", "axb*"],
    ["\\d\\D\\s\\S\\w\\W", "1a b_-", "aaaaaa"],
    ["^[\\w.-]+$", "a.b-c", "a b"],
    ["^[^\\W_]+$", "ab1", "a_b"],
    ["^[\\W_]+$", "_-!", "a"],
    ["^[^\\Wa]+$", "bcd", "ba"],
    ["^[[:alpha:][:^digit:]]$", "x", "1"],
    ["[]a]", "]", "b"],
    ["[^]a]", "b", "]a"],
    ["[a-]", "-", "b"],
    ["[\\]\\\\^-]", "\\", "a"],
    ["\\x41\\x{42}\\103", "ABC", "abc"],
    ["(?P<n>a)(?<m>b)(?:c)", "abc", "ab"],
    ["\\.\\*\\?", ".*?", "abc"],
    ["\\by", "y", "xy"],
    ["ů$", "souborů", "soubory"],
    ["\\bsoubor\\b", "soubor", "souborů"],
  ])("%s finds %j and not %j", async (pattern, yes, no) => {
    expect(await finds(postgresRegex(pattern), yes)).toBe(true);
    expect(await finds(postgresRegex(pattern), no)).toBe(false);
  });

  it.each([
    ["(a", "not closed"],
    ["a)", 'no "("'],
    ["[a", "not closed"],
    ["*a", "nothing to repeat"],
    ["a**", "behind a repeat"],
    ["a{3,2}", "ends before it begins"],
    ["a{256}", "beyond 255"],
    ["(a{100}){100}", "too often"],
    ["a\\", "ends with a backslash"],
    ["(a)\\1", "back-references"],
    ["a(?=b)", "RE2 does not have"],
    ["(?<!a)b", "RE2 does not have"],
    ["\\pL", "square brackets"],
    ["(?x)a", "not one that RE2 knows"],
    ["\\y", "means nothing"],
    ["[b-a]", "ends before it begins"],
    ["\\x00", "no string has"],
    ["(?i)[\\x{80}-\\x{10ffff}]", "too long for (?i)"],
    [`${"(".repeat(200)}a${")".repeat(200)}`, "too deeply"],
  ])("%s is refused: %s", (pattern, why) => {
    let error: unknown;
    try {
      postgresRegex(pattern);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(RegexError);
    expect(sayRefusal(builtinEnglish(), (error as RegexError).said)).toContain(why);
  });

  it("finds what RE2 finds, in whole texts and in one of several forms", async () => {
    const part = fc.constantFrom(
      ..."a b c A B | . ^ $ * + ? ( ) [ ] - \\b \\B \\d \\w \\W \\s \\S [a-b] [^a] [^\\W] (?i) (?s) (?m) (?: {2} {1,2} \\n \\. \\- 1 _ \\Q \\E \\z \\A".split(
        " ",
      ),
      " ",
    );
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "c", "A", "B", "1", "_", " ", "\n", "-", ".", "]"),
      maxLength: 6,
    });
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.array(text, { minLength: 1, maxLength: 4 }),
        async (parts, texts) => {
          const pattern = parts.join("");
          // There RE2 repeats what stands before the modes, or what is not there.
          fc.pre(!/(\(\?[a-z]+\)|\\Q|\\E)+[*+?{]/.test(pattern));
          let engine: RE2JS | undefined;
          let own: string | undefined;
          try {
            engine = RE2JS.compile(pattern);
          } catch {}
          try {
            own = postgresRegex(pattern);
          } catch (error) {
            expect(error).toBeInstanceOf(RegexError);
          }
          expect(own !== undefined, pattern).toBe(engine !== undefined);
          if (own === undefined || engine === undefined) return;
          tried++;
          for (const one of texts)
            expect(await finds(own, one), `${pattern} in ${JSON.stringify(one)}`).toBe(engine.matcher(one).find());
          if (texts.some((one) => engine.matcher(one).find()))
            expect(
              await finds(formsRegex(pattern), texts.join("\u001e\u001e")),
              `${pattern} in ${JSON.stringify(texts)}`,
            ).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
    expect(tried).toBeGreaterThan(300);
  }, 120_000);
});
