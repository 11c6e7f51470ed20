import type { Actor } from "@/lib/domain/access/actor";
import { demandStand, moveComponent } from "@/lib/domain/categories/place-component";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";

/**
 * Changes a component and, when `categoryId` is given, the category it stands in. Where it is to stand is asked first, so
 * that a wrong place changes nothing.
 * @throws Invalid with wire field names; Forbidden
 */
export async function writeComponent(
  actor: Actor,
  component: ComponentRow,
  change: Partial<NewComponent>,
): Promise<ComponentRow> {
  const { categoryId, ...settings } = change;
  const moves = categoryId !== undefined && categoryId !== component.categoryId;
  if (moves || settings.name !== undefined || settings.slug !== undefined)
    await demandStand(actor, component, { categoryId, name: settings.name, slug: settings.slug });
  const changed = await updateComponent(actor, component, settings);
  if (!moves) return changed;
  await moveComponent(actor, changed, categoryId);
  return findComponentById(actor, component.id);
}
