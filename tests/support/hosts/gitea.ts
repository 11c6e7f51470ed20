import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/** Gitea's REST API, version 1, which is Forgejo's too, as its documentation shows it. */

const repository = (world: HostWorld, path: string): Record<string, unknown> => {
  const [login = "", name = ""] = path.split("/");
  const parent = world.repositories.get(path)?.parent;
  return {
    id: world.repositories.get(path)?.id,
    owner: { login },
    name,
    full_name: path,
    fork: parent !== undefined,
    parent: parent ? repository(world, parent) : null,
    clone_url: world.address(path),
    ssh_url: `git@127.0.0.1:${path}.git`,
    default_merge_style: "rebase-merge",
  };
};

const pull = (world: HostWorld, one: WorldRequest) => ({
  number: one.number,
  html_url: `${world.url}/${one.target}/pulls/${one.number}`,
  title: one.title,
  body: one.text,
  state: one.state === "open" ? "open" : "closed",
  merged: one.state === "merged",
  mergeable: one.state === "open" && !world.conflicts(one),
  head: { ref: one.sourceBranch, repo: repository(world, one.source) },
  base: { ref: one.targetBranch, repo: repository(world, one.target) },
});

const missing = ok({ message: "The target couldn't be found.", url: "https://gitea/api/swagger", errors: [] }, 404);

/** A page of a list. */
const paged = <T>(list: readonly T[], query: URLSearchParams): T[] => {
  const limit = Math.min(50, Number(query.get("limit") ?? 30));
  const from = (Number(query.get("page") ?? 1) - 1) * limit;
  return list.slice(from, from + limit);
};

function create({ world, call, names: [target = ""] }: At) {
  const head = String(call.body.head);
  const [owner, branch] = head.includes(":") ? head.split(":") : [target.split("/")[0], head];
  const source = [...world.repositories].find(
    ([path, { parent }]) => path.split("/")[0] === owner && (path === target || parent === target),
  )?.[0];
  if (!source) return missing;
  const made = world.open({
    ...{ target, source, sourceBranch: branch ?? "", targetBranch: String(call.body.base) },
    ...{ title: String(call.body.title), text: String(call.body.body ?? "") },
  });
  return made
    ? ok(pull(world, made), 201)
    : ok({ message: "pull request already exists for these targets [id: 1]", url: "" }, 409);
}

export const giteaDialect: Dialect = {
  kind: "gitea",
  mergesItself: true,
  base: "/api/v1",
  allowed: (headers) => headers.authorization === `token ${ACCOUNT.token}`,
  unauthorized: ok({ message: "user does not exist [uid: 0, name: ]", url: "" }, 401),
  routes: [
    [
      "POST",
      /^\/repos\/[^/]+\/[^/]+\/pulls\/(\d+)\/merge$/,
      ({ world, call, names: [number] }) => {
        if (call.body.Do !== "rebase-merge" || call.body.merge_when_checks_succeed !== true)
          return ok({ message: "[Do]: Invalid", url: "" }, 422);
        const message = `pull request is already scheduled to auto merge when checks succeed [pull_id: ${number}]`;
        if (world.automatic.has(Number(number))) return ok({ message, url: "" }, 409);
        world.mergeWhenReady(Number(number));
        return { status: world.checks ? 201 : 200 };
      },
    ],
    [
      "GET",
      /^\/repos\/([^/]+\/[^/]+)$/,
      ({ world, names: [path = ""] }) => (world.repositories.has(path) ? ok(repository(world, path)) : missing),
    ],
    [
      "GET",
      /^\/repos\/([^/]+\/[^/]+)\/forks$/,
      ({ world, call, names: [path] }) => {
        const forks = [...world.repositories].filter(([, { parent }]) => parent === path).map(([name]) => name);
        return ok(paged(forks, call.query).map((name) => repository(world, name)));
      },
    ],
    [
      "POST",
      /^\/repos\/([^/]+\/[^/]+)\/forks$/,
      ({ world, call, names: [path = ""] }) => {
        const to = `${ACCOUNT.username}/${call.body.name ?? path.split("/")[1]}`;
        const twice = [...world.repositories].some(
          ([name, { parent }]) => name === to || (parent === path && name.startsWith(`${ACCOUNT.username}/`)),
        );
        if (twice) return ok({ message: "repository is already forked by user", url: "" }, 409);
        world.fork(path, to);
        return ok(repository(world, to), 202);
      },
    ],
    [
      "GET",
      /^\/repos\/([^/]+\/[^/]+)\/pulls$/,
      ({ world, call, names: [target] }) => {
        const found = world.requests.filter((one) => one.target === target && one.state === call.query.get("state"));
        return ok(paged(found, call.query).map((one) => pull(world, one)));
      },
    ],
    ["POST", /^\/repos\/([^/]+\/[^/]+)\/pulls$/, create],
    [
      "GET",
      /^\/repos\/[^/]+\/[^/]+\/pulls\/(\d+)$/,
      ({ world, names: [number] }) => {
        const found = world.find(number);
        return found ? ok(pull(world, found)) : missing;
      },
    ],
    [
      "PATCH",
      /^\/repos\/[^/]+\/[^/]+\/pulls\/(\d+)$/,
      ({ world, call, names: [number] }) => {
        const found = world.find(number);
        if (!found) return missing;
        found.title = String(call.body.title ?? found.title);
        found.text = String(call.body.body ?? found.text);
        return ok(pull(world, found), 201);
      },
    ],
  ],
};
