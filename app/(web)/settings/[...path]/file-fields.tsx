import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { Setting } from "@/app/ui/settings/setting";
import { TextArea } from "@/app/ui/text-area";
import type { ComponentRow } from "@/lib/domain/components/components";
import { formatName } from "@/lib/text/formats/registry";

export function FileFields({ component }: { component: ComponentRow }) {
  const t = useTexts();
  return (
    <>
      <p>
        <span className="font-medium">{t("componentSettings.format")}</span>{" "}
        {formatName(component.fileFormat) ?? component.fileFormat}{" "}
        <span className="text-table text-ink-2">{t("componentSettings.formatFixed")}</span>
      </p>
      <Setting name="filemask">
        <Field
          label={t("common.fileMask")}
          name="filemask"
          defaultValue={component.filemask}
          required
          dir="ltr"
          spellCheck={false}
          hint={t("componentSettings.filemask.hint")}
        />
      </Setting>
      <Setting name="template">
        <Field
          label={t("common.baseFile")}
          name="template"
          defaultValue={component.template}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.template.hint")}
        />
      </Setting>
      <Setting name="new_base">
        <Field
          label={t("common.newBase")}
          name="new_base"
          defaultValue={component.newBase}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.newBase.hint")}
        />
      </Setting>
      <Setting name="intermediate">
        <Field
          label={t("componentSettings.intermediate.label")}
          name="intermediate"
          defaultValue={component.intermediate}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.intermediate.hint")}
        />
      </Setting>
      <Setting name="screenshot_filemask">
        <Field
          label={t("componentSettings.screenshotFilemask.label")}
          name="screenshot_filemask"
          defaultValue={component.screenshotFilemask}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.screenshotFilemask.hint")}
        />
      </Setting>
      <Setting name="language_regex">
        <Field
          label={t("componentSettings.languageRegex.label")}
          name="language_regex"
          defaultValue={component.languageRegex}
          dir="ltr"
          spellCheck={false}
          hint={t("componentSettings.languageRegex.hint")}
        />
      </Setting>
      <Setting name="key_filter">
        <Field
          label={t("componentSettings.keyFilter.label")}
          name="key_filter"
          defaultValue={component.keyFilter}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.keyFilter.hint")}
        />
      </Setting>
      <Setting name="variant_regex">
        <Field
          label={t("componentSettings.variantRegex.label")}
          name="variant_regex"
          defaultValue={component.variantRegex}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.variantRegex.hint")}
        />
      </Setting>
      <Setting name="preferred_files">
        <TextArea
          label={t("componentSettings.preferredFiles.label")}
          name="preferred_files"
          defaultValue={component.preferredFiles.join("\n")}
          mono
          rows={Math.min(6, component.preferredFiles.length + 1)}
          aside={t("common.optional")}
          hint={t("componentSettings.preferredFiles.hint")}
        />
      </Setting>
    </>
  );
}
