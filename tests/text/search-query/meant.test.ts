import { describe, expect, it } from "vitest";
import { completeQuery } from "@/lib/text/search-query/complete";
import { searchMeant, wordsMeant } from "@/lib/text/search-query/meant";
import { parseQuery } from "@/lib/text/search-query/parse";
import { QueryError } from "@/lib/text/search-query/query";

describe("what a search may go on with", () => {
  it.each([
    ["sour", ["source:", "source_changed:", "source_state:"]],
    ["(so", ["(source:", "(source_changed:", "(source_state:"]],
    ["a AND langu", ["a AND language:"]],
    ["state:tr", ["state:translated"]],
    ["state:<appr", ["state:<approved"]],
    ["has:lab", ["has:label"]],
    ["pending:", ["pending:yes", "pending:no"]],
    ["check:end_st", ["check:end_stop"]],
    ["language:P", ["language:pt_BR"]],
    ["", []],
    ["a ", []],
    ['source:"has:', []],
    ["nonsense:a", []],
    ["source:a", []],
    ["state:translated", []],
  ])("%j is %j", (text, expected) => {
    expect(completeQuery(text, { language: ["cs", "pt_BR"] })).toEqual(expected);
  });
});

describe("what somebody may have meant", () => {
  it.each([
    ["not found", '"not" found'],
    ["this and that", 'this "and" that'],
    ["NOT found", undefined],
    ["a OR b", undefined],
    ["plain words", undefined],
    ["not found OR", undefined],
  ])("by %j is %j", (text, meant) => {
    expect(wordsMeant(text)).toBe(meant);
  });

  it.each([
    ["sorce:delete", "source:delete"],
    ["a AND targt:x", "a AND target:x"],
    ["Warning: file", '"Warning: file"'],
    ["zzz:a/b c", '"zzz:a/b" c'],
    ["found or", 'found "or"'],
    ["NOT", '"NOT"'],
    ['say "hi', '"say \\"hi"'],
    ["a)", '"a)"'],
    ["state:dne", '"state:dne"'],
    ["quit state:<translatd", "quit state:<translated"],
    ["has:comments AND a", "has:comment AND a"],
    ["NOT check:end-stop", "NOT check:end_stop"],
    ['source:r"(a)\\1"', undefined],
    ['a source:r"(?=b)"', undefined],
    ["a\u0000", undefined],
  ])("by %j, which cannot be understood, is %j", (text, meant) => {
    let error: unknown;
    try {
      parseQuery(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(QueryError);
    expect(searchMeant(text, error as QueryError)).toBe(meant);
  });
});
