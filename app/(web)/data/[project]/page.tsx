import type { Metadata } from "next";
import { Cell } from "@/app/ui/cell";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { Pager, readPage } from "@/app/ui/pager";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { addressOf, listComponents } from "@/lib/domain/components/components";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

export const metadata: Metadata = { title: "Data exports" };

const SIZE = 100;

interface Exports {
  name: string;
  exports: { feed: string; statistics: string; history: string };
}

const COLUMNS = [{ label: "Of" }, { label: "Changes" }, { label: "Statistics" }, { label: "History" }];

/** A link of a table, with what it leads to for those who hear it alone. */
function Export({ of, href, what, format }: { of: string; href: string; what: string; format: string }) {
  return (
    <a href={href} className="link me-3" aria-label={`${what} of ${of} as ${format}`}>
      {format}
    </a>
  );
}

function ExportRow({ name, exports }: Exports) {
  return (
    <tr>
      <Cell head className="break-words">
        {name}
      </Cell>
      <Cell>
        <Export of={name} href={exports.feed} what="Changes" format="RSS" />
      </Cell>
      <Cell>
        <Export of={name} href={exports.statistics} what="Statistics" format="JSON" />
        <Export of={name} href={`${exports.statistics}?format=csv`} what="Statistics" format="CSV" />
      </Cell>
      <Cell>
        <Export of={name} href={exports.history} what="History" format="CSV" />
      </Cell>
    </tr>
  );
}

/** Where the feeds, statistics and history of a project and its components are found. */
export default async function ProjectDataPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>;
  searchParams: Promise<{ page?: string | string[] }>;
}) {
  return guarded(async () => {
    const actor = await currentActor();
    const project = await findProject(actor, decodeURIComponent((await params).project));
    const page = readPage((await searchParams).page);
    const window = { limit: SIZE, offset: (page - 1) * SIZE };
    const { rows, count } = await listComponents(actor, { project }, window);
    const lines: Exports[] = [
      { name: "The whole project", exports: urls.project(project.slug).exports },
      ...rows.map((row) => ({ name: row.name, exports: urls.component(addressOf(row)).exports })),
    ];
    return (
      <Page
        title="Data exports"
        lead="Addresses for programs and feed readers. The history takes the right to export it."
        crumbs={[
          { label: "Projects", href: "/projects/" },
          { label: project.name, href: `/projects/${project.slug}/` },
        ]}
      >
        <Table label="Exports of the project and its components" columns={COLUMNS}>
          {lines.map((line) => (
            <ExportRow key={line.exports.feed} {...line} />
          ))}
        </Table>
        <Pager page={page} size={SIZE} total={count} />
      </Page>
    );
  });
}
