import { expect, it } from "vitest";
import { nextPage } from "@/lib/api/next-page";

const at = (query: string) => new Request(`https://elsewhere.test/api/notices/${query}`);
const pathOf = (address: string | null) => address && new URL(address).pathname + new URL(address).search;

it("The next page begins behind the last row, with what was asked for beside it, at our own address.", () => {
  expect(pathOf(nextPage(at("?done=1&page=3&before=9"), "before", 7))).toBe("/api/notices/?before=7&done=1");
  expect(nextPage(at(""), "after", "a&b")).toMatch(/\/api\/notices\/\?after=a%26b$/);
  expect(nextPage(at(""), "after", "x")).not.toContain("elsewhere.test");
  expect(nextPage(at("?before=9"), "before", undefined)).toBeNull();
});
