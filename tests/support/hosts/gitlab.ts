import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/** GitLab's REST API, version 4, as its documentation shows it. */

const project = (world: HostWorld, path: string, status = "finished") => {
  const found = world.repositories.get(path);
  return {
    id: found?.id,
    path_with_namespace: path,
    path: path.split("/").at(-1),
    http_url_to_repo: world.address(path),
    ssh_url_to_repo: `git@127.0.0.1:${path}.git`,
    default_branch: "main",
    import_status: found?.parent ? status : "none",
    import_error: null,
    ...(found?.parent ? { forked_from_project: { path_with_namespace: found.parent } } : {}),
  };
};

const mergeRequest = (world: HostWorld, one: WorldRequest) => ({
  id: 1000 + one.number,
  iid: one.number,
  project_id: world.repositories.get(one.target)?.id,
  source_project_id: world.repositories.get(one.source)?.id,
  target_project_id: world.repositories.get(one.target)?.id,
  title: one.title,
  description: one.text,
  state: one.state === "open" ? "opened" : one.state,
  source_branch: one.sourceBranch,
  target_branch: one.targetBranch,
  merge_when_pipeline_succeeds: world.automatic.has(one.number),
  has_conflicts: world.conflicts(one),
  detailed_merge_status: one.state !== "open" ? "not_open" : world.conflicts(one) ? "conflict" : "mergeable",
  web_url: `${world.url}/${one.target}/-/merge_requests/${one.number}`,
});

const missing = ok({ message: "404 Project Not Found" }, 404);

/** A project by its path or its number. */
const pathOf = (world: HostWorld, name: string): string =>
  [...world.repositories].find(([path, { id }]) => path === name || String(id) === name)?.[0] ?? "";

function create({ world, call, names: [name = ""] }: At) {
  const [source, target] = [pathOf(world, name), pathOf(world, String(call.body.target_project_id ?? name))];
  if (!source || !target) return missing;
  const made = world.open({
    ...{ target, source, sourceBranch: String(call.body.source_branch), targetBranch: String(call.body.target_branch) },
    ...{ title: String(call.body.title), text: String(call.body.description ?? "") },
  });
  return made
    ? ok(mergeRequest(world, made), 201)
    : ok({ message: ["Another open merge request already exists for this source branch: !1"] }, 409);
}

export const gitlabDialect: Dialect = {
  kind: "gitlab",
  mergesItself: true,
  base: "/api/v4",
  allowed: (headers) => headers["private-token"] === ACCOUNT.token,
  unauthorized: ok({ message: "401 Unauthorized" }, 401),
  routes: [
    [
      "PUT",
      /^\/projects\/[^/]+\/merge_requests\/(\d+)\/merge$/,
      ({ world, call, names: [number] }) => {
        const found = world.find(number);
        const wanted = call.body.merge_when_pipeline_succeeds === true && call.body.auto_merge === true;
        if (!found || !wanted || found.state !== "open") return ok({ message: "405 Method Not Allowed" }, 405);
        world.mergeWhenReady(found.number);
        return ok(mergeRequest(world, found));
      },
    ],
    [
      "GET",
      /^\/projects\/([^/]+)$/,
      ({ world, names: [name = ""] }) => {
        const path = pathOf(world, name);
        return path ? ok(project(world, path)) : missing;
      },
    ],
    [
      "GET",
      /^\/projects\/([^/]+)\/forks$/,
      ({ world, names: [name = ""] }) =>
        ok(
          [...world.repositories]
            .filter(([path, { parent }]) => parent === pathOf(world, name) && path.startsWith(ACCOUNT.username))
            .map(([path]) => project(world, path)),
        ),
    ],
    [
      "POST",
      /^\/projects\/([^/]+)\/fork$/,
      ({ world, call, names: [name = ""] }) => {
        const from = pathOf(world, name);
        const to = `${ACCOUNT.username}/${call.body.path ?? from.split("/").at(-1)}`;
        if (world.repositories.has(to))
          return ok({ message: { path: ["has already been taken"], name: ["has already been taken"] } }, 409);
        world.fork(from, to);
        return ok(project(world, to, "scheduled"), 201);
      },
    ],
    [
      "GET",
      /^\/projects\/([^/]+)\/merge_requests$/,
      ({ world, call, names: [name = ""] }) => {
        const found = world.requests.filter(
          (one) =>
            one.target === pathOf(world, name) &&
            (one.state === "open" ? "opened" : one.state) === call.query.get("state") &&
            one.sourceBranch === call.query.get("source_branch") &&
            one.targetBranch === call.query.get("target_branch"),
        );
        return ok(found.map((one) => mergeRequest(world, one)));
      },
    ],
    ["POST", /^\/projects\/([^/]+)\/merge_requests$/, create],
    [
      "GET",
      /^\/projects\/[^/]+\/merge_requests\/(\d+)$/,
      ({ world, names: [number] }) => {
        const found = world.find(number);
        return found ? ok(mergeRequest(world, found)) : ok({ message: "404 Not found" }, 404);
      },
    ],
    [
      "PUT",
      /^\/projects\/[^/]+\/merge_requests\/(\d+)$/,
      ({ world, call, names: [number] }) => {
        const found = world.find(number);
        if (!found) return ok({ message: "404 Not found" }, 404);
        found.title = String(call.body.title ?? found.title);
        found.text = String(call.body.description ?? found.text);
        return ok(mergeRequest(world, found));
      },
    ],
  ],
};
