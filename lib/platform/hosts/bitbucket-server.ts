import { z } from "zod";
import { belowPrefix, readAs, repositoryPath } from "./answers";
import type { Ask, CodeHost, Fork, HostAccount, HostRequest, RequestPlace } from "./host";

/** Bitbucket Data Center and Server, by their REST API (version 1.0). */

const Repository = z.object({
  slug: z.string(),
  project: z.object({ key: z.string() }),
  links: z.object({ clone: z.array(z.object({ name: z.string(), href: z.string() })).default([]) }),
});
const Whole = Repository.extend({ origin: Repository.partial({ links: true }).nullish() });
const Side = z.object({ id: z.string(), repository: Repository.partial({ links: true }) });
const Pull = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(["OPEN", "MERGED", "DECLINED"]),
  links: z.object({ self: z.array(z.object({ href: z.string() })).min(1) }),
  reviewers: z.array(z.object({ user: z.object({ name: z.string() }) })).default([]),
  fromRef: Side,
});
const pageOf = <T extends z.ZodType>(shape: T) =>
  z.object({ values: z.array(shape), isLastPage: z.boolean(), nextPageStart: z.int().nullish() });
const MergeTest = z.object({ conflicted: z.boolean().default(false) });

/** Pages of a list that are looked through. */
const PAGES = 40;

type RepositoryAnswer = Pick<z.output<typeof Repository>, "slug" | "project">;

/** Keys of projects and names of repositories mean the same in upper and lower case. */
const pathOf = ({ slug, project }: RepositoryAnswer): string => `${project.key}/${slug}`.toLowerCase();

function at(path: string): string {
  const [key = "", slug = ""] = path.split("/");
  return `/projects/${encodeURIComponent(key)}/repos/${encodeURIComponent(slug)}`;
}

function forkOf(found: z.output<typeof Repository>): Fork {
  const address = (name: string) => found.links.clone.find((one) => one.name === name)?.href ?? "";
  return { path: pathOf(found), http: address("http"), ssh: address("ssh") };
}

const requestOf = (pull: z.output<typeof Pull>, conflict = false): HostRequest => ({
  number: String(pull.id),
  url: pull.links.self[0]?.href ?? "",
  state: pull.state === "OPEN" ? "open" : pull.state === "MERGED" ? "merged" : "closed",
  conflict,
});

/** The first of a list that fits. */
async function findIn<T extends z.ZodType>(ask: Ask, path: string, shape: T, fits: (one: z.output<T>) => boolean) {
  let start = 0;
  for (let page = 0; page < PAGES; page++) {
    const answer = await ask({ path: `${path}${path.includes("?") ? "&" : "?"}limit=100&start=${start}` });
    const { values, isLastPage, nextPageStart } = readAs(pageOf(shape), answer);
    const found = values.find(fits);
    if (found !== undefined || isLastPage || !nextPageStart) return found;
    start = nextPageStart;
  }
  return undefined;
}

const branch = (name: string): string => `refs/heads/${name}`;

function side(path: string, name: string) {
  const [key, slug] = path.split("/");
  return { id: branch(name), repository: { slug, project: { key } } };
}

const ownFork = ({ username }: HostAccount, target: string): string =>
  `~${username}/${target.split("/")[1]}`.toLowerCase();

async function readPull(ask: Ask, { target }: RequestPlace, number: string) {
  return readAs(Pull, await ask({ path: `${at(target)}/pull-requests/${number}` }));
}

export const bitbucketServer: CodeHost = {
  id: "bitbucketserver",
  name: "Bitbucket Data Center pull requests",
  noun: "pull request",
  apiOf: (host) => `https://${host}/rest/api/1.0`,
  headers: ({ token }) => ({ authorization: `Bearer ${token}` }),
  repositoryOf(path, { api }) {
    const plain = belowPrefix(path, api, "/rest/").replace(/^scm\//, "");
    return repositoryPath(plain, 2)?.toLowerCase();
  },
  async fork(ask, account, target, known) {
    const own = ownFork(account, target);
    let taken = false;
    for (const path of new Set([known ?? own, own])) {
      const found = await ask({ path: at(path), expected: [404] });
      const there = found.status === 404 ? undefined : readAs(Whole, found);
      if (there?.origin && pathOf(there.origin) === target) return forkOf(there);
      taken ||= there !== undefined && path === own;
    }
    const personal = own.split("/")[0];
    const other = await findIn(ask, `${at(target)}/forks`, Whole, (one) => pathOf(one).split("/")[0] === personal);
    if (other) return forkOf(other);
    const json = taken ? { name: `${target.split("/")[1]}-loquat` } : {};
    return forkOf(readAs(Repository, await ask({ method: "POST", path: at(target), json })));
  },
  async findOpen(ask, place) {
    const query = new URLSearchParams({ state: "OPEN", direction: "INCOMING", at: branch(place.targetBranch) });
    const found = await findIn(
      ask,
      `${at(place.target)}/pull-requests?${query}`,
      Pull,
      ({ fromRef }) => fromRef.id === branch(place.sourceBranch) && pathOf(fromRef.repository) === place.source,
    );
    return found && requestOf(found);
  },
  async read(ask, place, number) {
    const pull = await readPull(ask, place, number);
    if (pull.state !== "OPEN") return requestOf(pull);
    const merge = await ask({ path: `${at(place.target)}/pull-requests/${number}/merge` });
    return requestOf(pull, readAs(MergeTest, merge).conflicted);
  },
  async open(ask, place, { title, text }) {
    const json = {
      ...{ title, description: text },
      fromRef: side(place.source, place.sourceBranch),
      toRef: side(place.target, place.targetBranch),
    };
    const made = await ask({ method: "POST", path: `${at(place.target)}/pull-requests`, json });
    return requestOf(readAs(Pull, made));
  },
  async update(ask, place, number, { title, text }) {
    // Whoever is not sent back is no reviewer any more.
    const { version, reviewers } = await readPull(ask, place, number);
    const json = { version, title, description: text, reviewers: reviewers.map(({ user }) => ({ user })) };
    await ask({ method: "PUT", path: `${at(place.target)}/pull-requests/${number}`, json });
  },
  async mergeWhenReady(ask, place, number) {
    const path = `${at(place.target)}/pull-requests/${number}`;
    const arranged = await ask({ path: `${path}/auto-merge`, expected: [404] });
    if (arranged.status === 200 && arranged.json !== undefined) return;
    // Version 8.15 and newer wait for the merge checks; an older one knows no waiting, and tells which check is open.
    const { version } = await readPull(ask, place, number);
    await ask({ method: "POST", path: `${path}/merge?version=${version}`, json: { autoMerge: true, version } });
  },
};
