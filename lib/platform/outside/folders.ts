import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, normalize, sep } from "node:path";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { environment } from "../environment";

/**
 * Folders of this machine that may serve as repositories: inside one that an administrator has named, never inside the
 * data folder, where everybody's working copies lie. Real paths are compared, so that no link leads out.
 */

/**
 * The one folder below the data folder that may be named. It has a folder for each project of the demo, named by the number
 * of the project, with its repositories.
 */
export const DEMO_FOLDER = "demo";

/** Who names a folder: the project of a component, by its number; "stored" for an address that was judged when it was typed. */
export type FolderUse = number | "stored" | undefined;

/**
 * A sentence why the folder may not be used, or undefined. Says nothing about whether it exists. The folders of the demo are
 * open to the components of their own project, and to others only where an administrator has named just that folder: whoever
 * pushed there would change what others translate, and nobody expects a repository of theirs to go with the demo.
 */
export function folderProblem(path: string, use: FolderUse = undefined): Refusal | undefined {
  const { dataFolder, localRepositories } = environment();
  const real = realPath(path);
  const within = (root: string) => isInside(realPath(root), real);
  const demo = join(realPath(dataFolder), DEMO_FOLDER);
  if (isInside(demo, real)) {
    const isOwn = use === "stored" || (use !== undefined && isInside(join(demo, String(use)), real));
    const isOpen = localRepositories.some((root) => realPath(root) === demo);
    return isOwn || isOpen ? undefined : refusal("folderDemo", { path, folder: demo });
  }
  if (within(dataFolder)) return refusal("folderData", { path });
  if (localRepositories.some(within)) return undefined;
  return refusal("folderNot", { path, folder: dirname(normalize(path)) });
}

/** The folder that git itself would take for this path, by its real path; undefined when there is no repository. */
export function repositoryFolder(path: string): string | undefined {
  const plain = path.replace(/\/+$/, "") || "/";
  // The order is git's own.
  for (const candidate of [join(plain, ".git"), plain, `${plain}.git/.git`, `${plain}.git`])
    if (isDirectory(candidate) && isDirectory(join(candidate, "objects"))) return realPath(candidate);
  return undefined;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // What cannot be looked at cannot be used either.
    return false;
  }
}

/** The real path; of what does not exist, that of the nearest folder above with the rest behind it. */
function realPath(path: string): string {
  const plain = normalize(path).replace(/(?<=.)\/+$/, "");
  try {
    // The operating system's own answer, which also knows where upper and lower case are the same.
    return realpathSync.native(/*turbopackIgnore: true*/ plain);
  } catch {
    const above = dirname(plain);
    return above === plain ? plain : join(/*turbopackIgnore: true*/ realPath(above), basename(plain));
  }
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
