import { useTexts } from "#texts";
import { Cell } from "@/app/ui/cell";
import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { addressOf, listComponents } from "@/lib/domain/components/components";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

export const generateMetadata = titledPlace("dataExports.title");

const SIZE = 100;

interface Exports {
  name: string;
  exports: { feed: string; statistics: string; history: string };
}

const COLUMNS = ["dataExports.of", "common.changes", "dataExports.statistics", "dataExports.history"] as const;

/** A link of a table, with what it leads to for those who hear it alone. */
function Export({ of, href, what, format }: { of: string; href: string; what: string; format: string }) {
  const t = useTexts();
  return (
    <a href={href} className="link me-3" aria-label={t("dataExports.link", { what, of, format })}>
      {format}
    </a>
  );
}

function ExportRow({ name, exports }: Exports) {
  const t = useTexts();
  return (
    <tr>
      <Cell head className="break-words">
        {name}
      </Cell>
      <Cell>
        <Export of={name} href={exports.feed} what={t("common.changes")} format="RSS" />
      </Cell>
      <Cell>
        <Export of={name} href={exports.statistics} what={t("dataExports.statistics")} format="JSON" />
        <Export of={name} href={`${exports.statistics}?format=csv`} what={t("dataExports.statistics")} format="CSV" />
      </Cell>
      <Cell>
        <Export of={name} href={exports.history} what={t("dataExports.history")} format="CSV" />
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
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const project = await findProject(actor, decodeURIComponent((await params).project));
    const page = readPage((await searchParams).page);
    const window = { limit: SIZE, offset: (page - 1) * SIZE };
    const { rows, count } = await listComponents(actor, { project }, window);
    const lines: Exports[] = [
      { name: t("dataExports.wholeProject"), exports: urls.project(project.slug).exports },
      ...rows.map((row) => ({ name: row.name, exports: urls.component(addressOf(row)).exports })),
    ];
    return (
      <Page
        title={t("dataExports.title")}
        lead={t("dataExports.lead")}
        crumbs={[projectsCrumb(t), { label: project.name, href: path(urls.project(project.slug).web) }]}
      >
        <Table label={t("dataExports.table")} columns={COLUMNS.map((label) => ({ label: t(label) }))}>
          {lines.map((line) => (
            <ExportRow key={line.exports.feed} {...line} />
          ))}
        </Table>
        <Pager page={page} size={SIZE} total={count} />
      </Page>
    );
  });
}
