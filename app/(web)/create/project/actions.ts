"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { createProject } from "@/lib/domain/projects/projects";
import { slugify } from "@/lib/text/slug";
import { urls } from "@/lib/urls";

const schema = z.object({
  name: text(200),
  slug: text(100),
  web: text(300),
  instructions: text(5000),
  access_control: z.enum(["0", "1", "100", "200"]).default("0"),
});

export async function makeProject(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const project = await createProject(await currentActor(), {
      name: given.name,
      slug: given.slug.trim() || slugify(given.name, 60),
      web: given.web.trim(),
      instructions: given.instructions,
      accessControl: Number(given.access_control),
    });
    redirect(path(urls.newComponent(undefined, project.slug)));
  });
}
