import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { keyFileOf } from "@/lib/domain/backups/backup";
import {
  listBackups,
  MOST_BACKUPS,
  makeBackup,
  openBackup,
  removeBackup,
  startBackup,
} from "@/lib/domain/backups/kept-backups";
import { setPassword } from "@/lib/domain/users/users";
import { openBackupFile } from "@/lib/platform/backup-file";
import { db, sql } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { makePerson } from "../../support/people";

/** Backups that pages make and fetch. */

let admin: Actor;
let vera: Actor;
const proof = { secret: "a long and quiet river", session: "" };
const folder = () => dataFolder("backups");

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  vera = await makePerson("vera");
  for (const { userId, username } of [admin, vera]) await setPassword(userId, username, proof.secret);
});

beforeEach(async () => {
  for (const { name } of (await listBackups(admin)).backups) await removeBackup(admin, name);
  await db.run(sql`update tasks set state = 'done' where kind = 'back-up'`);
});

const made = async (): Promise<string> => {
  const task = await startBackup(admin);
  const { file } = await makeBackup(task, () => {});
  await db.run(sql`update tasks set state = 'done' where id = ${task}::uuid`);
  return file;
};

it("is made by a task that says how far it is, for its owner's eyes only, and whole", async () => {
  const task = await startBackup(admin);
  const seen: (readonly [number, number])[] = [];
  const result = await makeBackup(task, (done, total) => {
    seen.push([done, total]);
  });
  expect(result).toMatchObject({ uploads: 0, missing: 0 });
  expect(result.rows).toBeGreaterThan(10);
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
  expect(await listBackups(admin)).toMatchObject({ backups: [{ name: result.file }], task });
  expect(statSync(join(folder(), result.file)).mode & 0o777).toBe(0o600);
  const opened = await openBackupFile(join(folder(), result.file));
  await opened.close();
  // A second try of the same task writes the same file.
  expect((await makeBackup(task, () => {})).file).toBe(result.file);
  expect((await listBackups(admin)).backups).toHaveLength(1);
});

it("is for superusers alone, in every act", async () => {
  const name = await made();
  const visitor = await anonymousActor();
  const ofProject = { ...admin, tokenProjectId: 1 };
  for (const [actor, why] of [
    [vera, "only superusers"],
    [visitor, "Sign in"],
    [ofProject, "only superusers"],
  ] as const) {
    await expect(listBackups(actor)).rejects.toThrow(why);
    await expect(startBackup(actor)).rejects.toThrow(why);
    await expect(openBackup(actor, proof, name)).rejects.toThrow(why);
    await expect(removeBackup(actor, name)).rejects.toThrow(why);
  }
  expect(existsSync(join(folder(), name))).toBe(true);
});

it("is fetched by those who prove once more who they are, byte by byte, without the keys", async () => {
  const name = await made();
  await expect(openBackup(admin, { ...proof, secret: "guessed" }, name)).rejects.toMatchObject({
    fields: [{ path: "currentPassword" }],
  });
  const { content, size } = await openBackup(admin, proof, name);
  expect((await buffer(content)).length).toBe(size);
  expect(size).toBe(statSync(join(folder(), name)).size);
});

it("gives no other file than backups, wherever a name leads", async () => {
  writeFileSync(join(folder(), "other.zip"), "secret");
  const key = `${await made()}.key`;
  writeFileSync(join(folder(), key), "secret");
  for (const name of ["other.zip", "../secret-key", key, "loquat-20260101-000000-00000000.zip", "", "."]) {
    await expect(openBackup(admin, proof, name), name).rejects.toThrow("not on this machine");
    await expect(removeBackup(admin, name), name).rejects.toThrow("not on this machine");
  }
  expect(existsSync(join(folder(), "other.zip"))).toBe(true);
  expect((await listBackups(admin)).backups).toMatchObject([{ keys: true }]);
});

it("goes with the keys beside it", async () => {
  const name = await made();
  writeFileSync(join(folder(), keyFileOf(name)), "secret");
  await removeBackup(admin, name);
  expect(readdirSync(folder()).filter((one) => one.startsWith(name))).toEqual([]);
});

it("is not begun while another one is made, nor when there are many", async () => {
  await startBackup(admin);
  await expect(startBackup(admin)).rejects.toThrow("already");
  await db.run(sql`update tasks set state = 'failed' where kind = 'back-up'`);
  for (let n = 0; n < MOST_BACKUPS; n++)
    writeFileSync(join(folder(), `loquat-20260101-00000${n}-0000000${n}.zip`), "zip");
  await expect(startBackup(admin)).rejects.toThrow("remove one first");
});
