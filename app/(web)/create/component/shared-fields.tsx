"use client";

import { useTexts } from "#texts";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import type { WizardState } from "./state";

/** The licence of all components of the wizard. */
export function LicenceField() {
  const t = useTexts();
  return (
    <Field
      label={t("wizard.license.label")}
      name="license"
      aside={t("wizard.optional")}
      dir="ltr"
      autoComplete="off"
      placeholder={t("wizard.license.placeholder")}
      hint={t("wizard.license.hint")}
    />
  );
}

/** Where all components of a repository push, and whether that works. */
export function PushFields({ branch, pushing }: { branch: string; pushing: WizardState["pushing"] }) {
  const t = useTexts();
  return (
    <>
      <Field
        label={t("wizard.push.label")}
        name="push"
        aside={t("wizard.optional")}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        hint={t("wizard.push.hint")}
      />
      <Field
        label={t("wizard.pushBranch.label")}
        name="push_branch"
        aside={t("wizard.optional")}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        hint={t("wizard.pushBranch.hint")}
        placeholder={branch}
      />
      <div className="grid gap-3 sm:col-span-2">
        {pushing ? (
          <Callout tone={pushing.works ? "success" : "warning"} live>
            {pushing.text}
          </Callout>
        ) : null}
        <div>
          <Submit name="intent" value="push" kind="secondary">
            {t("wizard.testPush")}
          </Submit>
        </div>
      </div>
      <LicenceField />
      <div className="sm:pt-6">
        <Checkbox name="push_on_commit" label={t("wizard.pushOnCommit.label")} defaultChecked />
      </div>
    </>
  );
}
