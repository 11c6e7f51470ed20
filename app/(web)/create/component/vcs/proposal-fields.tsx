"use client";

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
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" name={`name-${index}`} defaultValue={values.name} maxLength={100} autoComplete="off" />
      <Field
        label="Slug"
        name={`slug-${index}`}
        defaultValue={values.slug}
        maxLength={100}
        dir="ltr"
        autoComplete="off"
        hint="Used in addresses; generated from the name if left empty."
      />
      <Field
        label="File mask"
        name={`filemask-${index}`}
        defaultValue={values.filemask}
        dir="ltr"
        autoComplete="off"
        hint="Path of the files; * stands for the language. For one file with all languages: its path and /*."
      />
      <Select label="Format" name={`format-${index}`} choices={formats} defaultValue={values.fileFormat} />
      <Field
        label="Base file"
        name={`template-${index}`}
        defaultValue={values.template}
        dir="ltr"
        autoComplete="off"
        aside="optional"
        hint="The file of the source language, where each file holds one language."
      />
      <Field
        label="Template for new languages"
        name={`new_base-${index}`}
        defaultValue={values.newBase}
        dir="ltr"
        autoComplete="off"
        aside="optional"
        hint="Like a .pot file."
      />
      <Field
        label="Source language"
        name={`source-${index}`}
        defaultValue={values.sourceLanguage ?? ""}
        maxLength={50}
        dir="ltr"
        autoComplete="off"
        aside="optional"
        hint="A code such as en; the one chosen above when empty."
      />
    </div>
  );
}
