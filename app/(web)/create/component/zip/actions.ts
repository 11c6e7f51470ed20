"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findComponent } from "@/lib/domain/components/components";
import { addressIn, findComponentPlace } from "@/lib/domain/creation/component-places";
import { discoverArchive } from "@/lib/domain/creation/discover";
import { dropDraft, keepDraft, readDraft } from "@/lib/domain/creation/drafts";
import { createFromArchive } from "@/lib/domain/creation/from-archive";
import { filterOf, keepCodes } from "@/lib/domain/creation/language-codes";
import { Invalid } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { codeChoices, codesOf } from "../code-choices";
import { underFormNames } from "../form-fields";
import { foundInWords } from "../found-words";
import { makeRows } from "../rows";
import type { WizardState } from "../state";

const where = z.object({
  project: text(400).refine((value) => value !== "", "wizard.projectMissing" satisfies TextKey),
  source_language: text(50),
  license: text(150),
});

/** Looks through the archive, or imports what was chosen in it. */
export async function runZipWizard(state: WizardState, form: FormData): Promise<WizardState> {
  const t = await getTexts();
  let found = state.found;
  const done: string[] = [...(state.done ?? [])];
  const answer: FormState = await answerForm(form, async () => {
    const given = readForm(where, form);
    const file = form.get("file");
    if (!(file instanceof File) || file.size === 0)
      throw Invalid.field("file", t(found ? "newComponent.fileAgain" : "createFromFiles.chooseFile"), "required");
    const actor = await currentActor();
    const place = await findComponentPlace(actor, given.project);
    const archive = new Uint8Array(await file.arrayBuffer());
    const sourceLanguage = given.source_language || "en";
    const intent = form.get("intent");
    // What is looked for anew has codes of its own.
    const codes = intent === "look" ? new Map<string, string>() : codeChoices(form);
    if (intent !== "import") {
      found = undefined;
      found = await underFormNames(() => discoverArchive(actor, place.projectSlug, { archive, sourceLanguage, codes }));
      found = foundInWords(t, found);
      if (intent === "codes") return undefined;
      if (found.proposals.length === 0)
        throw Invalid.field("file", t("newComponent.zip.none", { count: found.files, file: file.name }), "invalid");
      // What was found is ticked and named afresh, unless a draft says otherwise.
      const wanted = { source_language: [sourceLanguage], project: [given.project] };
      const draft = form.has("draft") ? await readDraft(actor, "zip") : undefined;
      if (draft && Object.keys(draft.values).some((name) => name.startsWith("name-")))
        return { answered: true, values: { ...draft.values, ...wanted } };
      return { answered: false, values: wanted };
    }
    const proposals = found?.proposals ?? [];
    await keepCodes(actor, place.projectSlug, codes);
    await underFormNames(() =>
      makeRows(form, done, { noneTicked: t("wizard.noneTicked"), unnamed: t("wizard.unnamed") }, async (row, index) => {
        const [first] = done;
        const owner =
          first === undefined ? undefined : await findComponent(actor, { ...addressIn(place), componentSlug: first });
        const wanted = { ...row, sourceLanguage: row.sourceLanguage || sourceLanguage, categoryId: place.categoryId };
        const license = given.license.trim() || undefined;
        const languageRegex = filterOf(codesOf(proposals, index, codes), codes);
        return createFromArchive(actor, place.projectSlug, { ...wanted, license, languageRegex }, archive, owner);
      }),
    );
    await dropDraft(actor, "zip");
    redirect(path(urls.importOf(place.path, done)));
  });
  if (found) await keepDraft(await currentActor(), "zip", answer.values);
  return { ...answer, found, done };
}
