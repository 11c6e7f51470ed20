"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { actOnRepositories as act, REPOSITORY_ACTS } from "@/lib/domain/integrate/act-on-repositories";
import { answerForm, ids, readForm } from "./answer-form";
import type { FormState } from "./form-state";
import { getTexts } from "./page-texts";
import { currentActor } from "./session";

const schema = z.object({ component: ids, act: z.enum(REPOSITORY_ACTS) });

/** Does something with the repositories whose rows are ticked. */
export async function actOnRepositories(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const count = await act(await currentActor(), given.component, given.act);
    revalidatePath("/", "layout");
    return { message: t(DONE[given.act], { count }), values: {} };
  });
}

const DONE = {
  commit: "repository.started",
  pull: "repository.started",
  push: "repository.started",
  lock: "repository.ticked.locked",
  unlock: "repository.ticked.unlocked",
} as const satisfies Record<(typeof REPOSITORY_ACTS)[number], string>;
