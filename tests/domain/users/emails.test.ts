import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { commitEmail, commitIdentity } from "@/lib/domain/users/commit-identity";
import { confirmAddresses, unconfirmedUsers } from "@/lib/domain/users/emails";
import { confirmPerson, createPerson, updatePerson } from "@/lib/domain/users/manage-users";
import { updateOwnProfile } from "@/lib/domain/users/own-profile";
import { registerUser } from "@/lib/domain/users/register";
import { findUser, insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, rawSql, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Nobody's address is anybody's for the asking: commits and teams trust what an administrator has confirmed. */

const PASSWORD = "a long and quiet river";
const PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr ""\n';
let admin: Actor;
let people = 0;

/** Somebody from the open form. */
async function stranger(email?: string): Promise<Actor> {
  const username = `stranger${++people}`;
  const user = await registerUser({
    username,
    fullName: "Another Person",
    email: email ?? `${username}@example.net`,
    password: PASSWORD,
  });
  const actor = await loadActor(user.id);
  if (!actor) throw new Error("no actor");
  return actor;
}

/** The address that rows waiting for a commit get, and the one that the profile shows: always the same. */
async function addressOf(actor: Actor): Promise<string> {
  const row = await textRow<{ address: string }>(
    db,
    sql`select ${commitEmail()} as address from users a where a.id = ${actor.userId}`,
  );
  expect(commitIdentity(await findUser(actor.username)).email).toBe(row?.address);
  return row?.address ?? "";
}

const seen = async (actor: Actor) => {
  const { email, commitEmail: commit } = await findUser(actor.username);
  return { email, commitEmail: commit };
};

const teamsOf = async (actor: Actor) =>
  (
    await textRows<{ name: string }>(
      db,
      sql`select t.name from team_members m join teams t on t.id = m.team_id where m.user_id = ${actor.userId} and not t.builtin order by 1`,
    )
  ).map((row) => row.name);

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  for (const [name, pattern] of [
    ["house", "@loquat\\.example$"],
    ["not evil", "^(?!.*@evil\\.example$)"],
    ["everybody", "^.*$"],
  ] as const)
    await db.run(sql`
      with made as (insert into teams (name, project_selection, language_selection) values (${name}, 0, 1) returning id)
      insert into auto_teams (pattern, team_id) select ${pattern}, id from made`);
});

describe("commits", () => {
  it("do not carry an address that a stranger has claimed, until it is confirmed", async () => {
    const { component, upstream } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const mallory = await stranger();
    await updateOwnProfile(mallory, {
      fullName: "Another Person",
      email: "linus@example.com",
      commitEmail: "admin@example.org",
      password: PASSWORD,
    });
    const id = await unitId(component, "cs", "Open");
    const commit = async (target: string) => {
      await editUnit((await loadActor(mallory.userId)) ?? mallory, id, { targets: [target], state: 20 });
      expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
      return upstream.git("log", "-1", "--format=%an <%ae>").trim();
    };
    await db.run(sql`
      insert into team_members (team_id, user_id) select id, ${mallory.userId} from teams where builtin on conflict do nothing`);
    expect(await commit("Otevřít")).toBe(`Another Person <${mallory.username}@users.noreply.loquat.test>`);
    await confirmPerson(admin, mallory.username, { email: "linus@example.com", commitEmail: "admin@example.org" });
    expect(await commit("Otevři")).toBe("Another Person <admin@example.org>");
  });

  it("carry what the addresses' state allows", async () => {
    const eva = await stranger();
    const noReply = `${eva.username}@users.noreply.loquat.test`;
    const own = `${eva.username}@example.net`;
    const save = (email: string | null, commit: string | null) =>
      updateOwnProfile(eva, { fullName: "Eva", email, commitEmail: commit, password: PASSWORD });
    expect(await addressOf(eva)).toBe(noReply);
    await confirmAddresses(eva.userId, await seen(eva));
    expect(await addressOf(eva)).toBe(own);
    // Who gives another address for commits does not want the first one there, confirmed or not.
    await save(own, "other@example.net");
    expect(await addressOf(eva)).toBe(noReply);
    await save(own, own);
    expect(await addressOf(eva)).toBe(own);
    await save(own, noReply);
    expect(await addressOf(eva)).toBe(noReply);
    await save("new@example.net", null);
    expect(await addressOf(eva)).toBe(noReply);
    await save(own, null);
    expect(await addressOf(eva)).toBe(noReply);
    await save("new@example.net", own);
    expect(await addressOf(eva)).toBe(noReply);
  });

  it("tell people apart by the address that reaches nobody", async () => {
    const names = ["jan+x", "jan-x", "jan@x", "žan", "-an"];
    const addresses = [];
    for (const username of names) {
      const row = await inTransaction((tx) => insertUser(tx, { username, fullName: username, email: null }));
      const actor = await loadActor(row.id);
      if (actor) addresses.push(await addressOf(actor));
    }
    expect(new Set(addresses).size).toBe(names.length);
  });
});

describe("changing one's own addresses", () => {
  it("takes the password, and changes nothing without it", async () => {
    const eva = await stranger();
    const own = `${eva.username}@example.net`;
    const save = (email: string, commit: string | null, password?: string) =>
      updateOwnProfile(eva, { fullName: "Eva", email, commitEmail: commit, password });
    for (const [email, commit] of [
      ["other@example.net", null],
      [own, "other@example.net"],
    ] as const) {
      await expect(save(email, commit)).rejects.toThrow("currentPassword: Enter your password");
      await expect(save(email, commit, "wrong")).rejects.toThrow("currentPassword: This is not your password");
    }
    expect(await findUser(eva.username)).toMatchObject({ email: own, commitEmail: null, fullName: "Another Person" });
    await save(own, null);
    expect((await findUser(eva.username)).fullName).toBe("Eva");
  });

  it("cannot be guessed at without limit", async () => {
    const eva = await stranger();
    const attempt = () =>
      updateOwnProfile(eva, { fullName: "Eva", email: "x@example.net", commitEmail: null, password: "wrong" });
    const answers: string[] = [];
    for (let number = 0; number < 32; number++)
      answers.push(
        await attempt().then(
          () => "done",
          (error: Error) => error.name,
        ),
      );
    expect(answers.slice(0, 30)).toEqual(Array(30).fill("Invalid"));
    expect(answers.at(-1)).toBe("Throttled");
  });
});

describe("automatic teams", () => {
  it("open for a confirmed address only, and when it is confirmed", async () => {
    const mallory = await stranger("chief@loquat.example");
    expect(await teamsOf(mallory)).toEqual(["everybody"]);
    await confirmPerson(admin, mallory.username, await seen(mallory));
    expect(await teamsOf(mallory)).toEqual(["everybody", "house", "not evil"]);
    const invited = await createPerson(admin, { username: "invited", fullName: "I", email: "i@loquat.example" });
    const actor = await loadActor(invited.person.id);
    expect(actor && (await teamsOf(actor))).toEqual(["everybody", "house", "not evil"]);
  });

  it("do not open for an address that a stranger changes to", async () => {
    const eva = await stranger();
    await confirmPerson(admin, eva.username, await seen(eva));
    await updateOwnProfile(eva, {
      fullName: "Eva",
      email: "second@loquat.example",
      commitEmail: null,
      password: PASSWORD,
    });
    expect(await teamsOf(eva)).not.toContain("house");
    expect((await findUser(eva.username)).emailConfirmed).toBe(false);
  });
});

describe("an administrator's word", () => {
  it("is given by writing an address, not by sending it back unchanged among all fields", async () => {
    const eva = await stranger();
    const own = `${eva.username}@example.net`;
    const confirmed = async () => (await findUser(eva.username)).emailConfirmed;
    const all = { username: eva.username, fullName: "E", isSuperuser: false, isActive: true, isBot: false };
    await updatePerson(admin, eva.username, { ...all, email: own }, { whole: true });
    expect(await confirmed()).toBe(false);
    await updatePerson(admin, eva.username, { fullName: "Eva" });
    expect(await confirmed()).toBe(false);
    await updatePerson(admin, eva.username, { email: own });
    expect(await confirmed()).toBe(true);
    await updatePerson(admin, eva.username, { ...all, email: "third@example.net" }, { whole: true });
    expect(await confirmed()).toBe(true);
    await expect(updatePerson(eva, eva.username, { email: "mine@example.net" })).rejects.toThrow("profile");
    await updatePerson(eva, eva.username, { email: "third@example.net", fullName: "Me" });
    const other = await stranger();
    await updatePerson(other, other.username, { email: `${other.username}@example.net` });
    expect((await findUser(other.username)).emailConfirmed).toBe(false);
  });

  it("does not reach an address that was changed in the meantime, and is nobody else's to give", async () => {
    const eva = await stranger();
    const before = await seen(eva);
    await updateOwnProfile(eva, { fullName: "E", email: "fourth@example.net", commitEmail: null, password: PASSWORD });
    await expect(confirmPerson(admin, eva.username, before)).rejects.toThrow("changed in the meantime");
    await expect(confirmPerson(eva, eva.username, await seen(eva))).rejects.toThrow("user.edit");
    expect((await findUser(eva.username)).emailConfirmed).toBe(false);
    expect((await unconfirmedUsers()).map((user) => user.username)).toContain(eva.username);
  });
});

describe("accounts from before", () => {
  it("are trusted when they are superusers', or have no password and so were made by an administrator", async () => {
    const folder = readdirSync("prisma/migrations").find((name) => name.endsWith("_confirmed_emails")) ?? "";
    const script = readFileSync(join("prisma/migrations", folder, "migration.sql"), "utf8");
    const update = script.slice(script.indexOf("UPDATE"));
    const open = await stranger();
    const made = await createPerson(admin, { username: "made", fullName: "M", email: "made@example.net" });
    await db.run(sql`update users set email_confirmed = false, commit_email_confirmed = false`);
    await db.run(sql`update users set commit_email = 'root@example.net' where id = ${admin.userId}`);
    await db.run(rawSql(update));
    expect(await findUser("admin")).toMatchObject({ emailConfirmed: true, commitEmailConfirmed: true });
    expect(await findUser(made.person.username)).toMatchObject({ emailConfirmed: true, commitEmailConfirmed: false });
    expect(await findUser(open.username)).toMatchObject({ emailConfirmed: false, commitEmailConfirmed: false });
  });
});
