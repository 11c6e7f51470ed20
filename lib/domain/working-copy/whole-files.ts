import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { localCommits, users, wholeFiles } from "@/lib/generated/tables";
import { assigned, eachRow, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, noneOf, sqlNow } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { formatOf } from "../files/strings";
import { commitEmailIn, commitNameIn } from "../users/commit-identity";
import { contentId } from "./folders";
import { type Checkout, COMMITTER } from "./working-copy";

const [a, w, excluded] = [users.as("a"), wholeFiles.as("w"), wholeFiles.as("excluded")];

/**
 * Files stored exactly as they were uploaded. The row lives until upstream has the file, so that its commit can be made
 * again whatever happens to the working copy.
 */

const pack = promisify<Uint8Array, Buffer>(gzip);
const unpack = promisify<Uint8Array, Buffer>(gunzip);

/** Wants a file of the component's repository to become these bytes, in the name of a user (null: Loquat's own). */
export async function requestWholeFile(
  tx: Tx,
  authorId: number | null,
  component: ComponentRow,
  file: { path: string; content: Uint8Array; baseBlob: string },
): Promise<void> {
  const content = await pack(file.content);
  const blob = contentId(formatOf(component), file.content);
  const project = sql`${component.projectId}::int`;
  await tx.run(sql`
    insert into ${w} ${eachRow(w, {
      repositoryId: component.repositoryId,
      componentId: component.id,
      path: file.path,
      content,
      blob,
      baseBlob: file.baseBlob,
      authorName: commitNameIn(project),
      authorEmail: commitEmailIn(project),
      operationId: currentOperation() ?? null,
    })}
      from (select 1) as one left join ${a} on ${a.id} = ${authorId}
    on conflict (${names(w, "repositoryId", "path")}) do update set ${assigned(w, {
      componentId: excluded.componentId,
      content: excluded.content,
      blob: excluded.blob,
      baseBlob: excluded.baseBlob,
      authorName: excluded.authorName,
      authorEmail: excluded.authorEmail,
      operationId: excluded.operationId,
      createdAt: sqlNow,
      commit: null,
    })}`);
}

/** Lets files go that an operation wants and no commit holds yet. */
export async function forgetWholeFiles(tx: Tx, operationId: string): Promise<void> {
  await tx.run(sql`delete from ${w} where ${w.operationId} = ${operationId} and ${w.commit} is null`);
}

/** The uploaded bytes of a file that upstream does not have yet; undefined when there are none. */
export async function wholeFile(repositoryId: number, path: string): Promise<Uint8Array | undefined> {
  const row = await db.one(
    sql`select ${pick(w, "content")} from ${w} where ${w.repositoryId} = ${repositoryId} and ${w.path} = ${path}`,
  );
  return row && (await unpack(row.content));
}

/** The same where no commit has it yet. */
export async function uncommittedWholeFile(repositoryId: number, path: string): Promise<Uint8Array | undefined> {
  const row = await db.one(sql`
    select ${pick(w, "content")} from ${w} where ${w.repositoryId} = ${repositoryId} and ${w.path} = ${path} and ${w.commit} is null`);
  return row && (await unpack(row.content));
}

/** Commits the uploaded files of a component that wait, but those that have no place now. Gives the number of commits. */
export async function commitWholeFiles(
  checkout: Checkout,
  component: ComponentRow,
  messageFor: (path: string, author: string) => Promise<string>,
  refused: (path: string, error: FormatError | EditRefused) => Promise<void>,
): Promise<number> {
  const rows = await db.rows(sql`
    select ${pick(w, "id", "path", "content", "authorName", "authorEmail")}
    from ${w} where ${w.componentId} = ${component.id} and ${w.commit} is null order by ${w.id}`);
  let commits = 0;
  for (const file of rows) {
    checkout.assertLocked();
    const author = { name: file.authorName, email: file.authorEmail };
    const message = await messageFor(file.path, `${author.name} <${author.email}>`);
    let made: string | null;
    try {
      const files = [{ path: file.path, content: await unpack(file.content) }];
      made = await checkout.copy.commit(files, message, author, COMMITTER);
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
      await refused(file.path, error);
      continue;
    }
    const sha = made ?? (await checkout.copy.head());
    await inTransaction(async (tx) => {
      await tx.run(sql`update ${w} set ${assigned(w, { commit: sha })} where ${w.id} = ${file.id}`);
      if (!made) return;
      await tx.run(sql`
        insert into ${localCommits} ${row(localCommits, { repositoryId: checkout.repository.id, sha, kind: "translations" })} on conflict do nothing`);
      await record(tx, SERVICE, [
        {
          action: ACTION.CHANGES_COMMITTED,
          projectId: component.projectId,
          componentId: component.id,
          details: { revision: sha, filename: file.path },
        },
      ]);
    });
    if (made) commits++;
  }
  return commits;
}

/**
 * After upstream's files were taken over: an upload that upstream has is settled, one whose file stayed as it was waits
 * once more, and one whose file upstream has changed gives way, its strings being pending changes.
 * @param merged true when our commits still stand below a merge, so that nothing is to be committed again
 * @returns number of files that wait
 */
export async function settleWholeFiles(
  tx: Tx,
  repositoryId: number,
  tree: readonly TreeFile[],
  merged: boolean,
): Promise<number> {
  const rows = await tx.rows(
    sql`select ${pick(w, "id", "path", "blob", "baseBlob")} from ${w} where ${w.repositoryId} = ${repositoryId}`,
  );
  if (rows.length === 0) return 0;
  const upstream = new Map(tree.map((file) => [file.path, file.blob]));
  const waits = (row: { path: string; blob: string; baseBlob: string }) =>
    (upstream.get(row.path) ?? "") === row.baseBlob && row.blob !== row.baseBlob;
  const waiting = rows.filter(waits).map((row) => row.id);
  await tx.run(sql`delete from ${w} where ${w.repositoryId} = ${repositoryId} and ${noneOf(w.id, waiting)}`);
  if (merged) return 0;
  await tx.run(sql`update ${w} set ${assigned(w, { commit: null })} where ${anyOf(w.id, waiting)}`);
  return waiting.length;
}

/** Content of uploaded files by path, for those whose upstream file is still the one the upload replaced. */
export async function committedWholeFiles(
  repositoryId: number,
  tree: readonly TreeFile[],
): Promise<Map<string, Uint8Array>> {
  const rows = await db.rows(
    sql`select ${pick(w, "path", "content", "baseBlob")} from ${w} where ${w.repositoryId} = ${repositoryId} and ${w.commit} is not null`,
  );
  const upstream = new Map(tree.map((file) => [file.path, file.blob]));
  const standing = rows.filter((row) => (upstream.get(row.path) ?? "") === row.baseBlob);
  return new Map(await Promise.all(standing.map(async (row) => [row.path, await unpack(row.content)] as const)));
}
