import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { createComponent } from "@/lib/domain/creation/create-component";
import { runOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { findTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../support/git";
import { counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";
import { bundleWorker, type WorkerProgram } from "../support/worker";

let worker: WorkerProgram;
let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  worker = await bundleWorker();
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  await createProject(admin, { name: "Crash", slug: "crash", web: "" });
});
afterAll(() => worker.dispose());

const LANGUAGES = [
  "ar",
  "be",
  "bg",
  "ca",
  "cs",
  "cy",
  "da",
  "de",
  "el",
  "eo",
  "es",
  "et",
  "eu",
  "fi",
  "fr",
  "ga",
  "gl",
  "he",
  "hi",
  "hr",
];
const STRINGS = 400;

function catalogue(language: string): string {
  const entries = Array.from(
    { length: STRINGS },
    (_, index) => `msgid "String ${index}"\nmsgstr "${language} ${index}"\n`,
  );
  return `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${entries.join("\n")}`;
}

it("an import whose worker is killed with -9 in the middle finishes after the restart, once", async () => {
  const upstream = makeUpstream(
    Object.fromEntries(LANGUAGES.map((language) => [`po/${language}.po`, catalogue(language)])),
  );
  const first = await worker.start();
  const component = await createComponent(admin, "crash", {
    name: "App",
    slug: "app",
    repo: upstream.url,
    push: upstream.url,
    filemask: "po/*.po",
    fileFormat: "po",
  });
  const read = async () =>
    (
      await textRow<{ count: number }>(
        db,
        sql`
      select count(*)::int as count from file_snapshots f join translations t on t.id = f.translation_id where t.component_id = ${component.id}`,
      )
    )?.count ?? 0;
  await expect.poll(read, { interval: 5, timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  first.kill("SIGKILL");
  await once(first, "exit");
  const before = await read();
  expect(before).toBeLessThan(LANGUAGES.length);
  expect((await findTask(component.taskId ?? ""))?.state).toBe("running");
  await worker.start();
  const task = await waitForTask(component.taskId ?? "", 40_000);
  expect(task).toMatchObject({ state: "done", progress: 100, result: { component: component.id } });
  expect(await readCounter("component", component.id)).toMatchObject({
    total: STRINGS * (LANGUAGES.length + 1),
    translations: LANGUAGES.length + 1,
  });
  const told = await textRows<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from changes where component_id = ${component.id} and action = 0 group by translation_id having count(*) > 1`,
  );
  expect(told).toEqual([]);
  expect(await counterDrift()).toEqual([]);
  expect((await findComponentById(admin, component.id)).taskId).toBeNull();
});

it("an operation asked for in one process is done by the worker, and the answer waits for it", async () => {
  const row = await textRow<{ id: number }>(db, sql`select id from components where slug = 'app'`);
  const component = await findComponentById(admin, row?.id ?? 0);
  await editUnit(petra, await unitId(component, "cs", "String 7"), { targets: ["Řetězec 7"], state: 20 });
  expect(await runOperation(admin, { components: [component] }, "push")).toEqual({ result: true });
  const { execFileSync } = await import("node:child_process");
  expect(execFileSync("git", ["-C", component.repository.url, "log", "-1", "--format=%an"], { encoding: "utf8" })).toBe(
    "Petra\n",
  );
});
