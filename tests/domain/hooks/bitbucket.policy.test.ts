import { describe, expect, it } from "vitest";
import { readBitbucket } from "@/lib/domain/hooks/internal/bitbucket";
import { OTHER_EVENT, PayloadError, type PushNotification } from "@/lib/domain/hooks/notification";

/** Bitbucket says the same things in several ways; the contract 7.4 and 7.5. */

const repository = {
  full_name: "team/app",
  scm: "git",
  links: { html: { href: "https://bitbucket.org/team/app" } },
};
const change = { new: { name: "main" } };
const payload = { repository, push: { changes: [change] } };
const git = (host: string) =>
  [`ssh://git@${host}/team/app`, `git@${host}:team/app`, `https://${host}/team/app`].flatMap((url) => [
    url,
    `${url}.git`,
  ]);
const hg = (host: string) =>
  [`https://${host}/team/app`, `ssh://hg@${host}/team/app`].flatMap((url) => [url, `hg::${url}`]);
const read = (given: unknown, event = "repo:push") =>
  readBitbucket(new Headers(event ? { "x-event-key": event } : {}), given) as PushNotification;
const of = (given: object, more: object = {}) => read({ ...payload, ...more, repository: { ...repository, ...given } });

describe("Bitbucket", () => {
  it("says what was pushed", () => {
    expect(read(payload)).toEqual({
      service: "Bitbucket",
      repository: "https://bitbucket.org/team/app",
      candidates: git("bitbucket.org"),
      branch: "main",
      fullName: "team/app",
    });
  });

  it.each(["repo:push", "repo:refs_changed", "pullrequest:fulfilled", "pr:merged"])("reads %s", (event) => {
    expect(read(payload, event).branch).toBe("main");
  });

  it.each(["repo:fork", "pr:opened", ""])("treats %j as another event", (event) => {
    expect(read(payload, event)).toBe(OTHER_EVENT);
  });

  it("reads the repository of a merged pull request from the request", () => {
    const fromRef = { repository: { ...repository, full_name: "fork/app" } };
    expect(read({ ...payload, pullRequest: { fromRef } }, "pr:merged").fullName).toBe("fork/app");
    expect(read({ ...payload, pullRequest: {} }, "pr:merged").fullName).toBe("team/app");
  });

  it.each([undefined, null, "text", 7])("rejects a payload without a repository: %j", (given) => {
    expect(() => read({ ...payload, repository: given })).toThrow(
      new PayloadError("The payload does not name a repository."),
    );
  });
});

describe("the branch", () => {
  const rows: [string, object, string | undefined][] = [
    ["of changes", { changes: [{ branch: "a" }] }, "a"],
    ["of the last change", { changes: [{ branch: "a" }, { branch: "b" }] }, "b"],
    ["of changes, then of the push", { changes: [{ branch: "a" }], push: { changes: [{ branch: "b" }] } }, "a"],
    ["of the push, where changes are empty", { changes: [], push: { changes: [{ branch: "b" }] } }, "b"],
    ["of the push, where changes are no list", { changes: { length: 1 }, push: { changes: [{ branch: "b" }] } }, "b"],
    ["of the push, then of commits", { push: { changes: [{ branch: "b" }] }, commits: [{ branch: "c" }] }, "b"],
    ["of commits", { push: undefined, commits: [{ branch: "c" }] }, "c"],
    ["by its first name", { changes: [{ branch: "a", new: { name: "b" } }] }, "a"],
    ["by the new name", { changes: [{ new: { name: "b" }, old: { name: "c" } }] }, "b"],
    ["by the old name", { changes: [{ old: { name: "c" }, ref: { displayId: "d" } }] }, "c"],
    ["by the name of the ref", { changes: [{ ref: { displayId: "d" } }], ...request("e") }, "d"],
    ["where the request goes", { push: {}, ...request("e") }, "e"],
    ["where the request goes, if the change says none", { changes: [{}], ...request("e") }, "e"],
    ["unknown", { push: {} }, undefined],
  ];
  function request(name: string): object {
    return { pullrequest: { destination: { branch: { name } } } };
  }

  it.each(rows)("%s", (_name, given, expected) => {
    expect(read({ ...payload, ...given }).branch).toBe(expected);
  });
});

describe("the name", () => {
  const none = { full_name: undefined };
  const rows: [object, string][] = [
    [{ fullName: "other/app" }, "team/app"],
    [{ ...none, fullName: "other/app", owner: "x", slug: "y" }, "other/app"],
    [{ ...none, owner: "owner", slug: "app", project: { key: "KEY" } }, "owner/app"],
    [{ ...none, project: { key: "KEY" }, slug: "app" }, "KEY/app"],
  ];

  it.each(rows)("%j: %s", (given, expected) => {
    expect(of(given).fullName).toBe(expected);
  });

  it("is required", () => {
    expect(() => of({ ...none, slug: "app" })).toThrow(
      new PayloadError("The payload does not name the owner of the repository."),
    );
    expect(() => of({ ...none, owner: "owner" })).toThrow(new PayloadError("The payload has no string at slug."));
  });
});

describe("the address", () => {
  const self = [{ href: "https://self.example/app" }, { href: "https://second.example/app" }];
  const canon = { canon_url: "https://canon.example" };

  it("is the address of the page, else the first clone address, else the old address", () => {
    const page = { html: { href: "https://page.example/app" }, self };
    expect(of({ links: page, absolute_url: "/x" }, canon).repository).toBe("https://page.example/app");
    expect(of({ links: { self }, absolute_url: "/x" }, canon).repository).toBe("https://self.example/app");
    expect(of({ links: { self: [] }, absolute_url: "/x" }, canon).repository).toBe("https://canon.example/x");
    expect(of({ links: { self: { 0: self[0] } }, absolute_url: "/x" }, canon).repository).toBe(
      "https://canon.example/x",
    );
  });

  it("is required", () => {
    const none = new PayloadError("The payload has no address of the repository.");
    expect(() => of({ links: {} })).toThrow(none);
    expect(() => of({ links: {} }, canon)).toThrow(none);
    expect(() => of({ links: {}, absolute_url: "/x" })).toThrow(none);
  });
});

describe("addresses of clones", () => {
  const html = repository.links.html;

  it("are those in the payload, each once, at most twenty", () => {
    const clone = [{ href: "https://a/app.git" }, { href: "git@a:app" }, {}, { href: "https://a/app.git" }];
    expect(of({ links: { html, clone } }).candidates).toEqual(["https://a/app.git", "git@a:app"]);
    const many = Array.from({ length: 30 }, (_, index) => ({ href: `https://a/${index}` }));
    expect(of({ links: { html, clone: many } }).candidates).toEqual(many.slice(0, 20).map(({ href }) => href));
  });

  it.each([[[]], [[{}]], [{ 0: { href: "https://a" } }]])("are derived when the payload has none: %j", (clone) => {
    expect(of({ links: { html, clone } }).candidates).toEqual(git("bitbucket.org"));
  });

  it("are derived for the host of the page address, too", () => {
    const links = { html: { href: "https://own.example:8443/team/app" } };
    expect(of({ links }).candidates).toEqual([...git("bitbucket.org"), ...git("own.example")]);
    expect(of({ links: { html: { href: "no address" } } }).candidates).toEqual(git("bitbucket.org"));
  });

  it("include those of Mercurial for possible Mercurial repositories", () => {
    expect(of({ scm: "hg" }).candidates).toEqual(hg("bitbucket.org"));
    expect(of({ scm: undefined }).candidates).toEqual([...git("bitbucket.org"), ...hg("bitbucket.org")]);
    expect(of({ scm: "other" }).candidates).toEqual(git("bitbucket.org"));
  });
});
