import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import pg from "pg";
import { z } from "zod";
import { writeSetting } from "@/lib/domain/settings/settings";
import { type AddMember, writeBackupFile } from "@/lib/platform/backup-file";
import { db } from "@/lib/platform/database";
import { readStored } from "@/lib/platform/file-store";
import { readMigrations } from "@/lib/platform/migrations";
import { secretKeyFile } from "@/lib/platform/secrets/keys";
import { readTable, sequenceStates, tableShapes } from "@/lib/platform/table-copy";

/** Writes all that makes an installation into one file, from one moment, while it runs. */

/** What a backup says of itself. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  files: z.array(z.object({ key: z.string(), sha256: z.string() })),
  /** Uploads that a row tells of and that the store does not have. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Sessions end with a restore; the migrations stand in the manifest. Tables that a crash empties are never read. */
const LEFT_OUT = new Set(["sessions", "_prisma_migrations"]);

export const tableMember = (name: string) => `tables/${name}`;
export const fileMember = (key: string) => `files/${key}`;
export const keyFileOf = (path: string) => `${path}.key`;

/** Saves the installation; gives the manifest. */
export async function backUp(url: string, path: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  await writeBackupFile(path, async (add) => {
    manifest = await fill(url, add);
    return manifest;
  });
  saveKeys(keyFileOf(path));
  await writeSetting(db, "last-backup", { at: new Date().toISOString() });
  if (!manifest) throw new Error("The backup has no manifest.");
  return manifest;
}

async function fill(url: string, add: AddMember): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const migrations = await client.query<{ name: string; checksum: string }>(`
      select migration_name as name, checksum from _prisma_migrations where finished_at is not null order by migration_name`);
    const keys = await client.query<{ key: string }>("select distinct file_key as key from screenshots order by 1");
    const version = await client.query<{ server_version: string }>("show server_version");
    const tables: Manifest["tables"] = [];
    for (const shape of await tableShapes(client)) {
      if (LEFT_OUT.has(shape.name)) continue;
      const { stream, rows } = readTable(client, shape);
      const sha256 = await add(tableMember(shape.name), stream);
      tables.push({ ...shape, rows: rows(), sha256 });
    }
    // Not of the moment, but later: they only have to be beyond every row.
    const sequences = await sequenceStates(client);
    await client.query("commit");
    return {
      format: 1,
      createdAt: new Date().toISOString(),
      postgres: version.rows[0]?.server_version ?? "",
      migrations: migrations.rows,
      tables,
      sequences,
      ...(await addFiles(
        add,
        keys.rows.map((row) => row.key),
      )),
    };
  } finally {
    await client.end();
  }
}

async function addFiles(add: AddMember, keys: readonly string[]): Promise<Pick<Manifest, "files" | "missing">> {
  const files: Manifest["files"] = [];
  const missing: string[] = [];
  for (const key of keys) {
    const content = await readStored(key);
    if (content) files.push({ key, sha256: await add(fileMember(key), Readable.from([Buffer.from(content)])) });
    else missing.push(key);
  }
  return { files, missing };
}

/** The keys of the secrets lie beside the backup, not in it: who finds one of the two files has no secret yet. */
function saveKeys(path: string): void {
  rmSync(path, { force: true });
  if (!existsSync(secretKeyFile())) return;
  writeFileSync(path, readFileSync(secretKeyFile()), { mode: 0o600, flag: "wx" });
  chmodSync(path, 0o600);
}

/** Whether the migrations of a backup are all known here, and unchanged; names the first that is not. */
export function strangeMigration(manifest: Manifest, folder: string): string | undefined {
  const known = new Map(readMigrations(folder).map((one) => [one.name, one.checksum]));
  return manifest.migrations.find((one) => known.get(one.name) !== one.checksum)?.name;
}
