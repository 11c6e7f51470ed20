import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";

/** `npm run admin -- compare-files`, as an operator types it, on another machine than the one that did the work. */

const data = mkdtempSync(join(tmpdir(), "loquat-compare-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

async function compareFiles(...words: string[]): Promise<{ status: number; out: string }> {
  const own = { NODE_ENV: "production", LOQUAT_DATA: data, LOQUAT_SECRET_KEY: "5e".repeat(32) };
  const database = { DATABASE_URL: environment().databaseUrl ?? "", LOQUAT_LOCAL_REPOSITORIES: tmpdir() };
  const env = { ...process.env, ...own, ...database } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, ["lib/cli/admin.mjs", "compare-files", ...words], { env });
  const [out, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { status: status as number, out };
}

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const EN = '{"a": "Apple", "b": "Bean", "c": "Carrot"}';
const begin = (cs: string) =>
  connect(
    petra,
    { "l/en.json": EN, "l/cs.json": cs },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
  );

it("finds nothing while edits wait, are committed or pushed, then each string that differs, and ends with 1", async () => {
  const { component } = await begin('{"a": "Jablko", "b": "Fazole"}');
  const save = async (key: string, target: string) =>
    editUnit(petra, await unitId(component, "cs", key), { targets: [target], state: 20 });
  await save("a", "Jablíčko");
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  await save("b", "Bob");
  expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
  await save("c", "Mrkev");
  expect(await compareFiles()).toEqual({ status: 0, out: "Files and strings agree.\n" });

  const say = async (key: string, target: string) =>
    db.run(sql`update units set targets = array[${target}] where id = ${await unitId(component, "cs", key)}`);
  await say("a", "Hruška");
  await say("c", "");
  const other = await begin('{"a": "Jablko"}');
  await db.run(sql`update units set targets = array['Bob'] where id = ${await unitId(other.component, "cs", "b")}`);
  const { status, out } = await compareFiles();
  expect(status).toBe(1);
  const place = (project: string) => `/projects/${project}/app/ l/cs.json`;
  expect(out.trimEnd().split("\n")).toEqual([
    expect.stringContaining(place(component.project.slug)),
    '  a: "Jablíčko" in the file, "Hruška" here',
    expect.stringContaining(place(component.project.slug)),
    '  c: "Mrkev" in the file, "" here',
    expect.stringContaining(place(other.component.project.slug)),
    '  b: nothing in the file, "Bob" here',
  ]);
});

it("tells of a file that cannot be read, and goes on with the others", async () => {
  await db.run(sql`delete from components`);
  const broken = await begin('{"a": "Jablko"}');
  const { component } = await begin('{"a": "Jablko"}');
  broken.upstream.commit({ "l/cs.json": '{"a": ' });
  await performOperation(broken.component.repositoryId, "pull");
  await db.run(sql`update units set targets = array['Bob'] where id = ${await unitId(component, "cs", "b")}`);
  const { status, out } = await compareFiles();
  expect(status).toBe(1);
  expect(out).toMatch(new RegExp(`${broken.component.project.slug}/app/ l/cs\\.json\n  \\S.*`));
  expect(out).toContain('  b: nothing in the file, "Bob" here\n');
});

it("takes no other words", async () => {
  expect(await compareFiles("everything")).toEqual({ status: 2, out: "" });
});
