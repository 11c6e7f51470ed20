import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { formatOf } from "../files/strings";
import { COMMIT_NAME, commitEmail } from "../users/commit-identity";
import { contentId } from "./folders";
import { COMMITTER, type Held } from "./working-copy";

/**
 * Files stored exactly as they were uploaded. The row lives until upstream has the file, so that its commit can be made
 * again whatever happens to the working copy.
 */

const pack = promisify<Uint8Array, Buffer>(gzip);
const unpack = promisify<Uint8Array, Buffer>(gunzip);

/** Wants a file of the component's repository to become these bytes, in the name of a user (null: Loquat's own). */
export async function wishWholeFile(
  tx: Tx,
  authorId: number | null,
  component: ComponentRow,
  file: { path: string; content: Uint8Array; baseBlob: string },
): Promise<void> {
  await tx.run(sql`
    insert into whole_files (repository_id, component_id, path, content, blob, base_blob, author_name, author_email)
    select ${component.repositoryId}, ${component.id}, ${file.path}, ${await pack(file.content)}, ${contentId(formatOf(component), file.content)}, ${file.baseBlob},
      ${COMMIT_NAME}, ${commitEmail()}
    from (select 1) as one left join users a on a.id = ${authorId}
    on conflict (repository_id, path) do update set component_id = excluded.component_id, content = excluded.content, blob = excluded.blob,
      base_blob = excluded.base_blob, author_name = excluded.author_name, author_email = excluded.author_email, created_at = now(), commit = null`);
}

/** The uploaded bytes of a file that upstream does not have yet; undefined when there are none. */
export async function wholeFile(repositoryId: number, path: string): Promise<Uint8Array | undefined> {
  const row = await db.one<{ content: Buffer }>(
    sql`select content from whole_files where repository_id = ${repositoryId} and path = ${path}`,
  );
  return row && (await unpack(row.content));
}

interface Waiting {
  id: number;
  path: string;
  content: Buffer;
  authorName: string;
  authorEmail: string;
}

/** Commits the uploaded files of a component that wait, but those that have no place now. Gives the number of commits. */
export async function commitWholeFiles(
  held: Held,
  component: ComponentRow,
  messageFor: (path: string, author: string) => Promise<string>,
  refused: (path: string, error: FormatError | EditRefused) => Promise<void>,
): Promise<number> {
  const rows = await db.rows<Waiting>(sql`
    select id, path, content, author_name, author_email from whole_files where component_id = ${component.id} and commit is null order by id`);
  let commits = 0;
  for (const row of rows) {
    held.assertHeld();
    const author = { name: row.authorName, email: row.authorEmail };
    const message = await messageFor(row.path, `${author.name} <${author.email}>`);
    let made: string | null;
    try {
      const files = [{ path: row.path, content: await unpack(row.content) }];
      made = await held.copy.commit(files, message, author, COMMITTER);
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
      await refused(row.path, error);
      continue;
    }
    const sha = made ?? (await held.copy.head());
    await inTransaction(async (tx) => {
      await tx.run(sql`update whole_files set commit = ${sha} where id = ${row.id}`);
      if (!made) return;
      await tx.run(sql`
        insert into local_commits (repository_id, sha, kind) values (${held.repository.id}, ${sha}, 'translations') on conflict do nothing`);
      await record(tx, SERVICE, [
        {
          action: ACTION.CHANGES_COMMITTED,
          projectId: component.projectId,
          componentId: component.id,
          details: { revision: sha, filename: row.path },
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
  const rows = await tx.rows<{ id: number; path: string; blob: string; baseBlob: string }>(
    sql`select id, path, blob, base_blob from whole_files where repository_id = ${repositoryId}`,
  );
  if (rows.length === 0) return 0;
  const upstream = new Map(tree.map((file) => [file.path, file.blob]));
  const waits = (row: { path: string; blob: string; baseBlob: string }) =>
    (upstream.get(row.path) ?? "") === row.baseBlob && row.blob !== row.baseBlob;
  const waiting = rows.filter(waits).map((row) => row.id);
  await tx.run(sql`delete from whole_files where repository_id = ${repositoryId} and id <> all(${waiting}::bigint[])`);
  if (merged) return 0;
  await tx.run(sql`update whole_files set commit = null where id = any(${waiting}::bigint[])`);
  return waiting.length;
}

/** Content of uploaded files by path, for those whose upstream file is still the one the upload replaced. */
export async function committedWholeFiles(
  repositoryId: number,
  tree: readonly TreeFile[],
): Promise<Map<string, Uint8Array>> {
  const rows = await db.rows<{ path: string; content: Buffer; baseBlob: string }>(
    sql`select path, content, base_blob from whole_files where repository_id = ${repositoryId} and commit is not null`,
  );
  const upstream = new Map(tree.map((file) => [file.path, file.blob]));
  const standing = rows.filter((row) => (upstream.get(row.path) ?? "") === row.baseBlob);
  return new Map(await Promise.all(standing.map(async (row) => [row.path, await unpack(row.content)] as const)));
}
