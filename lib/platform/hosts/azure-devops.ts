import { z } from "zod";
import { readAs } from "./answers";
import type { Ask, CodeHost, Fork, HostAccount, HostRequest } from "./host";

/** Azure DevOps Services and Server, by their REST API (version 7.0). */

const VERSION = "api-version=7.0";

const Repository = z.object({
  id: z.string(),
  name: z.string(),
  remoteUrl: z.string(),
  sshUrl: z.string().nullish(),
  webUrl: z.string().nullish(),
  project: z.object({ id: z.string() }),
  parentRepository: z.object({ id: z.string() }).nullish(),
});
const Pull = z.object({
  pullRequestId: z.int(),
  status: z.enum(["active", "completed", "abandoned"]),
  mergeStatus: z.string().nullish(),
  createdBy: z.object({ id: z.string() }).nullish(),
  autoCompleteSetBy: z.object({ id: z.string() }).nullish(),
  forkSource: z.object({ repository: z.object({ id: z.string() }).nullish() }).nullish(),
});

/** Most characters of a description. */
const MOST_TEXT = 4000;

/** The name of a repository is its collection, project and own name, percent-encoded. */
function at(path: string, below = ""): string {
  const parts = path.split("/");
  const name = parts.pop();
  return `/${parts.join("/")}/_apis/git/repositories/${name}${below}`;
}

const project = (path: string): string => path.split("/").slice(0, -1).join("/");

async function read(ask: Ask, path: string) {
  return readAs(Repository, await ask({ path: `${at(path)}?includeParent=true&${VERSION}` }));
}

async function requestOf(ask: Ask, target: string, pull: z.output<typeof Pull>): Promise<HostRequest> {
  const { webUrl, remoteUrl } = await read(ask, target);
  return {
    number: String(pull.pullRequestId),
    url: `${webUrl ?? remoteUrl}/pullrequest/${pull.pullRequestId}`,
    state: pull.status === "active" ? "open" : pull.status === "completed" ? "merged" : "closed",
    conflict: pull.status === "active" && pull.mergeStatus === "conflicts",
  };
}

const branch = (name: string): string => `refs/heads/${name}`;

/** There are no repositories of users: a fork lies beside the repository and bears the account's name. */
const ownName = ({ username }: HostAccount, target: string): string => {
  const name = decodeURIComponent(target.split("/").at(-1) ?? "");
  return `${name}.${username.replace(/[^A-Za-z0-9._-]+/g, "-")}`.slice(0, 64);
};

const forkOf = (target: string, { name, remoteUrl, sshUrl }: z.output<typeof Repository>): Fork => ({
  path: `${project(target)}/${encodeURIComponent(name)}`,
  http: remoteUrl,
  ssh: sshUrl ?? "",
});

/** What the name of a fork ends with where the usual one is taken. */
const SPARE = "-loquat";

const described = (text: string): string => [...text].slice(0, MOST_TEXT).join("");

export const azureDevops: CodeHost = {
  id: "azure_devops",
  name: "Azure DevOps pull requests",
  noun: "pull request",
  apiOf: (host) => `https://${host}`,
  // Any user name will do.
  headers: ({ token }) => ({ authorization: `Basic ${Buffer.from(`:${token}`).toString("base64")}` }),
  repositoryOf(path, { api }) {
    const prefix = new URL(api).pathname.replace(/\/$/, "");
    const plain = prefix && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
    const parts = partsOf(plain);
    if (parts?.[0] === "v3" && parts.length === 4) return parts.slice(1).join("/");
    const mark = parts?.indexOf("_git") ?? -1;
    if (!parts || mark < 1 || mark !== parts.length - 2) return undefined;
    const name = parts[mark + 1];
    // The repository that a project begins with bears its name, and the address may leave that out.
    return [
      ...parts.slice(0, mark),
      ...(mark === 1 && !/\.visualstudio\.com$/i.test(new URL(api).host) ? [name] : []),
      name,
    ].join("/");
  },
  async fork(ask, account, target, known) {
    const parent = await read(ask, target);
    const own = `${project(target)}/${encodeURIComponent(ownName(account, target))}`;
    // There are no lists of forks: one that was made under the other name is looked for there.
    let taken = false;
    for (const path of new Set([known ?? own, own, own + SPARE])) {
      const found = await ask({ path: `${at(path)}?includeParent=true&${VERSION}`, expected: [404] });
      const there = found.status === 404 ? undefined : readAs(Repository, found);
      if (there?.parentRepository?.id === parent.id) return forkOf(target, there);
      taken ||= there !== undefined && path === own;
    }
    const json = {
      name: ownName(account, target) + (taken ? SPARE : ""),
      project: { id: parent.project.id },
      parentRepository: { id: parent.id, project: { id: parent.project.id } },
    };
    const path = `/${project(target)}/_apis/git/repositories?${VERSION}`;
    return forkOf(target, readAs(Repository, await ask({ method: "POST", path, json })));
  },
  async findOpen(ask, { target, targetBranch, source, sourceBranch }) {
    const fork = source === target ? undefined : (await read(ask, source)).id;
    const query = new URLSearchParams({
      "searchCriteria.status": "active",
      "searchCriteria.sourceRefName": branch(sourceBranch),
      "searchCriteria.targetRefName": branch(targetBranch),
      ...(fork ? { "searchCriteria.sourceRepositoryId": fork } : {}),
    });
    const listed = await ask({ path: at(target, `/pullrequests?${query}&${VERSION}`) });
    const all = readAs(z.object({ value: z.array(Pull) }), listed).value;
    const found = all.find(({ forkSource }) => forkSource?.repository?.id === fork);
    return found && requestOf(ask, target, found);
  },
  async read(ask, { target }, number) {
    const answer = await ask({ path: at(target, `/pullrequests/${number}?${VERSION}`) });
    return requestOf(ask, target, readAs(Pull, answer));
  },
  async open(ask, { target, targetBranch, source, sourceBranch }, { title, text }) {
    const json = {
      ...{ title, description: described(text) },
      ...{ sourceRefName: branch(sourceBranch), targetRefName: branch(targetBranch) },
      ...(source === target ? {} : { forkSource: { repository: { id: (await read(ask, source)).id } } }),
    };
    const made = await ask({ method: "POST", path: at(target, `/pullrequests?${VERSION}`), json });
    return requestOf(ask, target, readAs(Pull, made));
  },
  async update(ask, { target }, number, { title, text }) {
    const json = { title, description: described(text) };
    await ask({ method: "PATCH", path: at(target, `/pullrequests/${number}?${VERSION}`), json });
  },
  async mergeWhenReady(ask, { target }, number) {
    const path = at(target, `/pullrequests/${number}?${VERSION}`);
    const { status, createdBy, autoCompleteSetBy } = readAs(Pull, await ask({ path }));
    if (status !== "active" || autoCompleteSetBy || !createdBy) return;
    await ask({ method: "PATCH", path, json: { autoCompleteSetBy: { id: createdBy.id } } });
  },
};

/** Names in a path, encoded in one way; undefined when there is something else in it. */
function partsOf(path: string): string[] | undefined {
  try {
    const parts = path
      .replace(/^\/+|\/+$/g, "")
      .split("/")
      .map(decodeURIComponent);
    const sound = parts.every((part) => /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} ._()&+-]*$/u.test(part));
    return sound ? parts.map(encodeURIComponent) : undefined;
  } catch {
    return undefined;
  }
}
