"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, readForm, text, typedValues } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { languageNames } from "@/app/ui/language-names";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { findTranslationById, type TranslationRow } from "@/lib/domain/translations/translations";
import { CONFLICT_RULES, FUZZY_RULES, UPLOAD_METHODS, type UploadMethod } from "@/lib/domain/uploads/upload";
import { type OpenedUpload, type UploadPlan, uploadFile } from "@/lib/domain/uploads/upload-file";
import { urls } from "@/lib/urls";

const form = z.object({
  method: z.enum(UPLOAD_METHODS),
  conflicts: z.enum(CONFLICT_RULES).default(""),
  fuzzy: z.enum(FUZZY_RULES).default(""),
  confirm: text(20),
  other_language: checkbox,
});

/** Methods that may take texts away: what they would take is shown first, and asked for as a number. */
const TAKING: readonly UploadMethod[] = ["replace", "source"];

/** @throws Invalid on confirm unless as many texts are lost as the person typed */
async function demandConfirmed({ languages, unchanged }: UploadPlan, typed: string) {
  const sum = (name: "lost" | "emptied" | "removed" | "lowered" | "changed" | "filled") =>
    languages.reduce((all, language) => all + language[name], 0);
  const lost = sum("lost");
  if (lost === 0 || typed.replace(/\D/g, "") === String(lost)) return;
  const t = await getTexts();
  const told = { lost, emptied: sum("emptied"), removed: sum("removed"), lowered: sum("lowered") };
  const others = { changed: sum("changed"), filled: sum("filled"), unchanged, number: String(lost) };
  throw Invalid.field("confirm", t("upload.confirmLoss", { ...told, ...others }), "required");
}

/** @throws Invalid on other_language where the texts seem to be those of another language */
async function demandOwnLanguage({ likely }: OpenedUpload, translation: TranslationRow) {
  if (!likely) return;
  const t = await getTexts();
  const names = languageNames(t);
  const { same, compared } = likely;
  const [language, own] = [names.of(likely.name), names.of(translation.language.name)];
  throw Invalid.field("other_language", t("upload.otherLanguage", { same, compared, language, own }), "invalid");
}

/** Merges a file into a translation and tells what came of it. */
export async function runUpload(id: number, _: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const { confirm, other_language: meant, ...input } = readForm(form, given);
    const file = given.get("file");
    if (!(file instanceof File) || file.size === 0) throw Invalid.field("file", t("upload.chooseFile"), "required");
    const actor = await currentActor();
    const translation = await findTranslationById(actor, id);
    const upload = { ...input, filename: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    const done = await uploadFile(actor, translation, upload, async (opened) => {
      if (!meant) await demandOwnLanguage(opened, translation);
      if (TAKING.includes(input.method)) await demandConfirmed(await opened.plan(), confirm);
    });
    revalidatePath("/", "layout");
    const { other_language: _meant, ...values } = typedValues(given);
    return {
      values,
      message: t("upload.done", {
        accepted: done.accepted,
        total: done.total,
        skipped: done.skipped,
        unknown: done.notFound,
        emptied: done.emptied,
      }),
      ...(done.operation && {
        next: { label: t("upload.undo"), href: path(urls.component(addressOf(translation.component)).operationsPage) },
      }),
    };
  });
}
