"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { setEditorPreferences } from "@/lib/domain/users/editor-preferences";

const editor = z.object({
  plain: checkbox,
  protect: checkbox,
  linear: checkbox,
  single: checkbox,
  characters: text(200),
});

export async function saveEditor(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(editor, form);
    const actor = await currentActor();
    await setEditorPreferences(actor, actor.userId, {
      plainField: given.plain,
      protect: given.protect,
      linear: given.linear,
      singleKeys: given.single,
      characters: given.characters.trim(),
    });
    revalidatePath("/accounts/profile");
    return { message: t("profile.editor.saved") };
  });
}
