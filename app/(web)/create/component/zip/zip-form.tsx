"use client";

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { FormContext } from "@/app/ui/form-context";
import { FRESH_FORM } from "@/app/ui/form-state";
import { FormSummary } from "@/app/ui/form-summary";
import { KeptFile } from "@/app/ui/kept-file";
import { useKept } from "@/app/ui/kept-form";
import { type Choice, Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { useFormAction } from "@/app/ui/use-form-action";
import { keepTyped } from "../draft-actions";
import { FoundStep } from "../found-step";
import { LicenceField } from "../shared-fields";
import type { WizardState } from "../state";
import { WizardSteps } from "../wizard-steps";
import { runZipWizard } from "./actions";

/** The wizard for an archive: which one, then what was found in it, in one form that keeps everything typed. */
export function ZipForm({
  places,
  chosen,
  languages,
  formats,
  draft,
  note,
}: {
  places: readonly Choice[];
  chosen: string;
  languages: readonly Choice[];
  formats: readonly Choice[];
  /** Fields of a draft to go on with. */
  draft: Readonly<Record<string, string[]>> | undefined;
  /** What is said of a draft, until something is searched for. */
  note: ReactNode;
}) {
  const t = useTexts();
  const [state, submit, pending] = useFormAction<WizardState>(
    runZipWizard,
    draft ? { ...FRESH_FORM, values: { ...draft } } : FRESH_FORM,
  );
  const kept = useKept(keepTyped.bind(null, "zip"));
  return (
    <FormContext value={state}>
      {state.found ? null : note}
      <WizardSteps at={state.found ? 1 : 0} first="wizard.step.archive" />
      <form
        {...kept}
        // What is found in an archive is what there is to keep.
        onInput={state.found ? kept.onInput : undefined}
        action={submit}
        aria-busy={pending}
      >
        <FormSummary state={state} />
        {draft ? <input type="hidden" name="draft" value="on" /> : null}
        <section aria-label={t("wizard.where")} className="panel grid gap-4 p-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <KeptFile
              label={t("wizard.archive.label")}
              name="file"
              accept=".zip,application/zip"
              required
              hint={
                <>
                  {t("wizard.archive.hint")} <noscript>{t("wizard.archive.again")}</noscript>
                </>
              }
            />
          </div>
          <Select
            label={t("wizard.sourceLanguage.label")}
            name="source_language"
            choices={languages}
            defaultValue="en"
          />
          <Select label={t("wizard.place")} name="project" choices={places} defaultValue={chosen} />
          <div className="sm:col-span-2">
            <Submit name="intent" value="look" kind={state.found ? "secondary" : "primary"}>
              {state.found ? t("wizard.searchAgain") : t("wizard.search")}
            </Submit>
            {pending ? (
              <span role="status" className="ms-3 text-ink-2">
                {t("wizard.archive.working")}
              </span>
            ) : null}
          </div>
        </section>
        {state.found ? (
          <FoundStep found={state.found} done={state.done ?? []} formats={formats} languages={languages} isArchive>
            <LicenceField />
          </FoundStep>
        ) : null}
      </form>
    </FormContext>
  );
}
