import { ClientTexts } from "@/app/ui/client-messages";
import { guarded } from "@/app/ui/guard";
import { languageChoice } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { offeredFormats } from "@/lib/text/formats/registry";
import { ownDraft } from "../own-draft";
import { placeChoices, somePlaces, wizardCrumbs } from "../own-places";
import { ZipForm } from "./zip-form";

export const generateMetadata = titled("newComponent.way.zip.title");

/** New components from a ZIP archive: what is found in it, and what is to be imported. */
export default async function ZipPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const { places, chosen } = await somePlaces(t, await currentActor(), one(parameters.project));
    const draft = await ownDraft("zip", chosen.path, one(parameters.draft) !== "");
    const languages = await listedLanguages(t, true);
    const title = t("newComponent.way.zip.title");
    return (
      <Page title={title} lead={t("newComponent.zip.lead")} crumbs={wizardCrumbs(t, chosen, title)}>
        <ClientTexts part="wizard">
          <ZipForm
            places={placeChoices(places)}
            chosen={chosen.path}
            languages={languages.map((language) => languageChoice(language))}
            draft={draft.values}
            note={draft.note}
            formats={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
          />
        </ClientTexts>
      </Page>
    );
  });
}
