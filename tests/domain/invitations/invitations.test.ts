import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor, loadActor, SERVICE } from "@/lib/domain/access/actor";
import { Forbidden, Invalid, NotFound, Throttled } from "@/lib/domain/errors";
import { acceptInvitation, acceptWithNewAccount, invitationOf, isForAnother } from "@/lib/domain/invitations/accept";
import {
  invite,
  listInvitations,
  pendingInvitations,
  renewInvitationLink,
  revokeInvitation,
  sendInvitationAgain,
} from "@/lib/domain/invitations/invitations";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { addProjectMember } from "@/lib/domain/projects/members";
import { createProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { writeSetting } from "@/lib/domain/settings/settings";
import { createTeam } from "@/lib/domain/teams/teams";
import { findUser } from "@/lib/domain/users/users";
import { db, sql } from "@/lib/platform/database";
import { type MailServer, startMailServer, useMailServer } from "../../support/mail-server";
import { overlapping } from "../../support/overlap";
import { makePerson } from "../../support/people";
import { bareMember, bareRole, bareTeam } from "../../support/teams";
import { textRows } from "../../support/text-rows";

/** Inviting people: who may, what reaches whom, and what a code opens. */

const BROWSER = { address: "198.51.100.7", userAgent: "test", mark: undefined };
let server: MailServer;
let leave: () => void;
let serial = 0;
let admin: Actor;
/** Manages the members of the project, and nothing else. */
let owner: Actor;
let project: ProjectRow;
let team: number;

const person = async (options: { superuser?: boolean } = {}) => makePerson(`i${++serial}`, options);
const reload = async (actor: Actor) => (await loadActor(actor.userId)) as Actor;
const teamNamed = async (name: string) =>
  (
    await textRows<{ id: number }>(
      db,
      sql`select id from teams where defining_project_id = ${project.id} and name = ${name}`,
    )
  )[0]?.id as number;
const isMember = async (userId: number) =>
  (await textRows(db, sql`select 1 as one from team_members where user_id = ${userId} and team_id = ${team}`)).length >
  0;
const codeOf = (link: string | undefined) => new URL(link ?? "").searchParams.get("code") ?? "";
const account = (email = "typed@example.org") => ({
  username: `new${++serial}`,
  fullName: "New Person",
  email: `${serial}${email}`,
  password: "a long enough sentence",
});
const ledger = async () =>
  (
    await textRows<{ action: number; details: unknown }>(
      db,
      sql`select action, details from changes where project_id = ${project.id} and action in (34, 52) order by id`,
    )
  ).map(({ action, details }) => [action, details]);

/** The code in the newest mail. */
async function mailedCode(): Promise<string> {
  await sendMails();
  return decodeURIComponent(/\?code=(\S+)/.exec(server.mails.at(-1)?.text ?? "")?.[1] ?? "");
}

beforeEach(async () => {
  server = await startMailServer();
  leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
  await db.run(sql`delete from mails`);
  await db.run(sql`delete from rate_limits`);
  await db.run(sql`delete from invitations`);
  admin = await person({ superuser: true });
  const slug = `inv${++serial}`;
  project = await createProject(admin, { name: slug, slug, web: "https://example.org/", accessControl: 100 });
  team = await teamNamed("Translate");
  const manager = await person();
  await addProjectMember(admin, project, await teamNamed("Administration"), manager.username);
  owner = await reload(manager);
});
afterEach(async () => {
  leave();
  await server.stop();
});

describe("an invitation by mail", () => {
  it("makes an account though registration is closed, joins once, and proves the address", async () => {
    await writeSetting(db, "registration", "closed");
    const invited = await invite(owner, { email: "Nora@example.org", teamId: team, byMail: true });
    expect(invited.link).toBeUndefined();
    const code = await mailedCode();
    expect(server.mails[0]?.to).toMatchObject({ text: "Nora@example.org" });
    expect(server.mails[0]?.text).toContain(project.name);
    const { user } = await acceptWithNewAccount(await anonymousActor(), code, account(), BROWSER);
    expect(user).toMatchObject({ email: "Nora@example.org", emailConfirmed: true, isSuperuser: false });
    expect(await isMember(user.id)).toBe(true);
    expect(await ledger()).toEqual([
      [34, { username: owner.username, group: "Administration" }],
      [52, { group: "Translate" }],
      [34, { username: user.username, group: "Translate" }],
    ]);
    expect(await invitationOf(code)).toMatchObject({ refusal: "used" });
    await expect(acceptWithNewAccount(await anonymousActor(), code, account(), BROWSER)).rejects.toThrow(
      "has been used already",
    );
    await writeSetting(db, "registration", "open");
  });

  it("is not for whoever else is signed in where the address has an account", async () => {
    const [nora, other] = [await person(), await person()];
    await invite(owner, { email: nora.email ?? "", teamId: team, byMail: true });
    const code = await mailedCode();
    const { row } = await invitationOf(code);
    expect(row && (await isForAnother(row, other.userId))).toBe(true);
    await expect(acceptInvitation(other, code)).rejects.toThrow("for another account");
    expect(await isMember(other.userId)).toBe(false);
    await acceptInvitation(nora, code);
    expect(await isMember(nora.userId)).toBe(true);
  });

  it("confirms the address of an account that has typed it", async () => {
    const nora = await person();
    await db.run(sql`update users set email_confirmed = false where id = ${nora.userId}`);
    await invite(owner, { email: nora.email ?? "", teamId: team, byMail: true });
    await acceptInvitation(nora, await mailedCode());
    expect((await findUser(nora.username)).emailConfirmed).toBe(true);
  });

  it("is sent again with another code, and the former one ends", async () => {
    const { id } = await invite(owner, { email: "a@example.org", teamId: team, byMail: true });
    const first = await mailedCode();
    await sendInvitationAgain(owner, id);
    const second = await mailedCode();
    expect([(await invitationOf(first)).refusal, (await invitationOf(second)).refusal]).toEqual(["gone", undefined]);
    await invite(owner, { email: "A@example.org", teamId: team, byMail: true });
    expect((await invitationOf(second)).refusal).toBe("gone");
    expect((await listInvitations(owner, { teamId: team }, { limit: 9 })).rows).toHaveLength(1);
  });

  it("is limited for each address and each person, and nothing is queued beyond", async () => {
    for (let at = 0; at < 3; at++) await invite(owner, { email: "b@example.org", teamId: team, byMail: true });
    await expect(invite(admin, { email: "B@example.org", teamId: team, byMail: true })).rejects.toThrow(Throttled);
    expect(await sendMails()).toBe(3);
  });

  it("needs an address, and a mail server", async () => {
    const send = (email: string) => invite(owner, { email, teamId: team, byMail: true });
    await expect(send("")).rejects.toThrow(Invalid);
    await expect(send("nobody")).rejects.toThrow("not an e-mail address");
    await expect(send("x@example.org\r\nbcc: y@example.org")).rejects.toThrow("not an e-mail address");
    const back = useMailServer(undefined);
    await expect(send("c@example.org")).rejects.toThrow("Make a link");
    back();
    expect((await listInvitations(owner, { teamId: team }, { limit: 9 })).rows).toEqual([]);
  });
});

describe("an invitation by link", () => {
  it("does not prove the address that somebody types, and joins whoever is signed in", async () => {
    const link = async () => codeOf((await invite(owner, { email: "", teamId: team, byMail: false })).link);
    const { user } = await acceptWithNewAccount(
      await anonymousActor(),
      await link(),
      account("own@example.org"),
      BROWSER,
    );
    expect(user.emailConfirmed).toBe(false);
    expect(await sendMails()).toBe(1);
    const other = await person();
    await acceptInvitation(other, await link());
    expect([await isMember(user.id), await isMember(other.userId)]).toEqual([true, true]);
  });

  it("with an address does not let its maker confirm that address", async () => {
    const { link } = await invite(owner, { email: "victim@example.org", teamId: team, byMail: false });
    const given = { ...account(), email: "victim@example.org" };
    const { user } = await acceptWithNewAccount(await anonymousActor(), codeOf(link), given, BROWSER);
    expect(user).toMatchObject({ email: "victim@example.org", emailConfirmed: false });
  });

  it("made of a mailed invitation takes its proof away", async () => {
    const { id } = await invite(owner, { email: "d@example.org", teamId: team, byMail: true });
    const mailed = await mailedCode();
    const link = await renewInvitationLink(owner, id);
    expect((await invitationOf(mailed)).refusal).toBe("gone");
    const { user } = await acceptWithNewAccount(await anonymousActor(), codeOf(link), account(), BROWSER);
    expect(user.emailConfirmed).toBe(false);
  });

  it("stands in the database as a fingerprint", async () => {
    const { link } = await invite(owner, { email: "", teamId: team, byMail: false });
    const rows = await textRows<{ text: string }>(db, sql`select invitations::text as text from invitations`);
    expect(rows.map(({ text }) => text.includes(codeOf(link)))).toEqual([false]);
  });
});

describe("a code opens nothing", () => {
  const made = async () => invite(owner, { email: "", teamId: team, byMail: false });
  const tried = async (code: string) => {
    const visitor = await person();
    await expect(acceptInvitation(visitor, code)).rejects.toThrow(NotFound);
    await expect(acceptWithNewAccount(await anonymousActor(), code, account(), BROWSER)).rejects.toThrow(NotFound);
    expect(await isMember(visitor.userId)).toBe(false);
    return (await invitationOf(code)).refusal;
  };

  it("that is late, revoked or guessed", async () => {
    const late = codeOf((await made()).link);
    await db.run(sql`update invitations set expires_at = now() - interval '1 second'`);
    const revoked = await made();
    await revokeInvitation(owner, revoked.id);
    expect([await tried(late), await tried(codeOf(revoked.link)), await tried("guessed"), await tried("")]).toEqual([
      "expired",
      "gone",
      "gone",
      "gone",
    ]);
    await expect(revokeInvitation(owner, revoked.id)).rejects.toThrow(NotFound);
  });

  it("whose maker may not invite any more", async () => {
    const { link } = await made();
    await db.run(sql`delete from team_members where user_id = ${owner.userId}`);
    expect(await tried(codeOf(link))).toBe("withdrawn");
  });

  it("of a project that is gone", async () => {
    const { link } = await made();
    await db.run(sql`update projects set removed_at = now() where id = ${project.id}`);
    expect(await tried(codeOf(link))).toBe("gone");
  });

  it("twice, even at one moment", async () => {
    const code = codeOf((await made()).link);
    const [one, two] = [await person(), await person()];
    const results = await overlapping(
      sql`select id from invitations for update`,
      [one, two].map((actor) => () => acceptInvitation(actor, code)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect([await isMember(one.userId), await isMember(two.userId)].filter(Boolean)).toHaveLength(1);
  });

  it("for bots", async () => {
    const { link } = await made();
    const bot = { ...(await person()), isBot: true };
    await expect(acceptInvitation(bot, codeOf(link))).rejects.toThrow(Forbidden);
  });

  it("and a refused account leaves it good", async () => {
    const code = codeOf((await made()).link);
    const weak = { ...account(), password: "short" };
    await expect(acceptWithNewAccount(await anonymousActor(), code, weak, BROWSER)).rejects.toThrow(Invalid);
    expect((await invitationOf(code)).refusal).toBeUndefined();
  });
});

describe("who may invite", () => {
  it("to a team: who manages its members, its admins among them; nobody else", async () => {
    const leader = await person();
    await db.run(sql`insert into team_members (team_id, user_id, is_admin) values (${team}, ${leader.userId}, true)`);
    const { link, id } = await invite(await reload(leader), { email: "", teamId: team, byMail: false });
    expect(link).toBeDefined();
    const member = await person();
    await acceptInvitation(member, codeOf(link));
    const plain = await reload(member);
    await expect(invite(plain, { email: "", teamId: team, byMail: false })).rejects.toThrow(Forbidden);
    await expect(invite(await person(), { email: "", teamId: team, byMail: false })).rejects.toThrow(NotFound);
    await expect(listInvitations(plain, { teamId: team }, { limit: 9 })).rejects.toThrow(Forbidden);
    await expect(listInvitations(plain, { project }, { limit: 9 })).rejects.toThrow(Forbidden);
    await expect(revokeInvitation(owner, id)).rejects.toThrow(NotFound);
  });

  it("to another project's team or to the installation: not who manages one project", async () => {
    const foreign = await createTeam(admin, {
      name: "Elsewhere",
      projectSelection: 1,
      languageSelection: 1,
      definingProject: null,
    });
    await expect(invite(owner, { email: "", teamId: foreign.id, byMail: false })).rejects.toThrow(NotFound);
    await expect(invite(owner, { email: "", teamId: null, byMail: false })).rejects.toThrow(Forbidden);
    await expect(listInvitations(owner, "site", { limit: 9 })).rejects.toThrow(Forbidden);
    const there = await invite(admin, { email: "", teamId: foreign.id, byMail: false });
    for (const work of [revokeInvitation, renewInvitationLink, sendInvitationAgain])
      await expect(work(owner, there.id)).rejects.toThrow(NotFound);
  });

  it("superusers: superusers alone, and only while they are", async () => {
    const manager = await person();
    const helper = { ...manager, grants: [{ ...owner.grants[0], permissions: new Set(["user.edit"]) }] } as Actor;
    await expect(invite(helper, { email: "", teamId: null, superuser: true, byMail: false })).rejects.toThrow(
      Forbidden,
    );
    const code = codeOf((await invite(admin, { email: "", teamId: null, superuser: true, byMail: false })).link);
    await db.run(sql`update users set is_superuser = false where id = ${admin.userId}`);
    expect((await invitationOf(code)).refusal).toBe("withdrawn");
    // To manage users is not enough either.
    const managers = await bareTeam();
    await db.run(sql`insert into team_roles values (${managers}, ${await bareRole(`Users ${serial}`, "user.edit")})`);
    await bareMember(managers, admin.userId);
    expect((await invitationOf(code)).refusal).toBe("withdrawn");
    await db.run(sql`update users set is_superuser = true where id = ${admin.userId}`);
    const { user } = await acceptWithNewAccount(await anonymousActor(), code, account(), BROWSER);
    expect((await findUser(user.username)).isSuperuser).toBe(true);
  });

  it("the operator, from the command line; who has an account finds nothing in an invitation to the installation", async () => {
    const code = codeOf((await invite(SERVICE, { email: "", teamId: null, byMail: false })).link);
    await expect(acceptInvitation(await person(), code)).rejects.toThrow("have an account already");
    const { user } = await acceptWithNewAccount(await anonymousActor(), code, account(), BROWSER);
    expect(user.isSuperuser).toBe(false);
  });
});

describe("the list", () => {
  it("is walked by key, newest first, without what was used", async () => {
    const made: number[] = [];
    for (let at = 0; at < 5; at++) made.push((await invite(owner, { email: "", teamId: team, byMail: false })).id);
    await db.run(sql`update invitations set used_at = now() where id = ${made[0] as number}`);
    const first = await listInvitations(owner, { project }, { limit: 3 });
    const second = await listInvitations(owner, { project }, { limit: 3, before: Number(first.next) });
    expect([first.rows, second.rows].map((rows) => rows.map(({ id }) => id))).toEqual([
      [made[4], made[3], made[2]],
      [made[1]],
    ]);
    expect(second.next).toBeUndefined();
  });
});

describe("invitations that wait", () => {
  const pending = async (who: Actor, limit = 9) =>
    (await pendingInvitations(await reload(who), limit)).rows.map(({ email, projectSlug }) => [email, projectSlug]);

  it("are those that somebody may send again, whatever they are to", async () => {
    await db.run(sql`delete from invitations`);
    const link = { byMail: false } as const;
    await invite(admin, { email: "site@example.org", teamId: null, ...link });
    await invite(admin, { email: "team@example.org", teamId: team, ...link });
    expect(await pending(admin)).toEqual([
      ["team@example.org", project.slug],
      ["site@example.org", null],
    ]);
    expect(await pending(owner)).toEqual([["team@example.org", project.slug]]);
    expect(await pending(await person())).toEqual([]);
    expect((await pendingInvitations(await anonymousActor(), 9)).rows).toEqual([]);
    expect(await pendingInvitations(admin, 1)).toMatchObject({
      rows: [{ email: "team@example.org" }],
      next: expect.any(String),
    });
    await db.run(sql`update invitations set used_at = now() where email = 'team@example.org'`);
    expect(await pending(owner)).toEqual([]);
  });
});
