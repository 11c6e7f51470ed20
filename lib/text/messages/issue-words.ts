import type { z } from "zod";
import { chooseFrom } from "./choose-from";
import { type Refusal, type RefusalKey, refusal } from "./refusal";

/** What is wrong with a value, in our words, and the code that the API has for it. */
export interface IssueWords {
  code: string;
  said: Refusal;
}

const words = (code: string, said: Refusal): IssueWords => ({ code, said });

/** What a schema says of a value by itself; undefined for what somebody has worded, or what none of these is. */
export function issueWords(issue: z.core.$ZodIssue): IssueWords | undefined {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.input, String(issue.expected));
    case "too_big": {
      const most = Number(issue.maximum);
      if (issue.origin === "string") return words("max_length", refusal("apiCharactersMost", { most }));
      if (issue.origin === "array") return words("max_length", refusal("apiItemsMost", { most }));
      return words("max_value", refusal("apiMost", { most: String(most) }));
    }
    case "too_small": {
      const least = Number(issue.minimum);
      if (issue.origin === "string" && issue.minimum === 1) return words("blank", refusal("fieldMayNot"));
      if (issue.origin === "string") return words("min_length", refusal("apiCharactersLeast", { least }));
      if (issue.origin === "array") return words("empty", refusal("apiItemsLeast", { least }));
      return words("min_value", refusal("apiLeast", { least: String(least) }));
    }
    case "invalid_value":
      if (issue.input === undefined || issue.input === null) return wrongType(issue.input, "string");
      return words("invalid_choice", chooseFrom(issue.values));
    case "invalid_union":
      return issue.input === undefined ? wrongType(undefined, "string") : undefined;
    case "unrecognized_keys":
      return words("invalid", unknownKey(issue.keys[0] ?? ""));
    default:
      return undefined;
  }
}

/** Refuses a key that nothing is known of. */
export const unknownKey = (key: string): Refusal => refusal("unknownKey", { key: key.slice(0, 100) });

const EXPECTED = {
  string: "apiText",
  boolean: "apiBoolean",
  number: "apiInteger",
  int: "apiInteger",
  object: "apiObject",
  record: "apiObject",
} as const satisfies Readonly<Record<string, RefusalKey>>;

function wrongType(input: unknown, expected: string): IssueWords {
  if (input === undefined) return words("required", refusal("fieldRequired"));
  if (input === null) return words("null", refusal("apiNull"));
  if (expected === "array") return words("not_a_list", refusal("apiList"));
  const known = Object.hasOwn(EXPECTED, expected) ? EXPECTED[expected as keyof typeof EXPECTED] : "apiType";
  return words("invalid", refusal(known));
}
