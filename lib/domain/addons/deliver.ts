import { addons, components, deliveries, changes as ledger, projects } from "@/lib/generated/tables";
import { assigned, named, outer, pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { SERVICE } from "../access/actor";
import { because } from "../changes/because";
import { type ChangeRow, followChanges } from "../changes/list";
import { findComponentById } from "../components/components";
import { Failed, type Sentence, worded } from "../errors";
import { recordRun } from "./activity";
import type { Addon } from "./addon";
import { botActor } from "./bot";
import { type AddonRow, EVERYWHERE, isEverywhere, selectAddons } from "./installed";
import { type Attempt, sendMessage, wasRefused } from "./internal/attempt";
import {
  addDeliveries,
  type ClaimedDelivery,
  claimDelivery,
  countWaiting,
  forgetDeliveries,
  hasFailing,
  settleDelivery,
} from "./internal/delivery-rows";
import { saidOf } from "./internal/refused";
import { ADDONS, findAddonType } from "./registry";
import { openConfiguration } from "./settings-secrets";

/**
 * Add-ons that tell others of changes. Each follows the ledger from a cursor of its own and makes a message of every
 * change, so that nothing is left out. A receiver that is away holds all messages back, in order; one that a receiver
 * refuses is tried again by itself, later and later, while others pass it by.
 */

const EVENT = "changes";
const MOST_PER_RUN = 100;
const LONGEST_RUN_MS = 30_000;

/** Messages that wait; more than these stay in the ledger. */
const MOST_WAITING = 1000;

/** While a receiver is away, the pauses grow up to this. */
const LONGEST_PAUSE_MINUTES = 60;
/** After so long nobody expects it back, and nothing is sent until somebody resumes it. */
const LONGEST_ABSENCE_DAYS = 5;
/** Pauses after each refusal of one message; then it is given up. Eighteen hours in all. */
const REFUSAL_PAUSES_MINUTES = [1, 5, 30, 120, 300, 600];

const names = ADDONS.filter((addon) => addon.messages).map((addon) => addon.id);

const [a, c, p, ch] = [addons.as("a"), outer(components.as("c")), outer(projects.as("p")), ledger.as("ch")];
const d = deliveries.as("d");

/** Transaction and line of an add-on's cursor. */
const CURSOR = sql`coalesce(${a.state}->>'cursor', '0-0')`;
const CURSOR_TX = sql`split_part(${CURSOR}, '-', 1)::xid8`;
const CURSOR_ID = sql`split_part(${CURSOR}, '-', 2)::bigint`;

/** Add-ons of one round; those longest behind come first. */
const MOST_AT_A_TIME = 50;

/** Ids of add-ons that have something to tell and are not waiting after a failure. */
export async function dueDeliveries(): Promise<number[]> {
  const rows = await db.rows(sql`
    select ${pick(a, "id")}
    from ${a} left join ${c} on ${c.id} = ${a.componentId} left join ${p} on ${p.id} = coalesce(${c.projectId}, ${a.projectId})
    where ${a.name} = any(${names}::text[]) and ${c.removedAt} is null and ${p.removedAt} is null
      and ${a.state}->'stopped' is null and coalesce((${a.state}->>'retry_at')::timestamptz, now()) <= now()
      and (
        exists (select from ${d} where ${d.addonId} = ${a.id} and ${d.nextAt} <= now())
        or exists (select from ${ch} where (${ch.componentId} = ${a.componentId} or ${ch.projectId} = ${a.projectId} or ${EVERYWHERE})
          and (${ch.tx}, ${ch.id}) > (${CURSOR_TX}, ${CURSOR_ID}) and ${ch.tx} < ledger_horizon()))
    order by ${CURSOR_TX}, ${a.id} limit ${MOST_AT_A_TIME}`);
  return rows.map((row) => row.id);
}

/** Tells what is new and what is due again, oldest first. Gives how much arrived. */
export async function deliverChanges(addonId: number): Promise<number> {
  const [row] = await selectAddons(sql`${a.id} = ${addonId}`);
  const addon = row && findAddonType(row.name);
  if (!row || !addon?.messages || row.state.stopped) return 0;
  const read = addon.settings.safeParse(openConfiguration(row), { reportInput: true });
  if (!read.success) {
    // An address that may no longer be used, say. It may be again: the cursor stays.
    const [issue] = read.error.issues;
    const error = (issue && saidOf(issue)) ?? issue?.message ?? refusal("deliverySettings");
    await postpone(row, 0, error);
    await tellEnd(row, addon, { error: new Failed(error) });
    return 0;
  }
  await makeMessages(row, addon, read.data);
  const { told, error } = await sendWaiting(row, addon, read.data);
  if (error !== undefined) await tellEnd(row, addon, { error: new Failed(error) });
  else if (told > 0 && row.state.failing && !(await hasFailing(row.id)))
    await tellEnd(row, addon, { text: refusal("runSent", { count: told }) });
  if (told > 0) await forgetDeliveries(row.id);
  return told;
}

/** Makes messages of what has happened since. */
async function makeMessages(row: AddonRow, addon: Addon, settings: unknown): Promise<void> {
  const { messages } = addon;
  if (!messages || (await countWaiting(db, row.id, MOST_WAITING)) >= MOST_WAITING) return;
  const before = row.state.cursor ?? "0-0";
  const filter = { projectId: row.projectId ?? undefined, componentId: row.componentId ?? undefined };
  const bot = await botActor(addon, row.inProject);
  const horizon = await db.one(sql`select ${named({ tx: asText(sql`ledger_horizon()::text`) })}`);
  const actions = [...messages.actionsOf(settings)];
  const changes = await followChanges(bot, before, { ...filter, actions }, MOST_PER_RUN);
  const last = changes.at(-1)?.cursor ?? before;
  // Whatever is below the horizon has been looked at, told or not, and need not be looked at again.
  const cursor = changes.length < MOST_PER_RUN ? laterOf(last, `${horizon?.tx ?? 0}-0`) : last;
  await inTransaction(async (tx) => {
    // Another process that has made the same messages has moved it.
    const moved = await tx.run(sql`
      update ${a} set ${assigned(a, { state: sql`${a.state} || jsonb_build_object('cursor', ${cursor}::text)` })}
      where ${a.id} = ${row.id} and ${CURSOR} = ${before}`);
    if (moved === 0) return;
    // Its own alerts would tell of themselves without end.
    const told = changes.filter((one) => !isOwnFailure(one));
    await addDeliveries(
      tx,
      told.map((change) => ({
        addonId: row.id,
        messageId: `msg_${row.id}_${change.id}`,
        action: change.action,
        body: JSON.stringify(messages.bodyOf(change)),
      })),
    );
  });
}

/** Sends what is due until the receiver turns out to be away. `error` is the last one. */
async function sendWaiting(
  row: AddonRow,
  addon: Addon,
  settings: unknown,
): Promise<{ told: number; error: Sentence | undefined }> {
  const until = performance.now() + LONGEST_RUN_MS;
  let told = 0;
  let error: Sentence | undefined;
  while (performance.now() < until) {
    const delivery = addon.messages && (await claimDelivery(row.id));
    if (!addon.messages || !delivery) break;
    const done = await sendMessage(addon.messages, { settings, id: delivery.messageId, body: delivery.body });
    await settle(delivery, done);
    if (done.outcome === "delivered") told++;
    else error = done.attempt.said ?? done.attempt.error;
    if (done.outcome === "away") await postpone(row, done.wait, error ?? "");
    else if (done.outcome === "gone") await stop(row, refusal("deliveryGone"));
    else if (row.state.failures)
      await changeState(row.id, sql`${a.state} - '{retry_at,failures,failing_since}'::text[]`);
    if (done.outcome === "away" || done.outcome === "gone") break;
  }
  return { told, error };
}

function settle(delivery: ClaimedDelivery, { attempt, outcome }: Attempt): Promise<void> {
  if (outcome === "delivered") return settleDelivery(delivery.id, attempt, { state: "delivered", inMinutes: null });
  if (outcome !== "refused") return settleDelivery(delivery.id, attempt, { state: "waiting", inMinutes: 0 });
  const pause = REFUSAL_PAUSES_MINUTES[delivery.tries.filter(wasRefused).length];
  return settleDelivery(delivery.id, attempt, {
    state: pause === undefined ? "failed" : "waiting",
    inMinutes: pause ?? null,
  });
}

/** The later of two cursors; the first where both are of one transaction. */
function laterOf(one: string, other: string): string {
  const tx = (cursor: string) => BigInt(cursor.split("-")[0] ?? 0);
  return tx(other) > tx(one) ? other : one;
}

const isOwnFailure = (change: ChangeRow): boolean => change.details.alert === "AddonScriptError";

/** The receiver is away: it is asked again after a pause, or not any more when it has been away too long. */
async function postpone(row: AddonRow, waitSeconds: number, reason: Sentence): Promise<void> {
  const since = row.state.failing_since === undefined ? new Date() : new Date(row.state.failing_since);
  if (Date.now() - since.getTime() > LONGEST_ABSENCE_DAYS * 86_400_000)
    return stop(row, refusal("deliveryAway", { days: LONGEST_ABSENCE_DAYS, why: reason }));
  const failures = Math.min((row.state.failures ?? 0) + 1, 20);
  const seconds = Math.max(Math.min(2 ** (failures - 1), LONGEST_PAUSE_MINUTES) * 60, waitSeconds);
  const retryAt = sql`now() + make_interval(secs => ${seconds}::int)`;
  await changeState(
    row.id,
    sql`${a.state} || jsonb_build_object('failures', ${failures}::int, 'failing_since', ${since.toISOString()}::text, 'retry_at', ${retryAt})`,
  );
}

async function stop(row: AddonRow, reason: Sentence): Promise<void> {
  const stopped = JSON.stringify({ stopped: { at: new Date().toISOString(), ...because(worded(reason)) } });
  await changeState(row.id, sql`${a.state} || ${stopped}::jsonb`);
}

async function changeState(id: number, state: Sql): Promise<void> {
  await db.run(sql`update ${a} set ${assigned(a, { state })} where ${a.id} = ${id}`);
}

/** The log, and the alert: on the component, or on the first one of the project; there is none for a whole installation. */
async function tellEnd(row: AddonRow, addon: Addon, result: { text: Sentence } | { error: unknown }): Promise<void> {
  await changeState(row.id, sql`${a.state} || jsonb_build_object('failing', ${"error" in result}::bool)`);
  const id = row.componentId ?? (await firstComponent(row.projectId));
  const component = id === undefined ? undefined : await findComponentById(SERVICE, id);
  if (component || isEverywhere(row)) await recordRun({ row, addon }, component, EVENT, result);
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
