import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { ClientTexts } from "@/app/ui/client-messages";
import { WIZARD_SUBJECTS } from "@/app/ui/client-subjects";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { readDraft } from "@/lib/domain/creation/drafts";
import { kindsWithAccount, OTHER_SYSTEMS } from "@/lib/domain/requests/accounts";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { offeredFormats } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";
import { projectChoices, someProjects, wizardCrumbs } from "../own-projects";
import { discardDraft } from "./actions";
import { WizardForm } from "./wizard-form";

export const generateMetadata = titled("newComponent.way.vcs.title");

export default async function WizardPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const asked = one(parameters.project);
    const actor = await currentActor();
    const [{ projects, chosen }, languages, hosts, draft] = await Promise.all([
      someProjects(t, actor, asked),
      listLanguagesInUse(true),
      kindsWithAccount(),
      readDraft(actor),
    ]);
    const title = t("newComponent.way.vcs.title");
    const resumed = draft && one(parameters.draft) !== "";
    return (
      <Page title={title} lead={t("wizard.lead")} crumbs={wizardCrumbs(t, chosen, title)}>
        {draft ? (
          <div className="mb-5">
            <Callout
              action={
                <ActionForm action={discardDraft} label={t("wizard.draft.discard")}>
                  <input type="hidden" name="project" value={chosen.slug} />
                  <Submit kind="quiet">{t("wizard.draft.discard")}</Submit>
                </ActionForm>
              }
            >
              {t.rich(resumed ? "wizard.draft.loaded" : "wizard.draft.text", {
                repo: draft.values.repo?.[0] ?? "",
                name: (chunks) => <bdi className="break-all font-mono text-table">{chunks}</bdi>,
              })}{" "}
              {resumed ? null : (
                <a
                  className="link"
                  href={`${path(urls.newComponent("vcs", draft.values.project?.[0] ?? chosen.slug))}&draft=on`}
                >
                  {t("wizard.draft.continue")}
                </a>
              )}
            </Callout>
          </div>
        ) : null}
        <ClientTexts subjects={WIZARD_SUBJECTS}>
          <WizardForm
            projects={projectChoices(projects)}
            chosen={chosen.slug}
            languages={languages.map((language) => ({ value: language.code, label: language.name }))}
            formats={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
            hosts={[...hosts, ...OTHER_SYSTEMS].map(({ id, name }) => ({ value: id, label: name }))}
            draft={resumed ? draft.values : undefined}
          />
        </ClientTexts>
      </Page>
    );
  });
}
