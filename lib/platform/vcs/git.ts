import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { withoutCredentials } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import type { CodeHost } from "../hosts/host";
import { explain, gitHome, identity, tool } from "./git-command";
import { GitCopy } from "./git-copy";
import { clearLocks, forgetRemotes, prepare, takeInOrder } from "./git-folder";
import { isPartial } from "./git-origin";
import { gitRemote } from "./git-remote";
import { callRemote } from "./git-remote-call";
import { type RemoteSettings, type VcsDriver, VcsError, type WorkingCopy } from "./vcs";

/** Git as a version control system: looking at remotes, cloning, opening working copies. */

export const gitDriver = driver({ id: "git", name: "Git", hasRemote: true, needsPushUrl: true, forcePush: false });
export const gitForcePushDriver = driver({
  id: "git-force-push",
  name: "Git with forced push",
  hasRemote: true,
  needsPushUrl: true,
  forcePush: true,
});

/** Git, with a request at a code host for what is pushed. */
export const requestDriver = ({ id, name, review }: Pick<CodeHost, "id" | "name" | "review">): VcsDriver =>
  driver({ id, name, hasRemote: true, needsPushUrl: review !== undefined, forcePush: false });

function driver(options: {
  id: string;
  name: string;
  hasRemote: boolean;
  needsPushUrl: boolean;
  forcePush: boolean;
}): VcsDriver {
  const { hasRemote } = options;
  return {
    ...options,
    async probe(url, branch, access) {
      if (!hasRemote) return { branch: branch || "main", branches: [] };
      let listed: string;
      try {
        const remote = await gitRemote(url, gitHome(), access);
        const words = ["ls-remote", "--symref", ...remote.reading, "--", remote.url, "HEAD", "refs/heads/*"];
        listed = await callRemote("list", gitHome(), remote, words);
      } catch (error) {
        throw explain(error, { url, branch, ssh: access?.ssh });
      }
      const branches = [...listed.matchAll(/^[0-9a-f]{40,64}\trefs\/heads\/(.+)$/gm)].map(
        (match) => match[1] as string,
      );
      const standard = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listed)?.[1];
      if (branches.length === 0) throw new VcsError("empty", refusal("vcsEmpty", { place: withoutCredentials(url) }));
      const chosen = branch || (standard && branches.includes(standard) ? standard : (branches[0] as string));
      if (!branches.includes(chosen))
        throw new VcsError(
          "unknown-branch",
          refusal("vcsBranches", {
            place: withoutCredentials(url),
            branch: chosen,
            branches: branches.slice(0, 20).join(", "),
          }),
        );
      return { branch: chosen, branches };
    },
    async clone(folder, settings, progress) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!hasRemote) return initialise(folder, settings);
      try {
        const git = tool(folder, { progress });
        await git.raw("init", "--quiet", `--initial-branch=${settings.branch}`);
        await prepare(folder);
        const copy = new GitCopy(folder, settings, true, { isNew: true });
        const head = await copy.fetch(progress);
        if (!head) throw new VcsError("unknown-branch", refusal("vcsNoBranchHere", { branch: settings.branch }));
        await copy.resetTo(head);
        return copy;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw explain(error, settings);
      }
    },
    async open(folder, settings) {
      if (!existsSync(join(folder, ".git"))) return undefined;
      await clearLocks(folder);
      const state = await takeInOrder(folder);
      const copy = new GitCopy(folder, settings, hasRemote, { isPartial: await isPartial(folder) });
      try {
        if (state) copy.goOn(state);
        const head = await copy.head();
        await prepare(folder);
        await forgetRemotes(folder);
        // Whatever a killed process left half-written goes; what counts is in commits and in the database.
        if (!state) await copy.resetTo(head);
        return copy;
      } catch {
        return undefined;
      }
    },
  };
}

/** A repository without a remote, with one empty commit so that there is always a head. */
async function initialise(folder: string, settings: RemoteSettings): Promise<WorkingCopy> {
  const git = tool(folder, {
    env: identity({ name: "Loquat", email: "noreply@loquat" }, { name: "Loquat", email: "noreply@loquat" }),
  });
  await git.raw("init", "--quiet", `--initial-branch=${settings.branch || "main"}`);
  await prepare(folder);
  await git.raw("commit", "--allow-empty", "--quiet", "-m", "Start an empty repository");
  return new GitCopy(folder, settings, false);
}
export const localDriver = driver({
  id: "local",
  name: "No remote repository",
  hasRemote: false,
  needsPushUrl: false,
  forcePush: false,
});
