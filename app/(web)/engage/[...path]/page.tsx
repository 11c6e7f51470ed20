import { ExternalLink } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { sharedMetadata } from "@/app/ui/share-metadata";
import { WorkSummary } from "@/app/ui/work-summary";
import { WorkTable } from "@/app/ui/work-table";
import { noCounters } from "@/lib/domain/counters/read-counters";
import { sharedPlace } from "@/lib/domain/exports/share-card";
import { nameOfPlace } from "@/lib/domain/exports/widgets";
import { registrationIsOpen } from "@/lib/domain/settings/registration";
import { projectLanguageCounters, readProjectLanguages, visibleCounter } from "@/lib/domain/statistics/visible";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";

export async function generateMetadata({ params }: PathPageInput): Promise<Metadata> {
  const t = await getTexts();
  const place = await currentObject((await params).path).catch(() => undefined);
  if (!place) return { title: t("common.notFound") };
  const title = t("engage.title", { name: nameOfPlace(place, languageNames(t).of) });
  // What is smaller leads to its own page.
  if (place.kind !== "project" && place.kind !== "project-language") return { title };
  const slugs = decodedPath((await params).path);
  const about = () => sharedPlace(t, place, true);
  return sharedMetadata(
    t,
    { title, address: urls.engage(slugs), picture: [slugs, "invitation.png"], about },
    { title },
  );
}

/** An invitation: what a project is, how far its languages are, and how to begin. What is smaller leads to its own page. */
export default async function EngagePage({ params }: PathPageInput) {
  const t = await getTexts();
  const names = languageNames(t);
  return guarded(async () => {
    const segments = (await params).path;
    const place = await currentObject(segments);
    if (place.kind !== "project" && place.kind !== "project-language") redirect(path(urls.page(decodedPath(segments))));
    const actor = await currentActor();
    const { project } = place;
    const addresses = urls.project(project.slug);
    const language = place.kind === "project-language" ? place.language : undefined;
    const [numbers, languages, open] = await Promise.all([
      language ? projectLanguageCounters(actor, project.id, language.id) : visibleCounter(actor, "project", project.id),
      readProjectLanguages(actor, project.id, { limit: 500, offset: 0 }, language ? [language.code] : []),
      registrationIsOpen(),
    ]);
    const begin = language ? addresses.language(language.code).web : addresses.web;
    return (
      <Page
        title={t("engage.title", { name: nameOfPlace(place, names.of) })}
        lead={t("engage.lead")}
        crumbs={[{ label: project.name, href: path(addresses.web) }, { label: t("engage.crumb") }]}
        actions={
          <LinkButton kind="primary" href={path(begin)}>
            {language ? t("engage.translateInto", { language: names.of(language.name) }) : t("engage.begin")}
          </LinkButton>
        }
      >
        <WorkSummary numbers={numbers ?? noCounters()} />
        <div className="grid gap-x-8 lg:grid-cols-[1fr_320px]">
          <Section title={t("common.languages")} id="languages">
            {languages.rows.length === 0 ? (
              <p className="text-ink-2">{t("engage.noLanguages")}</p>
            ) : (
              <WorkTable
                label={t("common.languages")}
                head={t("common.language")}
                lines={languages.rows.map((row) => ({
                  key: row.languageId,
                  name: names.of(row.name),
                  plainName: names.of(row.name),
                  href: path(addresses.language(row.code).web),
                  numbers: row.counters,
                }))}
              />
            )}
          </Section>
          <div>
            <Section title={t("engage.about")} id="about">
              {project.instructions ? <p className="mb-3 whitespace-pre-line">{project.instructions}</p> : null}
              {project.web ? (
                <a href={project.web} rel="noopener nofollow" className="link inline-flex items-center gap-1 break-all">
                  {project.web.replace(/^https?:\/\//, "").replace(/\/$/, "")} <ExternalLink aria-hidden size={14} />
                </a>
              ) : null}
            </Section>
            <Section title={t("engage.how")} id="how">
              <ol className="mb-4 grid list-decimal gap-2 ps-5">
                <li>{t("engage.step.language")}</li>
                <li>{t(actor.isAnonymous ? "engage.step.signIn" : "engage.step.open")}</li>
                <li>{t("engage.step.write")}</li>
              </ol>
              {actor.isAnonymous ? (
                <div className="flex flex-wrap gap-2">
                  {open ? (
                    <LinkButton href={path(urls.register(path(begin)))}>{t("engage.register")}</LinkButton>
                  ) : null}
                  <LinkButton href={path(urls.signIn(path(begin)))}>{t("engage.signIn")}</LinkButton>
                </div>
              ) : null}
            </Section>
          </div>
        </div>
      </Page>
    );
  });
}
