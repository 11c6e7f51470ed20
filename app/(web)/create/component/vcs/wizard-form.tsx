"use client";

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { FormContext } from "@/app/ui/form-context";
import { FRESH_FORM } from "@/app/ui/form-state";
import { FormSummary } from "@/app/ui/form-summary";
import { useKept } from "@/app/ui/kept-form";
import { type Choice, Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { useFormAction } from "@/app/ui/use-form-action";
import { keepTyped } from "../draft-actions";
import { FoundStep } from "../found-step";
import { PushFields } from "../shared-fields";
import type { WizardState } from "../state";
import { WizardSteps } from "../wizard-steps";
import { runWizard } from "./actions";

/** The wizard: where, then what was found there, in one form that keeps everything typed. */
export function WizardForm({
  places,
  chosen,
  languages,
  formats,
  hosts,
  draft,
  note,
  repository,
}: {
  places: readonly Choice[];
  chosen: string;
  languages: readonly Choice[];
  formats: readonly Choice[];
  /** Ways of pushing that open requests. */
  hosts: readonly Choice[];
  /** Fields of a draft to go on with. */
  draft?: Readonly<Record<string, string[]>>;
  /** What is said of a draft, until something is searched for. */
  note: ReactNode;
  /** What the address of the page names to begin with. */
  repository: { repo: string; branch: string };
}) {
  const t = useTexts();
  const [state, submit, pending] = useFormAction<WizardState>(
    runWizard,
    draft ? { ...FRESH_FORM, values: { ...draft } } : FRESH_FORM,
  );
  const kept = useKept(keepTyped.bind(null, "vcs"));
  return (
    <FormContext value={state}>
      {state.found ? null : note}
      <WizardSteps at={state.found ? 1 : 0} />
      <form
        {...kept}
        // What is found in a repository is what there is to keep.
        onInput={state.found ? kept.onInput : undefined}
        action={submit}
        aria-busy={pending}
      >
        <FormSummary state={state} />
        {draft ? <input type="hidden" name="draft" value="on" /> : null}
        <section aria-label={t("wizard.where")} className="panel grid gap-4 p-4 sm:grid-cols-2">
          <Field
            className="sm:col-span-2"
            label={t("wizard.repo.label")}
            name="repo"
            defaultValue={repository.repo}
            required
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder="https://host/group/app.git or git@host:group/app.git"
            hint={t("wizard.repo.hint")}
          />
          <Field
            label={t("wizard.branch.label")}
            name="branch"
            defaultValue={repository.branch}
            aside={t("wizard.optional")}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder={t("wizard.branch.placeholder")}
          />
          <Select
            label={t("wizard.sourceLanguage.label")}
            name="source_language"
            choices={languages}
            defaultValue="en"
          />
          <Select label={t("wizard.place")} name="project" choices={places} defaultValue={chosen} />
          <Select
            label={t("wizard.vcs.label")}
            name="vcs"
            choices={[
              { value: "git", label: t("wizard.vcs.git") },
              { value: "git-force-push", label: t("wizard.vcs.force") },
              ...hosts,
            ]}
            defaultValue="git"
          />
          <div className="sm:col-span-2">
            <Submit name="intent" value="look" kind={state.found ? "secondary" : "primary"}>
              {state.found ? t("wizard.searchAgain") : t("wizard.search")}
            </Submit>
            {pending ? (
              <span role="status" className="ms-3 text-ink-2">
                {t("wizard.working")}
              </span>
            ) : null}
          </div>
        </section>
        {state.found ? (
          <FoundStep found={state.found} done={state.done ?? []} formats={formats} languages={languages}>
            <PushFields branch={state.found.branch} pushing={state.pushing} />
          </FoundStep>
        ) : null}
      </form>
    </FormContext>
  );
}
