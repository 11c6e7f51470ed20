import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { type Need, needKey, whoMay } from "@/lib/domain/access/who-may";
import { findComponentById, scopeOf } from "@/lib/domain/components/components";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";
import { bareMember, bareRole, bareTeam } from "../../support/teams";

/** Who has a permission in a place: the same answer as each of them gets. */

let admin: Actor;
const people = new Map<string, number>();
let project: number;
let open: number;
let restricted: number;
let elsewhere: number;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  project = await bareProject();
  [open, restricted] = [await bareComponent(project), await bareComponent(project, { restricted: true })];
  elsewhere = await bareComponent(await bareProject());
  const role = await bareRole("editors", "component.edit");
  for (const name of ["anna", "bert", "carl", "dora", "emil", "gone"]) {
    const { userId } = await makePerson(name);
    people.set(name, userId);
  }
  const team = async (names: string[], named: number[] = []) => {
    const id = await bareTeam({ projectId: project });
    await db.run(sql`insert into team_roles values (${id}, ${role})`);
    for (const component of named)
      await db.run(sql`insert into team_components (team_id, component_id) values (${id}, ${component})`);
    for (const name of names) await bareMember(id, people.get(name) ?? 0);
  };
  await team(["anna", "bert", "carl", "gone"]);
  await team(["dora"], [restricted]);
  await team(["emil"], [open]);
  await db.run(sql`update users set is_active = false where username = 'gone'`);
  await db.run(sql`insert into user_blocks (user_id, project_id) values (${people.get("carl") ?? 0}, ${project})`);
});

const need = (componentId: number | null): Need => ({ projectId: project, componentId, permission: "component.edit" });
const able = async (wanted: Need, most = 9) => {
  const found = (await whoMay(admin, [wanted], most)).get(needKey(wanted));
  return { names: found?.people.map(({ username }) => username), count: found?.count };
};

it("is told by the teams that reach a place", async () => {
  expect(await able(need(null))).toEqual({ names: ["anna", "bert"], count: 2 });
  expect(await able(need(open))).toEqual({ names: ["anna", "bert", "emil"], count: 3 });
  expect(await able(need(restricted))).toEqual({ names: ["dora"], count: 1 });
  const foreign = await findComponentById(admin, elsewhere);
  expect(await able({ ...need(elsewhere), projectId: foreign.projectId })).toEqual({ names: [], count: 0 });
  expect(await able({ ...need(open), permission: "vcs.push" })).toEqual({ names: [], count: 0 });
});

it("names no more than wanted, and says how many there are; many needs are asked at once", async () => {
  expect(await able(need(open), 1)).toEqual({ names: ["anna"], count: 3 });
  const found = await whoMay(admin, [need(open), need(null), need(open)], 1);
  expect([...found.values()].map(({ count }) => count)).toEqual([3, 2]);
  expect(await whoMay(await anonymousActor(), [need(open)], 9)).toEqual(new Map());
});

it("is what each of them may", async () => {
  for (const id of [open, restricted]) {
    const { names } = await able(need(id));
    const scope = scopeOf(await findComponentById(admin, id));
    const may: string[] = [];
    for (const [name, userId] of people) {
      const actor = await loadActor(userId);
      if (actor && can(actor, "component.edit", scope)) may.push(name);
    }
    expect(may).toEqual(names);
  }
});
