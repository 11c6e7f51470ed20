import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, normalize, sep } from "node:path";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { environment } from "../environment";

/**
 * Folders of this machine that may serve as repositories: inside one that an administrator has named, never inside the
 * data folder, where everybody's working copies lie. Real paths are compared, so that no link leads out.
 */

/** The one folder below the data folder that may be named: the repositories of the demo project. */
export const DEMO_FOLDER = "demo";

/** A sentence why the folder may not be used, or undefined. Says nothing about whether it exists. */
export function folderProblem(path: string): Refusal | undefined {
  const { dataFolder, localRepositories } = environment();
  const real = realPath(path);
  const within = (root: string) => isInside(realPath(root), real);
  const demo = join(realPath(dataFolder), DEMO_FOLDER);
  const ofDemo = isInside(demo, real) && localRepositories.some((root) => realPath(root) === demo);
  if (within(dataFolder) && !ofDemo)
    return isInside(demo, real) ? refusal("folderDemo", { path, folder: demo }) : refusal("folderData", { path });
  if (ofDemo || localRepositories.some(within)) return undefined;
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
    return above === plain ? plain : join(realPath(above), basename(plain));
  }
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
