import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/** Bitbucket Cloud's REST API, version 2.0, as its documentation shows it, with an access token of a workspace. */

const repository = (world: HostWorld, path: string) => {
  const parent = world.repositories.get(path)?.parent;
  return {
    ...{ uuid: `{${world.repositories.get(path)?.id}}`, full_name: path, name: path.split("/")[1] },
    parent: parent ? { full_name: parent, type: "repository" } : null,
    links: {
      clone: [
        { name: "https", href: world.address(path).replace("://", "://somebody@") },
        { name: "ssh", href: `git@127.0.0.1:${path}.git` },
      ],
    },
  };
};

const pull = (world: HostWorld, one: WorldRequest) => ({
  id: one.number,
  title: one.title,
  description: one.text,
  state: { open: "OPEN", merged: "MERGED", closed: "DECLINED" }[one.state],
  source: { branch: { name: one.sourceBranch }, repository: { full_name: one.source } },
  destination: { branch: { name: one.targetBranch }, repository: { full_name: one.target } },
  reviewers: [{ uuid: "{jana}", display_name: "Jana" }],
  links: { html: { href: `${world.url}/${one.target}/pull-requests/${one.number}` } },
});

const error = (status: number, message: string) => ok({ type: "error", error: { message } }, status);
const missing = error(404, "Repository not found");

type Side = { branch: { name: string }; repository?: { full_name: string } };

function create({ world, call, names: [target = ""] }: At) {
  const [from, to] = [call.body.source as Side, call.body.destination as Side];
  const made = world.open({
    ...{ target, targetBranch: to.branch.name, source: from.repository?.full_name ?? target },
    ...{ sourceBranch: from.branch.name, title: String(call.body.title), text: String(call.body.description ?? "") },
  });
  return made ? ok(pull(world, made), 201) : error(400, "There are no changes to be pulled");
}

export const bitbucketCloudDialect: Dialect = {
  kind: "bitbucketcloud",
  base: "/2.0",
  gitUser: "x-token-auth",
  tellsConflicts: false,
  allowed: (headers) => headers.authorization === `Bearer ${ACCOUNT.token}`,
  unauthorized: error(401, "Token is invalid, expired, or not supported for this endpoint."),
  routes: [
    [
      "GET",
      /^\/repositories\/([^/]+\/[^/]+)$/,
      ({ world, names: [path = ""] }) => (world.repositories.has(path) ? ok(repository(world, path)) : missing),
    ],
    [
      "GET",
      /^\/repositories\/([^/]+\/[^/]+)\/forks$/,
      ({ world, call, names: [path] }) => {
        const mine = (name: string) => call.query.get("role") !== "owner" || name.startsWith(`${ACCOUNT.username}/`);
        const forks = [...world.repositories].filter(([name, { parent }]) => parent === path && mine(name));
        return ok({ values: forks.map(([name]) => repository(world, name)), pagelen: 100 });
      },
    ],
    [
      "POST",
      /^\/repositories\/([^/]+\/[^/]+)\/forks$/,
      ({ world, call, names: [path = ""] }) => {
        const workspace = (call.body.workspace as { slug: string } | undefined)?.slug;
        const to = `${workspace}/${call.body.name ?? path.split("/")[1]}`;
        if (world.repositories.has(to)) return error(400, "Repository with this Slug and Owner already exists.");
        world.fork(path, to);
        return ok(repository(world, to), 201);
      },
    ],
    [
      "GET",
      /^\/repositories\/([^/]+\/[^/]+)\/pullrequests$/,
      ({ world, call, names: [target] }) => {
        const q = call.query.get("q") ?? "";
        const found = world.requests.filter(
          (one) =>
            one.target === target &&
            one.state === "open" &&
            q.includes(`source.repository.full_name = "${one.source}"`) &&
            q.includes(`source.branch.name = "${one.sourceBranch}"`) &&
            q.includes(`destination.branch.name = "${one.targetBranch}"`),
        );
        return ok({ values: found.map((one) => pull(world, one)), page: 1, size: found.length });
      },
    ],
    ["POST", /^\/repositories\/([^/]+\/[^/]+)\/pullrequests$/, create],
    [
      "GET",
      /^\/repositories\/[^/]+\/[^/]+\/pullrequests\/(\d+)$/,
      ({ world, names: [number] }) => {
        const found = world.find(number);
        return found ? ok(pull(world, found)) : error(404, "Pull request not found");
      },
    ],
    [
      "PUT",
      /^\/repositories\/[^/]+\/[^/]+\/pullrequests\/(\d+)$/,
      ({ world, call, names: [number] }) => {
        const found = world.find(number);
        if (!found) return error(404, "Pull request not found");
        const reviewers = call.body.reviewers as { uuid: string }[] | undefined;
        if (reviewers?.[0]?.uuid !== "{jana}") return error(400, "The reviewers would be gone");
        found.title = String(call.body.title);
        found.text = String(call.body.description ?? "");
        return ok(pull(world, found));
      },
    ],
  ],
};
