import { describe, expect, it } from "vitest";
import { FORGES } from "@/lib/domain/hooks/hooks";
import { OTHER_EVENT, PayloadError } from "@/lib/domain/hooks/notification";

/** Which payloads of which events are a push; the contract 7.3. */

const gitlabPush = {
  object_kind: "push",
  ref: "refs/heads/main",
  project: { path_with_namespace: "team/app" },
  repository: { url: "git@gitlab.example.org:team/app.git", homepage: "https://gitlab.example.org/team/app" },
};
const giteaPush = {
  ref: "refs/heads/main",
  repository: {
    clone_url: "https://gitea.example.org/team/app.git",
    ssh_url: "git@gitea.example.org:team/app.git",
    html_url: "https://gitea.example.org/team/app",
    full_name: "team/app",
  },
};
const giteePush = {
  ref: "refs/heads/main",
  repository: {
    git_http_url: "https://gitee.example.org/team/app.git",
    git_ssh_url: "git@gitee.example.org:team/app.git",
    git_url: "git://gitee.example.org/team/app.git",
    ssh_url: "git@gitee.example.org:team/app.git",
    html_url: "https://gitee.example.org/team/app",
    path_with_namespace: "team/app",
  },
};

function outcome(service: string, payload: unknown, headers: Record<string, string> = {}): string {
  try {
    const read = FORGES.get(service)?.(new Headers(headers), payload);
    return read === OTHER_EVENT ? "other" : `push to ${read?.branch}`;
  } catch (error) {
    if (error instanceof PayloadError) return "broken";
    throw error;
  }
}

const event = (name: string) => ({ "x-gitlab-event": name });
const rows: [string, string, unknown, Record<string, string>, string][] = [
  ["gitlab", "a push without a header", gitlabPush, {}, "push to main"],
  ["gitlab", "a push", gitlabPush, event("Push Hook"), "push to main"],
  ["gitlab", "an older push, without a kind", { ...gitlabPush, object_kind: undefined }, {}, "push to main"],
  [
    "gitlab",
    "a push to the hook of an installation",
    { ...gitlabPush, event_name: "push" },
    event("System Hook"),
    "push to main",
  ],
  ...["Tag Push Hook", "Job Hook", "Deployment Hook", "Pipeline Hook", "Merge Request Hook", "Release Hook"].map(
    (name): [string, string, unknown, Record<string, string>, string] => [
      "gitlab",
      `${name}, whatever its body`,
      gitlabPush,
      event(name),
      "other",
    ],
  ),
  ...["tag_push", "build", "deployment", "pipeline", "note"].map(
    (kind): [string, string, unknown, Record<string, string>, string] => [
      "gitlab",
      `a body of the kind ${kind}`,
      { ...gitlabPush, object_kind: kind },
      {},
      "other",
    ],
  ),
  [
    "gitlab",
    "a tag of an installation",
    { ...gitlabPush, object_kind: undefined, event_name: "tag_push" },
    event("System Hook"),
    "other",
  ],
  ["gitlab", "a body without a ref", { project: {} }, {}, "other"],
  ["gitlab", "garbage that says push", { object_kind: "push", ref: 7 }, {}, "broken"],
  ["gitlab", "garbage with the header of a push", { project: {} }, event("Push Hook"), "broken"],
  ["gitlab", "fields of the wrong type", { repository: 7, ref: null }, {}, "broken"],
  ["gitlab", "a repository of the wrong type", { ...gitlabPush, repository: [] }, {}, "broken"],
  ["gitea", "a push without a header", giteaPush, {}, "push to main"],
  ["gitea", "a push", giteaPush, { "x-gitea-event": "push" }, "push to main"],
  ["gitea", "a new tag", { ...giteaPush, ref: "v1" }, { "x-gitea-event": "create" }, "other"],
  ["gitea", "an issue", { action: "opened" }, { "x-gitea-event": "issues" }, "other"],
  ["gitea", "garbage", { action: "opened" }, { "x-gitea-event": "push" }, "broken"],
  ["forgejo", "a push", giteaPush, { "x-forgejo-event": "push" }, "push to main"],
  ["forgejo", "a release", giteaPush, { "x-forgejo-event": "release" }, "other"],
  ["gitee", "a push", giteePush, { "x-gitee-event": "Push Hook" }, "push to main"],
  ["gitee", "a push without a header", giteePush, {}, "push to main"],
  ["gitee", "a tag", giteePush, { "x-gitee-event": "Tag Push Hook" }, "other"],
  ["github", "an issue", { action: "opened" }, { "x-github-event": "issues" }, "other"],
  ["github", "garbage", { action: "opened" }, { "x-github-event": "push" }, "broken"],
  ["bitbucket", "a comment", { comment: {} }, { "x-event-key": "repo:commit_comment_created" }, "other"],
  ["bitbucket", "garbage", { repository: [] }, { "x-event-key": "repo:push" }, "broken"],
  ["pagure", "an issue", { topic: "issue.new", msg: {} }, {}, "other"],
  ["pagure", "garbage", { topic: "git.receive", msg: 7 }, {}, "broken"],
  ["azure", "a build", { eventType: "build.complete" }, {}, "other"],
  ["azure", "garbage", { eventType: "git.push", resource: 7 }, {}, "broken"],
];

describe("a payload", () => {
  it.each(rows)("of %s: %s", (service, _what, payload, headers, expected) => {
    expect(outcome(service, payload, headers)).toBe(expected);
  });
});
