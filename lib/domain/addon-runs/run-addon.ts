import { addons, components, projects } from "@/lib/generated/tables";
import { assigned, named, outer, pick, subquery } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { asMoment, asNumber, orNull, sqlNow } from "@/lib/platform/expressions";
import { rehearse } from "@/lib/platform/rehearse";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, SERVICE } from "../access/actor";
import { demand } from "../access/demand";
import { recordRun } from "../addons/activity";
import type { AddonEvent } from "../addons/addon";
import { type AddonTarget, addonForChange, configureAddon, installAddon, reachOf } from "../addons/addons";
import { botActor } from "../addons/bot";
import { type AddonRow, activeFor, addonsNear, selectAddons } from "../addons/installed";
import { queueRun } from "../addons/queue";
import { ADDONS, addonType, findAddonType, readSettings } from "../addons/registry";
import { openConfiguration } from "../addons/settings-secrets";
import { type ComponentRow, findComponentById, listComponents, scopeOf } from "../components/components";
import { DomainError, Failed, foundOr, Invalid, Locked, type Sentence, sentenceOf, worded } from "../errors";
import { findProject, type ProjectRow } from "../projects/projects";
import { hasOneOf } from "./addon-files";
import { addonTools } from "./internal/addon-tools";

/** Runs of add-ons in the background. */

const [a, c, p] = [addons.as("a"), outer(components.as("c")), outer(projects.as("p"))];

/** Ids of the components that a run is about; none when the add-on was removed meanwhile. */
export async function componentsOfRun(addonId: number, componentId?: number, projectId?: number): Promise<number[]> {
  const [row] = await selectAddons(sql`${a.id} = ${addonId}`);
  const addon = row && findAddonType(row.name);
  if (!row || !addon?.perform) return [];
  return componentId === undefined ? reachOf(row, addon, projectId) : [componentId];
}

/**
 * Runs an add-on for one component and writes down how it ended. What an add-on fails at is an answer, with an alert on
 * the component; only a repository that is busy lets the task try again.
 */
export async function runAddon(
  addonId: number,
  event: AddonEvent,
  componentId: number,
): Promise<{ component: number; done: boolean; text: string }> {
  const component = await foundOr(findComponentById(SERVICE, componentId));
  const nothing = { component: componentId, done: true, text: "" };
  if (!component) return nothing;
  const active = activeFor(component, await addonsNear(component.repositoryId)).find(({ row }) => row.id === addonId);
  if (!active?.addon.perform) return nothing;
  try {
    const settings = active.addon.settings.parse(openConfiguration(active.row));
    const bot = await botActor(active.addon, component.projectId);
    const tools = addonTools(bot, active.addon, component, addonId);
    const began = await db.one(sql`select ${named({ at: sqlNow })}`);
    const since = sinceOf(active.row, componentId);
    const text = await active.addon.perform({ settings, event, component, since, tools });
    if (text === undefined) return nothing;
    await remember(active.row.id, componentId, began?.at ?? since);
    await recordRun(active, component, event, { text });
    return { component: componentId, done: true, text: worded(text).message.slice(0, 500) };
  } catch (error) {
    if (error instanceof Locked) throw error;
    await recordRun(active, component, event, { error });
    return {
      component: componentId,
      done: false,
      text: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    };
  }
}

/** When the add-on last ran on the component without failing. */
function sinceOf(row: AddonRow, componentId: number): Date {
  const last = row.state.seen?.[componentId];
  return last === undefined ? row.createdAt : new Date(last);
}

async function remember(addonId: number, componentId: number, began: Date): Promise<void> {
  const state = sql`
    ${a.state} || jsonb_build_object('seen',
      coalesce(${a.state}->'seen', '{}') || jsonb_build_object(${String(componentId)}::text, ${began.toISOString()}::text))`;
  await db.run(sql`update ${a} set ${assigned(a, { state })} where ${a.id} = ${addonId}`);
}

/**
 * What an add-on would do on a component with these settings, in lines; undefined when it has nothing to show. Needs
 * `component.edit`.
 * @throws Invalid on its settings; Locked while the repository is busy
 */
export async function previewAddon(
  actor: Actor,
  component: ComponentRow,
  input: { name: string; configuration: Record<string, unknown> },
): Promise<Sentence[] | undefined> {
  demand(actor, "component.edit", scopeOf(component));
  return preview(component, input);
}

/** @param addonId the add-on whose settings they are, where it is installed */
async function preview(
  component: ComponentRow,
  input: { name: string; configuration: Record<string, unknown> },
  addonId = 0,
): Promise<Sentence[] | undefined> {
  const addon = addonType(input.name);
  const settings = readSettings(addon, input.configuration);
  if (!addon.preview) return undefined;
  const tools = addonTools(await botActor(addon, component.projectId), addon, component, addonId);
  try {
    return await addon.preview({ settings, component, tools });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new Failed(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Of a whole project the plan looks into so many components. */
const MOST_PLANNED = 20;

/**
 * What installing an add-on would do now, in lines; undefined when it cannot tell. It is installed and that is taken back,
 * so that what is refused is refused alike.
 * @throws the same as installing it; Locked while a repository is busy
 */
export async function planInstallation(
  actor: Actor,
  place: AddonTarget,
  input: { name: string; configuration?: Record<string, unknown> | null },
): Promise<Sentence[] | undefined> {
  await rehearse(
    async () => {},
    () => installAddon(actor, place, input),
  );
  const addon = addonType(input.name);
  const wanted = { name: input.name, configuration: input.configuration ?? {} };
  if ("component" in place) {
    const needed = addon.needs?.(place.component);
    if (needed && !(await hasOneOf(place.component, needed.oneOf))) throw Invalid.field("name", needed.otherwise);
    return previewAddon(actor, place.component, wanted);
  }
  return planEverywhere(actor, "project" in place ? place.project : undefined, wanted);
}

/** What an add-on would do on the components of a project, or of all projects. */
async function planEverywhere(
  actor: Actor,
  project: ProjectRow | undefined,
  wanted: { name: string; configuration: Record<string, unknown> },
): Promise<Sentence[] | undefined> {
  const addon = addonType(wanted.name);
  if (!addon.preview) return undefined;
  const { rows, count } = await listComponents(actor, { project }, { limit: MOST_PLANNED, offset: 0 });
  const lines: Sentence[] = [];
  for (const component of rows.filter((one) => (!project || one.projectId === project.id) && !addon.unfit?.(one))) {
    // What one component lacks is told of it when the add-on runs, and keeps no other from being planned.
    const told = await preview(component, wanted).catch((error: unknown) => {
      if (error instanceof Failed) return [sentenceOf(error)];
      throw error;
    });
    const name = project ? component.name : `${component.project.name} / ${component.name}`;
    lines.push(...(told ?? []).map((line) => refusal("readMember", { name, why: line })));
  }
  return count > rows.length ? [...lines, refusal("planComponentsMore", { count: count - rows.length })] : lines;
}

/**
 * What an installed add-on would do now with other settings, in lines; undefined when it cannot tell. Needs the right to manage
 * it. @throws Invalid on its settings; Locked while a repository is busy
 */
export async function planConfiguration(
  actor: Actor,
  id: number,
  configuration: Record<string, unknown>,
): Promise<Sentence[] | undefined> {
  await rehearse(
    async () => {},
    () => configureAddon(actor, id, { configuration }),
  );
  const row = await addonForChange(actor, id);
  const wanted = { name: row.name, configuration };
  if (row.componentId !== null) return preview(await findComponentById(actor, row.componentId), wanted, row.id);
  const project = row.projectSlug === null ? undefined : await findProject(actor, row.projectSlug);
  return planEverywhere(actor, project, wanted);
}

/** How many daily runs one tick starts at most; the rest follows with the next. */
const MOST_PER_TICK = 200;

/**
 * Starts the daily runs that are due. Each add-on has its own minute of the day, so that the load is spread; one that
 * was missed while the service stood still is made up for.
 */
export async function startDailyAddons(): Promise<number> {
  const daily = ADDONS.filter((addon) => addon.on.includes("daily")).map((addon) => addon.id);
  const s = subquery(
    "s",
    sql`select ${pick(a, "id", "componentId", "projectId")}, ${named({
      of: orNull(asNumber(sql`coalesce(${a.projectId}, ${c.projectId})`)),
      last: asMoment(sql`coalesce((${a.state}->>'daily_at')::timestamptz, ${a.createdAt})`),
      slot: asMoment(sql`date_trunc('day', now()) + make_interval(mins => (${a.id}::bigint * 397 % 1440)::int)`),
    })}
    from ${a} left join ${c} on ${c.id} = ${a.componentId} left join ${p} on ${p.id} = coalesce(${a.projectId}, ${c.projectId})
    where ${a.name} = any(${daily}::text[]) and ${c.removedAt} is null and ${p.removedAt} is null`,
  );
  const due = await db.rows(sql`
    select ${pick(s, "id", "componentId", "projectId", "of")} from ${s}
    where ${s.last} < case when ${s.slot} <= now() then ${s.slot} else ${s.slot} - interval '1 day' end
    order by ${s.last} limit ${MOST_PER_TICK}`);
  for (const row of due)
    await inTransaction(async (tx) => {
      await queueRun(tx, row, "daily", { projectId: row.of ?? undefined });
      const state = sql`jsonb_set(${a.state}, '{daily_at}', to_jsonb(now()))`;
      await tx.run(sql`update ${a} set ${assigned(a, { state })} where ${a.id} = ${row.id}`);
    });
  return due.length;
}
