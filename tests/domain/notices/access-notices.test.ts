import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { payAttention } from "@/lib/domain/notices/attention";
import { listNotices } from "@/lib/domain/notices/inbox";
import { mailNotices } from "@/lib/domain/notices/mail-notices";
import { scopesOf } from "@/lib/domain/notices/settings-grid";
import { stopNotices, stopToken } from "@/lib/domain/notices/unsubscribe";
import {
  askForAccess,
  declineAccessRequest,
  grantAccessRequest,
  listAccessRequests,
  withdrawRequest,
} from "@/lib/domain/projects/access-requests";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { type MailServer, startMailServer, useMailServer } from "../../support/mail-server";
import { makePerson } from "../../support/people";
import { bareProject } from "../../support/places";
import { bareMember, bareRole, bareTeam } from "../../support/teams";
import { textRow } from "../../support/text-rows";

/** Who is told of requests for access, and of what became of them. */

let serial = 0;
let site: Actor;
let lead: Actor;
let petra: Actor;
let project: ProjectRow;
let team: number;

async function reloaded(actor: Actor): Promise<Actor> {
  const now = await loadActor(actor.userId);
  if (!now) throw new Error("no actor");
  return now;
}

/** Puts somebody into a team of the project that may do this. */
async function mayHere(who: Actor, permission: string): Promise<number> {
  const made = await bareTeam({ projectId: project.id });
  await db.run(sql`insert into team_roles values (${made}, ${await bareRole(`r${++serial}`, permission)})`);
  await bareMember(made, who.userId);
  return made;
}

beforeEach(async () => {
  await db.run(sql`delete from notices`);
  await db.run(sql`delete from mails`);
  site ??= await makePerson("access-site", { superuser: true });
  [lead, petra] = [await makePerson(`lead${++serial}`), await makePerson(`petra${serial}`)];
  const id = await bareProject(1);
  const row = await textRow<{ slug: string }>(db, sql`select slug from projects where id = ${id}`);
  project = await findProject(site, row?.slug ?? "");
  await mayHere(lead, "project.permissions");
  team = await mayHere(lead, "unit.edit");
  lead = await reloaded(lead);
});

const told = async (who: Actor, done = false) =>
  (await listNotices(await reloaded(who), { done, limit: 9 })).map(({ notification, count, frequency }) => [
    notification,
    count,
    frequency,
  ]);
const requests = async () => (await listAccessRequests(lead, project, { limit: 9 })).rows.map(({ id }) => id);

describe("a request for access", () => {
  it("is told at once to those who can answer it, whom nobody has asked whether they want it", async () => {
    const other = await makePerson(`other${serial}`);
    await mayHere(other, "unit.edit");
    await askForAccess(petra, project, "I speak Czech.");
    await askForAccess(await makePerson(`emil${serial}`), project, "I speak German.");
    expect(await told(lead)).toEqual([["AccessRequestNotification", 2, 1]]);
    for (const nobody of [other, petra, site]) expect(await told(nobody)).toEqual([]);
  });

  it("is told to superusers where nobody else can answer", async () => {
    await db.run(sql`delete from team_members where user_id = ${lead.userId}`);
    await askForAccess(petra, project, "please");
    expect(await told(site)).toEqual([["AccessRequestNotification", 1, 1]]);
    expect(await told(lead)).toEqual([]);
  });

  it("is no news any more once nobody has to answer", async () => {
    const emil = await makePerson(`emil${serial}`);
    await askForAccess(petra, project, "please");
    await askForAccess(emil, project, "please");
    await withdrawRequest(petra, project);
    expect(await told(lead)).toHaveLength(1);
    await declineAccessRequest(lead, project, (await requests())[0] ?? 0);
    expect(await told(lead)).toEqual([]);
    expect(await told(lead, true)).toHaveLength(1);
  });

  it("is told as often as the settings say, by the most specific one", async () => {
    const subscribe = (scope: number, frequency: number) =>
      db.run(sql`
        insert into subscriptions (user_id, notification, scope, frequency)
        values (${lead.userId}, 'AccessRequestNotification', ${scope}, ${frequency})`);
    await subscribe(0, 0);
    await askForAccess(petra, project, "please");
    expect(await told(lead)).toEqual([]);
    await withdrawRequest(petra, project);
    await subscribe(20, 2);
    await askForAccess(petra, project, "please");
    expect(await told(lead)).toEqual([["AccessRequestNotification", 1, 2]]);
  });

  it("is not told of a project that somebody has muted, nor behind a link that stops it", async () => {
    await payAttention(lead, { projectId: project.id }, "muted");
    await askForAccess(petra, project, "please");
    expect(await told(lead)).toEqual([]);
    await payAttention(lead, { projectId: project.id }, "usual");
    await withdrawRequest(petra, project);
    await stopNotices(await stopToken({ user: lead.userId, notification: "AccessGrantedNotification" }));
    await askForAccess(petra, project, "please");
    expect(await told(lead)).toHaveLength(1);
    await withdrawRequest(petra, project);
    await stopNotices(await stopToken({ user: lead.userId, notification: "AccessRequestNotification" }));
    await askForAccess(petra, project, "please");
    expect(await told(lead)).toEqual([]);
  });
});

describe("an answer", () => {
  it("is told to whoever asked, and once where two answer", async () => {
    await askForAccess(petra, project, "please");
    const [id = 0] = await requests();
    await Promise.allSettled([
      grantAccessRequest(lead, project, id, team),
      grantAccessRequest(site, project, id, team),
    ]);
    expect(await told(petra)).toEqual([["AccessGrantedNotification", 1, 1]]);
    const emil = await makePerson(`emil${serial}`);
    await askForAccess(emil, project, "please");
    await declineAccessRequest(lead, project, (await requests())[0] ?? 0);
    expect(await told(emil)).toEqual([["AccessDeclinedNotification", 1, 1]]);
  });

  it("is set in one place, as it concerns no project", () => {
    expect(scopesOf("AccessGrantedNotification")).toEqual([0]);
    expect(scopesOf("AccessRequestNotification")).toEqual([0, 10, 20]);
  });
});

describe("mails", () => {
  let server: MailServer;
  let leave: () => void;
  beforeEach(async () => {
    server = await startMailServer();
    leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
  });
  afterEach(async () => {
    leave();
    await server.stop();
  });

  it("tell both sides", async () => {
    await askForAccess(petra, project, "please");
    await mailNotices();
    await declineAccessRequest(lead, project, (await requests())[0] ?? 0);
    await mailNotices();
    await sendMails();
    const subjects = server.mails.map((mail) => [[mail.to].flat()[0]?.text, mail.subject]).toSorted();
    expect(subjects).toEqual([
      [lead.email, `Request for access – ${project.name}`],
      [petra.email, `Your request for access was declined – ${project.name}`],
    ]);
  });
});
