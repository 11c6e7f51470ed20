"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { Texts } from "#texts";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import { errorWords, sentenceWords } from "@/app/ui/error-words";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { decideClashes, type SkippedClash } from "@/lib/domain/clashes/decide";
import { Invalid } from "@/lib/domain/errors";
import { resolvePath } from "@/lib/domain/translations/resolve-path";

const schema = z.object({ clash: multiple, decision: z.enum(["ours", "theirs"]) });

/** Why a clash stays as it is, without the name of a field that its page does not have. */
const skippedWords = (t: Texts, { cause, ...why }: SkippedClash): string =>
  cause instanceof Invalid ? errorWords(t, cause) : sentenceWords(t, why);

/** Decides the clashes of a place that are ticked. */
export async function decide(slugs: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { clash, decision } = readForm(schema, form);
    const ids = clash.filter((id) => /^[1-9]\d{0,15}$/.test(id)).map(Number);
    if (ids.length === 0) throw Invalid.field("", t("clashes.nothingSelected"));
    const actor = await currentActor();
    const place = await resolvePath(actor, slugs.split("/"));
    const done = await decideClashes(actor, { place }, { ids }, { text: decision });
    revalidatePath("/clashes/[...path]", "page");
    const reasons = [...new Set(done.skipped.map((one) => skippedWords(t, one)))].join(" ");
    const lines = [
      done.decided.length > 0 ? t("clashes.done", { count: done.decided.length }) : "",
      done.skipped.length > 0 ? t("clashes.skipped", { count: done.skipped.length, reasons }) : "",
    ];
    return { message: lines.filter(Boolean).join(" ") };
  });
}
