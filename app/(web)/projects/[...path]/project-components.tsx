import { Folder } from "lucide-react";
import { componentLine } from "@/app/ui/component-line";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { type WorkLine, WorkTable } from "@/app/ui/work-table";
import { listComponents } from "@/lib/domain/components/components";
import { noCounters, readCounters } from "@/lib/domain/counters/read-counters";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { visibleCounters } from "@/lib/domain/statistics/visible";
import { listCategorySummaries } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";

const SIZE = 100;

/** Categories and components of a project, or of one of its categories. */
export async function ProjectComponents({
  project,
  category,
  mayAdd,
  page,
}: {
  project: ProjectRow;
  category?: { id: number };
  mayAdd: boolean;
  page: string | string[] | undefined;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const at = readPage(page);
  const [categories, { rows, count }] = await Promise.all([
    listCategorySummaries(project.id, category?.id ?? null),
    listComponents(actor, { project, categoryId: category?.id }, { limit: SIZE, offset: (at - 1) * SIZE }),
  ]);
  const [ofCategories, ofComponents] = await Promise.all([
    visibleCounters(
      actor,
      "category",
      categories.map((row) => row.id),
    ),
    readCounters(
      "component",
      rows.map((row) => row.id),
    ),
  ]);
  if (categories.length === 0 && rows.length === 0)
    return (
      <EmptyState
        title={t("project.noComponents")}
        action={
          mayAdd ? (
            <LinkButton kind="primary" href={path(urls.newComponent("vcs", project.slug))}>
              {t("project.addComponents")}
            </LinkButton>
          ) : null
        }
      >
        {t("project.noComponentsText")}
      </EmptyState>
    );
  const folders: WorkLine[] = categories.map((row) => ({
    key: `f${row.id}`,
    name: (
      <span className="inline-flex items-center gap-1.5">
        <Folder aria-hidden size={16} className="text-ink-3" /> {row.name}
      </span>
    ),
    plainName: row.name,
    href: path(urls.page([project.slug, ...row.path.split("/")])),
    numbers: ofCategories.get(row.id) ?? noCounters(),
    note: t("project.category"),
  }));
  return (
    <>
      <WorkTable
        label={t("common.components")}
        head={t("common.component")}
        lines={[...(at === 1 ? folders : []), ...rows.map((row) => componentLine(t, row, ofComponents.get(row.id)))]}
      />
      <Pager page={at} size={SIZE} total={count} query={{ tab: category ? undefined : "components" }} />
    </>
  );
}
