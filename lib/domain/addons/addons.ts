import { isDeepStrictEqual } from "node:util";
import { addons, components, projects } from "@/lib/generated/tables";
import { assigned, pick, row as rowOf } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { missingProgram } from "@/lib/platform/extract-strings";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, visibleComponents, visibleProjects } from "../access/demand";
import { componentsWith, projectsWith } from "../access/permission-conditions";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type ComponentRow, componentsOfRepository, findComponentById, scopeOf } from "../components/components";
import { Invalid, NotFound } from "../errors";
import { type FontPlace, fontProblem } from "../projects/font-names";
import type { ProjectRow } from "../projects/projects";
import { recordSaves, type Save } from "../settings/record-saves";
import type { Window } from "../window";
import { forgetFailures } from "./activity";
import type { Addon } from "./addon";
import {
  ADDON_COLUMNS,
  ADDON_FROM,
  type AddonRow,
  activeFor,
  addonsNear,
  EVERYWHERE,
  STATE_FROM_NOW,
  selectAddons,
} from "./installed";
import { queueRun } from "./queue";
import { ADDONS, addonType, findAddonType, readSettings } from "./registry";
import { masked, meantConfiguration, openConfiguration, sealConfiguration, secretMembers } from "./settings-secrets";

/** Installing, configuring and removing add-ons: on a component, on a project, or for the whole installation. */

export type AddonTarget = { component: ComponentRow } | { project: ProjectRow } | typeof EVERY_PROJECT;

/** The whole installation as a place. */
export const EVERY_PROJECT = { everywhere: true } as const;

const [a, c, p] = [addons.as("a"), components.as("c"), projects.as("p")];

/** By a condition on its place: the component's, the project's, or the whole installation's. */
const byPlace = (component: Sql, project: Sql, everywhere: Sql): Sql => sql`
  case when ${a.componentId} is not null then ${component} when ${a.projectId} is not null then ${project} else ${everywhere} end`;

const mayEverywhere = (actor: Actor): Sql => sql`${can(actor, "management.addons")}::bool`;

/** The filter of add-ons that the actor may manage; over the aliases `a`, `c` and `p`. */
function managed(actor: Actor): Sql {
  return byPlace(componentsWith(actor, "component.edit"), projectsWith(actor, "project.edit"), mayEverywhere(actor));
}

/** Add-ons the actor may manage, by id. */
export async function listAddons(actor: Actor, window: Window): Promise<{ rows: AddonRow[]; count: number }> {
  const where = managed(actor);
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${ADDON_COLUMNS} ${ADDON_FROM} where ${where} order by ${a.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} ${ADDON_FROM} where ${where}`),
  ]);
  return { rows: rows.map(masked), count: all?.count ?? 0 };
}

const missing = (id: number) => new NotFound(refusal("addonUnseen", { id }));

/** An add-on that the actor may manage. @throws NotFound */
export async function findAddon(actor: Actor, id: number): Promise<AddonRow> {
  const [row] = await selectAddons(sql`${a.id} = ${id} and ${managed(actor)}`);
  if (!row) throw missing(id);
  return masked(row);
}

/** An add-on for changing it. @throws NotFound when the actor may not know its place, Forbidden when it may not edit there */
export async function addonForChange(actor: Actor, id: number): Promise<AddonRow> {
  const [row] = await selectAddons(sql`
    ${a.id} = ${id} and ${byPlace(visibleComponents(actor), visibleProjects(actor), mayEverywhere(actor))}`);
  if (!row) throw missing(id);
  await demandAt(actor, row);
  return row;
}

async function demandAt(actor: Actor, row: AddonRow): Promise<void> {
  if (row.componentId !== null) {
    demand(actor, "component.edit", scopeOf(await findComponentById(actor, row.componentId)));
    return;
  }
  if (row.projectId === null) return demand(actor, "management.addons");
  const project = await db.one(
    sql`select ${pick(p, "id", "accessControl", "name")} from ${p} where ${p.id} = ${row.projectId}`,
  );
  if (!project) throw missing(row.id);
  demand(actor, "project.edit", { project });
}

function demandManaging(actor: Actor, place: AddonTarget): void {
  if ("component" in place) demand(actor, "component.edit", scopeOf(place.component));
  else if ("project" in place) demand(actor, "project.edit", place);
  else demand(actor, "management.addons");
}

/** The columns that name a place. */
const idsOf = (place: AddonTarget) => ({
  componentId: "component" in place ? place.component.id : null,
  projectId: "project" in place ? place.project.id : null,
});

/** Add-ons installed in a place, by id. Needs the right to manage them. */
export async function addonsAt(actor: Actor, place: AddonTarget): Promise<AddonRow[]> {
  demandManaging(actor, place);
  const rows = await selectAddons(
    "component" in place
      ? sql`${a.componentId} = ${place.component.id}`
      : "project" in place
        ? sql`${a.projectId} = ${place.project.id}`
        : EVERYWHERE,
  );
  return rows.map(masked);
}

/** An add-on that acts in a place and is installed elsewhere. */
export interface InheritedAddon {
  row: AddonRow;
  /** Whether the actor may manage it where it is; of one of the whole installation nobody else sees the log. */
  manageable: boolean;
}

/**
 * Add-ons that act in a place but are installed elsewhere: on its project, on the component whose repository it shares, or
 * for the whole installation.
 */
export async function inheritedAddons(actor: Actor, place: AddonTarget): Promise<InheritedAddon[]> {
  demandManaging(actor, place);
  if ("everywhere" in place) return [];
  const rows = await actingFromElsewhere(place);
  const own = await selectAddons(sql`${a.id} = any(${rows.map((row) => row.id)}::int[]) and ${managed(actor)}`);
  const mine = new Set(own.map((row) => row.id));
  return rows.map((row) => ({ row: masked(row), manageable: mine.has(row.id) }));
}

async function actingFromElsewhere(place: Exclude<AddonTarget, typeof EVERY_PROJECT>): Promise<AddonRow[]> {
  if ("component" in place) {
    const { id, repositoryId } = place.component;
    const active = activeFor(place.component, await addonsNear(repositoryId));
    return active.flatMap(({ row }) => (row.componentId === id ? [] : [row]));
  }
  const rows = await selectAddons(sql`${EVERYWHERE} or ${a.projectId} = ${place.project.id}`);
  const own = new Set(rows.flatMap((row) => (row.projectId === null ? [] : [row.name])));
  // Of those that are installed once the project's own acts.
  return rows.filter((row) => {
    const addon = findAddonType(row.name);
    return row.projectId === null && addon && (addon.multiple || !own.has(row.name));
  });
}

/** Why an add-on cannot be installed in a place, or undefined. */
function unfitFor(addon: Addon, place: AddonTarget): Refusal | undefined {
  const single = "component" in place;
  if (!addon.scopes.includes(single ? "component" : "project"))
    return single ? refusal("addonWholeProject", { name: addon.name }) : refusal("addonSingle", { name: addon.name });
  return single ? addon.unfit?.(place.component) : undefined;
}

/** Add-ons that could be installed in a place: they fit, and are not there yet unless several of them may be. */
export async function installableAddons(actor: Actor, place: AddonTarget): Promise<Addon[]> {
  const rows = await addonsAt(actor, place);
  if ("component" in place && place.component.linkedComponentId !== null) {
    const inherited = await inheritedAddons(actor, place);
    rows.push(...inherited.flatMap(({ row }) => (row.componentId === null ? [] : [row])));
  }
  const there = new Set(rows.map((row) => row.name));
  return ADDONS.filter((addon) => unfitFor(addon, place) === undefined && (addon.multiple || !there.has(addon.id)));
}

/** What acts on a whole repository is installed on the component that owns it. */
async function ownPlace(actor: Actor, place: AddonTarget, addon: Addon): Promise<AddonTarget> {
  if (!("component" in place) || place.component.linkedComponentId === null || !addon.wholeRepository) return place;
  const owner = await findComponentById(actor, place.component.linkedComponentId);
  demand(actor, "component.edit", scopeOf(owner));
  return { component: owner };
}

/**
 * Installs an add-on and starts its first run in the background. Needs `component.edit`, for a project `project.edit`,
 * for the whole installation `management.addons`.
 * `hasOneOf` tells whether the repository has one of the files that some add-ons need.
 * @throws Invalid on `name` when it is unknown, cannot work here or is there already; on `configuration` for its settings
 */
export async function installAddon(
  actor: Actor,
  place: AddonTarget,
  input: { name: string; configuration?: Record<string, unknown> | null },
  hasOneOf?: (component: ComponentRow, paths: readonly string[]) => Promise<boolean>,
): Promise<AddonRow> {
  demandManaging(actor, place);
  const addon = addonType(input.name);
  const unfit = unfitFor(addon, place);
  if (unfit) throw Invalid.field("name", unfit);
  const needed = "component" in place ? addon.needs?.(place.component) : undefined;
  if (hasOneOf && needed && "component" in place && !(await hasOneOf(place.component, needed.oneOf)))
    throw Invalid.field("name", needed.otherwise);
  const configuration = readSettings(addon, meantConfiguration(addon.id, input.configuration ?? {}, {}));
  await demandFonts(addon, configuration, projectOf(place) ?? "everywhere");
  const absent = addon.program && (await missingProgram(addon.program));
  if (absent) throw Invalid.field("name", absent);
  const where = await ownPlace(actor, place, addon);
  const ids = idsOf(where);
  const id = await inTransaction(async (tx) => {
    await lockPlace(tx, where);
    if (!addon.multiple) {
      const same = await tx.prisma.addon.count({ where: { name: addon.id, ...ids } });
      if (same > 0) throw Invalid.field("name", refusal("alreadyInstalledChange", { addon: addon.name }));
    }
    const sealed = sealConfiguration(addon.id, configuration);
    const values = { name: addon.id, ...ids, configuration: sealed, state: STATE_FROM_NOW };
    const made = await tx.one(sql`insert into ${a} ${rowOf(a, values)} returning ${pick(a, "id")}`);
    const row = { id: made?.id ?? 0, ...ids };
    await tell(tx, actor, ACTION.ADD_ON_INSTALLED, where, addon.id);
    if (addon.on.includes("installed"))
      await queueRun(tx, row, "installed", { userId: ledgerUser(actor) ?? undefined, projectId: projectOf(where) });
    return row.id;
  });
  return findAddon(actor, id);
}

/** @throws Invalid below `configuration` for flags that name a font which is not there */
async function demandFonts(addon: Addon, configuration: Record<string, unknown>, place: FontPlace): Promise<void> {
  for (const [name, flags] of Object.entries(addon.flagsIn?.(configuration) ?? {})) {
    const font = await fontProblem(db, place, flags);
    if (font) throw Invalid.field(`configuration.${name}`, font, "does_not_exist");
  }
}

/** One installation in a place at a time, so that nothing is installed twice. */
async function lockPlace(tx: Tx, place: AddonTarget): Promise<void> {
  if ("project" in place) await tx.run(sql`select 1 from ${p} where ${p.id} = ${place.project.id} for update`);
  else if ("component" in place) await tx.run(sql`select 1 from ${c} where ${c.id} = ${place.component.id} for update`);
  else await tx.run(sql`select pg_advisory_xact_lock(hashtext('add-ons of all projects'))`);
}

const projectOf = (place: AddonTarget): number | undefined =>
  "component" in place ? place.component.projectId : "project" in place ? place.project.id : undefined;

function tell(tx: Tx, actor: Actor, action: number, place: AddonTarget, name: string): Promise<void> {
  return record(tx, actor, [
    {
      action,
      projectId: projectOf(place),
      componentId: idsOf(place).componentId,
      target: name,
      details: { addon: name },
    },
  ]);
}

/** Where an installed add-on is, for the ledger. */
function tellOf(tx: Tx, actor: Actor, action: number, row: AddonRow): Promise<void> {
  return record(tx, actor, [
    {
      action,
      projectId: row.projectId,
      componentId: row.componentId,
      target: row.name,
      details: { addon: row.name },
    },
  ]);
}

/**
 * Gives an add-on other settings and runs it with them; what is not given takes its default. Needs the right to manage it.
 * @throws Invalid on `name` when it is another one, on `configuration`; Forbidden; NotFound
 */
export async function configureAddon(
  actor: Actor,
  id: number,
  input: { name?: string; configuration?: Record<string, unknown> },
): Promise<AddonRow> {
  const row = await addonForChange(actor, id);
  const addon = addonType(row.name);
  if (input.name !== undefined && findAddonType(input.name) !== addon)
    throw Invalid.field("name", refusal("nameInstalledAddon"));
  if (input.configuration !== undefined) {
    const before = openConfiguration(row);
    const configuration = readSettings(addon, meantConfiguration(addon.id, input.configuration, before));
    await demandFonts(addon, configuration, row.inProject ?? row.projectId ?? "everywhere");
    await inTransaction(async (tx) => {
      if (isDeepStrictEqual(configuration, before)) return;
      const sealed = sealConfiguration(addon.id, configuration);
      // What stopped because of its settings goes on with others.
      const state = addon.messages
        ? { state: sql`${a.state} - '{stopped,retry_at,failures,failing_since}'::text[]` }
        : addon.startedBy
          ? { state: sql`${a.state} || ${STATE_FROM_NOW}` }
          : {};
      const changed = await tx.run(
        sql`update ${a} set ${assigned(a, { configuration: sealed, ...state })} where ${a.id} = ${id}`,
      );
      if (changed === 0) return;
      await tellOf(tx, actor, ACTION.ADD_ON_CONFIGURATION_CHANGED, await withProject(tx, row));
      await recordSaves(tx, actor, [saveOf(row, before, configuration)]);
      if (addon.on.includes("configured"))
        await queueRun(tx, row, "configured", { userId: ledgerUser(actor) ?? undefined });
    });
  }
  return findAddon(actor, id);
}

/** What other settings have made of an add-on. */
function saveOf(row: AddonRow, before: Record<string, unknown>, after: Record<string, unknown>): Save {
  const shown = (configuration: Record<string, unknown>) =>
    masked({ ...row, configuration: sealConfiguration(row.name, configuration) }).configuration;
  const secret = secretMembers(row.name).filter((name) => before[name] !== after[name]);
  return {
    ...{ topic: "addon", objectId: row.id, subject: row.name, masked: secret },
    ...{ componentId: row.componentId ?? undefined, projectId: row.projectId ?? undefined },
    ...{ before: shown(before), after: shown(after) },
  };
}

/** The row with the project of its component, as the ledger wants both. */
async function withProject(tx: Tx, row: AddonRow): Promise<AddonRow> {
  if (row.componentId === null) return row;
  const found = await tx.one(sql`select ${pick(c, "projectId")} from ${c} where ${c.id} = ${row.componentId}`);
  return { ...row, projectId: found?.projectId ?? null };
}

/**
 * Runs an add-on in the background once more. Every run is safe to be done again. Needs the right to manage it.
 * @throws Invalid for an add-on that has no runs of its own
 */
export async function triggerAddon(actor: Actor, id: number): Promise<void> {
  const row = await addonForChange(actor, id);
  const addon = addonType(row.name);
  if (!addon.perform) throw Invalid.field("", refusal("noRunsOwn", { addon: addon.name }));
  await inTransaction((tx) =>
    queueRun(tx, row, "manual", { userId: ledgerUser(actor) ?? undefined, projectId: row.inProject ?? undefined }),
  );
}

/** Removes an add-on; what it did stays. Needs the right to manage it. */
export async function removeAddon(actor: Actor, id: number): Promise<void> {
  const row = await addonForChange(actor, id);
  await inTransaction(async (tx) => {
    const gone = await tx.prisma.addon.deleteMany({ where: { id } });
    if (gone.count === 0) return;
    await forgetFailures(tx, id);
    await tellOf(tx, actor, ACTION.ADD_ON_UNINSTALLED, await withProject(tx, row));
  });
}

/** Components an add-on acts on, the owner of each repository first. @param within of one project only */
export async function reachOf(row: AddonRow, addon: Addon, within?: number): Promise<number[]> {
  if (row.componentId === null) {
    const projectId = row.projectId ?? within;
    const rows = await db.rows(sql`
      select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
      where ${c.removedAt} is null and ${p.removedAt} is null ${projectId === undefined ? sql`` : sql`and ${p.id} = ${projectId}`}
      order by ${c.linkedComponentId} nulls first, ${c.id}`);
    return rows.map((one) => one.id);
  }
  if (!addon.wholeRepository) return [row.componentId];
  const found = await db.one(
    sql`select ${pick(c, "repositoryId")} from ${c} where ${c.id} = ${row.componentId} and ${c.removedAt} is null`,
  );
  const [owner] = found ? await componentsOfRepository(found.repositoryId) : [];
  return owner ? [owner.id] : [];
}
