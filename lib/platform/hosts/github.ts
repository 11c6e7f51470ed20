import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { readAs, repositoryPath } from "./answers";
import { appKey, signInAsApp } from "./github-app";
import { type Ask, type CodeHost, HostError, type HostRequest, type RequestPlace } from "./host";

/** GitHub and GitHub Enterprise, by their REST API (version 2022-11-28). */

const Pull = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.enum(["open", "closed"]),
  merged_at: z.string().nullish(),
  /** Null while GitHub finds out; lists lack it. */
  mergeable: z.boolean().nullish(),
  node_id: z.string().nullish(),
  /** How it is to be merged by itself. */
  auto_merge: z.object({}).nullish(),
});
const Repository = z.object({
  full_name: z.string(),
  clone_url: z.string(),
  ssh_url: z.string().default(""),
  parent: z.object({ full_name: z.string() }).nullish(),
});
/** Shown to those who may push. */
const MergeMethods = z.object({
  allow_merge_commit: z.boolean().default(true),
  allow_squash_merge: z.boolean().default(true),
  allow_rebase_merge: z.boolean().default(true),
});
const GraphAnswer = z.object({ errors: z.array(z.object({ message: z.string() })).default([]) });

const ENABLE = `mutation ($id: ID!, $method: PullRequestMergeMethod!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $id, mergeMethod: $method }) { clientMutationId }
}`;

const requestOf = (pull: z.output<typeof Pull>): HostRequest => ({
  number: String(pull.number),
  url: pull.html_url,
  state: pull.state === "open" ? "open" : pull.merged_at ? "merged" : "closed",
  conflict: pull.state === "open" && pull.mergeable === false,
});

const forkOf = ({ full_name, clone_url, ssh_url }: z.output<typeof Repository>) => ({
  path: full_name,
  http: clone_url,
  ssh: ssh_url,
});

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

async function read(ask: Ask, { target }: RequestPlace, number: string): Promise<HostRequest> {
  return requestOf(readAs(Pull, await ask({ path: `/repos/${target}/pulls/${number}` })));
}

async function mergeMethod(ask: Ask, target: string): Promise<"merge" | "squash" | "rebase"> {
  const allowed = readAs(MergeMethods, await ask({ path: `/repos/${target}` }));
  return allowed.allow_merge_commit ? "merge" : allowed.allow_squash_merge ? "squash" : "rebase";
}

async function mergeWhenReady(ask: Ask, { target }: RequestPlace, number: string): Promise<void> {
  const pull = readAs(Pull, await ask({ path: `/repos/${target}/pulls/${number}` }));
  if (pull.state !== "open" || pull.auto_merge) return;
  const method = await mergeMethod(ask, target);
  // On servers of one's own it lies beside the REST API.
  const path = ask.api.endsWith("/api/v3") ? "/../graphql" : "/graphql";
  const variables = { id: pull.node_id, method: method.toUpperCase() };
  const { errors } = readAs(GraphAnswer, await ask({ method: "POST", path, json: { query: ENABLE, variables } }));
  if (errors.length === 0) return;
  const words = errors.map(({ message }) => message).join(" ");
  // There is nothing to wait for.
  if (/is in clean status/i.test(words))
    await ask({ method: "PUT", path: `/repos/${target}/pulls/${number}/merge`, json: { merge_method: method } });
  else
    throw new HostError(
      "refused",
      refusal("vcsSays", { why: refusal("hostNoAuto", { host: "GitHub" }), words }),
      words,
    );
}

export const github: CodeHost = {
  id: "github",
  name: "GitHub pull requests",
  noun: "pull request",
  apiOf: (host) => (host === "github.com" ? "https://api.github.com" : `https://${host}/api/v3`),
  headers: ({ token }) => ({
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "x-github-api-version": "2022-11-28",
  }),
  appKey,
  signIn: (account, target) => signInAsApp(github, account, target),
  gitUser: ({ username, isApp }) => (isApp ? "x-access-token" : username),
  repositoryOf: (path) => repositoryPath(path, 2),
  async fork(ask, { username }, target, known) {
    const name = target.split("/")[1];
    for (const path of new Set([known ?? `${username}/${name}`, `${username}/${name}`])) {
      const found = await ask({ path: `/repos/${path}`, expected: [404] });
      const there = found.status === 404 ? undefined : readAs(Repository, found);
      if (there?.parent && same(there.parent.full_name, target)) return forkOf(there);
    }
    // Gives the fork that is there already, whatever its name; a new one is filled in the background.
    const made = await ask({ method: "POST", path: `/repos/${target}/forks`, json: { default_branch_only: true } });
    return forkOf(readAs(Repository, made));
  },
  async findOpen(ask, place) {
    const owner = place.source.split("/")[0];
    const query = new URLSearchParams({
      state: "open",
      head: `${owner}:${place.sourceBranch}`,
      base: place.targetBranch,
    });
    const [first] = readAs(z.array(Pull), await ask({ path: `/repos/${place.target}/pulls?${query}` }));
    return first && requestOf(first);
  },
  read,
  async open(ask, { target, targetBranch, source, sourceBranch }, { title, text }) {
    const head = source === target ? sourceBranch : `${source.split("/")[0]}:${sourceBranch}`;
    const json = { title, body: text, head, base: targetBranch };
    return requestOf(readAs(Pull, await ask({ method: "POST", path: `/repos/${target}/pulls`, json })));
  },
  async update(ask, { target }, number, { title, text }) {
    await ask({ method: "PATCH", path: `/repos/${target}/pulls/${number}`, json: { title, body: text } });
  },
  mergeWhenReady,
};
