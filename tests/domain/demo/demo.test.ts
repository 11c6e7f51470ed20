import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { findComponent } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { findDemo, planDemoRemoval, removeDemo, requestDemo } from "@/lib/domain/demo/demo";
import { addComment } from "@/lib/domain/discussion/comments";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { followForMilestones } from "@/lib/domain/notices/milestones";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { setUpSteps } from "@/lib/domain/settings/set-up-steps";
import { findTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { dataFolder, environment, setEnvironment } from "@/lib/platform/environment";
import { takeSessionLock } from "@/lib/platform/session-lock";
import { unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";
import { bundleWorker, type WorkerProgram } from "../../support/worker";

/** The demo as an administrator asks for it: made by a worker that is killed, found, and removed. */

let worker: WorkerProgram;
let running: ChildProcess;
let admin: Actor;
let petra: Actor;
/** A project of somebody's own, called like one of the demo. */
let own = 0;

const start = async () => {
  running = await worker.start({ LOQUAT_GLOSSARY: "on" });
};

async function kill(): Promise<void> {
  running.kill("SIGKILL");
  await once(running, "exit");
}

const count = async (of: ReturnType<typeof sql>): Promise<number> =>
  (await textRow<{ count: number }>(db, sql`select count(*)::int as count from ${of}`))?.count ?? 0;

const parts = () =>
  textRows<{ name: string; imported: boolean; url: string }>(
    db,
    sql`
    select p.slug || '/' || c.slug as name, c.imported_at is not null as imported, r.url
    from components c join projects p on p.id = c.project_id join repositories r on r.id = c.repository_id
    where p.demo is not null and p.removed_at is null order by 1`,
  );

beforeAll(async () => {
  worker = await bundleWorker();
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  own = (await createProject(admin, { name: "Orchard", slug: "orchard", web: "" })).id;
});
afterAll(() => worker.dispose());

it("is asked for, planned and removed by administrators alone", async () => {
  const visitor = await anonymousActor();
  for (const act of [findDemo, requestDemo, planDemoRemoval, removeDemo]) {
    await expect(act(petra)).rejects.toMatchObject({
      denial: { reason: "missing-permission", permission: "management.use" },
    });
    await expect(act(visitor)).rejects.toMatchObject({ name: "Unauthenticated" });
  }
  expect(await count(sql`tasks where kind = 'make-demo'`)).toBe(0);
});

it("is refused where it could not work, with the reason", async () => {
  const before = environment();
  setEnvironment({ ...before, worker: "none" });
  await expect(requestDemo(admin)).rejects.toThrow(/LOQUAT_WORKER=none/);
  setEnvironment(before);
  const other = await takeSessionLock(72_021, 5, 0);
  await expect(requestDemo(admin)).rejects.toThrow(/several machines/);
  await other?.release();
  expect(await findDemo(admin)).toMatchObject({ state: "none", task: null, alone: false });
});

it("is made once, through a worker that is killed twice", async () => {
  const task = (await requestDemo(admin)) as string;
  expect(await requestDemo(admin)).toBe(task);
  expect(await findDemo(admin)).toMatchObject({ state: "making", projects: [], task });
  await start();
  await expect.poll(async () => (await parts()).length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
  await kill();
  expect((await parts()).length).toBeLessThan(4);
  await start();
  await expect.poll(async () => (await parts()).length, { timeout: 60_000, interval: 50 }).toBeGreaterThan(3);
  await kill();
  expect((await findDemo(admin)).state).toBe("making");
  await start();
  const ended = await waitForTask(task, 180_000);
  expect(ended).toMatchObject({ state: "done", result: { components: 4 } });
  expect(await findDemo(admin)).toEqual({
    state: "there",
    // The name was somebody else's.
    projects: [
      { id: expect.any(Number), slug: "orchard-demo", name: "Orchard (demo)" },
      { id: expect.any(Number), slug: "loquat", name: "Loquat" },
    ],
    task: null,
    alone: false,
  });
  const made = await parts();
  expect(made.map(({ name }) => name)).toEqual([
    "loquat/glossary",
    "loquat/interface",
    ...["desktop", "glossary", "phone", "website"].map((slug) => `orchard-demo/${slug}`),
  ]);
  expect(made.every(({ imported }) => imported)).toBe(true);
  const terms = await textRows<{ term: string; german: string }>(
    db,
    sql`
    select s.sources[1] as term, u.targets[1] as german from units u join source_units s on s.id = u.source_id
      join translations t on t.id = u.translation_id join components c on c.id = t.component_id
      join projects p on p.id = c.project_id
    where c.is_glossary and t.language_code = 'de' and p.demo = 'orchard' order by s.position`,
  );
  expect(terms).toContainEqual({ term: "harvest", german: "Ernte" });
  expect(terms).toHaveLength(6);
  // It has no code host that could tell of anything.
  expect(await setUpSteps(admin)).toContainEqual({ step: "hooks", done: true });
  // Asked for again, nothing is made.
  expect(await requestDemo(admin)).toBeUndefined();
  expect(await count(sql`components where project_id = ${own}`)).toBe(0);
}, 300_000);

it("keeps its folders from the components of others", async () => {
  const desktop = (await parts()).find(({ name }) => name.endsWith("/desktop"))?.url ?? "";
  const app = {
    ...{ name: "App", slug: "app", filemask: "po/*.po", newBase: "po/orchard.pot", fileFormat: "po" },
    ...{ repo: desktop, branch: "main" },
  };
  await expect(createComponent(admin, "orchard", app)).rejects.toThrow(/belongs to the demo/);
  await expect(
    createComponent(admin, "orchard", { ...app, repo: "https://code.example/x", push: desktop }),
  ).rejects.toThrow(/belongs to the demo/);
  // In its own project it is a component like any other, of the repository that is there.
  const linked = await createComponent(admin, "orchard-demo", app);
  const owner = await findComponent(admin, { projectSlug: "orchard-demo", categoryPath: "", componentSlug: "desktop" });
  expect(linked.linkedComponentId).toBe(owner.id);
  expect(await waitForTask(linked.taskId as string, 60_000)).toMatchObject({ state: "done" });
}, 90_000);

it("goes with what people typed in it, and nothing else goes", async () => {
  expect(await planDemoRemoval(admin)).toMatchObject({ projects: 2, typed: 0, suggestions: 0, comments: 0 });
  const desktop = await findComponent(admin, {
    projectSlug: "orchard-demo",
    categoryPath: "",
    componentSlug: "desktop",
  });
  await editUnit(admin, await unitId(desktop, "cs", "Quit"), { targets: ["Konec"], state: 20 });
  await addSuggestion(petra, await unitId(desktop, "de", "Quit"), ["Schließen"]);
  await addComment(petra, await unitId(desktop, "fr", "Quit"), { scope: "translation", text: "Ou « Fermer » ?" });
  await addComment(petra, await unitId(desktop, "fr", "Quit"), { scope: "global", text: "Quit what?" });
  const plan = await planDemoRemoval(admin);
  expect(plan).toMatchObject({ projects: 2, components: 7, suggestions: 1, comments: 2 });
  expect(plan.typed).toBeGreaterThan(0);
  expect(plan.strings).toBeGreaterThan(1000);
  const folders = readdirSync(dataFolder("demo"));
  expect(folders).toHaveLength(2);
  await removeDemo(admin);
  expect(await findDemo(admin)).toMatchObject({ state: "none", projects: [] });
  await expect(findProject(admin, "loquat")).rejects.toMatchObject({ name: "NotFound" });
  expect((await findProject(admin, "orchard")).id).toBe(own);
  // Its name is free at once, and its folders go behind its rows.
  await createProject(admin, { name: "Loquat", slug: "loquat", web: "" });
  await expect
    .poll(() => folders.filter((folder) => existsSync(join(dataFolder("demo"), folder))), { timeout: 90_000 })
    .toEqual([]);
  expect(await count(sql`projects where demo is not null`)).toBe(0);
  expect(await count(sql`projects`)).toBe(2);
  // What follows the history meets lines of projects that are gone.
  await followForMilestones();
}, 120_000);

it("ends being made when it is removed, and can be made again", async () => {
  const task = (await requestDemo(admin)) as string;
  await expect.poll(async () => (await parts()).length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
  await removeDemo(admin);
  expect(await findTask(task)).toMatchObject({ state: "cancelled" });
  expect((await findDemo(admin)).state).toBe("none");
  // What was under way has ended: nothing of it comes after the removal.
  await new Promise((done) => setTimeout(done, 2_000));
  expect(await parts()).toEqual([]);
  const again = (await requestDemo(admin)) as string;
  expect(again).not.toBe(task);
  expect(await waitForTask(again, 180_000)).toMatchObject({ state: "done" });
  expect(await findDemo(admin)).toMatchObject({
    state: "there",
    projects: [{ slug: "orchard-demo" }, { slug: "loquat-demo" }],
  });
}, 240_000);
