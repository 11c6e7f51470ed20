import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor, SERVICE } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { type ChangeLine, record } from "@/lib/domain/changes/record";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { attentionTo, payAttention } from "@/lib/domain/notices/attention";
import { followForNotices } from "@/lib/domain/notices/follow";
import {
  findNotice,
  forgetOldNotices,
  listNotices,
  newestOpen,
  placeOf,
  setAllDone,
  setDone,
  waitingFor,
  withChanges,
} from "@/lib/domain/notices/inbox";
import { mailNotices } from "@/lib/domain/notices/mail-notices";
import { readStop, stopNotices, stopToken } from "@/lib/domain/notices/unsubscribe";
import { setPageLanguage } from "@/lib/domain/users/page-language";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { ledgerReadable } from "../../support/ledger";
import { type MailServer, startMailServer, useMailServer } from "../../support/mail-server";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";
import { textRow, textRows } from "../../support/text-rows";

/** The inbox, what is mailed of it, and the ways to hear less. */

let server: MailServer;
let leave: () => void;
let serial = 0;
let project: number;
let component: number;
let reader: Actor;

beforeEach(async () => {
  server = await startMailServer();
  leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
  await ledgerReadable();
  await followForNotices();
  await db.run(sql`delete from subscriptions`);
  await db.run(sql`delete from notices`);
  await db.run(sql`delete from mails`);
  project = await bareProject();
  component = await bareComponent(project);
  reader = await makePerson(`reader${++serial}`);
  await db.run(sql`delete from subscriptions`);
});
afterEach(async () => {
  leave();
  await server.stop();
});

const subscribe = (notification: string, frequency = 1, scope = 0) =>
  db.run(sql`
    insert into subscriptions (user_id, notification, scope, frequency)
    values (${reader.userId}, ${notification}, ${scope}, ${frequency})`);

const happen = async (...lines: Partial<ChangeLine>[]) => {
  await inTransaction((tx) =>
    record(
      tx,
      SERVICE,
      lines.map((line) => ({ action: ACTION.COMPONENT_LOCKED, projectId: project, componentId: component, ...line })),
    ),
  );
  await ledgerReadable();
  await followForNotices();
};

const lasting = (days: number) =>
  db.run(sql`update notices set day = day - ${days}::int, last_at = last_at - make_interval(days => ${days}::int)`);
const hide = (id = project) => db.run(sql`update projects set access_control = 100 where id = ${id}`);
const bell = async (who: Actor) => (await waitingFor(who)).notices;
const open = (limit = 50) => listNotices(reader, { done: false, limit });
const mailed = async () => {
  const mails = await mailNotices();
  await sendMails();
  return mails;
};

describe("the inbox", () => {
  it("lists what happened with the lines of the ledger, and counts it", async () => {
    await subscribe("LockNotification");
    await happen({}, { action: ACTION.COMPONENT_UNLOCKED });
    const rows = await open();
    expect(rows).toMatchObject([{ notification: "LockNotification", count: 2 }]);
    const [row] = await withChanges(reader, rows, 3);
    expect(row?.lines.map((line) => line.action)).toEqual([ACTION.COMPONENT_UNLOCKED, ACTION.COMPONENT_LOCKED]);
    expect(await bell(reader)).toBe(1);
  });

  it("shows and counts nothing of what somebody may not see any more", async () => {
    await subscribe("LockNotification");
    await happen({});
    await hide();
    expect(await open()).toEqual([]);
    expect(await bell(reader)).toBe(0);
  });

  it("shows nothing of a project that has shut somebody out since", async () => {
    await subscribe("LockNotification");
    await happen({});
    await db.run(sql`insert into user_blocks (user_id, project_id) values (${reader.userId}, ${project})`);
    const blocked = (await loadActor(reader.userId)) as Actor;
    expect(await bell(blocked)).toBe(0);
  });

  it("is one's own: notices of others are not found", async () => {
    await subscribe("LockNotification");
    await happen({});
    const [row] = await open();
    const other = await makePerson(`other${++serial}`);
    await expect(findNotice(other, row?.id ?? 0)).rejects.toThrow("There is no notice");
    await expect(setDone(other, row?.id ?? 0, true)).rejects.toThrow("There is no notice");
    expect(await setAllDone(other, new Date(Date.now() + 60_000))).toBe(0);
    expect(await open()).toHaveLength(1);
  });

  it("takes a notice away when it is done, and brings it back", async () => {
    await subscribe("LockNotification");
    await happen({});
    const [row] = await open();
    await setDone(reader, row?.id ?? 0, true);
    expect(await bell(reader)).toBe(0);
    expect(await listNotices(reader, { done: true, limit: 5 })).toHaveLength(1);
    await setDone(reader, row?.id ?? 0, false);
    expect(await bell(reader)).toBe(1);
  });

  it("leaves one done whose place has a newer one that waits", async () => {
    await subscribe("LockNotification");
    await happen({});
    const [row] = await open();
    await setDone(reader, row?.id ?? 0, true);
    await happen({});
    expect((await setDone(reader, row?.id ?? 0, false)).doneAt).not.toBeNull();
    expect(await open()).toHaveLength(1);
  });

  it("marks all as done that had happened when it was read, and nothing that came after", async () => {
    await subscribe("LockNotification");
    await happen({});
    const seen = await newestOpen(reader);
    await happen({ componentId: await bareComponent(project) });
    expect(await setAllDone(reader, seen as Date)).toBe(1);
    expect(await open()).toHaveLength(1);
  });

  it("goes by keyset: each notice stands on one page", async () => {
    await subscribe("LockNotification");
    for (let at = 0; at < 5; at++) await happen({ componentId: await bareComponent(project) });
    const first = await open(3);
    const last = first.at(-1);
    const rest = await listNotices(reader, { done: false, limit: 3, before: last && placeOf(last) });
    expect(new Set([...first, ...rest].map((row) => row.id)).size).toBe(5);
    expect(await listNotices(reader, { done: false, limit: 3, before: "nonsense" })).toHaveLength(3);
  });

  it("forgets what is old", async () => {
    await subscribe("LockNotification");
    await happen({});
    await lasting(181);
    expect(await forgetOldNotices()).toBe(1);
  });
});

describe("a mail", () => {
  it("tells at once, once, with links to stop that kind in one click", async () => {
    await subscribe("LockNotification");
    await happen({}, {});
    expect(await mailed()).toBe(1);
    expect(await mailed()).toBe(0);
    const [mail] = server.mails;
    expect(mail?.subject).toContain("Components locked or unlocked 2 times");
    const address = /List-Unsubscribe: <([^>]+)>/.exec(server.raw[0] ?? "")?.[1] ?? "";
    await stopNotices(new URL(address).searchParams.get("token") ?? "");
    await happen({});
    expect(await mailed()).toBe(0);
    expect(await textRows(db, sql`select 1 from subscriptions where frequency > 0`)).toEqual([]);
  });

  it("tells only what is new since the last one", async () => {
    await subscribe("LockNotification");
    await happen({}, {});
    await mailed();
    await happen({});
    await mailed();
    expect(server.mails[1]?.subject).toContain("Component locked or unlocked");
  });

  it.each([
    ["day", 2, 1, "Daily summary: 2 notices"],
    ["week", 3, 7, "Weekly summary: 2 notices"],
    ["month", 4, 31, "Monthly summary: 2 notices"],
  ])("of a %s comes when it is over, all of it in one", async (_, frequency, days, subject) => {
    await subscribe("LockNotification", frequency);
    await happen({});
    expect(await mailed()).toBe(0);
    await lasting(days);
    await happen({ componentId: await bareComponent(project) });
    await db.run(sql`update notices set day = day - ${days}::int where day = (now() at time zone 'UTC')::date`);
    expect(await mailed()).toBe(1);
    expect(server.mails[0]?.subject).toBe(subject);
    expect(await mailed()).toBe(0);
  });

  it("is not sent of what has been looked at, or may not be seen any more", async () => {
    await subscribe("LockNotification");
    await happen({});
    await setAllDone(reader, new Date(Date.now() + 60_000));
    expect(await mailed()).toBe(0);
    const hidden = await bareProject();
    await happen({ projectId: hidden, componentId: await bareComponent(hidden) });
    await hide(hidden);
    expect(await mailed()).toBe(0);
    await db.run(sql`update projects set access_control = 0 where id = ${hidden}`);
    expect(await mailed()).toBe(0);
  });

  it("goes to confirmed addresses of people who are still here", async () => {
    await subscribe("LockNotification");
    await db.run(sql`update users set email_confirmed = false where id = ${reader.userId}`);
    await happen({});
    expect(await mailed()).toBe(0);
    await db.run(sql`update users set email_confirmed = true where id = ${reader.userId}`);
    await happen({});
    await db.run(sql`update users set is_active = false where id = ${reader.userId}`);
    expect(await mailed()).toBe(0);
  });

  it("does not pile up where no mail server is set up", async () => {
    await subscribe("LockNotification");
    const back = useMailServer(undefined);
    await happen({});
    expect(await mailNotices()).toBe(0);
    back();
    expect(await mailed()).toBe(0);
    expect(await bell(reader)).toBe(1);
  });

  it("shows what others typed as text, and ten examples at most", async () => {
    await subscribe("NewCommentNotificaton");
    await happen(
      ...Array.from({ length: 14 }, (_, at) => ({
        action: ACTION.COMMENT_ADDED,
        target: `<img src=x onerror=alert(1)> number ${at}`,
      })),
    );
    await mailed();
    const html = String(server.mails[0]?.html);
    expect(html).not.toContain("<img");
    expect(html.match(/number \d+/g)).toHaveLength(10);
    expect(server.mails[0]?.subject).toContain("14 new comments");
  });

  it("is written once by two processes that write at the same time", async () => {
    await subscribe("LockNotification");
    await happen({});
    await Promise.all([mailNotices(), mailNotices(), mailNotices()]);
    await sendMails();
    expect(server.mails).toHaveLength(1);
  });

  it("is in the language that its reader has chosen, else in English", async () => {
    await setPageLanguage(reader, "en", ["en"]);
    await subscribe("LockNotification");
    await happen({});
    await mailed();
    expect(String(server.mails[0]?.html)).toContain('lang="en" dir="ltr"');
  });
});

describe("a link that stops notices", () => {
  it("does nothing when it was not made here, or was changed", async () => {
    await subscribe("LockNotification");
    const token = await stopToken({ user: reader.userId });
    const [, signed] = token.split(".");
    const forged = `${Buffer.from(JSON.stringify({ user: reader.userId + 1 })).toString("base64url")}.${signed}`;
    for (const wrong of ["", "x.y", forged, `${token}x`]) {
      await expect(stopNotices(wrong)).rejects.toThrow("This link is not complete");
      await expect(readStop(wrong)).rejects.toThrow("This link is not complete");
    }
    expect(await readStop(token)).toEqual({ username: reader.username, notification: undefined, project: undefined });
    await stopNotices(token);
    expect(await textRows(db, sql`select 1 from subscriptions where frequency > 0`)).toEqual([]);
  });

  it("for a project mutes that project alone", async () => {
    await subscribe("LockNotification");
    await stopNotices(await stopToken({ user: reader.userId, project }));
    await happen({});
    expect(await bell(reader)).toBe(0);
    const other = await bareProject();
    await happen({ projectId: other, componentId: null });
    expect(await bell(reader)).toBe(1);
  });
});

describe("attention", () => {
  it("to a project is watched, muted and usual again", async () => {
    await subscribe("LockNotification", 2, 10);
    await happen({});
    expect(await bell(reader)).toBe(0);
    await payAttention(reader, { projectId: project }, "watched");
    expect(await attentionTo(reader, { projectId: project })).toBe("watched");
    await happen({});
    expect(await bell(reader)).toBe(1);
    await setAllDone(reader, new Date(Date.now() + 60_000));
    await payAttention(reader, { projectId: project }, "muted");
    expect(await attentionTo(reader, { projectId: project })).toBe("muted");
    await subscribe("LockNotification", 1, 0);
    await happen({});
    expect(await bell(reader)).toBe(0);
    await payAttention(reader, { projectId: project }, "usual");
    expect(await attentionTo(reader, { projectId: project })).toBe("usual");
    await happen({});
    expect(await bell(reader)).toBe(1);
  });

  it("to a component follows it alone, or mutes it within a watched project", async () => {
    await subscribe("LockNotification", 2, 10);
    const place = { projectId: project, componentId: component };
    await payAttention(reader, place, "watched");
    expect(await attentionTo(reader, place)).toBe("watched");
    await happen({}, { componentId: await bareComponent(project) });
    expect(await open()).toMatchObject([{ componentId: component }]);
    await payAttention(reader, { projectId: project }, "watched");
    await payAttention(reader, place, "muted");
    await setAllDone(reader, new Date(Date.now() + 60_000));
    const other = await bareComponent(project);
    await happen({}, { componentId: other });
    expect(await open()).toMatchObject([{ componentId: other }]);
    expect(await attentionTo(reader, { projectId: project })).toBe("watched");
    const stored = await textRow<{ n: number }>(
      db,
      sql`select count(*)::int as n from watches where user_id = ${reader.userId}`,
    );
    expect(stored?.n).toBe(1);
  });
});
