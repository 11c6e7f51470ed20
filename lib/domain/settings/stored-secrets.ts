import { setTimeout as pause } from "node:timers/promises";
import { repositories } from "@/lib/generated/tables";
import { assigned, named, recordset, Typed, typeOf } from "@/lib/platform/columns";
import { db, rawSql, sql } from "@/lib/platform/database";
import { asFlag, asText, orNull } from "@/lib/platform/expressions";
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
import { changeMembers, SEALED, type SealedColumn, sealFor } from "../secrets";

/** The secrets that lie in the database: sealed at the start where a former version left them plain, and rotated. */

const PLACES: readonly SealedColumn[] = Object.values(SEALED);
const BATCH = 500;

const columnsOf = ({ column, key, members }: SealedColumn) => ({
  table: rawSql(column.owner),
  column,
  plain: rawSql(column.column),
  key: asText(sql`${key}::text`),
  kind: orNull(asText(members ? members.by : sql`null::text`)),
  value: new Typed<unknown>(sql`to_jsonb(${column})`, typeOf("jsonb")),
});

/** Ids of keys that are needed and not known here. */
export async function missingKeys(): Promise<string[]> {
  const used = await keysInUse();
  return hasSecretKey() ? used.filter((id) => !findKey(id)) : used;
}

/** Ids of all keys that something in the database is sealed with. */
async function keysInUse(): Promise<string[]> {
  const found = await Promise.all(
    PLACES.map((place) => {
      const { table, column } = columnsOf(place);
      return db.rows(sql`
        select distinct ${named({ id: asText(sql`m[1]`) })} from ${table}, regexp_matches(${column}::text, 'sealed:v1:([0-9a-f]{16}):', 'g') m`);
    }),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
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
  await changeSecrets((place, secret) => (isSealed(secret) ? secret : sealFor(place, secret)));
}

/**
 * Changes every secret, place by place and batch by batch; what somebody else changes meanwhile is left alone. Can be
 * stopped anywhere and begun again. Gives how many rows were changed.
 */
async function changeSecrets(change: (place: SealedColumn, secret: string) => string): Promise<number> {
  let changed = 0;
  for (const place of PLACES) {
    const { table, column, plain, key, kind, value } = columnsOf(place);
    const secret = place.rows ? sql`${key} = any(${place.rows}::text[])` : sql`true`;
    const back = place.json ? sql`n.new` : sql`n.new #>> '{}'`;
    for (let last = ""; ; ) {
      const rows = await db.rows(sql`
        select ${named({ key, kind, value })} from ${table}
        where ${secret} and ${key} > ${last} and ${column}::text not in ('', '{}', 'null') order by ${key} limit ${BATCH}`);
      const next = rows.flatMap((row) => {
        const changeOne = (text: string) => change(place, text);
        const next =
          typeof row.value === "string"
            ? changeOne(row.value)
            : changeMembers(place, row.kind ?? "", row.value, changeOne);
        return JSON.stringify(next) === JSON.stringify(row.value) ? [] : [{ key: row.key, old: row.value, new: next }];
      });
      if (next.length > 0)
        changed += await db.run(sql`
          update ${table} set ${plain} = ${back} from ${recordset("n", { key, old: value, new: value }, next)}
          where ${key} = n.key and ${value} = n.old`);
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.key ?? "";
    }
  }
  return changed;
}

/** Addresses with user name, password or key in them: what may be read stays, the whole of it is sealed beside. */
async function sealAddresses(): Promise<void> {
  const r = repositories.as("r");
  for (const [place, plain, sealed] of [
    [SEALED.repositoryAddress, "url", "urlSecret"],
    [SEALED.pushAddress, "push", "pushSecret"],
  ] as const) {
    for (let last = 0; ; ) {
      const rows = await db.rows(sql`
        select ${named({ id: r.id, address: r[plain] })} from ${r}
        where ${r.id} > ${last} and ${r[plain]} ~ '[@?]' order by ${r.id} limit ${BATCH}`);
      const found = rows
        .filter(({ address }) => withoutCredentials(address) !== address)
        .map(({ id, address }) => ({
          id,
          old: address,
          new: withoutCredentials(address),
          sealed: sealFor(place, address),
        }));
      const n = recordset("n", { id: r.id, old: r.url, new: r.url, sealed: r.urlSecret }, found);
      if (found.length > 0)
        await db.run(sql`
          update ${r} set ${assigned(r, { [plain]: n.new, [sealed]: n.sealed })} from ${n}
          where ${r.id} = ${n.id} and ${r[plain]} = ${n.old}`);
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.id ?? 0;
    }
  }
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
  const again = (place: SealedColumn, secret: string) => {
    if (keyIdOf(secret) === current) return secret;
    try {
      return seal(open(secret, place.name), place.name);
    } catch (error) {
      if (!forget || !(error instanceof SecretKeyError)) throw error;
      forgotten++;
      return "";
    }
  };
  let changed = 0;
  for (let round = 0; ; round++) {
    const now = await changeSecrets(again);
    changed += now;
    if (now === 0 && round > 0) break;
    await othersToEnd();
  }
  dropFileKeys();
  return { changed, forgotten };
}

/** Waits for whoever sealed something with the former key and has not written it yet. */
async function othersToEnd(): Promise<void> {
  const mark = await db.one(sql`select ${named({ tx: asText(sql`pg_current_xact_id()::text`) })}`);
  for (let tries = 0; tries < 120; tries++) {
    await pause(500);
    const ended = asFlag(sql`pg_snapshot_xmin(pg_current_snapshot()) > ${mark?.tx ?? "0"}::xid8`);
    const row = await db.one(sql`select ${named({ ended })}`);
    if (row?.ended) return;
  }
  throw new SecretKeyError(
    `Another process has been writing to the database for a minute. The former keys were kept in ${secretKeyFile()}. Run the command again.`,
  );
}
