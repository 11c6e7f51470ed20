"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { removeMemory, wipeMemory } from "@/lib/domain/memory/memory";
import { readScope } from "./scope";

const origin = z.object({ origin: text(300), from_file: z.enum(["true", "false"]) });

/** Removes what came into a scope from one origin. */
export async function wipeOrigin(name: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(origin, form);
    const actor = await currentActor();
    const only = { origin: given.origin, fromFile: given.from_file === "true" };
    const count = await wipeMemory(actor, await readScope(actor, name), only);
    revalidatePath("/", "layout");
    return { message: (await getTexts())("memory.entriesRemoved", { count }), values: {} };
  });
}

/** Empties a scope. */
export async function wipeAll(name: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const count = await wipeMemory(actor, await readScope(actor, name));
    revalidatePath("/", "layout");
    return {
      message: (await getTexts())("memory.emptied", { count }),
      values: {},
    };
  });
}

/** Removes one entry. */
export async function dropEntry(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeMemory(await currentActor(), id);
    revalidatePath("/", "layout");
    return { message: t("memory.entryRemoved"), values: {} };
  });
}
