import { describe, expect, it } from "vitest";
import { findCodeHost } from "@/lib/platform/hosts/registry";

/** Which repository of the API the path of an address names. */

const CASES: Readonly<Record<string, readonly (readonly [path: string, name: string | undefined, api?: string])[]>> = {
  github: [
    ["/org/app.git", "org/app"],
    ["org/app", "org/app"],
    ["/org/app.js/", "org/app.js"],
    ["/org", undefined],
    ["/org/group/app.git", undefined],
    ["/../app.git", undefined],
    ["/org/a%2Fb", undefined],
  ],
  gitlab: [
    ["/group/sub/app.git", "group/sub/app"],
    ["group/app.git", "group/app"],
    ["/git/group/app.git", "group/app", "https://example.org/git/api/v4"],
    ["/app.git", undefined],
  ],
  gitea: [
    ["/org/app.git", "org/app"],
    ["/git/org/app.git", "org/app", "https://example.org/git/api/v1"],
    ["/a/b/c", undefined],
  ],
  bitbucketcloud: [
    ["/Team/App.git", "team/app"],
    ["team/app", "team/app"],
    ["/app.git", undefined],
  ],
  bitbucketserver: [
    ["/scm/PRJ/App.git", "prj/app"],
    ["/prj/app.git", "prj/app"],
    ["/scm/~jana/app.git", "~jana/app"],
    ["/bitbucket/scm/prj/app.git", "prj/app", "https://example.org/bitbucket/rest/api/1.0"],
    ["/scm/app.git", undefined],
  ],
  azure_devops: [
    ["/acme/Our%20Texts/_git/app", "acme/Our%20Texts/app"],
    ["/acme/_git/app", "acme/app/app"],
    ["v3/acme/Our%20Texts/app", "acme/Our%20Texts/app"],
    ["/tfs/acme/texts/_git/app", "acme/texts/app", "https://example.org/tfs"],
    ["/texts/_git/app", "texts/app", "https://acme.visualstudio.com"],
    ["/acme/texts/app", undefined],
    ["/acme/../_git/app", undefined],
    ["/acme/a%2Fb/_git/app", undefined],
  ],
  gerrit: [
    ["/app", "app"],
    ["/a/platform/app.git", "platform/app"],
    ["/platform/app", "platform/app"],
    ["/gerrit/a/platform/app", "platform/app", "https://example.org/gerrit"],
    ["/a/../app", undefined],
    ["/", undefined],
  ],
  pagure: [
    ["/app.git", "app"],
    ["/ns/app.git", "ns/app"],
    ["/forks/jana/ns/app.git", "fork/jana/ns/app"],
    ["/a/b/c.git", undefined],
  ],
};

describe.each(Object.entries(CASES))("an address at %s", (kind, cases) => {
  it.each(cases.map(([path, name, api]) => ({ path, name, api })))(
    "with the path $path names $name",
    ({ path, name, api }) => {
      const host = findCodeHost(kind);
      expect(host?.repositoryOf(path, { api: api ?? host.apiOf("example.org") })).toBe(name);
    },
  );
});
