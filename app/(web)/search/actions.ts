"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor, currentUser } from "@/app/ui/session";
import { Unauthenticated } from "@/lib/domain/errors";
import { removeSavedSearch, saveSearch } from "@/lib/domain/search/saved-searches";

const named = z.object({ name: text(200) });

async function ownName(): Promise<string> {
  const user = await currentUser();
  if (!user) throw new Unauthenticated((await getTexts())("search.signInToSave"));
  return user.username;
}

/** Keeps a search under a name. */
export async function keepSearch(query: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { name } = readForm(named, form);
    await saveSearch(await currentActor(), await ownName(), { name, query });
    revalidatePath("/search");
    return { message: t("search.saved"), values: {} };
  });
}

/** Forgets a saved search. */
export async function dropSearch(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeSavedSearch(await currentActor(), await ownName(), id);
    revalidatePath("/search");
    return { message: t("search.dropped"), values: {} };
  });
}
