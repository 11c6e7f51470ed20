import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import {
  announcementsAround,
  announcementsEverywhere,
  createAnnouncement,
  EVERYWHERE,
  listAnnouncements,
  mayAnnounce,
  removeAnnouncement,
} from "@/lib/domain/projects/announcements";
import { db, sql } from "@/lib/platform/database";
import { actor as bareActor, grant } from "../../support/actors";
import { makePerson } from "../../support/people";
import { bareProject } from "../../support/places";

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

it("ends with its last day, and one of a project is not everywhere", async () => {
  await db.run(sql`insert into announcements (message, expiry) values ('over', current_date - 1)`);
  await db.run(sql`insert into announcements (project_id, message) values (${await bareProject()}, 'there')`);
  const last = await createAnnouncement(admin, EVERYWHERE, { ...INPUT, expiry: "2099-12-31" });
  expect((await announcementsEverywhere()).map(({ id }) => id)).toEqual([last.id]);
});
