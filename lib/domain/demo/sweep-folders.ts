import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { projects, repositories } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { present } from "@/lib/platform/expressions";
import { DEMO_FOLDER } from "@/lib/platform/outside/folders";

const [p, r] = [projects.as("p"), repositories.as("r")];

/**
 * Removes this machine's folders of the demo whose project is gone for good and whose repositories no component uses any more.
 * Gives how many.
 */
export async function sweepDemoFolders(): Promise<number> {
  const root = join(environment().dataFolder, DEMO_FOLDER);
  const names = await readdir(root).catch(() => []);
  let gone = 0;
  for (const name of names) {
    const folder = join(root, name);
    // At most nine digits: what the database counts with. Those of former versions are repositories themselves.
    const project = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : 0;
    const used = await db.one(sql`
      select ${present} from ${p} where ${p.id} = ${project}
      union all select ${present} from ${r} where ${r.url} = ${folder} or starts_with(${r.url}, ${`${folder}/`}) limit 1`);
    if (used) continue;
    await rm(folder, { recursive: true, force: true });
    gone += 1;
  }
  return gone;
}
