"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, multiple, readForm, text } from "@/app/ui/answer-form";
import { checkWords } from "@/app/ui/check-words";
import type { FormState } from "@/app/ui/form-state";
import { languageNames } from "@/app/ui/language-names";
import { getTexts, type Texts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { typedValues } from "@/app/ui/typed-values";
import { addressOf } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { findTranslationById, type TranslationRow } from "@/lib/domain/translations/translations";
import {
  CONFLICT_RULES,
  FUZZY_RULES,
  takesOneByOne,
  UPLOAD_METHODS,
  type Upload,
  type UploadMethod,
} from "@/lib/domain/uploads/upload";
import {
  type OpenedUpload,
  type OtherLanguage,
  planUpload,
  type UploadPlan,
  uploadFile,
} from "@/lib/domain/uploads/upload-file";
import { urls } from "@/lib/urls";
import type { ShownPlan, UploadState } from "./upload-state";

const form = z.object({
  method: z.enum(UPLOAD_METHODS),
  conflicts: z.enum(CONFLICT_RULES).default(""),
  fuzzy: z.enum(FUZZY_RULES).default(""),
  confirm: text(20),
  other_language: checkbox,
  act: z.enum(["upload", "preview"]).default("upload"),
  shown: text(4000),
  tick: multiple.transform((values) => values.map(Number)),
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

/** The question whether the file is meant, where its texts seem to be in another language or it says that they are. */
function languageQuestion(t: Texts, { likely, declared }: OtherLanguage, translation: TranslationRow) {
  const names = languageNames(t);
  const own = names.of(translation.language.name);
  if (likely) {
    const { same, compared, name } = likely;
    return t("upload.otherLanguage", { same, compared, language: names.of(name), own });
  }
  return declared && t("upload.declaredLanguage", { language: names.of(declared.name), own });
}

/** @throws Invalid on other_language where that has to be asked */
async function demandOwnLanguage(opened: OpenedUpload, translation: TranslationRow) {
  const question = languageQuestion(await getTexts(), opened, translation);
  if (question) throw Invalid.field("other_language", question, "invalid");
}

/** Strings of a preview whose boxes are not ticked any more. */
const leftOut = (shown: string, tick: readonly number[]) => {
  const ticked = new Set(tick);
  return new Set(
    shown
      .split(",")
      .map(Number)
      .filter((id) => id > 0 && !ticked.has(id)),
  );
};

/** A plan as the page shows it. */
async function shownPlan(plan: UploadPlan, upload: Upload, translation: TranslationRow): Promise<ShownPlan> {
  const t = await getTexts();
  const { code } = translation.language;
  const { result, unchanged, propagated, failing, strings, languages } = plan;
  const own = strings.filter(({ language }) => language === code);
  const changed = languages.reduce(
    (sum, one) => sum + one.added + one.removed + one.filled + one.changed + one.emptied + one.restated,
    0,
  );
  return {
    counts: { changed, accepted: result.accepted, unchanged, unknown: result.notFound, propagated },
    failing: failing.strings,
    suggests: upload.method === "suggest",
    language: code,
    otherLanguage: languageQuestion(t, plan, translation),
    rows: own.map(({ unit, context, source, before, after, stateBefore, stateAfter }) => ({
      ...{ unit, context, source, before: before ?? [], after: after ?? [] },
      states: [stateBefore, stateAfter],
      failing: (failing.byUnit[unit] ?? []).map((check) => checkWords(t, check).name),
    })),
    ticks: takesOneByOne(upload.method),
    out: [...(upload.leave ?? [])],
  };
}

/** Merges a file into a translation and tells what came of it, or what would come of it. */
export async function runUpload(id: number, before: UploadState, given: FormData): Promise<UploadState> {
  let plan: ShownPlan | undefined;
  const answer = await answerUpload(id, given, (made) => {
    plan = made;
  });
  // A question about the upload leaves what was shown where it is.
  const asked = Object.keys(answer.errors).length > 0 && before.plan;
  if (!asked) return { ...answer, plan };
  const { tick } = answer.values;
  const ticked = new Set((tick ?? []).map(Number));
  const out = before.plan?.rows.map(({ unit }) => unit).filter((unit) => !ticked.has(unit));
  return { ...answer, plan: before.plan && { ...before.plan, out: before.plan.ticks ? (out ?? []) : [] } };
}

async function answerUpload(id: number, given: FormData, show: (plan: ShownPlan) => void): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const { confirm, other_language: meant, act, shown, tick, ...input } = readForm(form, given);
    const file = given.get("file");
    if (!(file instanceof File) || file.size === 0) throw Invalid.field("file", t("upload.chooseFile"), "required");
    const actor = await currentActor();
    const translation = await findTranslationById(actor, id);
    const upload: Upload = {
      ...input,
      filename: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
      leave: leftOut(shown, tick),
    };
    if (act === "preview") {
      show(await shownPlan(await planUpload(actor, translation, { ...upload, leave: undefined }), upload, translation));
      return undefined;
    }
    const done = await uploadFile(actor, translation, upload, async (opened) => {
      if (!meant) await demandOwnLanguage(opened, translation);
      if (TAKING.includes(input.method)) await demandConfirmed(await opened.plan(), confirm);
    });
    revalidatePath("/", "layout");
    const { other_language: _meant, tick: _ticked, shown: _shown, ...values } = typedValues(given);
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
