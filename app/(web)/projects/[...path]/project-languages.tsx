import { EmptyState } from "@/app/ui/empty-state";
import { FindLanguages, NoLanguageFound } from "@/app/ui/find-languages";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { orderLinks, orderQuery } from "@/app/ui/work-order";
import { WorkTable } from "@/app/ui/work-table";
import type { OrderedBy } from "@/lib/domain/counters/work-order";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { readProjectLanguages } from "@/lib/domain/statistics/visible";
import { urls } from "@/lib/urls";

/** Languages on a page. */
const SIZE = 100;

/** Languages of a project; the reader's own first. */
export async function ProjectLanguages({
  project,
  own,
  mayAdd,
  page: wanted,
  order,
  words,
}: {
  project: ProjectRow;
  own: readonly string[];
  mayAdd: boolean;
  page: string | string[] | undefined;
  order: OrderedBy;
  /** What somebody typed to narrow the list. */
  words: string;
}) {
  const t = await getTexts();
  const names = languageNames(t);
  const page = readPage(wanted);
  const query = { tab: "languages", ...orderQuery(order) };
  const window = { limit: SIZE, offset: (page - 1) * SIZE };
  const { rows, count } = await readProjectLanguages(
    await currentActor(),
    project.id,
    window,
    order.order === "name" ? own : [],
    order,
    names.typed(words),
  );
  if (count === 0 && words === "")
    return (
      <EmptyState
        title={t("project.noLanguages")}
        action={
          mayAdd ? (
            <LinkButton kind="primary" href={path(urls.newComponent(undefined, project.slug))}>
              {t("project.addComponents")}
            </LinkButton>
          ) : null
        }
      >
        {t("project.noLanguagesText")}
      </EmptyState>
    );
  const mine = new Set(own);
  return (
    <>
      <FindLanguages words={words} count={count} query={query} />
      {count === 0 ? (
        <NoLanguageFound query={query} />
      ) : (
        <WorkTable
          label={t("project.languagesOf", { project: project.name })}
          head={t("common.language")}
          csv={`${path(urls.project(project.slug).exports.statistics)}?format=csv`}
          sort={orderLinks(order, { tab: "languages", q: words || undefined })}
          lines={rows.map((row) => {
            const place = urls.project(project.slug).language(row.code);
            return {
              key: row.languageId,
              name: names.of(row.name),
              plainName: names.of(row.name),
              href: path(place.web),
              numbers: row.counters,
              translate: path(place.web),
              note: mine.has(row.code) ? t("project.yourLanguage") : row.code,
            };
          })}
        />
      )}
      <Pager page={page} size={SIZE} total={count} query={{ ...query, q: words || undefined }} />
    </>
  );
}
