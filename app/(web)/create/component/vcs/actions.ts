"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey, Texts } from "#texts";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import { errorWords } from "@/app/ui/error-words";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentPlace } from "@/lib/domain/creation/component-places";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { dropDraft, keepDraft, readDraft } from "@/lib/domain/creation/drafts";
import { filterOf, keepCodes } from "@/lib/domain/creation/language-codes";
import { type PushTrial, tryPush } from "@/lib/domain/creation/try-push";
import { Invalid } from "@/lib/domain/errors";
import { CODE_HOST_KINDS, OTHER_SYSTEMS, pushesAnyway } from "@/lib/domain/requests/accounts";
import { urls } from "@/lib/urls";
import { codeChoices, codesOf } from "../code-choices";
import { foundInWords } from "../found-words";
import { makeRows } from "../rows";
import type { WizardState } from "../state";

const where = z.object({
  project: text(400).refine((value) => value !== "", "wizard.projectMissing" satisfies TextKey),
  repo: text(400),
  branch: text(200),
  source_language: text(50),
  vcs: z.enum(["git", "git-force-push", ...[...CODE_HOST_KINDS, ...OTHER_SYSTEMS].map(({ id }) => id)]).default("git"),
});

const shared = z.object({ push: text(400), push_branch: text(200), license: text(150), push_on_commit: checkbox });

/** Fields that say where to look. */
const PLACE = ["repo", "branch", "source_language", "project", "vcs"];

/** Looks at the repository, tries a push, or imports what was chosen. */
export async function runWizard(state: WizardState, form: FormData): Promise<WizardState> {
  const t = await getTexts();
  let { found, pushing } = state;
  const done: string[] = [...(state.done ?? [])];
  const intent = form.get("intent");
  const actor = await currentActor();
  const answer: FormState = await answerForm(form, async () => {
    const given = readForm(where, form);
    const place = await findComponentPlace(actor, given.project);
    const look = {
      repo: given.repo.trim(),
      branch: given.branch.trim(),
      vcs: given.vcs,
      sourceLanguage: given.source_language || "en",
    };
    found = undefined;
    // What is looked for anew has codes of its own.
    const codes = intent === "look" ? new Map<string, string>() : codeChoices(form);
    found = foundInWords(t, await discoverComponents(actor, place.projectSlug, { ...look, codes }));
    if (intent === "codes") return undefined;
    if (intent !== "import" && intent !== "push") {
      pushing = undefined;
      const wanted = pushesAnyway(look.vcs) ? "" : look.repo;
      const trial = { ...look, branch: found.branch, push: wanted, pushBranch: "" };
      if (wanted !== "") pushing = await pushed(t, actor, place.projectSlug, trial);
      return whatWasFound(form, actor, pushing?.works === false ? "" : wanted);
    }
    const common = readForm(shared, form);
    const push = common.push.trim();
    const pushBranch = common.push_branch.trim();
    const trial = { ...look, branch: look.branch || found.branch, push, pushBranch };
    const branch = await tryPush(actor, place.projectSlug, trial);
    pushing = { works: true, text: branch === undefined ? t("wizard.pushUntried") : t("wizard.pushWorks", { branch }) };
    if (intent === "push") return undefined;
    await keepCodes(actor, place.projectSlug, codes);
    const { proposals } = found;
    await makeRows(form, done, { noneTicked: t("wizard.noneTicked"), unnamed: t("wizard.unnamed") }, (row, index) =>
      createComponent(actor, place.projectSlug, {
        ...row,
        languageRegex: filterOf(codesOf(proposals, index, codes), codes),
        categoryId: place.categoryId,
        ...{ repo: look.repo, branch: trial.branch, vcs: given.vcs, push, pushBranch },
        sourceLanguage: row.sourceLanguage || look.sourceLanguage,
        pushOnCommit: common.push_on_commit,
        // Left empty, it is what is set above.
        license: common.license.trim() || undefined,
      }),
    );
    await dropDraft(actor, "vcs");
    redirect(path(urls.importOf(place.path, done)));
  });
  if (answer.errors.push) pushing = undefined;
  if (found) await keepDraft(actor, "vcs", answer.values);
  return { ...answer, found, done, pushing };
}

/** What is found is ticked and named afresh, unless a draft says otherwise; of the former answer only the address stays. */
async function whatWasFound(form: FormData, actor: Actor, push: string): Promise<Partial<FormState>> {
  const place = Object.fromEntries(PLACE.map((name) => [name, [String(form.get(name) ?? "")]]));
  const draft = form.has("draft") ? await readDraft(actor, "vcs") : undefined;
  if (draft && Object.keys(draft.values).some((name) => name.startsWith("name-")))
    return { answered: true, values: { ...draft.values, ...place } };
  return { answered: false, values: { ...place, push: [push] } };
}

async function pushed(t: Texts, actor: Actor, project: string, trial: PushTrial): Promise<WizardState["pushing"]> {
  try {
    const branch = await tryPush(actor, project, trial);
    return branch === undefined ? undefined : { works: true, text: t("wizard.pushWorks", { branch }) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { works: false, text: t("wizard.pushFails", { reason: errorWords(t, error) }) };
  }
}
