import { expect, it } from "vitest";
import { validateFlags } from "@/lib/text/flags/validate";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";
import { offeredFormats } from "@/lib/text/formats/registry";

it("gives every format flags that the service knows", () => {
  for (const { id } of offeredFormats()) expect([id, validateFlags(formatFlags(id))]).toEqual([id, []]);
});

it("gives them to the formats whose programs read placeholders, and to no other", () => {
  expect(formatFlags("stringsdict")).toBe("objc-format");
  expect(formatFlags("mdx")).toContain("safe-mdx");
  expect(formatFlags("po")).toBe("");
  expect(formatFlags("constructor")).toBe("");
});
