import { addons, components, changes as ledger, projects } from "@/lib/generated/tables";
import { assigned, named, outer, pick } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { safeFetch } from "@/lib/platform/safe-fetch";
import { SERVICE } from "../access/actor";
import { type ChangeRow, followChanges } from "../changes/list";
import { findComponentById } from "../components/components";
import { recordRun } from "./activity";
import type { Addon } from "./addon";
import { botActor } from "./bot";
import { type AddonRow, selectAddons } from "./installed";
import { ADDONS, findAddonType } from "./registry";
import { openConfiguration } from "./settings-secrets";

/**
 * Add-ons that tell others of changes. Each follows the ledger from a cursor of its own, so that nothing is left out: what
 * could not be delivered is tried again, later and later, and comes before what happened since.
 */

const EVENT = "changes";
const MOST_PER_RUN = 100;
const LONGEST_RUN_MS = 30_000;
const LONGEST_PAUSE_MINUTES = 60;

const names = ADDONS.filter((addon) => addon.message).map((addon) => addon.id);

/** How many add-ons tell at the same time, and how many in one round; those longest behind come first. */
const AT_ONCE = 5;
const MOST_AT_A_TIME = 50;

/** Lets every add-on that has something to tell do so. Gives how much was told. */
export async function deliverDue(): Promise<number> {
  const due = await dueDeliveries();
  let told = 0;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const counts = await Promise.all(due.slice(at, at + AT_ONCE).map((id) => deliverChanges(id)));
    told += counts.reduce((sum, one) => sum + one, 0);
  }
  return told;
}

const [a, c, p, ch] = [addons.as("a"), outer(components.as("c")), projects.as("p"), ledger.as("ch")];

/** Transaction and line of an add-on's cursor. */
const CURSOR = sql`coalesce(${a.state}->>'cursor', '0-0')`;
const CURSOR_TX = sql`split_part(${CURSOR}, '-', 1)::xid8`;
const CURSOR_ID = sql`split_part(${CURSOR}, '-', 2)::bigint`;

/** Ids of add-ons that have changes to tell and are not waiting after a failure. */
async function dueDeliveries(): Promise<number[]> {
  const rows = await db.rows(sql`
    select ${pick(a, "id")}
    from ${a} left join ${c} on ${c.id} = ${a.componentId} join ${p} on ${p.id} = coalesce(${a.projectId}, ${c.projectId})
    where ${a.name} = any(${names}::text[]) and ${c.removedAt} is null and ${p.removedAt} is null
      and coalesce((${a.state}->>'retry_at')::timestamptz, now()) <= now()
      and exists (select from ${ch} where (${ch.componentId} = ${a.componentId} or ${ch.projectId} = ${a.projectId})
        and (${ch.tx}, ${ch.id}) > (${CURSOR_TX}, ${CURSOR_ID}) and ${ch.tx} < ledger_horizon())
    order by ${CURSOR_TX}, ${a.id} limit ${MOST_AT_A_TIME}`);
  return rows.map((row) => row.id);
}

/** Tells what is new, oldest first, and stops at the first failure. Gives how much was told. */
async function deliverChanges(addonId: number): Promise<number> {
  const [row] = await selectAddons(sql`${a.id} = ${addonId}`);
  const addon = row && findAddonType(row.name);
  if (!row || !addon?.message) return 0;
  const read = addon.settings.safeParse(openConfiguration(row));
  if (!read.success) {
    // An address that may no longer be used, say. It may be again: the cursor stays.
    await postpone(row);
    await recordEnd(row, addon, {
      error: new Error(read.error.issues[0]?.message ?? "The settings are not valid. Check them."),
    });
    return 0;
  }
  const settings = read.data;
  const projectId = row.projectId ?? (await projectOf(row.componentId));
  const actions = [...(addon.actionsOf?.(settings) ?? [])];
  const filter = row.componentId === null ? { projectId: row.projectId ?? 0 } : { componentId: row.componentId };
  const bot = await botActor(addon, projectId);
  const horizon = await db.one(sql`select ${named({ tx: asText(sql`ledger_horizon()::text`) })}`);
  const changes = await followChanges(bot, row.state.cursor ?? "0-0", { ...filter, actions }, MOST_PER_RUN);
  const until = performance.now() + LONGEST_RUN_MS;
  let told = 0;
  try {
    for (const change of changes) {
      if (performance.now() > until) break;
      // Its own alerts would tell of themselves without end.
      if (!isOwnFailure(change)) await tell(addon, row, settings, change);
      await moveTo(row.id, change.cursor);
      told++;
    }
    // Whatever is below the horizon has been looked at, told or not, and need not be looked at again.
    if (told === changes.length && told < MOST_PER_RUN)
      await moveTo(row.id, laterOf(changes.at(-1)?.cursor ?? row.state.cursor ?? "0-0", `${horizon?.tx ?? 0}-0`));
    if (row.state.failures) await recordEnd(row, addon, { text: `Sent ${told} changes again.` });
  } catch (error) {
    await postpone(row);
    await recordEnd(row, addon, { error });
  }
  return told;
}

async function projectOf(componentId: number | null): Promise<number> {
  const found = await db.one(
    sql`select ${pick(components, "projectId")} from ${components} where ${components.id} = ${componentId}`,
  );
  return found?.projectId ?? 0;
}

/** The later of two cursors; the first where both are of one transaction. */
function laterOf(one: string, other: string): string {
  const tx = (cursor: string) => BigInt(cursor.split("-")[0] ?? 0);
  return tx(other) > tx(one) ? other : one;
}

const isOwnFailure = (change: ChangeRow): boolean => change.details.alert === "AddonScriptError";

async function tell(addon: Addon, row: AddonRow, settings: unknown, change: ChangeRow): Promise<void> {
  const message = addon.message?.({ settings, change, addonId: row.id, now: new Date() });
  if (!message) return;
  const answer = await safeFetch(message.url, {
    method: "POST",
    headers: message.headers,
    json: message.json,
    maxBytes: 100_000,
  });
  if (answer.status < 200 || answer.status > 299) throw new Error(`The address answered with status ${answer.status}.`);
}

async function moveTo(addonId: number, cursor: string): Promise<void> {
  await changeState(
    addonId,
    sql`(${a.state} - 'retry_at' - 'failures') || jsonb_build_object('cursor', ${cursor}::text)`,
  );
}

async function postpone(row: AddonRow): Promise<void> {
  const failures = Math.min((row.state.failures ?? 0) + 1, 20);
  const minutes = Math.min(2 ** (failures - 1), LONGEST_PAUSE_MINUTES);
  const retryAt = sql`now() + make_interval(mins => ${minutes}::int)`;
  await changeState(
    row.id,
    sql`${a.state} || jsonb_build_object('failures', ${failures}::int, 'retry_at', ${retryAt})`,
  );
}

async function changeState(id: number, state: Sql): Promise<void> {
  await db.run(sql`update ${a} set ${assigned(a, { state })} where ${a.id} = ${id}`);
}

/** The log, and the alert: on the component, or on the first one of the project. */
async function recordEnd(row: AddonRow, addon: Addon, result: { text: string } | { error: unknown }): Promise<void> {
  const id = row.componentId ?? (await firstComponent(row.projectId));
  if (id !== undefined) await recordRun({ row, addon }, await findComponentById(SERVICE, id), EVENT, result);
}

async function firstComponent(projectId: number | null): Promise<number | undefined> {
  if (projectId === null) return undefined;
  const first = await db.prisma.component.findFirst({
    where: { projectId, removedAt: null },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return first?.id;
}
