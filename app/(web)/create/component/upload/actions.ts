"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { createComponent } from "@/lib/domain/creation/create-component";
import { Invalid } from "@/lib/domain/errors";
import { slugify } from "@/lib/text/slug";
import { urls } from "@/lib/urls";

const form = z.object({
  project: text(100),
  name: text(100),
  kind: z.enum(["docfile", "zipfile"]),
  file_format: text(50),
  source_language: text(50),
  filemask: text(400),
  template: text(400),
  new_base: text(400),
});

/** Makes a component from an uploaded document or archive and goes on to its import. */
export async function createFromUpload(_: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const input = readForm(form, given);
    const file = given.get("file");
    if (!(file instanceof File) || file.size === 0)
      throw Invalid.field("file", t("createFromFiles.chooseFile"), "required");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const filled = (value: string) => value.trim() || undefined;
    try {
      const made = await createComponent(
        await currentActor(),
        input.project,
        {
          name: input.name.trim(),
          slug: slugify(input.name),
          fileFormat: input.file_format,
          sourceLanguage: filled(input.source_language),
          filemask: filled(input.filemask),
          template: filled(input.template),
          newBase: filled(input.new_base),
        },
        input.kind === "zipfile" ? { archive: bytes } : { document: { name: file.name, bytes } },
      );
      redirect(path(urls.importOf(input.project, [made.slug])));
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      throw new Invalid(error.fields.map((field) => ({ ...field, path: FIELDS[field.path] ?? field.path })));
    }
  });
}

/** Where the form shows what the domain says of other fields. */
const FIELDS: Readonly<Record<string, string>> = {
  docfile: "file",
  zipfile: "file",
  slug: "name",
  "sourceLanguage.code": "source_language",
};
