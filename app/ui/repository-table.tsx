import { type Texts, useLanguage, useTexts } from "#texts";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { REPOSITORY_ACTS, REPOSITORY_RIGHTS } from "@/lib/domain/integrate/act-on-repositories";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import {
  REPOSITORY_STATES,
  type RepositoryLine,
  type RepositoryOrder,
  repositoryTable,
} from "@/lib/domain/statistics/repository-table";
import { withoutCredentials } from "@/lib/text/addresses";
import { urls } from "@/lib/urls";
import { actOnRepositories } from "./act-on-repositories";
import { EmptyState } from "./empty-state";
import { Field } from "./field";
import { FilterForm } from "./filter-form";
import { KeyPager } from "./key-pager";
import { LinkButton } from "./link-button";
import { countText } from "./numbers";
import { getTexts } from "./page-texts";
import { path, thisPage } from "./paths";
import { drawnTime } from "./relative-time";
import { REPOSITORY_SORTS, type RepositoryQuery, readRepositoryQuery } from "./repository-query";
import { RepositoryRows, type RepositoryWords } from "./repository-rows";
import { repositoryState } from "./repository-state";
import { Select } from "./select";
import { currentActor } from "./session";
import { type Column, Table } from "./table";
import { orderedLinks, orderedQuery } from "./table-order";
import { TickedForm } from "./ticked-form";

/** How many are on a page. */
const SIZE = 100;
/** With more than these there are fields that narrow the list. */
const FEW = 5;

const FORM = "chosen-repositories";

/** A page of repositories as an address asks for it. */
export interface RepositoryList {
  rows: readonly RepositoryLine[];
  next: number | undefined;
  asked: RepositoryQuery;
  /** Whether they are not all there are. */
  narrowed: boolean;
  /** Whether their projects are named. */
  projects: boolean;
  /** Those with which the reader may do something, by the ids of their components. */
  acts: ReadonlySet<number>;
  /** Address of all of them as CSV. */
  csv: string;
}

/** Repositories that the parameters of a page ask for, those in trouble first. @param project only those of a project */
export async function readRepositories(
  project: ProjectRow | undefined,
  parameters: Record<string, string | string[] | undefined>,
): Promise<RepositoryList> {
  const asked = readRepositoryQuery(parameters);
  const actor = await currentActor();
  const found = await repositoryTable(actor, project?.id, { ...asked, limit: SIZE });
  const acts = new Set(found.rows.filter((line) => mayAct(actor, line)).map(({ componentId }) => componentId));
  const narrowed = Boolean(asked.words || asked.state || asked.after);
  const csv = path(
    urls.table("repositories", project ? [project.slug] : [], {
      ...{ q: asked.words, state: asked.state },
      ...orderedQuery(REPOSITORY_SORTS, asked),
    }),
  );
  return { ...found, asked, narrowed, projects: project === undefined, acts, csv };
}

/** Whether somebody may do something with a repository by its row. */
function mayAct(actor: Actor, line: RepositoryLine): boolean {
  const scope = {
    project: { id: line.projectId, accessControl: line.accessControl },
    component: { id: line.componentId, restricted: line.restricted },
  };
  return REPOSITORY_RIGHTS.some((right) => can(actor, right, scope));
}

/**
 * Repositories with what waits in each, with fields that narrow them.
 * @param tab of the page on which the list stands
 */
export async function RepositoryTable({ list, tab }: { list: RepositoryList; tab?: string }) {
  const t = await getTexts();
  const { rows, next, asked, narrowed, acts } = list;
  const to = (after?: number) =>
    thisPage({
      ...{ tab, q: asked.words, state: asked.state, ...orderedQuery(REPOSITORY_SORTS, asked) },
      after: after === undefined ? undefined : String(after),
    });
  return (
    <>
      {rows.length > FEW || narrowed ? (
        <FilterForm label={t("repository.filter")}>
          {Object.entries({ tab, ...orderedQuery(REPOSITORY_SORTS, asked) }).map(([name, value]) =>
            value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
          <Field
            label={t("repository.words")}
            name="q"
            type="search"
            id="repository-words"
            defaultValue={asked.words}
            className="max-w-[320px] grow"
          />
          <Select
            label={t("common.state")}
            name="state"
            defaultValue={asked.state ?? ""}
            choices={[
              { value: "", label: t("project.anyState") },
              ...REPOSITORY_STATES.map((value) => ({ value, label: t(`repository.narrow.${value}`) })),
            ]}
            className="w-52"
          />
        </FilterForm>
      ) : null}
      {rows.length > 0 ? (
        <Lines list={list} sort={orderedLinks(REPOSITORY_SORTS, asked, { tab, q: asked.words, state: asked.state })} />
      ) : narrowed ? (
        <EmptyState
          title={t("repository.noneMatches")}
          action={<LinkButton href={thisPage({ tab })}>{t("repository.showAll")}</LinkButton>}
        />
      ) : (
        <EmptyState title={t("repository.none")}>{t("repository.noneText")}</EmptyState>
      )}
      {acts.size > 0 ? (
        <TickedForm
          id={FORM}
          action={actOnRepositories}
          label={t("repository.ticked.title")}
          acts={REPOSITORY_ACTS.map((value) => ({ value, label: t(`repository.ticked.act.${value}`) }))}
          submit={t("manage.people.act.do")}
        />
      ) : null}
      <KeyPager next={next ? to(next) : undefined} first={asked.after ? to() : undefined} />
    </>
  );
}

function Lines({
  list: { rows, projects, acts, csv },
  sort,
}: {
  list: RepositoryList;
  sort: (column: RepositoryOrder) => Column["sort"];
}) {
  const t = useTexts();
  const language = useLanguage();
  return (
    <Table
      name="repositories"
      label={t("repository.repositories")}
      csv={csv}
      columns={[
        ...(acts.size > 0 ? [{ label: t("work.choose"), hidden: true, className: "w-10" }] : []),
        { label: t("common.component"), sort: sort("name") },
        { key: "state", label: t("common.state"), sort: sort("trouble") },
        {
          ...{ key: "pending", label: t("repository.pending"), numeric: true, sort: sort("waiting") },
          className: "max-sm:hidden",
        },
        { key: "push", label: t("repository.step.toPush"), numeric: true, wide: true, sort: sort("push") },
        { key: "pull", label: t("repository.toPull"), numeric: true, wide: true, sort: sort("pull") },
        { key: "fetched", label: t("repository.fetched"), wide: true, sort: sort("fetched") },
      ]}
    >
      <RepositoryRows
        rows={rows.map((line) => ({
          ...wordsOf(t, language, line, projects),
          tick: acts.has(line.componentId) ? t("work.chooseName", { name: line.componentName }) : undefined,
        }))}
        ticks={acts.size > 0 ? { form: FORM, name: "component" } : undefined}
      />
    </Table>
  );
}

/** What the row of a repository says. @param projects whether its project is named */
function wordsOf(t: Texts, language: string, line: RepositoryLine, projects: boolean): RepositoryWords {
  const { projectSlug, categoryPath, componentSlug } = line;
  return {
    key: line.componentId,
    name: `${projects ? `${line.projectName} › ` : ""}${line.componentName}`,
    href: path(urls.component({ projectSlug, categoryPath, componentSlug }).repositoryPage),
    from: `${withoutCredentials(line.url)} ${line.branch ? `(${line.branch})` : ""}`,
    ...repositoryState(t, line),
    counts: [countText(language, line.waiting), countText(language, line.toPush), countText(language, line.missing)],
    time: drawnTime(t, language, line.fetchedAt),
  };
}
