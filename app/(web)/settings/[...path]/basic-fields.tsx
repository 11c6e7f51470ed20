import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { TextArea } from "@/app/ui/text-area";
import type { ComponentRow } from "@/lib/domain/components/components";

const PRIORITIES = [
  { value: "60", label: "Very high" },
  { value: "80", label: "High" },
  { value: "100", label: "Medium" },
  { value: "120", label: "Low" },
  { value: "140", label: "Very low" },
];

export function BasicFields({ component }: { component: ComponentRow }) {
  return (
    <>
      <Field label="Name" name="name" defaultValue={component.name} maxLength={100} required />
      <Field
        label="Slug"
        name="slug"
        defaultValue={component.slug}
        maxLength={100}
        required
        dir="ltr"
        hint="Changing it changes the addresses of the component."
      />
      <Field
        label="Licence"
        name="license"
        defaultValue={component.license}
        aside="optional"
        dir="ltr"
        placeholder="MIT, GPL-3.0-or-later …"
        hint="An SPDX identifier, or proprietary."
      />
      <TextArea
        label="Contributor agreement"
        name="agreement"
        defaultValue={component.agreement}
        aside="optional"
        rows={3}
        hint="If set, contributors must accept it before translating."
      />
      <Select label="Priority" name="priority" choices={PRIORITIES} defaultValue={String(component.priority)} />
    </>
  );
}
