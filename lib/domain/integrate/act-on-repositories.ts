import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import type { Permission } from "../access/permissions";
import { componentsById } from "../components/components";
import { lockComponents } from "../components/lock-project";
import { Invalid } from "../errors";
import { startOperation } from "./operations";

/** One act on many repositories at once, by the components that own them. */

export const REPOSITORY_ACTS = ["commit", "pull", "push", "lock", "unlock"] as const;
export type RepositoryAct = (typeof REPOSITORY_ACTS)[number];

/** Any of these rights lets somebody act on a repository. */
export const REPOSITORY_RIGHTS: readonly Permission[] = ["vcs.commit", "vcs.update", "vcs.push", "component.lock"];

const MOST = 1000;

/**
 * Commits, updates or pushes repositories, each in a task of its own, or locks or unlocks their components. Components
 * that are not there, or that the actor may not see, are left out. @returns on how many it is done
 * @throws Invalid without a component, or with more than 1000; Forbidden where the actor may not do it to one of them
 */
export async function actOnRepositories(actor: Actor, ids: readonly number[], act: RepositoryAct): Promise<number> {
  if (ids.length > MOST) throw Invalid.field("", refusal("tickMostRows", { most: MOST }));
  const components = await componentsById(actor, ids);
  if (components.length === 0) throw Invalid.field("", refusal("tickLeastRow"), "required");
  if (act !== "lock" && act !== "unlock") return (await startOperation(actor, { components }, act)).length;
  return lockComponents(
    actor,
    components.map(({ id }) => id),
    act === "lock",
  );
}
