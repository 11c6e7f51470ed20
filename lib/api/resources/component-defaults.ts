import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { findCategory } from "@/lib/domain/categories/categories";
import type { DefaultsPlace, Resolved } from "@/lib/domain/components/component-defaults";
import {
  isSharedSetting,
  SHARED_SETTING_NAMES,
  type SharedSetting,
  type SharedValues,
} from "@/lib/domain/components/shared-settings";
import {
  applyDefaults,
  type DefaultsOutcome,
  type DefaultsOwner,
  planDefaults,
  readDefaults,
} from "@/lib/domain/creation/change-defaults";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, schema } from "../endpoint";
import { address } from "../fields";
import { wirePath } from "../wire-names";
import { categoryParams } from "./categories";
import { SharedSettings, translate } from "./component-input";
import { projectParams } from "./projects";

/** What components follow, by installation, project and category; the contract 3.5.2. */

const SettingName = z.enum(SHARED_SETTING_NAMES.map(wirePath) as [string, ...string[]]);

const DefaultsChange = z.object({
  settings: SharedSettings.default({}).describe("Values that are set here, as of a component."),
  reset: z.array(SettingName).max(100).default([]).describe("Settings that are set here no more."),
  version: z
    .string()
    .max(64)
    .optional()
    .describe("`version` of a dry run: answers 409 when something else would change by now."),
});

const ComponentDefaults = schema(
  "ComponentDefaults",
  z.object({
    settings: z.record(z.string(), z.unknown()).describe("What is set here."),
    above: z
      .record(z.string(), z.object({ value: z.unknown(), from: z.string() }))
      .describe("What holds for the other settings, and where it is set: category, project, site or nowhere."),
    followers: z.record(z.string(), z.int()).describe("Components below that follow, by setting."),
  }),
);

const ChangedComponentDefaults = schema(
  "ChangedComponentDefaults",
  z.object({
    ...ComponentDefaults.shape,
    version: z.string().describe("Names all that changes."),
    dry_run: z.boolean(),
    operation: z.string().nullable().describe("The operation that undoing takes; null when no component has changed."),
    components: z.array(
      z.object({
        id: z.int(),
        slug: z.string(),
        url: address,
        changes: z.array(z.object({ setting: z.string(), old: z.unknown(), new: z.unknown() })),
      }),
    ),
  }),
);

const query = z.object({ dry_run: z.boolean().default(false).describe("Only tell what would change.") });
const refusals = { 409: "Something else would change than `version` names." };
const description =
  "Components that follow change with it, all in one transaction. It can be undone for 30 days, as an operation of each component.";

export const readProjectDefaults = endpoint({
  method: "GET",
  path: "/api/projects/{project}/component-defaults/",
  tag: "Projects",
  summary: "What settings of components are in a project",
  permission: "project.edit",
  params: projectParams,
  answer: ComponentDefaults,
});
export const changeProjectDefaults = endpoint({
  method: "PATCH",
  path: readProjectDefaults.path,
  tag: "Projects",
  summary: "Change what components of a project follow",
  description,
  permission: "project.edit",
  params: projectParams,
  query,
  body: DefaultsChange,
  answer: ChangedComponentDefaults,
  refusals,
});
export const readCategoryDefaults = endpoint({
  method: "GET",
  path: "/api/categories/{id}/component-defaults/",
  tag: "Categories",
  summary: "What settings of components are in a category",
  permission: "project.edit",
  params: categoryParams,
  answer: ComponentDefaults,
});
export const changeCategoryDefaults = endpoint({
  method: "PATCH",
  path: readCategoryDefaults.path,
  tag: "Categories",
  summary: "Change what components of a category follow",
  description,
  permission: "project.edit",
  params: categoryParams,
  query,
  body: DefaultsChange,
  answer: ChangedComponentDefaults,
  refusals,
});
export const readSiteDefaults = endpoint({
  method: "GET",
  path: "/api/component-defaults/",
  tag: "Components",
  summary: "What settings of components are in the installation",
  permission: "management.use",
  answer: ComponentDefaults,
});
export const changeSiteDefaults = endpoint({
  method: "PATCH",
  path: readSiteDefaults.path,
  tag: "Components",
  summary: "Change what components of the installation follow",
  description,
  permission: "management.use",
  query,
  body: DefaultsChange,
  answer: ChangedComponentDefaults,
  refusals,
});

export const projectOwner = async (actor: Actor, slug: string): Promise<DefaultsOwner> => ({
  project: await findProject(actor, slug),
});

export async function categoryOwner(actor: Actor, id: number): Promise<DefaultsOwner> {
  const category = await findCategory(actor, id);
  return { project: await findProject(actor, category.projectSlug), category };
}

const levelOf = (from: DefaultsPlace | undefined): string => {
  if (!from) return "nowhere";
  return from.categoryId !== null ? "category" : from.projectId !== null ? "project" : "site";
};

const onWire = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [wirePath(name), value]));

/** What is set at a place, as the API tells it. */
export async function presentDefaults(actor: Actor, owner: DefaultsOwner): Promise<Answer<typeof ComponentDefaults>> {
  const { values, above, followers } = await readDefaults(actor, owner);
  const others = (Object.entries(above) as [SharedSetting, Resolved][]).filter(([name]) => values[name] === undefined);
  return {
    settings: onWire(values),
    above: onWire(Object.fromEntries(others.map(([name, { value, from }]) => [name, { value, from: levelOf(from) }]))),
    followers: onWire(Object.fromEntries(followers)),
  };
}

/** Changes what is set at a place, or tells what would change. */
export async function changeDefaults(
  actor: Actor,
  owner: DefaultsOwner,
  body: z.output<typeof DefaultsChange>,
  dryRun: boolean,
): Promise<Answer<typeof ChangedComponentDefaults>> {
  const wish = {
    set: translate(body.settings) as SharedValues,
    reset: body.reset.flatMap((name) => Object.keys(translate({ [name]: 0 })).filter(isSharedSetting)),
  };
  const done: DefaultsOutcome = dryRun
    ? { ...(await planDefaults(actor, owner, wish)), operation: null }
    : await applyDefaults(actor, owner, wish, body.version);
  return {
    ...(await presentDefaults(actor, owner)),
    version: done.version,
    dry_run: dryRun,
    operation: done.operation,
    components: done.components.map(({ id, slug, projectSlug, categoryPath, changes }) => ({
      id,
      slug,
      url: urls.component({ projectSlug, categoryPath, componentSlug: slug }).api,
      changes: changes.map((change) => ({ setting: wirePath(change.setting), old: change.old, new: change.new })),
    })),
  };
}
