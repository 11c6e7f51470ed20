import { ClientTexts } from "@/app/ui/client-messages";
import { guarded } from "@/app/ui/guard";
import { languageChoice } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { kindsWithAccount, OTHER_SYSTEMS } from "@/lib/domain/requests/accounts";
import { offeredFormats } from "@/lib/text/formats/registry";
import { ownDraft } from "../own-draft";
import { placeChoices, somePlaces, wizardCrumbs } from "../own-places";
import { WizardForm } from "./wizard-form";

export const generateMetadata = titled("newComponent.way.vcs.title");

/** New components from a repository: what is found in it, and what is to be imported. */
export default async function WizardPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const asked = one(parameters.project);
    const actor = await currentActor();
    const [{ places, chosen }, languages, hosts] = await Promise.all([
      somePlaces(t, actor, asked),
      listedLanguages(t, true),
      kindsWithAccount(),
    ]);
    const title = t("newComponent.way.vcs.title");
    const draft = await ownDraft("vcs", chosen.path, one(parameters.draft) !== "");
    return (
      <Page title={title} lead={t("wizard.lead")} crumbs={wizardCrumbs(t, chosen, title)}>
        <ClientTexts part="wizard">
          <WizardForm
            places={placeChoices(places)}
            chosen={chosen.path}
            languages={languages.map((language) => languageChoice(language))}
            formats={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
            hosts={[...hosts, ...OTHER_SYSTEMS].map(({ id, name }) => ({ value: id, label: name }))}
            draft={draft.values}
            note={draft.note}
            repository={{ repo: one(parameters.repo).slice(0, 1000), branch: one(parameters.branch).slice(0, 200) }}
          />
        </ClientTexts>
      </Page>
    );
  });
}
