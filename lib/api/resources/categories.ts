import { z } from "zod";
import type { CategoryRow } from "@/lib/domain/categories/categories";
import type { CounterRow } from "@/lib/domain/counters/read-counters";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, idPart } from "../fields";
import { categoryLinkOrNone, projectLink } from "./links";
import { projectParams } from "./projects";
import { Removal, removalQuery } from "./removals";
import { Statistics, statisticsOf } from "./statistics";

/** All the outside sees of categories; the contract 3.10 and 4.10. */

export const Category = schema(
  "Category",
  z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    project: address,
    category: address.nullable(),
    url: address,
    statistics_url: address,
    announcements_url: address,
  }),
);

const NewCategory = z.object({
  name: z.string().min(1).max(100),
  slug: z.string().min(1).max(100),
  project: projectLink,
  category: categoryLinkOrNone.optional(),
});

export const categoryParams = z.object({ id: idPart });
const params = categoryParams;
const tag = "Categories";
const permission = "project.edit";

export const listCategories = endpoint({
  method: "GET",
  path: "/api/categories/",
  since: "5.0",
  tag,
  summary: "Categories",
  description: "Categories that you can see, by id.",
  answer: pageOf(Category),
});
export const listProjectCategories = endpoint({
  method: "GET",
  path: "/api/projects/{project}/categories/",
  since: "5.0",
  tag: "Projects",
  summary: "Categories of a project",
  description: "Includes nested categories.",
  params: projectParams,
  answer: pageOf(Category),
});
export const createCategory = endpoint({
  method: "POST",
  path: listCategories.path,
  since: "5.0",
  tag,
  summary: "Create a category",
  permission,
  body: NewCategory,
  answer: Category,
  status: 201,
});
export const readCategory = endpoint({
  method: "GET",
  path: "/api/categories/{id}/",
  since: "5.0",
  tag,
  summary: "Category",
  params,
  answer: Category,
});
export const replaceCategory = endpoint({
  method: "PUT",
  path: readCategory.path,
  since: "5.0",
  tag,
  summary: "Replace a category",
  description: "Without category, it moves to the top level of its project.",
  permission,
  params,
  body: NewCategory,
  answer: Category,
});
export const changeCategory = endpoint({
  method: "PATCH",
  path: readCategory.path,
  since: "5.0",
  tag,
  summary: "Rename or move a category",
  permission,
  params,
  body: NewCategory.partial(),
  answer: Category,
});
export const deleteCategory = endpoint({
  method: "DELETE",
  path: readCategory.path,
  since: "5.0",
  tag,
  summary: "Delete a category",
  description: "The category and all its components disappear at once. Their data is deleted in the background.",
  permission,
  params,
  query: removalQuery,
  answer: Removal,
  status: 204,
});
export const readCategoryStatistics = endpoint({
  method: "GET",
  path: "/api/categories/{id}/statistics/",
  since: "5.5",
  tag,
  summary: "Statistics of a category",
  params,
  answer: Statistics,
});

/** A category as the outside sees it. */
export function presentCategory(row: CategoryRow): Answer<typeof Category> {
  const links = urls.category(row.id);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    project: urls.project(row.projectSlug).api,
    category: row.parentId === null ? null : urls.category(row.parentId).api,
    url: links.api,
    statistics_url: links.statistics,
    announcements_url: links.announcements,
  };
}

/** Statistics of a category with everything below it. */
export function presentCategoryStatistics(row: CategoryRow, counters: CounterRow): Answer<typeof Statistics> {
  const links = urls.category(row.id, { projectSlug: row.projectSlug, categoryPath: row.path });
  return {
    ...statisticsOf(counters),
    name: row.name,
    url: links.web,
    translate_url: links.translate,
    url_translate: links.translate,
  };
}

/** A new category, or all of an old one, as the domain takes it. */
export function readNewCategory(body: z.output<typeof NewCategory>) {
  return { name: body.name, slug: body.slug, project: body.project, parentId: body.category ?? null };
}

/** A change of a category as the domain takes it; what was not sent stays undefined. */
export function readCategoryChange(body: Partial<z.output<typeof NewCategory>>) {
  return { name: body.name, slug: body.slug, project: body.project, parentId: body.category };
}
