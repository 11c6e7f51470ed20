import { stringify } from "yaml";
import { useTexts } from "#texts";
import type { SettingsField } from "@/lib/domain/addons/form";
import { fieldWords } from "./addon-words";
import { Checkbox } from "./checkbox";
import { Field } from "./field";
import { ManyChoices } from "./many-choices";
import { SearchField } from "./search-field";
import { Select } from "./select";
import { TextArea } from "./text-area";

/** The fields of an add-on's settings, as its schema has them. */
export function AddonFields({
  addon,
  fields,
  values,
}: {
  /** Its identifier. */
  addon: string;
  fields: readonly SettingsField[];
  values: Readonly<Record<string, unknown>>;
}) {
  const t = useTexts();
  return fields.map((field) => (
    <OneField key={field.name} field={fieldWords(t, addon, field)} value={values[field.name] ?? field.initial} />
  ));
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? stringify(value) : String(value);
}

function OneField({ field, value }: { field: SettingsField; value: unknown }) {
  const common = { label: field.title, name: field.name, hint: field.description || undefined };
  switch (field.kind) {
    case "flag":
      return <Checkbox {...common} defaultChecked={value === true} />;
    case "choice":
      return <Select {...common} choices={field.choices} defaultValue={asText(value)} />;
    case "several":
      return (
        <ManyChoices {...common} choices={field.choices} defaultValue={Array.isArray(value) ? value.map(String) : []} />
      );
    case "long":
      return <TextArea {...common} rows={6} mono defaultValue={asText(value)} required={field.initial === undefined} />;
    case "number":
      return (
        <Field
          {...common}
          type="number"
          step={field.fraction ? "any" : undefined}
          min={field.least}
          max={field.most}
          defaultValue={asText(value)}
          className="max-w-40"
        />
      );
    case "search":
      return <SearchField {...common} maxLength={field.most} defaultValue={asText(value)} />;
    case "text":
      return <TextField field={field} value={asText(value)} />;
  }
}

/** A text, or one of what there is by name. */
function TextField({ field, value }: { field: SettingsField; value: string }) {
  const { title: label, name, description, choices, initial, most, from } = field;
  const common = { label, name, hint: description || undefined, defaultValue: value, required: initial === undefined };
  if (!from) return <Field {...common} maxLength={most} dir="ltr" />;
  // Nothing is chosen until somebody chooses.
  const none = initial === "" || value === "" ? [{ value: "", label: "—" }] : [];
  return <Select {...common} choices={[...none, ...choices]} />;
}
