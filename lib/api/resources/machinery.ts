import { z } from "zod";
import { endpoint, schema } from "../endpoint";
import { projectParams } from "./projects";

/** Settings of machinery services of a project; the contract 3.5 and 12.13. */

const Configuration = z.record(z.string().max(100), z.unknown());

const MachinerySettings = schema(
  "MachinerySettings",
  z.record(z.string(), z.record(z.string(), z.string()).nullable()).describe("Settings by service."),
);
const Done = z.object({ message: z.string() });

const tag = "Projects";
const common = {
  path: "/api/projects/{project}/machinery_settings/",
  since: "5.9",
  tag,
  permission: "project.edit",
  params: projectParams,
} as const;

const One = z.object({
  service: z.string().min(1).max(100),
  configuration: Configuration.nullable().default({}).describe("Settings; null turns the service off here."),
});

export const readMachinerySettings = endpoint({
  ...common,
  method: "GET",
  summary: "Machinery settings of a project",
  description: "Keys are masked. Send the mask back with the same service address to keep the key.",
  answer: MachinerySettings,
});
export const addMachinerySetting = endpoint({
  ...common,
  method: "POST",
  summary: "Set up a machinery service",
  body: One,
  answer: Done,
  status: 201,
});
export const changeMachinerySetting = endpoint({
  ...common,
  method: "PATCH",
  summary: "Change the settings of a machinery service",
  description: "An empty configuration removes the service.",
  body: One,
  answer: Done,
});
export const replaceMachinerySettings = endpoint({
  ...common,
  method: "PUT",
  summary: "Replace all machinery settings",
  body: z.record(z.string().max(100), Configuration.nullable()),
  answer: Done,
  status: 201,
});
