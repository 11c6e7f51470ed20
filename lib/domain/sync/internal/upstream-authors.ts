import { changes as ledger, users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { TreeFile, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { repositoryPath } from "@/lib/text/formats/catalogue";
import { FormatError } from "@/lib/text/formats/kernel/format";
import type { UpstreamAuthor } from "../../clashes/record";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { StringChange } from "../../files/file-strings";
import { readFile } from "../../files/read-file";
import { type FileString, filled, sameTexts } from "../../files/strings";
import { commitEmail } from "../../users/commit-identity";

const [a, c] = [users.as("a"), ledger.as("c")];

/** Commits of a file that are looked into for the one that wrote a text. */
const MOST_COMMITS = 20;

/** Where upstream was when a file was read last, and where it is. */
export interface UpstreamSpan {
  copy: WorkingCopy;
  from: string | undefined;
  to: string;
}

/** Tells who wrote the text that upstream has of a string. */
export type AuthorOf = (idHash: string) => UpstreamAuthor;

/**
 * Who changed strings of a file upstream: of each the author of the commit that brought its text. Where there are too
 * many commits to look into, the newest one of the file stands for all.
 * @param changes those that a clash is about
 */
export async function upstreamAuthors(
  { copy, from, to }: UpstreamSpan,
  context: SyncContext,
  translation: SyncTranslation,
  path: string,
  changes: readonly StringChange[],
): Promise<AuthorOf> {
  const known = from !== undefined && (await copy.has(from)) ? from : null;
  const real = repositoryPath(context.component, path);
  const commits = changes.length > 0 ? await copy.changesOf(real, known, to, MOST_COMMITS + 1) : [];
  const newest = await authorOf(copy, context, commits[0] ?? to);
  if (commits.length < 2 || commits.length > MOST_COMMITS || known === null) return () => newest;
  const authors = new Map<string, UpstreamAuthor>();
  const open = new Map(changes.map((change) => [(change.after ?? change.before).idHash, change]));
  for (const [at, commit] of commits.entries()) {
    if (open.size === 0) break;
    const older = commits[at + 1];
    const before = older === undefined ? undefined : await stringsAt(copy, context, translation, older, path);
    for (const [idHash, { after }] of open) {
      if (before && sameSide(before.get(idHash), after)) continue;
      authors.set(idHash, await authorOf(copy, context, commit));
      open.delete(idHash);
    }
  }
  return (idHash) => authors.get(idHash) ?? newest;
}

const sameSide = (one: FileString | undefined, other: FileString | undefined): boolean =>
  sameTexts(filled(one?.targets ?? []), filled(other?.targets ?? []));

/** Strings of a file as a commit has it; undefined where it cannot be read. */
async function stringsAt(
  copy: WorkingCopy,
  context: SyncContext,
  translation: SyncTranslation,
  commit: string,
  path: string,
): Promise<ReadonlyMap<string, FileString> | undefined> {
  const tree: readonly TreeFile[] = await copy.tree(commit);
  const blobOf = (name: string) => tree.find((file) => name !== "" && file.path === name)?.blob;
  const [blob, base] = [blobOf(path), blobOf(translation.isSource ? "" : context.component.template)];
  if (blob === undefined) return new Map();
  try {
    const contents = { bytes: await copy.read(blob), base: base === undefined ? undefined : await copy.read(base) };
    return (await readFile(context, translation, contents, { whole: true, ownForms: !translation.isSource })).strings;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function authorOf(copy: WorkingCopy, context: SyncContext, commit: string): Promise<UpstreamAuthor> {
  const info = await copy.commitInfo(commit);
  if (!info) return { commit, name: "", at: null, userId: null };
  // Only somebody whose address this project's commits carry already: an author's name is no way to find accounts.
  const known = await db.one(sql`
    select ${pick(a, "id")} from ${a}
    where lower(${commitEmail()}) = lower(${info.author_email}) and ${a.isActive}
      and exists (select from ${c} where ${c.userId} = ${a.id} and ${c.projectId} = ${context.component.projectId})
    order by ${a.id} limit 1`);
  return { commit, name: info.author_name, at: new Date(info.authordate), userId: known?.id ?? null };
}
