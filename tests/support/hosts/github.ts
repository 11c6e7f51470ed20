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
    ...{ allow_merge_commit: false, allow_squash_merge: true, allow_rebase_merge: true },
    ...(parent ? { parent: { full_name: parent } } : {}),
  };
};

/** @param whole lists lack what takes GitHub time */
const pull = (world: HostWorld, one: WorldRequest, whole = true) => ({
  number: one.number,
  node_id: `PR_${one.number}`,
  auto_merge: world.automatic.has(one.number)
    ? { merge_method: "squash", enabled_by: { login: ACCOUNT.username } }
    : null,
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

/** The one mutation that we send; it is told of refusals within an answer of status 200. */
function graphql({ world, call }: At) {
  const { query, variables } = call.body as { query: string; variables: { id: string; method: string } };
  if (
    !/^mutation .*\benablePullRequestAutoMerge\(input: \{ pullRequestId: \$id, mergeMethod: \$method \}\)/s.test(query)
  )
    return ok({ errors: [{ type: "undefinedField", message: "Parse error" }] });
  const refused = (message: string) =>
    ok({ data: { enablePullRequestAutoMerge: null }, errors: [{ type: "UNPROCESSABLE", message }] });
  const found = world.find(variables.id.replace("PR_", ""));
  if (!found) return refused("Could not resolve to a node with the global id.");
  if (variables.method !== "SQUASH") return refused("Merge method merge commits are not allowed on this repository");
  if (!world.checks) return refused("Pull request Pull request is in clean status");
  world.mergeWhenReady(found.number);
  return ok({ data: { enablePullRequestAutoMerge: { clientMutationId: null } } });
}

export const githubDialect: Dialect = {
  kind: "github",
  mergesItself: true,
  base: "/api",
  api: "/api/v3",
  allowed: (headers) => headers.authorization === `Bearer ${ACCOUNT.token}`,
  unauthorized: ok({ message: "Bad credentials", documentation_url: "https://docs.github.com/rest" }, 401),
  routes: [
    ["POST", /^\/graphql$/, graphql],
    [
      "PUT",
      /^\/v3\/repos\/[^/]+\/[^/]+\/pulls\/(\d+)\/merge$/,
      ({ world, call, names: [number] }) => {
        if (call.body.merge_method !== "squash") return ok({ message: "Merge commits are not allowed." }, 405);
        world.merge(Number(number), "squash");
        return ok({ merged: true, message: "Pull Request successfully merged", sha: "0".repeat(40) });
      },
    ],
    [
      "GET",
      /^\/v3\/repos\/([^/]+\/[^/]+)$/,
      ({ world, names: [path = ""] }) => (world.repositories.has(path) ? ok(repository(world, path)) : missing),
    ],
    [
      "POST",
      /^\/v3\/repos\/([^/]+\/[^/]+)\/forks$/,
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
      /^\/v3\/repos\/([^/]+\/[^/]+)\/pulls$/,
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
    ["POST", /^\/v3\/repos\/([^/]+\/[^/]+)\/pulls$/, create],
    [
      "GET",
      /^\/v3\/repos\/[^/]+\/[^/]+\/pulls\/(\d+)$/,
      ({ world, names: [number] }) => {
        const found = world.find(number);
        return found ? ok(pull(world, found)) : missing;
      },
    ],
    [
      "PATCH",
      /^\/v3\/repos\/[^/]+\/[^/]+\/pulls\/(\d+)$/,
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
