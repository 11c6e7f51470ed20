"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { viewer } from "@/lib/api/actor";
import { findProject } from "@/lib/domain/projects/projects";
import { startViewing, stopViewing } from "@/lib/domain/users/viewing";
import { urls } from "@/lib/urls";
import { answerForm, readForm, text } from "./answer-form";
import type { FormState } from "./form-state";
import { path } from "./paths";
import { currentActor } from "./session";
import { currentSessionId } from "./start-session";

/** Goes on with pages as they are seen from now on: nothing that the browser holds of the ones before. */
function withOtherEyes(to: string): never {
  revalidatePath("/", "layout");
  redirect(to);
}

/** Begins to look through the eyes of a person. */
export async function viewAsPerson(username: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await startViewing(await currentActor(), await currentSessionId(), { kind: "person", username });
    withOtherEyes("/");
  });
}

const eyes = z.object({ eyes: text(20) });

/** Begins to look at a project through the eyes of a kind of people: `visitor`, `signed-in`, or the number of a team. */
export async function viewProjectAs(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { eyes: chosen } = readForm(eyes, form);
    const actor = await currentActor();
    const project = await findProject(actor, slug);
    const kind = chosen === "visitor" || chosen === "signed-in" ? chosen : "team";
    await startViewing(actor, await currentSessionId(), { kind, project, teamId: Number(chosen) || undefined });
    withOtherEyes(path(urls.project(slug).web));
  });
}

/** Ends the look, and goes back to where it began. The one action that somebody may do who looks through other eyes. */
export async function stopLooking(): Promise<FormState> {
  const actor = await viewer();
  await stopViewing(actor);
  const { viewing } = actor;
  if (viewing?.project) withOtherEyes(path(urls.project(viewing.project.slug).access));
  withOtherEyes(viewing?.kind === "person" ? path(urls.person(viewing.name)) : "/");
}
