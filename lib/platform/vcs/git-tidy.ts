import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { tool } from "./git-command";

/** From so many on git gets slow: it looks for an object in one pack after the other, or in long folders. */
const MOST = { packs: 50, loose: 7_000 };

/**
 * Puts small packs and loose objects of a working copy together when there are many; nothing is dropped. Git's own
 * tidying is off, as it begins when it likes.
 * @returns whether there was something to do
 */
export async function tidyCopy(folder: string): Promise<boolean> {
  const objects = join(folder, ".git", "objects");
  const packs = (await readdir(join(objects, "pack"))).filter((name) => name.endsWith(".pack")).length;
  // Ids are spread evenly over 256 folders, so one tells of all, as in `git gc --auto`.
  const loose = (await readdir(join(objects, "17")).catch(() => [])).length * 256;
  if (packs <= MOST.packs && loose <= MOST.loose) return false;
  await tool(folder).raw("repack", "-d", "--quiet", "--geometric=2");
  return true;
}
