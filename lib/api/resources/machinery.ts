import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { listSent, type SentRow } from "@/lib/domain/machinery/sent";
import { serviceId } from "@/lib/domain/machinery/services";
import type { MachineryUse } from "@/lib/domain/machinery/usage";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import type { Window } from "@/lib/domain/window";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, longIdPart, timestamp } from "../fields";
import { moment } from "../json";
import { nextPage } from "../next-page";
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

const SentRequest = schema(
  "SentRequest",
  z.object({
    id: z.int(),
    timestamp,
    service: z.string(),
    component: address,
    language: z.string().describe("Code of the language that was translated into."),
    user: address.nullable().describe("Who asked; null for a task."),
    units: z.array(address).describe("Strings that it was about."),
    address: z.string().describe("Where it went, without parameters."),
    parts: z
      .array(z.object({ name: z.string(), text: z.string() }))
      .describe(
        "What was sent, in order: parameters, fields or members, and messages by their roles. Secrets are masked.",
      ),
    cut: z.boolean().describe("Whether it was longer than what is kept."),
  }),
);

const sentQuery = z.object({
  service: z.string().max(100).optional(),
  unit: longIdPart.optional().describe("Only what was about this string."),
  before: longIdPart.optional().describe("Only requests older than the one with this id; `next` uses it."),
});

export const listMachinerySent = endpoint({
  method: "GET",
  path: "/api/projects/{project}/machinery_sent/",
  tag,
  summary: "What services outside were sent, word for word",
  description:
    "Newest first; the last 500 of a project, for 14 days. With `project.edit` all of the project, else what the user asked for.",
  params: projectParams,
  query: sentQuery,
  answer: pageOf(SentRequest),
});

const presentSent =
  (project: ProjectRow) =>
  ({ at, username, unitIds, componentSlug, categoryPath, ...row }: SentRow): Answer<typeof SentRequest> => ({
    id: row.id,
    timestamp: moment(at),
    service: row.service,
    component: urls.component({ projectSlug: project.slug, categoryPath, componentSlug }).api,
    language: row.language,
    user: username === null ? null : urls.user(username).api,
    units: unitIds.map((id) => urls.unit(id)),
    address: row.address,
    parts: row.parts,
    cut: row.cut,
  });

/** A page of what was sent, followed by a link that nothing newer shifts. */
export async function sentOf(
  actor: Actor,
  project: ProjectRow,
  { service, unit, before }: z.output<typeof sentQuery>,
  window: Window,
  request: Request,
): Promise<Listed<Answer<typeof SentRequest>>> {
  const named = service === undefined ? undefined : (serviceId(service) ?? service);
  const { rows, count, next } = await listSent(actor, project, { service: named, unit, before, limit: window.limit });
  return {
    items: rows.map(presentSent(project)),
    count,
    links: { next: nextPage(request, "before", next), previous: null },
  };
}
