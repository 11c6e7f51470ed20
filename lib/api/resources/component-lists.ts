import { z } from "zod";
import type { ComponentListRow } from "@/lib/domain/componentlists/componentlists";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, componentPart, int32, slugPart } from "../fields";
import { Component } from "./components";

/** All the outside sees of component lists; the contract 3.13 and 4.19. */

export const ComponentList = schema(
  "ComponentList",
  z.object({
    name: z.string(),
    slug: z.string(),
    id: z.int(),
    show_dashboard: z.boolean(),
    components: z.array(address),
    auto_assign: z.array(z.object({ project_match: z.string(), component_match: z.string() })),
    url: address,
  }),
);

const NewList = z.object({
  name: z.string().min(1).max(100),
  slug: z.string().min(1).max(100),
  show_dashboard: z.boolean().optional(),
  auto_assign: z
    .array(z.object({ project_match: z.string().max(200), component_match: z.string().max(200) }))
    .optional()
    .describe(
      "Regular expressions for the slugs of project and component; components that match both come on the list.",
    ),
});

const params = z.object({ slug: slugPart });
const tag = "Component lists";
const permission = "componentlist.edit";

export const listComponentLists = endpoint({
  method: "GET",
  path: "/api/component-lists/",
  since: "4.0",
  tag,
  summary: "Component lists",
  answer: pageOf(ComponentList),
});
export const createComponentList = endpoint({
  method: "POST",
  path: listComponentLists.path,
  since: "4.0",
  tag,
  summary: "Create a component list",
  permission,
  body: NewList,
  answer: ComponentList,
  status: 201,
});
export const readComponentList = endpoint({
  method: "GET",
  path: "/api/component-lists/{slug}/",
  since: "4.0",
  tag,
  summary: "Component list",
  params,
  answer: ComponentList,
});
export const replaceComponentList = endpoint({
  method: "PUT",
  path: readComponentList.path,
  since: "4.0",
  tag,
  summary: "Replace a component list",
  permission,
  params,
  body: NewList,
  answer: ComponentList,
});
export const changeComponentList = endpoint({
  method: "PATCH",
  path: readComponentList.path,
  since: "4.0",
  tag,
  summary: "Change a component list",
  permission,
  params,
  body: NewList.partial(),
  answer: ComponentList,
});
export const deleteComponentList = endpoint({
  method: "DELETE",
  path: readComponentList.path,
  since: "4.0",
  tag,
  summary: "Delete a component list",
  permission,
  params,
});
export const listComponentsOfList = endpoint({
  method: "GET",
  path: "/api/component-lists/{slug}/components/",
  since: "5.0",
  tag,
  summary: "Components on a list",
  params,
  answer: pageOf(Component),
});
export const addComponentToList = endpoint({
  method: "POST",
  path: listComponentsOfList.path,
  since: "4.0",
  tag,
  summary: "Add a component to a list",
  permission,
  params,
  body: z.object({ component_id: int32 }),
  answer: ComponentList,
  status: 200,
});
export const removeComponentFromList = endpoint({
  method: "DELETE",
  path: "/api/component-lists/{slug}/components/{component}/",
  since: "4.0",
  tag,
  summary: "Remove a component from a list",
  description: "If several components on the list have the same slug, use project%252Fcomponent.",
  permission,
  params: params.extend({ component: componentPart }),
});

/** A component list as the outside sees it. */
export function presentComponentList(row: ComponentListRow): Answer<typeof ComponentList> {
  return {
    name: row.name,
    slug: row.slug,
    id: row.id,
    show_dashboard: row.showDashboard,
    components: row.components.map((place) => urls.component(place).api),
    auto_assign: row.rules.map((rule) => ({
      project_match: rule.projectMatch,
      component_match: rule.componentMatch,
    })),
    url: urls.componentList(row.slug),
  };
}

/** Segments of a component's path on a list. */
export function pathOnList(component: z.output<typeof componentPart>): string[] {
  return [...component.categoryPath.split("/").filter(Boolean), component.componentSlug];
}

/** A list that somebody wants, or what of it. */
export function listInput<
  Given extends { show_dashboard?: boolean; auto_assign?: z.infer<typeof NewList>["auto_assign"] },
>(given: Given) {
  const { show_dashboard: showDashboard, auto_assign: rules, ...names } = given;
  return {
    ...names,
    showDashboard,
    rules: rules?.map(({ project_match: projectMatch, component_match: componentMatch }) => ({
      projectMatch,
      componentMatch,
    })),
  };
}
