import type { NewComponent } from "./component-input";
import { DEFAULT_MESSAGES } from "./defaults";

/**
 * Settings that many components can be given at once: those that say how people work, and none that say what the component
 * is, where its files are, or who sees it.
 */
export const SHARED_SETTINGS = {
  translation: [
    ...(["newLang", "languageCodeStyle", "priority", "enableSuggestions", "suggestionVoting"] as const),
    ...(["suggestionAutoaccept", "allowPropagation", "manageUnits", "editTemplate", "clashRule"] as const),
  ],
  quality: ["checkFlags", "enforcedChecks"],
  about: ["license", "agreement", "reportSourceBugs", "repoweb"],
  repository: ["mergeStyle", "pushOnCommit", "commitPendingAge", "autoLockError"],
  messages: ["commitMessage", "addMessage", "deleteMessage", "mergeMessage", "addonMessage", "pullMessage"],
} as const satisfies Readonly<Record<string, readonly (keyof NewComponent)[]>>;

export type SettingGroup = keyof typeof SHARED_SETTINGS;
export type SharedSetting = (typeof SHARED_SETTINGS)[SettingGroup][number];

export const SETTING_GROUPS = Object.keys(SHARED_SETTINGS) as SettingGroup[];
export const SHARED_SETTING_NAMES: readonly SharedSetting[] = SETTING_GROUPS.flatMap((group) => [
  ...SHARED_SETTINGS[group],
]);

/** Values for some of them. */
export type SharedValues = Partial<Pick<NewComponent, SharedSetting>>;

/** What they are where nobody has said anything. */
export const USUAL_SETTINGS: Readonly<Required<SharedValues>> = {
  ...{ newLang: "add", languageCodeStyle: "", priority: 100, enableSuggestions: true, suggestionVoting: false },
  ...{ suggestionAutoaccept: 0, allowPropagation: true, manageUnits: false, editTemplate: true, clashRule: "theirs" },
  ...{ checkFlags: "", enforcedChecks: [], license: "", agreement: "", reportSourceBugs: "", repoweb: "" },
  ...{ mergeStyle: "rebase", pushOnCommit: true, commitPendingAge: 24, autoLockError: true },
  ...DEFAULT_MESSAGES,
};

/** Whether a text is the name of one. */
export const isSharedSetting = (name: string): name is SharedSetting => Object.hasOwn(USUAL_SETTINGS, name);

const OF_REPOSITORY: readonly string[] = SHARED_SETTINGS.repository;

/** Whether a setting is that of a repository, and so of all components that share it. */
export const isOfRepository = (name: SharedSetting): boolean => OF_REPOSITORY.includes(name);

/** Those of the values that are given and known here; an empty message would leave the one that is there. */
export function sharedValues(given: Readonly<Partial<Record<keyof NewComponent, unknown>>>): SharedValues {
  const messages: readonly string[] = SHARED_SETTINGS.messages;
  return Object.fromEntries(
    SHARED_SETTING_NAMES.flatMap((name) => {
      const value = given[name];
      return value === undefined || (value === "" && messages.includes(name)) ? [] : [[name, value]];
    }),
  ) as SharedValues;
}
