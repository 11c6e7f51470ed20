import type { TextKey, Texts } from "#texts";
import { paramWords } from "@/app/ui/format-param-words";
import { COMPONENT_SETTINGS, type IndexedSetting, PROJECT_SETTINGS } from "@/app/ui/palette/settings-index";
import type { SettingEntry } from "@/app/ui/settings/find-settings";
import { settingLabel } from "@/app/ui/shared-settings/setting-texts";
import type { ComponentRow } from "@/lib/domain/components/components";
import type { SharedSetting } from "@/lib/domain/components/shared-settings";
import { paramsOf } from "@/lib/text/formats/kernel/params";
import { sayAny } from "@/lib/text/messages/translator";
import { paramField } from "./format-param-schema";

/** The help of settings whose texts do not stand beside those of their labels. */
const HELP: Readonly<Record<string, TextKey>> = {
  slug: "componentSettings.slug.hint",
  license: "componentSettings.license.hint",
  filemask: "componentSettings.filemask.hint",
  template: "componentSettings.template.hint",
  new_base: "componentSettings.newBase.hint",
  repo: "componentSettings.repo.tested",
  push: "componentSettings.push.hint",
  push_branch: "componentSettings.pushBranch.hint",
};

/** Templates of messages, with the setting and the label in the form. */
const MESSAGES = [
  ["commit_message", "commitMessage", "componentSettings.message.commit"],
  ["add_message", "addMessage", "componentSettings.message.add"],
  ["delete_message", "deleteMessage", "componentSettings.message.delete"],
  ["merge_message", "mergeMessage", "componentSettings.message.merge"],
  ["addon_message", "addonMessage", "componentSettings.message.addon"],
  ["pull_message", "pullMessage", "componentSettings.message.pull"],
] as const satisfies readonly (readonly [string, SharedSetting, TextKey])[];

/** Help in one text; what is filled in is left out of it. */
function helpOf(t: Texts, label: TextKey, name: string): string {
  const key = label.endsWith(".label") ? label.replace(/\.label$/, ".hint") : HELP[name];
  const said = key === undefined ? undefined : sayAny(t).raw(key);
  return typeof said === "string" ? said : (said ?? []).filter((part) => typeof part === "string").join(" ");
}

const entriesOf = (t: Texts, index: readonly IndexedSetting[]): SettingEntry[] =>
  index.map(([label, name, group]) => ({ name, label: t(label), about: helpOf(t, label, name), group }));

/** The settings of a project, as they are looked for. */
export const projectEntries = (t: Texts): SettingEntry[] => entriesOf(t, PROJECT_SETTINGS);

/** The settings of a component, as they are looked for. */
export function componentEntries(t: Texts, component: ComponentRow): SettingEntry[] {
  const params = paramsOf(component.fileFormat).map((param) => {
    const { label, about } = paramWords(t, param);
    return { name: paramField(param.name), label, about: about ?? "", group: "file_format_params" };
  });
  return [
    ...entriesOf(t, COMPONENT_SETTINGS),
    {
      name: "enforced_checks",
      label: t("componentSettings.enforced"),
      about: t("componentSettings.enforcedHint"),
      group: "translation",
    },
    ...params,
    ...MESSAGES.map(([name, setting, own]) => ({
      ...{ name, label: t(settingLabel(setting)) },
      about: `${t(own)} ${t("componentSettings.messages")}`,
      group: "messages",
    })),
  ];
}
