import { createHash, randomBytes } from "node:crypto";
import { apiTokens, tokenCalls } from "@/lib/generated/tables";
import { assigned, combined, cte, defined, named, pick } from "@/lib/platform/columns";
import { db, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asMoment, asNumber, sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, loadActor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { forgetTokens, rememberActor, rememberedActor } from "../access/remembered-tokens";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "../errors";
import { CALL_DAYS, countCall } from "./count-calls";

/** API tokens: stored hashed, shown once. */

/** A key as lists show it. */
export interface KeyRow {
  id: number;
  name: string;
  prefix: string;
  lastFour: string;
  projectId: number | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  lastClient: string;
}

export interface TokenRow extends KeyRow {
  lastAddress: string;
  /** How often it was used in the last hour, and in the last days that are kept. */
  callsPerHour: number;
  callsPerWeek: number;
  /** Last letters of the key before the last rotation; until when that one works, and when it was used last. */
  oldLastFour: string;
  oldEndsAt: Date | null;
  oldUsedAt: Date | null;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A fresh key: the prefix and 36 random letters and digits. */
export function generateKey(prefix: "svcu_" | "svcp_" | "svcs_"): string {
  let key = "";
  while (key.length < 36) {
    for (const byte of randomBytes(48)) {
      // 248 is the largest multiple of 62 in a byte: no letter is likelier than another.
      if (byte < 248 && key.length < 36) key += ALPHABET[byte % 62];
    }
  }
  return prefix + key;
}

/** The form in which a key is stored. A key has 200 random bits, so one round of SHA-256 is enough. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Stores a new token and gives the key, which cannot be shown again. */
export async function issueToken(
  userId: number,
  options: { name?: string; projectId?: number; expiresAt?: Date | null } = {},
): Promise<{ key: string; id: number }> {
  const prefix = options.projectId === undefined ? "svcu_" : "svcp_";
  const key = generateKey(prefix);
  const { id } = await db.prisma.apiToken.create({
    data: { userId, ...options, hash: hashKey(key), prefix, lastFour: key.slice(-4) },
    select: { id: true },
  });
  return { key, id };
}

function demandTokens(actor: Actor): void {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInToken"));
  // No second factor is asked of tokens: one that was made without would be the way around it.
  if (actor.withoutFactor && (actor.withoutFactor.everywhere || actor.withoutFactor.projects.size > 0))
    throw new Forbidden(denied("two-factor-required", refusal("tokenSecondFactor")));
}

/** A personal token for the actor itself. */
export async function createPersonalToken(
  actor: Actor,
  name: string,
  expiresAt: Date | null,
): Promise<{ key: string; id: number }> {
  demandTokens(actor);
  return issueToken(actor.userId, { name: name.trim().slice(0, 100), expiresAt });
}

const [k, n] = [apiTokens.as("k"), tokenCalls.as("n")];

/** How often a token was used. What is left of the last hour in the one before the present counts by its share. */
export const CALLS = named({
  callsPerHour: asNumber(sql`
    coalesce((select round(sum(${n.calls} * least(1, 1 - extract(epoch from now() - ${n.hour} - interval '1 hour') / 3600))) from ${n}
      where ${n.tokenId} = ${k.id} and ${n.hour} > now() - interval '2 hours'), 0)`),
  callsPerWeek: asNumber(sql`
    coalesce((select sum(${n.calls}) from ${n}
      where ${n.tokenId} = ${k.id} and ${n.hour} > now() - make_interval(days => ${CALL_DAYS}::int)), 0)`),
});

/** A token as lists show it, over `api_tokens` as `k`. */
export const TOKEN = combined(
  pick(
    k,
    "id",
    "name",
    "prefix",
    "lastFour",
    "projectId",
    "createdAt",
    "expiresAt",
    "lastUsedAt",
    "lastClient",
    "lastAddress",
  ),
  pick(k, "oldLastFour", "oldEndsAt", "oldUsedAt"),
  CALLS,
);

/** Tokens of a user that have not been revoked, newest first. */
export async function listTokens(actor: Actor, userId: number): Promise<TokenRow[]> {
  if (actor.userId !== userId) demand(actor, "user.edit");
  return db.rows(sql`
    select ${TOKEN} from ${k} where ${k.userId} = ${userId} and ${k.revokedAt} is null order by ${k.id} desc`);
}

/**
 * Ends tokens at once, and removes what was counted of them.
 * @param which over `api_tokens`
 * @returns how many still worked
 */
export async function endTokens(on: Pick<Tx, "rows">, which: Sql): Promise<number> {
  const r = apiTokens;
  const ended = cte(
    "ended",
    sql`update ${r} set ${assigned(r, { revokedAt: sqlNow })} where ${which} and ${r.revokedAt} is null returning ${pick(r, "id")}`,
  );
  const rows = await on.rows(sql`
    with ${defined(ended)}, gone as (delete from ${tokenCalls} where ${tokenCalls.tokenId} in (select ${ended.id} from ${ended}))
    select ${pick(ended, "id")} from ${ended}`);
  return rows.length;
}

/** Ends a token at once. */
export async function revokeToken(actor: Actor, tokenId: number): Promise<void> {
  const token = await db.prisma.apiToken.findFirst({
    where: { id: tokenId, revokedAt: null },
    select: { userId: true },
  });
  if (!token) throw new NotFound(refusal("tokenMissingAlready"));
  if (token.userId !== actor.userId) demand(actor, "user.edit");
  await endTokens(db, sql`${apiTokens.id} = ${tokenId}`);
  forgetTokens();
}

/** Those of some tokens that still work, whoever has them. Needs `user.edit`. */
export async function workingTokens(actor: Actor, tokenIds: readonly number[]): Promise<number[]> {
  demand(actor, "user.edit");
  const rows = await db.rows(sql`
    select ${pick(k, "id")} from ${k}
    where ${anyOf(k.id, [...tokenIds])} and ${k.revokedAt} is null and (${k.expiresAt} is null or ${k.expiresAt} > now())
    order by ${k.id}`);
  return rows.map(({ id }) => id);
}

/** Ends many tokens at once, whoever has them. Needs `user.edit`. @returns how many still worked @throws Invalid without one */
export async function revokeTokens(actor: Actor, tokenIds: readonly number[]): Promise<number> {
  demand(actor, "user.edit");
  if (tokenIds.length === 0) throw Invalid.field("", refusal("tickLeastRow"), "required");
  const ended = await endTokens(db, anyOf(apiTokens.id, [...tokenIds]));
  forgetTokens();
  return ended;
}

/** For how long the key before may go on working, in hours. */
export const OVERLAPS = [0, 1, 24, 168] as const;

/**
 * Gives a token another key; name, reach and end stay. The key before goes on working for some hours, so that clients can be
 * changed one by one; one before that ends at once. Gives the key, which cannot be shown again.
 * @param where what the actor may rotate, over `api_tokens`
 * @throws Invalid for another overlap; NotFound for a token that has ended
 */
export async function renewKey(tokenId: number, where: Sql, overlapHours: number): Promise<string> {
  if (!(OVERLAPS as readonly number[]).includes(overlapHours))
    throw Invalid.field("overlap", refusal("chooseOneOf", { choices: OVERLAPS.join(", ") }), "invalid_choice");
  const [r, live] = [apiTokens, sql`(${apiTokens.expiresAt} is null or ${apiTokens.expiresAt} > now())`];
  const found = await db.one(sql`
    select ${pick(r, "prefix", "projectId")} from ${r} where ${r.id} = ${tokenId} and ${r.revokedAt} is null and ${live} and ${where}`);
  if (!found) throw new NotFound(refusal("tokenMissingAlready"));
  const prefix = found.projectId === null ? "svcu_" : "svcp_";
  const key = generateKey(prefix);
  const keeps = overlapHours > 0;
  const renewed = await db.run(sql`
    update ${r} set ${assigned(r, {
      hash: hashKey(key),
      prefix,
      lastFour: key.slice(-4),
      oldHash: keeps ? r.hash : null,
      oldLastFour: keeps ? r.lastFour : "",
      oldEndsAt: keeps ? asMoment(sql`now() + make_interval(hours => ${overlapHours}::int)`) : null,
      oldUsedAt: keeps ? r.lastUsedAt : null,
    })} where ${r.id} = ${tokenId} and ${r.revokedAt} is null and ${live} and ${where}`);
  if (renewed === 0) throw new NotFound(refusal("tokenMissingAlready"));
  forgetTokens();
  return key;
}

/** Ends the key before the last rotation at once. @param where what the actor may change, over `api_tokens` @throws NotFound */
export async function endOldKey(tokenId: number, where: Sql): Promise<void> {
  const r = apiTokens;
  const ended = await db.run(sql`
    update ${r} set ${assigned(r, { oldHash: null, oldLastFour: "", oldEndsAt: null, oldUsedAt: null })}
    where ${r.id} = ${tokenId} and ${r.oldHash} is not null and ${r.revokedAt} is null and ${where}`);
  if (ended === 0) throw new NotFound(refusal("tokenMissingAlready"));
  forgetTokens();
}

/** Gives a token of the actor another key. @throws as `renewKey` */
export async function rotateToken(actor: Actor, tokenId: number, overlapHours: number): Promise<string> {
  demandTokens(actor);
  return renewKey(tokenId, sql`${apiTokens.userId} = ${actor.userId}`, overlapHours);
}

/** Ends the key that a token of the actor had before. @throws NotFound */
export async function endOldOwnKey(actor: Actor, tokenId: number): Promise<void> {
  await endOldKey(tokenId, sql`${apiTokens.userId} = ${actor.userId}`);
}

/**
 * The actor of an API key.
 * @throws Unauthenticated when the key is unknown, revoked or expired, or its user inactive
 */
export async function authenticateKey(key: string, client: string, address = ""): Promise<Actor> {
  const hash = hashKey(key);
  const remembered = rememberedActor(hash);
  if (remembered) {
    countCall(remembered.token);
    return remembered.actor;
  }
  const row = await db.one(sql`
    select ${pick(k, "id", "userId", "projectId")}, ${named({ isOld: asFlag(sql`${k.hash} <> ${hash}`) })} from ${k}
    where (${k.hash} = ${hash} or (${k.oldHash} = ${hash} and ${k.oldEndsAt} > now()))
      and ${k.revokedAt} is null and (${k.expiresAt} is null or ${k.expiresAt} > now())`);
  const actor = row && (await loadActor(row.userId, { tokenProjectId: row.projectId ?? undefined, cause: "api" }));
  if (!row || !actor) throw new Unauthenticated(refusal("apiTokenUnknown"), true);
  if (actor.isAnonymous) throw new Forbidden(denied("not-signed-in", refusal("tokenOwnerGone")));
  rememberActor(hash, actor, row.id);
  countCall(row.id);
  await noteUse(row.id, client, address);
  if (row.isOld) await noteOldUse(row.id);
  return actor;
}

/** Notes, by the minute at most, that a token was used. */
async function noteUse(id: number, client: string, address: string): Promise<void> {
  const use = { lastUsedAt: sqlNow, lastClient: client.slice(0, 120), lastAddress: address.slice(0, 45) };
  await db.run(sql`
    update ${k} set ${assigned(k, use)}
    where ${k.id} = ${id} and (${k.lastUsedAt} is null or ${k.lastUsedAt} < now() - interval '1 minute')`);
}

/** The same of the key that it had before: who still uses it has not been changed over. */
async function noteOldUse(id: number): Promise<void> {
  await db.run(sql`
    update ${k} set ${assigned(k, { oldUsedAt: sqlNow })}
    where ${k.id} = ${id} and (${k.oldUsedAt} is null or ${k.oldUsedAt} < now() - interval '1 minute')`);
}
