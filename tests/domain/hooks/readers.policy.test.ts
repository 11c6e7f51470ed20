import { describe, expect, it } from "vitest";
import { readAzure } from "@/lib/domain/hooks/internal/azure";
import { readForgejo, readGitea } from "@/lib/domain/hooks/internal/gitea";
import { readGitee } from "@/lib/domain/hooks/internal/gitee";
import { readGithub } from "@/lib/domain/hooks/internal/github";
import { readGitlab } from "@/lib/domain/hooks/internal/gitlab";
import { readPagure } from "@/lib/domain/hooks/internal/pagure";
import {
  branchOf,
  type ForgeReader,
  member,
  needed,
  OTHER_EVENT,
  PayloadError,
  text,
  withAndWithoutGit,
} from "@/lib/domain/hooks/notification";

/** What is read of a push: whose repository, under which addresses, on which branch; the contract 7.3 and 7.5. */

const read = (reader: ForgeReader, payload: unknown, headers: Record<string, string> = {}) =>
  reader(new Headers(headers), payload);

/** Every part of a payload that must be there, taken away one at a time. */
function missing(reader: ForgeReader, payload: object, paths: string[], headers: Record<string, string> = {}): void {
  for (const path of paths) {
    const copy: object = structuredClone(payload);
    const names = path.split(".");
    const holder = member(copy, ...names.slice(0, -1)) as object;
    Reflect.deleteProperty(holder, names.at(-1) as string);
    expect(() => read(reader, copy, headers), path).toThrow(new PayloadError(`The payload has no string at ${path}.`));
  }
}

describe("parts of a payload", () => {
  it("are found by their path, and only inside objects", () => {
    const payload = { a: { b: { c: "x" } }, empty: "", list: [{ d: "y" }], none: null };
    expect(member(payload, "a", "b", "c")).toBe("x");
    expect(member(payload)).toBe(payload);
    expect(member(payload, "a", "x", "c")).toBeUndefined();
    expect(member(payload, "none", "x")).toBeUndefined();
    expect(member(payload, "empty", "length")).toBeUndefined();
    expect(member(payload, "a", "toString")).toBeUndefined();
    expect(member(undefined, "a")).toBeUndefined();
    expect(text(payload, "a", "b", "c")).toBe("x");
    expect(text(payload, "empty")).toBeUndefined();
    expect(text(payload, "list")).toBeUndefined();
    expect(needed(payload, "a", "b", "c")).toBe("x");
    expect(() => needed(payload, "a", "b")).toThrow(new PayloadError("The payload has no string at a.b."));
    expect(new PayloadError("x").name).toBe("PayloadError");
  });

  it("are turned from a ref into a branch name", () => {
    expect(branchOf("refs/heads/feature/x")).toBe("feature/x");
    expect(branchOf("refs/tags/v1")).toBe("refs/tags/v1");
    expect(branchOf("main")).toBe("main");
    expect(branchOf("a/refs/heads/main")).toBe("a/refs/heads/main");
  });

  it("are addresses with and without .git", () => {
    expect(withAndWithoutGit(["https://a.git", "https://b", "https://b.git", "https://c.gitx"])).toEqual([
      "https://a.git",
      "https://a",
      "https://b",
      "https://b.git",
      "https://c.gitx",
      "https://c.gitx.git",
    ]);
  });
});

describe("GitHub", () => {
  const event = { "x-github-event": "push" };
  const payload = {
    ref: "refs/heads/main",
    repository: {
      name: "app",
      owner: { login: "team", name: "Old" },
      url: "https://app.github.example/team/app",
      clone_url: "https://app.github.example/team/app.git",
      git_url: "git://app.github.example/team/app.git",
      ssh_url: "git@app.github.example:team/app.git",
      svn_url: "https://app.github.example/svn/team/app",
      html_url: "https://app.github.example/web/team/app",
    },
  };

  it("names every address of the repository", () => {
    expect(read(readGithub, payload, event)).toEqual({
      service: "GitHub",
      repository: "https://app.github.example/team/app",
      candidates: [
        "https://app.github.example/team/app.git",
        "https://app.github.example/team/app",
        "git://app.github.example/team/app.git",
        "git://app.github.example/team/app",
        "git@app.github.example:team/app.git",
        "git@app.github.example:team/app",
        "https://app.github.example/svn/team/app",
        "https://app.github.example/web/team/app",
      ],
      branch: "main",
      fullName: "team/app",
    });
  });

  it("names the addresses in the payload", () => {
    const { clone_url, url, name, owner } = payload.repository;
    expect(read(readGithub, { ...payload, repository: { clone_url, url, name, owner } }, event)).toMatchObject({
      candidates: [clone_url, url],
    });
  });

  it("derives three addresses when the payload has no clone address", () => {
    const { clone_url: _none, ...repository } = payload.repository;
    expect(read(readGithub, { ...payload, repository: { ...repository, owner: { name: "Old" } } }, event)).toEqual({
      service: "GitHub",
      repository: "https://app.github.example/team/app",
      candidates: [
        "git://github.com/Old/app",
        "git://github.com/Old/app.git",
        "https://github.com/Old/app",
        "https://github.com/Old/app.git",
        "git@github.com:Old/app",
        "git@github.com:Old/app.git",
      ],
      branch: "main",
      fullName: "Old/app",
    });
  });

  it("needs branch, owner, name and address; other events are not pushes", () => {
    missing(readGithub, payload, ["ref", "repository.name", "repository.url"], event);
    const owner = { ...payload, repository: { ...payload.repository, owner: {} } };
    expect(() => read(readGithub, owner, event)).toThrow("The payload has no string at repository.owner.name.");
    expect(read(readGithub, payload, { "x-github-event": "ping" })).toBe(OTHER_EVENT);
    expect(read(readGithub, payload)).toBe(OTHER_EVENT);
  });
});

describe("GitLab", () => {
  const payload = {
    ref: "refs/heads/main",
    project: { path_with_namespace: "team/sub/app" },
    repository: {
      url: "git@my.gitlab.example:team/app.git",
      homepage: "https://my.gitlab.example/team/app",
      git_http_url: "https://my.gitlab.example/http/app.git",
      git_ssh_url: "git@my.gitlab.example:ssh/app.git",
    },
  };
  const push = {
    service: "GitLab",
    repository: "https://my.gitlab.example/team/app",
    candidates: [
      "git@my.gitlab.example:team/app.git",
      "https://my.gitlab.example/team/app",
      "https://my.gitlab.example/team/app.git",
      "https://my.gitlab.example/http/app.git",
      "git@my.gitlab.example:ssh/app.git",
    ],
    branch: "main",
    fullName: "team/sub/app",
  };

  it("names each address once", () => {
    expect(read(readGitlab, payload)).toEqual(push);
    const { url, homepage } = payload.repository;
    expect(read(readGitlab, { ...payload, repository: { url, homepage, git_ssh_url: url } })).toEqual({
      ...push,
      candidates: push.candidates.slice(0, 3),
    });
  });

  it("names the repository by the path of its ssh address when there is no other name", () => {
    expect(read(readGitlab, { ...payload, project: undefined })).toEqual({ ...push, fullName: "team/app" });
    const repository = { ...payload.repository, url: "git@my.gitlab.example:a.github/app" };
    expect(read(readGitlab, { ...payload, project: {}, repository })).toMatchObject({ fullName: "a.github/app" });
  });

  it("needs branch and addresses", () => {
    missing(readGitlab, payload, ["repository.url", "repository.homepage"]);
    missing(readGitlab, payload, ["ref"], { "x-gitlab-event": "Push Hook" });
    expect(() => read(readGitlab, { ...payload, ref: "" })).toThrow(PayloadError);
  });

  it("is recognised as a push by header and kind", () => {
    const kind = (object_kind: unknown, event_name?: unknown) => ({ ...payload, object_kind, event_name });
    const rows: [unknown, string | undefined, boolean][] = [
      [payload, undefined, true],
      [payload, "Push Hook", true],
      [payload, "System Hook", true],
      [payload, "Tag Push Hook", false],
      [kind("push"), undefined, true],
      [kind("push"), "Job Hook", false],
      [kind("tag_push"), undefined, false],
      [kind("tag_push"), "Push Hook", false],
      [kind(undefined, "push"), "System Hook", true],
      [kind(undefined, "tag_push"), "System Hook", false],
      [kind(null), "System Hook", true],
      [kind(null, null), "System Hook", true],
      [{ repository: payload.repository }, undefined, false],
      [{ repository: payload.repository }, "System Hook", false],
    ];
    for (const [given, event, expected] of rows) {
      const answer = read(readGitlab, given, event ? { "x-gitlab-event": event } : {});
      expect([given, event, answer !== OTHER_EVENT]).toEqual([given, event, expected]);
    }
  });
});

describe("Pagure", () => {
  const msg = { pagure_instance: "https://pagure.example:8443/", project_fullname: "team/app", branch: "main" };
  const payload = { topic: "git.receive", msg };

  it("names the addresses of the project on its instance", () => {
    expect(read(readPagure, payload)).toEqual({
      service: "Pagure",
      repository: "https://pagure.example:8443/team/app",
      candidates: [
        "https://pagure.example:8443/team/app",
        "https://pagure.example:8443/team/app.git",
        "ssh://git@pagure.example:8443/team/app",
        "ssh://git@pagure.example:8443/team/app.git",
      ],
      branch: "main",
      fullName: "team/app",
    });
  });

  it("needs instance, project and branch; other topics are not pushes", () => {
    missing(readPagure, payload, ["msg.pagure_instance", "msg.project_fullname", "msg.branch"]);
    expect(() => read(readPagure, { ...payload, msg: { ...msg, pagure_instance: "pagure" } })).toThrow(
      new PayloadError("msg.pagure_instance is not an address."),
    );
    expect(read(readPagure, { ...payload, topic: "issue.new" })).toBe(OTHER_EVENT);
    expect(read(readPagure, { topic: "git.receive" })).toBe(OTHER_EVENT);
  });
});

describe("Azure", () => {
  const repository = {
    remoteUrl: "https://dev.azure.com/org/My%20Project/_git/My%20App",
    name: "My App",
    id: "id-of-app",
    project: { name: "My Project", id: "id-of-project" },
  };
  const payload = {
    eventType: "git.push",
    resource: { repository, refUpdates: [{ name: "refs/heads/main" }, { name: "refs/heads/other" }] },
  };
  const candidates = [
    "https://dev.azure.com/org/My Project/_git/My App",
    "git@ssh.dev.azure.com:v3/org/My Project/My App",
    "https://org.visualstudio.com/My Project/_git/My App",
    "org@vs-ssh.visualstudio.com:v3/org/My Project/My App",
    "https://dev.azure.com/org/My%20Project/_git/My%20App",
    "git@ssh.dev.azure.com:v3/org/My%20Project/My%20App",
    "https://org.visualstudio.com/My%20Project/_git/My%20App",
    "org@vs-ssh.visualstudio.com:v3/org/My%20Project/My%20App",
    "https://dev.azure.com/org/id-of-project/_git/id-of-app",
  ];
  const at = (remoteUrl: string, given: object = {}) =>
    read(readAzure, {
      ...payload,
      resource: { ...payload.resource, repository: { ...repository, remoteUrl, ...given } },
    });

  it("names the addresses of an organisation, old and new", () => {
    expect(read(readAzure, payload)).toEqual({
      service: "Azure",
      repository: repository.remoteUrl,
      candidates,
      branch: "main",
      fullName: "My Project/My App",
    });
    for (const remote of [
      "https://robot@dev.azure.com/org/x/_git/y",
      "HTTPS://DEV.azure.com/org",
      "https://org.visualstudio.com/x",
    ])
      expect(at(remote), remote).toMatchObject({ candidates });
    expect(at(repository.remoteUrl, { id: undefined })).toMatchObject({ candidates: candidates.slice(0, 8) });
    expect(at(repository.remoteUrl, { project: { name: "My Project" } })).toMatchObject({
      candidates: candidates.slice(0, 8),
    });
  });

  it("names one address for other hosts", () => {
    for (const remote of [
      "https://azure.example.org/org/x/_git/y",
      "https://devxazure.com/org/x",
      "https://evil.example/https://dev.azure.com/org/x",
      "https://evil.example/https://org.visualstudio.com/x",
      "https://a/b@dev.azure.com/org/x",
      "https://a@b@dev.azure.com/org/x",
      "https://@dev.azure.com/org/x",
      "https://dev.azure.com/",
      "https://dev.azure.com//x",
      "https://deep.org.visualstudio.com/x",
      "https://x/org.visualstudio.com/x",
      "https://.visualstudio.com/x",
      "https://orgxvisualstudio.com/x",
    ])
      expect(at(remote), remote).toMatchObject({ candidates: [remote] });
  });

  it("needs address, names and branch; other events are not pushes", () => {
    missing(readAzure, payload, [
      "resource.repository.remoteUrl",
      "resource.repository.name",
      "resource.repository.project.name",
      "resource.refUpdates.0.name",
    ]);
    const without = { ...payload, resource: { repository } };
    const none = new PayloadError("The payload has no string at resource.refUpdates.0.name.");
    expect(() => read(readAzure, without)).toThrow(none);
    const refUpdates = { 0: { name: "refs/heads/main" } };
    expect(() => read(readAzure, { ...payload, resource: { repository, refUpdates } })).toThrow(none);
    expect(() => read(readAzure, { ...payload, resource: { repository, refUpdates: [] } })).toThrow(none);
    expect(read(readAzure, { ...payload, eventType: "git.pullrequest.created" })).toBe(OTHER_EVENT);
  });
});

describe.each([
  ["Gitea", readGitea],
  ["Forgejo", readForgejo],
] as const)("%s", (service, reader) => {
  const repository = {
    clone_url: "https://gitea.example/team/app.git",
    ssh_url: "git@gitea.example:team/app.git",
    html_url: "https://gitea.example/team/app",
    full_name: "team/app",
  };
  const payload = { ref: "refs/heads/main", repository };
  const web = [repository.clone_url, repository.html_url];
  const at = (ssh_url: string) => read(reader, { ...payload, repository: { ...repository, ssh_url } });

  it("names its addresses, including both spellings of the ssh address", () => {
    const long = ["ssh://git@gitea.example/team/app", "ssh://git@gitea.example/team/app.git"];
    const short = ["git@gitea.example:team/app", "git@gitea.example:team/app.git"];
    expect(read(reader, payload)).toEqual({
      service,
      repository: repository.html_url,
      candidates: [...web, "git@gitea.example:team/app.git", ...long, short[0]],
      branch: "main",
      fullName: "team/app",
    });
    expect(at(short[0] as string)).toMatchObject({ candidates: [...web, short[0], ...long, short[1]] });
    expect(at(long[0] as string)).toMatchObject({ candidates: [...web, ...long, ...short] });
    expect(at(long[1] as string)).toMatchObject({ candidates: [...web, long[1], long[0], ...short] });
  });

  it("keeps a port, which the short spelling cannot express", () => {
    const long = "ssh://robot@gitea.example:2222/team/app";
    expect(at(`${long}.git`)).toMatchObject({ candidates: [...web, `${long}.git`, long] });
    expect(at(long)).toMatchObject({ candidates: [...web, long, `${long}.git`] });
  });

  it.each([
    "git@gitea.example:other/app.git",
    "git@gitea.example:x/team/app.git",
    "ssh://git@gitea.example/x/team/app.git",
    "ssh://git@gitea.example:port/team/app",
    "ssh://gitea.example/team/app.git",
    "gitea.example:team/app.git",
    "git@gitea.example/team/app.git",
    "xssh://git@gitea.example/team/app",
    "see ssh://git@gitea.example/team/app",
    "a git@gitea.example:team/app",
    "a/git@gitea.example:team/app",
    "git@gitea .example:team/app",
    "git@gitea.example/x:team/app",
    "ssh://a b@gitea.example/team/app",
    "ssh://git@gitea .example/team/app",
    "ssh://@gitea.example/team/app",
    "ssh://git@/team/app",
    "@gitea.example:team/app",
    "git@:team/app",
    "git@gitea.example:team/app.gitx",
    "ssh://git@gitea.example/team/app.gitx",
    "git@gitea.example:team/appxgit",
    "ssh://git@gitea.example/team/appxgit",
  ])("takes %s as it is", (address) => {
    expect(at(address)).toMatchObject({ candidates: [...web, address] });
  });

  it("needs branch, addresses and name; other events are not pushes", () => {
    missing(reader, payload, [
      "ref",
      "repository.clone_url",
      "repository.ssh_url",
      "repository.html_url",
      "repository.full_name",
    ]);
    expect(read(reader, payload, { "x-gitea-event": "push" })).toMatchObject({ branch: "main" });
    expect(read(reader, payload, { "x-gitea-event": "issues" })).toBe(OTHER_EVENT);
    expect(read(reader, payload, { "x-forgejo-event": "push", "x-gitea-event": "issues" })).toMatchObject({ service });
    expect(read(reader, payload, { "x-forgejo-event": "issues" })).toBe(OTHER_EVENT);
  });
});

describe("Gitee", () => {
  const repository = {
    git_http_url: "https://gitee.example/team/app.git",
    git_ssh_url: "git@gitee.example:team/app.git",
    git_url: "git://gitee.example/team/app.git",
    ssh_url: "git@gitee.example:team/app.git",
    html_url: "https://gitee.example/team/app",
    path_with_namespace: "team/app",
  };
  const payload = { ref: "refs/heads/main", repository };

  it("names each address once", () => {
    expect(read(readGitee, payload)).toEqual({
      service: "Gitee",
      repository: "https://gitee.example/team/app",
      candidates: [
        "https://gitee.example/team/app.git",
        "git@gitee.example:team/app.git",
        "git://gitee.example/team/app.git",
        "https://gitee.example/team/app",
      ],
      branch: "main",
      fullName: "team/app",
    });
  });

  it("needs all fields; other events are not pushes", () => {
    missing(readGitee, payload, ["ref", ...Object.keys(repository).map((field) => `repository.${field}`)]);
    expect(read(readGitee, payload, { "x-gitee-event": "Push Hook" })).toMatchObject({ branch: "main" });
    expect(read(readGitee, payload, { "x-gitee-event": "Tag Push Hook" })).toBe(OTHER_EVENT);
  });
});
