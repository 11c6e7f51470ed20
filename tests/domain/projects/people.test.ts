import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { can, denial } from "@/lib/domain/access/demand";
import { explainPermission, explainPermissions } from "@/lib/domain/access/explain";
import { PROJECT_PERMISSIONS, type ProjectPermission } from "@/lib/domain/access/permissions";
import { Conflict, Forbidden, Invalid, NotFound, Throttled, Unauthenticated } from "@/lib/domain/errors";
import { accessMatrix, permissionsOf } from "@/lib/domain/projects/access-matrix";
import {
  askForAccess,
  countAccessRequests,
  declineAccessRequest,
  grantAccessRequest,
  listAccessRequests,
  ownRequest,
  projectsWithAccessRequests,
  whoGrants,
  withdrawRequest,
} from "@/lib/domain/projects/access-requests";
import { blockPerson, findBlock, listBlocks, unblockPerson } from "@/lib/domain/projects/blocks";
import { addProjectMember, listProjectTeams } from "@/lib/domain/projects/members";
import { findProjectPerson, listProjectPeople, setProjectTeams } from "@/lib/domain/projects/people";
import { createProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { leaveOwnTeam, removeTeamMember } from "@/lib/domain/teams/team-members";
import { db, sql } from "@/lib/platform/database";
import { overlapping } from "../../support/overlap";
import { makePerson } from "../../support/people";
import { bareComponent } from "../../support/places";
import { bareMember, bareRole, bareTeam, bareUser } from "../../support/teams";
import { textRows } from "../../support/text-rows";

/** People of a project: found, moved between teams, shut out, asking to be let in; and why each may what. */

const NOTHING = { words: "", after: "", limit: 50 };
let serial = 0;
let admin: Actor;
let owner: Actor;
let petra: Actor;
let project: ProjectRow;

const reload = async (actor: Actor) => (await loadActor(actor.userId)) as Actor;
const teamNamed = async (name: string, of = project) =>
  (await listProjectTeams(admin, of)).find((row) => row.name === name)?.id as number;
const newProject = (accessControl: number) => {
  const slug = `people${++serial}`;
  return createProject(admin, { name: slug, slug, web: "https://example.org/", accessControl });
};

beforeAll(async () => {
  admin = await makePerson("chief", { superuser: true });
});
beforeEach(async () => {
  await db.run(sql`delete from rate_limits`);
  project = await newProject(100);
  owner = await makePerson(`owner${++serial}`);
  petra = await makePerson(`petra${serial}`);
  await addProjectMember(admin, project, await teamNamed("Administration"), owner.username);
  owner = await reload(owner);
});

describe("people of a project", () => {
  it("are found by name, by address for those who may see addresses, and walked by key", async () => {
    const team = await teamNamed("Translate");
    const names = ["anna", "berta", "carla"].map((name) => `${name}${serial}`);
    for (const name of names) {
      await makePerson(name);
      await addProjectMember(owner, project, team, name.toUpperCase());
    }
    const listed = async (actor: Actor, asked: Partial<typeof NOTHING>) => {
      const { rows, next } = await listProjectPeople(actor, project, { ...NOTHING, ...asked });
      return [rows.map(({ username }) => username), next];
    };
    expect(await listed(owner, { limit: 2 })).toEqual([names.slice(0, 2), names[1]]);
    expect(await listed(owner, { limit: 2, after: names[1] })).toEqual([[names[2], owner.username], undefined]);
    expect(await listed(owner, { words: "BERTA" })).toEqual([[names[1]], undefined]);
    expect(await listed(owner, { words: "example.org" })).toEqual([[], undefined]);
    expect((await listed(admin, { words: `carla${serial}@` }))[0]).toEqual([names[2]]);
    expect(await listed(owner, { words: "%" })).toEqual([[], undefined]);
    const [first] = (await listProjectPeople(owner, project, NOTHING)).rows;
    expect([first?.email, (await listProjectPeople(admin, project, NOTHING)).rows[0]?.email]).toEqual([
      null,
      `${names[0]}@example.org`,
    ]);
  });

  it("are added by a confirmed address by those alone who may see addresses", async () => {
    const team = await teamNamed("Translate");
    const address = petra.email ?? "";
    await expect(addProjectMember(owner, project, team, address)).rejects.toThrow("There is no user");
    await addProjectMember(admin, project, team, address);
    await setProjectTeams(owner, project, petra.userId, []);
    await db.run(sql`update users set email_confirmed = false where id = ${petra.userId}`);
    await expect(addProjectMember(admin, project, team, address)).rejects.toThrow("There is no user");
  });

  it("have all their teams, those of the installation that name the project among them", async () => {
    const site = await bareTeam({ name: "Agency" });
    await db.run(sql`insert into team_projects values (${site}, ${project.id})`);
    await bareMember(site, petra.userId);
    await setProjectTeams(owner, project, petra.userId, [await teamNamed("Translate"), await teamNamed("Glossary")]);
    const person = await findProjectPerson(owner, project, petra.username);
    expect(person.teams.map(({ name, own }) => [name, own])).toEqual([
      ["Agency", false],
      ["Glossary", true],
      ["Translate", true],
    ]);
    await setProjectTeams(owner, project, petra.userId, []);
    expect((await findProjectPerson(owner, project, petra.username)).teams.map(({ name }) => name)).toEqual(["Agency"]);
    await expect(findProjectPerson(owner, project, "nobody")).rejects.toThrow(NotFound);
    await expect(findProjectPerson(petra, project, owner.username)).rejects.toThrow(Forbidden);
  });

  it("are ten thousand, and a page is as quick to ask for", async () => {
    const team = await teamNamed("Translate");
    await db.run(sql`
      with made as (insert into users (username) select 'crowd' || ${serial}::int || '-' || n from generate_series(1, 10000) n returning id)
      insert into team_members (team_id, user_id) select ${team}, id from made`);
    const { rows, next } = await listProjectPeople(owner, project, { words: "crowd", after: "", limit: 50 });
    expect([rows.length, next]).toEqual([50, rows[49]?.username]);
    expect((await listProjectTeams(owner, project)).find(({ id }) => id === team)?.people).toBe(10_000);
  });
});

describe("the last one who manages the members", () => {
  const refused = async (work: Promise<unknown>) => {
    const error = await work.catch((reason: unknown) => reason);
    return error instanceof Invalid ? error.fields.map(({ path }) => path) : error;
  };

  it("stays, whichever way it is tried, unless it is meant", async () => {
    const team = await teamNamed("Administration");
    expect((await findProjectPerson(owner, project, owner.username)).lastAdministrator).toBe(true);
    expect(await refused(setProjectTeams(owner, project, owner.userId, []))).toEqual(["last"]);
    expect(await refused(removeTeamMember(admin, team, owner.userId))).toEqual(["last"]);
    expect(await refused(leaveOwnTeam(owner, team))).toEqual(["last"]);
    expect(await refused(blockPerson(admin, project, owner.username, { until: null, note: "" }))).toEqual(["last"]);
    expect(can(await reload(owner), "project.permissions", { project })).toBe(true);
    await setProjectTeams(admin, project, owner.userId, [], true);
    expect(can(await reload(owner), "project.permissions", { project })).toBe(false);
  });

  it("goes when another one is there, and of two who go at one moment one stays", async () => {
    const team = await teamNamed("Administration");
    await addProjectMember(owner, project, team, petra.username);
    expect((await findProjectPerson(owner, project, owner.username)).lastAdministrator).toBe(false);
    const other = await reload(petra);
    const results = await overlapping(
      sql`select user_id from team_members where team_id = ${team} for update`,
      [owner, other].map((actor) => () => leaveOwnTeam(actor, team)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("somebody who is blocked", () => {
  it("does nothing until the block ends, and both are told in the history without the note", async () => {
    await addProjectMember(owner, project, await teamNamed("Translate"), petra.username);
    expect(can(await reload(petra), "unit.edit", { project })).toBe(true);
    const until = new Date(Date.now() + 86_400_000);
    await blockPerson(owner, project, petra.username, { until, note: " secret reason " });
    expect(denial(await reload(petra), "unit.edit", { project })?.reason).toBe("blocked");
    expect((await findProjectPerson(owner, project, petra.username)).blocked).toBe(true);
    expect((await listBlocks(owner, project, NOTHING)).rows).toMatchObject([
      { username: petra.username, note: "secret reason", blockedByUsername: owner.username, expiresAt: until },
    ]);
    await blockPerson(owner, project, petra.username, { until: null, note: "for good" });
    expect(await findBlock(owner, project, petra.userId)).toMatchObject({ note: "for good", expiresAt: null });
    await unblockPerson(owner, project, petra.userId);
    expect(can(await reload(petra), "unit.edit", { project })).toBe(true);
    await expect(unblockPerson(owner, project, petra.userId)).rejects.toThrow(NotFound);
    const told = await textRows<{ details: Record<string, unknown> }>(
      db,
      sql`select details from changes where project_id = ${project.id} and action = 97 order by id`,
    );
    expect(told.map(({ details }) => details)).toEqual([
      { username: petra.username, blocked: true, until: until.toISOString() },
      { username: petra.username, blocked: true },
      { username: petra.username, blocked: false },
    ]);
  });

  it("is free again when the time has come, and no more listed", async () => {
    await addProjectMember(owner, project, await teamNamed("Translate"), petra.username);
    await blockPerson(owner, project, petra.username, { until: new Date(Date.now() + 1000), note: "" });
    await db.run(sql`update user_blocks set expires_at = now() - interval '1 second'`);
    expect(can(await reload(petra), "unit.edit", { project })).toBe(true);
    expect((await listBlocks(owner, project, NOTHING)).rows).toEqual([]);
  });

  it("is not oneself, not a superuser, nobody unknown, and not by others", async () => {
    const block = (actor: Actor, username: string, until: Date | null = null) =>
      blockPerson(actor, project, username, { until, note: "" });
    await expect(block(owner, owner.username)).rejects.toThrow("cannot block yourself");
    await expect(block(owner, admin.username)).rejects.toThrow("administers this installation");
    // Whoever is to be shut out is not to be invited.
    await expect(block(owner, "nobody")).rejects.toThrow(/There is no user nobody\.$/);
    await expect(block(owner, petra.username, new Date(0))).rejects.toThrow("has not passed");
    await expect(block(petra, owner.username)).rejects.toThrow(Forbidden);
    expect((await listBlocks(owner, project, NOTHING)).rows).toEqual([]);
  });
});

describe("why somebody may do something", () => {
  const EVERY = Object.keys(PROJECT_PERMISSIONS) as ProjectPermission[];

  it("is told by every chain of team, role and reach", async () => {
    await addProjectMember(owner, project, await teamNamed("Translate"), petra.username);
    const role = await bareRole(`Reviewing ${serial}`, "unit.review", "unit.edit");
    const czech = await bareTeam({ name: "Czech", projectId: project.id });
    await db.run(sql`insert into team_roles values (${czech}, ${role})`);
    await db.run(sql`insert into team_languages select ${czech}, id from languages where code = 'cs'`);
    await bareMember(czech, petra.userId);
    const person = await reload(petra);
    const edit = await explainPermission(person, "unit.edit", project);
    expect(edit).toMatchObject({
      verdict: "yes",
      chains: [
        { team: { name: "Translate" }, role: { name: "Translate" }, reach: "project", languages: undefined },
        { team: { name: "Czech" }, role: { id: role }, reach: "project", languages: ["Czech"] },
      ],
    });
    expect(await explainPermission(person, "unit.review", project)).toMatchObject({ verdict: "partly" });
    expect(await explainPermission(person, "vcs.push", project)).toEqual({
      permission: "vcs.push",
      verdict: "no",
      chains: [],
    });
  });

  it("names components, and says that a superuser may everything and somebody blocked nothing", async () => {
    const component = await bareComponent(project.id);
    const role = await bareRole(`Pushing ${serial}`, "vcs.push");
    const team = await bareTeam({ projectId: project.id });
    await db.run(sql`insert into team_roles values (${team}, ${role})`);
    await db.run(sql`insert into team_components values (${team}, ${component})`);
    await bareMember(team, petra.userId);
    const push = await explainPermission(await reload(petra), "vcs.push", project);
    expect(push).toMatchObject({ verdict: "partly", chains: [{ reach: "components" }] });
    expect(push.chains[0]?.components).toHaveLength(1);
    expect(await explainPermission(admin, "vcs.push", project)).toMatchObject({ verdict: "yes", reason: "superuser" });
    await blockPerson(owner, project, petra.username, { until: null, note: "" });
    expect(await explainPermission(await reload(petra), "vcs.push", project)).toMatchObject({
      verdict: "no",
      reason: "blocked",
    });
  });

  it("is what is decided, for visitors, members, owners and strangers in projects of every kind", async () => {
    const people = [await anonymousActor(), petra, owner, admin];
    for (const access of [0, 1, 100, 200]) {
      const place = await newProject(access);
      const team = await teamNamed("Translate", place);
      if (team) await addProjectMember(admin, place, team, petra.username);
      for (const person of people) {
        const actor = person.isAnonymous ? person : await reload(person);
        const explained = await explainPermissions(actor, place, EVERY);
        const yes = explained.filter(({ verdict }) => verdict === "yes").map(({ permission }) => permission);
        expect(yes, `${person.username} in ${access}`).toEqual(
          EVERY.filter((one) => can(actor, one, { project: place })),
        );
      }
    }
  });

  it("is told of teams that reach the project, and to those alone who manage its members", async () => {
    const open = await newProject(0);
    const rows = await accessMatrix(admin, open);
    const said = (name: string, permission: string) =>
      rows.find((row) => row.name === name)?.permissions.find((one) => one.permission === permission)?.verdict;
    expect([said("Administration", "project.edit"), said("Users", "unit.edit"), said("Guests", "unit.edit")]).toEqual([
      "yes",
      "yes",
      "no",
    ]);
    expect((await accessMatrix(owner, project)).map(({ name }) => name)).not.toContain("Users");
    await expect(accessMatrix(petra, project)).rejects.toThrow(Forbidden);
    await expect(permissionsOf(petra, project, petra.userId)).rejects.toThrow(Forbidden);
    const closed = await bareUser(`closed${serial}`);
    await db.run(sql`update users set is_active = false where id = ${closed}`);
    await expect(permissionsOf(owner, project, closed)).rejects.toThrow(NotFound);
  });
});

describe("a request for access", () => {
  let open: ProjectRow;
  let team: number;
  beforeEach(async () => {
    open = await newProject(1);
    await addProjectMember(admin, open, await teamNamed("Administration", open), owner.username);
    owner = await reload(owner);
    team = await teamNamed("Translate", open);
  });
  const only = async () => (await listAccessRequests(owner, open, { limit: 9 })).rows[0]?.id as number;

  it("is answered by people whose names are told to those who are signed in", async () => {
    const { names, count } = await whoGrants(petra, open, 3);
    expect(names).toHaveLength(count);
    expect(names).toContain((await findProjectPerson(admin, open, owner.username)).fullName || owner.username);
    await addProjectMember(admin, open, await teamNamed("Administration", open), petra.username);
    const after = await whoGrants(petra, open, 1);
    expect([after.names.length, after.count]).toEqual([1, count + 1]);
    expect(await whoGrants(await anonymousActor(), open, 3)).toEqual({ names: [], count: 0 });
  });

  it("waits, is granted into a team, and is gone", async () => {
    await askForAccess(petra, open, " <b>Czech</b> please ");
    expect(await ownRequest(petra, open)).toBe("waiting");
    await expect(askForAccess(petra, open, "again")).rejects.toThrow(Conflict);
    expect(await projectsWithAccessRequests(owner, 5)).toMatchObject([{ slug: open.slug, requests: 1 }]);
    expect(await projectsWithAccessRequests(petra, 5)).toEqual([]);
    expect((await listAccessRequests(owner, open, { limit: 9 })).rows).toMatchObject([
      { username: petra.username, message: "<b>Czech</b> please" },
    ]);
    const foreign = await teamNamed("Translate", project);
    await expect(grantAccessRequest(owner, open, await only(), foreign)).rejects.toThrow("does not belong");
    await grantAccessRequest(owner, open, await only(), team);
    expect(can(await reload(petra), "unit.edit", { project: open })).toBe(true);
    expect([await countAccessRequests(owner, open), await ownRequest(petra, open)]).toEqual([0, undefined]);
  });

  it("that is declined can be made again after a month, and one's own is taken back", async () => {
    await askForAccess(petra, open, "please");
    await declineAccessRequest(owner, open, await only());
    expect(await ownRequest(petra, open)).toBe("declined");
    await expect(askForAccess(petra, open, "please")).rejects.toThrow(Conflict);
    await db.run(sql`update access_requests set declined_at = now() - interval '31 days'`);
    await askForAccess(petra, open, "still please");
    expect(await ownRequest(petra, open)).toBe("waiting");
    await withdrawRequest(petra, open);
    await expect(withdrawRequest(petra, open)).rejects.toThrow(NotFound);
    expect(await countAccessRequests(owner, open)).toBe(0);
  });

  it("needs words and a person who is not blocked, is limited, and is read by those alone who answer", async () => {
    await expect(askForAccess(petra, open, "  ")).rejects.toThrow(Invalid);
    await expect(askForAccess(petra, open, "x".repeat(501))).rejects.toThrow(Invalid);
    await expect(askForAccess(await anonymousActor(), open, "me")).rejects.toThrow(Unauthenticated);
    await expect(askForAccess({ ...petra, isBot: true }, open, "me")).rejects.toThrow(Forbidden);
    await blockPerson(owner, open, petra.username, { until: null, note: "" });
    await expect(askForAccess(await reload(petra), open, "me")).rejects.toThrow(Forbidden);
    for (const work of [
      () => listAccessRequests(petra, open, { limit: 9 }),
      () => countAccessRequests(petra, open),
      () => grantAccessRequest(petra, open, 1, team),
      () => declineAccessRequest(petra, open, 1),
    ])
      await expect(work()).rejects.toThrow(Forbidden);
    const busy = await makePerson(`busy${serial}`);
    for (let at = 0; at < 10; at++) await askForAccess(busy, await newProject(0), "me");
    await expect(askForAccess(busy, open, "me")).rejects.toThrow(Throttled);
  });

  it("of another project is not answered here", async () => {
    await askForAccess(petra, open, "please");
    await expect(declineAccessRequest(owner, project, await only())).rejects.toThrow(NotFound);
  });
});
