import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { belowPrefix, readAs, repositoryPath } from "./answers";
import { type CodeHost, type Fork, HostError, type HostRequest } from "./host";

/** Gitea and Forgejo, by their REST API (version 1). */

const Side = z.object({ ref: z.string(), repo: z.object({ full_name: z.string() }).nullish() });
const Pull = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.enum(["open", "closed"]),
  merged: z.boolean().nullish(),
  /** False as well while Gitea finds out. */
  mergeable: z.boolean().nullish(),
  head: Side,
  base: Side,
});
const Repository = z.object({
  full_name: z.string(),
  clone_url: z.string(),
  ssh_url: z.string().default(""),
  parent: z.object({ full_name: z.string() }).nullish(),
  owner: z.object({ login: z.string() }).nullish(),
  default_merge_style: z.string().nullish(),
});
const Refusal = z.object({ message: z.string() });

/** Open requests of a page, and pages that are looked through: the API cannot be asked for a branch. */
const PAGE = 50;
const PAGES = 40;

const requestOf = (pull: z.output<typeof Pull>): HostRequest => ({
  number: String(pull.number),
  url: pull.html_url,
  state: pull.state === "open" ? "open" : pull.merged ? "merged" : "closed",
  conflict: pull.state === "open" && pull.mergeable === false,
});

const forkOf = ({ full_name, clone_url, ssh_url }: z.output<typeof Repository>): Fork => ({
  path: full_name,
  http: clone_url,
  ssh: ssh_url,
});

const same = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

export const gitea: CodeHost = {
  id: "gitea",
  name: "Gitea and Forgejo pull requests",
  noun: "pull request",
  apiOf: (host) => `https://${host}/api/v1`,
  headers: ({ token }) => ({ authorization: `token ${token}` }),
  repositoryOf: (path, { api }) => repositoryPath(belowPrefix(path, api), 2),
  async fork(ask, { username }, target, known) {
    const name = target.split("/")[1] ?? "";
    const own = `${username}/${name}`;
    let taken = false;
    for (const path of new Set([known ?? own, own])) {
      const found = await ask({ path: `/repos/${path}`, expected: [404] });
      const there = found.status === 404 ? undefined : readAs(Repository, found);
      if (there && same(there.parent?.full_name, target)) return forkOf(there);
      taken ||= there !== undefined && path === own;
    }
    const json = taken ? { name: `${name}-loquat` } : {};
    const made = await ask({ method: "POST", path: `/repos/${target}/forks`, json, expected: [409] });
    if (made.status !== 409) return forkOf(readAs(Repository, made));
    // The account has one under another name.
    for (let page = 1; page <= PAGES; page++) {
      const listed = await ask({ path: `/repos/${target}/forks?limit=${PAGE}&page=${page}` });
      const all = readAs(z.array(Repository), listed);
      const found = all.find((one) => same(one.full_name.split("/")[0], username));
      if (found) return forkOf(found);
      if (all.length === 0) break;
    }
    // What stands in the way is told in the host's words.
    return forkOf(readAs(Repository, await ask({ method: "POST", path: `/repos/${target}/forks`, json })));
  },
  async findOpen(ask, place) {
    for (let page = 1; page <= PAGES; page++) {
      const path = `/repos/${place.target}/pulls?state=open&sort=recentupdate&limit=${PAGE}&page=${page}`;
      const all = readAs(z.array(Pull), await ask({ path }));
      const found = all.find(
        ({ head, base }) =>
          head.ref === place.sourceBranch &&
          base.ref === place.targetBranch &&
          same(head.repo?.full_name, place.source),
      );
      if (found) return requestOf(found);
      if (all.length === 0) break;
    }
    return undefined;
  },
  async read(ask, { target }, number) {
    return requestOf(readAs(Pull, await ask({ path: `/repos/${target}/pulls/${number}` })));
  },
  async open(ask, { target, targetBranch, source, sourceBranch }, { title, text }) {
    const head = source === target ? sourceBranch : `${source.split("/")[0]}:${sourceBranch}`;
    const json = { title, body: text, head, base: targetBranch };
    return requestOf(readAs(Pull, await ask({ method: "POST", path: `/repos/${target}/pulls`, json })));
  },
  async update(ask, { target }, number, { title, text }) {
    await ask({ method: "PATCH", path: `/repos/${target}/pulls/${number}`, json: { title, body: text } });
  },
  async mergeWhenReady(ask, { target }, number) {
    const { default_merge_style } = readAs(Repository, await ask({ path: `/repos/${target}` }));
    const json = { Do: default_merge_style || "merge", merge_when_checks_succeed: true };
    const answer = await ask({ method: "POST", path: `/repos/${target}/pulls/${number}/merge`, json, expected: [409] });
    if (answer.status !== 409) return;
    const { message } = readAs(Refusal, answer);
    // It is arranged, or people are about to do it.
    if (!/already scheduled/i.test(message))
      throw new HostError(
        "refused",
        refusal("vcsSays", { why: refusal("hostNoAuto", { host: "Gitea" }), words: message }),
        message,
      );
  },
};
