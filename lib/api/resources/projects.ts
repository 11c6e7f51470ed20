import { z } from "zod";
import { type CounterRow, percent } from "@/lib/domain/counters/read-counters";
import type { ProjectInput, ProjectRow } from "@/lib/domain/projects/projects";
import { environment } from "@/lib/platform/environment";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, int32, slugPart, withChoices } from "../fields";
import { Removal, removalQuery } from "./removals";
import { ProjectLanguageStatistics, ProjectStatistics, statisticsOf } from "./statistics";

/** All the outside sees of projects; the contract 3.5 and 4.5. */

export const Project = schema(
  "Project",
  z.object({
    name: z.string(),
    slug: z.string(),
    id: z.int(),
    web: z.string(),
    web_url: address,
    url: address,
    components_list_url: address,
    repository_url: address,
    statistics_url: address,
    categories_url: address,
    changes_list_url: address,
    languages_url: address,
    labels_url: address,
    lock_url: address,
    announcements_url: address,
    credits_url: address,
    machinery_settings: address,
    locked: z.boolean(),
    translation_review: z.boolean(),
    source_review: z.boolean(),
    source_edits_by_members: z.boolean(),
    four_eyes: z.boolean(),
    set_language_team: z.boolean(),
    enable_hooks: z.boolean(),
    instructions: z.string(),
    language_aliases: z.string(),
    check_flags: z.string(),
    secondary_language: z.int().nullable(),
    enforced_2fa: z.boolean(),
    commit_policy: z.int(),
  }),
);

const NewProject = z.object({
  name: z.string().min(1).max(60),
  slug: z.string().min(1).max(60),
  web: z.string().min(1).max(200),
  instructions: z.string().max(100_000).optional(),
  translation_review: z.boolean().optional(),
  source_review: z.boolean().optional(),
  source_edits_by_members: z
    .boolean()
    .optional()
    .describe("Whether only members of this project's teams may edit source strings."),
  four_eyes: z.boolean().optional().describe("Whether nobody approves a text of their own."),
  set_language_team: z.boolean().optional(),
  enable_hooks: z.boolean().optional(),
  hook_secret: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Secret shared with code hosts, never shown. If set, only signed notifications are accepted. An empty value removes it.",
    ),
  language_aliases: z.string().max(10_000).optional(),
  check_flags: z.string().max(10_000).optional().describe("Flags for all strings, separated by commas."),
  secondary_language: int32.nullable().optional().describe("ID of the language that is shown next to the source."),
  enforced_2fa: z
    .boolean()
    .optional()
    .describe("Whether changes need a session that began with a second factor. Tokens and bots need none."),
  commit_policy: withChoices(int32, {
    0: "Commit everything",
    20: "Leave out strings that need editing",
    30: "Commit approved strings only",
  }).optional(),
});

/** A project that has no website, as its page allows, may be sent back as it was read. */
const ChangedProject = NewProject.extend({ web: z.string().max(200) });

export const projectParams = z.object({ project: slugPart });
const params = projectParams;
const tag = "Projects";

export const listProjects = endpoint({
  method: "GET",
  path: "/api/projects/",
  since: "2.6",
  tag,
  summary: "Projects",
  description: "Projects that you can see, by id.",
  answer: pageOf(Project),
});
export const createProject = endpoint({
  method: "POST",
  path: "/api/projects/",
  since: "3.9",
  tag,
  summary: "Create a project",
  permission: "project.add",
  body: NewProject,
  answer: Project,
  status: 201,
});
export const readProject = endpoint({
  method: "GET",
  path: "/api/projects/{project}/",
  since: "2.6",
  tag,
  summary: "Project",
  params,
  answer: Project,
});
export const replaceProject = endpoint({
  method: "PUT",
  path: readProject.path,
  since: "4.3",
  tag,
  summary: "Replace a project",
  permission: "project.edit",
  params,
  body: ChangedProject,
  answer: Project,
});
export const changeProject = endpoint({
  method: "PATCH",
  path: readProject.path,
  since: "4.3",
  tag,
  summary: "Change a project",
  permission: "project.edit",
  params,
  body: ChangedProject.partial(),
  answer: Project,
});
export const deleteProject = endpoint({
  method: "DELETE",
  path: readProject.path,
  since: "3.9",
  tag,
  summary: "Delete a project",
  description: "The project disappears at once. Its data is deleted in the background.",
  permission: "project.edit",
  params,
  query: removalQuery,
  answer: Removal,
  status: 204,
});
export const listProjectLanguages = endpoint({
  method: "GET",
  path: "/api/projects/{project}/languages/",
  since: "3.8",
  tag,
  summary: "Statistics of a project by language",
  description: "Languages with at least one translation, by name. format=json-flat returns the bare list.",
  params,
  answer: pageOf(ProjectLanguageStatistics),
  flat: true,
  bare: () => environment().projectLanguagesBare,
});
export const readProjectStatistics = endpoint({
  method: "GET",
  path: "/api/projects/{project}/statistics/",
  since: "3.8",
  tag,
  summary: "Statistics of a project",
  params,
  answer: ProjectStatistics,
});

/** A project as the outside sees it. */
export function presentProject(row: ProjectRow): Answer<typeof Project> {
  const links = urls.project(row.slug);
  return {
    name: row.name,
    slug: row.slug,
    id: row.id,
    web: row.web,
    web_url: links.web,
    url: links.api,
    components_list_url: links.components,
    repository_url: links.repository,
    statistics_url: links.statistics,
    categories_url: links.categories,
    changes_list_url: links.changes,
    languages_url: links.languages,
    labels_url: links.labels,
    lock_url: links.lock,
    announcements_url: links.announcements,
    credits_url: links.credits,
    machinery_settings: links.machinery,
    locked: row.locked,
    translation_review: row.translationReview,
    source_review: row.sourceReview,
    source_edits_by_members: row.sourceEditsByMembers,
    four_eyes: row.fourEyes,
    set_language_team: row.setLanguageTeam,
    enable_hooks: row.enableHooks,
    instructions: row.instructions,
    language_aliases: row.languageAliases,
    check_flags: row.checkFlags,
    secondary_language: row.secondaryLanguageId,
    enforced_2fa: row.enforced2fa,
    commit_policy: row.commitPolicy,
  };
}

type Wire = z.output<typeof NewProject>;

function optionsOf(body: Partial<Wire>) {
  return {
    instructions: body.instructions,
    translationReview: body.translation_review,
    sourceReview: body.source_review,
    sourceEditsByMembers: body.source_edits_by_members,
    fourEyes: body.four_eyes,
    enforced2fa: body.enforced_2fa,
    setLanguageTeam: body.set_language_team,
    enableHooks: body.enable_hooks,
    hookSecret: body.hook_secret,
    languageAliases: body.language_aliases,
    checkFlags: body.check_flags,
    secondaryLanguageId: body.secondary_language,
    commitPolicy: body.commit_policy,
  };
}

/** A new project as the domain takes it. */
export function readNewProject(body: Wire): ProjectInput {
  return { name: body.name, slug: body.slug, web: body.web, ...optionsOf(body) };
}

/** A change of a project as the domain takes it; what was not sent stays undefined. */
export function readProjectChange(body: Partial<Wire>): Partial<ProjectInput> {
  return { name: body.name, slug: body.slug, web: body.web, ...optionsOf(body) };
}

/** Statistics of a whole project. */
export function presentProjectStatistics(row: ProjectRow, counters: CounterRow): Answer<typeof ProjectStatistics> {
  const links = urls.project(row.slug);
  const numbers = statisticsOf(counters);
  return {
    ...numbers,
    name: row.name,
    url: links.web,
    translate_url: links.translate,
    url_translate: links.translate,
    words_percent: numbers.translated_words_percent,
  };
}

/** What statistics and exports say of one language of a project. */
export function presentLanguageNumbers(project: ProjectRow, row: { code: string; name: string; counters: CounterRow }) {
  const links = urls.project(project.slug).language(row.code);
  return {
    ...statisticsOf(row.counters),
    name: row.name,
    code: row.code,
    url: links.web,
    translate_url: links.translate,
    url_translate: links.translate,
  };
}

/** Statistics of one language of a project. */
export function presentProjectLanguage(
  project: ProjectRow,
  row: { code: string; name: string; counters: CounterRow },
): Answer<typeof ProjectLanguageStatistics> {
  return {
    ...presentLanguageNumbers(project, row),
    words_percent: percent(row.counters.translatedWords, row.counters.totalWords, 100),
    language: row.name,
  };
}
