"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { findComponentById } from "@/lib/domain/components/components";
import { ATTENTION, payAttention } from "@/lib/domain/notices/attention";
import { findProject } from "@/lib/domain/projects/projects";

const schema = z.object({
  project: text(100),
  component: z.string().regex(/^\d{0,9}$/),
  attention: z.enum(ATTENTION),
});

const SAVED = { usual: "watching.savedUsual", watched: "watching.savedWatched", muted: "watching.savedMuted" } as const;

/** Watches or mutes a project or a component that one sees. */
export async function saveAttention(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const actor = await currentActor();
    const project = await findProject(actor, given.project);
    const component = given.component ? await findComponentById(actor, Number(given.component)) : undefined;
    const place = component ? { projectId: component.projectId, componentId: component.id } : { projectId: project.id };
    await payAttention(actor, place, given.attention);
    revalidatePath("/", "layout");
    return { message: t(SAVED[given.attention]) };
  });
}
