import { Copy, FileArchive, FileText, GitBranch, PenLine } from "lucide-react";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { can, throwDenial } from "@/lib/domain/access/demand";
import { urls } from "@/lib/urls";
import { ownPlaces, wizardCrumbs } from "./own-places";

export const generateMetadata = titled("newComponent.title");

const WAYS = [
  { way: "vcs", icon: GitBranch },
  { way: "zip", icon: FileArchive },
  { way: "upload", icon: FileText },
  { way: "scratch", icon: PenLine },
  { way: "copy", icon: Copy },
] as const;

/** The ways in which a component can be made. */
export default async function NewComponentPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    if (actor.isAnonymous) throwDenial({ reason: "not-signed-in", text: t("wizard.signInFirst") });
    const { places, chosen } = await ownPlaces(actor, one((await searchParams).project));
    return (
      <Page title={t("newComponent.title")} lead={t("newComponent.lead")} crumbs={wizardCrumbs(t, chosen)} narrow>
        {places.length === 0 ? (
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
          <ul className="panel divide-y divide-line">
            {WAYS.map(({ way, icon: Icon }) => (
              <li key={way} className="flex items-start gap-4 px-5 py-4">
                <Icon aria-hidden size={24} className="mt-0.5 shrink-0 text-primary" />
                <div className="min-w-0">
                  <h2 className="text-string font-semibold">
                    <a
                      className="link inline-flex min-h-8 items-center"
                      href={path(urls.newComponent(way, chosen?.path))}
                    >
                      {t(`newComponent.way.${way}.title`)}
                    </a>
                  </h2>
                  <p className="text-ink-2">{t(`newComponent.way.${way}.text`)}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Page>
    );
  });
}
