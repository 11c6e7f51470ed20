"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findComponentPlace } from "@/lib/domain/creation/component-places";
import { dropDraft } from "@/lib/domain/creation/drafts";
import { createFromComponent, REPOSITORY_USES } from "@/lib/domain/creation/from-component";
import { slugify } from "@/lib/text/slug";
import { urls } from "@/lib/urls";
import { underFormNames } from "../form-fields";

const form = z.object({
  project: text(400),
  name: text(100),
  slug: text(100),
  repository: z.enum(REPOSITORY_USES).default("shared"),
  branch: text(200),
  filemask: text(400),
  template: text(400),
  new_base: text(400),
  file_format: text(50),
  addons: multiple,
});

/** Makes a component with the settings of another one, and goes on to its import. */
export async function copyFrom(original: number, _: FormState, given: FormData): Promise<FormState> {
  return answerForm(given, async () => {
    const input = readForm(form, given);
    const name = input.name.trim();
    const actor = await currentActor();
    const place = await findComponentPlace(actor, input.project);
    const made = await underFormNames(
      () =>
        createFromComponent(actor, place.projectSlug, original, {
          categoryId: place.categoryId,
          ...{ name, slug: input.slug.trim() || slugify(name), repository: input.repository },
          ...{ branch: input.branch.trim(), filemask: input.filemask.trim(), template: input.template.trim() },
          ...{
            newBase: input.new_base.trim(),
            fileFormat: input.file_format,
            addons: input.addons.map(Number).filter(Number.isSafeInteger),
          },
        }),
      // The address of a shared repository is not a field here.
      { repo: "repository" },
    );
    await dropDraft(actor, "copy");
    redirect(path(urls.importOf(place.path, [made.slug])));
  });
}
