"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerSeenForm, readForm } from "@/app/ui/answer-form";
import { categorySchema } from "@/app/ui/category-schema";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findCategory } from "@/lib/domain/categories/categories";
import { findComponentPlace } from "@/lib/domain/creation/component-places";
import { changeCategory } from "@/lib/domain/creation/move-category";
import type { Marks } from "@/lib/domain/stale";
import { urls } from "@/lib/urls";

/** Renames or moves a category; where its address changes the form leads to the new one. */
export async function saveCategory(id: number, shown: Marks, answered: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before: answered, seen: shown }, async (seen) => {
    const { name, slug, project } = readForm(categorySchema, form);
    const actor = await currentActor();
    const before = await findCategory(actor, id);
    const place = await findComponentPlace(actor, project);
    const input = { name: name.trim(), slug: slug.trim(), project: place.projectSlug, parentId: place.categoryId };
    const after = await changeCategory(actor, id, input, seen);
    revalidatePath("/", "layout");
    if (after.path !== before.path || after.projectSlug !== before.projectSlug)
      redirect(path(urls.below("settings", [after.projectSlug, ...after.path.split("/")])));
    return { message: t("category.saved") };
  });
}
