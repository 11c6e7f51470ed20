import { EmptyState } from "@/app/ui/empty-state";
import { FindLanguages, NoLanguageFound } from "@/app/ui/find-languages";
import { LanguageName } from "@/app/ui/language-name";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, type Texts, titled } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { orderLinks, orderQuery, readOrder } from "@/app/ui/work-order";
import { WorkTable } from "@/app/ui/work-table";
import { can } from "@/lib/domain/access/demand";
import { type LanguageInUse, pageOfLanguages } from "@/lib/domain/statistics/languages-in-use";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("common.languages");

/** Languages on a page: of those in use, and of all known ones, which take a line of text each. */
const USED_SIZE = 100;
const KNOWN_SIZE = 1000;

/** Languages in use with what there is to do in each, and all that are known. */
export default async function LanguagesPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const names = languageNames(t);
  const parameters = await searchParams;
  const all = one(parameters.show) === "all";
  const page = readPage(parameters.page);
  const size = all ? KNOWN_SIZE : USED_SIZE;
  const actor = await currentActor();
  const mine = actor.isAnonymous ? [] : await readUserLanguages(actor.userId);
  const own = new Set(mine.map((language) => language.code));
  const order = readOrder(parameters);
  const window = { limit: size, offset: (page - 1) * size };
  const first = all || order.order !== "name" ? [] : [...own];
  const words = one(parameters.q) ?? "";
  const query = { show: all ? "all" : undefined, ...orderQuery(order) };
  const { rows, count } = await pageOfLanguages(all, first, window, order, names.typed(words));
  const languages =
    count > rows.length || order.order !== "name" ? rows : byShownName(t, rows, new Set(first), order.down);
  return (
    <Page
      title={t("common.languages")}
      actions={
        <>
          {can(actor, "language.edit") ? (
            <LinkButton href={path(urls.workflows())}>{t("workflows.title")}</LinkButton>
          ) : null}
          {mine[0] ? (
            <LinkButton kind="primary" href={path(urls.language(mine[0].code).web)}>
              {t("languages.open", { language: names.of(mine[0].name) })}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <Tabs
        label={t("common.languages")}
        tabs={[
          { label: t("languages.inUse"), href: "/languages/", current: !all },
          { label: t("languages.all"), href: "/languages/?show=all", current: all },
        ]}
      />
      <FindLanguages words={words} count={count} query={query} />
      {count === 0 && words !== "" ? (
        // A language that nobody uses yet may be meant.
        <NoLanguageFound query={all ? query : { show: "all", q: words }} />
      ) : all ? (
        <Catalogue languages={languages} />
      ) : count === 0 ? (
        <EmptyState
          title={t("languages.none")}
          action={<LinkButton href="/projects/">{t("common.projects")}</LinkButton>}
        >
          {t("languages.noneText")}
        </EmptyState>
      ) : (
        <WorkTable
          label={t("languages.inUseTable")}
          head={t("common.language")}
          sort={orderLinks(order, { q: words || undefined })}
          lines={languages.flatMap((row) =>
            row.counters === null
              ? []
              : [
                  {
                    key: row.id,
                    name: <LanguageName language={row} native />,
                    plainName: names.of(row.name),
                    href: path(urls.language(row.code).web),
                    numbers: row.counters,
                    note: t("languages.note", {
                      code: own.has(row.code) ? t("languages.yours") : row.code,
                      count: row.counters.translations,
                    }),
                  },
                ],
          )}
        />
      )}
      <Pager page={page} size={size} total={count} query={{ ...query, q: words || undefined }} />
    </Page>
  );
}

/** Languages of which all are on the page, in the order of the reader's names; those of the reader first. */
function byShownName(t: Texts, rows: readonly LanguageInUse[], first: ReadonlySet<string>, down: boolean) {
  const places = new Map(
    languageNames(t)
      .listed(rows)
      .map(({ id }, place) => [id, place]),
  );
  const placeOf = (row: LanguageInUse) => (places.get(row.id) ?? 0) * (down ? -1 : 1);
  return rows.toSorted((a, b) => Number(first.has(b.code)) - Number(first.has(a.code)) || placeOf(a) - placeOf(b));
}

function Catalogue({ languages }: { languages: readonly LanguageInUse[] }) {
  return (
    <ul className="columns-1 gap-6 sm:columns-2 lg:columns-3">
      {languages.map((language) => (
        <li key={language.id} className="break-inside-avoid">
          <a
            href={path(urls.language(language.code).web)}
            className="name-link inline-flex min-h-8 items-center font-normal"
          >
            <LanguageName language={language} code />
          </a>
        </li>
      ))}
    </ul>
  );
}
