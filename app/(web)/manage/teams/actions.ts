"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { createTeam } from "@/lib/domain/teams/teams";
import { LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { urls } from "@/lib/urls";

const name = text(150).refine((value) => value.trim() !== "", "team.nameMissing" satisfies TextKey);

/** A new team reaches nothing yet: its page says where and what. */
export async function addSiteTeam(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(z.object({ name }), form);
    const made = await createTeam(await currentActor(), {
      name: given.name.trim(),
      projectSelection: PROJECT_SELECTION.LISTED,
      languageSelection: LANGUAGE_SELECTION.ALL,
      definingProject: null,
    });
    redirect(path(urls.teamPage(made.id)));
  });
}
