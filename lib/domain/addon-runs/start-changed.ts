import { addons } from "@/lib/generated/tables";
import { assigned, named } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { botActor, botName } from "../addons/bot";
import { type AddonRow, selectAddons } from "../addons/installed";
import { isStarted, queueRun } from "../addons/queue";
import { ADDONS, findAddonType } from "../addons/registry";
import { openConfiguration } from "../addons/settings-secrets";
import { ACTION } from "../change-actions";
import { followChanges } from "../changes/list";

/** Add-ons that changes start: each follows the ledger from a cursor of its own, and runs over the components of what is new. */

const a = addons.as("a");
const names = ADDONS.filter((addon) => addon.startedBy).map((addon) => addon.id);

/** Add-ons of one round, those longest behind first, and lines of the ledger for each. */
const MOST_AT_A_TIME = 200;
const MOST_LINES = 1000;

/** Wants runs of the add-ons that are started by what has happened since. Gives how many add-ons. */
export async function startChangedAddons(): Promise<number> {
  const rows = await selectAddons(sql`${a.name} = any(${names}::text[])`);
  const wanting = rows.filter((row) => {
    const addon = findAddonType(row.name);
    return addon !== undefined && isStarted(addon, row, "changed");
  });
  const txOf = (row: AddonRow) => BigInt(cursorOf(row).split("-")[0] ?? 0);
  wanting.sort((one, other) => (txOf(one) < txOf(other) ? -1 : txOf(one) > txOf(other) ? 1 : one.id - other.id));
  let started = 0;
  for (const row of wanting.slice(0, MOST_AT_A_TIME)) if (await startChanged(row)) started++;
  return started;
}

const cursorOf = (row: AddonRow): string => row.state.cursor ?? "0-0";

async function startChanged(row: AddonRow): Promise<boolean> {
  const addon = findAddonType(row.name);
  const settings = addon?.settings.safeParse(openConfiguration(row));
  if (!addon?.startedBy || !settings?.success) return false;
  const before = cursorOf(row);
  const filter = { projectId: row.projectId ?? undefined, componentId: row.componentId ?? undefined };
  const horizon = await db.one(sql`select ${named({ tx: asText(sql`ledger_horizon()::text`) })}`);
  const bot = await botActor(addon, row.inProject);
  const actions = [...addon.startedBy(settings.data)];
  const changes = await followChanges(bot, before, { ...filter, actions }, MOST_LINES);
  const last = changes.at(-1)?.cursor ?? before;
  const reached = `${horizon?.tx ?? 0}-0`;
  const isLater = BigInt(reached.split("-")[0] ?? 0) > BigInt(last.split("-")[0] ?? 0);
  const cursor = changes.length < MOST_LINES && isLater ? reached : last;
  // What it did itself, and alerts that it failed, would start it without end.
  const told = changes.filter(
    ({ username, authorUsername, action }) =>
      ![username, authorUsername].includes(botName(addon)) && action !== ACTION.ALERT_TRIGGERED,
  );
  const components = [...new Set(told.flatMap(({ componentId }) => componentId ?? []))];
  await inTransaction(async (tx) => {
    const moved = await tx.run(sql`
      update ${a} set ${assigned(a, { state: sql`${a.state} || jsonb_build_object('cursor', ${cursor}::text)` })}
      where ${a.id} = ${row.id} and coalesce(${a.state}->>'cursor', '0-0') = ${before}`);
    if (moved === 0) return;
    for (const componentId of components)
      await queueRun(tx, row, "changed", { componentId, projectId: row.inProject ?? undefined });
  });
  return components.length > 0;
}
