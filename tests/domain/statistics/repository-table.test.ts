import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { Forbidden } from "@/lib/domain/errors";
import { type RepositoryFilter, repositoryTable } from "@/lib/domain/statistics/repository-table";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject, bareRepository } from "../../support/places";

let admin: Actor;
let projectId = 0;
const names = new Map<number, string>();

/** A component with a repository of its own, of which something is true. */
async function repository(name: string, url: string, change = sql`branch = 'main'`, restricted = false): Promise<void> {
  const repositoryId = await bareRepository(url);
  const id = await bareComponent(projectId, { repositoryId, restricted });
  await db.run(sql`update components set name = ${name} where id = ${id}`);
  await db.run(sql`update repositories set ${change} where id = ${repositoryId}`);
  names.set(id, name);
}

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  projectId = await bareProject();
  await repository("beech", "https://robot:swordfish@git.example.org/trees/beech.git");
  await repository("birch", "https://git.example.org/trees/birch.git", sql`missing = 3`);
  await repository("ash", "https://git.example.org/trees/ash.git", sql`to_push = 1`);
  await repository("oak", "https://git.example.org/trees/oak.git", sql`merge_failure = 'It clashed.'`);
  await repository("willow", "https://git.example.org/private/willow.git", sql`branch = 'main'`, true);
  await repository("elm", "https://git.example.org/trees/elm.git");
  const [elm] = [...names].find(([, name]) => name === "elm") ?? [];
  await db.run(sql`insert into alerts (component_id, kind) values (${elm}, 'UpdateFailure')`);
  const [ash] = [...names].find(([, name]) => name === "ash") ?? [];
  await db.run(sql`update components set locked = true where id = ${ash}`);
});

const told = async (actor: Actor, filter: Partial<RepositoryFilter> = {}) => {
  const { rows, next } = await repositoryTable(actor, projectId, { limit: 50, ...filter });
  return { names: rows.map((row) => row.componentName), next };
};

describe("a table of repositories", () => {
  it("has those in trouble first, the others by name", async () => {
    expect(await told(admin)).toEqual({
      names: ["elm", "oak", "ash", "beech", "birch", "willow"],
      next: undefined,
    });
  });

  it("is walked by key, each repository once", async () => {
    const walked: string[] = [];
    let after: number | undefined;
    do {
      const page = await told(admin, { limit: 2, after });
      walked.push(...page.names);
      after = page.next;
    } while (after !== undefined && walked.length < 20);
    expect(walked).toEqual(["elm", "oak", "ash", "beech", "birch", "willow"]);
  });

  it("is ordered by a column, either way, and walked by key in that order, too", async () => {
    const all = async (filter: Partial<RepositoryFilter>) => {
      const walked: string[] = [];
      let after: number | undefined;
      do {
        const page = await told(admin, { ...filter, limit: 2, after });
        walked.push(...page.names);
        after = page.next;
      } while (after !== undefined && walked.length < 20);
      return walked;
    };
    expect(await all({ order: "name" })).toEqual(["ash", "beech", "birch", "elm", "oak", "willow"]);
    expect(await all({ order: "name", down: true })).toEqual(["willow", "oak", "elm", "birch", "beech", "ash"]);
    expect((await all({ order: "push" }))[0]).toBe("ash");
    expect((await all({ order: "push", down: false })).at(-1)).toBe("ash");
    expect((await all({ order: "pull" }))[0]).toBe("birch");
    expect(await all({ order: "waiting" })).toHaveLength(6);
    const [oak] = [...names].find(([, name]) => name === "oak") ?? [];
    await db.run(
      sql`update repositories set fetched_at = now() where id = (select repository_id from components where id = ${oak})`,
    );
    const byTime = await all({ order: "fetched" });
    expect([byTime[0], new Set(byTime).size]).toEqual(["oak", 6]);
  });

  it("is narrowed by what is true of a repository", async () => {
    expect((await told(admin, { state: "trouble" })).names).toEqual(["elm", "oak"]);
    expect((await told(admin, { state: "ahead" })).names).toEqual(["ash"]);
    expect((await told(admin, { state: "behind" })).names).toEqual(["birch"]);
    expect((await told(admin, { state: "locked" })).names).toEqual(["ash"]);
  });

  it("is searched by names and addresses, and never by what is secret in an address", async () => {
    expect((await told(admin, { words: "BIR" })).names).toEqual(["birch"]);
    expect((await told(admin, { words: "trees/o" })).names).toEqual(["oak"]);
    expect((await told(admin, { words: "swordfish" })).names).toEqual([]);
    expect((await told(admin, { words: "%" })).names).toEqual([]);
  });

  it("of a project shows a reader what they may know of; that of all projects is for administrators", async () => {
    const stranger = await makePerson("stranger");
    expect((await told(stranger)).names).not.toContain("willow");
    expect((await told(stranger)).names).toContain("oak");
    await expect(repositoryTable(stranger, undefined, { limit: 5 })).rejects.toThrow(Forbidden);
    expect((await repositoryTable(admin, undefined, { limit: 50 })).rows).toHaveLength(6);
  });
});
