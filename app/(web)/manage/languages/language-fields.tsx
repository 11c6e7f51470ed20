import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import type { LanguageForm } from "@/lib/domain/languages/manage-languages";

/** What a language consists of, apart from its code. */
export function LanguageFields({ language }: { language?: LanguageForm }) {
  const t = useTexts();
  const code = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;
  return (
    <>
      <Field label={t("common.name")} name="name" defaultValue={language?.name} maxLength={100} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t("manage.languages.direction.label")}
          name="direction"
          defaultValue={language?.direction || "ltr"}
          choices={[
            { value: "ltr", label: t("manage.languages.direction.ltr") },
            { value: "rtl", label: t("manage.languages.direction.rtl") },
          ]}
        />
        <Field
          label={t("manage.languages.population")}
          name="population"
          inputMode="numeric"
          defaultValue={String(language?.population ?? 0)}
          {...code}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-[160px_1fr]">
        <Field
          label={t("manage.languages.forms")}
          name="number"
          inputMode="numeric"
          defaultValue={String(language?.number ?? 2)}
          required
          {...code}
        />
        <Field
          label={t("manage.languages.formula.label")}
          name="plural.formula"
          defaultValue={language?.formula ?? "n != 1"}
          hint={t("manage.languages.formula.hint")}
          required
          {...code}
        />
      </div>
      <Field
        label={t("manage.languages.aliases")}
        name="aliases"
        defaultValue={language?.aliases}
        hint={t("manage.languages.aliasesHint")}
        {...code}
      />
    </>
  );
}
