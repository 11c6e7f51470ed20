import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import {
  addProjectMember,
  createProjectToken,
  endOldProjectKey,
  listProjectTeams,
  listProjectTokens,
  revokeProjectToken,
  rotateProjectToken,
} from "@/lib/domain/projects/members";
import { listProjectPeople, setProjectTeams } from "@/lib/domain/projects/people";
import { createProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { authenticateKey } from "@/lib/domain/users/tokens";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Who works in a project: members of its teams and its tokens, kept by those who may. */

let admin: Actor;
let petra: Actor;
let project: ProjectRow;
let other: ProjectRow;
let team: number;

let round = 0;
const make = () => {
  const slug = `p${++round}`;
  return createProject(admin, { name: slug, slug, web: "https://example.org/", accessControl: 100 });
};

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});
beforeEach(async () => {
  [project, other] = [await make(), await make()];
  team = await teamOf(project, "Translate");
});

const teamOf = async (of: ProjectRow, name: string) =>
  (await listProjectTeams(admin, of)).find((row) => row.name === name)?.id as number;
const members = async () =>
  (await listProjectPeople(admin, project, { words: "", after: "", limit: 50 })).rows.flatMap((row) =>
    row.teams.map(({ name }) => `${name} ${row.username}`),
  );
const told = async () =>
  (
    await textRows<{ action: number; details: { username?: string; group?: string } }>(
      db,
      sql`select action, details from changes where project_id = ${project.id} and details->>'username' = 'petra' order by id`,
    )
  ).map(({ action, details }) => `${action} ${details.username} ${details.group}`);
const mayEdit = async () => {
  const actor = await loadActor(petra.userId);
  return actor !== undefined && can(actor, "unit.edit", { project });
};

describe("members of a project's teams", () => {
  it("can do at once what the team may, and no longer once they are removed", async () => {
    expect(await mayEdit()).toBe(false);
    await addProjectMember(admin, project, team, "petra");
    expect([await members(), await mayEdit()]).toEqual([["Translate petra"], true]);
    await setProjectTeams(admin, project, petra.userId, []);
    expect([await members(), await mayEdit()]).toEqual([[], false]);
    expect(await told()).toEqual(["34 petra Translate", "35 petra Translate"]);
  });

  it("are added and removed once: the ledger does not tell of what did not happen", async () => {
    await setProjectTeams(admin, project, petra.userId, []);
    expect(await told()).toEqual([]);
    for (let at = 0; at < 2; at++) await addProjectMember(admin, project, team, "Petra");
    expect(await told()).toEqual(["34 petra Translate"]);
  });

  it("have accounts, and teams are those of the project", async () => {
    const refused = async (work: Promise<unknown>) => {
      const error = await work.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Invalid);
      return (error as Invalid).fields.map(({ path, code }) => [path, code]);
    };
    expect(await refused(addProjectMember(admin, project, team, "nobody-here"))).toEqual([
      ["username", "does_not_exist"],
    ]);
    const foreign = await teamOf(other, "Translate");
    expect(await refused(addProjectMember(admin, project, foreign, "petra"))).toEqual([["team", "does_not_exist"]]);
    await addProjectMember(admin, other, foreign, "petra");
    expect(await refused(setProjectTeams(admin, project, petra.userId, [team, foreign]))).toEqual([
      ["team", "does_not_exist"],
    ]);
    await setProjectTeams(admin, project, petra.userId, []);
    expect((await listProjectTeams(admin, other)).find(({ id }) => id === foreign)?.people).toBe(1);
  });
});

describe("tokens of a project", () => {
  const authenticates = (key: string) =>
    authenticateKey(key, "test").then(
      (actor) => actor.tokenProjectId,
      () => "refused",
    );

  it("reach it until they are revoked", async () => {
    const key = await createProjectToken(admin, project, "CI", null);
    expect(await authenticates(key)).toBe(project.id);
    const [token] = await listProjectTokens(admin, project);
    expect(token).toMatchObject({ name: "CI", projectId: project.id, lastFour: key.slice(-4), expiresAt: null });
    await revokeProjectToken(admin, project, token?.id as number);
    expect([await authenticates(key), await listProjectTokens(admin, project)]).toEqual(["refused", []]);
    await expect(revokeProjectToken(admin, project, token?.id as number)).rejects.toThrow(NotFound);
  });

  it("are listed newest first, those of other projects not at all", async () => {
    for (const name of ["first", "second"]) await createProjectToken(admin, project, name, null);
    await createProjectToken(admin, other, "elsewhere", null);
    expect((await listProjectTokens(admin, project)).map(({ name }) => name)).toEqual(["second", "first"]);
  });

  it("get another key, while the one before works on until it is ended", async () => {
    const key = await createProjectToken(admin, project, "CI", null);
    const [token] = await listProjectTokens(admin, project);
    const id = token?.id as number;
    const next = await rotateProjectToken(admin, project, id, 1);
    expect(next).toMatch(/^svcp_/);
    expect(next).toMatch(/^svcp_/);
    expect([await authenticates(key), await authenticates(next)]).toEqual([project.id, project.id]);
    expect(await listProjectTokens(admin, project)).toMatchObject([{ id, oldLastFour: key.slice(-4) }]);
    await endOldProjectKey(admin, project, id);
    expect([await authenticates(key), await authenticates(next)]).toEqual(["refused", project.id]);
    for (const act of [rotateProjectToken, endOldProjectKey]) {
      await expect(act(admin, other, id, 1)).rejects.toThrow(NotFound);
      await expect(act(petra, project, id, 1)).rejects.toThrow(Forbidden);
    }
  });

  it("of another project cannot be revoked here", async () => {
    const key = await createProjectToken(admin, other, "elsewhere", null);
    const [token] = await listProjectTokens(admin, other);
    await expect(revokeProjectToken(admin, project, token?.id as number)).rejects.toThrow(NotFound);
    expect(await authenticates(key)).toBe(other.id);
  });
});

describe("somebody who does not manage the project", () => {
  it("can neither see nor change any of it", async () => {
    await addProjectMember(admin, project, team, "petra");
    const translator = (await loadActor(petra.userId)) as Actor;
    await createProjectToken(admin, project, "CI", null);
    const [token] = await listProjectTokens(admin, project);
    for (const work of [
      () => listProjectTeams(translator, project),
      () => addProjectMember(translator, project, team, "petra"),
      () => setProjectTeams(translator, project, admin.userId, []),
      () => listProjectPeople(translator, project, { words: "", after: "", limit: 9 }),
      () => listProjectTokens(translator, project),
      () => createProjectToken(translator, project, "mine", null),
      () => revokeProjectToken(translator, project, token?.id as number),
    ])
      await expect(work()).rejects.toThrow(Forbidden);
    expect((await listProjectTokens(admin, project)).map(({ name }) => name)).toEqual(["CI"]);
  });
});
