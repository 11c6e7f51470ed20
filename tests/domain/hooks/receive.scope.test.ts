import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NotFound } from "@/lib/domain/errors";
import { FORGES, hooksEnabled, receivePush, receiveUpdate } from "@/lib/domain/hooks/hooks";
import type { PushNotification } from "@/lib/domain/hooks/notification";
import { SEALED, sealFor } from "@/lib/domain/secrets";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { bareComponent, bareProject, bareRepository } from "../../support/places";
import { textRow, textRows } from "../../support/text-rows";

/** What a notification starts and what it is told, by project, component and secret. */

const NOTHING = { headers: new Headers(), body: new Uint8Array() };
const bearer = (secret: string) => ({ ...NOTHING, headers: new Headers({ authorization: `Bearer ${secret}` }) });
const SECRET = "orchard";
const places = { open: 0, silent: 0, keyed: 0, closed: 0, empty: 0 };
type Project = keyof typeof places;
const components: Record<string, number> = {};

beforeAll(async () => {
  for (const name of Object.keys(places) as Project[]) {
    places[name] = await bareProject(name === "closed" ? 100 : 0);
    await db.run(sql`update projects set name = ${name}, slug = ${name} where id = ${places[name]}`);
  }
  await db.run(sql`update projects set enable_hooks = false where id = ${places.silent}`);
  await db.run(
    sql`update projects set hook_secret = ${sealFor(SEALED.hookSecret, SECRET)} where id in (${places.keyed}, ${places.closed})`,
  );
  for (const name of ["open", "silent", "keyed", "closed"] as const) {
    const repositoryId = await bareRepository(`https://git.example.org/team/${name}`);
    components[name] = await bareComponent(places[name], { repositoryId });
    await db.run(sql`update components set slug = 'app' where id = ${components[name]}`);
  }
  const repositoryId = await bareRepository("https://git.example.org/team/hidden");
  components.hidden = await bareComponent(places.open, { restricted: true, repositoryId });
  await db.run(sql`update components set slug = 'hidden' where id = ${components.hidden}`);
  const category = await textRow<{ id: number }>(
    db,
    sql`insert into categories (project_id, name, slug) values (${places.open}, 'Web', 'web') returning id`,
  );
  components.nested = await bareComponent(places.open);
  await db.run(
    sql`update components set slug = 'nested', category_id = ${category?.id ?? 0} where id = ${components.nested}`,
  );
});
beforeEach(async () => {
  await db.run(sql`delete from tasks`);
  await db.run(sql`delete from hook_notices`);
  await db.run(sql`delete from changes`);
  await db.run(sql`update repositories set update_wanted_at = null`);
});

const nameOf = (id: number) => Object.keys(components).find((name) => components[name] === id);
/** Components with an update that waits, and those whose history says why. */
const started = async () => {
  const rows = await textRows<{ id: number; projectId: number }>(
    db,
    sql`select component_id as id, project_id from tasks where kind = 'update-repository' order by component_id`,
  );
  for (const row of rows) {
    const place = await textRow<{ projectId: number }>(db, sql`select project_id from components where id = ${row.id}`);
    expect(row.projectId).toBe(place?.projectId);
  }
  return rows.map((row) => nameOf(row.id));
};
const told = async () =>
  (
    await textRows<{ id: number }>(
      db,
      sql`select component_id as id from changes where action = 53 order by component_id`,
    )
  ).map((row) => nameOf(row.id));
const push = (name: string, given: Partial<PushNotification> = {}): PushNotification => ({
  service: "GitLab",
  repository: `https://git.example.org/team/${name}`,
  candidates: [`https://git.example.org/team/${name}`],
  branch: "main",
  fullName: `team/${name}`,
  ...given,
});
const signed = (secret: string) => ({ ...NOTHING, headers: new Headers({ "x-gitlab-token": secret }) });
const receive = async (name: string, proof = NOTHING) => {
  const answer = await receivePush("gitlab", push(name), proof);
  return { ...answer, components: answer.components.map((row) => nameOf(row.id)) };
};
const counts = (repository: number, branch = repository, enabled = branch) => ({ repository, branch, enabled });

describe("a push", () => {
  it("starts an update, and records its origin in the history", async () => {
    expect(await receive("open")).toEqual({ components: ["open"], unsigned: false, matches: counts(1) });
    expect(await started()).toEqual(["open"]);
    const line = await textRow(
      db,
      sql`select action, cause, user_id, project_id, component_id, details from changes where action = 53`,
    );
    expect(line).toEqual({
      action: 53,
      cause: "service",
      userId: null,
      projectId: places.open,
      componentId: components.open,
      details: {
        service_long_name: "GitLab",
        repo_url: "https://git.example.org/team/open",
        repos: ["https://git.example.org/team/open"],
        branch: "main",
        full_name: "team/open",
      },
    });
  });

  it("without a known branch starts an update, too; the history records at most twenty addresses", async () => {
    const candidates = Array.from({ length: 30 }, (_, index) => `https://git.example.org/${index}`);
    const many = push("open", { branch: undefined, candidates: [...candidates, "https://git.example.org/team/open"] });
    expect((await receivePush("gitlab", many, NOTHING)).matches).toEqual(counts(1));
    const line = await textRow<{ details: object }>(db, sql`select details from changes where action = 53`);
    expect(line?.details).toMatchObject({ branch: "", repos: candidates.slice(0, 20) });
  });

  it("to another branch starts no update", async () => {
    const answer = await receivePush("gitlab", push("open", { branch: "other" }), NOTHING);
    expect(answer).toEqual({ components: [], unsigned: false, matches: counts(1, 0) });
    expect(await started()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it("to a project that does not accept notifications starts no update", async () => {
    expect(await receive("silent")).toEqual({ components: [], unsigned: false, matches: counts(1, 1, 0) });
    expect(await started()).toEqual([]);
  });

  it("is recorded at most once a minute", async () => {
    await receive("open");
    await receive("open");
    expect(await told()).toEqual(["open"]);
    await db.run(sql`update hook_notices set at = now() - interval '61 seconds'`);
    await receive("open");
    expect(await told()).toEqual(["open", "open"]);
    await receive("open");
    expect(await told()).toHaveLength(2);
    expect(await started()).toEqual(["open"]);
  });

  it("to a project with a secret needs the secret", async () => {
    expect(await receive("keyed")).toEqual({ components: [], unsigned: true, matches: counts(1, 1, 0) });
    expect(await receive("keyed", signed("another"))).toMatchObject({ components: [], unsigned: true });
    expect(await started()).toEqual([]);
    expect(await receive("keyed", signed(SECRET))).toEqual({
      components: ["keyed"],
      unsigned: false,
      matches: counts(1),
    });
    expect(await started()).toEqual(["keyed"]);
  });

  it("to a private project is not disclosed, but starts the update", async () => {
    expect(await receive("hidden")).toEqual({ components: [], unsigned: false, matches: counts(0) });
    // No secret is none to know.
    expect(await receive("hidden", signed(""))).toMatchObject({ components: [], matches: counts(0) });
    expect(await started()).toEqual(["hidden"]);
    expect(await receive("closed")).toEqual({ components: [], unsigned: false, matches: counts(0) });
    expect(await started()).toEqual(["hidden"]);
    expect(await receive("closed", signed(SECRET))).toMatchObject({ components: ["closed"], matches: counts(1) });
    expect(await started()).toEqual(["hidden", "closed"].sort());
  });

  it("from each service has a reader, unless hooks are turned off", () => {
    expect([...FORGES.keys()]).toEqual([
      "github",
      "gitlab",
      "bitbucket",
      "pagure",
      "azure",
      "gitea",
      "forgejo",
      "gitee",
    ]);
    const was = environment();
    expect(hooksEnabled()).toBe(true);
    setEnvironment({ ...was, hooksEnabled: false });
    expect(hooksEnabled()).toBe(false);
    setEnvironment(was);
  });
});

describe("the generic hook", () => {
  const update = async (project: string, path: string[] = [], proof = NOTHING) =>
    (await receiveUpdate(project, path, proof))?.map((row) => nameOf(row.id));

  it("starts the updates of a project, and lists the public ones", async () => {
    expect(await update("open")).toEqual(["open", "nested"]);
    expect((await started()).sort()).toEqual(["hidden", "nested", "open"]);
    expect((await told()).sort()).toEqual(["hidden", "nested", "open"]);
    const line = await textRow<{ details: object }>(db, sql`select details from changes limit 1`);
    expect(line?.details).toEqual({ service_long_name: "Update hook", repo_url: "", full_name: "" });
  });

  it("starts the update of the component at a path", async () => {
    expect(await update("open", ["app"])).toEqual(["open"]);
    expect(await started()).toEqual(["open"]);
    expect(await update("open", ["web", "nested"])).toEqual(["nested"]);
    await expect(update("open", ["nested"])).rejects.toThrow(new NotFound("There is no component nested in open."));
    await expect(update("open", ["web", "app"])).rejects.toThrow("There is no component web/app in open.");
  });

  it("starts the update of a private component without disclosing it", async () => {
    await expect(update("open", ["hidden"])).rejects.toThrow("There is no component hidden in open.");
    expect(await started()).toEqual(["hidden"]);
    await expect(update("closed", ["app"])).rejects.toThrow(NotFound);
    expect(await started()).toEqual(["hidden"]);
    expect(await update("closed", ["app"], bearer(SECRET))).toEqual(["closed"]);
    expect((await started()).sort()).toEqual(["closed", "hidden"]);
  });

  it("needs the secret when the project has one", async () => {
    for (const proof of [NOTHING, bearer("another")])
      await expect(update("keyed", [], proof)).rejects.toMatchObject({
        denial: {
          reason: "missing-permission",
          text: "The project keyed requires its secret for notifications. Send it as Authorization: Bearer.",
        },
      });
    expect(await started()).toEqual([]);
    expect(await update("keyed", [], bearer(SECRET))).toEqual(["keyed"]);
    expect(await started()).toEqual(["keyed"]);
  });

  it("starts nothing when the project does not accept notifications, is empty or does not exist", async () => {
    expect(await update("silent")).toBeUndefined();
    await expect(update("empty")).rejects.toThrow(new NotFound("The project empty has no components."));
    await expect(update("nowhere")).rejects.toThrow(NotFound);
    expect(await started()).toEqual([]);
    expect(await told()).toEqual([]);
  });
});
