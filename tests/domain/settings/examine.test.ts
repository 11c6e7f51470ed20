import { chmodSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { worded } from "@/lib/domain/errors";
import { createProject } from "@/lib/domain/projects/projects";
import { examineInstallation } from "@/lib/domain/settings/examine";
import { writeSetting } from "@/lib/domain/settings/settings";
import { db, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { makePerson } from "../../support/people";

/** Each risk is found when it is there, and only then. */

const closed = { all: false, hosts: [], networks: [] };
const SAFE = {
  baseUrl: "https://translate.example",
  host: "127.0.0.1",
  trustProxy: true,
  localRepositories: [],
  privateRepositories: closed,
  privateServices: closed,
  secretKey: "ab".repeat(32),
};
let usual: Environment;
beforeAll(() => {
  usual = environment();
});

const found = async (): Promise<string> =>
  (await examineInstallation()).map(({ what }) => worded(what).message).join("\n");

beforeEach(async () => {
  setEnvironment({ ...usual, ...SAFE });
  chmodSync(usual.dataFolder, 0o700);
  await writeSetting(db, "registration", "closed");
  await writeSetting(db, "last-backup", { at: new Date().toISOString() });
  expect(await found()).toBe("");
});
afterEach(() => setEnvironment(usual));

describe("an installation", () => {
  it.each([
    ["without https", { baseUrl: "http://translate.example" }, /not encrypted/],
    ["behind a proxy that is not trusted", { trustProxy: false }, /share one address/],
    ["that listens beside its proxy", { host: "0.0.0.0" }, /listens on 0\.0\.0\.0/],
    ["with folders of the machine", { localRepositories: ["/srv/git"] }, /below \/srv\/git/],
    [
      "with repositories in all private networks",
      { privateRepositories: { ...closed, all: true } },
      /Repositories can be in any private network/,
    ],
    [
      "with services in all private networks",
      { privateServices: { ...closed, all: true } },
      /services and webhooks can connect to any private network/,
    ],
  ])("%s is at risk", async (_, change, expected) => {
    setEnvironment({ ...usual, ...SAFE, ...change });
    expect(await found()).toMatch(expected);
  });

  it("on this machine needs no https", async () => {
    setEnvironment({ ...usual, ...SAFE, baseUrl: "http://localhost:3000" });
    expect(await found()).toBe("");
  });

  it("whose data folder others can open is at risk", async () => {
    chmodSync(usual.dataFolder, 0o755);
    expect(await found()).toMatch(/Other accounts .* data folder/);
  });

  it("whose key lies beside an external database only is at risk", async () => {
    setEnvironment({ ...usual, ...SAFE, secretKey: undefined });
    expect(await found()).toMatch(/encryption key is only stored in .*secret-key\./);
  });

  it("whose secrets cannot be opened is at risk", async () => {
    const admin = await makePerson("keeper", { superuser: true });
    const { slug } = await createProject(admin, { name: "Sealed", slug: "sealed", web: "", hookSecret: "s3cret" });
    expect(await found()).toBe("");
    setEnvironment({ ...usual, ...SAFE, secretKey: "cd".repeat(32) });
    expect(await found()).toMatch(/cannot be decrypted: the key [0-9a-f]{16} is missing/);
    setEnvironment({ ...usual, ...SAFE, secretKey: "cd".repeat(32), secretKeysOld: [SAFE.secretKey] });
    expect(await found()).toBe("");
    await db.run(sql`update projects set hook_secret = '' where slug = ${slug}`);
  });

  it("with open registration is at risk, and says which role strangers get", async () => {
    await writeSetting(db, "registration", "open");
    expect(await found()).toMatch(/Anyone can register and then has the role Power user/);
    await db.run(sql`
      delete from team_roles where team_id = (select id from teams where name = 'Users' and builtin)`);
    expect(await found()).toBe("Anyone can register.");
  });

  it("with a private project without a hook secret is at risk", async () => {
    const admin = await makePerson("admin", { superuser: true });
    await createProject(admin, { name: "Public", slug: "public", web: "" });
    const priv = await createProject(admin, { name: "Private", slug: "private", web: "", accessControl: 100 });
    expect(await found()).toMatch(/no hook secret: private\./);
    await db.run(sql`update projects set enable_hooks = false where id = ${priv.id}`);
    expect(await found()).toBe("");
  });

  it("without a backup of the last week is at risk", async () => {
    const daysAgo = (days: number) => ({ at: new Date(Date.now() - days * 86_400_000).toISOString() });
    await writeSetting(db, "last-backup", daysAgo(6.9));
    expect(await found()).toBe("");
    await writeSetting(db, "last-backup", daysAgo(8.1));
    expect(await found()).toMatch(/The last backup is 8 days old/);
    await db.run(sql`delete from settings where name = 'last-backup'`);
    expect(await found()).toMatch(/There is no backup/);
    await writeSetting(db, "last-backup", daysAgo(0));
  });
});
