import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** Any number; every Loquat that migrates takes the same lock. */
const LOCK = 7_201_958;

export interface Migration {
  name: string;
  script: string;
  /** SHA-256 of the script, hex. */
  checksum: string;
}

/** The migrations in `folder`, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const script = readFileSync(join(folder, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    });
}

/**
 * Makes the database when the server lacks it, then applies what has not been applied, each migration in one
 * transaction. Recorded in Prisma's own table, so that its command line would accept the database.
 * @returns names of the migrations applied now
 * @throws Error when an applied migration was edited or is unknown here
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  await ensureDatabase(url);
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const done = await client.query<{ migration_name: string; checksum: string }>(
      "select migration_name, checksum from _prisma_migrations where finished_at is not null",
    );
    const applied = new Map(done.rows.map((row) => [row.migration_name, row.checksum]));
    const known = readMigrations(folder);
    checkHistory(applied, known);
    const now: string[] = [];
    for (const migration of known) {
      if (applied.has(migration.name)) continue;
      await apply(client, migration);
      now.push(migration.name);
    }
    return now;
  } finally {
    await client.end();
  }
}

/** The table of applied migrations, as Prisma makes it. */
export const MIGRATIONS_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

function checkHistory(applied: Map<string, string>, known: Migration[]): void {
  const names = new Map(known.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const here = names.get(name);
    if (here === undefined)
      throw new Error(
        `The database was migrated by a newer Loquat (${name} is unknown here). Start that version, or restore a backup.`,
      );
    if (here !== checksum)
      throw new Error(`Migration ${name} was changed after it had been applied. Restore the original file.`);
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await applyMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Runs a migration and records it, within the transaction that is open. */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.script);
  await client.query(
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)",
    [randomUUID(), migration.checksum, migration.name],
  );
}

async function ensureDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const probe = new pg.Client({ connectionString: url });
  try {
    await probe.connect();
  } catch (error) {
    if ((error as { code?: string }).code !== "3D000") throw error;
    const admin = new URL(url);
    admin.pathname = "/postgres";
    const client = new pg.Client({ connectionString: admin.toString() });
    await client.connect();
    await client.query(`create database "${name.replaceAll('"', '""')}"`).catch((cause) => {
      // Another process was faster: it says so in one of two ways.
      if (!["42P04", "23505"].includes((cause as { code?: string }).code ?? "")) throw cause;
    });
    await client.end();
  } finally {
    await probe.end().catch(() => {});
  }
}
