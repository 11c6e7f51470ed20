import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { receivePush } from "@/lib/domain/hooks/hooks";
import type { PushNotification } from "@/lib/domain/hooks/notification";
import { db, sql } from "@/lib/platform/database";
import { bareComponent, bareProject, bareRepository } from "../../support/places";

const PROOF = { headers: new Headers(), body: new Uint8Array() };
let project: number;
beforeAll(async () => {
  project = await bareProject();
});
beforeEach(async () => {
  await db.run(sql`update components set removed_at = now()`);
  await db.run(sql`update projects set enable_hooks = true, hook_secret = ''`);
});

const push = (given: Partial<PushNotification>): PushNotification => ({
  service: "GitHub",
  repository: "https://git.example.org/team/app",
  candidates: ["https://git.example.org/team/app", "https://git.example.org/team/app.git"],
  branch: "main",
  fullName: "team/app",
  ...given,
});
const matches = async (url: string, given: Partial<PushNotification> = {}) => {
  const repositoryId = await bareRepository(url);
  const component = await bareComponent(project, { repositoryId });
  const answer = await receivePush("github", push(given), PROOF);
  return answer.components.some((row) => row.id === component);
};

describe("the repository of a push", () => {
  const rows: [string, Partial<PushNotification>, boolean][] = [
    ["https://git.example.org/team/app", {}, true],
    ["https://git.example.org/team/app.git", {}, true],
    ["https://git.example.org/team/app/", {}, true],
    ["https://robot:secret@git.example.org/team/app.git", {}, true],
    ["https://git.example.org/team/other", {}, false],
    ["https://evil.example.org/@git.example.org/team/other", {}, false],
    // By its name, when no address matches to the letter: the same path on the same host.
    ["git@git.example.org:team/app.git", {}, true],
    ["ssh://git@git.example.org/team/app.git", {}, true],
    ["https://GIT.example.org/Team/App.git", {}, true],
    ["https://other.example.org/team/app.git", {}, false],
    ["https://git.example.org/group/team/app.git", {}, false],
    ["https://git.example.org:8443/team/app.git", {}, false],
    ["ssh://git@git.example.org:2222/team/app.git", {}, false],
    ["https://git.example.org:8443/team/app.git", { candidates: ["https://git.example.org:8443/Team/app"] }, true],
    ["https://git.example.org:8444/team/app.git", { candidates: ["https://git.example.org:8443/Team/app"] }, false],
    ["git@git.example.org:team/app.git", { fullName: "app" }, false],
    [
      "git@git.example.org:team/ab.git",
      { candidates: ["https://git.example.org/team/ab"], fullName: "team/ab" },
      false,
    ],
    ["git@git.example.org:team/app.git", { fullName: "team/other" }, false],
    ["git@git.example.org:team/a_p.git", {}, false],
  ];
  const at = (...candidates: string[]) => ({ candidates, fullName: "" });
  const git = "https://git.example.org";
  rows.push(
    // To the letter, where there is no name to go by.
    [`${git}/team/app/`, { fullName: "" }, true],
    ["https://robot:secret@git.example.org/team/app", { fullName: "" }, true],
    ["http://robot:secret@git.example.org/team/app", at("http://git.example.org/team/app"), true],
    ["https://x@git@git.example.org:team/app", at("git@git.example.org:team/app"), false],
    ["https://x@ssh://git.example.org/https://y", at("ssh://git.example.org/https://y"), false],
    ["https://x@git.example.org/team/a_p", at(`${git}/team/a_p`), true],
    ["https://x@git.example.org/team/axp", at(`${git}/team/a_p`), false],
    // By the name.
    ["git@git.example.org:app", { candidates: [`${git}/app`], fullName: "app" }, false],
    ["git@git.example.org:group/x/app.git", { candidates: [`${git}/group/x/app`], fullName: "group/x/app" }, true],
    ["git@git.example.org:team/app.git", { candidates: ["/srv/git/app", `${git}/team/app`] }, true],
    ["git@git.example.org:team/app.git", { candidates: ["https://a.example.org/team/app", `${git}/team/app`] }, true],
    ["https://GIT.example.org/Team/App", {}, true],
    ["https://GIT.example.org/Team/App/", {}, true],
    ["ssh://git@git.example.org//team/app", {}, true],
    ["git@git.example.org:team/app.git", { candidates: [`${git}/team/app//`] }, true],
    ["git@git.example.org:my.github/app", { candidates: [`${git}/my.github/app`], fullName: "my.github/app" }, true],
  );

  it.each(rows)("%s and %j: %s", async (url, given, expected) => {
    expect(await matches(url, given)).toBe(expected);
  });

  // What runs on this very machine is everybody's name for another thing.
  it.each(["localhost", "forge.localhost", "127.0.0.1", "127.8.9.10", "[::1]"])(
    "on %s counts by its address only",
    async (host) => {
      const candidates = [`http://${host}/team/app`];
      expect(await matches(`ssh://git@${host}/team/app.git`, { candidates })).toBe(false);
      expect(await matches(`http://${host}/team/app`, { candidates })).toBe(true);
    },
  );
});

describe("further conditions for a push", () => {
  it("include the branch, unless the push names none", async () => {
    const url = "https://git.example.org/team/branchy";
    const given = { candidates: [url], fullName: "team/branchy" };
    expect(await matches(url, { ...given, branch: "other" })).toBe(false);
    expect(await matches(url, { ...given, branch: undefined })).toBe(true);
  });

  it("include a project that accepts notifications, and an existing component with its own repository", async () => {
    const repositoryId = await bareRepository("https://git.example.org/team/app");
    const owner = await bareComponent(project, { repositoryId });
    await bareComponent(project, { repositoryId, linkedTo: owner });
    await bareComponent(project, { repositoryId, removed: true });
    const answer = await receivePush("github", push({}), PROOF);
    expect(answer.components.map((row) => row.id)).toEqual([owner]);
    expect(answer.matches).toEqual({ repository: 1, branch: 1, enabled: 1 });
    expect(answer.unsigned).toBe(false);
    await db.run(sql`update projects set enable_hooks = false where id = ${project}`);
    expect(await receivePush("github", push({}), PROOF)).toMatchObject({
      components: [],
      unsigned: false,
      matches: { repository: 1, branch: 1, enabled: 0 },
    });
    await db.run(sql`update projects set enable_hooks = true, hook_secret = 'secret' where id = ${project}`);
    expect(await receivePush("github", push({}), PROOF)).toMatchObject({ components: [], unsigned: true });
  });
});
