"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { Invalid } from "@/lib/domain/errors";
import { findTranslationById } from "@/lib/domain/translations/translations";
import { CONFLICT_RULES, FUZZY_RULES, UPLOAD_METHODS } from "@/lib/domain/uploads/upload";
import { uploadFile } from "@/lib/domain/uploads/upload-file";

const form = z.object({
  method: z.enum(UPLOAD_METHODS),
  conflicts: z.enum(CONFLICT_RULES).default(""),
  fuzzy: z.enum(FUZZY_RULES).default(""),
});

/** Merges a file into a translation and tells what came of it. */
export async function runUpload(id: number, _: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const input = readForm(form, given);
    const file = given.get("file");
    if (!(file instanceof File) || file.size === 0) throw Invalid.field("file", t("upload.chooseFile"), "required");
    const actor = await currentActor();
    const done = await uploadFile(actor, await findTranslationById(actor, id), {
      ...input,
      filename: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    });
    revalidatePath("/", "layout");
    return {
      message: t("upload.done", {
        accepted: done.accepted,
        total: done.total,
        skipped: done.skipped,
        unknown: done.notFound,
      }),
    };
  });
}
