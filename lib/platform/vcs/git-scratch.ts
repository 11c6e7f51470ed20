import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tool } from "./git-command";
import { prepare } from "./git-folder";

/**
 * Makes a second working copy beside one, which may be used and thrown away: it reads the objects of the first one, and
 * whatever is made in it stays in it. Its files are checked out when it is opened.
 */
export async function makeScratch(from: string, into: string): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const [there, here] = [tool(from), tool(into)];
  await here.raw("init", "--quiet");
  // How objects are named, what of them is left to the remote, and which files are checked out.
  await copyFile(join(from, ".git", "config"), join(into, ".git", "config"));
  await mkdir(join(into, ".git", "info"), { recursive: true });
  for (const name of ["shallow", join("info", "sparse-checkout")])
    await copyFile(join(from, ".git", name), join(into, ".git", name)).catch(() => {});
  await prepare(into);
  await mkdir(join(into, ".git", "objects", "info"), { recursive: true });
  await writeFile(join(into, ".git", "objects", "info", "alternates"), `${join(from, ".git", "objects")}\n`);
  await copyFile(join(from, ".git", "HEAD"), join(into, ".git", "HEAD"));
  // git wants them in this order.
  const refs = await there.raw("for-each-ref", "--sort=refname", "--format=%(objectname) %(refname)");
  await writeFile(join(into, ".git", "packed-refs"), `# pack-refs with: sorted\n${refs}`);
}
