"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, integer, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Invalid } from "@/lib/domain/errors";
import { removeLanguage } from "@/lib/domain/languages/languages";
import { addManagedLanguage, changeManagedLanguage, type LanguageForm } from "@/lib/domain/languages/manage-languages";
import { urls } from "@/lib/urls";

const PAGE = "/manage/languages";
/** There are more speakers of some languages than `integer` counts. */
const speakers = z
  .string()
  .default("0")
  .refine((value) => /^\d{1,11}$/.test(value.trim()), "form.wholeNumber" satisfies TextKey)
  .transform(Number);
const fields = {
  ...{ name: text(100), direction: z.enum(["ltr", "rtl"]), population: speakers, number: integer(2) },
  ...{ "plural.formula": text(1000), aliases: text(1000) },
};

const formOf = (given: z.output<z.ZodObject<typeof fields>>): LanguageForm => {
  const { name, direction, population, number, aliases } = given;
  return { name, direction, population, number, aliases, formula: given["plural.formula"] };
};

export async function add(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(z.object({ ...fields, short: text(50) }), form);
    const code = given.short.trim();
    await addManagedLanguage(await currentActor(), code, formOf(given)).catch((error: unknown) => {
      if (!(error instanceof Invalid)) throw error;
      // What is typed in a field called code is never sent back: it may let somebody in.
      throw new Invalid(error.fields.map((field) => (field.path === "code" ? { ...field, path: "short" } : field)));
    });
    revalidatePath(PAGE, "layout");
    redirect(path(urls.siteLanguage(code)));
  });
}

/** Changes a language; the form tells what it had shown. */
export async function save(code: string, seen: LanguageForm, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object(fields), form);
    try {
      await changeManagedLanguage(await currentActor(), code, formOf(given), seen);
    } finally {
      revalidatePath(PAGE, "layout");
    }
    return { message: t("manage.languages.saved") };
  });
}

export async function remove(code: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await removeLanguage(await currentActor(), code);
    revalidatePath(PAGE, "layout");
    redirect(path(urls.siteLanguages({ done: "removed" })));
  });
}
