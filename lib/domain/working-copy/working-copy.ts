import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import {
  components,
  fileSnapshots,
  localCommits,
  pendingChanges,
  repositories,
  translations,
  wholeFiles,
} from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { anyOf, sqlNow } from "@/lib/platform/expressions";
import { REPOSITORY_LOCKS, takeSessionLock } from "@/lib/platform/session-lock";
import { findDriver } from "@/lib/platform/vcs/registry";
import { type Progress, type VcsDriver, VcsError, type WorkingCopy } from "@/lib/platform/vcs/vcs";
import { raiseAlert } from "../components/alerts";
import { componentsOfRepository, REPOSITORY_COLUMNS, type RepositoryRow } from "../components/components";
import { Failed, Locked, NotFound } from "../errors";
import { seeFiles, VIEWED_FORMATS } from "./catalogues";
import { rememberedFiles } from "./local-files";
import { type AddressColumns, openAddresses } from "./stored-address";

const r = repositories.as("r");
const [p, t, c, f] = [pendingChanges.as("p"), translations.as("t"), components.as("c"), fileSnapshots.as("f")];

/**
 * The one door to a working copy. A lock in the database, which ends with its holder, keeps two processes apart; the copy
 * on disk is a cache that is made again when it is missing or broken.
 */

export interface Checkout {
  repository: RepositoryRow;
  driver: VcsDriver;
  copy: WorkingCopy;
  /** Who asked for what is being done, for the ledger; null when nobody did. */
  askedBy: number | null;
  /** @throws Locked when the lease was lost, which happens when this process stood still for longer than it lasts */
  assertLocked(): void;
}

export interface CheckoutOptions {
  /** How long to wait for another holder. */
  waitMs?: number;
  /** Id of the person who asked for the work. */
  askedBy?: number | null;
  progress?: Progress;
}

/** Where the working copy of a repository lies. */
export function copyFolder(repositoryId: number): string {
  return join(dataFolder("repositories"), String(repositoryId));
}

/** The service's own identity, the committer of every commit. */
export const COMMITTER = { name: "Loquat", email: "noreply@loquat" };

/**
 * Runs `work` as the only one who touches the working copy of the repository.
 * @throws Locked when another process holds it for longer than `waitMs` (5 s by default)
 * @throws NotFound; Failed when the remote cannot be cloned
 */
export async function withWorkingCopy<T>(
  repositoryId: number,
  work: (checkout: Checkout) => Promise<T>,
  options: CheckoutOptions = {},
): Promise<T> {
  const lock = await takeSessionLock(REPOSITORY_LOCKS, repositoryId, options.waitMs ?? 5_000);
  if (!lock)
    throw new Locked(
      "Another operation is running on this repository. Try again in a few seconds.",
      "repository-locked",
    );
  try {
    const repository = await loadRepository(repositoryId);
    const driver = findDriver(repository.vcs);
    if (!driver) throw new Failed(`The version control system ${repository.vcs} is not supported here.`);
    await db.run(
      sql`update ${r} set ${assigned(r, { leaseOwner: `${hostname()}:${process.pid}`, leaseSince: sqlNow })} where ${r.id} = ${repositoryId}`,
    );
    const copy = await openCopy(repository, driver, options.progress);
    return await work({
      repository,
      driver,
      copy,
      askedBy: options.askedBy ?? null,
      assertLocked() {
        if (lock.isLost())
          throw new Locked(
            "The connection that locks the repository was lost. The operation starts again.",
            "repository-locked",
          );
      },
    });
  } finally {
    await db
      .run(sql`update ${r} set ${assigned(r, { leaseOwner: null, leaseSince: null })} where ${r.id} = ${repositoryId}`)
      .catch(() => {});
    await lock.release();
  }
}

/** Settings and state of a repository. @throws NotFound */
async function loadRepository(id: number): Promise<RepositoryRow & AddressColumns> {
  const row = await db.one(sql`
    select ${REPOSITORY_COLUMNS}, ${pick(r, "urlSecret", "pushSecret")} from ${r} where ${r.id} = ${id}`);
  if (!row) throw new NotFound(`There is no repository ${id}.`);
  return row;
}

async function openCopy(
  repository: RepositoryRow & AddressColumns,
  driver: VcsDriver,
  progress?: Progress,
): Promise<WorkingCopy> {
  const { branch, pushBranch } = repository;
  const settings = { ...openAddresses(repository), branch, pushBranch };
  const folder = copyFolder(repository.id);
  const places = await db.rows(sql`
    select ${pick(c, "fileFormat", "filemask", "template", "newBase")} from ${c}
    where ${c.repositoryId} = ${repository.id} and ${c.removedAt} is null and ${anyOf(c.fileFormat, [...VIEWED_FORMATS])}`);
  const found = await driver.open(folder, settings);
  if (found) return seeFiles(found, places);
  const cloned = await driver.clone(folder, settings, progress).catch((error) => tellNoClone(repository.id, error));
  const copy = seeFiles(cloned, places);
  await replayLost(repository, driver, copy);
  return copy;
}

/** A remote that cannot be cloned is told of like one that cannot be fetched from. */
async function tellNoClone(repositoryId: number, error: unknown): Promise<never> {
  if (!(error instanceof VcsError)) throw error;
  const components = await componentsOfRepository(repositoryId);
  await inTransaction(async (tx) => {
    for (const component of components)
      await raiseAlert(tx, component, "UpdateFailure", { error: error.message, output: error.output });
  });
  throw new Failed(error.message, { cause: error });
}

/**
 * After the copy was lost: unpushed commits are made again from their rows, so those rows wait once more. A repository
 * without a remote gets its files back from the snapshots.
 */
async function replayLost(repository: RepositoryRow, driver: VcsDriver, copy: WorkingCopy): Promise<void> {
  if (!driver.hasRemote) {
    for (const files of await rememberedFiles(repository.id))
      await copy.commit(files, "Restore the files from the database", COMMITTER, COMMITTER);
  }
  await inTransaction((tx) => forgetCommits(tx, repository.id));
}

/** Lets all that unpushed commits held wait for a commit once more: in one repository, or in all of them. */
export async function forgetCommits(tx: Tx, repositoryId?: number): Promise<void> {
  const own = (column: Sql) => (repositoryId === undefined ? sql`true` : sql`${column} = ${repositoryId}`);
  await tx.run(sql`
    update ${p} set ${assigned(p, { commit: null })} from ${t} join ${c} on ${c.id} = ${t.componentId}
    where ${t.id} = ${p.translationId} and ${own(c.repositoryId)} and ${p.commit} is not null`);
  await tx.run(
    sql`update ${wholeFiles} set ${assigned(wholeFiles, { commit: null })} where ${own(wholeFiles.repositoryId)}`,
  );
  // Languages whose file was only in a lost commit are written again.
  await tx.run(sql`
    update ${t} set ${assigned(t, { fileWanted: true })} from ${c}
    where ${c.id} = ${t.componentId} and ${own(c.repositoryId)} and ${t.filename} <> ''
      and not exists (select from ${f} where ${f.translationId} = ${t.id}) and not ${t.isSource}`);
  await tx.run(sql`delete from ${localCommits} where ${own(localCommits.repositoryId)}`);
}

/** Removes a working copy from disk; the next holder makes it again. */
export async function dropWorkingCopy(repositoryId: number): Promise<void> {
  await rm(copyFolder(repositoryId), { recursive: true, force: true });
}
