import { z } from "zod";
import { integer, multiple, text } from "@/app/ui/answer-form";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { SHARED_SETTING_NAMES, type SharedSetting, type SharedValues } from "@/lib/domain/components/shared-settings";

/** The form of settings for many components: each has a tick that says whether it is to change. */

const yes = z
  .enum(["1", "0"])
  .default("0")
  .transform((value) => value === "1");

export const settingsForm = z.object({
  change: multiple,
  follow: multiple,
  component: multiple,
  q: text(200),
  state: text(20),
  copy_from: text(500),
  groups: multiple,
  new_lang: text(20),
  language_code_style: text(50),
  priority: integer(100),
  enable_suggestions: yes,
  suggestion_voting: yes,
  suggestion_autoaccept: integer(0),
  allow_translation_propagation: yes,
  manage_units: yes,
  edit_template: yes,
  clash_rule: text(20),
  check_flags: text(5000),
  enforced_checks: multiple,
  license: text(200),
  agreement: text(20_000),
  report_source_bugs: text(200),
  repoweb: text(500),
  merge_style: text(20),
  push_on_commit: yes,
  commit_pending_age: integer(24),
  auto_lock_error: yes,
  commit_message: text(10_000),
  add_message: text(10_000),
  delete_message: text(10_000),
  merge_message: text(10_000),
  addon_message: text(10_000),
  pull_message: text(10_000),
});

type Given = z.output<typeof settingsForm>;

/** Settings that are ticked and are to follow. */
export function followOf({ change, follow }: Given): SharedSetting[] {
  return SHARED_SETTING_NAMES.filter((name) => change.includes(name) && follow.includes(name));
}

/** The values of the settings that are ticked, and do not follow. */
export function valuesOf(given: Given): SharedValues {
  const all: Record<SharedSetting, NewComponent[SharedSetting]> = {
    newLang: given.new_lang,
    languageCodeStyle: given.language_code_style,
    priority: given.priority,
    enableSuggestions: given.enable_suggestions,
    suggestionVoting: given.suggestion_voting,
    suggestionAutoaccept: given.suggestion_autoaccept,
    allowPropagation: given.allow_translation_propagation,
    manageUnits: given.manage_units,
    editTemplate: given.edit_template,
    clashRule: given.clash_rule as NewComponent["clashRule"],
    checkFlags: given.check_flags,
    enforcedChecks: given.enforced_checks,
    license: given.license.trim(),
    agreement: given.agreement,
    reportSourceBugs: given.report_source_bugs.trim(),
    repoweb: given.repoweb.trim(),
    mergeStyle: given.merge_style,
    pushOnCommit: given.push_on_commit,
    commitPendingAge: given.commit_pending_age,
    autoLockError: given.auto_lock_error,
    commitMessage: given.commit_message,
    addMessage: given.add_message,
    deleteMessage: given.delete_message,
    mergeMessage: given.merge_message,
    addonMessage: given.addon_message,
    pullMessage: given.pull_message,
  };
  const ticked = new Set(given.change);
  for (const name of given.follow) ticked.delete(name);
  return Object.fromEntries(
    SHARED_SETTING_NAMES.filter((name) => ticked.has(name)).map((name) => [name, all[name]]),
  ) as SharedValues;
}
