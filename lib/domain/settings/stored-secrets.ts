import { setTimeout as pause } from "node:timers/promises";
import { db, rawSql, sql } from "@/lib/platform/database";
import {
  addFileKey,
  currentKeys,
  dropFileKeys,
  findKey,
  hasSecretKey,
  SecretKeyError,
  secretKeyFile,
} from "@/lib/platform/secrets/keys";
import { isSealed, keyIdOf, open, seal, unknownKey } from "@/lib/platform/secrets/seal";
import { withoutCredentials } from "@/lib/text/addresses";
import { changeMembers, placeName, SEALED, type SealedPlace, sealFor } from "../secrets";

/** The secrets that lie in the database: sealed at the start where a former version left them plain, and rotated. */

const PLACES: readonly SealedPlace[] = Object.values(SEALED);
const BATCH = 500;

interface Row {
  key: string;
  kind: string | null;
  value: unknown;
}

const columnsOf = ({ table, column, key, members }: SealedPlace) => ({
  table: rawSql(table),
  column: rawSql(`t.${column}`),
  plain: rawSql(column),
  key: rawSql(`t.${key}::text`),
  kind: rawSql(members ? `t.${members.by}` : "null"),
});

/**
 * Changes every secret of a place, batch by batch; what somebody else changes meanwhile is left alone. Can be stopped
 * anywhere and begun again. Gives how many rows were changed.
 */
async function changePlace(place: SealedPlace, change: (secret: string) => string): Promise<number> {
  const { table, column, plain, key, kind } = columnsOf(place);
  const secret = place.rows ? sql`${key} = any(${place.rows}::text[])` : sql`true`;
  const back = place.json ? sql`n.new` : sql`n.new #>> '{}'`;
  let changed = 0;
  for (let last = ""; ; ) {
    const rows = await db.rows<Row>(sql`
      select ${key} as key, ${kind} as kind, to_jsonb(${column}) as value from ${table} t
      where ${secret} and ${key} > ${last} and ${column}::text not in ('', '{}', 'null') order by ${key} limit ${BATCH}`);
    const next = rows.flatMap((row) => {
      const value =
        typeof row.value === "string" ? change(row.value) : changeMembers(place, row.kind ?? "", row.value, change);
      return JSON.stringify(value) === JSON.stringify(row.value) ? [] : [{ key: row.key, old: row.value, new: value }];
    });
    if (next.length > 0)
      changed += await db.run(sql`
        update ${table} t set ${plain} = ${back} from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(key text, old jsonb, new jsonb)
        where ${key} = n.key and to_jsonb(${column}) = n.old`);
    if (rows.length < BATCH) return changed;
    last = rows.at(-1)?.key ?? "";
  }
}

/** Addresses with user name, password or key in them: what may be read stays, the whole of it is sealed beside. */
async function sealAddresses(): Promise<void> {
  for (const [place, column] of [
    [SEALED.repositoryAddress, "url"],
    [SEALED.pushAddress, "push"],
  ] as const) {
    const [plain, sealed] = [rawSql(column), rawSql(place.column)];
    for (let last = 0; ; ) {
      const rows = await db.rows<{ id: number; address: string }>(sql`
        select id, ${plain} as address from repositories where id > ${last} and ${plain} ~ '[@?]' order by id limit ${BATCH}`);
      const found = rows
        .filter(({ address }) => withoutCredentials(address) !== address)
        .map(({ id, address }) => ({
          id,
          old: address,
          new: withoutCredentials(address),
          sealed: sealFor(place, address),
        }));
      if (found.length > 0)
        await db.run(sql`
          update repositories r set ${plain} = n.new, ${sealed} = n.sealed
          from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as n(id int, old text, new text, sealed text)
          where r.id = n.id and r.${plain} = n.old`);
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.id ?? 0;
    }
  }
}

/** Ids of all keys that something in the database is sealed with. */
async function keysInUse(): Promise<string[]> {
  const found = await Promise.all(
    PLACES.map((place) => {
      const { table, column } = columnsOf(place);
      return db.rows<{ id: string }>(sql`
        select distinct m[1] as id from ${table} t, regexp_matches(${column}::text, 'sealed:v1:([0-9a-f]{16}):', 'g') m`);
    }),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}

/** Ids of keys that are needed and not known here. */
export async function missingKeys(): Promise<string[]> {
  const used = await keysInUse();
  return hasSecretKey() ? used.filter((id) => !findKey(id)) : used;
}

/**
 * Makes the key at the first start, and seals what a former version left plain.
 * @throws SecretKeyError when the database holds secrets that cannot be opened here
 */
export async function prepareSecrets(): Promise<void> {
  const [missing] = await missingKeys();
  if (missing !== undefined) throw unknownKey(missing);
  currentKeys();
  await sealAddresses();
  for (const place of PLACES)
    await changePlace(place, (secret) => (isSealed(secret) ? secret : sealFor(place, secret)));
}

/**
 * Seals every secret with a new key, or with that of LOQUAT_SECRET_KEY where it is set. Can be stopped anywhere and run
 * again: until the end, the former keys stay.
 * @param forget empties what cannot be opened, instead of refusing
 * @throws SecretKeyError
 */
export async function rotateSecrets(forget = false): Promise<{ changed: number; forgotten: number }> {
  const [missing] = await missingKeys();
  if (missing !== undefined && !forget) throw unknownKey(missing);
  if (forget && !hasSecretKey()) currentKeys();
  addFileKey();
  const current = currentKeys().current.id;
  let forgotten = 0;
  const again = (place: SealedPlace) => (secret: string) => {
    if (keyIdOf(secret) === current) return secret;
    try {
      return seal(open(secret, placeName(place)), placeName(place));
    } catch (error) {
      if (!forget || !(error instanceof SecretKeyError)) throw error;
      forgotten++;
      return "";
    }
  };
  let changed = 0;
  for (let round = 0; ; round++) {
    let now = 0;
    for (const place of PLACES) now += await changePlace(place, again(place));
    changed += now;
    if (now === 0 && round > 0) break;
    await othersToEnd();
  }
  dropFileKeys();
  return { changed, forgotten };
}

/** Waits for whoever sealed something with the former key and has not written it yet. */
async function othersToEnd(): Promise<void> {
  const mark = await db.one<{ tx: string }>(sql`select pg_current_xact_id()::text as tx`);
  for (let tries = 0; tries < 120; tries++) {
    await pause(500);
    const row = await db.one<{ ended: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${mark?.tx ?? "0"}::xid8 as ended`,
    );
    if (row?.ended) return;
  }
  throw new SecretKeyError(
    `Something has been writing to the database for a minute. The former keys stay in ${secretKeyFile()}: run the command again.`,
  );
}
