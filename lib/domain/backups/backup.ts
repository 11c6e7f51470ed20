import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { z } from "zod";
import { type AddMember, writeBackupFile } from "@/lib/platform/backup-file";
import { databaseUrl, db } from "@/lib/platform/database";
import { readStored } from "@/lib/platform/file-store";
import { readMigrations } from "@/lib/platform/migrations";
import { secretKeyFile } from "@/lib/platform/secrets/keys";
import {
  appliedMigrations,
  distinctTexts,
  readTable,
  sequenceStates,
  serverVersion,
  tableShapes,
  withSnapshot,
} from "@/lib/platform/table-copy";
import { writeSetting } from "../settings/settings";

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

/** Is told how many of how many parts are saved. */
export type Follow = (done: number, total: number) => Promise<void> | void;

/** Saves the installation into a file of its owner's, whole or not at all; gives the manifest. */
export async function backUp(path: string, follow: Follow = () => {}): Promise<Manifest> {
  let manifest: Manifest | undefined;
  await writeBackupFile(path, async (add) => {
    manifest = await fill(add, follow);
    return manifest;
  });
  saveKeys(keyFileOf(path));
  await writeSetting(db, "last-backup", { at: new Date().toISOString() });
  if (!manifest) throw new Error("The backup has no manifest.");
  return manifest;
}

function fill(add: AddMember, follow: Follow): Promise<Manifest> {
  return withSnapshot(databaseUrl(), async (snapshot, end) => {
    const migrations = await appliedMigrations(snapshot);
    const keys = [
      ...(await distinctTexts(snapshot, "screenshots", "file_key")),
      ...(await distinctTexts(snapshot, "fonts", "file_key")),
      ...(await distinctTexts(snapshot, "removed_fonts", "file_key")),
    ];
    const postgres = await serverVersion(snapshot);
    const tables: Manifest["tables"] = [];
    const shapes = (await tableShapes(snapshot)).filter(({ name }) => !LEFT_OUT.has(name));
    const total = shapes.length + keys.length;
    for (const shape of shapes) {
      const { stream, rows } = readTable(snapshot, shape);
      const sha256 = await add(tableMember(shape.name), stream);
      tables.push({ ...shape, rows: rows(), sha256 });
      await follow(tables.length, total);
    }
    // Not of the moment, but later: they only have to be beyond every row.
    const sequences = await sequenceStates(snapshot);
    await end();
    const uploads = await addFiles(add, keys, (done) => follow(tables.length + done, total));
    const createdAt = new Date().toISOString();
    return { format: 1, createdAt, postgres, migrations, tables, sequences, ...uploads };
  });
}

async function addFiles(
  add: AddMember,
  keys: readonly string[],
  follow: (done: number) => Promise<void> | void,
): Promise<Pick<Manifest, "files" | "missing">> {
  const files: Manifest["files"] = [];
  const missing: string[] = [];
  for (const key of keys) {
    const content = await readStored(key);
    if (content) files.push({ key, sha256: await add(fileMember(key), Readable.from([Buffer.from(content)])) });
    else missing.push(key);
    await follow(files.length + missing.length);
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
