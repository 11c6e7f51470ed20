"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { checkAppearance, LARGEST_LOGO, resetAppearance, saveAppearance } from "@/lib/domain/settings/appearance";

const LONG = 20_000;
const schema = z.object({
  ...{ name: text(200), accent_light: text(20), accent_dark: text(20), welcome: text(LONG), links: text(LONG) },
  ...{ seen_name: text(200), seen_accent_light: text(20), seen_accent_dark: text(20) },
  ...{ seen_welcome: text(LONG), seen_links: text(LONG) },
  ...{ act: z.enum(["save", "look"]).default("save"), drop_logo: checkbox },
});

/** The picture of the form, as far as it has to be read to tell that it is too large. */
async function pictureOf(form: FormData): Promise<Uint8Array | undefined> {
  const file = form.get("logo");
  if (!(file instanceof File) || file.size === 0) return undefined;
  return new Uint8Array(await file.slice(0, LARGEST_LOGO + 1).arrayBuffer());
}

/** Saves how the pages look, or only shows it. */
export async function save(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const actor = await currentActor();
    const { name, welcome, links } = given;
    const input = { name, welcome, links, accentLight: given.accent_light, accentDark: given.accent_dark };
    if (given.act === "look") {
      checkAppearance(actor, input);
      return { message: t("manage.appearance.looked") };
    }
    const seen = {
      ...{ name: given.seen_name, welcome: given.seen_welcome, links: given.seen_links },
      ...{ accentLight: given.seen_accent_light, accentDark: given.seen_accent_dark },
    };
    const logo = (await pictureOf(form)) ?? (given.drop_logo ? null : undefined);
    try {
      await saveAppearance(actor, input, { seen, logo });
    } finally {
      revalidatePath("/", "layout");
    }
    return { message: t("manage.appearance.saved") };
  });
}

/** Back to the look of Loquat. */
export async function reset(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await resetAppearance(await currentActor());
    revalidatePath("/", "layout");
    return { message: t("manage.appearance.wasReset") };
  });
}
