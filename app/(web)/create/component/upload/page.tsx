import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { KeptFile } from "@/app/ui/kept-file";
import { KeptForm } from "@/app/ui/kept-form";
import { languageChoice } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { offeredFormats } from "@/lib/text/formats/registry";
import { keepTyped } from "../draft-actions";
import { ownDraft } from "../own-draft";
import { placeChoices, somePlaces, wizardCrumbs } from "../own-places";
import { createFromDocument } from "./actions";

export const generateMetadata = titled("newComponent.way.upload.title");

/** A new component from one document. */
export default async function UploadComponentPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const { places, chosen } = await somePlaces(t, await currentActor(), one(parameters.project));
    const draft = await ownDraft("upload", chosen.path, one(parameters.draft) !== "");
    const languages = await listedLanguages(t, true);
    const title = t("newComponent.way.upload.title");
    return (
      <Page title={title} lead={t("createFromFiles.lead")} crumbs={wizardCrumbs(t, chosen, title)} narrow>
        {draft.note}
        <KeptForm
          action={createFromDocument}
          keep={keepTyped.bind(null, "upload")}
          draft={draft.values}
          className="panel grid gap-5 p-5"
          label={t("common.component")}
        >
          <KeptFile
            label={t("common.file")}
            name="file"
            required
            hint={
              <>
                {t("createFromFiles.fileHint")} <noscript>{t("newComponent.fileAgain")}</noscript>
              </>
            }
          />
          <Field label={t("common.name")} name="name" required maxLength={100} hint={t("createFromFiles.name.hint")} />
          <Select label={t("wizard.place")} name="project" choices={placeChoices(places)} defaultValue={chosen.path} />
          <Select
            label={t("createFromFiles.fileFormat.label")}
            name="file_format"
            choices={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
            defaultValue="po"
          />
          <Select
            label={t("common.sourceLanguage")}
            name="source_language"
            choices={languages.map((language) => languageChoice(language))}
            defaultValue="en"
          />
          <div>
            <Submit>{t("createFromFiles.addComponent")}</Submit>
          </div>
        </KeptForm>
      </Page>
    );
  });
}
