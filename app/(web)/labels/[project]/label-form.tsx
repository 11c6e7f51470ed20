import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { COLOURS } from "@/lib/domain/components/component-input";
import type { LabelRow } from "@/lib/domain/labels/labels";
import { marksOf } from "@/lib/domain/stale";
import { saveLabel } from "./actions";

/** Makes a label, or changes one. */
export function LabelForm({ slug, label }: { slug: string; label: LabelRow | undefined }) {
  const t = useTexts();
  return (
    <ActionForm
      action={saveLabel.bind(null, slug, label?.id ?? null, marksOf(label ?? {}))}
      className="panel grid gap-4 p-4 sm:grid-cols-[1fr_12rem]"
      label={label ? t("labels.change", { label: label.name }) : t("labels.new")}
    >
      <Field label={t("common.name")} name="name" defaultValue={label?.name} maxLength={190} required />
      <Select
        label={t("labels.color")}
        name="color"
        choices={COLOURS.map((color) => ({ value: color, label: t(`labels.colors.${color}`) }))}
        defaultValue={label?.color ?? "teal"}
      />
      <div className="sm:col-span-2">
        <Field
          label={t("labels.description")}
          name="description"
          defaultValue={label?.description}
          maxLength={250}
          aside={t("common.optional")}
        />
      </div>
      <div>
        <Submit>{label ? t("common.save") : t("labels.create")}</Submit>
      </div>
    </ActionForm>
  );
}
