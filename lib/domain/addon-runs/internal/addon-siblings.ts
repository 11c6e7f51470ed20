import { addons } from "@/lib/generated/tables";
import { pick, row as rowOf } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import type { Actor } from "../../access/actor";
import type { SiblingDraft } from "../../addons/addon";
import { STATE_FROM_NOW } from "../../addons/installed";
import { queueRun } from "../../addons/queue";
import { findAddonType } from "../../addons/registry";
import { type ComponentRow, componentsOfRepository } from "../../components/components";
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
  const made = await createComponent(bot, owner.project.slug, {
    ...wanted,
    repo: `internal://${address}`,
    vcs: owner.repository.vcs,
    categoryId: owner.categoryId,
    sourceLanguage: owner.sourceLanguage.code,
    license: owner.license,
    agreement: owner.agreement,
    newLang: owner.newLang,
    languageCodeStyle: owner.languageCodeStyle,
    checkFlags: owner.checkFlags,
    priority: owner.priority,
    enforcedChecks: owner.enforcedChecks,
    restricted: owner.restricted,
    repoweb: owner.repoweb,
    reportSourceBugs: owner.reportSourceBugs,
    commitMessage: owner.commitMessage,
    addMessage: owner.addMessage,
    deleteMessage: owner.deleteMessage,
    mergeMessage: owner.mergeMessage,
    addonMessage: owner.addonMessage,
    pullMessage: owner.pullMessage,
    allowPropagation: owner.allowPropagation,
    enableSuggestions: owner.enableSuggestions,
    suggestionVoting: owner.suggestionVoting,
    suggestionAutoaccept: owner.suggestionAutoaccept,
    clashRule: owner.clashRule,
  });
  if (copyAddons) await copyFrom(owner, made);
}

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
