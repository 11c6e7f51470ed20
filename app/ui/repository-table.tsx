import { type Texts, useTexts } from "#texts";
import type { RepositoryLine } from "@/lib/domain/statistics/management";
import { withoutCredentials } from "@/lib/text/addresses";
import { urls } from "@/lib/urls";
import { Cell } from "./cell";
import { EmptyState } from "./empty-state";
import { Count } from "./numbers";
import { path } from "./paths";
import { RelativeTime } from "./relative-time";
import { Table } from "./table";

/** Repositories with what waits in each; those in trouble come first. */
export function RepositoryTable({ lines, projects = false }: { lines: readonly RepositoryLine[]; projects?: boolean }) {
  const t = useTexts();
  if (lines.length === 0) return <EmptyState title={t("repository.none")}>{t("repository.noneText")}</EmptyState>;
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
      {lines.map((line) => {
        const place = {
          projectSlug: line.projectSlug,
          categoryPath: line.categoryPath,
          componentSlug: line.componentSlug,
        };
        return (
          <tr key={line.componentId} className="hover:bg-sunken">
            <Cell head>
              <a className="name-link" href={path(urls.component(place).repositoryPage)}>
                {projects ? `${line.projectName} › ` : ""}
                {line.componentName}
              </a>
              <span className="block max-w-md truncate text-meta text-ink-3" dir="ltr">
                {withoutCredentials(line.url)} {line.branch ? `(${line.branch})` : ""}
              </span>
            </Cell>
            <Cell>{stateOf(t, line)}</Cell>
            <Cell numeric>
              <Count value={line.waiting} />
            </Cell>
            <Cell numeric wide>
              <Count value={line.toPush} />
            </Cell>
            <Cell numeric wide>
              <Count value={line.missing} />
            </Cell>
            <Cell wide>
              <RelativeTime at={line.fetchedAt} />
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}

function stateOf(t: Texts, line: RepositoryLine) {
  if (line.mergeFailure) return <span className="text-failing">{t("repository.mergeFailed")}</span>;
  if (line.alerts > 0) return <span className="text-failing">{t("repository.alerts", { count: line.alerts })}</span>;
  if (line.locked) return <span className="text-ink-2">{t("repository.lockedState")}</span>;
  if (line.missing > 0) return t("repository.behind");
  if (line.waiting > 0 || line.toPush > 0) return t("repository.ahead");
  return <span className="text-ink-2">{t("repository.upToDate")}</span>;
}
