import type { ReactNode } from "react";
import { Callout } from "@/app/ui/callout";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, type Texts, useTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { QueryReading } from "@/app/ui/query/query-reading";
import { SearchBox } from "@/app/ui/search-box";
import { searchProblem } from "@/app/ui/search-problem";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { StateIcon } from "@/app/ui/state-icon";
import { stateOf } from "@/app/ui/states";
import { UnitText } from "@/app/ui/unit-text";
import { ownSavedSearches } from "@/lib/domain/search/saved-searches";
import { type FoundStrings, MOST_COUNTED, searchStrings } from "@/lib/domain/search/search-strings";
import { type QuickSearchResults, quickSearch } from "@/lib/domain/statistics/quick-search";
import { decodedPath, type PathObject } from "@/lib/domain/translations/resolve-path";
import { unitChecksum } from "@/lib/domain/units/units";
import { urls } from "@/lib/urls";
import { SavedSearches } from "../saved-searches";

export const generateMetadata = titledPlace("search.title");

/** Strings on a page, and the last page that is offered: what comes later is found by narrowing the search. */
const SIZE = 20;
const MOST_PAGES = MOST_COUNTED / SIZE;

/** Searches everything by name and strings, or the strings of one place. */
export default async function SearchPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ path?: string[] }> }) {
  return guarded(async () => {
    const slugs = decodedPath((await params).path ?? []);
    const place = slugs.length > 0 ? await currentObject(slugs) : undefined;
    return <Results slugs={slugs} place={place} asked={await searchParams} />;
  });
}

/** What a place is called where it is searched in. */
function nameOf(t: Texts, place: PathObject): string {
  const { project } = place;
  if (place.kind === "project") return project.name;
  const holder = place.kind === "category" ? place.category : "component" in place ? place.component : undefined;
  const language =
    place.kind === "translation"
      ? place.translation.language
      : place.kind === "project-language"
        ? place.language
        : undefined;
  return [project.name, holder?.name, language && languageNames(t).of(language.name)].filter(Boolean).join(" › ");
}

async function Results({
  slugs,
  place,
  asked,
}: {
  slugs: readonly string[];
  /** Where strings are searched; everywhere when left out. */
  place: PathObject | undefined;
  asked: Awaited<PageInput["searchParams"]>;
}) {
  const t = await getTexts();
  const query = one(asked.q).trim().slice(0, 2000);
  const page = Math.min(readPage(asked.page), MOST_PAGES);
  const whole = one(asked.whole) === "1";
  const actor = await currentActor();
  const nothing: QuickSearchResults = { projects: [], components: [], languages: [], people: [] };
  // Names are few words long; what is longer, or within a place, is for strings.
  const names = place !== undefined || query.length > 100 || page > 1 ? nothing : undefined;
  // One after the other: each caller has one place at the gate.
  const found =
    names ??
    (await quickSearch(actor, query, languageNames(t).codesOf(query)).catch((error) => {
      searchProblem(t, error);
      return nothing;
    }));
  const strings =
    query === ""
      ? undefined
      : await searchStrings(actor, query, { limit: SIZE, offset: (page - 1) * SIZE }, { place, whole }).catch(
          (error: unknown) => searchProblem(t, error),
        );
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
        label: `${languageNames(t).of(row.name)} (${row.code})`,
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
  const hrefOf = (other: string) => path(urls.search(other, slugs));
  return (
    <Page
      title={
        query
          ? t("search.results", { query })
          : place
            ? t("search.within", { place: nameOf(t, place) })
            : t("search.title")
      }
      crumbs={place ? crumbsBelow(t, place, t("search.stringsLabel")) : undefined}
      lead={
        place && query ? (
          <>
            {t("search.within", { place: nameOf(t, place) })}{" "}
            <a href={path(urls.search(query))} className="link">
              {t("search.everywhere")}
            </a>
          </>
        ) : undefined
      }
      narrow
    >
      <div className="mb-6 grid gap-3">
        <SearchBox query={query} id="search-page" action={hrefOf("")} strings={place !== undefined} />
        <QueryReading query={query} hrefOf={hrefOf} />
      </div>
      {query === "" ? (
        <EmptyState
          title={t("search.prompt")}
          action={<LinkButton href="/projects/">{t("common.browseProjects")}</LinkButton>}
        >
          {t("search.help")}
        </EmptyState>
      ) : null}
      {some.map((group) => (
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
      ))}
      {strings === undefined ? null : typeof strings === "string" ? (
        <Callout tone="error">{strings}</Callout>
      ) : (
        <Strings
          found={strings}
          page={page}
          query={query}
          whole={whole}
          allHref={path(urls.search(query, slugs, { whole: true }))}
        />
      )}
      {actor.isAnonymous ? null : (
        <SavedSearches
          saved={await ownSavedSearches(actor)}
          query={typeof strings === "string" ? "" : query}
          hrefOf={hrefOf}
        />
      )}
    </Page>
  );
}

function Strings({
  found,
  page,
  query,
  whole,
  allHref,
}: {
  found: FoundStrings;
  page: number;
  query: string;
  /** Whether all strings were looked at, as somebody wished. */
  whole: boolean;
  /** Where all strings are looked at. */
  allHref: string;
}) {
  const t = useTexts();
  const { rows, count, more, part } = found;
  const limits = part ? (
    <p className="mb-3 text-ink-2">
      {t.rich("search.part", {
        ...part,
        link: (text) => (
          <a className="link" href={allHref}>
            {text}
          </a>
        ),
      })}
    </p>
  ) : null;
  if (count === 0)
    return (
      <Section title={t("search.strings")}>
        {limits}
        <p className="text-ink-2">{t("search.noStrings")}</p>
      </Section>
    );
  return (
    <Section title={t("search.strings")} lead={t(more ? "search.more" : "search.count", { count })}>
      {limits}
      <ul className="panel divide-y divide-line">
        {rows.map((unit) => (
          <li key={unit.id} className="grid gap-0.5 px-4 py-2.5 wrap-anywhere">
            <a href={path(urls.unitPage(unit, unitChecksum(unit)))} className="name-link">
              <UnitText text={unit.sources[0] || unit.context} small />
            </a>
            <UnitText text={unit.targets.find((text) => text !== "") ?? ""} lang={unit.languageCode} small />
            <span className="flex items-center gap-1.5 text-table text-ink-2">
              <StateIcon state={stateOf(unit.state)} />
              <bdi>
                {[unit.projectSlug, unit.categoryPath, unit.componentSlug, unit.languageCode]
                  .filter(Boolean)
                  .join(" › ")}
              </bdi>
            </span>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        size={SIZE}
        total={Math.min(count, MOST_COUNTED)}
        query={whole ? { q: query, whole: "1" } : { q: query }}
      />
      {count > MOST_COUNTED || more ? (
        <p className="mt-2 text-table text-ink-2">{t("search.firstOnly", { count: Math.min(count, MOST_COUNTED) })}</p>
      ) : null}
    </Section>
  );
}
