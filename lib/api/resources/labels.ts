import { z } from "zod";
import { COLOURS } from "@/lib/domain/components/component-input";
import type { LabelRow } from "@/lib/domain/labels/labels";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { idPart } from "../fields";
import { projectParams } from "./projects";

/** All the outside sees of labels; the contract 3.5 and 4.11. */

export const Label = schema(
  "Label",
  z.object({ id: z.int(), name: z.string(), color: z.string(), description: z.string() }),
);

const NewLabel = z.object({
  name: z.string().min(1).max(190),
  color: z.enum(COLOURS),
  description: z.string().max(250).optional(),
});

const tag = "Projects";

export const listLabels = endpoint({
  method: "GET",
  path: "/api/projects/{project}/labels/",
  since: "5.3",
  tag,
  summary: "Labels of a project",
  params: projectParams,
  answer: pageOf(Label),
});
export const createLabel = endpoint({
  method: "POST",
  path: listLabels.path,
  since: "5.3",
  tag,
  summary: "Create a label",
  permission: "project.edit",
  params: projectParams,
  body: NewLabel,
  answer: Label,
  status: 201,
});
export const deleteLabel = endpoint({
  method: "DELETE",
  path: "/api/projects/{project}/labels/{id}/",
  since: "5.5",
  tag,
  summary: "Delete a label",
  permission: "project.edit",
  params: projectParams.extend({ id: idPart }),
});

export const changeLabel = endpoint({
  method: "PATCH",
  path: deleteLabel.path,
  tag,
  summary: "Change a label",
  description: "Strings keep it, whatever it is called.",
  permission: "project.edit",
  params: projectParams.extend({ id: idPart }),
  body: NewLabel.partial(),
  answer: Label,
});

/** A label as the outside sees it. */
export const presentLabel = (row: LabelRow): Answer<typeof Label> => ({
  id: row.id,
  name: row.name,
  color: row.color,
  description: row.description,
});
