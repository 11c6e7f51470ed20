import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { readAs, repositoryPath } from "./answers";
import type { Ask, CodeHost, Fork, HostAccount, HostRequest, RequestPlace } from "./host";

/**
 * Bitbucket Cloud, by its REST API (version 2.0). A user name with an @ is the e-mail address of an account with an API
 * token; another one is the workspace of an access token.
 */

const Pull = z.object({
  id: z.int(),
  state: z.enum(["OPEN", "MERGED", "DECLINED", "SUPERSEDED"]),
  links: z.object({ html: z.object({ href: z.string() }) }),
  reviewers: z.array(z.object({ uuid: z.string() })).nullish(),
});
const Repository = z.object({
  full_name: z.string(),
  parent: z.object({ full_name: z.string() }).nullish(),
  links: z.object({ clone: z.array(z.object({ name: z.string(), href: z.string() })).default([]) }),
});
const listOf = <T extends z.ZodType>(shape: T) => z.object({ values: z.array(shape) });

/** What the host itself calls a conflict is not in its answers. */
const requestOf = (pull: z.output<typeof Pull>): HostRequest => ({
  number: String(pull.id),
  url: pull.links.html.href,
  state: pull.state === "OPEN" ? "open" : pull.state === "MERGED" ? "merged" : "closed",
  conflict: false,
});

function forkOf({ full_name, links }: z.output<typeof Repository>): Fork {
  const address = (name: string) => links.clone.find((one) => one.name === name)?.href ?? "";
  return { path: full_name, http: address("https"), ssh: address("ssh") };
}

const isEmail = ({ username }: HostAccount): boolean => username.includes("@");

/** A text in the query language of lists. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

const readPull = async (ask: Ask, { target }: RequestPlace, number: string) =>
  readAs(Pull, await ask({ path: `/repositories/${target}/pullrequests/${number}` }));

export const bitbucketCloud: CodeHost = {
  id: "bitbucketcloud",
  name: "Bitbucket Cloud pull requests",
  noun: "pull request",
  apiOf: (host) => (host === "bitbucket.org" ? "https://api.bitbucket.org/2.0" : `https://${host}/2.0`),
  neverMerges: refusal("hostNeverBitbucket"),
  headers(account) {
    const { username, token } = account;
    const basic = Buffer.from(`${username}:${token}`).toString("base64");
    return { authorization: isEmail(account) ? `Basic ${basic}` : `Bearer ${token}` };
  },
  gitUser: (account) => (isEmail(account) ? "x-bitbucket-api-token-auth" : "x-token-auth"),
  repositoryOf: (path) => repositoryPath(path, 2)?.toLowerCase(),
  async fork(ask, account, target, known) {
    const name = target.split("/")[1] ?? "";
    const workspace = isEmail(account) ? undefined : account.username.toLowerCase();
    const own = workspace && `${workspace}/${name}`;
    let taken = false;
    for (const path of new Set([known, own])) {
      if (path === undefined) continue;
      const found = await ask({ path: `/repositories/${path}`, expected: [404] });
      const there = found.status === 404 ? undefined : readAs(Repository, found);
      if (there?.parent?.full_name === target) return forkOf(there);
      taken ||= there !== undefined && path === own;
    }
    const listed = await ask({ path: `/repositories/${target}/forks?role=owner&pagelen=100` });
    const other = readAs(listOf(Repository), listed).values.find(
      ({ full_name }) => workspace === undefined || full_name.startsWith(`${workspace}/`),
    );
    if (other) return forkOf(other);
    const json = {
      ...(workspace ? { workspace: { slug: workspace } } : {}),
      ...(taken ? { name: `${name}-loquat` } : {}),
    };
    return forkOf(readAs(Repository, await ask({ method: "POST", path: `/repositories/${target}/forks`, json })));
  },
  async findOpen(ask, { target, targetBranch, source, sourceBranch }) {
    const q = [
      'state = "OPEN"',
      `source.repository.full_name = ${quoted(source)}`,
      `source.branch.name = ${quoted(sourceBranch)}`,
      `destination.branch.name = ${quoted(targetBranch)}`,
    ].join(" AND ");
    const path = `/repositories/${target}/pullrequests?${new URLSearchParams({ q, state: "OPEN" })}`;
    const [first] = readAs(listOf(Pull), await ask({ path })).values;
    return first && requestOf(first);
  },
  read: async (ask, place, number) => requestOf(await readPull(ask, place, number)),
  async open(ask, { target, targetBranch, source, sourceBranch }, { title, text }) {
    const json = {
      ...{ title, description: text },
      source: { branch: { name: sourceBranch }, repository: { full_name: source } },
      destination: { branch: { name: targetBranch } },
    };
    const made = await ask({ method: "POST", path: `/repositories/${target}/pullrequests`, json });
    return requestOf(readAs(Pull, made));
  },
  async update(ask, place, number, { title, text }) {
    // Whoever is not sent back is no reviewer any more.
    const { reviewers } = await readPull(ask, place, number);
    const json = { title, description: text, reviewers: (reviewers ?? []).map(({ uuid }) => ({ uuid })) };
    await ask({ method: "PUT", path: `/repositories/${place.target}/pullrequests/${number}`, json });
  },
};
