import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/** Bitbucket Data Center's REST API, version 1.0, as its documentation shows it. Keys of projects are in capitals. */

const shown = (path: string) => {
  const [key = "", slug = ""] = path.split("/");
  return { key: key.startsWith("~") ? key : key.toUpperCase(), slug };
};

/** Repositories of people lie below a tilde. */
const inside = (key: string, slug: string): string => `${key.toLowerCase().replace(/^~/, "")}/${slug.toLowerCase()}`;
const outside = (world: HostWorld, path: string): string =>
  path.startsWith(`${ACCOUNT.username}/`) && world.repositories.has(path) ? `~${path}` : path;

const repository = (world: HostWorld, path: string): Record<string, unknown> => {
  const { key, slug } = shown(outside(world, path));
  const parent = world.repositories.get(path)?.parent;
  return {
    ...{ id: world.repositories.get(path)?.id, slug, name: slug, project: { key } },
    ...(parent ? { origin: repository(world, parent) } : {}),
    links: {
      clone: [
        { href: "ssh://git@127.0.0.1:7999/x.git", name: "ssh" },
        { href: world.address(path), name: "http" },
      ],
    },
  };
};

const pull = (world: HostWorld, one: WorldRequest) => ({
  id: one.number,
  version: 3,
  title: one.title,
  description: one.text,
  state: { open: "OPEN", merged: "MERGED", closed: "DECLINED" }[one.state],
  fromRef: { id: `refs/heads/${one.sourceBranch}`, repository: repository(world, one.source) },
  toRef: { id: `refs/heads/${one.targetBranch}`, repository: repository(world, one.target) },
  reviewers: [{ user: { name: "jana" }, role: "REVIEWER", approved: false }],
  links: { self: [{ href: `${world.url}/projects/ORG/repos/app/pull-requests/${one.number}` }] },
});

const error = (status: number, message: string) =>
  ok({ errors: [{ context: null, message, exceptionName: "com.atlassian.bitbucket.Exception" }] }, status);
const missing = error(404, "Repository does not exist.");
const page = (values: unknown[]) => ok({ size: values.length, limit: 25, isLastPage: true, values, start: 0 });

type Ref = { id: string; repository: { slug: string; project: { key: string } } };
const side = ({ id, repository: { slug, project } }: Ref) => ({
  path: inside(project.key, slug),
  branch: id.replace("refs/heads/", ""),
});

function create({ world, call }: At) {
  const [from, to] = [side(call.body.fromRef as Ref), side(call.body.toRef as Ref)];
  const made = world.open({
    ...{ source: from.path, sourceBranch: from.branch, target: to.path, targetBranch: to.branch },
    ...{ title: String(call.body.title), text: String(call.body.description ?? "") },
  });
  return made
    ? ok(pull(world, made), 201)
    : error(409, "Only one pull request may be open for a given source and target branch");
}

const REPO = "/projects/([^/]+)/repos/([^/]+)";

export const bitbucketServerDialect: Dialect = {
  kind: "bitbucketserver",
  base: "/rest/api/1.0",
  gitPath: (path) => (path.startsWith(`${ACCOUNT.username}/`) ? `/scm/~${path}.git` : `/scm/${path}.git`),
  mergesItself: true,
  allowed: (headers) => headers.authorization === `Bearer ${ACCOUNT.token}`,
  unauthorized: error(401, "Authentication failed. Please check your credentials and try again."),
  routes: [
    [
      "GET",
      new RegExp(`^${REPO}$`),
      ({ world, names: [key = "", slug = ""] }) => {
        const path = inside(key, slug);
        return world.repositories.has(path) ? ok(repository(world, path)) : missing;
      },
    ],
    [
      "GET",
      new RegExp(`^${REPO}/forks$`),
      ({ world, names: [key = "", slug = ""] }) => {
        const all = [...world.repositories].filter(([, { parent }]) => parent === inside(key, slug));
        return page(all.map(([path]) => repository(world, path)));
      },
    ],
    [
      "POST",
      new RegExp(`^${REPO}$`),
      ({ world, call, names: [key = "", slug = ""] }) => {
        const to = `${ACCOUNT.username}/${call.body.name ?? slug}`;
        if (world.repositories.has(to)) return error(409, "This repository URL is already taken.");
        world.fork(inside(key, slug), to);
        return ok(repository(world, to), 201);
      },
    ],
    [
      "GET",
      new RegExp(`^${REPO}/pull-requests$`),
      ({ world, call, names: [key = "", slug = ""] }) => {
        const found = world.requests.filter(
          (one) =>
            one.target === inside(key, slug) &&
            one.state === "open" &&
            call.query.get("state") === "OPEN" &&
            call.query.get("at") === `refs/heads/${one.targetBranch}`,
        );
        return page(found.map((one) => pull(world, one)));
      },
    ],
    ["POST", new RegExp(`^${REPO}/pull-requests$`), create],
    [
      "GET",
      new RegExp(`^${REPO}/pull-requests/(\\d+)$`),
      ({ world, names: [, , number] }) => {
        const found = world.find(number);
        return found ? ok(pull(world, found)) : missing;
      },
    ],
    [
      "GET",
      new RegExp(`^${REPO}/pull-requests/(\\d+)/merge$`),
      ({ world, names: [, , number] }) => {
        const found = world.find(number);
        if (found?.state !== "open") return error(409, "This pull request is not open.");
        const conflicted = world.conflicts(found);
        return ok({ canMerge: !conflicted, conflicted, outcome: conflicted ? "CONFLICTED" : "CLEAN", vetoes: [] });
      },
    ],
    [
      "GET",
      new RegExp(`^${REPO}/pull-requests/(\\d+)/auto-merge$`),
      ({ world, names: [, , number] }) =>
        world.automatic.has(Number(number)) ? ok({ autoSubject: true, createdDate: 1, strategyId: "no-ff" }) : missing,
    ],
    [
      "POST",
      new RegExp(`^${REPO}/pull-requests/(\\d+)/merge$`),
      ({ world, call, names: [, , number] }) => {
        const found = world.find(number);
        if (found?.state !== "open") return error(409, "This pull request is not open.");
        if (call.query.get("version") !== "3")
          return error(409, "You are attempting to modify a pull request based on out-of-date information.");
        if (call.body.autoMerge !== true && world.checks) return error(409, "Merge vetoed: builds are in progress.");
        if (world.automatic.has(found.number)) return error(409, "An auto-merge was requested already.");
        world.mergeWhenReady(found.number);
        return ok(pull(world, found));
      },
    ],
    [
      "PUT",
      new RegExp(`^${REPO}/pull-requests/(\\d+)$`),
      ({ world, call, names: [, , number] }) => {
        const found = world.find(number);
        if (!found) return missing;
        const reviewers = call.body.reviewers as { user: { name: string } }[] | undefined;
        if (call.body.version !== 3 || reviewers?.[0]?.user.name !== "jana")
          return error(409, "You are attempting to modify a pull request based on out-of-date information.");
        found.title = String(call.body.title);
        found.text = String(call.body.description ?? "");
        return ok(pull(world, found));
      },
    ],
  ],
};
