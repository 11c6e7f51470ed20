import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/** Pagure's REST API, version 0, as its documentation shows it. */

const own = `${ACCOUNT.username}/`;
/** Forks bear the whole name of what they are forks of. */
const fullname = (path: string): string => (path.startsWith(own) ? `forks/${own}org/${path.slice(own.length)}` : path);

const project = (world: HostWorld, path: string): Record<string, unknown> => {
  const parent = world.repositories.get(path)?.parent;
  const name = path.split("/")[1];
  return {
    ...{ id: world.repositories.get(path)?.id, name, namespace: "org", fullname: fullname(path) },
    ...{ user: { name: path.startsWith(own) ? ACCOUNT.username : "jana" } },
    parent: parent ? project(world, parent) : null,
  };
};

const pull = (world: HostWorld, one: WorldRequest) => ({
  id: one.number,
  title: one.title,
  initial_comment: one.text,
  status: { open: "Open", merged: "Merged", closed: "Closed" }[one.state],
  branch: one.targetBranch,
  branch_from: one.sourceBranch,
  repo_from: project(world, one.source),
  project: project(world, one.target),
  cached_merge_status: one.state !== "open" ? "unknown" : world.conflicts(one) ? "CONFLICTS" : "FFORWARD",
});

const error = (status: number, message: string, code: string) => ok({ error: message, error_code: code }, status);
const missing = error(404, "Project not found", "ENOPROJECT");
const noPull = error(404, "Pull-Request not found", "ENOREQ");

/** Everything is sent as a form. */
const formed = (handle: (at: At) => ReturnType<Dialect["routes"][number][2]>) => (at: At) =>
  at.call.headers["content-type"] === "application/x-www-form-urlencoded"
    ? handle(at)
    : error(400, "Invalid or incomplete input submitted", "EINVALIDREQ");

function create({ world, call, names: [target = ""] }: At) {
  const { body } = call;
  const source = body.repo_from_username === undefined ? target : `${body.repo_from_username}/${body.repo_from}`;
  const made = world.open({
    ...{ target, source, targetBranch: String(body.branch_to), sourceBranch: String(body.branch_from) },
    ...{ title: String(body.title), text: String(body.initial_comment ?? "") },
  });
  return made ? ok(pull(world, made)) : error(400, "There is already a pull-request for this branch", "EINVALIDREQ");
}

export const pagureDialect: Dialect = {
  kind: "pagure",
  base: "/api/0",
  gitPath: (path) => `/${fullname(path)}.git`,
  namesForks: false,
  allowed: (headers) => headers.authorization === `token ${ACCOUNT.token}`,
  unauthorized: error(
    401,
    "Invalid or expired token. Please visit the settings to get or renew your token.",
    "EINVALIDTOK",
  ),
  routes: [
    [
      "GET",
      /^\/fork\/([^/]+)\/org\/([^/]+)$/,
      ({ world, names: [user, name] }) =>
        world.repositories.has(`${user}/${name}`) ? ok(project(world, `${user}/${name}`)) : missing,
    ],
    [
      "POST",
      /^\/fork$/,
      formed(({ world, call }) => {
        const [from, to] = [`${call.body.namespace}/${call.body.repo}`, `${own}${call.body.repo}`];
        if (!world.repositories.has(from)) return missing;
        world.fork(from, to);
        return ok({ message: `Repo "${from}" cloned to "${ACCOUNT.username}/${from}"` });
      }),
    ],
    [
      "GET",
      /^\/(org\/[^/]+)\/pull-requests$/,
      ({ world, call, names: [target] }) => {
        const found = world.requests.filter((one) => one.target === target && one.state === "open");
        if (call.query.get("status") !== "Open") return error(400, "Unknown status", "EINVALIDREQ");
        return ok({ requests: found.map((one) => pull(world, one)), pagination: { page: 1, pages: 1, per_page: 100 } });
      },
    ],
    ["POST", /^\/(org\/[^/]+)\/pull-request\/new$/, formed(create)],
    [
      "GET",
      /^\/org\/[^/]+\/pull-request\/(\d+)$/,
      ({ world, names: [number] }) => {
        const found = world.find(number);
        return found ? ok(pull(world, found)) : noPull;
      },
    ],
    [
      "POST",
      /^\/org\/[^/]+\/pull-request\/(\d+)$/,
      formed(({ world, call, names: [number] }) => {
        const found = world.find(number);
        if (!found) return noPull;
        found.title = String(call.body.title ?? found.title);
        found.text = String(call.body.initial_comment ?? found.text);
        return ok(pull(world, found));
      }),
    ],
  ],
};
