"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerForm, readForm } from "@/app/ui/answer-form";
import { categorySchema } from "@/app/ui/category-schema";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { createCategory } from "@/lib/domain/categories/categories";
import { findComponentPlace } from "@/lib/domain/creation/component-places";
import { slugify } from "@/lib/text/slug";
import { urls } from "@/lib/urls";

/** Makes a category where the form says, and leads into it. */
export async function makeCategory(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { name, slug, project } = readForm(categorySchema, form);
    const actor = await currentActor();
    const place = await findComponentPlace(actor, project);
    const made = await createCategory(actor, {
      name: name.trim(),
      slug: slug.trim() || slugify(name, 100),
      project: place.projectSlug,
      parentId: place.categoryId,
    });
    revalidatePath("/", "layout");
    redirect(path(urls.page([made.projectSlug, ...made.path.split("/")])));
  });
}
