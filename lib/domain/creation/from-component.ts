import { components, projects } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { findDriver } from "@/lib/platform/vcs/registry";
import { typedPattern } from "@/lib/text/like";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { componentsWith } from "../access/permission-conditions";
import type { Addon } from "../addons/addon";
import { addonsAt } from "../addons/addons";
import { copyAddons } from "../addons/copy-addons";
import { findAddonType } from "../addons/registry";
import type { NewComponent } from "../components/component-input";
import { type ComponentRow, findComponentById, scopeOf } from "../components/components";
import { Invalid } from "../errors";
import { wholeAddresses } from "../working-copy/stored-address";
import { INTERNAL } from "./component-origin";
import { createComponent } from "./create-component";

/** New components with the settings of one that is there. */

const [c, p] = [components.as("c"), projects.as("p")];

/** What becomes of the repository of the original. */
export const REPOSITORY_USES = ["shared", "branch", "own"] as const;

export interface CopyWish {
  /** Null in the project itself. */
  categoryId?: number | null;
  name: string;
  slug: string;
  /**
   * `shared`: both have one repository and one branch; `branch`: the same address with another branch; `own`: what is in the files now,
   * in a repository that Loquat keeps.
   */
  repository: (typeof REPOSITORY_USES)[number];
  /** With `branch` alone. */
  branch: string;
  /** Files of the new component; all of it counts for nothing with `own`. */
  filemask: string;
  template: string;
  newBase: string;
  fileFormat: string;
  /** Ids of the add-ons of the original to install on the new one. */
  addons: readonly number[];
}

/** How many components are offered at most. */
const MOST_OFFERED = 40;

/**
 * Components whose settings the actor may copy, those of one project first, then by project and name; at most 40.
 * @param words what stands in the name of the component or the project
 */
export async function copyableComponents(
  actor: Actor,
  words: string,
  projectId?: number,
): Promise<{ id: number; name: string; project: string; filemask: string }[]> {
  const like = typedPattern(words);
  return db.rows(sql`
    select ${pick(c, "id", "name", "filemask")}, ${named({ project: p.name })} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.removedAt} is null and ${p.removedAt} is null and ${componentsWith(actor, "component.edit")} and (${c.name} ilike ${like} or ${p.name} ilike ${like})
    order by ${p.id} <> ${projectId ?? 0}, ${p.name}, ${c.name}, ${c.id} limit ${MOST_OFFERED}`);
}

/** A component whose settings are to be copied. Needs `component.edit` there. @throws NotFound; Forbidden */
export async function findOriginal(actor: Actor, id: number): Promise<ComponentRow> {
  const original = await findComponentById(actor, id);
  demand(actor, "component.edit", scopeOf(original));
  return original;
}

/** Whether the files of a component come from a remote repository, which may have other branches. */
export const isFromRemote = ({ repository }: Pick<ComponentRow, "repository">): boolean =>
  findDriver(repository.vcs)?.hasRemote === true;

/** Add-ons of a component that another one can be given, with whether they act on all of a repository. */
export async function addonsToCopy(
  actor: Actor,
  original: ComponentRow,
): Promise<{ id: number; addon: Pick<Addon, "id" | "name" | "description" | "wholeRepository"> }[]> {
  const rows = await addonsAt(actor, { component: original });
  return rows.flatMap(({ id, name }) => {
    const addon = findAddonType(name);
    return addon ? [{ id, addon }] : [];
  });
}

/**
 * Makes a component with the settings of another one, and the add-ons that were asked for. Needs `component.edit` for the original, for the component
 * that owns a shared repository, and `project.edit` for the project that it comes into: so what the original keeps secret is
 * copied by those who administer both alone.
 * @throws Invalid with wire field names, and on `repository`
 */
export async function createFromComponent(
  actor: Actor,
  projectSlug: string,
  originalId: number,
  wish: CopyWish,
): Promise<ComponentRow> {
  const original = await findOriginal(actor, originalId);
  const { name, slug, categoryId } = wish;
  const made =
    wish.repository === "own"
      ? await createComponent(actor, projectSlug, { name, slug, categoryId }, { component: String(original.id) })
      : await createComponent(
          actor,
          projectSlug,
          { name, slug, categoryId, ...(await placeOf(original, wish)), ...filesOf(wish) },
          { settings: original.id },
        );
  if (wish.addons.length > 0) await copyAddons(actor, original, made, wish.addons);
  return made;
}

const filesOf = ({ filemask, template, newBase, fileFormat }: CopyWish) => ({
  filemask,
  template,
  newBase,
  fileFormat,
});

/** Where the files of the new component are. @throws Invalid */
async function placeOf(original: ComponentRow, wish: CopyWish): Promise<Partial<NewComponent>> {
  const { repository } = original;
  if (wish.repository === "shared") {
    if (wish.filemask === original.filemask)
      throw Invalid.field("filemask", refusal("theseFilesEnter", { original: original.name }));
    const { projectSlug, categoryPath, componentSlug } = original.linkedPlace ?? {
      projectSlug: original.project.slug,
      categoryPath: original.categoryPath,
      componentSlug: original.slug,
    };
    const address = [projectSlug, categoryPath, componentSlug].filter(Boolean).join("/");
    return { repo: `${INTERNAL}${address}`, vcs: repository.vcs };
  }
  if (!isFromRemote(original))
    throw Invalid.field("repository", refusal("noRemoteRepository", { original: original.name }));
  if (wish.branch === "" || wish.branch === repository.branch)
    throw Invalid.field("branch", refusal("enterBranchOther", { branch: repository.branch }));
  const { url, push } = await wholeAddresses(original.repositoryId);
  // To push into the branch that the original pushes to would mix both.
  return { repo: url, push, vcs: repository.vcs, branch: wish.branch, pushBranch: "" };
}
