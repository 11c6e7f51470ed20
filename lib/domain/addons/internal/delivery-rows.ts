import { addons, deliveries } from "@/lib/generated/tables";
import { assigned, combined, eachRow, named, pick, row, unnest } from "@/lib/platform/columns";
import { type Connection, db, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asFlag, asJson, asMoment, asText, orNull, present, sqlNow } from "@/lib/platform/expressions";
import type { DeliveryState } from "@/lib/text/codes";
import type { Try } from "./attempt";

/** Messages of add-ons as they lie in the database. */

const [a, d] = [addons.as("a"), deliveries.as("d")];

const NEW = { addonId: d.addonId, messageId: d.messageId, action: d.action, body: d.body };

/** Of a body that is only shown. */
const SHOWN_BODY = 4000;

const columnsWith = (body: Sql) =>
  combined(
    pick(d, "id", "addonId", "messageId", "action", "state", "attempts", "createdAt"),
    named({
      body: asText(body),
      /** True where the body is longer than what is given of it. */
      cut: asFlag(sql`length(${d.body}) > length(${body})`),
      tries: asJson<Try[]>(d.tries),
      /** A receiver that is away holds all of them back. */
      nextAt: orNull(
        asMoment(sql`case when ${a.state}->'stopped' is null and ${d.nextAt} is not null
          then greatest(${d.nextAt}, (${a.state}->>'retry_at')::timestamptz) end`),
      ),
    }),
  );

const SHORT = columnsWith(sql`left(${d.body}, ${SHOWN_BODY}::int)`);
const WHOLE = columnsWith(d.body);

export type DeliveryRow = SelectedRow<typeof WHOLE>;

/** Messages of an add-on, newest first; long bodies are cut. */
export function selectDeliveries(
  addonId: number,
  { before, state, limit }: { before?: number; state?: DeliveryState; limit: number },
): Promise<DeliveryRow[]> {
  const older = before === undefined ? sql`` : sql`and ${d.id} < ${before}::bigint`;
  const of = state === undefined ? sql`` : sql`and ${d.state} = ${state}`;
  return db.rows(sql`
    select ${SHORT} from ${d} join ${a} on ${a.id} = ${d.addonId}
    where ${d.addonId} = ${addonId} ${of} ${older} order by ${d.id} desc limit ${limit}`);
}

/** One message, whole. */
export function selectDelivery(addonId: number, id: number): Promise<DeliveryRow | undefined> {
  return db.one(sql`
    select ${WHOLE} from ${d} join ${a} on ${a.id} = ${d.addonId} where ${d.addonId} = ${addonId} and ${d.id} = ${id}::bigint`);
}

export const CLAIMED = combined(pick(d, "id", "messageId", "body", "state"), named({ tries: asJson<Try[]>(d.tries) }));
export type ClaimedDelivery = SelectedRow<typeof CLAIMED>;

/** How long a message belongs to the process that took it; one that dies leaves it to others after that. */
const CLAIM_MINUTES = 5;

/** Takes the oldest message that is due, so that nobody else sends it now. */
export function claimDelivery(addonId: number): Promise<ClaimedDelivery | undefined> {
  const x = deliveries.as("x");
  const later = sql`now() + make_interval(mins => ${CLAIM_MINUTES}::int)`;
  return db.one(sql`
    update ${d} set ${assigned(d, { nextAt: later })} where ${d.id} = (
      select ${pick(x, "id")} from ${x} where ${x.addonId} = ${addonId} and ${x.nextAt} <= now()
      order by ${x.id} limit 1 for update skip locked)
    returning ${CLAIMED}`);
}

interface NewDelivery {
  addonId: number;
  messageId: string;
  action: number | null;
  body: string;
}

/** Messages that are due, in their order: one statement, however many. */
export async function addDeliveries(tx: Tx, messages: readonly NewDelivery[]): Promise<void> {
  if (messages.length === 0) return;
  const n = unnest("n", NEW, messages);
  const { addonId, messageId, action, body } = n;
  await tx.run(sql`insert into ${d} ${eachRow(d, { addonId, messageId, action, body, nextAt: sqlNow })} from ${n}`);
}

/** A message that is sent by hand, which nobody else takes. */
export function addDelivery(on: Pick<Tx, "one">, message: NewDelivery): Promise<ClaimedDelivery | undefined> {
  return on.one(sql`insert into ${d} ${row(d, { ...message, nextAt: null })} returning ${CLAIMED}`);
}

const KEPT_TRIES = 20;

/** Writes down an attempt and what comes of it. `inMinutes` says when it is tried next; null means not at all. */
export async function settleDelivery(
  id: number,
  attempt: Try,
  { state, inMinutes }: { state: DeliveryState; inMinutes: number | null | "unchanged" },
): Promise<void> {
  const tries = sql`(
    select jsonb_agg(x.try order by x.place) from (
      select try, place from jsonb_array_elements(${d.tries} || ${JSON.stringify([attempt])}::jsonb)
      with ordinality as t(try, place) order by place desc limit ${KEPT_TRIES}) x)`;
  const next =
    inMinutes === "unchanged"
      ? {}
      : { nextAt: inMinutes === null ? null : sql`now() + make_interval(mins => ${inMinutes}::int)` };
  await db.run(sql`
    update ${d} set ${assigned(d, { tries, state, attempts: sql`${d.attempts} + 1`, ...next })}
    where ${d.id} = ${id}::bigint`);
}

/** Whether messages wait that have failed before. */
export async function hasFailing(addonId: number): Promise<boolean> {
  const found = await db.one(sql`
    select ${present} from ${d} where ${d.addonId} = ${addonId} and ${d.nextAt} is not null and ${d.attempts} > 0 limit 1`);
  return found !== undefined;
}

/** How many messages wait, up to a number. */
export async function countWaiting(on: Pick<Connection, "rows">, addonId: number, most: number): Promise<number> {
  const rows = await on.rows(sql`
    select ${pick(d, "id")} from ${d} where ${d.addonId} = ${addonId} and ${d.nextAt} is not null limit ${most}`);
  return rows.length;
}

/** What is kept of an add-on's messages that are done. */
const KEPT = { rows: 1000, bytes: 8_000_000, days: 30 };

/** Removes old messages that are done: of one add-on, or of all. Gives their number. */
export function forgetDeliveries(addonId?: number): Promise<number> {
  const x = deliveries.as("x");
  const of = addonId === undefined ? sql`` : sql`and ${x.addonId} = ${addonId}`;
  return db.run(sql`
    delete from ${d} where ${d.id} in (
      select y.id from (
        select ${x.id} as id, ${x.createdAt} as created_at, row_number() over w as place, sum(octet_length(${x.body})) over w as bytes
        from ${x} where ${x.nextAt} is null ${of}
        window w as (partition by ${x.addonId} order by ${x.id} desc rows unbounded preceding)) y
      where y.place > ${KEPT.rows}::int or y.bytes > ${KEPT.bytes}::bigint
        or y.created_at < now() - make_interval(days => ${KEPT.days}::int))`);
}
