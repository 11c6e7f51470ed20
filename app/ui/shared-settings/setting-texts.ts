import type { TextKey, Texts } from "#texts";
import type { SharedSetting } from "@/lib/domain/components/shared-settings";
import { CLASH_RULES } from "@/lib/text/codes";
import { formatLanguageCode, LANGUAGE_CODE_STYLES } from "@/lib/text/languages/styles";

const LABELS: Readonly<Record<SharedSetting, TextKey>> = {
  newLang: "componentSettings.newLang.label",
  languageCodeStyle: "componentSettings.languageCodeStyle.label",
  priority: "componentSettings.priority.label",
  enableSuggestions: "componentSettings.enableSuggestions.label",
  suggestionVoting: "componentSettings.suggestionVoting.label",
  suggestionAutoaccept: "componentSettings.suggestionAutoaccept.label",
  allowPropagation: "componentSettings.allowTranslationPropagation.label",
  manageUnits: "componentSettings.manageUnits.label",
  editTemplate: "componentSettings.editTemplate.label",
  clashRule: "componentSettings.clashRule.label",
  checkFlags: "componentSettings.checkFlags.label",
  enforcedChecks: "componentSettings.enforced",
  license: "common.licence",
  agreement: "componentSettings.agreement.label",
  reportSourceBugs: "componentSettings.reportSourceBugs.label",
  repoweb: "componentSettings.repoweb.label",
  mergeStyle: "componentSettings.mergeStyle.label",
  pushOnCommit: "componentSettings.pushOnCommit.label",
  commitPendingAge: "componentSettings.commitPendingAge.label",
  autoLockError: "componentSettings.autoLockError.label",
  commitMessage: "manySettings.message.commit",
  addMessage: "manySettings.message.add",
  deleteMessage: "manySettings.message.delete",
  mergeMessage: "manySettings.message.merge",
  addonMessage: "manySettings.message.addon",
  pullMessage: "manySettings.message.pull",
};

export const settingLabel = (name: SharedSetting): TextKey => LABELS[name];

const FLAGS: readonly SharedSetting[] = [
  ...(["enableSuggestions", "suggestionVoting", "allowPropagation", "manageUnits"] as const),
  ...(["editTemplate", "pushOnCommit", "autoLockError"] as const),
];

/** A code that most styles spell in ways of their own. */
const SAMPLE_CODE = "zh_Hant";

/** Ways to spell codes of languages, each with how it spells one. */
export const codeStyleChoices = (t: Texts): { value: string; label: string }[] =>
  LANGUAGE_CODE_STYLES.map((style) => ({
    value: style,
    label:
      style === ""
        ? t("componentSettings.languageCodeStyle.default")
        : `${style.replaceAll("_", " ")} (${formatLanguageCode(SAMPLE_CODE, style)})`,
  }));

/** What can be chosen for a setting; undefined for one that is typed. */
export function settingOptions(t: Texts, name: SharedSetting): { value: string; label: string }[] | undefined {
  if (FLAGS.includes(name))
    return [
      { value: "1", label: t("manySettings.yes") },
      { value: "0", label: t("manySettings.no") },
    ];
  switch (name) {
    case "newLang":
      return (["add", "contact", "url", "none"] as const).map((value) => ({
        value,
        label: t(`componentSettings.newLang.${value}`),
      }));
    case "languageCodeStyle":
      return codeStyleChoices(t);
    case "priority":
      return [
        { value: "60", label: t("componentSettings.priority.veryHigh") },
        { value: "80", label: t("componentSettings.priority.high") },
        { value: "100", label: t("componentSettings.priority.medium") },
        { value: "120", label: t("componentSettings.priority.low") },
        { value: "140", label: t("componentSettings.priority.veryLow") },
      ];
    case "clashRule":
      return CLASH_RULES.map((value) => ({ value, label: t(`componentSettings.clashRule.${value}`) }));
    case "mergeStyle":
      return [
        { value: "rebase", label: t("componentSettings.mergeStyle.rebase") },
        { value: "merge", label: t("componentSettings.mergeStyle.merge") },
        { value: "merge_noff", label: t("componentSettings.mergeStyle.mergeNoff") },
      ];
    default:
      return undefined;
  }
}

/** Characters of a value that a preview shows. */
const SHOWN = 120;

/** A value as a preview says it. */
export function settingText(t: Texts, name: SharedSetting, value: unknown): string {
  const asked =
    typeof value === "boolean" ? (value ? "1" : "0") : Array.isArray(value) ? value.join(", ") : String(value);
  const text = settingOptions(t, name)?.find((option) => option.value === asked)?.label ?? asked;
  if (text === "") return t("manySettings.nothing");
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
