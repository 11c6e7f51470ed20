import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { repositories } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { anyOf } from "@/lib/platform/expressions";

const r = repositories.as("r");

/** A copy that was touched within a day may be of a repository whose row is about to be stored. */
const FRESH_MS = 24 * 60 * 60_000;

/**
 * Removes this machine's copies of repositories that are gone: who removed them may have done so on another machine.
 * Gives how many.
 */
export async function sweepCopies(): Promise<number> {
  const root = dataFolder("repositories");
  const ids: number[] = [];
  for (const name of await readdir(root)) {
    // At most nine digits: what the database counts with.
    if (!/^[1-9]\d{0,8}$/.test(name)) continue;
    const found = await stat(join(root, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > FRESH_MS) ids.push(Number(name));
  }
  if (ids.length === 0) return 0;
  const rows = await db.rows(sql`select ${pick(r, "id")} from ${r} where ${anyOf(r.id, ids)}`);
  const there = new Set(rows.map((row) => row.id));
  const gone = ids.filter((id) => !there.has(id));
  for (const id of gone) await rm(join(root, String(id)), { recursive: true, force: true });
  return gone.length;
}
