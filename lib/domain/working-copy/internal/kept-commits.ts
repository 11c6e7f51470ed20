import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { commitBundles, repositories } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { asNumber } from "@/lib/platform/expressions";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import { Locked } from "../../errors";

const [r, b] = [repositories.as("r"), commitBundles.as("b")];

/**
 * Where a working copy stands is kept in the database, and so are the commits that upstream does not have, as Git
 * bundles: a bundle holds every commit byte for byte, whoever made it and by whatever rule, which rows of edits do not.
 * Any process makes its own copy stand there before it works, so that it does not matter which one worked last, or
 * whether its disk is still there.
 */
export interface KeptState {
  /** Heads of our branch and of upstream's as fetched last; null when nothing is kept yet. */
  head: string | null;
  remote: string | null;
  /** Who holds the repository, as its lease has it. */
  owner: string;
}

/** Bytes of one row of a bundle. */
const PART = 8_000_000;

/** From so many bundles on, they become one where the later ones outweigh the first. */
const MANY = 16;

/** At most so many bundles. */
const MOST = 400;

/**
 * Keeps where the copy stands now. What it costs depends on the commits made since `kept`, which is brought up to date.
 * @throws Locked when another process has taken the repository over
 */
export async function keepCommits(repositoryId: number, copy: WorkingCopy, kept: KeptState): Promise<void> {
  const [head, remote] = [await copy.head(), await copy.remoteHead()];
  if (head === kept.head && remote === kept.remote) return;
  const upstream = remote === null ? [] : [remote];
  const pushed = remote !== null && (await copy.missing(remote, head, 1)).length === 0;
  const file = join(dataFolder("bundles"), `${repositoryId}-${randomUUID()}`);
  try {
    const before = pushed ? 0 : await bundlesToBuildOn(repositoryId, copy, kept, head);
    const known = before > 0 && kept.head ? [...upstream, kept.head] : upstream;
    const written = !pushed && (await copy.writeBundle(file, known));
    const { owner } = kept;
    await inTransaction(async (tx) => {
      const held = await tx.run(sql`
        update ${r} set ${assigned(r, { keptHead: head, keptRemote: remote })}
        where ${r.id} = ${repositoryId} and ${r.leaseOwner} = ${owner}`);
      if (held === 0) return demandRemoved(tx, repositoryId);
      if (before === 0) await tx.run(sql`delete from ${b} where ${b.repositoryId} = ${repositoryId}`);
      if (written) await storeBundle(tx, repositoryId, before, file);
    });
    Object.assign(kept, { head, remote });
  } finally {
    await rm(file, { force: true });
  }
}

/** How many bundles the next one can build on; none when our branch left the commits that they hold. */
async function bundlesToBuildOn(
  repositoryId: number,
  copy: WorkingCopy,
  kept: KeptState,
  head: string,
): Promise<number> {
  const sizes = await db.rows(sql`
    select ${pick(b, "bundle")}, ${named({ bytes: asNumber(sql`sum(length(${b.content}))`) })} from ${b}
    where ${b.repositoryId} = ${repositoryId} group by ${b.bundle} order by ${b.bundle}`);
  const [first, ...later] = sizes.map(({ bytes }) => bytes);
  if (first === undefined || kept.head === null || sizes.length >= MOST) return 0;
  if (sizes.length >= MANY && later.reduce((sum, bytes) => sum + bytes, 0) >= first) return 0;
  const left = (await copy.has(kept.head)) ? await copy.missing(head, kept.head, 1) : [kept.head];
  return left.length > 0 ? 0 : (sizes.at(-1)?.bundle ?? 0) + 1;
}

/** A repository that was removed meanwhile has nothing to keep; any other is somebody else's now. */
async function demandRemoved(tx: Tx, repositoryId: number): Promise<void> {
  if (await tx.one(sql`select ${pick(r, "id")} from ${r} where ${r.id} = ${repositoryId}`))
    throw new Locked(refusal("anotherProcessTaken"), "repository-locked");
}

async function storeBundle(tx: Tx, repositoryId: number, bundle: number, file: string): Promise<void> {
  const handle = await open(file);
  try {
    for (let part = 0; ; part++) {
      const content = await nextPart(handle);
      if (content.length === 0) return;
      await tx.run(sql`insert into ${b} ${row(b, { repositoryId, bundle, part, content })}`);
    }
  } finally {
    await handle.close();
  }
}

async function nextPart(handle: FileHandle): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(PART);
  let filled = 0;
  while (filled < PART) {
    const { bytesRead } = await handle.read(buffer, filled, PART - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/**
 * Makes a copy stand where the last holder left the repository.
 * @returns `same` when it stood there, `restored` when it does now, `lost` when commits it needs are nowhere
 * @throws VcsError when upstream is needed and cannot be fetched
 */
export async function restoreCommits(
  repositoryId: number,
  copy: WorkingCopy,
  kept: KeptState,
): Promise<"same" | "restored" | "lost"> {
  const { head, remote } = kept;
  if (head === null || ((await copy.head()) === head && (await copy.remoteHead()) === remote)) return "same";
  const complete = async () => (await copy.has(head)) && (remote === null || (await copy.has(remote)));
  if (!(await complete()) && !((await readBundles(repositoryId, copy)) && (await complete()))) {
    await copy.fetch();
    if (!(await readBundles(repositoryId, copy)) || !(await complete())) {
      await copy.deepen();
      if (!(await readBundles(repositoryId, copy)) || !(await complete())) return "lost";
    }
  }
  await copy.standAt(head, remote);
  return "restored";
}

/** Takes in all bundles; false when one of them builds on what is not there. */
async function readBundles(repositoryId: number, copy: WorkingCopy): Promise<boolean> {
  const parts = await db.rows(sql`
    select ${pick(b, "bundle", "part")} from ${b} where ${b.repositoryId} = ${repositoryId} order by ${b.bundle}, ${b.part}`);
  for (const bundle of new Set(parts.map((one) => one.bundle))) {
    const file = join(dataFolder("bundles"), `${repositoryId}-${randomUUID()}`);
    try {
      const handle = await open(file, "wx", 0o600);
      try {
        for (const { part } of parts.filter((one) => one.bundle === bundle)) {
          const found = await db.one(sql`
            select ${pick(b, "content")} from ${b}
            where ${b.repositoryId} = ${repositoryId} and ${b.bundle} = ${bundle} and ${b.part} = ${part}`);
          if (found) await handle.writeFile(found.content);
        }
      } finally {
        await handle.close();
      }
      if (!(await copy.readBundle(file))) return false;
    } finally {
      await rm(file, { force: true });
    }
  }
  return true;
}
