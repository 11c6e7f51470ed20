import { type Texts, useLanguage, useTexts } from "#texts";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import {
  REPOSITORY_STATES,
  type RepositoryLine,
  type RepositoryState,
  repositoryTable,
} from "@/lib/domain/statistics/repository-table";
import { withoutCredentials } from "@/lib/text/addresses";
import { urls } from "@/lib/urls";
import { EmptyState } from "./empty-state";
import { Field } from "./field";
import { FilterForm } from "./filter-form";
import { KeyPager } from "./key-pager";
import { LinkButton } from "./link-button";
import { countText } from "./numbers";
import { one } from "./page-input";
import { getTexts } from "./page-texts";
import { path, thisPage } from "./paths";
import { drawnTime } from "./relative-time";
import { RepositoryRows, type RepositoryWords } from "./repository-rows";
import { Select } from "./select";
import { currentActor } from "./session";
import { Table } from "./table";

/** How many are on a page. */
const SIZE = 100;
/** With more than these there are fields that narrow the list. */
const FEW = 5;

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

interface Asked {
  words: string;
  state: RepositoryState | undefined;
  after: number | undefined;
}

function read(given: Parameters): Asked {
  return {
    words: one(given.q).trim().slice(0, 200),
    state: REPOSITORY_STATES.find((state) => state === one(given.state)),
    after: Number(/^[1-9]\d{0,8}$/.exec(one(given.after))?.[0] ?? 0) || undefined,
  };
}

/** A page of repositories as an address asks for it. */
export interface RepositoryList {
  rows: readonly RepositoryLine[];
  next: number | undefined;
  asked: Asked;
  /** Whether they are not all there are. */
  narrowed: boolean;
  /** Whether their projects are named. */
  projects: boolean;
}

/** Repositories that the parameters of a page ask for, those in trouble first. @param project only those of a project */
export async function readRepositories(
  project: ProjectRow | undefined,
  parameters: Parameters,
): Promise<RepositoryList> {
  const asked = read(parameters);
  const found = await repositoryTable(await currentActor(), project?.id, { ...asked, limit: SIZE });
  const narrowed = Boolean(asked.words || asked.state || asked.after);
  return { ...found, asked, narrowed, projects: project === undefined };
}

/**
 * Repositories with what waits in each, with fields that narrow them.
 * @param tab of the page on which the list stands
 */
export async function RepositoryTable({ list, tab }: { list: RepositoryList; tab?: string }) {
  const t = await getTexts();
  const { rows, next, asked, narrowed, projects } = list;
  const to = (after?: number, { words, state }: Partial<Asked> = asked) =>
    thisPage({ tab, q: words, state, after: after === undefined ? undefined : String(after) });
  return (
    <>
      {rows.length > FEW || narrowed ? (
        <FilterForm label={t("repository.filter")}>
          {tab ? <input type="hidden" name="tab" value={tab} /> : null}
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
        <Lines lines={rows} projects={projects} />
      ) : narrowed ? (
        <EmptyState
          title={t("repository.noneMatches")}
          action={<LinkButton href={to(undefined, {})}>{t("repository.showAll")}</LinkButton>}
        />
      ) : (
        <EmptyState title={t("repository.none")}>{t("repository.noneText")}</EmptyState>
      )}
      <KeyPager next={next ? to(next) : undefined} first={asked.after ? to() : undefined} />
    </>
  );
}

function Lines({ lines, projects }: { lines: readonly RepositoryLine[]; projects: boolean }) {
  const t = useTexts();
  const language = useLanguage();
  return (
    <Table
      name="repositories"
      label={t("repository.repositories")}
      columns={[
        { label: t("common.component") },
        { key: "state", label: t("common.state") },
        { key: "pending", label: t("repository.pending"), numeric: true },
        { key: "push", label: t("repository.step.toPush"), numeric: true, wide: true },
        { key: "pull", label: t("repository.toPull"), numeric: true, wide: true },
        { key: "fetched", label: t("repository.fetched"), wide: true },
      ]}
    >
      <RepositoryRows rows={lines.map((line) => wordsOf(t, language, line, projects))} />
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
    ...stateOf(t, line),
    counts: [countText(language, line.waiting), countText(language, line.toPush), countText(language, line.missing)],
    time: drawnTime(t, language, line.fetchedAt),
  };
}

function stateOf(t: Texts, line: RepositoryLine): Pick<RepositoryWords, "state" | "mood"> {
  if (line.mergeFailure) return { state: t("repository.mergeFailed"), mood: "failing" };
  if (line.alerts > 0) return { state: t("repository.alerts", { count: line.alerts }), mood: "failing" };
  if (line.locked) return { state: t("repository.lockedState"), mood: "quiet" };
  if (line.missing > 0) return { state: t("repository.behind") };
  if (line.waiting > 0 || line.toPush > 0) return { state: t("repository.ahead") };
  return { state: t("repository.upToDate"), mood: "quiet" };
}
