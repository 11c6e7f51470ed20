import { lstat, mkdir, unlink, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { refusal } from "@/lib/text/messages/refusal";
import { VcsError } from "./vcs";

/**
 * Writes or removes a file of a working copy. Never follows a link: every folder above the file must be a real one.
 * @throws VcsError when the path leads out of the copy, or something else is there
 */
export async function writeInside(folder: string, path: string, content: Uint8Array | null): Promise<void> {
  const target = resolve(folder, path);
  const root = resolve(folder) + sep;
  if (
    !target.startsWith(root) ||
    target.startsWith(`${root}.git${sep}`) ||
    path.split("/").some((part) => part.toLowerCase() === ".git")
  )
    throw new VcsError("broken", refusal("vcsOutside", { path }));
  for (let at = dirname(target); at.startsWith(root); at = dirname(at)) {
    const found = await lstat(at).catch(() => undefined);
    if (found && !found.isDirectory()) throw new VcsError("broken", refusal("vcsNotFolder", { path }));
  }
  const existing = await lstat(target).catch(() => undefined);
  if (existing && !existing.isFile()) throw new VcsError("broken", refusal("vcsNotFile", { path }));
  if (content === null) {
    if (existing) await unlink(target);
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}
