import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { currentActor } from "@/app/ui/session";
import { addressOf, listComponents } from "@/lib/domain/components/components";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

export const metadata: Metadata = { title: "Data exports" };

const MOST_COMPONENTS = 1000;

interface Exports {
  name: string;
  exports: { feed: string; statistics: string; history: string };
}

/** Where the feeds, statistics and history of a project and its components are found. */
export default async function ProjectDataPage({ params }: { params: Promise<{ project: string }> }) {
  return guarded(async () => {
    const actor = await currentActor();
    const project = await findProject(actor, decodeURIComponent((await params).project));
    const { rows } = await listComponents(actor, { project }, { limit: MOST_COMPONENTS, offset: 0 });
    const lines: Exports[] = [
      { name: project.name, exports: urls.project(project.slug).exports },
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
        {lines.map((line) => (
          <section key={line.exports.feed} className="mb-5">
            <h2 className="text-h2 font-semibold">{line.name}</h2>
            <ul className="break-words">
              <li>
                <a href={line.exports.feed}>Feed of changes: {line.exports.feed}</a>
              </li>
              <li>
                <a href={line.exports.statistics}>Statistics as JSON: {line.exports.statistics}</a>
              </li>
              <li>
                <a href={`${line.exports.statistics}?format=csv`}>
                  Statistics as CSV: {line.exports.statistics}?format=csv
                </a>
              </li>
              <li>
                <a href={line.exports.history}>History as CSV: {line.exports.history}</a>
              </li>
            </ul>
          </section>
        ))}
      </Page>
    );
  });
}
