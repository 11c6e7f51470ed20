import { addons, changeBoundaries, changes, settings } from "@/lib/generated/tables";
import { assigned, named, names, pick, row, subquery } from "@/lib/platform/columns";
import { db, inTransaction, rawSql, sql, type Tx } from "@/lib/platform/database";
import { asFlag, asNumber, asText, present } from "@/lib/platform/expressions";

const excluded = settings.as("excluded");

/**
 * Epochs of the ledger. Its lines carry numbers of transactions, which every server counts anew, and a restored
 * database lacks what happened after its backup. So a restored ledger begins an epoch: numbers go on behind those it
 * holds (`ledger_tx()`, `ledger_horizon()`), which keeps our own followers going, and cursors that the outside got
 * before are refused, as what they point at may never have happened here.
 */

const SETTING = "ledger";
const LOCK = 7_201_960;

/** The server and the database on it. */
const PLACE = rawSql(
  "(select system_identifier || '/' || d.oid from pg_control_system(), pg_database d where d.datname = current_database())",
);

/**
 * Begins an epoch behind everything that the ledger and its followers know.
 * @param tx one in which nobody else writes to the ledger
 */
export async function beginEpoch(tx: Tx): Promise<void> {
  const newest = subquery(
    "newest",
    sql`select ${pick(changes, "tx")} from ${changes} order by ${changes.tx} desc, ${changes.id} desc limit 1`,
  );
  const numbers = subquery(
    "numbers",
    sql`
      select ${named({ number: asNumber(sql`max(${newest.tx}::text::numeric)`) })} from ${newest}
      union all select max(split_part(${addons.state}->>'cursor', '-', 1)::numeric) from ${addons} where ${addons.state}->>'cursor' ~ '^[0-9]+-[0-9]+$'
      union all select max((${settings.value}->>'tx')::numeric) from ${settings} where ${settings.name} in ('memory-cursor', 'notice-cursor')`,
  );
  const last = await tx.one(sql`
    select ${named({
      shift: asText(
        sql`greatest(0, coalesce(max(${numbers.number}), 0) + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::numeric)::text`,
      ),
      epoch: asText(sql`substr(md5(random()::text || clock_timestamp()::text), 1, 8)`),
    })}
    from ${numbers}`);
  await tx.run(
    rawSql(`create or replace function ledger_shift() returns bigint language sql immutable parallel safe as
      'select ${BigInt(last?.shift ?? 0)}::bigint'`),
  );
  await tx.run(
    rawSql(`create or replace function ledger_epoch() returns text language sql immutable parallel safe as
      'select ''${(last?.epoch ?? "").replace(/[^0-9a-f]/g, "")}''::text'`),
  );
  await tx.run(sql`delete from ${changeBoundaries}`);
  await rememberPlace(tx);
}

async function rememberPlace(tx: Tx): Promise<void> {
  await tx.run(sql`
    insert into ${settings} ${row(settings, { name: SETTING, value: sql`jsonb_build_object('place', ${PLACE})` })}
    on conflict (${names(settings, "name")}) do update set ${assigned(settings, { value: excluded.value })}`);
}

/** Begins an epoch when the database has come from another server, or another database, since the last start. */
export async function noticeRestore(): Promise<boolean> {
  const settled = await db.one(sql`
    select ${present} from ${settings} where ${settings.name} = ${SETTING} and ${settings.value}->>'place' = ${PLACE}`);
  if (settled) return false;
  return inTransaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`);
    await tx.run(sql`lock table ${changes} in share row exclusive mode`);
    const known = await tx.one(sql`
      select ${named({
        here: asFlag(
          sql`(select ${settings.value}->>'place' from ${settings} where ${settings.name} = ${SETTING}) = ${PLACE}`,
        ),
        strange: asFlag(sql`exists (select from ${settings} where ${settings.name} = ${SETTING})
          or exists (select from ${changes} where ${changes.tx} >= ledger_horizon())
          or exists (select from ${changeBoundaries} where ${changeBoundaries.cluster} <> (select system_identifier from pg_control_system()))`),
      })}`);
    if (known?.here) return false;
    if (known?.strange) await beginEpoch(tx);
    else await rememberPlace(tx);
    return known?.strange ?? false;
  });
}

/**
 * Reads a cursor of the outside: `<epoch>-<transaction>-<line>`, or without an epoch, as they were before there were any.
 * @returns the place in the ledger; "gone" when it is of another epoch; undefined when it is no cursor at all
 */
export async function readCursor(cursor: string): Promise<string | "gone" | undefined> {
  if (cursor === "" || cursor === "0-0") return "0-0";
  const match = /^(?:([0-9a-f]{1,16})-)?(\d{1,20})-(\d{1,18})$/.exec(cursor);
  if (!match) return undefined;
  const [, epoch = "0", tx, id] = match;
  const now = await db.one(
    sql`select ${named({ epoch: asText(sql`ledger_epoch()`), horizon: asText(sql`ledger_horizon()::text`) })}`,
  );
  // None has ever been handed out from beyond the horizon, unless by a server that this database was taken from.
  return now?.epoch === epoch && BigInt(tx ?? 0) < BigInt(now.horizon) ? `${tx}-${id}` : "gone";
}
