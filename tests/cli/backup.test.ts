import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareDatabase } from "@/lib/cli/database-server";
import { restore } from "@/lib/cli/restore";
import type { Actor } from "@/lib/domain/access/actor";
import { backUp } from "@/lib/domain/backups/backup";
import { followChanges } from "@/lib/domain/changes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { commitPending } from "@/lib/domain/integrate/commit";
import { pushRepository } from "@/lib/domain/integrate/push";
import { createScreenshot } from "@/lib/domain/screenshots/screenshots";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { askTouched } from "@/lib/domain/units/related-checks";
import { beginSession } from "@/lib/domain/users/sessions";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { closeDatabase, databaseUrl, db, sql } from "@/lib/platform/database";
import { type EmbeddedServer, startEmbedded } from "@/lib/platform/embedded-postgres";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { storedKeys } from "@/lib/platform/file-store";
import { currentKeys } from "@/lib/platform/secrets/keys";
import type { Upstream } from "../support/git";
import { ledgerReadable, tallyAll } from "../support/ledger";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { png } from "../support/pictures";
import { textRows } from "../support/text-rows";

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr "Konec"

msgid "Open"
msgstr ""
`;

const folder = mkdtempSync(join(tmpdir(), "loquat-backup-"));
const file = join(folder, "saved.zip");
const options = { replace: false, migrations: "prisma/migrations" };
let first: Environment;
let second: EmbeddedServer;
let admin: Actor;
let component: ComponentRow;
let upstream: Upstream;
let before: Record<string, string[]>;

/** Sessions end, the tallies are made anew, and settings tell of the restore. */
const APART = new Set(["sessions", "change_boundaries", "settings", "_prisma_migrations"]);

/** Columns that say which commit holds a text. */
const OF_COMMITS: Record<string, string[]> = {
  pending_changes: ["commit"],
  repositories: ["kept_head", "kept_remote"],
};

/** Every row of every table as text, sorted; without what says which commit holds a text. */
async function everything(): Promise<Record<string, string[]>> {
  const tables = await textRows<{ name: string }>(
    db,
    sql`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1`,
  );
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (APART.has(name)) continue;
    const row = `to_jsonb(t)${(OF_COMMITS[name] ?? []).map((column) => ` - '${column}'`).join("")}`;
    const { rows } = await client.query<{ row: string }>(`select (${row})::text as row from "${name}" t order by 1`);
    if (name !== "local_commits" && name !== "commit_bundles") all[name] = rows.map((one) => one.row);
  }
  await client.end();
  return all;
}

/** Goes on with a new, empty installation on another server. */
async function moveTo(database: string, data: string): Promise<string> {
  await closeDatabase();
  const url = second.url.replace(/\/loquat(?=\?|$)/, `/${database}`);
  mkdirSync(join(folder, data));
  setEnvironment({ ...first, databaseUrl: url, dataFolder: join(folder, data) });
  await prepareDatabase(url);
  return url;
}

beforeAll(async () => {
  first = environment();
  admin = await makePerson("admin", { superuser: true });
  ({ component, upstream } = await connect(
    admin,
    { "po/cs.po": PO },
    {
      filemask: "po/*.po",
      fileFormat: "po",
      pushOnCommit: false,
    },
  ));
  currentKeys();
  await beginSession(
    { id: admin.userId, sessionVersion: 1 },
    {
      mark: "m",
      userAgent: "",
      address: "127.0.0.1",
    },
  );
  await editUnit(admin, await unitId(component, "cs", "Quit"), { targets: ["Ukončit\t\\N\n"], state: 20 });
  await editUnit(admin, await unitId(component, "cs", "Open"), { targets: ["Otevřít"], state: 20 });
  await withWorkingCopy(component.repositoryId, commitPending);
  // The transactions of this server are numbered far higher than those of the next.
  for (let count = 0; count < 3000; count++) await db.run(sql`select pg_current_xact_id()`);
  await editUnit(admin, await unitId(component, "cs", "Quit"), { targets: ["Skončit"], state: 20 });
  const translation = await findTranslation(admin, component, "cs");
  await createScreenshot(admin, translation, { name: "Menu", repositoryFilename: "", content: png(20, 10) });
  await tallyAll();
  // What was saved is looked at a moment later, which takes a row away.
  await askTouched();
  before = await everything();
  await backUp(file);
  second = await startEmbedded({ folder: join(folder, "postgres"), fast: true });
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  setEnvironment(first);
  await second?.stop();
});

describe("a backup", () => {
  it("is for its owner alone, and the keys lie beside it", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(first.dataFolder, "secret-key"), "utf8");
    expect(readFileSync(`${file}.key`, "utf8")).toBe(key);
    expect(readFileSync(file).includes(key.trim())).toBe(false);
  });

  it("is refused when it is torn or altered, and nothing is changed", async () => {
    const url = await moveTo("damaged", "damaged");
    const whole = readFileSync(file);
    const broken = join(folder, "broken.zip");
    const state = await everything();
    const attempts: Buffer[] = [whole.subarray(0, whole.length - 300), whole.subarray(0, 1000), Buffer.from("no zip")];
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const copy = Buffer.from(whole);
      copy.fill(0x55, Math.floor(whole.length * share), Math.floor(whole.length * share) + 20);
      attempts.push(copy);
    }
    // Bytes between the members say nothing: where only those were hit, all is restored as it was.
    let expected = state;
    let refused = 0;
    for (const content of attempts) {
      writeFileSync(broken, content);
      try {
        await restore(url, broken, { ...options, replace: true });
        expected = before;
      } catch (error) {
        expect((error as Error).message).toMatch(/not a complete Loquat backup/);
        refused++;
      }
      expect(await everything()).toEqual(expected);
    }
    expect(refused).toBeGreaterThanOrEqual(5);
    await expect(restore(url, join(folder, "none.zip"), options)).rejects.toThrow(/There is no file/);
    expect(await everything()).toEqual(expected);
  });

  it("of a newer version is refused", async () => {
    const url = await moveTo("older", "older");
    const migrations = join(folder, "migrations");
    const all = readdirSync("prisma/migrations")
      .filter((name) => /^\d/.test(name))
      .sort();
    for (const name of all.slice(0, -1))
      cpSync(join("prisma/migrations", name), join(migrations, name), { recursive: true });
    await expect(restore(url, file, { replace: false, migrations })).rejects.toThrow(
      new RegExp(`newer Loquat \\(${all.at(-1)}`),
    );
  });

  it("restores every row on a younger server, uploads and keys too", async () => {
    const url = await moveTo("restored", "restored");
    await restore(url, file, options);
    expect(await everything()).toEqual(before);
    expect(await textRows(db, sql`select * from sessions`)).toEqual([]);
    expect(await storedKeys("screenshots", -60_000)).toHaveLength(1);
    expect(readFileSync(join(folder, "restored/secret-key"), "utf8")).toContain(
      readFileSync(`${file}.key`, "utf8").trim(),
    );
    expect(await counterDrift()).toEqual([]);
    await expect(db.run(sql`update changes set target = 'x'`)).rejects.toThrow(/append-only/);
    await expect(restore(url, file, options)).rejects.toThrow(/not empty.*--replace/s);
    await restore(url, file, { ...options, replace: true });
    expect(await everything()).toEqual(before);
  });

  it("is followed from the beginning at once, with what comes after it at the end", async () => {
    await editUnit(admin, await unitId(component, "cs", "Open"), { targets: ["Otevři"], state: 20 });
    await ledgerReadable();
    const lines = await followChanges(admin, "0-0", {}, 1000);
    expect(lines.at(-1)?.target).toBe("Otevři");
    expect(lines).toHaveLength((before.changes?.length ?? 0) + 1);
  });

  it("has texts that no remote had wait again: upstream gets each once, with its author", async () => {
    expect(upstream.read("po/cs.po")).toContain('msgstr "Konec"');
    expect(await textRows(db, sql`select 1 from pending_changes where commit is not null`)).toEqual([]);
    await withWorkingCopy(component.repositoryId, async (checkout) => {
      await commitPending(checkout);
      await pushRepository(checkout);
    });
    const text = upstream.read("po/cs.po");
    expect(text).toContain('msgstr "Skončit"');
    expect(text.match(/"Otevři"/g)).toHaveLength(1);
    expect(upstream.git("log", "--format=%an", "main").trim().split("\n")).toEqual(["Admin", "Upstream"]);
  });
});
