import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { TextArea } from "@/app/ui/text-area";
import type { ComponentRow } from "@/lib/domain/components/components";
import { CHECKS } from "@/lib/text/checks/registry";
import { LANGUAGE_CODE_STYLES } from "@/lib/text/languages/styles";

const NEW_LANG = [
  { value: "add", label: "Contributors can add languages" },
  { value: "contact", label: "Contributors can request languages" },
  { value: "url", label: "Link to instructions" },
  { value: "none", label: "None are added" },
];

export function WorkflowFields({ component }: { component: ComponentRow }) {
  return (
    <>
      <Select label="New languages" name="new_lang" choices={NEW_LANG} defaultValue={component.newLang} />
      <Select
        label="Spelling of language codes in new files"
        name="language_code_style"
        choices={[
          { value: "", label: "Format default" },
          ...LANGUAGE_CODE_STYLES.filter((style) => style !== "").map((style) => ({
            value: style,
            label: style.replaceAll("_", " "),
          })),
        ]}
        defaultValue={component.languageCodeStyle}
      />
      <Checkbox name="enable_suggestions" label="People may suggest" defaultChecked={component.enableSuggestions} />
      <Checkbox
        name="suggestion_voting"
        label="People may vote on suggestions"
        defaultChecked={component.suggestionVoting}
      />
      <Field
        label="Votes that accept a suggestion"
        name="suggestion_autoaccept"
        type="number"
        min={0}
        max={1000}
        defaultValue={component.suggestionAutoaccept}
        hint="0: none is accepted by votes alone."
      />
      <Checkbox
        name="allow_translation_propagation"
        label="Carry translations over to the same strings in other components"
        defaultChecked={component.allowPropagation}
      />
      <Checkbox
        name="manage_units"
        label="Strings may be added and removed here"
        defaultChecked={component.manageUnits}
      />
      <Checkbox
        name="edit_template"
        label="The base file may be edited here"
        defaultChecked={component.editTemplate}
        hint="For files that hold one language each."
      />
      <Checkbox
        name="restricted"
        label="Only teams that name this component reach it"
        defaultChecked={component.restricted}
      />
      <TextArea
        label="Flags"
        name="check_flags"
        defaultValue={component.checkFlags}
        mono
        rows={2}
        aside="optional"
        hint="Like python-format, max-length:100. They hold for every string."
      />
      <details>
        <summary className="inline-flex min-h-8 items-center text-primary underline underline-offset-2">
          Checks that must pass ({component.enforcedChecks.length} chosen)
        </summary>
        <fieldset className="mt-2" id="enforced_checks">
          <legend className="sr-only">Checks that must pass</legend>
          <p className="mb-2 text-table text-ink-2">
            A translation that fails one of them is marked as needing editing.
          </p>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {CHECKS.map((check) => (
              <Checkbox
                key={check.id}
                name="enforced_checks"
                value={check.id}
                label={check.name}
                defaultChecked={component.enforcedChecks.includes(check.id)}
              />
            ))}
          </div>
        </fieldset>
      </details>
    </>
  );
}
