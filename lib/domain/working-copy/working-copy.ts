import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import {
  commitBundles,
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
import { anyOf, noneOf, sqlNow } from "@/lib/platform/expressions";
import { log } from "@/lib/platform/log";
import { REPOSITORY_LOCKS, takeSessionLock } from "@/lib/platform/session-lock";
import { tidyCopy } from "@/lib/platform/vcs/git-tidy";
import { findDriver } from "@/lib/platform/vcs/registry";
import type { Progress, VcsDriver, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import { COMMITTER } from "../committer";
import { componentsOfRepository, REPOSITORY_COLUMNS, type RepositoryRow } from "../components/components";
import { Failed, Locked, NotFound } from "../errors";
import { httpAccess } from "../http-accounts/access";
import { sshAccessOf } from "../ssh/access";
import { signingKeyOf } from "../ssh/signing";
import { seeFiles, VIEWED_FORMATS } from "./catalogues";
import { type KeptState, keepCommits, restoreCommits } from "./internal/kept-commits";
import { rememberedFiles } from "./local-files";
import { type AddressColumns, openAddresses } from "./stored-address";
import { forgetUpdateFailure, tellUpdateFailure } from "./update-failure";

const r = repositories.as("r");
const n = pendingChanges.as("n");
const [p, t, c, f] = [pendingChanges.as("p"), translations.as("t"), components.as("c"), fileSnapshots.as("f")];

/**
 * The one door to a working copy. A lock in the database, which ends with its holder, keeps two processes apart, on one
 * machine or on several; the copy on disk is a cache that is brought to where the last holder left the repository, and
 * made again when it is missing or broken.
 */

export interface Checkout {
  repository: RepositoryRow;
  driver: VcsDriver;
  copy: WorkingCopy;
  /** Who asked for what is being done, for the ledger; null when nobody did. */
  askedBy: number | null;
  /** Edits of people above this id are left for a later commit; none when it is left out. */
  upTo?: number;
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

/** Commits that are looked at when a copy is brought to where another one stood. */
const MOST_COMMITS = 1_000_000;

export { COMMITTER };

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
  if (!lock) throw new Locked(refusal("anotherOperationRunning"), "repository-locked");
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  // A lease that outlives its lock says: what was committed under it is not all kept.
  let kept = false;
  try {
    const repository = await loadRepository(repositoryId);
    kept = repository.leaseOwner === null;
    const driver = findDriver(repository.vcs);
    if (!driver) throw new Failed(refusal("versionControlSystem", { vcs: repository.vcs }));
    const lease = { leaseOwner: owner, leaseSince: sqlNow };
    await db.run(sql`update ${r} set ${assigned(r, lease)} where ${r.id} = ${repositoryId}`);
    const state = { head: repository.keptHead, remote: repository.keptRemote, owner };
    const copy = await openCopy(repository, driver, state, options.progress);
    kept = false;
    const assertLocked = () => {
      if (lock.isLost()) throw new Locked(refusal("connectionLocksRepository"), "repository-locked");
    };
    const keep = async () => {
      assertLocked();
      await keepCommits(repositoryId, copy, state);
      kept = true;
    };
    let done: T;
    try {
      done = await work({ repository, driver, copy, askedBy: options.askedBy ?? null, assertLocked });
    } catch (error) {
      // What was committed before it failed stays. What cannot be kept now is committed again by the next holder.
      await keep().catch((problem: unknown) => {
        if (!(problem instanceof Locked)) log.warn(problem, "Commits of a failed operation could not be kept.");
      });
      throw error;
    }
    await keep();
    await tidyCopy(copy.folder)
      .then(() => copy.leave())
      .catch((problem: unknown) => log.warn(problem, "A working copy could not be tidied."));
    return done;
  } finally {
    const noLease = { leaseOwner: null, leaseSince: null };
    if (kept)
      await db
        .run(
          sql`update ${r} set ${assigned(r, noLease)} where ${r.id} = ${repositoryId} and ${r.leaseOwner} = ${owner}`,
        )
        .catch(() => {});
    await lock.release();
  }
}

interface StoredRepository extends RepositoryRow, AddressColumns {
  anchor: string | null;
  keptHead: string | null;
  keptRemote: string | null;
  leaseOwner: string | null;
}

/** Settings and state of a repository. @throws NotFound */
async function loadRepository(id: number): Promise<StoredRepository> {
  const row = await db.one(sql`
    select ${REPOSITORY_COLUMNS}, ${pick(r, "urlSecret", "pushSecret", "anchor", "keptHead", "keptRemote", "leaseOwner")} from ${r} where ${r.id} = ${id}`);
  if (!row) throw new NotFound(refusal("noRepository", { id }));
  return row;
}

async function openCopy(
  repository: StoredRepository,
  driver: VcsDriver,
  kept: KeptState,
  progress?: Progress,
): Promise<WorkingCopy> {
  const { branch, pushBranch } = repository;
  const { url, push } = openAddresses(repository);
  const ssh = await sshAccessOf(repository, url, push);
  const signingKey = await signingKeyOf(repository);
  const settings = {
    ...{ url, push, branch, pushBranch, ssh, http: httpAccess, signingKey },
    anchor: { known: repository.anchor, keep: (anchor: string) => keepAnchor(repository.id, anchor) },
  };
  const folder = copyFolder(repository.id);
  const found = await driver.open(folder, settings);
  try {
    const plain = found ?? (await driver.clone(folder, settings, progress));
    await plain.checkOut(() => filesOf(repository.id));
    const copy = await seeOwnFiles(repository.id, plain);
    const state = await restoreCommits(repository.id, plain, kept);
    if (state === "restored" || (state === "same" && kept.head !== null && repository.leaseOwner !== null))
      await letLostWait(repository.id, driver, plain, kept);
    else if (state === "lost" || (!found && kept.head === null))
      await replayLost(repository, driver, { plain, copy, fresh: !found }, kept);
    if (!found) await forgetUpdateFailure(await componentsOfRepository(repository.id));
    return copy;
  } catch (error) {
    // A remote that cannot be cloned is told of like one that cannot be fetched from.
    return tellUpdateFailure(await componentsOfRepository(repository.id), error);
  }
}

async function keepAnchor(repositoryId: number, anchor: string): Promise<void> {
  await db.run(sql`update ${r} set ${assigned(r, { anchor })} where ${r.id} = ${repositoryId}`);
}

/** Masks and paths of all files that components of a repository have. */
async function filesOf(repositoryId: number): Promise<string[]> {
  const found = await db.rows(sql`
    select ${pick(c, "filemask", "template", "newBase", "intermediate")} from ${c}
    where ${c.repositoryId} = ${repositoryId} and ${c.removedAt} is null`);
  return found.flatMap(({ filemask, template, newBase, intermediate }) => [
    ...[filemask, template, newBase, intermediate],
    // A file that holds several languages; what is below it is no path of the repository.
    ...(filemask.endsWith("/*") ? [filemask.slice(0, -2)] : []),
  ]);
}

/** A copy of a repository, seen with the files of its components. */
export async function seeOwnFiles(repositoryId: number, plain: WorkingCopy): Promise<WorkingCopy> {
  const places = await db.rows(sql`
    select ${pick(c, "fileFormat", "filemask", "template", "newBase")} from ${c}
    where ${c.repositoryId} = ${repositoryId} and ${c.removedAt} is null and ${anyOf(c.fileFormat, [...VIEWED_FORMATS])}`);
  return seeFiles(plain, places);
}

/**
 * What a holder committed but could not keep, because it died, waits for a commit once more, unless it had pushed it: a
 * second commit of it would stand beside the first one.
 */
async function letLostWait(
  repositoryId: number,
  driver: VcsDriver,
  copy: WorkingCopy,
  { remote }: KeptState,
): Promise<void> {
  const there = await copy.missing(remote, await copy.head(), MOST_COMMITS);
  const lost = await db.rows(sql`
    select distinct ${pick(p, "commit")} from ${p} join ${t} on ${t.id} = ${p.translationId} join ${c} on ${c.id} = ${t.componentId}
    where ${c.repositoryId} = ${repositoryId} and ${p.commit} is not null and ${noneOf(p.commit, there)}
    union select ${pick(wholeFiles, "commit")} from ${wholeFiles}
    where ${wholeFiles.repositoryId} = ${repositoryId} and ${wholeFiles.commit} is not null and ${noneOf(wholeFiles.commit, there)}
    union select ${localCommits.sha} from ${localCommits}
    where ${localCommits.repositoryId} = ${repositoryId} and ${localCommits.kind} = 'add-language' and ${noneOf(localCommits.sha, there)}`);
  if (lost.length > 0 && driver.hasRemote) {
    // While upstream cannot be asked, it has nothing that we know of.
    const upstream = await copy.fetch().catch(() => null);
    for (const { commit } of lost)
      if (commit && upstream && (await copy.has(commit)) && (await copy.missing(upstream, commit, 1)).length === 0)
        there.push(commit);
  }
  await inTransaction((tx) => waitAgain(tx, repositoryId, there));
}

/**
 * After commits were lost: they are made again from their rows, so those rows wait once more. A repository without a
 * remote gets its files back from the snapshots.
 */
async function replayLost(
  repository: RepositoryRow,
  driver: VcsDriver,
  { plain, copy, fresh }: { plain: WorkingCopy; copy: WorkingCopy; fresh: boolean },
  kept: KeptState,
): Promise<void> {
  const upstream = await plain.remoteHead();
  if (upstream !== null) await plain.standAt(upstream, upstream);
  if (!driver.hasRemote && fresh) {
    for (const files of await rememberedFiles(repository.id))
      await copy.commit(files, "Restore the files from the database", COMMITTER, COMMITTER);
  }
  await inTransaction((tx) => forgetCommits(tx, repository.id));
  Object.assign(kept, { head: null, remote: null });
}

/** Lets all that unpushed commits held wait for a commit once more: in one repository, or in all of them. */
export async function forgetCommits(tx: Tx, repositoryId?: number): Promise<void> {
  await waitAgain(tx, repositoryId, []);
  const own = (column: Sql) => (repositoryId === undefined ? sql`true` : sql`${column} = ${repositoryId}`);
  await tx.run(sql`update ${r} set ${assigned(r, { keptHead: null, keptRemote: null })} where ${own(r.id)}`);
  await tx.run(sql`delete from ${commitBundles} where ${own(commitBundles.repositoryId)}`);
}

/** Lets what commits held, but for those that are there, wait for a commit once more. */
async function waitAgain(tx: Tx, repositoryId: number | undefined, there: readonly string[]): Promise<void> {
  const own = (column: Sql) => (repositoryId === undefined ? sql`true` : sql`${column} = ${repositoryId}`);
  // A text that a newer one in a commit has replaced would come after it.
  await tx.run(sql`
    delete from ${p} using ${t}, ${c} where ${t.id} = ${p.translationId} and ${c.id} = ${t.componentId} and ${own(c.repositoryId)}
      and ${p.commit} is not null and ${noneOf(p.commit, there)} and exists (select from ${n}
        where ${n.translationId} = ${p.translationId} and ${n.idHash} = ${p.idHash} and ${n.id} > ${p.id} and ${anyOf(n.commit, there)})`);
  await tx.run(sql`
    update ${p} set ${assigned(p, { commit: null })} from ${t} join ${c} on ${c.id} = ${t.componentId}
    where ${t.id} = ${p.translationId} and ${own(c.repositoryId)} and ${p.commit} is not null and ${noneOf(p.commit, there)}`);
  await tx.run(sql`
    update ${wholeFiles} set ${assigned(wholeFiles, { commit: null })}
    where ${own(wholeFiles.repositoryId)} and ${wholeFiles.commit} is not null and ${noneOf(wholeFiles.commit, there)}`);
  // Languages whose file was only in a lost commit are written again.
  await tx.run(sql`
    update ${t} set ${assigned(t, { fileWanted: true })} from ${c}
    where ${c.id} = ${t.componentId} and ${own(c.repositoryId)} and ${t.filename} <> ''
      and not exists (select from ${f} where ${f.translationId} = ${t.id}) and not ${t.isSource}
      and exists (select from ${localCommits} where ${localCommits.repositoryId} = ${c.repositoryId}
        and ${localCommits.kind} = 'add-language' and ${noneOf(localCommits.sha, there)})`);
  await tx.run(sql`
    delete from ${localCommits} where ${own(localCommits.repositoryId)} and ${noneOf(localCommits.sha, there)}`);
}

/** Removes a working copy from disk; the next holder makes it again. */
export async function dropWorkingCopy(repositoryId: number): Promise<void> {
  await rm(copyFolder(repositoryId), { recursive: true, force: true });
}
