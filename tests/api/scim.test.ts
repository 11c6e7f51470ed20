import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serveScim } from "@/lib/api/scim/serve-scim";
import { loadActor, SERVICE } from "@/lib/domain/access/actor";
import { createScimKey, listScimKeys, revokeScimKey } from "@/lib/domain/scim/keys";
import { beginSession, sessionUser } from "@/lib/domain/users/sessions";
import { authenticateKey, issueToken } from "@/lib/domain/users/tokens";
import { findUser, insertUser } from "@/lib/domain/users/users";
import { changes } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";

/** SCIM as RFC 7644 has it, and as Entra and Okta send it. */

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const BROWSER = { address: "203.0.113.1", userAgent: "test", mark: undefined };
let key: string;
let serial = 0;

beforeAll(async () => {
  key = await createScimKey(SERVICE, "Directory", null);
});
beforeEach(() => db.run(sql`delete from rate_limits`));

async function send(method: string, path: string, body?: unknown, authorization = `Bearer ${key}`) {
  const request = new Request(`http://loquat.test/api/scim/v2/${path}`, {
    method,
    headers: { authorization, "content-type": "application/scim+json", "x-loquat-client": "192.0.2.9" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await serveScim(request, new URL(request.url).pathname.replace("/api/scim/v2/", "").split("/"));
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers of every form.
  return { status: answer.status, headers: answer.headers, value: (text ? JSON.parse(text) : undefined) as any };
}

const bare = (name: string) => ({ schemas: [USER], userName: name, emails: [{ value: `${name}@corp.test` }] });

async function person(name = `joiner${++serial}`) {
  const { value, status } = await send("POST", "Users", bare(name));
  expect(status).toBe(201);
  return value as { id: string; userName: string };
}

const patch = (path: string, ...Operations: unknown[]) => send("PATCH", path, { schemas: [PATCH], Operations });

describe("a directory", () => {
  it("shows a key of its own, which superusers alone make and end", async () => {
    const somebody = await inTransaction((tx) =>
      insertUser(tx, { username: "somebody", fullName: "S", email: "somebody@corp.test" }),
    );
    const actor = await loadActor(somebody.id);
    if (!actor) throw new Error("no actor");
    await expect(createScimKey(actor, "x", null)).rejects.toThrow("only superusers");
    await expect(listScimKeys(actor)).rejects.toThrow("only superusers");
    const other = await createScimKey(SERVICE, "Other", null);
    expect((await send("GET", "Users", undefined, `Bearer ${other}`)).status).toBe(200);
    const { id } = (await listScimKeys(SERVICE)).find(({ name }) => name === "Other") ?? { id: 0 };
    await expect(revokeScimKey(actor, id)).rejects.toThrow("only superusers");
    await revokeScimKey(SERVICE, id);
    expect((await send("GET", "Users", undefined, `Bearer ${other}`)).status).toBe(401);
    const late = await createScimKey(SERVICE, "Late", new Date(Date.now() - 1000));
    expect((await send("GET", "Users", undefined, `Bearer ${late}`)).status).toBe(401);
    // A key of a superuser for the API opens nothing here, and this one nothing there.
    const root = await inTransaction((tx) =>
      insertUser(tx, { username: "root-of-all", fullName: "R", email: "root@corp.test", isSuperuser: true }),
    );
    const api = await issueToken(root.id, { name: "api" });
    const refused = await send("GET", "Users", undefined, `Bearer ${api.key}`);
    expect(refused.status).toBe(401);
    expect(refused.value).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "401" });
    await expect(authenticateKey(key, "")).rejects.toThrow();
    for (const none of ["", "Basic eA==", "Bearer", `Token ${key}`])
      expect((await send("GET", "Users", undefined, none)).status).toBe(401);
  });

  it("is stopped when it guesses", async () => {
    let last = 0;
    for (let tries = 0; tries < 70 && last !== 429; tries++)
      last = (await send("GET", "Users", undefined, "Bearer wrong")).status;
    expect(last).toBe(429);
    expect((await send("GET", "Users?count=0")).status).toBe(200);
  });

  it("reads what there is", async () => {
    expect((await send("GET", "ServiceProviderConfig")).value).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    });
    expect(
      (await send("GET", "ResourceTypes")).value.Resources.map((one: { endpoint: string }) => one.endpoint),
    ).toEqual(["/Users", "/Groups"]);
    expect((await send("GET", `Schemas/${USER}`)).value).toMatchObject({ id: USER, name: "User" });
    expect((await send("GET", "Nothing")).status).toBe(404);
    const wrong = await send("PUT", "Users", bare("x"));
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});

describe("people", () => {
  it("are made, found, replaced and changed as in RFC 7644", async () => {
    const made = await send("POST", "Users", {
      schemas: [USER],
      userName: "bjensen",
      externalId: "bjensen-id",
      name: { formatted: "Ms. Barbara J Jensen III", familyName: "Jensen", givenName: "Barbara" },
      emails: [
        { value: "home@corp.test", type: "home" },
        { value: "bjensen@corp.test", type: "work", primary: true },
      ],
      title: "not kept",
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(made.value.meta.location);
    expect(made.value).toMatchObject({
      userName: "bjensen",
      externalId: "bjensen-id",
      name: { formatted: "Ms. Barbara J Jensen III", givenName: "Barbara" },
      emails: [{ value: "bjensen@corp.test", type: "work", primary: true }],
      active: true,
    });
    expect(await findUser("bjensen")).toMatchObject({ emailConfirmed: true, isSuperuser: false });
    for (const filter of [
      'userName eq "BJensen"',
      'externalId eq "bjensen-id"',
      'emails[type eq "work"].value eq "bjensen@corp.test"',
    ]) {
      const { value } = await send("GET", `Users?filter=${encodeURIComponent(filter)}`);
      expect([value.totalResults, value.Resources[0].id]).toEqual([1, made.value.id]);
    }
    const none = await send("GET", `Users?filter=${encodeURIComponent('userName eq "nobody" and active eq true')}`);
    expect(none.value).toMatchObject({ totalResults: 0, Resources: [] });
    const replaced = await send("PUT", `Users/${made.value.id}`, {
      ...bare("bjensen"),
      displayName: "Babs Jensen",
      emails: [{ value: "babs@corp.test" }],
    });
    expect(replaced.value).toMatchObject({ displayName: "Babs Jensen", emails: [{ value: "babs@corp.test" }] });
    const again = await send("POST", "Users", bare("bjensen"));
    expect([again.status, again.value.scimType]).toEqual([409, "uniqueness"]);
  });

  it("are changed by what Entra and Okta send", async () => {
    const { id } = await person();
    const state = async (...operations: unknown[]) => (await patch(`Users/${id}`, ...operations)).value;
    expect((await state({ op: "Replace", path: "active", value: "False" })).active).toBe(false);
    expect((await state({ op: "replace", value: { active: true } })).active).toBe(true);
    expect((await state({ op: "Replace", path: "active", value: [{ value: "False" }] })).active).toBe(false);
    expect((await state({ op: "Add", path: "active", value: "True" })).active).toBe(true);
    const named = await state(
      { op: "Add", path: "name.givenName", value: "Ada" },
      { op: "Add", path: "name.familyName", value: "Club" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: "ada@corp.test" },
      { op: "Add", path: "title", value: "not kept" },
    );
    expect(named).toMatchObject({ displayName: "Ada Club", emails: [{ value: "ada@corp.test" }] });
    const dotted = await state({
      op: "replace",
      value: { "name.familyName": "Clubb", [`${USER}:userName`]: `ada${serial}` },
    });
    expect(dotted).toMatchObject({ displayName: "Ada Clubb", userName: `ada${serial}` });
  });

  it.each([
    [{ op: "replace", path: "active", value: "no" }, "invalidValue"],
    [{ op: "replace", path: "userName", value: 7 }, "invalidValue"],
    [{ op: "replace", path: "userName", value: "no blanks please" }, "invalidValue"],
    [{ op: "replace", path: "emails", value: [{ value: "no address" }] }, "invalidValue"],
    [{ op: "twist", path: "active", value: true }, "invalidSyntax"],
    [{ op: "remove" }, "noTarget"],
  ])("stay as they are after %j", async (operation, scimType) => {
    const { id } = await person();
    const before = (await send("GET", `Users/${id}`)).value;
    const refused = await patch(`Users/${id}`, { op: "replace", path: "displayName", value: "Changed" }, operation);
    expect([refused.status, refused.value.scimType]).toEqual([400, scimType]);
    expect((await send("GET", `Users/${id}`)).value).toEqual(before);
  });

  it("lose sessions and tokens with the account, and keep their work", async () => {
    const { id, userName } = await person();
    const user = await findUser(userName);
    const session = await beginSession(user, BROWSER);
    const token = await issueToken(user.id, { name: "mine" });
    expect((await authenticateKey(token.key, "")).userId).toBe(user.id);
    await patch(`Users/${id}`, { op: "replace", path: "active", value: false });
    expect(await sessionUser(session)).toBeUndefined();
    await expect(authenticateKey(token.key, "")).rejects.toThrow();
    await patch(`Users/${id}`, { op: "replace", path: "active", value: true });
    // Coming back opens no old door.
    await expect(authenticateKey(token.key, "")).rejects.toThrow();
    expect(await sessionUser(session)).toBeUndefined();
    expect((await findUser(userName)).isActive).toBe(true);
  });

  it("are gone for the directory once deleted, and inactive here", async () => {
    const name = `leaver${++serial}`;
    const { value: made } = await send("POST", "Users", { ...bare(name), externalId: `x-${name}` });
    expect((await send("DELETE", `Users/${made.id}`)).status).toBe(204);
    expect((await send("GET", `Users/${made.id}`)).status).toBe(404);
    expect((await send("DELETE", `Users/${made.id}`)).status).toBe(404);
    expect((await findUser(name)).isActive).toBe(false);
    // Somebody else of that name gets nothing of it; the same person does.
    expect((await send("POST", "Users", { ...bare(name), externalId: "x-other" })).status).toBe(409);
    const back = await send("POST", "Users", { ...bare(name), externalId: `x-${name}` });
    expect([back.status, back.value.id, back.value.active]).toEqual([201, made.id, true]);
  });

  it("who are superusers are not changed", async () => {
    const root = await inTransaction((tx) =>
      insertUser(tx, {
        username: `chief${++serial}`,
        fullName: "C",
        email: `chief${serial}@corp.test`,
        isSuperuser: true,
      }),
    );
    for (const refused of [
      await patch(`Users/${root.id}`, { op: "replace", path: "active", value: false }),
      await patch(`Users/${root.id}`, { op: "replace", path: "emails", value: [{ value: "thief@corp.test" }] }),
      await send("DELETE", `Users/${root.id}`),
    ])
      expect(refused.status).toBe(403);
    expect(await findUser(root.username)).toMatchObject({ isActive: true, email: root.email });
    expect((await patch(`Users/${root.id}`, { op: "add", path: "externalId", value: "c-1" })).status).toBe(200);
  });

  it("come in parts", async () => {
    await person();
    await person();
    const all = (await send("GET", "Users?count=0")).value.totalResults as number;
    const second = (await send("GET", "Users?startIndex=2&count=1")).value;
    expect(second).toMatchObject({ totalResults: all, startIndex: 2, itemsPerPage: 1 });
    const [, expected] = (await send("GET", "Users?count=2")).value.Resources;
    expect(second.Resources).toEqual([expected]);
    for (const filter of [
      'userName co "a"',
      "userName",
      'userName eq "a" or id eq "1"',
      'x eq "1"',
      'userName eq "a" and',
    ]) {
      const refused = await send("GET", `Users?filter=${encodeURIComponent(filter)}`);
      expect([refused.status, refused.value.scimType]).toEqual([400, "invalidFilter"]);
    }
  });
});

describe("groups", () => {
  const members = async (id: string) =>
    ((await send("GET", `Groups/${id}`)).value.members as { value: string }[]).map(({ value }) => value);

  it("are teams whose members the directory names", async () => {
    const [a, b, c] = [await person(), await person(), await person()];
    const name = `Team ${++serial}`;
    const { value, status } = await send("POST", "Groups", {
      schemas: [GROUP],
      displayName: name,
      members: [{ value: a.id }],
    });
    expect(status).toBe(201);
    const path = `Groups/${value.id}`;
    await patch(path, { op: "Add", path: "members", value: [{ value: b.id }, { value: c.id }] });
    expect(await members(value.id)).toEqual([a.id, b.id, c.id]);
    expect((await send("GET", `Users/${b.id}`)).value.groups).toMatchObject([{ value: value.id, display: name }]);
    await patch(path, { op: "remove", path: `members[value eq "${a.id}"]` });
    await patch(path, { op: "Remove", path: "members", value: [{ value: b.id }] });
    expect(await members(value.id)).toEqual([c.id]);
    await patch(path, { op: "replace", path: "members", value: [{ value: a.id }] });
    expect(await members(value.id)).toEqual([a.id]);
    const renamed = await patch(path, { op: "replace", value: { id: value.id, displayName: `${name} B` } });
    expect(renamed.value.displayName).toBe(`${name} B`);
    expect(await members(value.id)).toEqual([a.id]);
    const found = await send(
      "GET",
      `Groups?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "${name} b"`)}`,
    );
    expect(found.value.totalResults).toBe(1);
    expect(found.value.Resources[0].members).toBeUndefined();
    const told = await db.rows(sql`
      select ${pick(changes, "id")} from ${changes} where ${changes.details}->>'group' = ${name}`);
    expect(told).toHaveLength(7);
    await patch(path, { op: "remove", path: "members" });
    expect(await members(value.id)).toEqual([]);
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
  });

  it("refuse who is nobody, a name that is taken, and are never built in", async () => {
    const name = `Team ${++serial}`;
    const { value } = await send("POST", "Groups", { schemas: [GROUP], displayName: name });
    const refused = await patch(`Groups/${value.id}`, { op: "add", path: "members", value: [{ value: "99999999" }] });
    expect([refused.status, refused.value.scimType]).toEqual([400, "invalidValue"]);
    expect((await send("POST", "Groups", { schemas: [GROUP], displayName: name.toUpperCase() })).status).toBe(409);
    const builtIn = await db.prisma.team.findFirst({ where: { builtin: true }, select: { id: true, name: true } });
    expect((await send("GET", `Groups/${builtIn?.id}`)).status).toBe(404);
    expect((await patch(`Groups/${builtIn?.id}`, { op: "replace", path: "displayName", value: "Mine" })).status).toBe(
      404,
    );
    expect((await send("DELETE", `Groups/${builtIn?.id}`)).status).toBe(404);
  });
});
