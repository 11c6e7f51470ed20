import { describe, expect, it } from "vitest";
import { FORGES } from "@/lib/domain/hooks/hooks";
import { OTHER_EVENT, PayloadError } from "@/lib/domain/hooks/notification";

/** Payloads in the shapes that the services send; names and hosts are ours. */
const read = (service: string, payload: unknown, headers: Record<string, string> = {}) =>
  FORGES.get(service)?.(new Headers(headers), payload);

const GITLAB = {
  object_kind: "push",
  ref: "refs/heads/main",
  project: { path_with_namespace: "group/sub/app" },
  repository: {
    url: "git@gitlab.example:group/sub/app.git",
    homepage: "https://gitlab.example/group/sub/app",
    git_http_url: "https://gitlab.example/group/sub/app.git",
    git_ssh_url: "git@gitlab.example:group/sub/app.git",
  },
};
const BITBUCKET_CLOUD = {
  push: { changes: [{ new: { type: "branch", name: "main" }, old: { name: "main" } }] },
  repository: { scm: "git", full_name: "team/app", links: { html: { href: "https://bitbucket.org/team/app" } } },
};
const BITBUCKET_SERVER = {
  eventKey: "repo:refs_changed",
  changes: [{ ref: { id: "refs/heads/main", displayId: "main" }, type: "UPDATE" }],
  repository: {
    slug: "app",
    project: { key: "TEAM" },
    links: {
      self: [{ href: "https://code.example/projects/TEAM/repos/app/browse" }],
      clone: [
        { href: "https://code.example/scm/team/app.git", name: "http" },
        { href: "ssh://git@code.example:7999/team/app.git", name: "ssh" },
      ],
    },
  },
};
const PAGURE = {
  topic: "git.receive",
  msg: { pagure_instance: "https://pagure.example", project_fullname: "app", branch: "main" },
};
const AZURE = {
  eventType: "git.push",
  resource: {
    refUpdates: [{ name: "refs/heads/main" }],
    repository: {
      id: "r-1",
      name: "my app",
      remoteUrl: "https://dev.azure.com/team/My%20Project/_git/my%20app",
      project: { id: "p-1", name: "My Project" },
    },
  },
};
const GITEA = {
  ref: "refs/heads/main",
  repository: {
    full_name: "team/app",
    clone_url: "https://git.example/team/app.git",
    ssh_url: "ssh://git@git.example:2222/team/app.git",
    html_url: "https://git.example/team/app",
  },
};
const GITEE = {
  ref: "refs/heads/main",
  repository: {
    path_with_namespace: "team/app",
    git_http_url: "https://gitee.example/team/app.git",
    git_ssh_url: "git@gitee.example:team/app.git",
    git_url: "git://gitee.example/team/app.git",
    ssh_url: "git@gitee.example:team/app.git",
    html_url: "https://gitee.example/team/app",
  },
};

describe("what code hosts send", () => {
  it.each([
    [
      "gitlab",
      GITLAB,
      {},
      "group/sub/app",
      [
        "git@gitlab.example:group/sub/app.git",
        "https://gitlab.example/group/sub/app",
        "https://gitlab.example/group/sub/app.git",
      ],
    ],
    [
      "bitbucket",
      BITBUCKET_CLOUD,
      { "x-event-key": "repo:push" },
      "team/app",
      ["git@bitbucket.org:team/app.git", "https://bitbucket.org/team/app", "ssh://git@bitbucket.org/team/app"],
    ],
    [
      "bitbucket",
      BITBUCKET_SERVER,
      { "x-event-key": "repo:refs_changed" },
      "TEAM/app",
      ["https://code.example/scm/team/app.git", "ssh://git@code.example:7999/team/app.git"],
    ],
    [
      "pagure",
      PAGURE,
      {},
      "app",
      ["https://pagure.example/app", "https://pagure.example/app.git", "ssh://git@pagure.example/app.git"],
    ],
    [
      "azure",
      AZURE,
      {},
      "My Project/my app",
      [
        "https://dev.azure.com/team/My%20Project/_git/my%20app",
        "https://dev.azure.com/team/p-1/_git/r-1",
        "git@ssh.dev.azure.com:v3/team/My Project/my app",
      ],
    ],
    [
      "gitea",
      GITEA,
      {},
      "team/app",
      ["https://git.example/team/app.git", "https://git.example/team/app", "ssh://git@git.example:2222/team/app"],
    ],
    ["forgejo", GITEA, {}, "team/app", ["https://git.example/team/app.git"]],
    ["gitee", GITEE, {}, "team/app", ["git@gitee.example:team/app.git", "git://gitee.example/team/app.git"]],
  ] as const)("%s", (service, payload, headers, fullName, candidates) => {
    const push = read(service, payload, headers);
    expect(push).toMatchObject({ branch: "main", fullName });
    for (const candidate of candidates) expect((push as { candidates: string[] }).candidates).toContain(candidate);
  });

  it("knows pings and other events", () => {
    expect(read("gitlab", { object_kind: "note" })).toBe(OTHER_EVENT);
    expect(read("bitbucket", BITBUCKET_CLOUD, { "x-event-key": "repo:fork" })).toBe(OTHER_EVENT);
    expect(read("pagure", { topic: "issue.new" })).toBe(OTHER_EVENT);
    expect(read("azure", { eventType: "git.pullrequest.created" })).toBe(OTHER_EVENT);
    expect(read("github", {}, { "x-github-event": "ping" })).toBe(OTHER_EVENT);
  });

  it("refuses payloads that lack what they must have, whatever stands there instead", () => {
    const wrong: [string, unknown, Record<string, string>?][] = [
      ["gitea", {}],
      ["gitea", { ref: "x", repository: [] }],
      ["gitee", { ref: "refs/heads/main", repository: { html_url: 1 } }],
      ["gitlab", { ref: "x", repository: null }],
      ["bitbucket", {}, { "x-event-key": "repo:push" }],
      ["bitbucket", { repository: { full_name: "a/b" } }, { "x-event-key": "repo:push" }],
      ["azure", { eventType: "git.push", resource: { repository: {} } }],
      ["pagure", { topic: "git.receive", msg: { pagure_instance: "::", project_fullname: "a", branch: "b" } }],
      ["github", { ref: "", repository: { __proto__: null } }, { "x-github-event": "push" }],
    ];
    for (const [service, payload, headers] of wrong)
      expect(() => read(service, payload, headers)).toThrow(PayloadError);
  });
});
