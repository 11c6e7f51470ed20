import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { fileMember, keyFileOf, Manifest, strangeMigration, tableMember } from "@/lib/domain/backups/backup";
import { beginEpoch } from "@/lib/domain/changes/epoch";
import { Failed } from "@/lib/domain/errors";
import { seed } from "@/lib/domain/settings/seed";
import { forgetCommits } from "@/lib/domain/working-copy/working-copy";
import { projects, repositories, users } from "@/lib/generated/tables";
import { type BackupFile, DamagedBackup, openBackupFile } from "@/lib/platform/backup-file";
import { assigned, named } from "@/lib/platform/columns";
import { sql, Tx } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { asFlag } from "@/lib/platform/expressions";
import { storeFileAs } from "@/lib/platform/file-store";
import { applyMigration, MIGRATIONS_TABLE, readMigrations } from "@/lib/platform/migrations";
import { secretKeyFile } from "@/lib/platform/secrets/keys";
import { dropEverything, fillTable, setSequences, withoutConstraints } from "@/lib/platform/table-copy";

/** Makes an installation what a backup says, in one transaction: it is restored whole, or nothing was changed. */

export interface RestoreOptions {
  /** Whether what the database holds may go. */
  replace: boolean;
  migrations: string;
}

/**
 * Restores a backup. @throws Failed when the file is damaged or of a newer version, or the database is in use
 * @returns the manifest
 */
export async function restore(url: string, path: string, options: RestoreOptions): Promise<Manifest> {
  const file = await openBackupFile(path).catch((error: Error) => {
    throw error instanceof DamagedBackup ? new Failed(error.message, { cause: error }) : error;
  });
  try {
    const manifest = await readManifest(file, path, options.migrations);
    await inOneTransaction(url, (client) => restoreInto(client, file, manifest, options));
    restoreKeys(keyFileOf(path));
    // Caches of other repositories than those that the database tells of now.
    await rm(dataFolder("repositories"), { recursive: true, force: true });
    dataFolder("repositories");
    await seed();
    return manifest;
  } finally {
    file.close();
  }
}

/** Reads the whole file once before anything is changed. */
async function readManifest(file: BackupFile, path: string, migrations: string): Promise<Manifest> {
  const read = Manifest.safeParse(file.manifest);
  if (!read.success)
    throw new Failed(`${path} was written by another version of Loquat in an unknown format. Use that version.`);
  const strange = strangeMigration(read.data, migrations);
  if (strange)
    throw new Failed(
      `${path} was written by a newer Loquat (${strange} is unknown here). Restore it with that version or a newer one.`,
    );
  try {
    for (const table of read.data.tables) await file.verify(tableMember(table.name), table.sha256);
    for (const one of read.data.files) await file.verify(fileMember(one.key), one.sha256);
  } catch (error) {
    throw error instanceof DamagedBackup ? new Failed(error.message, { cause: error }) : error;
  }
  return read.data;
}

async function inOneTransaction(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC -c lock_timeout=30s" });
  await client.connect();
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
    await client.query("analyze");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    if ((error as { code?: string }).code === "55P03")
      throw new Failed("The database is in use. Stop Loquat and try again; nothing was changed.");
    throw error;
  } finally {
    await client.end();
  }
}

async function restoreInto(
  client: pg.Client,
  file: BackupFile,
  manifest: Manifest,
  { replace, migrations }: RestoreOptions,
): Promise<void> {
  const tx = new Tx(() => client);
  if (!replace && (await hasContent(tx)))
    throw new Failed(
      "The database is not empty: it has users or projects. Restore into a new installation, or use --replace to delete its data. Nothing was changed.",
    );
  await dropEverything(client);
  await client.query(MIGRATIONS_TABLE);
  const then = new Set(manifest.migrations.map((one) => one.name));
  const known = readMigrations(migrations);
  for (const migration of known) if (then.has(migration.name)) await applyMigration(client, migration);
  await withoutConstraints(client, async () => {
    for (const table of manifest.tables) {
      const rows = await fillTable(client, table, await file.read(tableMember(table.name)));
      if (rows !== table.rows) throw new Error(`${table.name} got ${rows} rows instead of ${table.rows}.`);
    }
  });
  await setSequences(client, manifest.sequences);
  for (const migration of known) if (!then.has(migration.name)) await applyMigration(client, migration);
  await beginEpoch(tx);
  await forgetCommits(tx);
  // Nobody holds a working copy, and what was pushed after the backup is known by its committer alone.
  const anew = { leaseOwner: null, leaseSince: null, pushedHeads: [] };
  await tx.run(sql`update ${repositories} set ${assigned(repositories, anew)}`);
  for (const { key } of manifest.files) await storeFileAs(key, await buffer(await file.read(fileMember(key))));
}

async function hasContent(tx: Tx): Promise<boolean> {
  const content = asFlag(sql`
    exists (select from ${projects}) or exists (select from ${users} where not ${users.isAnonymous} and not ${users.isBot})`);
  const found = await tx.one(sql`select ${named({ content })}`);
  return found?.content ?? false;
}

/** Adds the keys that the backup's secrets were sealed with to those of this installation. */
function restoreKeys(path: string): void {
  if (!existsSync(path)) return;
  const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []);
  const keys = new Set([...linesOf(secretKeyFile()), ...linesOf(path)]);
  writeFileSync(secretKeyFile(), `${[...keys].join("\n")}\n`, { mode: 0o600 });
}
