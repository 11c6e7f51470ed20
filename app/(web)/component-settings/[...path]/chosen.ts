import type { Actor } from "@/lib/domain/access/actor";
import { matchingComponents, TABLE_STATES } from "@/lib/domain/components/component-table";
import { MOST_COMPONENTS, type SettingsPlace } from "@/lib/domain/creation/many-settings";

/** What says which components are meant: ticks, or what the list was narrowed to. */
export interface Choice {
  component: readonly string[];
  q: string;
  state: string;
}

/** Their ids; undefined for all that are there. */
export async function chosenComponents(
  actor: Actor,
  { project, category }: SettingsPlace,
  { component, q, state }: Choice,
): Promise<readonly number[] | undefined> {
  if (component.length > 0)
    return component.slice(0, MOST_COMPONENTS + 1).map((id) => (/^\d{1,9}$/.test(id) ? Number(id) : 0));
  const known = TABLE_STATES.find((one) => one === state);
  if (!q && !known) return undefined;
  return matchingComponents(
    actor,
    { projectId: project.id, categoryId: category?.id },
    { q, state: known },
    MOST_COMPONENTS + 1,
  );
}
