"use client";

import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { type Choice, Select } from "@/app/ui/select";

/** The settings of one component in the wizard. */
export function ProposalFields({
  index,
  formats,
  values,
}: {
  index: number;
  formats: readonly Choice[];
  /** Without a source language it is the one that all of them share. */
  values: {
    sourceLanguage?: string;
    name: string;
    slug: string;
    filemask: string;
    fileFormat: string;
    template: string;
    newBase: string;
  };
}) {
  const t = useTexts();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("wizard.name.label")}
        name={`name-${index}`}
        defaultValue={values.name}
        maxLength={100}
        autoComplete="off"
      />
      <Field
        label={t("wizard.slug.label")}
        name={`slug-${index}`}
        defaultValue={values.slug}
        maxLength={100}
        dir="ltr"
        autoComplete="off"
        hint={t("wizard.slug.hint")}
      />
      <Field
        label={t("wizard.filemask.label")}
        name={`filemask-${index}`}
        defaultValue={values.filemask}
        dir="ltr"
        autoComplete="off"
        hint={t("wizard.filemask.hint")}
      />
      <Select
        label={t("wizard.format.label")}
        name={`format-${index}`}
        choices={formats}
        defaultValue={values.fileFormat}
      />
      <Field
        label={t("wizard.template.label")}
        name={`template-${index}`}
        defaultValue={values.template}
        dir="ltr"
        autoComplete="off"
        aside={t("wizard.optional")}
        hint={t("wizard.template.hint")}
      />
      <Field
        label={t("wizard.newBase.label")}
        name={`new_base-${index}`}
        defaultValue={values.newBase}
        dir="ltr"
        autoComplete="off"
        aside={t("wizard.optional")}
        hint={t("wizard.newBase.hint")}
      />
      <Field
        label={t("wizard.componentSource.label")}
        name={`source-${index}`}
        defaultValue={values.sourceLanguage ?? ""}
        maxLength={50}
        dir="ltr"
        autoComplete="off"
        aside={t("wizard.optional")}
        hint={t("wizard.componentSource.hint")}
      />
    </div>
  );
}
