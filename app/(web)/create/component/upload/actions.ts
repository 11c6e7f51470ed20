"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findComponentPlace } from "@/lib/domain/creation/component-places";
import { createComponent } from "@/lib/domain/creation/create-component";
import { dropDraft } from "@/lib/domain/creation/drafts";
import { Invalid } from "@/lib/domain/errors";
import { slugify } from "@/lib/text/slug";
import { urls } from "@/lib/urls";
import { underFormNames } from "../form-fields";

const form = z.object({ project: text(400), name: text(100), file_format: text(50), source_language: text(50) });

/** Makes a component from an uploaded document and goes on to its import. */
export async function createFromDocument(_: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const input = readForm(form, given);
    const file = given.get("file");
    if (!(file instanceof File) || file.size === 0)
      throw Invalid.field("file", t("createFromFiles.chooseFile"), "required");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = input.name.trim();
    const actor = await currentActor();
    const place = await findComponentPlace(actor, input.project);
    const made = await underFormNames(
      () =>
        createComponent(
          actor,
          place.projectSlug,
          {
            categoryId: place.categoryId,
            ...{ name, slug: slugify(name), fileFormat: input.file_format },
            sourceLanguage: input.source_language || undefined,
          },
          { document: { name: file.name, bytes } },
        ),
      { slug: "name" },
    );
    await dropDraft(actor, "upload");
    redirect(path(urls.importOf(place.path, [made.slug])));
  });
}
