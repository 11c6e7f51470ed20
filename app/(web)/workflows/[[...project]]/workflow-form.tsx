import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { type WorkflowRow, workflowMarks } from "@/lib/domain/projects/workflows";
import { saveWorkflow } from "./actions";

const word = (value: boolean | null | undefined) => (value == null ? "" : value ? "on" : "off");

/** How one language is worked on; what is left alone is as the project and its components have it. */
export function WorkflowForm({
  slug,
  code,
  workflow,
  languages,
  reviews,
}: {
  slug: string | null;
  code: string;
  workflow: WorkflowRow | undefined;
  /** Languages that it could be translated from. */
  languages: readonly { code: string; name: string }[];
  /** Whether the project has reviews that could be turned off. */
  reviews: boolean;
}) {
  const t = useTexts();
  const choices = [
    { value: "", label: t("workflows.asComponent") },
    { value: "on", label: t("workflows.on") },
    { value: "off", label: t("workflows.off") },
  ];
  return (
    <ActionForm
      action={saveWorkflow.bind(null, slug, code, workflowMarks(workflow))}
      className="panel grid gap-4 p-4"
      label={t("workflows.of", { language: code })}
    >
      <Checkbox
        name="reviews_off"
        label={t("workflows.reviewsOff")}
        defaultChecked={workflow?.reviewsOff ?? false}
        hint={reviews ? t("workflows.reviewsOffHint") : t("workflows.reviewsAlreadyOff")}
      />
      <Checkbox
        name="edits_by_members"
        label={t("workflows.editsByMembers")}
        defaultChecked={workflow?.editsByMembers ?? false}
        hint={t("workflows.editsByMembersHint")}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          label={t("workflows.suggestions")}
          name="enable_suggestions"
          choices={choices}
          defaultValue={word(workflow?.enableSuggestions)}
        />
        <Select
          label={t("workflows.voting")}
          name="suggestion_voting"
          choices={choices}
          defaultValue={word(workflow?.suggestionVoting)}
        />
        <Field
          label={t("workflows.autoaccept")}
          name="suggestion_autoaccept"
          type="number"
          min={0}
          max={1000}
          defaultValue={workflow?.suggestionAutoaccept ?? ""}
          aside={t("common.optional")}
        />
      </div>
      <Select
        label={t("workflows.sourceLanguage")}
        name="source_language"
        choices={[
          { value: "", label: t("workflows.fromSource") },
          ...languages.map((language) => ({ value: language.code, label: `${language.name} (${language.code})` })),
        ]}
        defaultValue={workflow?.sourceLanguage ?? ""}
        hint={t("workflows.sourceLanguageHint")}
      />
      <TextArea
        label={t("workflows.flags")}
        name="check_flags"
        defaultValue={workflow?.checkFlags ?? ""}
        mono
        rows={2}
        aside={t("common.optional")}
        hint={t("workflows.flagsHint")}
      />
      <div>
        <Submit>{t("common.save")}</Submit>
      </div>
    </ActionForm>
  );
}
