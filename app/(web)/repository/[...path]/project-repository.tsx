import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { placeCrumbs } from "@/app/ui/crumbs";
import type { ObjectOf } from "@/app/ui/current-object";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RepositoryTable, readRepositories } from "@/app/ui/repository-table";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can } from "@/lib/domain/access/demand";
import { countOpenClashes } from "@/lib/domain/clashes/list";
import { projectRepositoryStatus } from "@/lib/domain/integrate/operations";
import { urls } from "@/lib/urls";
import { operateAll } from "./actions";
import { ProjectLock } from "./project-lock";

/** All repositories of a project, and what can be done with all of them at once. */
export async function ProjectRepository({
  place,
  parameters,
}: {
  place: ObjectOf<"project">;
  parameters: Record<string, string | string[] | undefined>;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const where = { project: place.project };
  const [state, list, clashes] = await Promise.all([
    projectRepositoryStatus(actor, place.project),
    readRepositories(place.project, parameters),
    countOpenClashes(actor, { projectId: place.project.id }),
  ]);
  const inbox = path(urls.below("clashes", [place.project.slug]));
  const buttons = [
    { operation: "commit", label: t("repository.commitAll"), right: "vcs.commit", wanted: state.needsCommit },
    { operation: "pull", label: t("repository.updateAll"), right: "vcs.update", wanted: state.needsMerge },
    { operation: "push", label: t("repository.pushAll"), right: "vcs.push", wanted: state.needsPush },
  ] as const;
  return (
    <Page
      title={t("repository.titleAll", { project: place.project.name })}
      crumbs={[
        ...placeCrumbs(t, place).slice(0, 1),
        { label: place.project.name, href: path(urls.project(place.project.slug).web) },
        { label: t("repository.repositories") },
      ]}
      actions={<LinkButton href={inbox}>{t("clashes.name")}</LinkButton>}
    >
      {clashes > 0 ? (
        <div className="mb-5">
          <Callout tone="warning" title={t("repository.clashes", { count: clashes })}>
            <a href={inbox}>{t("repository.decideClashes")}</a>
          </Callout>
        </div>
      ) : null}
      {list.rows.length > 0 || list.narrowed ? (
        <ActionForm action={operateAll.bind(null, place.project.slug)} className="mb-5">
          <div className="flex flex-wrap gap-2">
            {buttons
              .filter((button) => can(actor, button.right, where))
              .map((button) => (
                <Submit
                  key={button.operation}
                  name="operation"
                  value={button.operation}
                  kind={button.wanted ? "primary" : "secondary"}
                >
                  {button.label}
                </Submit>
              ))}
          </div>
        </ActionForm>
      ) : null}
      <RepositoryTable list={list} />
      {list.rows.length > 0 ? <ProjectLock project={place.project} actor={actor} /> : null}
    </Page>
  );
}
