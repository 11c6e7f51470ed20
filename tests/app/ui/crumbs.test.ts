import { describe, expect, it } from "vitest";
import { crumbsBelow, placeCrumbs } from "@/app/ui/crumbs";
import { placeTitle } from "@/app/ui/place-title";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { textsOf } from "@/lib/text/messages/catalogue";

/** The way back from a page about a place leads to the page of that place. */

const t = textsOf("en");
const project = { slug: "garden", name: "Garden" };
const component = {
  project,
  categoryPath: "docs/user",
  categoryNames: ["Documents", "For users"],
  slug: "app",
  name: "App",
};
const translation = { component, languageCode: "cs", language: { code: "cs", name: "Czech" } };
const place = (of: object) => ({ project, ...of }) as unknown as PathObject;

describe("crumbs below a place", () => {
  it.each([
    [place({ kind: "project" }), "Garden", "/projects/garden/"],
    [
      place({
        kind: "category",
        category: { path: "docs/user", name: "For users", names: ["Documents", "For users"] },
      }),
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

describe("categories", () => {
  const around = [
    { label: "Projects", href: "/projects/" },
    { label: "Garden", href: "/projects/garden/" },
    { label: "Documents", href: "/projects/garden/docs/" },
  ];

  it("are called by their names in crumbs, and lead to their pages", () => {
    const category = { path: "docs/user", name: "For users", names: ["Documents", "For users"] };
    expect(placeCrumbs(t, place({ kind: "category", category }))).toEqual([...around, { label: "For users" }]);
    expect(placeCrumbs(t, place({ kind: "component", component }))).toEqual([
      ...around,
      { label: "For users", href: "/projects/garden/docs/user/" },
      { label: "App" },
    ]);
  });

  it("stand in titles between a component and its project", () => {
    expect(placeTitle(t, place({ kind: "component", component }))).toBe("App · For users · Documents · Garden");
    expect(placeTitle(t, place({ kind: "translation", component, translation }))).toBe(
      "Czech · App · For users · Documents · Garden",
    );
  });
});
