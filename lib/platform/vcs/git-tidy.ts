import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { tool } from "./git-command";
import { isPartial } from "./git-origin";

/** From so many on git gets slow: it looks for an object in one pack after the other, or in long folders. */
const MOST = { packs: 50, loose: 7_000 };

/** The same for packs of a partial copy, which are put together all at once. */
const MOST_PARTIAL = 250;

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
  const partial = await isPartial(folder);
  if (packs <= (partial ? MOST_PARTIAL : MOST.packs) && loose <= MOST.loose) return false;
  // git keeps what others have promised apart from what is ours, but not some packs of it from others.
  const how = partial ? ["-a", "--keep-unreachable"] : ["--geometric=2"];
  await tool(folder).raw("repack", "-d", "--quiet", ...how);
  return true;
}
