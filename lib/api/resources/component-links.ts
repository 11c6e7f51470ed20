import { z } from "zod";
import { endpoint, pageOf, schema } from "../endpoint";
import { int32, slugPart } from "../fields";
import { Component, componentParams } from "./components";
import { Project } from "./projects";

/** Components shown in further projects; the contract 3.6. */

const SharedComponent = schema("SharedComponent", z.object({ data: Component }));

const tag = "Components";

export const listComponentLinks = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/links/",
  since: "4.5",
  tag,
  summary: "Projects that a component is shared with",
  params: componentParams,
  answer: pageOf(Project),
});
export const addComponentLink = endpoint({
  method: "POST",
  path: listComponentLinks.path,
  since: "4.5",
  tag,
  summary: "Share a component with a project",
  permission: "component.edit, and project.edit in the other project",
  params: componentParams,
  body: z.object({ project_slug: z.string().min(1).max(60), category_id: int32.nullable().optional() }),
  answer: SharedComponent,
  status: 201,
});
export const removeComponentLink = endpoint({
  method: "DELETE",
  path: "/api/components/{project}/{component}/links/{slug}/",
  since: "4.5",
  tag,
  summary: "Stop sharing a component with a project",
  permission: "component.edit",
  params: componentParams.extend({ slug: slugPart }),
});
