import { z } from "zod";
import type { MachineryUse } from "@/lib/domain/machinery/usage";
import { type Answer, endpoint, schema } from "../endpoint";
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

const limit = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();

const MachineryUsage = schema(
  "MachineryUsage",
  z.object({
    limits: z
      .object({ characters: limit, tokens: limit })
      .describe("What services outside may be sent in a month; null is no limit."),
    spent: z.object({ characters: z.int(), tokens: z.int() }).describe("This month."),
    months: z
      .array(
        z.object({
          month: z.string().describe("As 2026-11."),
          service: z.string(),
          requests: z.int(),
          characters: z.int(),
          tokens: z.int().describe("As language models count them."),
        }),
      )
      .describe("A year, newest first."),
  }),
);

const usage = {
  path: "/api/projects/{project}/machinery_usage/",
  tag,
  permission: "project.edit",
  params: projectParams,
} as const;

export const readMachineryUsage = endpoint({
  ...usage,
  method: "GET",
  summary: "What services outside were sent for a project",
  answer: MachineryUsage,
});
export const changeMachineryLimits = endpoint({
  ...usage,
  method: "PATCH",
  summary: "Limit what services outside are sent in a month",
  description: "Past a limit services are not asked, and say so.",
  body: z.object({ characters: limit.optional(), tokens: limit.optional() }),
  answer: MachineryUsage,
});

export function presentUsage({ limits, spent, rows }: MachineryUse): Answer<typeof MachineryUsage> {
  return { limits, spent, months: rows };
}
