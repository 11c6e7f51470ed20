import { FileUp } from "lucide-react";
import { ClientTexts } from "@/app/ui/client-messages";
import { WIZARD_SUBJECTS } from "@/app/ui/client-subjects";
import { projectsCrumb } from "@/app/ui/crumbs";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { can, throwDenial } from "@/lib/domain/access/demand";
import { listProjects } from "@/lib/domain/projects/projects";
import { kindsWithAccount, OTHER_SYSTEMS } from "@/lib/domain/requests/accounts";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { offeredFormats } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";
import { WizardForm } from "./wizard-form";

export const generateMetadata = titled("wizard.title");

export default async function WizardPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = one((await searchParams).project);
    const actor = await currentActor();
    if (actor.isAnonymous) throwDenial({ reason: "not-signed-in", text: t("wizard.signInFirst") });
    const [{ rows }, languages, hosts] = await Promise.all([
      listProjects(actor, { limit: 1000, offset: 0 }),
      listLanguagesInUse(true),
      kindsWithAccount(),
    ]);
    const projects = rows.filter((project) => can(actor, "project.edit", { project }));
    const chosen = projects.find((project) => project.slug === asked);
    return (
      <Page
        title={t("wizard.title")}
        lead={t("wizard.lead")}
        crumbs={[
          projectsCrumb(t),
          ...(chosen ? [{ label: chosen.name, href: path(urls.project(chosen.slug).web) }] : []),
          { label: t("wizard.title") },
        ]}
        actions={
          projects.length > 0 ? (
            <LinkButton href={path(urls.newComponent("upload", chosen?.slug))}>
              <FileUp aria-hidden size={16} /> {t("wizard.fromFiles")}
            </LinkButton>
          ) : null
        }
      >
        {projects.length === 0 ? (
          <EmptyState
            title={t("wizard.noProject")}
            action={
              can(actor, "project.add") ? (
                <LinkButton kind="primary" href="/create/project/">
                  {t("wizard.newProject")}
                </LinkButton>
              ) : null
            }
          >
            {t("wizard.noProjectText")}
          </EmptyState>
        ) : (
          <ClientTexts subjects={WIZARD_SUBJECTS}>
            <WizardForm
              projects={projects.map((project) => ({ value: project.slug, label: project.name }))}
              chosen={chosen?.slug ?? projects[0]?.slug ?? ""}
              languages={languages.map((language) => ({ value: language.code, label: language.name }))}
              formats={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
              hosts={[...hosts, ...OTHER_SYSTEMS].map(({ id, name }) => ({ value: id, label: name }))}
            />
          </ClientTexts>
        )}
      </Page>
    );
  });
}
