import { Folder, FolderPlus } from "lucide-react";
import { Button } from "@/app/ui/button";
import { componentLine } from "@/app/ui/component-line";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FilterForm } from "@/app/ui/filter-form";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { QuickFilters } from "@/app/ui/quick-filters";
import { currentActor } from "@/app/ui/session";
import { orderLinks, orderQuery } from "@/app/ui/work-order";
import { type WorkLine, WorkTable } from "@/app/ui/work-table";
import { can } from "@/lib/domain/access/demand";
import { componentTable, OWN_STATES, TABLE_STATES } from "@/lib/domain/components/component-table";
import { scopeOf } from "@/lib/domain/components/components";
import { noCounters, readCounters } from "@/lib/domain/counters/read-counters";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { visibleCounters } from "@/lib/domain/statistics/visible";
import { listCategorySummaries } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { addressOfTable, readTable, type TableParameters } from "./table-parameters";

const SIZE = 100;
const FORM = "chosen-components";

/** Categories and components of a project, or of one of its categories: to narrow, to order, and to change many at once. */
export async function ProjectComponents({
  project,
  category,
  mayAdd,
  parameters,
}: {
  project: ProjectRow;
  category?: { id: number; path: string };
  mayAdd: boolean;
  parameters: TableParameters;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const asked = readTable(parameters);
  const filtered = Boolean(asked.q || asked.state);
  const tab = category ? undefined : "components";
  const [categories, { rows, count, next }] = await Promise.all([
    asked.after || filtered ? [] : listCategorySummaries(project.id, category?.id ?? null),
    componentTable(actor, { projectId: project.id, categoryId: category?.id }, asked, {
      order: asked.order,
      down: asked.down,
      after: asked.after,
      limit: SIZE,
    }),
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
  const slugs = [project.slug, ...(category ? category.path.split("/") : [])];
  if (categories.length === 0 && rows.length === 0 && !filtered && !asked.after)
    return (
      <EmptyState
        title={t("project.noComponents")}
        action={
          mayAdd ? (
            <LinkButton kind="primary" href={path(urls.newComponent(undefined, slugs.join("/")))}>
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
  const editable = new Set(
    rows.flatMap((row) => (row.projectId === project.id && can(actor, "component.edit", scopeOf(row)) ? [row.id] : [])),
  );
  const settings = path(urls.below("component-settings", slugs));
  return (
    <>
      <FilterForm label={t("project.filterComponents")}>
        {tab ? <input type="hidden" name="tab" value={tab} /> : null}
        {Object.entries({ ...orderQuery(asked), state: asked.state }).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <Field
          label={t("common.name")}
          name="q"
          type="search"
          id="component-name"
          defaultValue={asked.q}
          className="max-w-[320px] grow"
        />
      </FilterForm>
      <QuickFilters
        label={t("project.quickFilters")}
        filters={[undefined, ...TABLE_STATES.filter((state) => !actor.isAnonymous || !OWN_STATES.includes(state))].map(
          (state) => ({
            label: t(state ? `project.tableState.${state}` : "project.allComponents"),
            href: addressOfTable({ ...asked, tab, state, after: undefined }),
            current: asked.state === state,
          }),
        )}
      />
      {rows.length === 0 && folders.length === 0 ? (
        <EmptyState
          title={t("project.noneMatches")}
          action={
            <LinkButton href={addressOfTable({ ...asked, tab, q: undefined, state: undefined, after: undefined })}>
              {t("project.showAllComponents")}
            </LinkButton>
          }
        >
          {t(`project.noneText.${asked.q ? "words" : (asked.state ?? "words")}`)}
        </EmptyState>
      ) : (
        <WorkTable
          label={t("common.components")}
          head={t("common.component")}
          lines={[
            ...folders,
            ...rows.map((row) => ({
              ...componentLine(t, row, ofComponents.get(row.id)),
              tick: editable.has(row.id) ? String(row.id) : undefined,
            })),
          ]}
          csv={path(urls.table("components", slugs, { q: asked.q, state: asked.state, ...orderQuery(asked) }))}
          ticks={editable.size > 0 ? { form: FORM, name: "component" } : undefined}
          sort={orderLinks(asked, { tab, q: asked.q, state: asked.state })}
        />
      )}
      {editable.size > 0 ? (
        <form
          id={FORM}
          action={settings}
          aria-label={t("project.settingsOfMany")}
          className="sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-3 border-t border-line bg-bg py-3"
        >
          <Button className="max-sm:whitespace-normal">{t("project.settingsOfTicked")}</Button>
          <a
            className="link inline-flex min-h-6 items-center"
            href={`${settings}${addressOfTable({ q: asked.q, state: asked.state })}`}
          >
            {t(filtered ? "project.settingsOfMatching" : "project.settingsOfAll", { count })}
          </a>
        </form>
      ) : null}
      {mayAdd ? (
        <p className="mt-3">
          <a className="link inline-flex min-h-6 items-center gap-1" href={path(urls.newCategory(slugs.join("/")))}>
            <FolderPlus aria-hidden size={16} /> {t("category.new")}
          </a>
        </p>
      ) : null}
      <KeyPager
        next={next === undefined ? undefined : addressOfTable({ ...asked, tab, after: next })}
        first={asked.after ? addressOfTable({ ...asked, tab, after: undefined }) : undefined}
      />
    </>
  );
}
