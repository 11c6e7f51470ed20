import type { TextKey, Texts } from "#texts";
import { accessLevels } from "@/app/ui/access-levels";
import { fieldWords } from "@/app/ui/addon-words";
import { roleName } from "@/app/ui/built-in-names";
import { checkWords } from "@/app/ui/check-words";
import { languageNames } from "@/app/ui/language-names";
import { settingLabel, settingOptions } from "@/app/ui/shared-settings/setting-texts";
import { permissionWords } from "@/lib/domain/access/denial-words";
import { isPermission } from "@/lib/domain/access/permissions";
import { settingsFields } from "@/lib/domain/addons/form";
import { findAddonType } from "@/lib/domain/addons/registry";
import { isSharedSetting } from "@/lib/domain/components/shared-settings";
import type { SaveTopic } from "@/lib/domain/settings/record-saves";
import { findEngine } from "@/lib/platform/machinery/registry";
import { LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { sayAny } from "@/lib/text/messages/translator";

/** Labels of what no form of many components has, by the names of the domain. */
const LABELS: Readonly<Record<string, TextKey>> = {
  name: "common.name",
  slug: "common.slug",
  categoryId: "category.label",
  parentId: "category.label",
  projectId: "common.project",
  filemask: "common.fileMask",
  fileFormat: "common.format",
  template: "common.baseFile",
  newBase: "common.newBase",
  intermediate: "componentSettings.intermediate.label",
  screenshotFilemask: "componentSettings.screenshotFilemask.label",
  fileFormatParams: "componentSettings.params",
  restricted: "componentSettings.restricted.label",
  gitExport: "componentSettings.gitExport.label",
  languageRegex: "componentSettings.languageRegex.label",
  preferredFiles: "componentSettings.preferredFiles.label",
  keyFilter: "componentSettings.keyFilter.label",
  variantRegex: "componentSettings.variantRegex.label",
  secondaryLanguageId: "projectSettings.secondaryLanguage.label",
  isGlossary: "componentSettings.isGlossary.label",
  glossaryColor: "componentSettings.glossaryColor.label",
  vcs: "componentSettings.vcs.label",
  repo: "common.repository",
  branch: "common.branch",
  push: "common.pushAddress",
  pushBranch: "common.pushBranch",
  autoMerge: "componentSettings.autoMerge.label",
  inherited: "settingsSaves.follows",
  web: "projectSettings.web.label",
  instructions: "projectSettings.instructions.label",
  accessControl: "projectSettings.accessControl.label",
  translationReview: "projectSettings.translationReview.label",
  sourceReview: "projectSettings.sourceReview.label",
  sourceEditsByMembers: "projectSettings.sourceEditsByMembers.label",
  enforced2fa: "projectSettings.enforced2fa.label",
  fourEyes: "projectSettings.fourEyes.label",
  setLanguageTeam: "projectSettings.setLanguageTeam.label",
  enableHooks: "projectSettings.enableHooks.label",
  hookSecret: "projectSettings.hookSecret.label",
  languageAliases: "projectSettings.languageAliases.label",
  commitPolicy: "projectSettings.commitPolicy.label",
  useSharedTm: "projectSettings.useSharedTm.label",
  contributeSharedTm: "projectSettings.contributeSharedTm.label",
  open: "manage.open.label",
  accentLight: "manage.appearance.accentLight",
  accentDark: "manage.appearance.accentDark",
  welcome: "manage.appearance.welcome",
  links: "manage.appearance.links",
  logo: "manage.appearance.logo",
  own: "settingsSaves.ownRules",
  reviewsOff: "workflows.reviewsOff",
  editsByMembers: "workflows.editsByMembers",
  sourceLanguage: "workflows.sourceLanguage",
  permissions: "settingsSaves.permissions",
  exists: "settingsSaves.exists",
  roles: "team.roles",
  projectSelection: "team.reaches",
  projects: "team.theseProjects",
  components: "team.theseComponents",
  componentLists: "team.theseLists",
  languageSelection: "team.languageSelection",
  languages: "team.theseLanguages",
  patterns: "team.patterns",
};

/** Those of settings that are called otherwise in a workflow. */
const OF_WORKFLOW: Readonly<Record<string, TextKey>> = {
  enableSuggestions: "workflows.suggestions",
  suggestionVoting: "workflows.voting",
  suggestionAutoaccept: "workflows.autoaccept",
  checkFlags: "workflows.flags",
};

/** What is called otherwise, or has a name of its own, in settings of what is elsewhere. */
const OF_OUTSIDE: Partial<Record<SaveTopic, Readonly<Record<string, TextKey>>>> = {
  service: { exists: "settingsSaves.setUp", off: "settingsSaves.off" },
  "code-host": {
    ...{ exists: "settingsSaves.setUp", kind: "codeHosts.kind", host: "codeHosts.host.label" },
    ...{ api: "codeHosts.api.label", username: "codeHosts.username.label", token: "codeHosts.token.label" },
  },
  "http-account": {
    ...{ exists: "settingsSaves.setUp", place: "httpAccounts.place.label" },
    ...{ username: "httpAccounts.username.label", password: "httpAccounts.password.label" },
  },
};

/** What settings are of. */
interface Subject {
  topic: SaveTopic;
  /** The add-on or the service. */
  subject: string;
}

/** What a form calls a field; its name where no form has it. */
export function fieldLabel(t: Texts, { topic, subject }: Subject, name: string): string {
  if (topic === "addon") return addonLabel(t, subject, name);
  const ofService = topic === "service" && findEngine(subject)?.fields.find((field) => field.name === name);
  if (ofService) return sayAny(t)(`machineryFields.${ofService.label}`, {});
  const key =
    OF_OUTSIDE[topic]?.[name] ??
    (topic === "workflow" ? OF_WORKFLOW[name] : undefined) ??
    (topic === "project" && name === "checkFlags" ? "projectSettings.checkFlags.label" : undefined) ??
    (isSharedSetting(name) ? settingLabel(name) : LABELS[name]);
  return key ? t(key) : name;
}

function addonLabel(t: Texts, id: string, name: string): string {
  const addon = findAddonType(id);
  const field = addon && settingsFields(addon).find((one) => one.name === name);
  return field ? fieldWords(t, id, field).title : name;
}

const POLICIES = {
  0: "projectSettings.commitPolicy.all",
  20: "projectSettings.commitPolicy.translated",
  30: "projectSettings.commitPolicy.approved",
} as const satisfies Record<number, TextKey>;

/** Choices of a team, by their codes. */
const TEAM_CHOICES: Readonly<Record<string, Readonly<Record<number, TextKey>>>> = {
  projectSelection: {
    [PROJECT_SELECTION.LISTED]: "team.selection.listed",
    [PROJECT_SELECTION.ALL]: "team.selection.all",
    [PROJECT_SELECTION.PUBLIC]: "team.selection.public",
    [PROJECT_SELECTION.PROTECTED]: "team.selection.protected",
    [PROJECT_SELECTION.COMPONENT_LISTS]: "team.selection.lists",
  },
  languageSelection: {
    [LANGUAGE_SELECTION.ALL]: "team.allLanguages",
    [LANGUAGE_SELECTION.LISTED]: "team.listedLanguages",
  },
};

/** A value of a field for a person. `typed` tells that it is a text that somebody wrote, whose words can be compared. */
export function fieldValue(t: Texts, name: string, value: unknown): { text: string; typed: boolean } {
  const said = (text: string) => ({ text, typed: false });
  if (value === null || value === undefined) return said(t("settingsSaves.notSet"));
  if (value === "") return said(t("manySettings.nothing"));
  if (name === "accessControl")
    return said(accessLevels(t).find((level) => level.value === String(value))?.label ?? String(value));
  if (name === "commitPolicy") return said(t(POLICIES[value as keyof typeof POLICIES] ?? POLICIES[0]));
  const choice = TEAM_CHOICES[name]?.[Number(value)];
  if (choice) return said(t(choice));
  if (name === "inherited" && Array.isArray(value))
    return said(
      listed(
        t,
        value.map(String).map((one) => (isSharedSetting(one) ? t(settingLabel(one)) : one)),
      ),
    );
  if (typeof value === "boolean") return said(t(value ? "manySettings.yes" : "manySettings.no"));
  if (Array.isArray(value))
    return {
      text: listed(
        t,
        value.map((one) => itemText(t, name, plain(one))),
      ),
      typed: value.length > 0,
    };
  if (typeof value === "object")
    return said(
      listed(
        t,
        Object.entries(value).map(([key, one]) => `${key}: ${plain(one)}`),
      ),
    );
  const chosen = isSharedSetting(name)
    ? settingOptions(t, name)?.find((one) => one.value === String(value))
    : undefined;
  return chosen ? said(chosen.label) : { text: String(value), typed: typeof value === "string" };
}

/** One of a list, as people call it. */
function itemText(t: Texts, name: string, item: string): string {
  if (name === "roles") return roleName(t, item);
  if (name === "languages") return languageNames(t).of(item);
  if (name === "enforcedChecks") return checkWords(t, item).name;
  return name === "permissions" && isPermission(item) ? permissionWords(t, item) : item;
}

const plain = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

const listed = (t: Texts, values: readonly string[]): string =>
  values.length === 0 ? t("manySettings.nothing") : values.join(", ");
