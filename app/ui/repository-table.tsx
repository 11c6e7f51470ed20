import type { RepositoryLine } from "@/lib/domain/statistics/manage";
import { withoutCredentials } from "@/lib/text/addresses";
import { urls } from "@/lib/urls";
import { Ago } from "./ago";
import { Cell } from "./cell";
import { EmptyState } from "./empty-state";
import { count } from "./numbers";
import { path } from "./paths";
import { Table } from "./table";

/** Repositories with what waits in each; those in trouble come first. */
export function RepositoryTable({ lines, projects = false }: { lines: readonly RepositoryLine[]; projects?: boolean }) {
  if (lines.length === 0)
    return <EmptyState title="No repositories yet">They come with the first component.</EmptyState>;
  return (
    <Table
      label="Repositories"
      columns={[
        { label: "Component" },
        { label: "State" },
        { label: "Pending", numeric: true },
        { label: "To push", numeric: true, wide: true },
        { label: "To pull", numeric: true, wide: true },
        { label: "Fetched", wide: true },
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
            <Cell>{stateOf(line)}</Cell>
            <Cell numeric>{count(line.waiting)}</Cell>
            <Cell numeric wide>
              {count(line.outgoing)}
            </Cell>
            <Cell numeric wide>
              {count(line.missing)}
            </Cell>
            <Cell wide>
              <Ago at={line.fetchedAt} />
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}

function stateOf(line: RepositoryLine) {
  if (line.mergeFailure) return <span className="text-failing">merge failed</span>;
  if (line.alerts > 0)
    return <span className="text-failing">{line.alerts === 1 ? "1 alert" : `${line.alerts} alerts`}</span>;
  if (line.locked) return <span className="text-ink-2">locked</span>;
  if (line.missing > 0) return "behind upstream";
  if (line.waiting > 0 || line.outgoing > 0) return "has work to send";
  return <span className="text-ink-2">in step</span>;
}
