import type { SettingsField } from "@/lib/domain/addons/form";
import { Checkbox } from "./checkbox";
import { Field } from "./field";
import { Select } from "./select";
import { TextArea } from "./text-area";

/** The fields of an add-on's settings, as its schema has them. */
export function AddonFields({
  fields,
  values,
}: {
  fields: readonly SettingsField[];
  values: Readonly<Record<string, unknown>>;
}) {
  return fields.map((field) => <OneField key={field.name} field={field} value={values[field.name] ?? field.initial} />);
}

const asText = (value: unknown): string =>
  value === undefined || value === null ? "" : Array.isArray(value) ? value.join(", ") : String(value);

function OneField({ field, value }: { field: SettingsField; value: unknown }) {
  const common = { label: field.title, name: field.name, hint: field.description || undefined };
  switch (field.kind) {
    case "flag":
      return <Checkbox {...common} defaultChecked={value === true} />;
    case "choice":
      return <Select {...common} choices={field.choices} defaultValue={asText(value)} />;
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
    case "text":
      return (
        <Field
          {...common}
          defaultValue={asText(value)}
          maxLength={field.most}
          required={field.initial === undefined}
          dir="ltr"
        />
      );
  }
}
