import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { makePerson } from "../../support/people";

/** A machine that has git and nothing else. */

let admin: Actor;
const before = process.env.PATH;
const programs = mkdtempSync(join(tmpdir(), "loquat-programs-"));
const FILES = { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n" };
const LOOK = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" };

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  for (const program of ["git", "sh"])
    symlinkSync(
      execFileSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim(),
      join(programs, program),
    );
  process.env.PATH = programs;
  await createProject(admin, { name: "P", slug: "p", web: "https://example.org/" });
});
afterAll(() => {
  process.env.PATH = before;
  rmSync(programs, { recursive: true, force: true });
});

it.each([
  ["mercurial", "https://hg.example.org/app", "apt install mercurial"],
  ["subversion", "https://svn.example.org/app/trunk", "apt install subversion"],
])("a component in %s is refused with what to install, and nothing changes", async (vcs, repo, install) => {
  const told = await createComponent(admin, "p", { name: "App", slug: "app", repo, vcs, ...LOOK }).catch(
    (error) => error,
  );
  expect(told.fields).toMatchObject([{ path: "vcs", message: expect.stringContaining(install) }]);
  expect(await db.run(sql`delete from components where slug = 'app'`)).toBe(0);
  expect(await db.run(sql`delete from repositories where vcs = ${vcs}`)).toBe(0);
});

it("a component that is there raises an alert, and is as it was once the program is back", async () => {
  const upstream = makeUpstream(FILES);
  const made = await createComponent(admin, "p", { name: "There", slug: "there", repo: upstream.url, ...LOOK });
  await importComponent(made.id, () => {});
  await db.run(sql`update repositories set vcs = 'subversion' where id = ${made.repositoryId}`);
  await dropWorkingCopy(made.repositoryId);
  expect(await performOperation(made.repositoryId, "pull")).toMatchObject({
    result: false,
    detail: expect.stringContaining("Subversion is not installed on this server"),
  });
  const [alert] = await listAlerts(made.id);
  expect(alert).toMatchObject({ kind: "UpdateFailure" });
  expect(alert?.details.error).toContain("apt install subversion");
  await db.run(sql`update repositories set vcs = 'git' where id = ${made.repositoryId}`);
  expect(await performOperation(made.repositoryId, "pull")).toMatchObject({ result: true });
  expect(await listAlerts(made.id)).toEqual([]);
});
