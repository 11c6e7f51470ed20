"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { typedValues } from "@/app/ui/typed-values";
import { DRAFT_WAYS, type DraftWay, dropDraft, keepDraft } from "@/lib/domain/creation/drafts";
import { urls } from "@/lib/urls";

/** Keeps what is typed in a form while it is typed. */
export async function keepTyped(way: DraftWay, form: FormData): Promise<void> {
  // What a browser names is not believed.
  const known = DRAFT_WAYS.find((name) => name === way);
  if (known) await keepDraft(await currentActor(), known, typedValues(form));
}

/** Throws a draft away. */
export async function discardDraft(way: DraftWay, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const known = DRAFT_WAYS.find((name) => name === way);
    if (known) await dropDraft(await currentActor(), known);
    redirect(path(urls.newComponent(known, String(form.get("project") ?? ""))));
  });
}
