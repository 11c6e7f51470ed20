import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import {
  announcementsAround,
  announcementsEverywhere,
  changeAnnouncement,
  createAnnouncement,
  dismissAnnouncement,
  dismissedOf,
  EVERYWHERE,
  listAnnouncements,
  mayAnnounce,
  mayChangeAnnouncements,
  removeAnnouncement,
  undismissed,
} from "@/lib/domain/projects/announcements";
import { db, sql } from "@/lib/platform/database";
import { actor as bareActor, grant } from "../../support/actors";
import { makePerson } from "../../support/people";
import { bareProject } from "../../support/places";
import { textRow } from "../../support/text-rows";

/** What is announced on all pages. */

let admin: Actor;
let vera: Actor;
const INPUT = { message: "Down on **Sunday**", severity: "warning", notify: false, expiry: null };

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  vera = await makePerson("vera");
});

it("is posted and taken down by those who have the right for it, and seen at once", async () => {
  const projectId = await bareProject();
  expect(await announcementsEverywhere()).toEqual([]);
  const posted = await createAnnouncement(admin, EVERYWHERE, INPUT);
  expect(await announcementsEverywhere()).toMatchObject([{ id: posted.id, message: INPUT.message }]);
  expect(await announcementsAround({ projectId })).toEqual([]);
  expect((await listAnnouncements(EVERYWHERE, { limit: 5, offset: 0 })).count).toBe(1);
  await expect(removeAnnouncement(vera, EVERYWHERE, posted.id)).rejects.toThrow("announcement.edit");
  await removeAnnouncement(admin, EVERYWHERE, posted.id);
  expect(await announcementsEverywhere()).toEqual([]);
  await expect(removeAnnouncement(admin, EVERYWHERE, posted.id)).rejects.toThrow("no announcement");
});

it("is not for those who may announce in a project", async () => {
  const coordinator = bareActor({
    userId: vera.userId,
    grants: [grant({ permissions: ["announcement.add", "announcement.delete"] })],
  });
  expect(mayAnnounce(coordinator, EVERYWHERE, "announcement.add")).toBe(false);
  await expect(createAnnouncement(coordinator, EVERYWHERE, INPUT)).rejects.toThrow("announcement.edit");
  expect(await announcementsEverywhere()).toEqual([]);
});

it("is changed by those who may post and take down, and then seen again by those who had dismissed it", async () => {
  const posted = await createAnnouncement(admin, EVERYWHERE, INPUT);
  const seen = async (who: Actor) =>
    (await undismissed(who, await announcementsEverywhere())).map(({ message }) => message);
  await dismissAnnouncement(vera, posted.id, true);
  await dismissAnnouncement(vera, posted.id, true);
  await dismissAnnouncement(vera, posted.id + 1000, true);
  expect([await seen(vera), await seen(admin)]).toEqual([[], [INPUT.message]]);
  await changeAnnouncement(admin, EVERYWHERE, posted.id, { expiry: "2099-12-31" });
  expect(await seen(vera)).toEqual([]);
  await expect(changeAnnouncement(admin, EVERYWHERE, posted.id, { expiry: "2020-01-31" })).rejects.toThrow(
    "The last day 2020-01-31 is over",
  );
  await expect(changeAnnouncement(vera, EVERYWHERE, posted.id, { message: "Mine" })).rejects.toThrow(
    "announcement.edit",
  );
  const changed = await changeAnnouncement(admin, EVERYWHERE, posted.id, { message: "Up again" });
  expect(changed).toEqual({ ...INPUT, id: posted.id, message: "Up again", expiry: "2099-12-31" });
  expect(await seen(vera)).toEqual(["Up again"]);
  await dismissAnnouncement(vera, posted.id, true);
  expect(await dismissedOf(vera, [posted.id])).toEqual(new Set([posted.id]));
  await dismissAnnouncement(vera, posted.id, false);
  expect(await seen(vera)).toEqual(["Up again"]);
  const visitor = await anonymousActor();
  await expect(dismissAnnouncement(visitor, posted.id, true)).rejects.toThrow("Sign in");
  expect(await seen(visitor)).toEqual(["Up again"]);
  await removeAnnouncement(admin, EVERYWHERE, posted.id);
  await expect(changeAnnouncement(admin, EVERYWHERE, posted.id, { message: "Gone" })).rejects.toThrow(
    "no announcement",
  );
});

it("of a project is changed there alone, by those who have both rights", async () => {
  const projectId = await bareProject();
  const project = { id: projectId, accessControl: 0 as const };
  const scope = { projectId, permissionScope: { project } };
  const { id } = await createAnnouncement(admin, scope, INPUT);
  const other = { projectId: await bareProject(), permissionScope: { project } };
  await expect(changeAnnouncement(admin, other, id, { message: "Elsewhere" })).rejects.toThrow("no announcement");
  await expect(changeAnnouncement(admin, EVERYWHERE, id, { message: "Elsewhere" })).rejects.toThrow("no announcement");
  const may = (...permissions: string[]) =>
    bareActor({ userId: vera.userId, grants: [grant({ projects: [projectId], permissions })] });
  for (const [one, missing] of [
    [may("announcement.add"), "announcement.delete"],
    [may("announcement.delete"), "announcement.add"],
  ] as const) {
    expect(mayChangeAnnouncements(one, scope)).toBe(false);
    await expect(changeAnnouncement(one, scope, id, { message: "Mine" })).rejects.toThrow(missing);
  }
  expect((await announcementsAround({ projectId })).map(({ message }) => message)).toEqual([INPUT.message]);
  const both = may("announcement.add", "announcement.delete");
  expect(mayChangeAnnouncements(both, scope)).toBe(true);
  await changeAnnouncement(both, scope, id, { severity: "danger" });
  expect(await announcementsAround({ projectId })).toMatchObject([{ severity: "danger", message: INPUT.message }]);
});

it("ends with its last day, and one of a project is not everywhere", async () => {
  await db.run(sql`insert into announcements (message, expiry) values ('over', current_date - 1)`);
  await db.run(sql`insert into announcements (project_id, message) values (${await bareProject()}, 'there')`);
  const last = await createAnnouncement(admin, EVERYWHERE, { ...INPUT, expiry: "2099-12-31" });
  expect((await announcementsEverywhere()).map(({ id }) => id)).toEqual([last.id]);
  // Today is a last day; one that is over already is none, and what has ended can be told otherwise with the end that it has.
  const day = async (shift: number) =>
    (await textRow<{ day: string }>(db, sql`select to_char(current_date + ${shift}::int, 'YYYY-MM-DD') as day`))!.day;
  await createAnnouncement(admin, EVERYWHERE, { ...INPUT, expiry: await day(0) });
  const count = () => textRow<{ n: number }>(db, sql`select count(*)::int as n from announcements`);
  const before = await count();
  await expect(createAnnouncement(admin, EVERYWHERE, { ...INPUT, expiry: await day(-1) })).rejects.toThrow("is over");
  expect(await count()).toEqual(before);
  await db.run(sql`update announcements set expiry = current_date - 1 where id = ${last.id}`);
  const ended = await changeAnnouncement(admin, EVERYWHERE, last.id, { message: "Ended", expiry: await day(-1) });
  expect(ended).toMatchObject({ message: "Ended", expiry: await day(-1) });
});
