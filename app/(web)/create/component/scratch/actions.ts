"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findComponentPlace } from "@/lib/domain/creation/component-places";
import { dropDraft } from "@/lib/domain/creation/drafts";
import { createFromScratch } from "@/lib/domain/creation/from-scratch";
import { slugify } from "@/lib/text/slug";
import { urls } from "@/lib/urls";
import { underFormNames } from "../form-fields";

const form = z.object({
  project: text(400),
  name: text(100),
  slug: text(100),
  file_format: text(50),
  source_language: text(50),
  languages: multiple,
  strings: text(200_000),
});

/** Makes a component of nothing but what was typed, and goes on to its import. */
export async function createScratch(_: FormState, given: FormData): Promise<FormState> {
  return answerForm(given, async () => {
    const input = readForm(form, given);
    const { languages, strings } = input;
    const name = input.name.trim();
    const actor = await currentActor();
    const place = await findComponentPlace(actor, input.project);
    const made = await underFormNames(() =>
      createFromScratch(actor, place.projectSlug, {
        categoryId: place.categoryId,
        ...{ name, slug: input.slug.trim() || slugify(name), languages, strings },
        ...{ fileFormat: input.file_format, sourceLanguage: input.source_language },
      }),
    );
    await dropDraft(actor, "scratch");
    redirect(path(urls.importOf(place.path, [made.slug])));
  });
}
