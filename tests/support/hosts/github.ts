import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/** GitHub's REST API, as its documentation shows it. */

const repository = (world: HostWorld, path: string) => {
  const [login = "", name = ""] = path.split("/");
  const parent = world.repositories.get(path)?.parent;
  return {
    id: world.repositories.get(path)?.id,
    name,
    full_name: path,
    owner: { login },
    fork: parent !== undefined,
    clone_url: world.address(path),
    ssh_url: `git@127.0.0.1:${path}.git`,
    default_branch: "main",
    ...(parent ? { parent: { full_name: parent } } : {}),
  };
};

/** @param whole lists lack what takes GitHub time */
const pull = (world: HostWorld, one: WorldRequest, whole = true) => ({
  number: one.number,
  url: `${world.api}/repos/${one.target}/pulls/${one.number}`,
  html_url: `${world.url}/${one.target}/pull/${one.number}`,
  state: one.state === "open" ? "open" : "closed",
  title: one.title,
  body: one.text,
  merged_at: one.state === "merged" ? "2026-11-23T10:00:00Z" : null,
  head: { ref: one.sourceBranch, label: `${one.source.split("/")[0]}:${one.sourceBranch}` },
  base: { ref: one.targetBranch },
  ...(whole ? { merged: one.state === "merged", mergeable: one.state === "open" ? !world.conflicts(one) : null } : {}),
});

const missing = ok({ message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" }, 404);
const unprocessable = (message: string) =>
  ok({ message: "Validation Failed", errors: [{ resource: "PullRequest", code: "custom", message }] }, 422);

function create({ world, call, names: [target = ""] }: At) {
  const [owner, branch] = String(call.body.head).includes(":")
    ? (String(call.body.head).split(":") as [string, string])
    : [target.split("/")[0], String(call.body.head)];
  const source = [...world.repositories].find(
    ([path, { parent }]) => path.split("/")[0] === owner && (path === target || parent === target),
  )?.[0];
  if (!source) return unprocessable("head is not valid");
  const made = world.open({
    ...{ target, source, sourceBranch: branch, targetBranch: String(call.body.base) },
    ...{ title: String(call.body.title), text: String(call.body.body ?? "") },
  });
  return made ? ok(pull(world, made), 201) : unprocessable(`A pull request already exists for ${owner}:${branch}.`);
}

export const githubDialect: Dialect = {
  kind: "github",
  base: "/api/v3",
  allowed: (headers) => headers.authorization === `Bearer ${ACCOUNT.token}`,
  unauthorized: ok({ message: "Bad credentials", documentation_url: "https://docs.github.com/rest" }, 401),
  routes: [
    [
      "GET",
      /^\/repos\/([^/]+\/[^/]+)$/,
      ({ world, names: [path = ""] }) => (world.repositories.has(path) ? ok(repository(world, path)) : missing),
    ],
    [
      "POST",
      /^\/repos\/([^/]+\/[^/]+)\/forks$/,
      ({ world, names: [path = ""] }) => {
        const there = [...world.repositories].find(
          ([name, { parent }]) => parent === path && name.startsWith(`${ACCOUNT.username}/`),
        )?.[0];
        const plain = `${ACCOUNT.username}/${path.split("/")[1]}`;
        const name = there ?? (world.repositories.has(plain) ? `${plain}-1` : plain);
        if (!there) world.fork(path, name);
        return ok(repository(world, name), 202);
      },
    ],
    [
      "GET",
      /^\/repos\/([^/]+\/[^/]+)\/pulls$/,
      ({ world, call, names: [target] }) => {
        const head = call.query.get("head");
        const found = world.requests.filter(
          (one) =>
            one.target === target &&
            one.state === call.query.get("state") &&
            one.targetBranch === call.query.get("base") &&
            head === `${one.source.split("/")[0]}:${one.sourceBranch}`,
        );
        return ok(found.map((one) => pull(world, one, false)));
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
        return ok(pull(world, found));
      },
    ],
  ],
};
