import { ChangeList } from "@/app/ui/change-list";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { PeopleList } from "@/app/ui/people-list";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { recentChanges } from "@/lib/domain/changes/list";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { listContributors } from "@/lib/domain/statistics/contributors";
import { urls } from "@/lib/urls";

/** What has happened in a project, and who did it. */
export async function ProjectActivity({ project }: { project: ProjectRow }) {
  const t = await getTexts();
  const actor = await currentActor();
  const [changes, people] = await Promise.all([
    recentChanges(actor, { projectId: project.id }, 40),
    listContributors(actor, { projectId: project.id }, 84, 12),
  ]);
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_300px]">
      <div className="min-w-0">
        <ChangeList changes={changes} />
        {changes.length === 40 ? (
          <div className="mt-4">
            <LinkButton href={path(urls.project(project.slug).history)}>{t("project.allChanges")}</LinkButton>
          </div>
        ) : null}
      </div>
      <Section title={t("common.people")} lead={t("common.last12Weeks")}>
        <PeopleList people={people} />
      </Section>
    </div>
  );
}
