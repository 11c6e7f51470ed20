import type { Metadata } from "next";
import { cache } from "react";
import { Code } from "@/app/ui/code";
import { DefinitionList } from "@/app/ui/definition-list";
import { EmptyState } from "@/app/ui/empty-state";
import { feedOf } from "@/app/ui/feed-link";
import { guarded } from "@/app/ui/guard";
import { LanguageName } from "@/app/ui/language-name";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { ObjectLinks } from "@/app/ui/object-links";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { PeopleList } from "@/app/ui/people-list";
import { PluralRules } from "@/app/ui/plural-rules";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { sharedMetadata } from "@/app/ui/share-metadata";
import { WorkSummary } from "@/app/ui/work-summary";
import { WorkTable } from "@/app/ui/work-table";
import { NotFound } from "@/lib/domain/errors";
import { sharedLanguage } from "@/lib/domain/exports/share-card";
import { findLanguage } from "@/lib/domain/languages/languages";
import { listContributors } from "@/lib/domain/statistics/contributors";
import { projectsOfLanguage } from "@/lib/domain/statistics/languages-in-use";
import { visibleLanguageCounter } from "@/lib/domain/statistics/visible";
import { urls } from "@/lib/urls";

interface Input {
  params: Promise<{ code: string }>;
}

const load = cache(async (segment: string) => {
  let code = segment;
  try {
    code = decodeURIComponent(segment);
  } catch {
    throw new NotFound("The address holds a broken percent-encoding.");
  }
  if (code.includes("\0")) throw new NotFound("There is no such language.");
  return findLanguage(code);
});

export async function generateMetadata({ params }: Input): Promise<Metadata> {
  const t = await getTexts();
  const language = await load((await params).code).catch(() => undefined);
  if (!language) return { title: t("common.notFound") };
  const title = languageNames(t).of(language.name);
  const { code } = language;
  const about = () => sharedLanguage(t, language);
  return sharedMetadata(
    t,
    { title, address: urls.language(code).web, picture: [["-", code], "card.png"], about },
    { title, ...feedOf(t, ["language", code]) },
  );
}

/** A language: the projects that are translated into it, its plural forms, its people. */
export default async function LanguagePage({ params }: Input) {
  const t = await getTexts();
  const names = languageNames(t);
  return guarded(async () => {
    const language = await load((await params).code);
    const actor = await currentActor();
    const [numbers, projects, people] = await Promise.all([
      visibleLanguageCounter(actor, language.id),
      projectsOfLanguage(actor, language.id),
      listContributors(actor, { languageId: language.id }, 84, 15),
    ]);
    return (
      <>
        <Page
          title={<LanguageName language={language} native />}
          crumbs={[{ label: t("common.languages"), href: "/languages/" }, { label: names.of(language.name) }]}
        >
          {projects.length > 0 ? <WorkSummary numbers={numbers} /> : null}
          <div className="grid gap-x-8 lg:grid-cols-[1fr_320px]">
            <Section title={t("common.projects")}>
              {projects.length === 0 ? (
                <EmptyState
                  title={t("languages.noProjects", { language: names.of(language.name) })}
                  action={<LinkButton href="/projects/">{t("common.projects")}</LinkButton>}
                >
                  {t("languages.addHint")}
                </EmptyState>
              ) : (
                <WorkTable
                  label={t("languages.projects", { language: names.of(language.name) })}
                  head={t("common.project")}
                  lines={projects.map((project) => {
                    const href = path(urls.project(project.slug).language(language.code).web);
                    return {
                      key: project.id,
                      name: project.name,
                      plainName: project.name,
                      href,
                      numbers: project.counters,
                      translate: href,
                    };
                  })}
                />
              )}
            </Section>
            <div>
              <Section title={t("common.pluralForms")}>
                <PluralRules plural={language.plural} />
              </Section>
              <Section title={t("languages.about")}>
                <DefinitionList
                  facts={[
                    [t("common.code"), <Code key="code">{language.code}</Code>],
                    [t("languages.aliases"), language.aliases.slice(0, 12).join(", ")],
                    [
                      t("languages.direction"),
                      t(language.direction === "rtl" ? "languages.rightToLeft" : "languages.leftToRight"),
                    ],
                  ]}
                />
              </Section>
              <Section title={t("common.people")} lead={t("common.last12Weeks")}>
                <PeopleList people={people} />
              </Section>
            </div>
          </div>
        </Page>
        <ObjectLinks slugs={["language", language.code]} />
      </>
    );
  });
}
