import { useTexts } from "#texts";
import { checkTexts } from "@/app/ui/check-texts";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { Setting } from "@/app/ui/settings/setting";
import { codeStyleChoices } from "@/app/ui/shared-settings/setting-texts";
import { TextArea } from "@/app/ui/text-area";
import { COLOURS } from "@/lib/domain/components/component-input";
import type { ComponentRow } from "@/lib/domain/components/components";
import { CHECKS } from "@/lib/text/checks/registry";
import type { Follow } from "./follow";
import { SecondaryLanguage } from "./secondary-language";

const NEW_LANG = [
  { value: "add", label: "componentSettings.newLang.add" },
  { value: "contact", label: "componentSettings.newLang.contact" },
  { value: "url", label: "componentSettings.newLang.url" },
  { value: "none", label: "componentSettings.newLang.none" },
] as const;

export function WorkflowFields({ component, follow }: { component: ComponentRow; follow: Follow }) {
  const t = useTexts();
  return (
    <>
      <Setting name="new_lang">
        <Select
          label={t("componentSettings.newLang.label")}
          name="new_lang"
          choices={NEW_LANG.map(({ value, label }) => ({ value, label: t(label) }))}
          defaultValue={component.newLang}
        />
        {follow("newLang")}
      </Setting>
      <Setting name="language_code_style">
        <Select
          label={t("componentSettings.languageCodeStyle.label")}
          name="language_code_style"
          choices={codeStyleChoices(t)}
          defaultValue={component.languageCodeStyle}
        />
        {follow("languageCodeStyle")}
      </Setting>
      <SecondaryLanguage id={component.secondaryLanguageId} none={t("componentSettings.secondaryLanguage.project")} />
      <Setting name="enable_suggestions">
        <Checkbox
          name="enable_suggestions"
          label={t("componentSettings.enableSuggestions.label")}
          defaultChecked={component.enableSuggestions}
        />
        {follow("enableSuggestions")}
      </Setting>
      <Setting name="suggestion_voting">
        <Checkbox
          name="suggestion_voting"
          label={t("componentSettings.suggestionVoting.label")}
          defaultChecked={component.suggestionVoting}
        />
        {follow("suggestionVoting")}
      </Setting>
      <Setting name="suggestion_autoaccept">
        <Field
          label={t("componentSettings.suggestionAutoaccept.label")}
          name="suggestion_autoaccept"
          type="number"
          min={0}
          max={1000}
          defaultValue={component.suggestionAutoaccept}
          hint={t("componentSettings.suggestionAutoaccept.hint")}
        />
        {follow("suggestionAutoaccept")}
      </Setting>
      <Setting name="allow_translation_propagation">
        <Checkbox
          name="allow_translation_propagation"
          label={t("componentSettings.allowTranslationPropagation.label")}
          defaultChecked={component.allowPropagation}
        />
        {follow("allowPropagation")}
      </Setting>
      <Setting name="manage_units">
        <Checkbox
          name="manage_units"
          label={t("componentSettings.manageUnits.label")}
          defaultChecked={component.manageUnits}
        />
        {follow("manageUnits")}
      </Setting>
      <Setting name="edit_template">
        <Checkbox
          name="edit_template"
          label={t("componentSettings.editTemplate.label")}
          defaultChecked={component.editTemplate}
          hint={t("componentSettings.editTemplate.hint")}
        />
        {follow("editTemplate")}
      </Setting>
      <Setting name="restricted">
        <Checkbox
          name="restricted"
          label={t("componentSettings.restricted.label")}
          defaultChecked={component.restricted}
        />
      </Setting>
      <Setting name="is_glossary">
        <Checkbox
          name="is_glossary"
          label={t("componentSettings.isGlossary.label")}
          defaultChecked={component.isGlossary}
          hint={t("componentSettings.isGlossary.hint")}
        />
      </Setting>
      <Setting name="glossary_color">
        <Select
          label={t("componentSettings.glossaryColor.label")}
          name="glossary_color"
          choices={COLOURS.map((color) => ({ value: color, label: t(`labels.colors.${color}`) }))}
          defaultValue={component.glossaryColor}
        />
      </Setting>
      <Setting name="check_flags">
        <TextArea
          label={t("componentSettings.checkFlags.label")}
          name="check_flags"
          defaultValue={component.checkFlags}
          mono
          rows={2}
          aside={t("common.optional")}
          hint={t("componentSettings.checkFlags.hint")}
        />
        {follow("checkFlags")}
      </Setting>
      <Setting name="enforced_checks">
        <details>
          <summary className="inline-flex min-h-8 items-center text-primary underline underline-offset-2">
            {t("componentSettings.enforcedCount", { count: component.enforcedChecks.length })}
          </summary>
          <fieldset className="mt-2" id="enforced_checks">
            <legend className="sr-only">{t("componentSettings.enforced")}</legend>
            <p className="mb-2 text-table text-ink-2">{t("componentSettings.enforcedHint")}</p>
            <div className="grid gap-x-4 sm:grid-cols-2">
              {CHECKS.map((check) => (
                <Checkbox
                  key={check.id}
                  name="enforced_checks"
                  value={check.id}
                  label={checkTexts(t, { check: check.id, name: check.name }).name}
                  defaultChecked={component.enforcedChecks.includes(check.id)}
                />
              ))}
            </div>
          </fieldset>
        </details>
        {follow("enforcedChecks")}
      </Setting>
    </>
  );
}
