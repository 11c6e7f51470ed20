"use client";

import { useActionState } from "react";
import { Field } from "@/app/ui/field";
import { FormContext } from "@/app/ui/form-context";
import { FRESH_FORM } from "@/app/ui/form-state";
import { FormSummary } from "@/app/ui/form-summary";
import { type Choice, Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { runWizard } from "./actions";
import { FoundStep } from "./found-step";
import type { WizardState } from "./state";
import { WizardSteps } from "./wizard-steps";

/** The wizard: where, then what was found there, in one form that keeps everything typed. */
export function WizardForm({
  projects,
  chosen,
  languages,
  formats,
}: {
  projects: readonly Choice[];
  chosen: string;
  languages: readonly Choice[];
  formats: readonly Choice[];
}) {
  const [state, submit, pending] = useActionState<WizardState, FormData>(runWizard, FRESH_FORM);
  return (
    <FormContext value={state}>
      <WizardSteps at={state.found ? 1 : 0} />
      <form action={submit} aria-busy={pending}>
        <FormSummary state={state} />
        <section aria-label="Where" className="panel grid gap-4 p-4 sm:grid-cols-2">
          <Field
            className="sm:col-span-2"
            label="Repository"
            name="repo"
            required
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder="https://host/group/app.git or git@host:group/app.git"
            hint="Anything that git can clone. Loquat reads it now; nothing is stored yet."
          />
          <Field
            label="Branch"
            name="branch"
            aside="optional"
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder="the default one"
          />
          <Select label="Source language" name="source_language" choices={languages} defaultValue="en" />
          <Select label="Project" name="project" choices={projects} defaultValue={chosen} />
          <Select
            label="Pushing"
            name="vcs"
            choices={[
              { value: "git", label: "Ordinary pushes" },
              { value: "git-force-push", label: "Forced pushes to a branch of its own" },
            ]}
            defaultValue="git"
          />
          <div className="sm:col-span-2">
            <Submit name="intent" value="look" kind={state.found ? "secondary" : "primary"}>
              {state.found ? "Look again" : "Look for translations"}
            </Submit>
            {pending ? (
              <span role="status" className="ms-3 text-ink-2">
                Working on the repository. A large one takes a minute.
              </span>
            ) : null}
          </div>
        </section>
        {state.found ? <FoundStep found={state.found} done={state.done ?? []} formats={formats} /> : null}
      </form>
    </FormContext>
  );
}
