import { addons, components, projects } from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { type Connection, db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asJson, asText, asTexts } from "@/lib/platform/expressions";
import type { Refusal } from "@/lib/text/messages/refusal";
import { categoryNames } from "../category-names";
import type { ComponentRow } from "../components/components";
import type { Addon } from "./addon";
import { findAddonType } from "./registry";

/** Installed add-ons, and which of them are in effect where. */

/** One run of an add-on, as its log keeps it. */
export interface ActivityLine {
  at: string;
  event: string;
  /** Slug of the component it acted on, behind that of its project for an add-on of the whole installation. */
  component: string;
  ok: boolean;
  text: string;
  /** The same as a message, for readers of other languages. */
  said?: Refusal;
}

interface AddonState {
  log?: ActivityLine[];
  /** For each component when the last run there began. */
  seen?: Record<string, string>;
  /** Place in the ledger up to which messages have been made. */
  cursor?: string;
  /** How often in a row the other side was away, since when, and when it is asked again. */
  failures?: number;
  failing_since?: string;
  retry_at?: string;
  /** True from a failure that an alert tells of to the next success. */
  failing?: boolean;
  /** What nobody can guess of the address of its published files. */
  public?: string;
  /** Nothing is sent any more, until somebody resumes it. */
  stopped?: { at: string; reason: string; said?: Refusal };
}

const [a, c, p] = [addons.as("a"), outer(components.as("c")), outer(projects.as("p"))];

export const ADDON_COLUMNS = combined(
  /** The configuration is as in the database, secrets sealed; see `settings-secrets.ts`. */
  pick(a, "id", "name", "componentId", "projectId", "configuration", "createdAt"),
  named({
    state: asJson<AddonState>(a.state),
    /** Where it is installed; all null for the whole installation. */
    projectSlug: p.slug,
    projectName: p.name,
    inProject: p.id,
    categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
    categoryNames: asTexts(categoryNames(c.categoryId)),
    componentSlug: c.slug,
    componentName: c.name,
  }),
);

export type AddonRow = SelectedRow<typeof ADDON_COLUMNS>;

export const ADDON_FROM = sql`
  from ${a} left join ${c} on ${c.id} = ${a.componentId} left join ${p} on ${p.id} = coalesce(${c.projectId}, ${a.projectId})`;

/** Rows that match a condition over the aliases `a`, `c` and `p`, by id. */
export function selectAddons(where: Sql, on: Pick<Connection, "rows"> = db): Promise<AddonRow[]> {
  return on.rows(sql`select ${ADDON_COLUMNS} ${ADDON_FROM} where ${where} order by ${a.id}`);
}

/** The state of an add-on that tells others of what happens from now on. */
export const STATE_FROM_NOW = sql`jsonb_build_object('cursor', ledger_tx()::text || '-0')`;

/** An add-on where it acts. */
export interface ActiveAddon {
  row: AddonRow;
  addon: Addon;
}

/** Whether an add-on is installed for the whole installation. */
export const isEverywhere = (row: Pick<AddonRow, "componentId" | "projectId">): boolean =>
  row.componentId === null && row.projectId === null;

/** The same in SQL, over the alias `a`. */
export const EVERYWHERE = sql`(${a.componentId} is null and ${a.projectId} is null)`;

/** Everything installed that can reach components of a repository: on them, on their projects, or everywhere. */
export function addonsNear(repositoryId: number, on: Pick<Connection, "rows"> = db): Promise<AddonRow[]> {
  const n = components.as("n");
  const near = sql`from ${n} where ${n.repositoryId} = ${repositoryId} and ${n.removedAt} is null`;
  return selectAddons(
    sql`${p.removedAt} is null and (${a.componentId} in (select ${n.id} ${near}) or ${a.projectId} in (select ${n.projectId} ${near}) or ${EVERYWHERE})`,
    on,
  );
}

/**
 * Of the rows near a repository those in effect for one of its components: its own, its project's, those of the whole
 * installation, and what was installed for the whole repository. The nearest of a name stands before the others.
 */
export function activeFor(component: ComponentRow, near: readonly AddonRow[]): ActiveAddon[] {
  const found = near.flatMap((row): ActiveAddon[] => {
    const addon = findAddonType(row.name);
    if (!addon || addon.unfit?.(component)) return [];
    const here = row.componentId === component.id || row.projectId === component.projectId || isEverywhere(row);
    return here || (addon.wholeRepository && row.componentId !== null) ? [{ row, addon }] : [];
  });
  const nearest = new Map<string, number>();
  for (const { row } of found)
    nearest.set(row.name, Math.min(distanceOf(row), nearest.get(row.name) ?? Number.POSITIVE_INFINITY));
  return found.filter(({ row, addon }) => addon.multiple || distanceOf(row) === nearest.get(row.name));
}

const distanceOf = (row: AddonRow): number => (row.componentId !== null ? 0 : row.projectId !== null ? 1 : 2);
