import { apiTokens, projects, users } from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { CALLS } from "./tokens";

/** All tokens of the installation that still work. */

export const TOKEN_KINDS = ["personal", "project", "unused", "expiring", "endless"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

const [k, u, p] = [apiTokens.as("k"), users.as("u"), projects.as("p")];

const TOKEN = combined(
  pick(k, "id", "name", "prefix", "lastFour", "createdAt", "expiresAt", "lastUsedAt", "lastClient", "lastAddress"),
  pick(u, "username", "isBot", "isActive"),
  CALLS,
  named({ projectName: outer(p).name, projectSlug: outer(p).slug }),
);

export type TokenLine = SelectedRow<typeof TOKEN>;

const KINDS: Readonly<Record<TokenKind, Sql>> = {
  personal: sql`${k.projectId} is null`,
  project: sql`${k.projectId} is not null`,
  unused: sql`coalesce(${k.lastUsedAt}, ${k.createdAt}) < now() - interval '90 days'`,
  expiring: sql`${k.expiresAt} < now() + interval '7 days'`,
  endless: sql`${k.expiresAt} is null`,
};

/**
 * Tokens of everybody, newest first. `after` is the id of the last one of the page before. Needs `user.edit`.
 * @param words part of the name of a token or of its owner
 */
export async function listAllTokens(
  actor: Actor,
  { words, kind, after, limit }: { words: string; kind?: TokenKind; after?: number; limit: number },
): Promise<{ rows: TokenLine[]; count: number; next: number | undefined }> {
  demand(actor, "user.edit");
  const like = typedPattern(words);
  const from = sql`
    from ${k} join ${u} on ${u.id} = ${k.userId} left join ${p} on ${p.id} = ${k.projectId}
    where ${k.revokedAt} is null and (${k.expiresAt} is null or ${k.expiresAt} > now())
      and (${k.name} ilike ${like} or ${u.username} ilike ${like}) and ${kind ? KINDS[kind] : sql`true`}`;
  const behind = after === undefined ? sql`true` : sql`${k.id} < ${after}`;
  const [found, all] = await Promise.all([
    db.rows(sql`select ${TOKEN} ${from} and ${behind} order by ${k.id} desc limit ${limit + 1}`),
    db.one(sql`select ${counted} ${from}`),
  ]);
  const rows = found.slice(0, limit);
  return { rows, count: all?.count ?? 0, next: found.length > limit ? rows.at(-1)?.id : undefined };
}
