import type { ReactNode } from "react";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { SearchBox } from "@/app/ui/search-box";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Busy, Invalid } from "@/lib/domain/errors";
import { type QuickSearchResults, quickSearch } from "@/lib/domain/statistics/quick-search";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("search.title");

export default async function SearchPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const query = one((await searchParams).q)
    .trim()
    .slice(0, 100);
  let problem: string | undefined;
  const found = await quickSearch(await currentActor(), query).catch((error): QuickSearchResults => {
    if (!(error instanceof Busy || error instanceof Invalid)) throw error;
    problem = error instanceof Invalid ? error.fields[0]?.message : error.message;
    return { projects: [], components: [], languages: [], people: [] };
  });
  const groups: { title: string; links: { key: string; href: string; label: ReactNode }[] }[] = [
    {
      title: t("common.projects"),
      links: found.projects.map((row) => ({ key: row.slug, href: path(urls.project(row.slug).web), label: row.name })),
    },
    {
      title: t("common.components"),
      links: found.components.map((row) => {
        const place = { projectSlug: row.projectSlug, categoryPath: row.categoryPath, componentSlug: row.slug };
        const href = path(urls.component(place).web);
        return { key: href, href, label: `${row.projectName} › ${row.name}` };
      }),
    },
    {
      title: t("common.languages"),
      links: found.languages.map((row) => ({
        key: row.code,
        href: path(urls.language(row.code).web),
        label: `${row.name} (${row.code})`,
      })),
    },
    {
      title: t("common.people"),
      links: found.people.map((row) => ({
        key: row.username,
        href: path(urls.user(row.username).web),
        label: <bdi>{row.fullName || row.username}</bdi>,
      })),
    },
  ];
  const some = groups.filter((group) => group.links.length > 0);
  return (
    <Page title={query ? t("search.results", { query }) : t("search.title")} narrow>
      <div className="mb-6">
        <SearchBox query={query} id="search-page" inPage />
      </div>
      {some.length === 0 ? (
        <EmptyState
          title={problem ?? (query ? t("search.none") : t("search.prompt"))}
          action={<LinkButton href="/projects/">{t("common.browseProjects")}</LinkButton>}
        >
          {t("search.help")}
        </EmptyState>
      ) : (
        some.map((group) => (
          <Section key={group.title} title={group.title}>
            <ul className="panel divide-y divide-line">
              {group.links.map((link) => (
                <li key={link.key}>
                  <a href={link.href} className="name-link flex min-h-11 items-center px-4">
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        ))
      )}
    </Page>
  );
}
