import { db, sql } from "@/lib/platform/database";
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

/** Ids of add-ons that have changes to tell and are not waiting after a failure. */
async function dueDeliveries(): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select a.id from addons a left join components c on c.id = a.component_id join projects p on p.id = coalesce(a.project_id, c.project_id)
    where a.name = any(${names}::text[]) and c.removed_at is null and p.removed_at is null
      and coalesce((a.state->>'retry_at')::timestamptz, now()) <= now()
      and exists (select from changes ch where (ch.component_id = a.component_id or ch.project_id = a.project_id)
        and (ch.tx, ch.id) > (split_part(coalesce(a.state->>'cursor', '0-0'), '-', 1)::xid8, split_part(coalesce(a.state->>'cursor', '0-0'), '-', 2)::bigint)
        and ch.tx < ledger_horizon())
    order by split_part(coalesce(a.state->>'cursor', '0-0'), '-', 1)::xid8, a.id limit ${MOST_AT_A_TIME}`);
  return rows.map((row) => row.id);
}

/** Tells what is new, oldest first, and stops at the first failure. Gives how much was told. */
async function deliverChanges(addonId: number): Promise<number> {
  const [row] = await selectAddons(sql`a.id = ${addonId}`);
  const addon = row && findAddonType(row.name);
  if (!row || !addon?.message) return 0;
  const read = addon.settings.safeParse(openConfiguration(row));
  if (!read.success) {
    // An address that may no longer be used, say. It may be again: the cursor stays.
    await postpone(row);
    await recordEnd(row, addon, { error: new Error(read.error.issues[0]?.message ?? "The settings cannot be used.") });
    return 0;
  }
  const settings = read.data;
  const place = await db.one<{ projectId: number }>(
    sql`select coalesce(${row.projectId}::int, (select project_id from components where id = ${row.componentId})) as project_id`,
  );
  const actions = [...(addon.actionsOf?.(settings) ?? [])];
  const filter = row.componentId === null ? { projectId: row.projectId ?? 0 } : { componentId: row.componentId };
  const bot = await botActor(addon, place?.projectId ?? 0);
  const horizon = await db.one<{ tx: string }>(sql`select ledger_horizon()::text as tx`);
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
    if (row.state.failures) await recordEnd(row, addon, { text: `Told ${told} changes again.` });
  } catch (error) {
    await postpone(row);
    await recordEnd(row, addon, { error });
  }
  return told;
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
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`The address answered with the status ${answer.status}.`);
}

async function moveTo(addonId: number, cursor: string): Promise<void> {
  await db.run(sql`
    update addons set state = (state - 'retry_at' - 'failures') || jsonb_build_object('cursor', ${cursor}::text) where id = ${addonId}`);
}

async function postpone(row: AddonRow): Promise<void> {
  const failures = Math.min((row.state.failures ?? 0) + 1, 20);
  const minutes = Math.min(2 ** (failures - 1), LONGEST_PAUSE_MINUTES);
  await db.run(sql`
    update addons set state = state || jsonb_build_object('failures', ${failures}::int, 'retry_at', now() + make_interval(mins => ${minutes}::int))
    where id = ${row.id}`);
}

/** The log, and the alert: on the component, or on the first one of the project. */
async function recordEnd(row: AddonRow, addon: Addon, result: { text: string } | { error: unknown }): Promise<void> {
  const id =
    row.componentId ??
    (
      await db.one<{ id: number }>(
        sql`select id from components where project_id = ${row.projectId} and removed_at is null order by id limit 1`,
      )
    )?.id;
  if (id !== undefined) await recordRun({ row, addon }, await findComponentById(SERVICE, id), EVENT, result);
}
