import { z } from "zod";
import type { WorkflowRow, WorkflowSettings } from "@/lib/domain/projects/workflows";
import { type Answer, endpoint, schema } from "../endpoint";
import { languageParams } from "./languages";
import { projectParams } from "./projects";

/** How single languages are worked on; the contract 3.5 and 3.9. */

const asComponent = "null: as the component has it.";

const fields = {
  reviews_off: z.boolean().describe("True: translations are not reviewed, whatever the project says."),
  enable_suggestions: z.boolean().nullable().describe(asComponent),
  suggestion_voting: z.boolean().nullable().describe(asComponent),
  suggestion_autoaccept: z.int().min(0).nullable().describe(asComponent),
  edits_by_members: z.boolean().describe("True: only members of the project translate, others suggest."),
  check_flags: z.string().describe("Flags of all strings of the language."),
  source_language: z
    .string()
    .nullable()
    .describe(
      "Code of the language that is translated from where a string has a text in it; null: the source language.",
    ),
};

const Workflow = schema("LanguageWorkflow", z.object({ language: z.string(), ...fields }));

const body = z.object({
  reviews_off: fields.reviews_off.default(false),
  enable_suggestions: fields.enable_suggestions.default(null),
  suggestion_voting: fields.suggestion_voting.default(null),
  suggestion_autoaccept: fields.suggestion_autoaccept.default(null),
  edits_by_members: fields.edits_by_members.default(false),
  check_flags: fields.check_flags.default(""),
  source_language: fields.source_language.default(null),
});

export const listProjectWorkflows = endpoint({
  method: "GET",
  path: "/api/projects/{project}/workflows/",
  tag: "Projects",
  summary: "Languages that are worked on in their own way",
  params: projectParams,
  answer: z.array(Workflow),
});

const ofProject = {
  path: "/api/projects/{project}/workflows/{language}/",
  tag: "Projects",
  params: projectParams.extend(languageParams.shape),
} as const;

export const readProjectWorkflow = endpoint({
  ...ofProject,
  method: "GET",
  summary: "How a language is worked on in a project",
  answer: Workflow,
});
export const setProjectWorkflow = endpoint({
  ...ofProject,
  method: "PUT",
  summary: "Let a language be worked on in its own way in a project",
  description: "What is left out is as the project and its components have it.",
  permission: "project.edit",
  body,
  answer: Workflow,
});
export const removeProjectWorkflow = endpoint({
  ...ofProject,
  method: "DELETE",
  summary: "Let a language be worked on as the others in a project",
  permission: "project.edit",
});

const ofLanguage = { path: "/api/languages/{language}/workflow/", tag: "Languages", params: languageParams } as const;

export const readLanguageWorkflow = endpoint({
  ...ofLanguage,
  method: "GET",
  summary: "How a language is worked on in all projects",
  description: "Holds in projects that have nothing of their own for the language.",
  answer: Workflow,
});
export const setLanguageWorkflow = endpoint({
  ...ofLanguage,
  method: "PUT",
  summary: "Let a language be worked on in its own way in all projects",
  permission: "language.edit",
  body,
  answer: Workflow,
});
export const removeLanguageWorkflow = endpoint({
  ...ofLanguage,
  method: "DELETE",
  summary: "Let a language be worked on as the others in all projects",
  permission: "language.edit",
});

/** A workflow as the outside sees it. */
export const presentWorkflow = (row: WorkflowRow): Answer<typeof Workflow> => ({
  language: row.language,
  reviews_off: row.reviewsOff,
  enable_suggestions: row.enableSuggestions,
  suggestion_voting: row.suggestionVoting,
  suggestion_autoaccept: row.suggestionAutoaccept,
  edits_by_members: row.editsByMembers,
  check_flags: row.checkFlags,
  source_language: row.sourceLanguage,
});

/** A workflow that somebody wants. */
export const workflowSettings = (given: z.infer<typeof body>): WorkflowSettings => ({
  reviewsOff: given.reviews_off,
  enableSuggestions: given.enable_suggestions,
  suggestionVoting: given.suggestion_voting,
  suggestionAutoaccept: given.suggestion_autoaccept,
  editsByMembers: given.edits_by_members,
  checkFlags: given.check_flags,
  sourceLanguage: given.source_language,
});
