import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { tasks } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denied } from "../access/denied";
import { Conflict, Forbidden, NotFound, Unauthenticated } from "../errors";
import { createTask } from "../tasks/tasks";
import { demandProof, type Proof } from "../users/prove-oneself";
import { backUp, type Follow, keyFileOf } from "./backup";

/**
 * Backups that are made and fetched by pages. They lie in the data folder of the machine that made them, for its owner's eyes
 * only, and hold everything that private projects and accounts have: they are for administrators of all, in person.
 */

const t = tasks.as("t");

/** More lie here only when somebody put them here. */
export const MOST_BACKUPS = 5;

/** What is typed in the folder of Loquat. */
export const COMMANDS = {
  backUp: "npm run -s admin -- backup FILE",
  restore: "npm run -s admin -- restore FILE",
  rehearse:
    "LOQUAT_DATA=./try npm run -s admin -- restore FILE\nLOQUAT_DATA=./try PORT=3001 LOQUAT_WORKER=none npm start",
} as const;

const NAME = /^loquat-\d{8}-\d{6}-[0-9a-f]{8}\.zip$/;

const folder = (): string => dataFolder("backups");

/** Whether the actor may make and fetch backups: they hold what every right together would show. */
export const mayBackUp = (actor: Actor): boolean => actor.isSuperuser && actor.tokenProjectId === undefined;

/** @throws Unauthenticated, Forbidden */
function demandAll(actor: Actor): void {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInBackups"));
  if (!mayBackUp(actor)) throw new Forbidden(denied("missing-permission", refusal("backupHoldsEverything")));
}

/** A backup in the data folder of this machine. */
export interface KeptBackup {
  name: string;
  madeAt: Date;
  /** Bytes. */
  size: number;
  /** Whether the keys of its secrets lie beside it. */
  keys: boolean;
}

/** The backups on this machine, newest first, and the id of the task that was last asked for one. Needs a superuser. */
export async function listBackups(actor: Actor): Promise<{ backups: KeptBackup[]; task: string | null }> {
  demandAll(actor);
  const names = new Set(await readdir(folder()));
  const backups: KeptBackup[] = [];
  for (const name of [...names]
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()) {
    const { size, mtime } = await stat(join(folder(), name));
    backups.push({ name, madeAt: mtime, size, keys: names.has(keyFileOf(name)) });
  }
  const last = await db.one(sql`
    select ${pick(t, "id")} from ${t} where ${t.kind} = 'back-up' order by ${t.createdAt} desc limit 1`);
  return { backups, task: last?.id ?? null };
}

/**
 * Asks for a backup; gives the task. Needs a superuser.
 * @throws Conflict while another one is being made, and where there is no room for more
 */
export async function startBackup(actor: Actor): Promise<string> {
  const { backups } = await listBackups(actor);
  if (backups.length >= MOST_BACKUPS) throw new Conflict(refusal("backupsAlreadyDownload", { count: backups.length }));
  return inTransaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('backups'))`);
    const busy = await tx.one(sql`
      select ${counted} from ${t} where ${t.kind} = 'back-up' and ${t.state} in ('pending', 'running')`);
    if ((busy?.count ?? 0) > 0) throw new Conflict(refusal("backupMadeAlready"));
    const { id } = await createTask(tx, { kind: "back-up", payload: {}, userId: actor.userId });
    return id;
  });
}

/** What came of a backup. */
export interface BackupResult {
  file: string;
  rows: number;
  uploads: number;
  /** Uploads that are not in the store any more. */
  missing: number;
}

/** Makes the backup of a task: a second try writes the same file. */
export async function makeBackup(task: string, follow: Follow): Promise<BackupResult> {
  const asked = await db.one(sql`select ${pick(t, "createdAt")} from ${t} where ${t.id} = ${task}::uuid`);
  if (!asked) throw new NotFound(refusal("taskBackupMissing"));
  const [day = "", time = ""] = asked.createdAt.toISOString().replace(/[-:]/g, "").split(/[T.]/);
  const file = `loquat-${day}-${time}-${task.slice(0, 8)}.zip`;
  const { tables, files, missing } = await backUp(join(folder(), file), follow);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { file, rows, uploads: files.length, missing: missing.length };
}

/** The path of a backup on this machine. @throws NotFound */
async function pathOf(name: string): Promise<string> {
  const path = join(folder(), name);
  if (!NAME.test(name) || !(await stat(path).catch(() => undefined))) throw new NotFound(refusal("backupNotMachine"));
  return path;
}

/**
 * Opens a backup for a superuser who has proven once more who it is; without the keys of its secrets.
 * @throws NotFound; Invalid on `currentPassword`; Throttled
 */
export async function openBackup(
  actor: Actor,
  proof: Proof,
  name: string,
): Promise<{ content: Readable; size: number }> {
  demandAll(actor);
  const path = await pathOf(name);
  await demandProof(actor, proof);
  return { content: createReadStream(path), size: (await stat(path)).size };
}

/** Removes a backup with its keys. Needs a superuser. @throws NotFound */
export async function removeBackup(actor: Actor, name: string): Promise<void> {
  demandAll(actor);
  const path = await pathOf(name);
  await rm(path);
  await rm(keyFileOf(path), { force: true });
}
