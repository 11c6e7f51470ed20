import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { planInstallation } from "@/lib/domain/addon-runs/run-addon";
import type { AddonTarget } from "@/lib/domain/addons/addons";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { addonType } from "@/lib/domain/addons/registry";
import { worded } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, Reply, schema } from "../endpoint";
import { address, idPart, jsonInForms, verbatim } from "../fields";
import { componentParams } from "./components";
import { projectParams } from "./projects";

/** All the outside sees of add-ons; the contract 3.13 and 4.18. */

export const Addon = schema(
  "Addon",
  z.object({
    component: address.nullable(),
    project: address.nullable(),
    name: z.string(),
    id: z.int(),
    configuration: z.record(z.string(), z.unknown()),
    url: address,
  }),
);

const configuration = verbatim(jsonInForms(z.record(z.string(), z.unknown())));
const NewAddon = z.object({ name: z.string().min(1).max(200), configuration: configuration.nullish() });
const AddonSettings = z.object({
  name: z.string().min(1).max(200).optional(),
  configuration: configuration.optional(),
});

const installQuery = z.object({
  dry_run: z.boolean().default(false).describe("Only tell what the add-on would do; the answer is then 200."),
});

const AddonPlan = schema(
  "AddonPlan",
  z.object({
    dry_run: z.literal(true),
    name: z.string(),
    lines: z.array(z.string()).nullable().describe("What it would do now; null for an add-on that cannot tell."),
  }),
);

const tag = "Add-ons";
const since = "4.4.1";
const permission =
  "component.edit, project.edit for an add-on of a project, management.addons for one of the whole installation";
const params = z.object({ id: idPart });

export const listAddons = endpoint({
  method: "GET",
  path: "/api/addons/",
  since,
  tag,
  summary: "Add-ons that you can manage",
  params: z.object({}),
  answer: pageOf(Addon),
});
export const readAddon = endpoint({
  method: "GET",
  path: "/api/addons/{id}/",
  since,
  tag,
  summary: "An installed add-on",
  permission,
  params,
  answer: Addon,
});
const change = {
  path: readAddon.path,
  since,
  tag,
  description: "Settings that the configuration omits get their default values.",
  permission,
  params,
  body: AddonSettings,
  answer: Addon,
} as const;
export const replaceAddon = endpoint({ ...change, method: "PUT", summary: "Configure an add-on" });
export const editAddon = endpoint({ ...change, method: "PATCH", summary: "Configure an add-on" });
export const deleteAddon = endpoint({
  method: "DELETE",
  path: readAddon.path,
  since,
  tag,
  summary: "Remove an add-on",
  permission,
  params,
});
export const installOnComponent = endpoint({
  method: "POST",
  path: "/api/components/{project}/{component}/addons/",
  since,
  tag,
  summary: "Install an add-on on a component",
  permission: "component.edit",
  params: componentParams,
  query: installQuery,
  body: NewAddon,
  answer: z.union([Addon, AddonPlan]),
  status: 201,
});
export const installOnProject = endpoint({
  method: "POST",
  path: "/api/projects/{project}/addons/",
  since: "5.5",
  tag,
  summary: "Install an add-on on a project",
  permission: "project.edit",
  params: projectParams,
  query: installQuery,
  body: NewAddon,
  answer: z.union([Addon, AddonPlan]),
  status: 201,
});

export const installEverywhere = endpoint({
  method: "POST",
  path: "/api/addons/",
  tag,
  summary: "Install an add-on for the whole installation",
  description:
    "It acts on the components of every project. One of the same name on a project or a component takes its place there.",
  permission: "management.addons",
  params: z.object({}),
  query: installQuery,
  body: NewAddon,
  answer: z.union([Addon, AddonPlan]),
  status: 201,
});

/** Tells what an add-on with these settings would do in a place; it is not installed. */
export async function planInstall(
  actor: Actor,
  place: AddonTarget,
  body: z.output<typeof NewAddon>,
): Promise<Reply<Answer<typeof AddonPlan>>> {
  const lines = await planInstallation(actor, place, body);
  return new Reply(
    {
      dry_run: true as const,
      name: addonType(body.name).id,
      lines: lines?.map((line) => worded(line).message) ?? null,
    },
    {},
    200,
  );
}

/** An add-on as the outside sees it. */
export const presentAddon = (row: AddonRow): Answer<typeof Addon> => ({
  component:
    row.projectSlug === null || row.componentSlug === null
      ? null
      : urls.component({
          projectSlug: row.projectSlug,
          categoryPath: row.categoryPath,
          componentSlug: row.componentSlug,
        }).api,
  project: row.projectSlug === null || row.componentSlug !== null ? null : urls.project(row.projectSlug).api,
  name: row.name,
  id: row.id,
  configuration: row.configuration,
  url: urls.addon(row.id),
});
