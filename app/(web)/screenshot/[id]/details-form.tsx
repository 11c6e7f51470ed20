import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { languageNames } from "@/app/ui/language-names";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { ScreenshotRow } from "@/lib/domain/screenshots/screenshots";
import { save } from "./actions";

/** What a screenshot is called, whose it is, and where it is kept. */
export function DetailsForm({
  row,
  languages,
}: {
  row: ScreenshotRow;
  languages: readonly { id: number; name: string }[];
}) {
  const t = useTexts();
  const names = languageNames(t);
  return (
    <ActionForm action={save.bind(null, row.id)} label={t("shots.details")} className="panel grid gap-4 p-5">
      <Field label={t("common.name")} name="name" defaultValue={row.name} maxLength={200} required />
      <Select
        label={t("common.language")}
        name="language"
        hint={t("shots.languageHint")}
        defaultValue={String(row.translationId)}
        choices={names.listed(languages).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Field
        label={t("shots.repositoryFile")}
        name="repository_filename"
        defaultValue={row.repositoryFilename}
        maxLength={200}
        aside={t("common.optional")}
        hint={t("shots.repositoryFileHint")}
      />
      <div>
        <Submit>{t("common.save")}</Submit>
      </div>
    </ActionForm>
  );
}
