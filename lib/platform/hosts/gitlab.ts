import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { belowPrefix, readAs, repositoryPath } from "./answers";
import { type Ask, type CodeHost, type Fork, HostError, type HostRequest, type RequestPlace } from "./host";

/** GitLab, by its REST API (version 4). */

const MergeRequest = z.object({
  iid: z.int(),
  web_url: z.string(),
  state: z.enum(["opened", "closed", "locked", "merged"]),
  has_conflicts: z.boolean().nullish(),
  detailed_merge_status: z.string().nullish(),
  source_project_id: z.int().nullish(),
  merge_when_pipeline_succeeds: z.boolean().nullish(),
});
const Project = z.object({
  id: z.int(),
  path_with_namespace: z.string(),
  http_url_to_repo: z.string(),
  ssh_url_to_repo: z.string().default(""),
  import_status: z.string().nullish(),
  import_error: z.string().nullish(),
  forked_from_project: z.object({ path_with_namespace: z.string() }).nullish(),
});
type ProjectAnswer = z.output<typeof Project>;

/** How often, and after how many milliseconds, a fork that is being made is looked at. */
const LOOKS = 30;
const PAUSE_MS = 1000;

const requestOf = (found: z.output<typeof MergeRequest>): HostRequest => ({
  number: String(found.iid),
  url: found.web_url,
  // It is locked for the moment in which it is merged.
  state: found.state === "opened" || found.state === "locked" ? "open" : found.state,
  conflict: found.state === "opened" && (found.has_conflicts === true || found.detailed_merge_status === "conflict"),
});

const at = (project: string): string => `/projects/${encodeURIComponent(project)}`;

async function findProject(ask: Ask, path: string): Promise<ProjectAnswer | undefined> {
  const found = await ask({ path: at(path), expected: [404] });
  return found.status === 404 ? undefined : readAs(Project, found);
}

async function projectOf(ask: Ask, path: string): Promise<ProjectAnswer> {
  return readAs(Project, await ask({ path: at(path) }));
}

/** The fork, once its commits are there. */
async function filled(ask: Ask, made: ProjectAnswer): Promise<Fork> {
  let found = made;
  for (let look = 0; !["finished", "none", null, undefined].includes(found.import_status); look++) {
    if (found.import_status === "failed" || look === LOOKS)
      throw new HostError(
        "refused",
        found.import_error
          ? refusal("hostForkBecause", { fork: found.path_with_namespace, words: found.import_error })
          : refusal("hostFork", { fork: found.path_with_namespace }),
        found.import_error ?? "",
      );
    await pause(PAUSE_MS);
    found = await projectOf(ask, made.path_with_namespace);
  }
  return { path: found.path_with_namespace, http: found.http_url_to_repo, ssh: found.ssh_url_to_repo };
}

/** Values of `detailed_merge_status` of a request that GitLab has not made up its mind about. */
const UNDECIDED = ["checking", "unchecked", "preparing"];

async function mergeWhenReady(ask: Ask, { target }: RequestPlace, number: string): Promise<void> {
  const path = `${at(target)}/merge_requests/${number}`;
  for (let look = 1; ; look++) {
    const found = readAs(MergeRequest, await ask({ path }));
    if (found.state !== "opened" || found.merge_when_pipeline_succeeds) return;
    if (look === LOOKS || !UNDECIDED.includes(found.detailed_merge_status ?? "")) break;
    await pause(PAUSE_MS);
  }
  // From version 17.11 on it has another name.
  await ask({ method: "PUT", path: `${path}/merge`, json: { merge_when_pipeline_succeeds: true, auto_merge: true } });
}

export const gitlab: CodeHost = {
  id: "gitlab",
  name: "GitLab merge requests",
  noun: "merge request",
  apiOf: (host) => `https://${host}/api/v4`,
  headers: ({ token }) => ({ "private-token": token }),
  repositoryOf: (path, { api }) => repositoryPath(belowPrefix(path, api), 2, true),
  async fork(ask, { username }, target, known) {
    const name = target.split("/").at(-1) ?? "";
    const own = `${username}/${name}`;
    let taken = false;
    for (const path of new Set([known ?? own, own])) {
      const found = await findProject(ask, path);
      if (found?.forked_from_project?.path_with_namespace === target) return filled(ask, found);
      taken ||= found !== undefined && path === own;
    }
    const owned = await ask({ path: `${at(target)}/forks?owned=true&per_page=100` });
    const other = readAs(z.array(Project), owned).find((one) => one.path_with_namespace.startsWith(`${username}/`));
    if (other) return filled(ask, other);
    const json = taken ? { path: `${name}-loquat`, name: `${name}-loquat` } : {};
    return filled(ask, readAs(Project, await ask({ method: "POST", path: `${at(target)}/fork`, json })));
  },
  async findOpen(ask, place) {
    const query = new URLSearchParams({
      state: "opened",
      source_branch: place.sourceBranch,
      target_branch: place.targetBranch,
      per_page: "100",
    });
    const listed = await ask({ path: `${at(place.target)}/merge_requests?${query}` });
    const all = readAs(z.array(MergeRequest), listed);
    if (all.length === 0) return undefined;
    // Other forks may have a branch of that name.
    const { id } = await projectOf(ask, place.source);
    const found = all.find((one) => one.source_project_id === id);
    return found && requestOf(found);
  },
  async read(ask, { target }, number) {
    return requestOf(readAs(MergeRequest, await ask({ path: `${at(target)}/merge_requests/${number}` })));
  },
  async open(ask, place, { title, text }) {
    const { id } = await projectOf(ask, place.target);
    const json = {
      ...{ title, description: text, target_project_id: id },
      ...{ source_branch: place.sourceBranch, target_branch: place.targetBranch },
    };
    const made = await ask({ method: "POST", path: `${at(place.source)}/merge_requests`, json });
    return requestOf(readAs(MergeRequest, made));
  },
  async update(ask, { target }, number, { title, text }) {
    const json = { title, description: text };
    await ask({ method: "PUT", path: `${at(target)}/merge_requests/${number}`, json });
  },
  mergeWhenReady,
};
