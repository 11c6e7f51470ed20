"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findTranslationById } from "@/lib/domain/translations/translations";
import { addUnit, shapeOfNew } from "@/lib/domain/units/add-unit";
import { unitChecksum } from "@/lib/domain/units/units";
import { STATE } from "@/lib/text/codes";
import { urls } from "@/lib/urls";

/** Texts of one string: its forms or values. */
const texts = multiple.pipe(z.array(z.string().max(1_000_000)));

const form = z.object({
  key: text(10_000),
  context: text(10_000),
  value: texts,
  source: texts,
  target: texts,
  plural: checkbox,
  state: text(3),
  explanation: text(100_000),
});

/** Adds a string to a translation, and tells where it is; the form is empty again for the next one. */
export async function addString(id: number, _: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const { plural, state, explanation, ...typed } = readForm(form, given);
    const actor = await currentActor();
    const translation = await findTranslationById(actor, id);
    const { monolingual, severalValues, targetForms } = shapeOfNew(actor, translation);
    const forms = (fields: readonly string[]) => (plural ? [...fields] : fields.slice(0, 1));
    // Each value has a line of its own.
    const values = ([text = ""]: readonly string[]) => text.split("\n");
    const sources =
      monolingual && severalValues ? values(typed.value) : forms(monolingual ? typed.value : typed.source);
    const targets = severalValues ? values(typed.target) : forms(typed.target).slice(0, targetForms);
    const blank = !monolingual && targets.every((text) => text.trim() === "");
    const unit = await addUnit(actor, translation, {
      context: monolingual ? typed.key : typed.context,
      sources,
      ...(targetForms > 0 && { targets }),
      // Without a text, what nobody has chosen is none.
      state: state === "" || (blank && Number(state) === STATE.TRANSLATED) ? undefined : Number(state),
      explanation,
    });
    revalidatePath("/", "layout");
    const text = (unit.sources.find((form) => form !== "") ?? "").slice(0, 80);
    return {
      values: {},
      message: t("addString.done", { text }),
      next: { label: t("addString.open"), href: path(urls.unitPage(unit, unitChecksum(unit))) },
    };
  });
}
