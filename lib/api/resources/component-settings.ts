import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponent, findComponentById } from "@/lib/domain/components/components";
import { isSharedSetting, SETTING_GROUPS, SHARED_SETTING_NAMES } from "@/lib/domain/components/shared-settings";
import {
  applySettings,
  type PlannedSettings,
  planSettings,
  type SettingsOutcome,
  settingsToCopy,
} from "@/lib/domain/creation/many-settings";
import { Invalid, problemsOr } from "@/lib/domain/errors";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, schema } from "../endpoint";
import { address } from "../fields";
import { wirePath } from "../wire-names";
import { SharedSettings, translate } from "./component-input";
import { projectParams } from "./projects";

/** Settings of many components at once; the contract 3.5.1. */

const SettingsInput = z.object({
  settings: SharedSettings.default({}).describe("The settings to change, as of a component."),
  copy_from: z
    .string()
    .max(500)
    .default("")
    .describe("ID or path (project/category/component) of a component whose settings are copied, besides `settings`."),
  follow: z
    .array(z.enum(SHARED_SETTING_NAMES.map(wirePath) as [string, ...string[]]))
    .max(100)
    .default([])
    .describe("Settings that are to follow the category, the project or the installation."),
  groups: z.array(z.enum(SETTING_GROUPS)).max(20).default([]).describe("Which settings are copied."),
  category: z.string().max(500).default("").describe("Slugs of a category: only components in it."),
  components: z.array(z.int().min(1)).max(5000).optional().describe("Only these components, by id. Default: all."),
  version: z
    .string()
    .max(64)
    .optional()
    .describe("`version` of a dry run: answers 409 when something else would change by now."),
});

const value = z.unknown().describe("A value of that setting.");

const ComponentSettings = schema(
  "ComponentSettings",
  z.object({
    version: z.string().describe("Names all that changes."),
    dry_run: z.boolean(),
    changing: z.int().describe("Components that change."),
    operation: z.string().nullable().describe("The operation that undoing takes; null when nothing has changed."),
    components: z.array(
      z.object({
        id: z.int(),
        slug: z.string(),
        url: address,
        changes: z.array(
          z.object({
            setting: z.string(),
            old: value,
            new: value,
            follows: z.boolean().optional().describe("It begins (true) or ceases (false) to follow what is above."),
          }),
        ),
        refused: z
          .array(z.object({ setting: z.string().nullable(), reason: z.string(), text: z.string() }))
          .describe("Settings that stay, and why: rights, linked or invalid."),
      }),
    ),
  }),
);

export const changeComponentSettings = endpoint({
  method: "POST",
  path: "/api/projects/{project}/component-settings/",
  tag: "Projects",
  summary: "Change settings of many components",
  description: "All in one transaction. It can be undone for 30 days, as an operation of each component.",
  permission: "component.edit",
  params: projectParams,
  query: z.object({ dry_run: z.boolean().default(false).describe("Only tell what would change.") }),
  body: SettingsInput,
  answer: ComponentSettings,
  status: 200,
  refusals: { 409: "Something else would change than `version` names." },
});

/** Changes the settings of many components, or tells what would change. */
export async function settingsOfRequest(
  actor: Actor,
  project: string,
  body: z.output<typeof SettingsInput>,
  dryRun: boolean,
): Promise<Answer<typeof ComponentSettings>> {
  const place = await resolvePath(actor, [project, ...body.category.split("/").filter(Boolean)]);
  if (place.kind !== "project" && place.kind !== "category")
    throw Invalid.field("category", refusal("notProjectCategory"), "does_not_exist");
  const copied = await problemsOr(async () => {
    const source = body.copy_from ? await copySource(actor, body.copy_from) : undefined;
    return source && { values: settingsToCopy(source, body.groups), path: pathOfComponent(source) };
  });
  const wish = {
    problems: copied.problems,
    copiedFrom: copied.value?.path,
    components: body.components,
    follow: body.follow.flatMap((name) => Object.keys(translate({ [name]: 0 })).filter(isSharedSetting)),
    values: { ...copied.value?.values, ...(translate(body.settings) as Partial<NewComponent>) },
  };
  const done: SettingsOutcome = dryRun
    ? { ...(await planSettings(actor, place, wish)), operation: null }
    : await applySettings(actor, place, wish, body.version);
  return {
    version: done.version,
    dry_run: dryRun,
    changing: done.changing,
    operation: done.operation,
    components: done.components.map((row) => present(place.project.slug, row)),
  };
}

const pathOfComponent = ({ project, categoryPath, slug }: ComponentRow): string =>
  [project.slug, categoryPath, slug].filter(Boolean).join("/");

/** The component that settings are copied from. @throws Invalid */
async function copySource(actor: Actor, given: string): Promise<ComponentRow> {
  const parts = given.split("/").filter(Boolean);
  const id = /^\d{1,9}$/.test(given) ? Number(given) : undefined;
  const [projectSlug = "", ...rest] = parts;
  const componentSlug = rest.pop() ?? "";
  const found = id
    ? findComponentById(actor, id)
    : findComponent(actor, { projectSlug, categoryPath: rest.join("/"), componentSlug });
  return found.catch(() => {
    throw Invalid.field("copyFrom", refusal("noSuchComponent"), "does_not_exist");
  });
}

function present(projectSlug: string, row: PlannedSettings): Answer<typeof ComponentSettings>["components"][number] {
  const { id, slug, categoryPath, changes, refused } = row;
  return {
    id,
    slug,
    url: urls.component({ projectSlug, categoryPath, componentSlug: slug }).api,
    changes: changes.map((change) => ({ ...change, setting: wirePath(change.setting) })),
    refused: refused.map(({ setting, said: _, ...told }) => ({ setting: setting ? wirePath(setting) : null, ...told })),
  };
}
