import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { addressOf, type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import type { ComponentPlan } from "@/lib/domain/creation/create-component";
import { withoutCredentials } from "@/lib/text/addresses";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, Reply, schema } from "../endpoint";
import { address, componentPart, slugPart } from "../fields";
import { wirePath } from "../wire-names";
import { ComponentChange, NewComponent } from "./component-input";
import { Language, presentLanguage } from "./languages";
import { Project, presentProject } from "./projects";
import { Removal, removalQuery } from "./removals";
import { TranslationStatistics } from "./statistics";

/** All the outside sees of components; the contract 3.6 and 4.6. */

const hidden = z.string().nullable();

export const Component = schema(
  "Component",
  z.object({
    name: z.string(),
    slug: z.string(),
    id: z.int(),
    source_language: Language,
    project: Project,
    category: address.nullable(),
    linked_component: address.nullable(),
    vcs: hidden,
    repo: hidden,
    push: hidden,
    branch: hidden,
    push_branch: hidden,
    git_export: hidden,
    filemask: hidden,
    screenshot_filemask: hidden,
    template: z.string(),
    edit_template: z.boolean(),
    intermediate: z.string(),
    new_base: z.string(),
    file_format: z.string(),
    file_format_params: z.record(z.string(), z.unknown()),
    license: z.string(),
    license_url: z.string().nullable(),
    agreement: z.string(),
    new_lang: z.string(),
    language_code_style: z.string(),
    check_flags: z.string(),
    priority: z.int(),
    enforced_checks: z.array(z.string()),
    restricted: z.boolean(),
    repoweb: hidden,
    report_source_bugs: z.string(),
    merge_style: z.string(),
    clash_rule: z.string(),
    commit_message: z.string(),
    add_message: z.string(),
    delete_message: z.string(),
    merge_message: z.string(),
    addon_message: z.string(),
    pull_message: z.string(),
    allow_translation_propagation: z.boolean(),
    manage_units: z.boolean(),
    enable_suggestions: z.boolean(),
    suggestion_voting: z.boolean(),
    suggestion_autoaccept: z.int(),
    push_on_commit: z.boolean(),
    commit_pending_age: z.int(),
    auto_lock_error: z.boolean(),
    auto_merge: z.boolean(),
    language_regex: z.string(),
    preferred_files: z.array(z.string()).describe("Of several files of one language those that are used."),
    key_filter: z.string(),
    secondary_language: z.int().nullable(),
    variant_regex: z.string(),
    is_glossary: z.boolean(),
    glossary_color: z.string(),
    inherited: z.array(z.string()).describe("Settings that come from the category, the project or the installation."),
    addons: z.array(address),
    locked: z.boolean(),
    task_url: address.nullable(),
    web_url: address,
    url: address,
    repository_url: address,
    translations_url: address,
    lock_url: address,
    changes_list_url: address,
    statistics_url: address,
    links_url: address,
    announcements_url: address,
    credits_url: address,
  }),
);

/** A component below its project, which is not repeated. */
export const ComponentInProject = schema("ComponentInProject", Component.omit({ project: true }));

export const componentParams = z.object({ project: slugPart, component: componentPart });
const params = componentParams;
const tag = "Components";

export const listComponents = endpoint({
  method: "GET",
  path: "/api/components/",
  since: "2.6",
  tag,
  summary: "Components",
  description: "Components that you can see, by id.",
  answer: pageOf(Component),
});
export const listProjectComponents = endpoint({
  method: "GET",
  path: "/api/projects/{project}/components/",
  since: "2.6",
  tag: "Projects",
  summary: "Components of a project",
  params: z.object({ project: slugPart }),
  answer: pageOf(ComponentInProject),
});
const ComponentPlanSchema = schema(
  "ComponentPlan",
  z.object({
    dry_run: z.literal(true),
    linked_component: address.nullable(),
    filemask: z.string(),
    file_format: z.string(),
    template: z.string(),
    new_base: z.string(),
    files: z.int().describe("Files that Loquat would keep itself."),
    languages: z.array(z.object({ code: z.string(), language: z.string(), filename: z.string() })),
  }),
);

/** What making a component would find. */
export function presentComponentPlan({
  linked,
  languages,
  ...plan
}: ComponentPlan): Reply<Answer<typeof ComponentPlanSchema>> {
  return new Reply(
    {
      dry_run: true as const,
      linked_component: linked ? urls.component(addressOf(linked)).api : null,
      filemask: plan.filemask,
      file_format: plan.fileFormat,
      template: plan.template,
      new_base: plan.newBase,
      files: plan.files,
      languages: languages.map(({ path, ...told }) => ({ ...told, filename: path })),
    },
    {},
    200,
  );
}

export const createComponent = endpoint({
  method: "POST",
  path: listProjectComponents.path,
  since: "3.9",
  tag: "Projects",
  summary: "Create a component",
  description: "The repository is checked during the request. Its files are read in the background, see task_url.",
  permission: "project.edit",
  params: z.object({ project: slugPart }),
  query: z.object({
    dry_run: z
      .boolean()
      .default(false)
      .describe("Only tell what the component would be made of; the answer is then 200."),
  }),
  body: NewComponent,
  answer: z.union([Component, ComponentPlanSchema]),
  status: 201,
});
export const readComponent = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/",
  since: "2.6",
  tag,
  summary: "Component",
  description: "A component in a category is addressed as category%252Fcomponent.",
  params,
  answer: Component,
});
export const replaceComponent = endpoint({
  method: "PUT",
  path: readComponent.path,
  since: "3.9",
  tag,
  summary: "Replace a component",
  description: "Without category, the component is removed from its category.",
  permission: "component.edit",
  params,
  body: ComponentChange.required({ name: true, slug: true, repo: true, filemask: true, file_format: true }),
  answer: Component,
});
export const changeComponent = endpoint({
  method: "PATCH",
  path: readComponent.path,
  since: "3.9",
  tag,
  summary: "Change a component",
  permission: "component.edit",
  params,
  body: ComponentChange,
  answer: Component,
});
export const deleteComponent = endpoint({
  method: "DELETE",
  path: readComponent.path,
  since: "3.9",
  tag,
  summary: "Delete a component",
  description:
    "The component and all components linked to it disappear at once. Their data is deleted in the background.",
  permission: "component.edit",
  params,
  query: removalQuery,
  answer: Removal,
  status: 204,
});
export const listComponentStatistics = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/statistics/",
  since: "2.7",
  tag,
  summary: "Statistics of a component by language",
  params,
  answer: pageOf(TranslationStatistics),
  flat: true,
});

function licenseUrl(license: string): string | null {
  return license === "" || license === "proprietary" || license.startsWith("LicenseRef-")
    ? null
    : `https://spdx.org/licenses/${encodeURIComponent(license)}.html`;
}

/** A component below its project, as the actor may see it: some settings of the repository not everybody may. */
export function presentComponentInProject(actor: Actor, row: ComponentRow): Answer<typeof ComponentInProject> {
  const links = urls.component(addressOf(row));
  const { repository } = row;
  const visible = can(actor, "vcs.view", scopeOf(row));
  const shown = (text: string) => (visible ? text : null);
  return {
    name: row.name,
    slug: row.slug,
    id: row.id,
    source_language: presentLanguage(row.sourceLanguage),
    category: row.categoryId === null ? null : urls.category(row.categoryId).api,
    linked_component: row.linkedPlace ? urls.component(row.linkedPlace).api : null,
    vcs: shown(repository.vcs),
    repo: shown(withoutCredentials(repository.url)),
    push: shown(withoutCredentials(repository.push)),
    branch: shown(repository.branch),
    push_branch: shown(repository.pushBranch),
    git_export: shown(row.gitExport || links.clone),
    filemask: shown(row.filemask),
    screenshot_filemask: shown(row.screenshotFilemask),
    repoweb: shown(row.repoweb),
    template: row.template,
    edit_template: row.editTemplate,
    intermediate: row.intermediate,
    new_base: row.newBase,
    file_format: row.fileFormat,
    file_format_params: row.fileFormatParams,
    license: row.license,
    license_url: licenseUrl(row.license),
    agreement: row.agreement,
    new_lang: row.newLang,
    language_code_style: row.languageCodeStyle,
    check_flags: row.checkFlags,
    priority: row.priority,
    enforced_checks: row.enforcedChecks,
    restricted: row.restricted,
    report_source_bugs: row.reportSourceBugs,
    merge_style: repository.mergeStyle,
    clash_rule: row.clashRule,
    commit_message: row.commitMessage,
    add_message: row.addMessage,
    delete_message: row.deleteMessage,
    merge_message: row.mergeMessage,
    addon_message: row.addonMessage,
    pull_message: row.pullMessage,
    allow_translation_propagation: row.allowPropagation,
    manage_units: row.manageUnits,
    enable_suggestions: row.enableSuggestions,
    suggestion_voting: row.suggestionVoting,
    suggestion_autoaccept: row.suggestionAutoaccept,
    push_on_commit: repository.pushOnCommit,
    commit_pending_age: repository.commitPendingAge,
    auto_lock_error: repository.autoLockError,
    auto_merge: repository.autoMerge,
    language_regex: row.languageRegex,
    preferred_files: row.preferredFiles,
    key_filter: row.keyFilter,
    secondary_language: row.secondaryLanguageId,
    variant_regex: row.variantRegex,
    is_glossary: row.isGlossary,
    glossary_color: row.glossaryColor,
    inherited: row.inherited.map(wirePath).sort(),
    addons: row.addonIds.map((id) => urls.addon(id)),
    locked: row.locked,
    task_url: row.taskId === null ? null : urls.task(row.taskId).api,
    web_url: links.web,
    url: links.api,
    repository_url: links.repository,
    translations_url: links.translations,
    lock_url: links.lock,
    changes_list_url: links.changes,
    statistics_url: links.statistics,
    links_url: links.links,
    announcements_url: links.announcements,
    credits_url: links.credits,
  };
}

/** A component with its project, as the actor may see it. */
export function presentComponent(actor: Actor, row: ComponentRow): Answer<typeof Component> {
  return { ...presentComponentInProject(actor, row), project: presentProject(row.project) };
}
