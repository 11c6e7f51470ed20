import { beforeAll, describe, expect, it } from "vitest";
import { createProject } from "@/lib/domain/projects/projects";
import { createTeam } from "@/lib/domain/teams/teams";
import { useMailServer } from "../support/mail-server";
import { json, type Person, person } from "./support";

/** Invitations by the API. */

let admin: Person;
let reader: Person;
let group: number;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  reader = await person("reader");
  const { slug } = await createProject(admin.actor, { name: "Invited", slug: "invited", web: "https://example.org/" });
  const team = await createTeam(admin.actor, {
    name: "Czech",
    projectSelection: 0,
    languageSelection: 1,
    definingProject: slug,
  });
  group = team.id;
});

const path = () => `/api/groups/${group}/invitations/`;

describe("invitations", () => {
  it("are made with a link that is shown once, listed without it, and revoked", async () => {
    const made = await json("POST", path(), { key: admin.key, body: { send: "link", email: "nora@example.org" } });
    expect(made.status).toBe(201);
    expect(made.body.link).toMatch(/\/accounts\/invitation\/\?code=[\w-]{43}$/);
    const listed = await json("GET", path(), { key: admin.key });
    expect(listed.body).toMatchObject({ count: 1, results: [{ email: "nora@example.org", by_mail: false }] });
    expect(JSON.stringify(listed.body)).not.toContain(String(made.body.link).slice(-43));
    const one = `/api/invitations/${made.body.id}/`;
    expect((await json("DELETE", one, { key: reader.key })).status).toBe(404);
    expect((await json("DELETE", one, { key: admin.key })).status).toBe(204);
    expect((await json("DELETE", one, { key: admin.key })).status).toBe(404);
    expect((await json("GET", path(), { key: admin.key })).body.count).toBe(0);
  });

  it("are mailed unless a link is asked for, which takes an address and a mail server", async () => {
    const back = useMailServer("smtp://127.0.0.1:1");
    const mailed = await json("POST", path(), { key: admin.key, body: { email: "nils@example.org" } });
    expect([mailed.status, mailed.body.link]).toEqual([201, null]);
    const wrong = async (body: object) => {
      const answer = await json("POST", path(), { key: admin.key, body });
      return [answer.status, (answer.body.errors as { attr: string }[]).map(({ attr }) => attr)];
    };
    expect(await wrong({})).toEqual([400, ["email"]]);
    expect(await wrong({ email: "nobody" })).toEqual([400, ["email"]]);
    expect(await wrong({ send: "pigeon" })).toEqual([400, ["send"]]);
    back();
    expect(await wrong({ email: "nils@example.org" })).toEqual([400, ["send"]]);
    expect((await json("GET", path(), { key: admin.key })).body.count).toBe(1);
  });
});
