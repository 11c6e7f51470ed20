"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf, findComponentById } from "@/lib/domain/components/components";
import { addLanguage } from "@/lib/domain/creation/add-language";
import { type FieldError, Invalid } from "@/lib/domain/errors";
import { translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";

/** Languages that one form may add: each makes a file. */
const MOST = 10;

export async function addLanguages(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ language_code: multiple }), form);
    const codes = [...new Set(given.language_code.filter(Boolean))].slice(0, MOST);
    if (codes.length === 0) throw Invalid.field("language_code", t("addLanguage.missing"));
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const problems: FieldError[] = [];
    let last: string | undefined;
    for (const code of codes) {
      try {
        last = path(urls.translation(translationAddress(await addLanguage(actor, component, code))).web);
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        problems.push(...error.fields);
      }
    }
    if (problems.length > 0) throw new Invalid(problems);
    redirect(codes.length === 1 && last ? last : path(urls.component(addressOf(component)).web));
  });
}
