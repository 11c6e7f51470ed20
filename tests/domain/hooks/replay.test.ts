import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { Conflict, Forbidden, NotFound } from "@/lib/domain/errors";
import { receivePush, receiveUpdate } from "@/lib/domain/hooks/hooks";
import { listReceipts, noteReceipt } from "@/lib/domain/hooks/receipts";
import { replayNotification } from "@/lib/domain/hooks/replay";
import { hookSetUp } from "@/lib/domain/hooks/set-up";
import { SEALED, sealFor } from "@/lib/domain/secrets";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { actor, grant } from "../../support/actors";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject, bareRepository } from "../../support/places";
import { textRows } from "../../support/text-rows";

/** Notifications of code hosts that are handled again. */

const NOTHING = { headers: new Headers(), body: new Uint8Array() };
const push = (name: string, branch = "main") => ({
  service: "GitHub",
  repository: `https://github.com/fruit/${name}`,
  candidates: [`https://github.com/fruit/${name}`, `https://robot:swordfish@github.com/fruit/${name}.git`],
  branch,
  fullName: `fruit/${name}`,
});

let admin: Actor;
let lead: Actor;
let component: ComponentRow;
let other: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const at = async (name: string) => {
    const repositoryId = await bareRepository(`https://github.com/fruit/${name}`);
    return findComponentById(admin, await bareComponent(await bareProject(), { repositoryId }));
  };
  [component, other] = [await at("orchard"), await at("garden")];
  const petra = await makePerson("petra");
  const permissions = ["vcs.update", "component.edit"];
  lead = actor({
    userId: petra.userId,
    username: "petra",
    grants: [grant({ projects: [component.projectId], permissions })],
  });
});
beforeEach(async () => {
  for (const table of [sql`tasks`, sql`hook_notices`, sql`changes`, sql`hook_receipts`])
    await db.run(sql`delete from ${table}`);
  await db.run(sql`update repositories set update_wanted_at = null`);
  await db.run(sql`update projects set hook_secret = '', enable_hooks = true`);
});

const receipts = async () => (await listReceipts(admin, { words: "", limit: 9 })).rows;
const started = async () =>
  (
    await textRows<{ id: number }>(
      db,
      sql`select component_id as id from tasks where kind = 'update-repository' order by 1`,
    )
  ).map(({ id }) => id);

it("update what they name once more, and are listed as repetitions", async () => {
  await receivePush("github", push("orchard"), NOTHING);
  const [first] = await receipts();
  expect(first).toMatchObject({ outcome: "updated", replayable: true, replayOf: null, replayer: null });
  await db.run(sql`delete from tasks`);
  await db.run(sql`delete from hook_notices`);
  await db.run(sql`update repositories set update_wanted_at = null`);
  expect(await replayNotification(admin, first?.id ?? 0)).toEqual({ outcome: "updated", updated: 1 });
  expect(await started()).toEqual([component.id]);
  const [again] = await receipts();
  expect(again).toMatchObject({
    ...{ outcome: "updated", service: "github", event: "push", branch: "main", replayOf: first?.id, replayable: true },
    components: [{ name: component.name }],
  });
  expect(again?.replayer).toBe("Admin");
  const lines = await textRows<{ user: number }>(
    db,
    sql`select user_id as user from changes where action = 53 order by id`,
  );
  expect(lines.map(({ user }) => user)).toEqual([null, admin.userId]);
  // A repetition of a repetition names what it all began with.
  await replayNotification(admin, again?.id ?? 0);
  expect((await receipts())[0]).toMatchObject({ replayOf: first?.id });
});

it("are handled as things are now: another address, branch or setting counts", async () => {
  await receivePush("github", push("meadow"), NOTHING);
  const [missed] = await receipts();
  expect(missed).toMatchObject({ outcome: "unmatched", replayable: true });
  expect(await replayNotification(admin, missed?.id ?? 0)).toEqual({ outcome: "unmatched", updated: 0 });
  await db.run(sql`update repositories set url = 'https://github.com/fruit/meadow' where id = ${other.repositoryId}`);
  expect(await replayNotification(admin, missed?.id ?? 0)).toEqual({ outcome: "updated", updated: 1 });
  expect(await started()).toEqual([other.id]);
  await db.run(sql`update repositories set branch = 'next' where id = ${other.repositoryId}`);
  expect(await replayNotification(admin, missed?.id ?? 0)).toEqual({ outcome: "unmatched", updated: 0 });
  expect((await receipts())[0]).toMatchObject({ detail: "other-branch" });
  await db.run(
    sql`update repositories set branch = 'main', url = 'https://github.com/fruit/garden' where id = ${other.repositoryId}`,
  );
  await receivePush("github", push("garden"), NOTHING);
  const [open] = await receipts();
  await db.run(sql`update projects set enable_hooks = false where id = ${other.projectId}`);
  expect(await replayNotification(admin, open?.id ?? 0)).toEqual({ outcome: "refused", updated: 0 });
});

it("need no signature of who may update, and reach nothing else", async () => {
  await db.run(sql`update projects set hook_secret = ${sealFor(SEALED.hookSecret, "orchard")}`);
  await receivePush("github", push("orchard"), NOTHING);
  const [unsigned] = await receipts();
  expect(unsigned).toMatchObject({ outcome: "unsigned", replayable: true });
  expect(await replayNotification(lead, unsigned?.id ?? 0, component)).toEqual({ outcome: "updated", updated: 1 });
  await receivePush("github", push("garden"), NOTHING);
  const [elsewhere] = await receipts();
  await expect(replayNotification(lead, elsewhere?.id ?? 0, component)).rejects.toBeInstanceOf(NotFound);
  await expect(replayNotification(lead, elsewhere?.id ?? 0)).rejects.toBeInstanceOf(Forbidden);
  await expect(replayNotification(lead, elsewhere?.id ?? 0, other)).rejects.toBeInstanceOf(Forbidden);
  const onlyManages = actor({
    userId: lead.userId,
    username: "petra",
    grants: [grant({ projects: [], permissions: ["management.use"] })],
  });
  expect(await replayNotification(onlyManages, elsewhere?.id ?? 0)).toMatchObject({ updated: 0 });
});

it("are told to who looks after the component, with no secrets kept", async () => {
  await receivePush("github", push("orchard"), NOTHING);
  const { mayReplay, received } = await hookSetUp(lead, component);
  expect(mayReplay).toBe(true);
  expect(received).toMatchObject([{ replayable: true, replayOf: null }]);
  const [kept] = await textRows<{ push: string }>(db, sql`select push::text as push from hook_receipts`);
  expect(kept?.push).toContain("https://github.com/fruit/orchard.git");
  expect(kept?.push).not.toContain("swordfish");
});

it("of the plain hook update the same place", async () => {
  await receiveUpdate(component.project.slug, [component.slug], NOTHING);
  const [first] = await receipts();
  await db.run(sql`delete from tasks`);
  await db.run(sql`update repositories set update_wanted_at = null`);
  expect(await replayNotification(admin, first?.id ?? 0)).toEqual({ outcome: "updated", updated: 1 });
  expect(await started()).toEqual([component.id]);
});

it("that say nothing of a repository cannot be repeated, nor any while hooks are off", async () => {
  await noteReceipt({ service: "github", event: "ping", outcome: "other" });
  const [ping] = await receipts();
  expect(ping).toMatchObject({ replayable: false });
  await expect(replayNotification(admin, ping?.id ?? 0)).rejects.toBeInstanceOf(NotFound);
  await expect(replayNotification(admin, 999_999_999)).rejects.toBeInstanceOf(NotFound);
  await receivePush("github", push("orchard"), NOTHING);
  const [first] = await receipts();
  const before = environment();
  setEnvironment({ ...before, hooksEnabled: false });
  try {
    await expect(replayNotification(admin, first?.id ?? 0)).rejects.toBeInstanceOf(Conflict);
  } finally {
    setEnvironment(before);
  }
});
