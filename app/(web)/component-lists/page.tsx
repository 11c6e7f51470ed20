import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { can } from "@/lib/domain/access/demand";
import { list } from "@/lib/domain/componentlists/componentlists";
import { urls } from "@/lib/urls";
import { ListForm } from "../component-list/list-form";

export const generateMetadata = titled("componentLists.title");

const SIZE = 50;

/** Lists of components, across projects. */
export default async function ComponentListsPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const page = readPage((await searchParams).page);
    const { rows, count } = await list(actor, { limit: SIZE, offset: (page - 1) * SIZE });
    return (
      <Page title={t("componentLists.title")} lead={t("componentLists.lead")} narrow>
        {rows.length === 0 ? (
          <div className="mb-6">
            <EmptyState title={t("componentLists.none")}>{t("componentLists.noneText")}</EmptyState>
          </div>
        ) : (
          <ul className="panel mb-6 divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3">
                <a href={path(urls.componentListPage(row.slug))} className="name-link min-w-0 break-words">
                  {row.name}
                </a>
                <span className="text-table text-ink-2">
                  {t("componentLists.components", { count: row.components.length })}
                </span>
              </li>
            ))}
          </ul>
        )}
        <Pager page={page} size={SIZE} total={count} query={{}} />
        {can(actor, "componentlist.edit") ? (
          <Section title={t("componentLists.new")}>
            <ListForm />
          </Section>
        ) : null}
      </Page>
    );
  });
}
