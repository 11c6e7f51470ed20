import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinEnglish, textsOf } from "@/lib/text/messages/catalogue";
import { refusal, sayRefusal } from "@/lib/text/messages/refusal";
import { dateBounds, parseDate } from "@/lib/text/search-query/dates";
import { NAMED_FILTERS, SCREENSHOT_FIELDS, USER_FIELDS } from "@/lib/text/search-query/fields";
import { parseQuery } from "@/lib/text/search-query/parse";
import { printQuery } from "@/lib/text/search-query/print";
import { type Query, QueryError } from "@/lib/text/search-query/query";

describe("searches", () => {
  it.each([
    ["", ""],
    ["   ", ""],
    ["hello", '"hello"'],
    ["hello big world", '"hello" AND "big" AND "world"'],
    ["'hello world'", '"hello world"'],
    ['say"hi', '"say\\"hi"'],
    ['"a \\"b\\" \\\\ c"', '"a \\"b\\" \\\\ c"'],
    ["source:hello", 'source:"hello"'],
    ['source:"a b"', 'source:"a b"'],
    ["source:=hello", 'source:="hello"'],
    ['key:="a b"', 'context:="a b"'],
    ['target:r"^\\d+\\"$"', 'target:r"^\\d+\\"$"'],
    ["target:r'a|b'", 'target:r"a|b"'],
    ["a b OR c d", '"a" AND "b" OR "c" AND "d"'],
    ["a OR b AND NOT c", '"a" OR "b" AND (NOT "c")'],
    ["(a or b) and c", '("a" OR "b") AND "c"'],
    ["not not a", '"a"'],
    ["NOT (a b)", 'NOT ("a" AND "b")'],
    ["f(x) g", '"f(x)" AND "g"'],
    ["(f(x))", '"f(x)"'],
    ["https://example.org/?a:b", '"https://example.org/?a:b"'],
    ["mailto:x", '"mailto:x"'],
    ["id:5", "id:5"],
    ["id:1,2,3", "id:1,2,3"],
    ["id:[5 to 7]", "id:[5 to 7]"],
    ["priority:>=100", "priority:>=100"],
    ["position:[1 TO 5]", "position:[1 to 5]"],
    ["state:needs-editing", "state:10"],
    ["state:<translated", "state:<20"],
    ["state:>=Approved", "state:>=30"],
    ["state:[empty to translated]", "state:[0 to 20]"],
    ["state:100", "state:100"],
    ["pending:true", "pending:yes"],
    ["is:fuzzy", "is:needs-editing"],
    ["has:failing-check", "has:check"],
    ["check:end_space", "check:end_space"],
    ["language:pt_BR", "language:pt_BR"],
    ['changed_by:""', 'changed_by:""'],
    ["path:a/b/cs", 'path:"a/b/cs"'],
    ["changed:2019", 'changed:"2019"'],
    ["changed:>=2019-03-01", 'changed:>="2019-03-01"'],
    ['added:"2 weeks ago"', 'added:"2 weeks ago"'],
    ["added:yesterday", 'added:"1 day ago"'],
    ["changed:[20_days_ago to today]", 'changed:["20 days ago" to "today"]'],
    ['changed:["2019-01-01" to 2019-05]', 'changed:["2019-01-01" to "2019-05"]'],
    ["change_action:marked-for-edit", "change_action:marked-for-edit"],
    ["\"and\" 'or'", '"and" AND "or"'],
  ])("%s is %s", (text, printed) => {
    const query = parseQuery(text);
    expect(printQuery(query)).toBe(printed);
    expect(parseQuery(printed)).toEqual(query);
  });

  it.each([
    ["nonsense:x", 'Unknown field "nonsense"', 0, 8],
    ["Error: file", "needs a value", 0, 6],
    ["a AND", "term is missing", 2, 5],
    ["OR b", "term is missing", 0, 2],
    ["NOT", "term is missing", 0, 3],
    ["not found OR", "term is missing", 10, 12],
    ["(a", "not closed", 0, 1],
    ["a)", "without an opening bracket", 1, 2],
    ["()", "term is missing", 0, 2],
    ['"a', "closing quote is missing", 0, 2],
    ["source:'a b", "closing quote is missing", 7, 11],
    ["source:>a", "cannot be compared", 0, 9],
    ["source:[a to b]", "does not take a range", 0, 15],
    ["source:", "needs a value", 0, 7],
    ['source:r"("', "not a regular expression", 7, 11],
    ['r"a"', "needs a field", 0, 4],
    ['language:r"a"', "does not take a regular expression", 0, 13],
    ["position:x", "whole number", 9, 10],
    ["position:1.5", "whole number", 9, 12],
    ["id:1,x", "separated by commas", 3, 6],
    ["position:[1 5]", "as [from to until]", 0, 12],
    ["position:[1 to 5", "not closed", 0, 16],
    ["state:done", "needs a state", 6, 10],
    ["state:15", "needs a state", 6, 8],
    ["pending:maybe", "yes or no", 8, 13],
    ["is:good", "Choose one of: pending", 3, 7],
    ["has:nothing", "is not a value of", 4, 11],
    ["check:nothing", "is not a value of", 6, 13],
    ["is:>translated", "cannot be compared", 0, 14],
    ["changed:2019-02-30", "needs a date", 8, 18],
    ["changed:sometime", "needs a date", 8, 16],
    ["a\u0000b", "NUL character", 1, 2],
    ["__proto__:x", "Unknown field", 0, 9],
    ["constructor:x", "Unknown field", 0, 11],
  ])("%s is refused: %s", (text, message, start, end) => {
    let error: unknown;
    try {
      parseQuery(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(QueryError);
    expect(error).toMatchObject({ start, end });
    expect(sayRefusal(builtinEnglish(), (error as QueryError).said)).toContain(message);
  });

  it("says in the reader's language what is wrong with an expression, too", () => {
    let said = refusal("searchNul");
    try {
      parseQuery('source:r"a**"');
    } catch (error) {
      said = (error as QueryError).said;
    }
    expect(sayRefusal(textsOf("de"), said)).toMatch(
      /„a\*\*“ ist kein regulärer Ausdruck.*Setzen Sie die erste in Klammern\.$/,
    );
    expect(sayRefusal(textsOf("cs"), said)).toContain("opakování stojí za opakováním");
  });

  it("has tables for people and screenshots, and names for usual searches", () => {
    expect(parseQuery("username:nijel is:bot joined:>2020", USER_FIELDS)).toMatchObject({ kind: "and" });
    expect(parseQuery("repository:a.png strings:>2", SCREENSHOT_FIELDS)).toMatchObject({ kind: "and" });
    expect(() => parseQuery("source:x", USER_FIELDS)).toThrow(QueryError);
    for (const [name, text] of NAMED_FILTERS) expect(parseQuery(text).kind === "all", name).toBe(text === "");
  });

  it("ends soon on hostile searches", () => {
    const start = performance.now();
    for (const text of [
      "(".repeat(8000),
      "NOT ".repeat(2000),
      `${"(".repeat(400)}a${")".repeat(400)}`,
      "a ".repeat(4000),
      "a".repeat(100_000),
      "f(".repeat(4000),
      'r"'.repeat(4000),
    ]) {
      expect(() => {
        parseQuery(text);
        throw new QueryError(refusal("searchNul"), 0, 0);
      }).toThrow(QueryError);
    }
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it("throws nothing but its own error, within the text", () => {
    const part = fc.constantFrom(
      "a",
      " ",
      "(",
      ")",
      '"',
      "'",
      "source:",
      "state:",
      "changed:",
      "id:",
      "is:",
      "r",
      "[",
      "]",
      " to ",
      "=",
      ">",
      "<=",
      "AND",
      " or ",
      " NOT ",
      "10",
      "2019-01",
      "\\",
      "translated",
      "https:",
      "_",
      "é",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        let query: Query;
        try {
          query = parseQuery(text);
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError);
          const { start, end } = error as QueryError;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
          return;
        }
        expect(parseQuery(printQuery(query))).toEqual(query);
      }),
      { numRuns: 10_000 },
    );
  });

  it("reads what it prints, whatever the tree", () => {
    const text = fc.string({ unit: "binary", maxLength: 8 }).filter((value) => !value.includes("\u0000"));
    const leaf = fc.oneof(
      text.map((value): Query => ({ kind: "text", text: value })),
      fc.tuple(fc.constantFrom("contains", "exact"), text).map(
        ([how, value]): Query => ({
          kind: "field",
          field: "source",
          match: { kind: "text", how: how as "contains" | "exact", text: value },
        }),
      ),
      text.map((name): Query => ({ kind: "field", field: "changed_by", match: { kind: "name", name } })),
      fc
        .integer({ min: 0, max: 9999 })
        .map((value): Query => ({ kind: "field", field: "position", match: { kind: "number", how: "<=", value } })),
      fc.integer({ min: 2, max: 99 }).map(
        (amount): Query => ({
          kind: "field",
          field: "added",
          match: { kind: "date", how: ">", date: { kind: "relative", amount, unit: "week" } },
        }),
      ),
    );
    const { tree } = fc.letrec<{ tree: Query }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        tie("tree")
          .filter((query) => query.kind !== "not")
          .map((query): Query => ({ kind: "not", query })),
        fc
          .array(
            tie("tree").filter((query) => query.kind !== "and"),
            { minLength: 2, maxLength: 3 },
          )
          .map((queries): Query => ({ kind: "and", queries })),
        fc
          .array(
            tie("tree").filter((query) => query.kind !== "or"),
            { minLength: 2, maxLength: 3 },
          )
          .map((queries): Query => ({ kind: "or", queries })),
      ),
    }));
    fc.assert(
      fc.property(tree, (query) => {
        expect(parseQuery(printQuery(query))).toEqual(query);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("dates of searches", () => {
  const now = new Date("2024-03-31T12:30:00Z");
  it.each([
    ["2019", "2019-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
    ["2019-12", "2019-12-01T00:00:00Z", "2020-01-01T00:00:00Z"],
    ["2020-02-29", "2020-02-29T00:00:00Z", "2020-03-01T00:00:00Z"],
    ["2019-03-01T10:20", "2019-03-01T10:20:00Z", "2019-03-01T10:21:00Z"],
    ["2019-03-01 10:20:30+02:00", "2019-03-01T08:20:30Z", "2019-03-01T08:20:31Z"],
    ["today", "2024-03-31T00:00:00Z", "2024-04-01T00:00:00Z"],
    ["yesterday", "2024-03-30T00:00:00Z", "2024-03-31T00:00:00Z"],
    ["2 weeks ago", "2024-03-17T00:00:00Z", "2024-03-18T00:00:00Z"],
    ["a_month_ago", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"],
    ["last year", "2023-03-31T00:00:00Z", "2023-04-01T00:00:00Z"],
    ["3 hours ago", "2024-03-31T09:30:00Z", "2024-03-31T09:31:00Z"],
  ])("%s is from %s until %s", (text, start, end) => {
    const date = parseDate(text);
    expect(date).toBeDefined();
    if (date) expect(dateBounds(date, now)).toEqual({ start: new Date(start), end: new Date(end) });
  });

  it.each(["", "soon", "2 weeks", "19", "2019-13", "2019-00-01", "2019-02-29", "2019-03-01T25:00", "0000"])(
    "%j is none",
    (text) => {
      expect(parseDate(text)).toBeUndefined();
    },
  );
});
