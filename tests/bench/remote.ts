import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { catalogue } from "./data";

/** Repositories that stand for the remote ones. */

const PERSON = {
  GIT_AUTHOR_NAME: "b",
  GIT_AUTHOR_EMAIL: "b@example.org",
  GIT_COMMITTER_NAME: "b",
  GIT_COMMITTER_EMAIL: "b@example.org",
};

/** Runs git in a folder. */
export function git(folder: string, ...command: string[]): string {
  return execFileSync("git", ["-C", folder, ...command], { encoding: "utf8", env: { ...process.env, ...PERSON } });
}

/** A repository with a PO file for each language, in a new folder; gives the folder. */
export function makeRemote(folder: string, languages: readonly string[], strings: number): string {
  return makeRemoteOf(
    folder,
    languages.map((language) => [`po/${language}.po`, catalogue(language, strings)] as const),
  );
}

/** A repository with these files, in a new folder; gives the folder. Its branch takes pushes. */
export function makeRemoteOf(folder: string, files: Iterable<readonly [path: string, text: string]>): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "config", "receive.denyCurrentBranch", "updateInstead");
  commitFiles(folder, files, "Start");
  return folder;
}

/** Writes files and commits them. */
export function commitFiles(
  folder: string,
  files: Iterable<readonly [path: string, text: string]>,
  message: string,
): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "-m", message);
}
