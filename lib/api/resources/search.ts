import { z } from "zod";
import type { CategoryRow } from "@/lib/domain/categories/categories";
import type { QuickSearchResults } from "@/lib/domain/statistics/quick-search";
import { urls } from "@/lib/urls";
import { ownPath } from "@/lib/urls/paths";
import { type Answer, endpoint, schema } from "../endpoint";

/** Finding things by their name; the contract 3.14. */

const Hit = schema("SearchHit", z.object({ url: z.string(), name: z.string(), category: z.string() }));

export const search = endpoint({
  method: "GET",
  path: "/api/search/",
  since: "4.14",
  tag: "API",
  summary: "Find projects, categories, components, users and languages by name",
  description: "Returns at most five of each kind. url is the path of a page.",
  query: z.object({ q: z.string().max(500).optional() }),
  answer: z.array(Hit),
});

/** How many of each kind are given. */
export const MOST = 5;

const hit = (address: string, name: string, category: string): Answer<typeof Hit> => ({
  url: ownPath(address) ?? address,
  name,
  category,
});

/** What was found, in the order of the kinds. */
export function presentHits(
  found: QuickSearchResults,
  categories: readonly CategoryRow[],
  withPeople: boolean,
): Answer<typeof search.answer> {
  return [
    ...found.projects.slice(0, MOST).map((one) => hit(urls.project(one.slug).web, one.name, "Project")),
    ...categories
      .slice(0, MOST)
      .map((one) =>
        hit(
          urls.category(one.id, { ...one, categoryPath: one.path }).web,
          `${one.projectName}/${one.name}`,
          "Category",
        ),
      ),
    ...found.components
      .slice(0, MOST)
      .map((one) =>
        hit(urls.component({ ...one, componentSlug: one.slug }).web, `${one.projectName}/${one.name}`, "Component"),
      ),
    ...(withPeople ? found.people : [])
      .slice(0, MOST)
      .map((one) => hit(urls.user(one.username).web, one.username, "User")),
    ...found.languages.slice(0, MOST).map((one) => hit(urls.language(one.code).web, one.name, "Language")),
  ];
}
