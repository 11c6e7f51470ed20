import { describe, expect, it } from "vitest";
import { crumbsBelow } from "@/app/ui/crumbs";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { textsOf } from "@/lib/text/messages/catalogue";

/** The way back from a page about a place leads to the page of that place. */

const t = textsOf("en");
const project = { slug: "garden", name: "Garden" };
const component = { project, categoryPath: "docs/user", slug: "app", name: "App" };
const translation = { component, languageCode: "cs", language: { code: "cs", name: "Czech" } };
const place = (of: object) => ({ project, ...of }) as unknown as PathObject;

describe("crumbs below a place", () => {
  it.each([
    [place({ kind: "project" }), "Garden", "/projects/garden/"],
    [
      place({ kind: "category", category: { path: "docs/user", name: "For users" } }),
      "For users",
      "/projects/garden/docs/user/",
    ],
    [place({ kind: "project-language", language: translation.language }), "Czech", "/projects/garden/-/cs/"],
    [place({ kind: "component", component }), "App", "/projects/garden/docs/user/app/"],
    [place({ kind: "translation", component, translation }), "Czech", "/projects/garden/docs/user/app/cs/"],
  ])("name it last and lead to it: %#", (of, label, href) => {
    expect(crumbsBelow(t, of, "History").slice(-2)).toEqual([{ label, href }, { label: "History" }]);
  });
});
