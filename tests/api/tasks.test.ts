import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import { createCategory } from "@/lib/domain/categories/categories";
import { createProject } from "@/lib/domain/projects/projects";
import { createTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { makeUpstream, type Upstream } from "../support/git";
import { textRow } from "../support/text-rows";
import { json, type Person, pathOf, person } from "./support";

/** What tasks end with, and what their logs say, to the outside. */

interface Read {
  completed: boolean;
  result: unknown;
  log: string;
}

const APP = "/api/components/garden/tools%252Fapp/";

let admin: Person;
let upstream: Upstream;
let id = 0;

beforeAll(async () => {
  await startEngine(functions);
  admin = await person("admin", { superuser: true });
  await createProject(admin.actor, { name: "Garden", slug: "garden", web: "https://example.org/" });
  await createCategory(admin.actor, { project: "garden", parentId: null, name: "Tools", slug: "tools" });
  upstream = makeUpstream({ "l/en.json": '{"open": "Open"}', "l/cs.json": '{"open": "Otevřít"}' });
});

afterAll(() => stopEngine());

const read = async (task: string) => (await json<Read>("GET", `/api/tasks/${task}/`, { key: admin.key })).body;

/** The task as it is read once it has ended. */
async function ended(task: string): Promise<Read> {
  await waitForTask(task, 30_000);
  return read(task);
}

const taskAt = (address: unknown) => pathOf(address).split("/")[3] ?? "";
const newest = async (kind: string) =>
  (await textRow<{ id: string }>(db, sql`select id from tasks where kind = ${kind} order by created_at desc limit 1`))
    ?.id ?? "";

describe("a task that reads files", () => {
  it("ends with the id of its component when that is new, and each line of its log begins with the path", async () => {
    const category = (await textRow<{ id: number }>(db, sql`select id from categories`))?.id;
    const settings = { repo: upstream.url, filemask: "l/*.json", template: "l/en.json", file_format: "json" };
    const made = await json<{ id: number; task_url: string }>("POST", "/api/projects/garden/components/", {
      key: admin.key,
      body: { name: "App", slug: "app", category: `/api/categories/${category}/`, ...settings },
    });
    expect(made.status).toBe(201);
    ({ id } = made.body);
    const { completed, result, log } = await ended(taskAt(made.body.task_url));
    expect([completed, result]).toEqual([true, { component: id }]);
    expect(log.split("\n")).toEqual(
      ["import", "glossary", "release"].flatMap((step) => [
        `garden/tools/app: ${step}: started`,
        `garden/tools/app: ${step}: done`,
      ]),
    );
  });

  it("ends with it after a change of settings that reads them again, and after what is asked of the repository", async () => {
    const changed = await json<{ task_url: string }>("PATCH", APP, {
      key: admin.key,
      body: { check_flags: "max-length:50", language_regex: "^[a-z]+$" },
    });
    const task = await ended(taskAt(changed.body.task_url));
    expect(task.result).toEqual({ component: id });
    expect(task.log.split("\n")).toEqual(["garden/tools/app: perform: started", "garden/tools/app: perform: done"]);
    const operate = async (operation: string) => {
      const answer = await json("POST", `${APP}repository/`, { key: admin.key, body: { operation } });
      return [answer.body.result, (await read(await newest("repository-operation"))).result];
    };
    for (const operation of ["file-scan", "pull", "reset"])
      expect(await operate(operation), operation).toEqual([true, { component: id }]);
    expect(await operate("commit")).toEqual([true, { result: true }]);
    upstream.commit({ "l/cs.json": "{" });
    expect(await operate("pull")).toEqual([
      false,
      { component: id, result: false, detail: expect.stringContaining("l/cs.json") },
    ]);
  });
});

describe("the log of a task", () => {
  it("has the path of its translation or project before each line, also of what a program printed in several", async () => {
    const translation = await textRow<{ id: number; project: number }>(
      db,
      sql`
      select t.id, c.project_id as project from translations t join components c on c.id = t.component_id
      where c.id = ${id} and t.language_code = 'cs'`,
    );
    const logOf = async (related: { projectId?: number; componentId?: number; translationId?: number }) => {
      const made = await inTransaction((tx) => createTask(tx, { kind: "remove-objects", payload: {}, ...related }));
      await waitForTask(made.id, 20_000);
      await db.run(
        sql`insert into task_lines (task_id, key, level, text) values (${made.id}::uuid, 'said', 'info', ${"one\ntwo"})`,
      );
      return (await read(made.id)).log.split("\n").slice(-2);
    };
    const projectId = translation?.project;
    expect(await logOf({ projectId, componentId: id, translationId: translation?.id })).toEqual([
      "garden/tools/app/cs: one",
      "garden/tools/app/cs: two",
    ]);
    expect(await logOf({ projectId })).toEqual(["garden: one", "garden: two"]);
    expect(await logOf({})).toEqual(["one", "two"]);
  });
});
