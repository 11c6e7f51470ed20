import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SEALED, sealFor } from "@/lib/domain/secrets";
import { missingKeys, prepareSecrets, rotateSecrets } from "@/lib/domain/settings/stored-secrets";
import { db, rawSql, sql } from "@/lib/platform/database";
import { engineSigningKey } from "@/lib/platform/engine/keys";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { installationSecret } from "@/lib/platform/installation-secret";
import { currentKeys, secretKeyFile } from "@/lib/platform/secrets/keys";
import { isSealed, keyIdOf, open } from "@/lib/platform/secrets/seal";
import { textRow, textRows } from "../../support/text-rows";

/** Secrets in the database from the first start with a key to the last rotation. */

let before: Environment;
const set = (more: Partial<Environment>) => setEnvironment({ ...environment(), ...more });
const ADDRESS = "https://me:s3cret@code.example/r.git?private_token=abc";

beforeAll(() => {
  before = environment();
});
beforeEach(async () => {
  rmSync(secretKeyFile(), { force: true });
  set({ secretKey: undefined, secretKeysOld: [] });
  await db.run(sql`delete from settings where name in ('auth-secret', 'engine.signing-key')`);
  for (const table of ["addons", "machinery_settings", "components", "repositories", "projects"])
    await db.run(sql`delete from ${rawSql(table)}`);
});
afterEach(() => setEnvironment(before));

/** What a former version has left. */
async function plainRows(): Promise<void> {
  await db.run(sql`insert into projects (name, slug, hook_secret) values ('P', 'p', 'hook-s3cret'), ('Q', 'q', '')`);
  await db.run(sql`
    insert into machinery_settings (project_id, service, configuration)
    select id, 'deepl', '{"key": "deepl-s3cret", "url": "https://api.deepl.com/v2/"}'::jsonb from projects where slug = 'p'`);
  await db.run(sql`
    insert into machinery_settings (project_id, service, configuration)
    select id, 'mymemory', 'null'::jsonb from projects where slug = 'p'`);
  await db.run(sql`
    insert into addons (project_id, name, configuration)
    select id, 'weblate.webhook.webhook', '{"secret": "c2VjcmV0", "webhook_url": "https://a.example/?t=s3cret", "events": [2]}'::jsonb
    from projects where slug = 'p'`);
  await db.run(sql`
    insert into repositories (url, push) values
      (${ADDRESS}, 'ssh://git@code.example/r.git'), ('ssh://git:s3cret@code.example/r', ''), ('git@code.example:r', ${ADDRESS}), ('/srv/a@b', '')`);
}

interface Stored {
  hook: string[];
  deepl: Record<string, string>;
  off: unknown;
  webhook: Record<string, unknown>;
  repositories: { url: string; push: string; urlSecret: string; pushSecret: string }[];
}
async function stored(): Promise<Stored> {
  const hook = await textRows<{ hookSecret: string }>(db, sql`select hook_secret from projects order by slug`);
  const services = await textRows<{ configuration: never }>(
    db,
    sql`select configuration from machinery_settings order by service`,
  );
  const [addon] = await textRows<{ configuration: never }>(db, sql`select configuration from addons`);
  const repositories = await textRows<Stored["repositories"][number]>(
    db,
    sql`select url, push, url_secret, push_secret from repositories order by id`,
  );
  return {
    hook: hook.map((row) => row.hookSecret),
    deepl: services[0]?.configuration ?? ({} as never),
    off: services[1]?.configuration,
    webhook: addon?.configuration ?? ({} as never),
    repositories,
  };
}

/** All secrets as their owners know them. */
async function opened() {
  const { hook, deepl, webhook, repositories } = await stored();
  return {
    hook: hook.map((one) => open(one, "projects.hook_secret")),
    key: open(deepl.key ?? "", "machinery_settings.configuration"),
    secret: open(String(webhook.secret), "addons.configuration"),
    address: open(String(webhook.webhook_url), "addons.configuration"),
    urls: repositories.map((row) => open(row.urlSecret, "repositories.url_secret")),
    pushes: repositories.map((row) => open(row.pushSecret, "repositories.push_secret")),
  };
}
const SECRETS = {
  hook: ["hook-s3cret", ""],
  key: "deepl-s3cret",
  secret: "c2VjcmV0",
  address: "https://a.example/?t=s3cret",
  urls: [ADDRESS, "ssh://git:s3cret@code.example/r", "", ""],
  pushes: ["", "", ADDRESS, ""],
};

describe("plain secrets of a former version", () => {
  it("are sealed at the start, once", async () => {
    await plainRows();
    await prepareSecrets();
    const first = await stored();
    expect(JSON.stringify(first)).not.toContain("s3cret");
    expect(first.hook.map(isSealed)).toEqual([true, false]);
    expect(first.deepl.url).toBe("https://api.deepl.com/v2/");
    expect(first.off).toBeNull();
    expect(first.webhook.events).toEqual([2]);
    expect(first.repositories.map(({ url, push }) => [url, push])).toEqual([
      ["https://code.example/r.git", "ssh://git@code.example/r.git"],
      ["ssh://git@code.example/r", ""],
      ["git@code.example:r", "https://code.example/r.git"],
      ["/srv/a@b", ""],
    ]);
    expect(await opened()).toEqual(SECRETS);
    await prepareSecrets();
    expect(await stored()).toEqual(first);
  });

  it("are also those that the installation has made for itself, and no other setting", async () => {
    await db.run(sql`
      insert into settings (name, value) values ('auth-secret', '"of cookies"'), ('engine.signing-key', '"of calls"'), ('motd', '"Hello"')
      on conflict (name) do update set value = excluded.value`);
    const values = async () =>
      (
        await textRows<{ value: string }>(
          db,
          sql`select value from settings where name in ('auth-secret', 'engine.signing-key', 'motd') order by name`,
        )
      ).map(({ value }) => value);
    await prepareSecrets();
    const sealed = await values();
    expect(sealed.map(isSealed)).toEqual([true, true, false]);
    const secrets = async () => [await installationSecret("auth-secret"), await engineSigningKey()];
    expect(await secrets()).toEqual(["of cookies", "of calls"]);
    await rotateSecrets();
    expect((await values()).map(keyIdOf)).not.toEqual(sealed.map(keyIdOf));
    expect(await secrets()).toEqual(["of cookies", "of calls"]);
    // Forgotten with their key, they are made anew.
    rmSync(secretKeyFile(), { force: true });
    await expect(secrets()).rejects.toThrow(/which is missing here/);
    await rotateSecrets(true);
    expect((await secrets())[1]).toMatch(/^signkey-prod-[0-9a-f]{64}$/);
    expect((await values()).map(isSealed)).toEqual([true, true, false]);
    await db.run(sql`delete from settings where name = 'motd'`);
  });

  it("are sealed in batches, however many there are", async () => {
    await db.run(
      sql`insert into projects (name, slug, hook_secret) select i, i, 'secret ' || i from generate_series(1, 1234) i`,
    );
    await prepareSecrets();
    const rows = await textRows<{ slug: string; hookSecret: string }>(db, sql`select slug, hook_secret from projects`);
    expect(rows).toHaveLength(1234);
    for (const { slug, hookSecret } of rows) {
      expect(isSealed(hookSecret)).toBe(true);
      expect(open(hookSecret, "projects.hook_secret")).toBe(`secret ${slug}`);
    }
  });
});

describe("a start", () => {
  it("without the key that is needed says which setting is missing, and makes no other key", async () => {
    await plainRows();
    await prepareSecrets();
    const aside = `${secretKeyFile()}.aside`;
    renameSync(secretKeyFile(), aside);
    await expect(prepareSecrets()).rejects.toThrow(/LOQUAT_SECRET_KEY.*secret-key/);
    expect(existsSync(secretKeyFile())).toBe(false);
    set({ secretKey: randomBytes(32).toString("hex") });
    await expect(prepareSecrets()).rejects.toThrow(/LOQUAT_SECRET_KEY/);
    expect(await missingKeys()).toHaveLength(1);
    set({ secretKeysOld: [readFileSync(aside, "utf8").trim()] });
    await prepareSecrets();
    expect(await opened()).toEqual(SECRETS);
  });
});

describe("a rotation", () => {
  it("seals everything with the new key of the file, and the former one is gone", async () => {
    await plainRows();
    await prepareSecrets();
    const former = currentKeys().current.id;
    const was = await stored();
    expect(await rotateSecrets()).toEqual({ changed: 6, forgotten: 0 });
    expect(currentKeys().current.id).not.toBe(former);
    expect(await opened()).toEqual(SECRETS);
    expect(() => open(was.hook[0] as string, "projects.hook_secret")).toThrow(/LOQUAT_SECRET_KEY/);
    expect(readFileSync(secretKeyFile(), "utf8").trim().split("\n")).toHaveLength(1);
  });

  it("follows the setting, with the former one beside it", async () => {
    await plainRows();
    const [one, two] = [randomBytes(32).toString("hex"), randomBytes(32).toString("base64")];
    set({ secretKey: one });
    await prepareSecrets();
    set({ secretKey: two });
    await expect(rotateSecrets()).rejects.toThrow(/LOQUAT_SECRET_KEY_OLD/);
    set({ secretKeysOld: [one] });
    expect((await rotateSecrets()).changed).toBe(6);
    set({ secretKeysOld: [] });
    expect(await opened()).toEqual(SECRETS);
    expect(existsSync(secretKeyFile())).toBe(false);
  });

  it("that was killed is ended by the next one; nothing is lost", async () => {
    await plainRows();
    await db.run(
      sql`insert into projects (name, slug, hook_secret) select i, i, 'secret ' || i from generate_series(1, 6000) i`,
    );
    await prepareSecrets();
    const former = currentKeys().current.id;
    const rotated = async () =>
      (
        await textRow<{ n: number }>(
          db,
          sql`select count(*)::int as n from projects where hook_secret not like ${`%${former}%`} and hook_secret <> ''`,
        )
      )?.n ?? 0;
    const program = `
      import { readEnvironment, setEnvironment } from "@/lib/platform/environment";
      import { rotateSecrets } from "@/lib/domain/settings/stored-secrets";
      setEnvironment(readEnvironment(${JSON.stringify({ LOQUAT_DATA: environment().dataFolder, DATABASE_URL: environment().databaseUrl })}));
      await rotateSecrets();`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
    const ended = new Promise((done) => child.once("exit", (_, signal) => done(signal)));
    while ((await rotated()) === 0) await pause(5);
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    const kept = readFileSync(secretKeyFile(), "utf8").trim().split("\n");
    expect(kept).toHaveLength(2);
    expect(await opened()).toMatchObject({ key: SECRETS.key, urls: SECRETS.urls });
    await rotateSecrets();
    expect(await rotated()).toBe(6001);
    expect(readFileSync(secretKeyFile(), "utf8").trim()).toBe(kept[0]);
    for (const row of await textRows<{ slug: string; hookSecret: string }>(
      db,
      sql`select slug, hook_secret from projects where slug ~ '^[0-9]'`,
    ))
      expect(open(row.hookSecret, "projects.hook_secret")).toBe(`secret ${row.slug}`);
  });

  it("takes what others seal meanwhile", async () => {
    await plainRows();
    await prepareSecrets();
    const former = sealFor(SEALED.hookSecret, "late");
    const rotating = rotateSecrets();
    await pause(200);
    await db.run(sql`update projects set hook_secret = ${former} where slug = 'q'`);
    await rotating;
    const { hook } = await stored();
    expect(open(hook[1] as string, "projects.hook_secret")).toBe("late");
    expect(hook.map(keyIdOf)).toEqual([currentKeys().current.id, currentKeys().current.id]);
  });

  it("empties what nobody can open any more only when it is told to", async () => {
    await plainRows();
    await prepareSecrets();
    rmSync(secretKeyFile());
    await expect(rotateSecrets()).rejects.toThrow(/LOQUAT_SECRET_KEY/);
    expect(existsSync(secretKeyFile())).toBe(false);
    expect(await rotateSecrets(true)).toEqual({ changed: 6, forgotten: 6 + 1 });
    await prepareSecrets();
    expect(await opened()).toMatchObject({ hook: ["", ""], key: "", urls: ["", "", "", ""] });
  });
});
