"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, integer, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { removeLanguage } from "@/lib/domain/languages/languages";
import { addManagedLanguage, changeManagedLanguage, type LanguageForm } from "@/lib/domain/languages/manage-languages";
import { urls } from "@/lib/urls";

const PAGE = "/manage/languages";
const fields = {
  ...{ name: text(100), direction: z.enum(["ltr", "rtl"]), population: integer(0), number: integer(2) },
  ...{ "plural.formula": text(1000), aliases: text(1000) },
};

const formOf = (given: z.output<z.ZodObject<typeof fields>>): LanguageForm => {
  const { name, direction, population, number, aliases } = given;
  return { name, direction, population, number, aliases, formula: given["plural.formula"] };
};

export async function add(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(z.object({ ...fields, code: text(50) }), form);
    const code = given.code.trim();
    await addManagedLanguage(await currentActor(), code, formOf(given));
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
