import type { Texts } from "#texts";
import { projectsCrumb } from "@/app/ui/crumbs";
import type { Crumb } from "@/app/ui/path-crumbs";
import { path } from "@/app/ui/paths";
import type { Choice } from "@/app/ui/select";
import type { Actor } from "@/lib/domain/access/actor";
import { can, throwDenial } from "@/lib/domain/access/demand";
import { listProjects, type ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

/** Projects that somebody may add components to, and the one that was asked for, else the first. */
export async function ownProjects(
  actor: Actor,
  asked: string,
): Promise<{ projects: ProjectRow[]; chosen: ProjectRow | undefined }> {
  const { rows } = await listProjects(actor, { limit: 1000, offset: 0 });
  const projects = rows.filter((project) => can(actor, "project.edit", { project }));
  return { projects, chosen: projects.find(({ slug }) => slug === asked) };
}

/** The same for pages that are of no use without one. @throws Forbidden; Unauthenticated */
export async function someProjects(t: Texts, actor: Actor, asked: string) {
  const { projects, chosen = projects[0] } = await ownProjects(actor, asked);
  if (!chosen)
    throwDenial({
      reason: actor.isAnonymous ? "not-signed-in" : "missing-permission",
      permission: "project.edit",
      text: t("createFromFiles.noProject"),
    });
  return { projects, chosen: chosen as ProjectRow };
}

export const projectChoices = (projects: readonly ProjectRow[]): Choice[] =>
  projects.map(({ slug, name }) => ({ value: slug, label: name }));

/** The way to a page of the wizard. */
export function wizardCrumbs(t: Texts, project: ProjectRow | undefined, label?: string): Crumb[] {
  return [
    projectsCrumb(t),
    ...(project ? [{ label: project.name, href: path(urls.project(project.slug).web) }] : []),
    label
      ? { label: t("newComponent.title"), href: path(urls.newComponent(undefined, project?.slug)) }
      : { label: t("newComponent.title") },
    ...(label ? [{ label }] : []),
  ];
}
