import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { languageNames } from "@/app/ui/language-names";
import { PictureField } from "@/app/ui/screenshots/picture-field";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { upload } from "./actions";

/** Adds a screenshot to a component. */
export function UploadForm({
  slugs,
  languages,
  chosen,
}: {
  slugs: readonly string[];
  languages: readonly { id: number; name: string }[];
  /** Of the languages, the one that is meant unless another is chosen. */
  chosen: number | undefined;
}) {
  const t = useTexts();
  const names = languageNames(t);
  return (
    <div className="mt-8" id="upload">
      <Section title={t("shots.upload")}>
        <ActionForm
          action={upload.bind(null, slugs)}
          label={t("shots.upload")}
          className="panel grid max-w-[760px] gap-4 p-5"
        >
          <PictureField label={t("shots.image")} name="image" hint={t("shots.imageHint")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("common.name")} name="name" maxLength={200} hint={t("shots.nameHint")} />
            <Select
              label={t("common.language")}
              name="language"
              hint={t("shots.languageHint")}
              defaultValue={String(chosen ?? "")}
              choices={names.listed(languages).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </div>
          <Field
            label={t("shots.repositoryFile")}
            name="repository_filename"
            maxLength={200}
            aside={t("common.optional")}
            hint={t("shots.repositoryFileHint")}
          />
          <div>
            <Submit>{t("shots.uploadNow")}</Submit>
          </div>
        </ActionForm>
      </Section>
    </div>
  );
}
