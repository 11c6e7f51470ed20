import { beforeEach, describe, expect, it } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { bareComponent } from "../support/places";
import { bareMember, bareRole, bareTeam } from "../support/teams";
import { textRow, textRows } from "../support/text-rows";
import { json, type Person, person, send } from "./support";

/** A project keeps somebody who manages its members, whichever way they are taken away. */

let serial = 0;
let admin: Person;
/** Manages users, and is no superuser. */
let manager: Person;
let petra: Person;
let project: number;
let team: number;
let role: number;

beforeEach(async () => {
  serial += 1;
  admin ??= await person("admin", { superuser: true });
  if (!manager) {
    manager = await person("manager");
    const managers = await bareTeam();
    await db.run(sql`insert into team_roles values (${managers}, ${await bareRole("Managing users", "user.edit")})`);
    await bareMember(managers, manager.actor.userId);
  }
  petra = await person(`petra${serial}`);
  const slug = `kept-${serial}`;
  await json("POST", "/api/projects/", { key: admin.key, body: { name: slug, slug, web: "https://example.org/" } });
  project = (await textRow<{ id: number }>(db, sql`select id from projects where slug = ${slug}`))?.id ?? 0;
  await db.run(sql`
    delete from team_members where team_id in (select id from teams where defining_project_id = ${project})`);
  role = await bareRole(`Managing ${serial}`, "project.permissions");
  team = await bareTeam({ projectId: project });
  await db.run(sql`insert into team_roles values (${team}, ${role})`);
  await bareMember(team, petra.actor.userId);
});

const leave = (who = manager) =>
  json("DELETE", `/api/users/${petra.actor.username}/groups/`, { key: who.key, body: { group_id: team } });
const refusal = { errors: [{ attr: "last", detail: expect.stringContaining("Nobody would manage the members") }] };

describe("the last one who manages a project's members", () => {
  it("is not taken out of the team", async () => {
    expect(await leave()).toMatchObject({ status: 400, body: refusal });
    expect(await textRows(db, sql`select 1 from team_members where team_id = ${team}`)).toHaveLength(1);
  });

  it("does not lose the team, its role, or its reach", async () => {
    const { key } = petra;
    const component = await bareComponent(project);
    expect(await json("DELETE", `/api/groups/${team}/`, { key })).toMatchObject({ status: 400, body: refusal });
    expect(await json("DELETE", `/api/groups/${team}/roles/${role}/`, { key })).toMatchObject({
      status: 400,
      body: refusal,
    });
    const narrowed = await json("POST", `/api/groups/${team}/components/`, { key, body: { component_id: component } });
    expect(narrowed).toMatchObject({ status: 400, body: refusal });
    expect(await textRows(db, sql`select 1 from team_roles where team_id = ${team}`)).toHaveLength(1);
    expect(await textRows(db, sql`select 1 from team_components where team_id = ${team}`)).toEqual([]);
  });

  it("goes when a superuser says so, who manages every project without a team", async () => {
    const { key } = admin;
    expect((await send("DELETE", `/api/groups/${team}/roles/${role}/`, { key })).status).toBe(204);
    await db.run(sql`insert into team_roles values (${team}, ${role})`);
    expect((await leave(admin)).status).toBe(200);
    await bareMember(team, petra.actor.userId);
    expect((await send("DELETE", `/api/groups/${team}/`, { key })).status).toBe(204);
  });

  it("leaves as soon as somebody else is there", async () => {
    const other = await person(`other${serial}`);
    await bareMember(team, other.actor.userId);
    expect((await leave()).status).toBe(200);
  });
});

describe("teams without anybody who manages members", () => {
  it("are changed as before", async () => {
    const plain = await bareTeam({ projectId: project });
    await bareMember(plain, petra.actor.userId);
    expect((await send("DELETE", `/api/groups/${plain}/`, { key: admin.key })).status).toBe(204);
  });
});
