import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { tryPush } from "@/lib/domain/creation/try-push";
import { createProject } from "@/lib/domain/projects/projects";
import { makeUpstream, type Upstream } from "../../support/git";
import { makePerson } from "../../support/people";

let admin: Actor;
let upstream: Upstream;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await createProject(admin, { name: "Orchard", slug: "orchard", web: "https://example.org/" });
  upstream = makeUpstream({ "app/en.json": "{}\n" });
});

const ask = (other: object, actor = admin) =>
  tryPush(actor, "orchard", {
    ...{ repo: upstream.url, branch: "", vcs: "git", push: upstream.url, pushBranch: "" },
    ...other,
  });

describe("a trial push", () => {
  it("tells where it would go, and writes nothing", async () => {
    expect(await ask({})).toBe("main");
    expect(await ask({ pushBranch: "translations" })).toBe("translations");
    expect(upstream.git("branch", "--list")).toBe("* main\n");
  });

  it("counts a branch with other commits as let in", async () => {
    const other = makeUpstream({ "else.txt": "else\n" });
    expect(await ask({ push: other.url })).toBe("main");
  });

  it("says by the push address what is wrong with it", async () => {
    await expect(ask({ push: join(upstream.url, "nowhere.git") })).rejects.toMatchObject({
      fields: [{ path: "push" }],
    });
    await expect(ask({ push: "http://127.0.0.1:9/a.git" })).rejects.toMatchObject({ fields: [{ path: "push" }] });
  });

  it("is not made without a push address, or by who may not edit the project", async () => {
    expect(await ask({ push: "" })).toBeUndefined();
    await expect(ask({}, await makePerson("stranger"))).rejects.toThrow(/permission/);
  });
});
