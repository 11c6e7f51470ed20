import { type Connection, db, type Sql, sql } from "@/lib/platform/database";
import type { ComponentRow } from "../components/components";
import type { Addon } from "./addon";
import { findAddonType } from "./registry";

/** Installed add-ons, and which of them are in effect where. */

/** One run of an add-on, as its log keeps it. */
export interface ActivityLine {
  at: string;
  event: string;
  /** Slug of the component it acted on. */
  component: string;
  ok: boolean;
  text: string;
}

export interface AddonRow {
  id: number;
  name: string;
  componentId: number | null;
  projectId: number | null;
  /** As in the database, secrets sealed; see `settings-secrets.ts`. */
  configuration: Record<string, unknown>;
  /** `seen` holds for each component when the last run there began. */
  state: {
    log?: ActivityLine[];
    seen?: Record<string, string>;
    /** Place in the ledger up to which others have been told, and how often in a row that failed since. */
    cursor?: string;
    failures?: number;
  };
  createdAt: Date;
  /** Where it is installed. */
  projectSlug: string;
  categoryPath: string;
  componentSlug: string | null;
}

export const ADDON_COLUMNS = sql`
  a.id, a.name, a.component_id, a.project_id, a.configuration, a.state, a.created_at, p.slug as project_slug,
  coalesce(category_path(c.category_id), '') as category_path, c.slug as component_slug`;

export const ADDON_FROM = sql`
  from addons a left join components c on c.id = a.component_id join projects p on p.id = coalesce(c.project_id, a.project_id)`;

/** Rows that fit a condition over the aliases `a`, `c` and `p`, by id. */
export function selectAddons(where: Sql, on: Pick<Connection, "rows"> = db): Promise<AddonRow[]> {
  return on.rows<AddonRow>(sql`select ${ADDON_COLUMNS} ${ADDON_FROM} where ${where} order by a.id`);
}

/** An add-on where it acts. */
export interface ActiveAddon {
  row: AddonRow;
  addon: Addon;
}

/** Everything installed that can reach components of a repository: on them, or on their projects. */
export function addonsNear(repositoryId: number, on: Pick<Connection, "rows"> = db): Promise<AddonRow[]> {
  return selectAddons(
    sql`p.removed_at is null and (
      a.component_id in (select id from components where repository_id = ${repositoryId} and removed_at is null)
      or a.project_id in (select project_id from components where repository_id = ${repositoryId} and removed_at is null))`,
    on,
  );
}

/**
 * Of the rows near a repository those in effect for one of its components: its own, its project's, and what was
 * installed for the whole repository. One of its own stands before the project's.
 */
export function activeFor(component: ComponentRow, near: readonly AddonRow[]): ActiveAddon[] {
  const found = near.flatMap((row): ActiveAddon[] => {
    const addon = findAddonType(row.name);
    if (!addon || addon.unfit?.(component)) return [];
    const here = row.componentId === component.id || row.projectId === component.projectId;
    return here || (addon.wholeRepository && row.componentId !== null) ? [{ row, addon }] : [];
  });
  const own = new Set(found.flatMap(({ row }) => (row.componentId === null ? [] : [row.name])));
  return found.filter(({ row, addon }) => addon.multiple || row.componentId !== null || !own.has(row.name));
}
