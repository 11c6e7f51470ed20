import { addons } from "@/lib/generated/tables";
import { pick, row as rowOf } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import type { Actor } from "../../access/actor";
import type { SiblingDraft } from "../../addons/addon";
import { STATE_FROM_NOW } from "../../addons/installed";
import { queueRun } from "../../addons/queue";
import { findAddonType } from "../../addons/registry";
import type { NewComponent } from "../../components/component-input";
import { type ComponentRow, componentsOfRepository } from "../../components/components";
import { isOfRepository, SHARED_SETTING_NAMES, type SharedSetting } from "../../components/shared-settings";
import { createComponent } from "../../creation/create-component";
import { removeComponent } from "../../creation/update-component";
import { Invalid } from "../../errors";

/** Components that an add-on makes beside another one, on the same repository. */

/** Makes a component linked to the owner's repository, with the owner's settings and, if wanted, its add-ons. @throws Invalid */
export async function createSibling(
  bot: Actor,
  owner: ComponentRow,
  wanted: SiblingDraft,
  copyAddons: boolean,
): Promise<void> {
  const address = [owner.project.slug, owner.categoryPath, owner.slug].filter(Boolean).join("/");
  // What the owner takes from above is not given, so that the new component takes it from there, too.
  const own = ownSettings(owner);
  const made = await createComponent(bot, owner.project.slug, {
    ...own,
    ...wanted,
    repo: `internal://${address}`,
    vcs: owner.repository.vcs,
    categoryId: owner.categoryId,
    sourceLanguage: owner.sourceLanguage.code,
    restricted: owner.restricted,
  });
  if (copyAddons) await copyFrom(owner, made);
}

/** Settings that a component has of its own, of those that say how people work in it. */
function ownSettings(owner: ComponentRow): Partial<NewComponent> {
  const names = SHARED_SETTING_NAMES.filter(
    (name) => !isOfRepository(name) && !OF_ITS_FILES.includes(name) && !owner.inherited.includes(name),
  );
  return Object.fromEntries(names.map((name) => [name, owner[name as keyof ComponentRow]]));
}

/** Each component's own, as its files are others. */
const OF_ITS_FILES: readonly SharedSetting[] = ["manageUnits", "editTemplate"];

/** Installs what the owner has and what fits the new component; whatever acts on the whole repository is shared anyway. */
async function copyFrom(owner: ComponentRow, made: ComponentRow): Promise<void> {
  await inTransaction(async (tx) => {
    const rows = await tx.rows(sql`
      select ${pick(addons, "name", "configuration")} from ${addons}
      where ${addons.componentId} = ${owner.id} order by ${addons.id}`);
    for (const row of rows) {
      const addon = findAddonType(row.name);
      if (!addon || addon.wholeRepository || addon.unfit?.(made)) continue;
      const values = { ...row, componentId: made.id, state: STATE_FROM_NOW };
      const copy = await tx.one(sql`insert into ${addons} ${rowOf(addons, values)} returning ${pick(addons, "id")}`);
      if (addon.on.includes("installed"))
        await queueRun(tx, { id: copy?.id ?? 0, componentId: made.id, projectId: null }, "installed", {
          projectId: made.projectId,
        });
    }
  });
}

/** Removes a component that shares the owner's repository. @throws Invalid for any other one */
export async function removeSibling(bot: Actor, owner: ComponentRow, id: number): Promise<void> {
  const found = (await componentsOfRepository(owner.repositoryId)).find((one) => one.id === id);
  if (!found || found.linkedComponentId === null)
    throw Invalid.field("", "Only a component that shares the repository of another one can be removed here.");
  await removeComponent(bot, found);
}
