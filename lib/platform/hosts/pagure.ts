import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { readAs, repositoryPath } from "./answers";
import type { Ask, CodeHost, HostAccount, HostRequest, RequestPlace } from "./host";

/** Pagure, by its REST API (version 0). It takes forms, and names forks `fork/user/…` where git says `forks/user/…`. */

const Project = z.object({ fullname: z.string() });
const Pull = z.object({
  id: z.int(),
  status: z.string(),
  branch: z.string(),
  branch_from: z.string(),
  repo_from: Project.nullish(),
  cached_merge_status: z.string().nullish(),
});
const Pulls = z.object({
  requests: z.array(Pull),
  pagination: z.object({ pages: z.int() }).nullish(),
});
const WithParent = Project.extend({ parent: Project.nullish() });

const PAGE = 100;
/** Pages of a list that are looked through. */
const PAGES = 40;

/** Name of a project in the API by its full name. */
const inApi = (fullname: string): string => fullname.replace(/^forks\//, "fork/");

const site = (api: string): string => api.replace(/\/api\/0$/, "");

/** What tells a fork in a request: whose it is, and of what. */
function fieldsOf(source: string): Record<string, string> {
  const parts = source.split("/");
  const username = parts[0] === "fork" ? parts[1] : undefined;
  const [name = "", namespace] = (username === undefined ? parts : parts.slice(2)).reverse();
  return {
    repo_from: name,
    ...(namespace ? { repo_from_namespace: namespace } : {}),
    ...(username ? { repo_from_username: username } : {}),
  };
}

/** Pagure gives no address of a request that all its versions have. */
async function requestOf(ask: Ask, target: string, pull: z.output<typeof Pull>): Promise<HostRequest> {
  return {
    number: String(pull.id),
    url: `${site(ask.api)}/${target}/pull-request/${pull.id}`,
    state: pull.status === "Open" ? "open" : pull.status === "Merged" ? "merged" : "closed",
    conflict: pull.status === "Open" && pull.cached_merge_status === "CONFLICTS",
  };
}

const ownFork = ({ username }: HostAccount, target: string): string => `fork/${username}/${target}`;

export const pagure: CodeHost = {
  id: "pagure",
  name: "Pagure pull requests",
  noun: "pull request",
  apiOf: (host) => `https://${host}/api/0`,
  neverMerges: refusal("hostNeverPagure"),
  headers: ({ token }) => ({ authorization: `token ${token}` }),
  repositoryOf(path) {
    const name = repositoryPath(path, 1, true);
    const parts = name?.split("/") ?? [];
    const most = parts[0] === "forks" ? 4 : 2;
    return name && parts.length <= most ? inApi(name) : undefined;
  },
  async fork(ask, account, target) {
    const path = ownFork(account, target);
    const found = await ask({ path: `/${path}`, expected: [404] });
    if (found.status !== 404) readAs(WithParent, found);
    else {
      const { repo_from: repo = "", repo_from_namespace: namespace } = fieldsOf(target);
      const form = { repo, ...(namespace ? { namespace } : {}), wait: "true" };
      await ask({ method: "POST", path: "/fork", form });
    }
    const address = path.replace(/^fork\//, "forks/");
    const url = new URL(site(account.api));
    return { path, http: `${url.origin}/${address}.git`, ssh: `ssh://git@${url.hostname}/${address}.git` };
  },
  async findOpen(ask, place) {
    for (let page = 1; page <= PAGES; page++) {
      const path = `/${place.target}/pull-requests?status=Open&per_page=${PAGE}&page=${page}`;
      const { requests, pagination } = readAs(Pulls, await ask({ path }));
      const found = requests.find((one) => fits(one, place));
      if (found) return requestOf(ask, place.target, found);
      if (page >= (pagination?.pages ?? 1)) break;
    }
    return undefined;
  },
  async read(ask, { target }, number) {
    return requestOf(ask, target, readAs(Pull, await ask({ path: `/${target}/pull-request/${number}` })));
  },
  async open(ask, { target, targetBranch, source, sourceBranch }, { title, text }) {
    const form = {
      ...{ title, initial_comment: text, branch_to: targetBranch, branch_from: sourceBranch },
      ...(source === target ? {} : fieldsOf(source)),
    };
    const made = await ask({ method: "POST", path: `/${target}/pull-request/new`, form });
    return requestOf(ask, target, readAs(Pull, made));
  },
  async update(ask, { target }, number, { title, text }) {
    await ask({ method: "POST", path: `/${target}/pull-request/${number}`, form: { title, initial_comment: text } });
  },
};

const fits = (one: z.output<typeof Pull>, { target, targetBranch, source, sourceBranch }: RequestPlace): boolean =>
  one.branch === targetBranch &&
  one.branch_from === sourceBranch &&
  inApi(one.repo_from?.fullname ?? target) === source;
