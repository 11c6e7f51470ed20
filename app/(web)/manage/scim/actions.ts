"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { tokenExpiry } from "@/app/ui/token-lifetime";
import { createScimKey, revokeScimKey } from "@/lib/domain/scim/keys";

const ADDRESS = "/manage/scim";

const given = z.object({
  name: text(100).refine((value) => value.trim() !== "", "tokens.nameMissing" satisfies TextKey),
  expires: tokenExpiry,
});

/** Makes a key, which is shown once. */
export async function create(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { name, expires } = readForm(given, form);
    const secret = await createScimKey(await currentActor(), name, expires);
    revalidatePath(ADDRESS);
    return { secret, values: {} };
  });
}

export async function revoke(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { id } = readForm(z.object({ id: z.coerce.number().int().max(2_147_483_647) }), form);
    await revokeScimKey(await currentActor(), id);
    revalidatePath(ADDRESS);
    return { message: t("profile.tokenRevoked") };
  });
}
