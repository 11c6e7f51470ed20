import { z } from "zod";
import type { TextKey } from "#texts";
import { checkbox, integer, multiple, text } from "@/app/ui/answer-form";
import { COLOURS, type NewComponent } from "@/lib/domain/components/component-input";
import type { ComponentRow } from "@/lib/domain/components/components";
import { isOfRepository, isSharedSetting } from "@/lib/domain/components/shared-settings";
import { CLASH_RULES } from "@/lib/text/codes";
import { secondaryLanguage } from "./project-schema";

/** The form of a component's settings; names are the API's. */
export const componentSchema = z.object({
  name: text(200),
  slug: text(200),
  category: text(9).refine((id) => /^\d*$/.test(id), "category.unknown" satisfies TextKey),
  license: text(200),
  agreement: text(20_000),
  priority: integer(100),
  new_lang: text(20),
  language_code_style: text(50),
  check_flags: text(5000),
  enforced_checks: multiple,
  allow_translation_propagation: checkbox,
  manage_units: checkbox,
  edit_template: checkbox,
  secondary_language: secondaryLanguage,
  enable_suggestions: checkbox,
  suggestion_voting: checkbox,
  suggestion_autoaccept: integer(0),
  restricted: checkbox,
  is_glossary: checkbox,
  glossary_color: z.enum(COLOURS).optional(),
  filemask: text(500),
  template: text(500),
  new_base: text(500),
  intermediate: text(500),
  screenshot_filemask: text(500),
  language_regex: text(600),
  key_filter: text(600),
  variant_regex: text(300),
  preferred_files: text(200_000),
  repo: z.string().max(400).optional(),
  vcs: z.string().max(50).optional(),
  branch: text(300),
  push: text(400),
  push_branch: text(300),
  merge_style: z.string().max(20).optional(),
  clash_rule: z.enum(CLASH_RULES).optional(),
  push_on_commit: checkbox,
  commit_pending_age: integer(24),
  auto_lock_error: checkbox,
  auto_merge: checkbox,
  repoweb: text(500),
  git_export: text(220),
  report_source_bugs: text(200),
  commit_message: text(10_000),
  add_message: text(10_000),
  delete_message: text(10_000),
  merge_message: text(10_000),
  addon_message: text(10_000),
  pull_message: text(10_000),
  inherited: multiple,
});

type Given = z.output<typeof componentSchema>;

/** What the form says; settings of a shared repository are left out, because they belong to its owner. */
export function componentValues(given: Given, before: ComponentRow): Partial<NewComponent> {
  const linked = before.linkedComponentId !== null;
  // What cannot be changed here has no tick either.
  const kept = linked ? before.inherited.filter((name) => isSharedSetting(name) && isOfRepository(name)) : [];
  return {
    ...ownValues(given),
    inherited: [...given.inherited, ...kept],
    ...(linked ? {} : repositoryValues(given)),
  };
}

function ownValues(given: Given): Partial<NewComponent> {
  return {
    name: given.name.trim(),
    slug: given.slug.trim(),
    categoryId: given.category === "" ? null : Number(given.category),
    license: given.license.trim(),
    agreement: given.agreement,
    priority: given.priority,
    newLang: given.new_lang,
    languageCodeStyle: given.language_code_style,
    checkFlags: given.check_flags.trim(),
    enforcedChecks: given.enforced_checks,
    allowPropagation: given.allow_translation_propagation,
    manageUnits: given.manage_units,
    editTemplate: given.edit_template,
    secondaryLanguageId: given.secondary_language === "" ? null : Number(given.secondary_language),
    enableSuggestions: given.enable_suggestions,
    suggestionVoting: given.suggestion_voting,
    suggestionAutoaccept: given.suggestion_autoaccept,
    restricted: given.restricted,
    isGlossary: given.is_glossary,
    glossaryColor: given.glossary_color,
    clashRule: given.clash_rule,
    filemask: given.filemask.trim(),
    template: given.template.trim(),
    newBase: given.new_base.trim(),
    intermediate: given.intermediate.trim(),
    screenshotFilemask: given.screenshot_filemask.trim(),
    languageRegex: given.language_regex,
    keyFilter: given.key_filter,
    variantRegex: given.variant_regex,
    preferredFiles: given.preferred_files.split("\n").flatMap((line) => line.trim() || []),
    repoweb: given.repoweb.trim(),
    gitExport: given.git_export.trim(),
    reportSourceBugs: given.report_source_bugs.trim(),
    commitMessage: given.commit_message,
    addMessage: given.add_message,
    deleteMessage: given.delete_message,
    mergeMessage: given.merge_message,
    addonMessage: given.addon_message,
    pullMessage: given.pull_message,
  };
}

function repositoryValues(given: Given): Partial<NewComponent> {
  return {
    repo: given.repo?.trim(),
    vcs: given.vcs,
    branch: given.branch.trim(),
    push: given.push.trim(),
    pushBranch: given.push_branch.trim(),
    mergeStyle: given.merge_style,
    pushOnCommit: given.push_on_commit,
    commitPendingAge: given.commit_pending_age,
    autoLockError: given.auto_lock_error,
    autoMerge: given.auto_merge,
  };
}

/** Names of the settings that the form of this component shows. */
export const shownSettings = (component: ComponentRow): string[] => [
  ...Object.keys(componentValues(componentSchema.parse({}), component)),
  "fileFormatParams",
];
