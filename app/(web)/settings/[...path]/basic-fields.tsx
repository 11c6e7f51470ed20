import { useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { Setting } from "@/app/ui/settings/setting";
import { TextArea } from "@/app/ui/text-area";
import type { ComponentRow } from "@/lib/domain/components/components";
import { CategoryField } from "./category-field";
import type { Follow } from "./follow";

const PRIORITIES = [
  { value: "60", label: "componentSettings.priority.veryHigh" },
  { value: "80", label: "componentSettings.priority.high" },
  { value: "100", label: "componentSettings.priority.medium" },
  { value: "120", label: "componentSettings.priority.low" },
  { value: "140", label: "componentSettings.priority.veryLow" },
] as const;

export function BasicFields({ component, follow }: { component: ComponentRow; follow: Follow }) {
  const t = useTexts();
  return (
    <>
      <Setting name="name">
        <Field label={t("common.name")} name="name" defaultValue={component.name} maxLength={100} required />
      </Setting>
      <Setting name="slug">
        <Field
          label={t("common.slug")}
          name="slug"
          defaultValue={component.slug}
          maxLength={100}
          required
          dir="ltr"
          hint={t("componentSettings.slug.hint")}
        />
      </Setting>
      <CategoryField component={component} />
      <Setting name="license">
        <Field
          label={t("common.licence")}
          name="license"
          defaultValue={component.license}
          aside={t("common.optional")}
          dir="ltr"
          placeholder={t("componentSettings.license.placeholder")}
          hint={t("componentSettings.license.hint")}
        />
        {follow("license")}
      </Setting>
      <Setting name="agreement">
        <TextArea
          label={t("componentSettings.agreement.label")}
          name="agreement"
          defaultValue={component.agreement}
          aside={t("common.optional")}
          rows={3}
          hint={t("componentSettings.agreement.hint")}
        />
        {follow("agreement")}
      </Setting>
      <Setting name="priority">
        <Select
          label={t("componentSettings.priority.label")}
          name="priority"
          choices={PRIORITIES.map(({ value, label }) => ({ value, label: t(label) }))}
          defaultValue={String(component.priority)}
        />
        {follow("priority")}
      </Setting>
    </>
  );
}
