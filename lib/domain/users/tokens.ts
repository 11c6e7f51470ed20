import { createHash, randomBytes } from "node:crypto";
import { apiTokens } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, loadActor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { forgetTokens, rememberActor, rememberedActor } from "../access/remembered-tokens";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "../errors";

/** API tokens: stored hashed, shown once. */

export interface TokenRow {
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

/** A personal token for the actor itself. */
export async function createPersonalToken(
  actor: Actor,
  name: string,
  expiresAt: Date | null,
): Promise<{ key: string; id: number }> {
  if (actor.isAnonymous) throw new Unauthenticated("Sign in to create an API token.");
  // No second factor is asked of tokens: one that was made without would be the way around it.
  if (actor.withoutFactor && (actor.withoutFactor.everywhere || actor.withoutFactor.projects.size > 0))
    throw new Forbidden(denied("two-factor-required", refusal("tokenSecondFactor")));
  return issueToken(actor.userId, { name: name.trim().slice(0, 100), expiresAt });
}

/** Tokens of a user that have not been revoked, newest first. */
export async function listTokens(actor: Actor, userId: number): Promise<TokenRow[]> {
  if (actor.userId !== userId) demand(actor, "user.edit");
  return db.prisma.apiToken.findMany({
    where: { userId, revokedAt: null },
    orderBy: { id: "desc" },
    select: {
      id: true,
      name: true,
      prefix: true,
      lastFour: true,
      projectId: true,
      createdAt: true,
      expiresAt: true,
      lastUsedAt: true,
      lastClient: true,
    },
  });
}

/** Ends a token at once. */
export async function revokeToken(actor: Actor, tokenId: number): Promise<void> {
  const token = await db.prisma.apiToken.findFirst({
    where: { id: tokenId, revokedAt: null },
    select: { userId: true },
  });
  if (!token) throw new NotFound(refusal("tokenMissingAlready"));
  if (token.userId !== actor.userId) demand(actor, "user.edit");
  await db.prisma.apiToken.updateMany({ where: { id: tokenId }, data: { revokedAt: new Date() } });
  forgetTokens();
}

const k = apiTokens.as("k");

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
  const ended = await db.rows(sql`
    update ${k} set ${assigned(k, { revokedAt: sqlNow })} where ${anyOf(k.id, [...tokenIds])} and ${k.revokedAt} is null
    returning ${pick(k, "id")}`);
  forgetTokens();
  return ended.length;
}

/**
 * The actor of an API key.
 * @throws Unauthenticated when the key is unknown, revoked or expired, or its user inactive
 */
export async function authenticateKey(key: string, client: string): Promise<Actor> {
  const hash = hashKey(key);
  const remembered = rememberedActor(hash);
  if (remembered) return remembered;
  const row = await db.one(sql`
    select ${pick(k, "id", "userId", "projectId")} from ${k}
    where ${k.hash} = ${hash} and ${k.revokedAt} is null and (${k.expiresAt} is null or ${k.expiresAt} > now())`);
  const actor = row && (await loadActor(row.userId, { tokenProjectId: row.projectId ?? undefined, cause: "api" }));
  if (!row || !actor)
    throw new Unauthenticated("The token is unknown, revoked or expired. Create a new one on your profile page.", true);
  if (actor.isAnonymous) throw new Forbidden(denied("not-signed-in", refusal("tokenOwnerGone")));
  rememberActor(hash, actor);
  await db.run(sql`
    update ${k} set ${assigned(k, { lastUsedAt: sqlNow, lastClient: client.slice(0, 120) })}
    where ${k.id} = ${row.id} and (${k.lastUsedAt} is null or ${k.lastUsedAt} < now() - interval '1 minute')`);
  return actor;
}
