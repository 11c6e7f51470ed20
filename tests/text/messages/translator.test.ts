import { expect, it } from "vitest";
import { builtinEnglish, textsOf } from "@/lib/text/messages/catalogue";

const t = builtinEnglish();

it("a message is said with what it takes", () => {
  expect(t("common.projects")).toBe("Projects");
  expect(t("access.memberAdded", { user: "Ada" })).toBe("Ada is now a member.");
  expect(t("access.members", { count: 2 })).toBe("2 members");
  expect(t.markup("signIn.noAccount", { link: (inside) => `[${inside}]` })).toBe("No account yet? [Create one]");
});

it("what is filled in keeps its own direction where the message is read from right to left", () => {
  expect(textsOf("ar")("access.title", { project: "Notepad++" })).toContain("\u2068Notepad++\u2069");
  expect(textsOf("ar")("access.title", { project: "Orchard" })).not.toContain("\u2068");
  expect(textsOf("ar")("access.title", { project: "\u2068C++\u2069" })).not.toContain("\u2068\u2068");
  expect(t("access.title", { project: "Notepad++" })).toBe("Access to Notepad++");
});

it("what a message does not take, or lacks, does not compile", () => {
  // @ts-expect-error: there is no such message
  expect(t("access.nothing")).toBe("access.nothing");
  // @ts-expect-error: it takes none
  expect(t("common.projects", { place: "App" })).toBe("Projects");
  // @ts-expect-error: it is called by another name
  expect(() => t("access.title", { place: "App" })).toThrow("project");
  // @ts-expect-error: it counts
  expect(() => t("access.members", { count: "2" })).toThrow("count");
  // @ts-expect-error: it needs a tag
  expect(() => t.rich("signIn.noAccount", { href: "/" })).toThrow("link");
  // @ts-expect-error: a text cannot hold what a tag makes
  expect(t("access.title", { project: (inside: string) => inside })).toContain("Access to");
});
