import { beforeAll, describe, expect, it } from "vitest";
import { askForAccess } from "@/lib/domain/projects/access-requests";
import { createProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { createTeam } from "@/lib/domain/teams/teams";
import { json, type Person, person } from "./support";

/** Members of a project, those whom it blocks, and those who ask to be let in, by the API. */

let admin: Person;
let project: ProjectRow;
let [czech, german, foreign] = [0, 0, 0];

async function team(name: string, definingProject: string | null): Promise<number> {
  const made = await createTeam(admin.actor, { name, projectSelection: 0, languageSelection: 1, definingProject });
  return made.id;
}

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  project = await createProject(admin.actor, { name: "Garden", slug: "garden", web: "https://example.org/" });
  [czech, german, foreign] = [await team("Czech", "garden"), await team("German", "garden"), await team("Site", null)];
  for (const name of ["anna", "bert", "cora", "dora", "emil"]) await person(name);
});

const at = (rest: string) => `/api/projects/garden/${rest}`;
const ask = (method: "GET" | "POST" | "PUT" | "DELETE", rest: string, body?: object) =>
  json(method, at(rest), { key: admin.key, body });
const namesOf = (body: Record<string, unknown>) => (body.results as { username: string }[]).map((row) => row.username);
const teamsOf = (body: Record<string, unknown>) => (body.teams as { name: string }[]).map((one) => one.name);

describe("members", () => {
  it("are put into groups, found by name, followed page by page, moved and taken out", async () => {
    for (const user of ["anna", "BERT", "cora"]) {
      const made = await ask("POST", "members/", { user, group: czech });
      expect(made).toMatchObject({ status: 201, body: { username: user.toLowerCase(), blocked: false } });
      expect(teamsOf(made.body)).toEqual(["Czech"]);
    }
    expect(namesOf((await ask("GET", "members/?search=ber")).body)).toEqual(["bert"]);
    const first = await ask("GET", "members/?page_size=2&search=");
    expect(namesOf(first.body).length).toBe(2);
    const next = new URL(String(first.body.next));
    const second = await json("GET", next.pathname + next.search, { key: admin.key });
    expect([...namesOf(first.body), ...namesOf(second.body)]).toEqual(expect.arrayContaining(["anna", "bert", "cora"]));
    expect(second.body.count).toBe(first.body.count);

    const moved = await ask("PUT", "members/anna/", { groups: [german] });
    expect(moved.status).toBe(200);
    expect(teamsOf(moved.body)).toEqual(["German"]);
    expect((await ask("DELETE", "members/anna/")).status).toBe(204);
    expect(teamsOf((await ask("GET", "members/anna/")).body)).toEqual([]);
    expect(namesOf((await ask("GET", "members/?search=anna")).body)).toEqual([]);
  });

  it("come of groups of the project alone, and are people who are there", async () => {
    const refused = async (body: object) => {
      const answer = await ask("POST", "members/", body);
      return [answer.status, (answer.body.errors as { attr: string }[]).map(({ attr }) => attr)];
    };
    expect(await refused({ user: "anna", group: foreign })).toEqual([400, ["team"]]);
    expect((await refused({ user: "nobody", group: czech }))[0]).toBe(400);
    expect((await refused({ user: "anna" }))[0]).toBe(400);
    expect((await ask("PUT", "members/anna/", { groups: [foreign] })).status).toBe(400);
    expect((await ask("GET", "members/nobody/")).status).toBe(404);
  });
});

describe("blocks", () => {
  it("shut people out until a moment, are listed, and end", async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const made = await ask("POST", "blocks/", { user: "dora", until, note: "Spam" });
    expect(made).toMatchObject({ status: 201, body: { username: "dora", note: "Spam", blocked_by: "admin" } });
    expect(new Date(String(made.body.until)).getTime()).toBe(new Date(until).getTime());
    expect((await ask("GET", "blocks/")).body).toMatchObject({ count: 1, results: [{ username: "dora" }] });
    expect((await ask("GET", "members/dora/")).body.blocked).toBe(true);
    expect((await ask("DELETE", "blocks/dora/")).status).toBe(204);
    expect((await ask("DELETE", "blocks/dora/")).status).toBe(404);
    expect((await ask("GET", "blocks/")).body.count).toBe(0);
  });

  it("are of nobody who blocks, and no time that has passed", async () => {
    expect((await ask("POST", "blocks/", { user: "admin" })).status).toBe(400);
    expect((await ask("POST", "blocks/", { user: "dora", until: "2020-01-01T00:00:00Z" })).status).toBe(400);
    expect((await ask("GET", "blocks/")).body.count).toBe(0);
  });
});

describe("requests for access", () => {
  it("are granted with a group, or declined, once", async () => {
    const [emil, cora] = [await person("emil2"), await person("cora2")];
    await askForAccess(emil.actor, project, "I speak Czech.");
    await askForAccess(cora.actor, project, "I speak German.");
    const waiting = await ask("GET", "access-requests/");
    expect(waiting.body).toMatchObject({
      count: 2,
      results: [
        { username: "emil2", message: "I speak Czech." },
        { username: "cora2", message: "I speak German." },
      ],
    });
    const [first, second] = (waiting.body.results as { id: number }[]).map((row) => `access-requests/${row.id}/`);
    expect((await ask("POST", String(first), { group: foreign })).status).toBe(400);
    const granted = await ask("POST", String(first), { group: czech });
    expect(granted).toMatchObject({ status: 201, body: { username: "emil2" } });
    expect((await ask("POST", String(first), { group: czech })).status).toBe(404);
    expect((await ask("DELETE", String(second))).status).toBe(204);
    expect((await ask("GET", "access-requests/")).body.count).toBe(0);
    expect(teamsOf((await ask("GET", "members/cora2/")).body)).toEqual([]);
  });
});
