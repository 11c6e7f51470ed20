import { Field } from "@/app/ui/field";
import type { ComponentRow } from "@/lib/domain/components/components";
import { formatName } from "@/lib/text/formats/registry";

export function FileFields({ component }: { component: ComponentRow }) {
  return (
    <>
      <p>
        <span className="font-medium">Format:</span> {formatName(component.fileFormat) ?? component.fileFormat}{" "}
        <span className="text-table text-ink-2">(to change it, make a new component)</span>
      </p>
      <Field
        label="File mask"
        name="filemask"
        defaultValue={component.filemask}
        required
        dir="ltr"
        spellCheck={false}
        hint="Path of the files; * stands for the language. For one file with all languages: its path and /*."
      />
      <Field
        label="Base file"
        name="template"
        defaultValue={component.template}
        dir="ltr"
        spellCheck={false}
        aside="optional"
        hint="The file of the source language, where each file holds one language."
      />
      <Field
        label="Template for new languages"
        name="new_base"
        defaultValue={component.newBase}
        dir="ltr"
        spellCheck={false}
        aside="optional"
        hint="Like a .pot file."
      />
      <Field
        label="Intermediate file"
        name="intermediate"
        defaultValue={component.intermediate}
        dir="ltr"
        spellCheck={false}
        aside="optional"
        hint="A source file that developers write before the base file exists. Optional."
      />
      <Field
        label="Screenshots"
        name="screenshot_filemask"
        defaultValue={component.screenshotFilemask}
        dir="ltr"
        spellCheck={false}
        aside="optional"
        hint="Mask of images in the repository."
      />
      <Field
        label="Language filter"
        name="language_regex"
        defaultValue={component.languageRegex}
        dir="ltr"
        spellCheck={false}
        hint="A regular expression; files of other codes are left out."
      />
      <Field
        label="Key filter"
        name="key_filter"
        defaultValue={component.keyFilter}
        dir="ltr"
        spellCheck={false}
        aside="optional"
        hint="Only strings whose key matches are imported."
      />
      <Field
        label="Variants"
        name="variant_regex"
        defaultValue={component.variantRegex}
        dir="ltr"
        spellCheck={false}
        aside="optional"
        hint="The part of a key that tells variants of one string apart."
      />
    </>
  );
}
