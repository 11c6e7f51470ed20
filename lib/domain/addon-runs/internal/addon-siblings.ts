import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../../access/actor";
import type { SiblingDraft } from "../../addons/addon";
import { copyAddons } from "../../addons/copy-addons";
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
  withAddons: boolean,
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
  if (withAddons) await copyAddons(bot, owner, made);
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

/** Removes a component that shares the owner's repository. @throws Invalid for any other one */
export async function removeSibling(bot: Actor, owner: ComponentRow, id: number): Promise<void> {
  const found = (await componentsOfRepository(owner.repositoryId)).find((one) => one.id === id);
  if (!found || found.linkedComponentId === null) throw Invalid.field("", refusal("onlyComponentShares"));
  await removeComponent(bot, found);
}
