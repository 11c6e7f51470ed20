"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { addLink, removeLink } from "@/lib/domain/components/component-links";
import { findComponentById } from "@/lib/domain/components/components";
import { findComponentPlace } from "@/lib/domain/creation/component-places";

const schema = z.object({ project_slug: text(500) });

/** Shows a component in another project as well, or in one of its categories. */
export async function shareComponent(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const actor = await currentActor();
    const place = await findComponentPlace(actor, given.project_slug);
    const { projectSlug, projectName, categoryId } = place;
    await addLink(actor, await findComponentById(actor, id), { projectSlug, categoryId });
    revalidatePath("/", "layout");
    return { message: t("sharing.added", { project: projectName }), values: {} };
  });
}

const unshared = z.object({ project: text(200) });

/** Shows a component in another project no longer. */
export async function unshareComponent(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { project } = readForm(unshared, form);
    const actor = await currentActor();
    await removeLink(actor, await findComponentById(actor, id), project);
    revalidatePath("/", "layout");
    return { message: t("sharing.removed") };
  });
}
