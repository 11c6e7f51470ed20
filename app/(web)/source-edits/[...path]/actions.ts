"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import { currentObject } from "@/app/ui/current-object";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { decideSourceEdits, type SeenEdit, SOURCE_EDIT_DECISIONS } from "@/lib/domain/source-edits/decide";

const schema = z.object({ edit: multiple, decision: z.enum(SOURCE_EDIT_DECISIONS) });

const Seen = z.object({ sourceId: z.int().positive(), before: z.array(z.string()), after: z.array(z.string()) });

/** An edit as its box in the form has it; undefined for anything else. */
function readSeen(value: string): SeenEdit | undefined {
  try {
    return Seen.safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

/** Decides about the translations of the strings that are ticked. */
export async function decide(place: readonly string[], _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { edit, decision } = readForm(schema, form);
    const edits = edit.flatMap((value) => readSeen(value) ?? []);
    if (edits.length === 0) throw Invalid.field("", t("sourceEdits.nothingSelected"));
    const found = await currentObject([...place]);
    if (found.kind !== "component") throw new NotFound("Source strings belong to components.");
    const done = await decideSourceEdits(await currentActor(), found.component, edits, decision);
    revalidatePath("/source-edits/[...path]", "page");
    const lines = [
      t("sourceEdits.done", { count: done.decided }),
      ...done.skipped.map(({ count, message }) => t("sourceEdits.skipped", { count, reasons: message })),
    ];
    return { message: lines.join(" ") };
  });
}
