import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/** Azure DevOps' REST API, version 7.0, as its documentation shows it. All repositories lie in one project with a space. */

const PROJECT = "Our%20Texts";
const BASE = "/tfs/acme";

/** The world's repositories bear the names of their own after the slash; forks have the account's in front there. */
const inside = (world: HostWorld, name: string): string | undefined =>
  [...world.repositories.keys()].find((path) => nameOf(path) === name);
const nameOf = (path: string): string => path.split("/")[1] ?? "";
const idOf = (world: HostWorld, path: string): string => `guid-${world.repositories.get(path)?.id}`;
const byId = (world: HostWorld, id: unknown): string | undefined =>
  [...world.repositories.keys()].find((path) => idOf(world, path) === id);

const repository = (world: HostWorld, path: string, whole = true): Record<string, unknown> => {
  const parent = world.repositories.get(path)?.parent;
  return {
    id: idOf(world, path),
    name: nameOf(path),
    project: { id: "guid-of-project", name: decodeURIComponent(PROJECT) },
    isFork: Boolean(parent),
    remoteUrl: world.address(path).replace("://", "://acme@"),
    sshUrl: `git@127.0.0.1:v3/acme/${PROJECT}/${nameOf(path)}`,
    webUrl: world.address(path),
    ...(whole && parent ? { parentRepository: { id: idOf(world, parent), name: nameOf(parent) } } : {}),
  };
};

const pull = (world: HostWorld, one: WorldRequest) => ({
  pullRequestId: one.number,
  status: { open: "active", merged: "completed", closed: "abandoned" }[one.state],
  createdBy: { id: "guid-of-bot", displayName: ACCOUNT.username },
  ...(world.automatic.has(one.number) ? { autoCompleteSetBy: { id: "guid-of-bot" } } : {}),
  title: one.title,
  description: one.text,
  sourceRefName: `refs/heads/${one.sourceBranch}`,
  targetRefName: `refs/heads/${one.targetBranch}`,
  mergeStatus: world.conflicts(one) ? "conflicts" : "succeeded",
  repository: { id: idOf(world, one.target), name: nameOf(one.target) },
  ...(one.source === one.target ? {} : { forkSource: { repository: { id: idOf(world, one.source) } } }),
});

const error = (status: number, message: string) =>
  ok({ $id: "1", message, typeName: "Microsoft.TeamFoundation.Git.Server", errorCode: 0, eventId: 3000 }, status);
const missing = error(404, "TF401019: The Git repository does not exist or you do not have permissions.");

const branch = (name: unknown): string => String(name).replace("refs/heads/", "");

function create({ world, call, names: [name = ""] }: At) {
  const target = inside(world, name);
  const fork = (call.body.forkSource as { repository: { id: string } } | undefined)?.repository.id;
  const source = fork === undefined ? target : byId(world, fork);
  if (!target || !source) return missing;
  const made = world.open({
    ...{ target, source, targetBranch: branch(call.body.targetRefName), sourceBranch: branch(call.body.sourceRefName) },
    ...{ title: String(call.body.title), text: String(call.body.description ?? "") },
  });
  return made
    ? ok(pull(world, made), 201)
    : error(409, "TF401179: An active pull request for the source and target branch already exists.");
}

function fork({ world, call }: At) {
  const parent = byId(world, (call.body.parentRepository as { id: string }).id);
  if (!parent) return missing;
  const to = `${ACCOUNT.username}/${call.body.name}`;
  if (inside(world, String(call.body.name))) return error(409, "TF400948: A Git repository with this name exists.");
  world.fork(parent, to);
  return ok(repository(world, to), 201);
}

const REPOSITORIES = `/${PROJECT}/_apis/git/repositories`;

/** Who is not let in is shown a page to sign in with. */
const versioned = (handle: (at: At) => ReturnType<Dialect["routes"][number][2]>) => (at: At) =>
  at.call.query.get("api-version") === "7.0" ? handle(at) : error(400, "No api-version was supplied.");

export const azureDialect: Dialect = {
  kind: "azure_devops",
  mergesItself: true,
  base: BASE,
  api: "/tfs",
  gitPath: (path) => `${BASE}/${PROJECT}/_git/${nameOf(path)}`,
  ownFork: "app.loquat-bot",
  allowed: (headers) => headers.authorization === `Basic ${Buffer.from(`:${ACCOUNT.token}`).toString("base64")}`,
  unauthorized: { status: 203, body: "Sign in to your account" },
  routes: [
    ["POST", new RegExp(`^${REPOSITORIES}$`), versioned(fork)],
    [
      "GET",
      new RegExp(`^${REPOSITORIES}/([^/]+)$`),
      versioned(({ world, call, names: [name = ""] }) => {
        const path = inside(world, name);
        return path ? ok(repository(world, path, call.query.get("includeParent") === "true")) : missing;
      }),
    ],
    [
      "GET",
      new RegExp(`^${REPOSITORIES}/([^/]+)/pullrequests$`),
      versioned(({ world, call, names: [name = ""] }) => {
        const asked = (key: string) => call.query.get(`searchCriteria.${key}`);
        const found = world.requests.filter(
          (one) =>
            one.target === inside(world, name) &&
            one.state === "open" &&
            asked("status") === "active" &&
            branch(asked("sourceRefName")) === one.sourceBranch &&
            branch(asked("targetRefName")) === one.targetBranch &&
            (asked("sourceRepositoryId") ?? idOf(world, one.source)) === idOf(world, one.source),
        );
        return ok({ value: found.map((one) => pull(world, one)), count: found.length });
      }),
    ],
    ["POST", new RegExp(`^${REPOSITORIES}/([^/]+)/pullrequests$`), versioned(create)],
    [
      "GET",
      new RegExp(`^${REPOSITORIES}/[^/]+/pullrequests/(\\d+)$`),
      versioned(({ world, names: [number] }) => {
        const found = world.find(number);
        return found ? ok(pull(world, found)) : error(404, "TF401180: The requested pull request was not found.");
      }),
    ],
    [
      "PATCH",
      new RegExp(`^${REPOSITORIES}/[^/]+/pullrequests/(\\d+)$`),
      versioned(({ world, call, names: [number] }) => {
        const found = world.find(number);
        if (!found) return error(404, "TF401180: The requested pull request was not found.");
        const completes = call.body.autoCompleteSetBy as { id: string } | undefined;
        if (completes && completes.id !== "guid-of-bot") return error(400, "TF401181: This identity may not do that.");
        if (completes) world.mergeWhenReady(found.number);
        found.title = String(call.body.title ?? found.title);
        found.text = String(call.body.description ?? found.text);
        return ok(pull(world, found));
      }),
    ],
  ],
};
