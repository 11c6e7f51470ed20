import { guarded } from "@/app/ui/guard";
import { KeptForm } from "@/app/ui/kept-form";
import { languageChoice } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { ManyChoices } from "@/app/ui/many-choices";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { formatsFromNothing, takesKeys } from "@/lib/domain/creation/from-scratch";
import { keepTyped } from "../draft-actions";
import { NameFields } from "../name-fields";
import { ownDraft } from "../own-draft";
import { somePlaces, wizardCrumbs } from "../own-places";
import { createScratch } from "./actions";

export const generateMetadata = titled("newComponent.way.scratch.title");

/** A new component without files: its languages and first strings. */
export default async function ScratchPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const { places, chosen } = await somePlaces(t, await currentActor(), one(parameters.project));
    const draft = await ownDraft("scratch", chosen.path, one(parameters.draft) !== "");
    const languages = (await listedLanguages(t, true)).map((language) => languageChoice(language));
    const title = t("newComponent.way.scratch.title");
    return (
      <Page title={title} lead={t("newComponent.scratch.lead")} crumbs={wizardCrumbs(t, chosen, title)} narrow>
        {draft.note}
        <KeptForm
          action={createScratch}
          keep={keepTyped.bind(null, "scratch")}
          draft={draft.values}
          className="panel grid gap-5 p-5"
          label={t("common.component")}
        >
          <NameFields places={places} chosen={chosen.path} />
          <Select
            label={t("createFromFiles.fileFormat.label")}
            name="file_format"
            choices={formatsFromNothing().map((format) => ({
              value: format.id,
              label: takesKeys(format) ? format.name : t("newComponent.scratch.noKeys", { format: format.name }),
            }))}
            defaultValue="json"
            hint={t("newComponent.scratch.formatHint")}
          />
          <Select label={t("common.sourceLanguage")} name="source_language" choices={languages} defaultValue="en" />
          <ManyChoices
            label={t("newComponent.scratch.languages")}
            name="languages"
            hint={t("newComponent.scratch.languagesHint")}
            choices={languages}
            defaultValue={[]}
          />
          <TextArea
            label={t("newComponent.scratch.strings")}
            name="strings"
            aside={t("common.optional")}
            rows={6}
            mono
            dir="auto"
            spellCheck={false}
            hint={t("newComponent.scratch.stringsHint")}
          />
          <div>
            <Submit>{t("createFromFiles.addComponent")}</Submit>
          </div>
        </KeptForm>
      </Page>
    );
  });
}
