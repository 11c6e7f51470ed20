import { scimTokens } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { takeTurn } from "@/lib/platform/throttle-store";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denied } from "../access/denied";
import { Forbidden, NotFound, Throttled, Unauthenticated } from "../errors";
import { generateKey, hashKey, type KeyRow } from "../users/tokens";

/** Keys of directory services: made by superusers, shown once, stored hashed, good for SCIM and nothing else. */

const k = scimTokens.as("k");

/** Whether the actor may give a directory the say over people and teams. */
export const mayKeepDirectory = (actor: Actor): boolean => actor.isSuperuser && actor.tokenProjectId === undefined;

/** @throws Unauthenticated, Forbidden */
function demandDirectory(actor: Actor): void {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInDirectory"));
  if (!mayKeepDirectory(actor)) throw new Forbidden(denied("missing-permission", refusal("directorySuperusers")));
}

/** Keys that have not been revoked, newest first. @throws Forbidden */
export async function listScimKeys(actor: Actor): Promise<KeyRow[]> {
  demandDirectory(actor);
  const found = await db.rows(sql`
    select ${pick(k, "id", "name", "prefix", "lastFour", "createdAt", "expiresAt", "lastUsedAt", "lastClient")} from ${k}
    where ${k.revokedAt} is null order by ${k.id} desc limit 200`);
  return found.map((row) => ({ ...row, projectId: null }));
}

/** Makes a key and gives it, which cannot be shown again. @throws Forbidden */
export async function createScimKey(actor: Actor, name: string, expiresAt: Date | null): Promise<string> {
  demandDirectory(actor);
  const key = generateKey("svcs_");
  await db.prisma.scimToken.create({
    data: {
      name: name.trim().slice(0, 100),
      hash: hashKey(key),
      prefix: "svcs_",
      lastFour: key.slice(-4),
      expiresAt,
    },
  });
  return key;
}

/** Ends a key at once. @throws Forbidden, NotFound */
export async function revokeScimKey(actor: Actor, id: number): Promise<void> {
  demandDirectory(actor);
  const ended = await db.prisma.scimToken.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (ended.count === 0) throw new NotFound("This key does not exist or has already been revoked.");
}

/** Requests of one network that show no key that counts. */
const STRANGERS = "60/minute";
/** Requests of one directory. */
const DIRECTORY = "3000/minute";

/** The key of a hash, unless it has ended. */
async function liveKey(hash: string): Promise<{ id: number } | undefined> {
  return db.one(sql`
    select ${pick(k, "id")} from ${k}
    where ${k.hash} = ${hash} and ${k.revokedAt} is null and (${k.expiresAt} is null or ${k.expiresAt} > now())`);
}

/** Notes, by the minute at most, that a key was used. */
async function noteUse(id: number, lastClient: string): Promise<void> {
  await db.run(sql`
    update ${k} set ${assigned(k, { lastUsedAt: sqlNow, lastClient })}
    where ${k.id} = ${id} and (${k.lastUsedAt} is null or ${k.lastUsedAt} < now() - interval '1 minute')`);
}

/** A directory service that has shown its key: only `Directory.open` makes one. */
export class Directory {
  private constructor(readonly keyId: number) {}
  static readonly #made = (keyId: number): Directory => new Directory(keyId);

  /**
   * The directory of a key. Keys have 200 random bits and are looked up by their hash, so the time it takes tells nothing.
   * @param network of the caller, for counting wrong keys
   * @throws Unauthenticated, Throttled
   */
  static async open(key: string | undefined, client: string, network: string): Promise<Directory> {
    const found = key === undefined ? undefined : await liveKey(hashKey(key));
    const verdict = found
      ? await takeTurn("scim", String(found.id), DIRECTORY)
      : await takeTurn("scim-stranger", network, STRANGERS);
    if (verdict && !verdict.allowed) throw new Throttled("Too many requests. Try again later.", verdict.reset);
    if (!found) throw new Unauthenticated("Send a key of a directory service: Authorization: Bearer <key>.", true);
    await noteUse(found.id, client.slice(0, 200));
    return Directory.#made(found.id);
  }
}
