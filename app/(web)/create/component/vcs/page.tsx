import { FileUp } from "lucide-react";
import type { Metadata } from "next";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { currentActor } from "@/app/ui/session";
import { can, refuse } from "@/lib/domain/access/demand";
import { listProjects } from "@/lib/domain/projects/projects";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { offeredFormats } from "@/lib/text/formats/registry";
import { WizardForm } from "./wizard-form";

export const metadata: Metadata = { title: "Add components" };

export default async function WizardPage({ searchParams }: PageInput) {
  return guarded(async () => {
    const asked = one((await searchParams).project);
    const actor = await currentActor();
    if (actor.isAnonymous) refuse({ reason: "not-signed-in", text: "Sign in to add components." });
    const [{ rows }, languages] = await Promise.all([
      listProjects(actor, { limit: 1000, offset: 0 }),
      listLanguagesInUse(true),
    ]);
    const projects = rows.filter((project) => can(actor, "project.edit", { project }));
    const chosen = projects.find((project) => project.slug === asked);
    return (
      <Page
        title="Add components"
        lead="Give the address of a repository: Loquat looks for translated files in it and shows what it found before anything is stored."
        crumbs={[
          { label: "Projects", href: "/projects/" },
          ...(chosen ? [{ label: chosen.name, href: `/projects/${encodeURIComponent(chosen.slug)}/` }] : []),
          { label: "Add components" },
        ]}
        actions={
          projects.length > 0 ? (
            <LinkButton
              href={`/create/component/upload/${chosen ? `?project=${encodeURIComponent(chosen.slug)}` : ""}`}
            >
              <FileUp aria-hidden size={16} /> From files
            </LinkButton>
          ) : null
        }
      >
        {projects.length === 0 ? (
          <EmptyState
            title="You need a project first"
            action={
              can(actor, "project.add") ? (
                <LinkButton kind="primary" href="/create/project/">
                  New project
                </LinkButton>
              ) : null
            }
          >
            Components live in projects. You may not change any project yet.
          </EmptyState>
        ) : (
          <WizardForm
            projects={projects.map((project) => ({ value: project.slug, label: project.name }))}
            chosen={chosen?.slug ?? projects[0]?.slug ?? ""}
            languages={languages.map((language) => ({ value: language.code, label: language.name }))}
            formats={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
          />
        )}
      </Page>
    );
  });
}
