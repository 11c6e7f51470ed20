import { addons, deliveries } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import type { DeliveryState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, NotFound } from "../errors";
import type { Messenger } from "./addon";
import { addonForChange, findAddon } from "./addons";
import type { AddonRow } from "./installed";
import { type Attempt, sendMessage, type Try } from "./internal/attempt";
import {
  addDelivery,
  type DeliveryRow,
  forgetDeliveries,
  selectDeliveries,
  selectDelivery,
  settleDelivery,
} from "./internal/delivery-rows";
import { findAddonType, readSettings } from "./registry";
import { openConfiguration } from "./settings-secrets";

/** Messages of add-ons as those who manage them see them: the log, sending one again, a test, going on after a stop. */

export type { DeliveryRow, Try };

/** Removes messages of all add-ons that are done and old. Gives their number. */
export const forgetOldDeliveries = (): Promise<number> => forgetDeliveries();

/** Messages of an add-on that the actor may manage, newest first. @param before only those older than this id */
export async function listDeliveries(
  actor: Actor,
  addonId: number,
  filter: { before?: number; state?: DeliveryState; limit: number },
): Promise<{ rows: DeliveryRow[]; count: number }> {
  const addon = await findAddon(actor, addonId);
  const of = filter.state === undefined ? sql`` : sql`and ${deliveries.state} = ${filter.state}`;
  const [rows, all] = await Promise.all([
    selectDeliveries(addon.id, filter),
    db.one(sql`select ${counted} from ${deliveries} where ${deliveries.addonId} = ${addon.id} ${of}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** One message with its whole body. @throws NotFound */
export async function findDelivery(actor: Actor, addonId: number, id: number): Promise<DeliveryRow> {
  return deliveryOf(await findAddon(actor, addonId), id);
}

async function deliveryOf(addon: AddonRow, id: number): Promise<DeliveryRow> {
  const found = await selectDelivery(addon.id, id);
  if (!found) throw new NotFound(refusal("noDeliveryAddon", { id }));
  return found;
}

/**
 * Sends a message once more, now, whatever became of it; receivers know it by its id. Needs the right to manage the
 * add-on.
 */
export async function replayDelivery(actor: Actor, addonId: number, id: number): Promise<DeliveryRow> {
  const addon = await addonForChange(actor, addonId);
  const delivery = await deliveryOf(addon, id);
  const { attempt, outcome } = await sendNow(actor, addon, delivery);
  const arrived = outcome === "delivered";
  await settleDelivery(delivery.id, attempt, {
    state: arrived ? "delivered" : delivery.state,
    inMinutes: arrived ? null : "unchanged",
  });
  return deliveryOf(addon, id);
}

/** Sends a message that tells of nothing. Needs the right to manage the add-on. @throws Invalid for an add-on that sends none */
export async function sendTest(actor: Actor, addonId: number): Promise<DeliveryRow> {
  const addon = await addonForChange(actor, addonId);
  const now = new Date();
  const body = JSON.stringify(messengerOf(addon).sample(now));
  const messageId = `msg_${addon.id}_test_${now.getTime()}`;
  const { attempt, outcome } = await sendNow(actor, addon, { messageId, body });
  const made = await addDelivery(db, { addonId: addon.id, messageId, action: null, body });
  const id = made?.id ?? 0;
  await settleDelivery(id, attempt, { state: outcome === "delivered" ? "delivered" : "failed", inMinutes: null });
  await forgetDeliveries(addon.id);
  return deliveryOf(addon, id);
}

/** Lets an add-on that has stopped go on where it was; nothing is left out. Needs the right to manage it. */
export async function resumeDeliveries(actor: Actor, addonId: number): Promise<AddonRow> {
  const addon = await addonForChange(actor, addonId);
  messengerOf(addon);
  const state = sql`${addons.state} - '{stopped,retry_at,failures,failing_since}'::text[]`;
  await db.run(sql`update ${addons} set ${assigned(addons, { state })} where ${addons.id} = ${addon.id}`);
  return findAddon(actor, addonId);
}

function messengerOf(addon: AddonRow): Messenger<unknown> {
  const { messages } = findAddonType(addon.name) ?? {};
  if (!messages) throw Invalid.field("", refusal("addonSendsNo"));
  return messages;
}

async function sendNow(
  actor: Actor,
  addon: AddonRow,
  { messageId, body }: { messageId: string; body: string },
): Promise<Attempt> {
  const messenger = messengerOf(addon);
  const type = findAddonType(addon.name);
  const settings = type && readSettings(type, openConfiguration(addon));
  return sendMessage(messenger, { settings, id: messageId, body, by: actor.username });
}
