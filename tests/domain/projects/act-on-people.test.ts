import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { Forbidden, Invalid } from "@/lib/domain/errors";
import { addProjectPeople, removeProjectPeople } from "@/lib/domain/projects/act-on-people";
import { addProjectMember, listProjectTeams } from "@/lib/domain/projects/members";
import { listProjectPeople } from "@/lib/domain/projects/people";
import { createProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { removeTeamMembers } from "@/lib/domain/teams/team-members";
import { createTeam } from "@/lib/domain/teams/teams";
import { countStatements, db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** What is done with the people whose rows somebody ticked. */

let admin: Actor;
let outsider: Actor;
let project: ProjectRow;
const people: Actor[] = [];
const teams = new Map<string, number>();

beforeAll(async () => {
  admin = await makePerson("chief", { superuser: true });
  outsider = await makePerson("outsider");
  project = await createProject(admin, {
    name: "Garden",
    slug: "garden",
    web: "https://example.org/",
    accessControl: 100,
  });
  await createTeam(admin, { name: "Czech", projectSelection: 0, languageSelection: 1, definingProject: "garden" });
  for (const { id, name } of await listProjectTeams(admin, project)) teams.set(name, id);
  for (const name of ["anna", "bert", "cora"]) people.push(await makePerson(name));
  await addProjectMember(admin, project, teams.get("Administration") ?? 0, "anna");
  for (const name of ["bert", "cora"]) await addProjectMember(admin, project, teams.get("Translate") ?? 0, name);
});

async function told(): Promise<Record<string, string[]>> {
  const { rows } = await listProjectPeople(admin, project, { words: "", after: "", limit: 50 });
  return Object.fromEntries(
    rows
      .filter(({ username }) => username !== "chief")
      .map((row) => [row.username, row.teams.map(({ name }) => name).sort()]),
  );
}

it("people are put into one more team, and those who are in it are not counted", async () => {
  const review = teams.get("Czech") ?? 0;
  await expect(addProjectPeople(outsider, project, ["bert"], review)).rejects.toThrow(Forbidden);
  expect(await addProjectPeople(admin, project, ["BERT", "cora", "nobody"], review)).toBe(2);
  expect(await addProjectPeople(admin, project, ["bert", "cora"], review)).toBe(0);
  expect((await told()).bert).toEqual(["Czech", "Translate"]);
  await expect(addProjectPeople(admin, project, ["bert"], 2_000_000)).rejects.toThrow(Invalid);
  await expect(addProjectPeople(admin, project, [], review)).rejects.toThrow(Invalid);
});

it("many cost as many statements as one", async () => {
  const review = teams.get("Czech") ?? 0;
  const ids = (names: readonly string[]) =>
    people.filter(({ username }) => names.includes(username)).map(({ userId }) => userId);
  const cost = async (names: readonly string[]) => {
    const left = await countStatements(() => removeTeamMembers(admin, review, ids(names)));
    const joined = await countStatements(() => addProjectPeople(admin, project, names, review));
    expect([left.result, joined.result]).toEqual([names.length, names.length]);
    return [left.count, joined.count];
  };
  await cost(["bert"]);
  expect(await cost(["bert", "cora"])).toEqual(await cost(["bert"]));
});

it("people leave one team, or all, and nobody does where nobody would manage the members", async () => {
  const ids = people.map(({ userId }) => userId);
  expect(await removeTeamMembers(admin, teams.get("Czech") ?? 0, ids)).toBe(2);
  expect((await told()).bert).toEqual(["Translate"]);
  const chiefs = await textRows<{ username: string }>(
    db,
    sql`select username from users u join team_members m on m.user_id = u.id where m.team_id = ${teams.get("Administration")}`,
  );
  const all = [...chiefs.map(({ username }) => username), "bert"];
  await expect(removeProjectPeople(admin, project, all)).rejects.toThrow(Invalid);
  expect((await told()).bert).toEqual(["Translate"]);
  await expect(removeProjectPeople(outsider, project, ["bert"])).rejects.toThrow(Forbidden);
  expect(await removeProjectPeople(admin, project, ["bert", "cora", "outsider"])).toBe(2);
  expect(Object.keys(await told())).toEqual(["anna"]);
});
