import { fileSnapshots, type LocalCommits, localCommits, repositories, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { catalogueOf } from "@/lib/text/formats/catalogue";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { type ChangeLine, record } from "../../changes/record";
import type { ComponentRow } from "../../components/components";
import { loadTranslations } from "../../sync/ensure-translations";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";

const [r, t, f, lc] = [repositories.as("r"), translations.as("t"), fileSnapshots.as("f"), localCommits.as("lc")];

/**
 * Files of languages that one side added or removed. They merge like strings: what only one side has done is done. A
 * file that both sides have is decided entry by entry; one that was removed here and changed upstream comes back.
 */
export interface WholeLanguages {
  /** Removed here, and as it was upstream, or not there: stays removed. */
  removed: ReadonlySet<string>;
  /** Those of them that upstream has moved since our commit removed them. */
  moved: ReadonlySet<string>;
  /** Removed upstream: goes here, too. */
  gone: ReadonlySet<string>;
  /** Removed here and changed upstream. */
  returned: ReadonlySet<string>;
  /** Added on both sides. */
  met: ReadonlySet<string>;
  /** Added here, pushed and removed upstream before a pull had seen them there. */
  left: ReadonlySet<string>;
  /** Where a file stands upstream now, by where it stood when our commits were made. */
  placeOf: (path: string) => string;
}

const NOTHING: WholeLanguages = {
  ...{ removed: new Set(), moved: new Set(), gone: new Set(), returned: new Set(), met: new Set(), left: new Set() },
  placeOf: (path) => path,
};

/** A commit of ours that adds or removes the file of a language. */
type LanguageCommit = Pick<LocalCommits, "sha" | "kind" | "origin">;

const isLanguage = ({ kind }: LanguageCommit): boolean => kind === "add-language" || kind === "remove-language";

/**
 * What becomes of whole files when our branch meets upstream.
 * @param ours commits that rows cannot make again, oldest first; `merging`: whether git is going to merge the branch;
 *   `placeOf`: where upstream has moved files to
 */
export async function wholeLanguages(
  checkout: Checkout,
  components: readonly ComponentRow[],
  target: string,
  ours: { commits: readonly LanguageCommit[]; merging: boolean; placeOf: WholeLanguages["placeOf"] },
): Promise<WholeLanguages> {
  const commits = ours.commits.filter(isLanguage);
  const unseen = await unseenLanguages(components);
  if (commits.length === 0 && unseen.length === 0 && !ours.merging) return NOTHING;
  const { placeOf } = ours;
  const theirs = blobsOf(await checkout.copy.tree(target));
  const before = blobsOf(await lastKnown(checkout));
  const [removed, returned, met] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const again = new Set<string>();
  for (const commit of commits) {
    const { added, gone } = await changesOf(checkout, commit.sha);
    for (const path of added) {
      const place = placeOf(path);
      again.add(place);
      // Added again: what upstream has is the file, as if nobody had removed it.
      for (const set of [removed, returned]) set.delete(place);
      if (theirs.has(place) && !before.has(path)) met.add(place);
    }
    for (const [path, blob] of gone) {
      const place = placeOf(path);
      const now = theirs.get(place);
      met.delete(place);
      (now === undefined || now === before.get(path) || now === blob ? removed : returned).add(place);
    }
  }
  const moved = new Set<string>();
  for (const [path, blob] of await missingHere(checkout, commits, before)) {
    const place = placeOf(path);
    if (removed.has(place) || returned.has(place) || !theirs.has(place)) continue;
    if (theirs.get(place) === blob) for (const set of [removed, moved]) set.add(place);
    else returned.add(place);
  }
  const gone = ours.merging ? await goneFrom(components, before, theirs) : new Set<string>();
  const left = await pushedOnce(
    checkout,
    target,
    unseen.filter((path) => !theirs.has(placeOf(path)) && !again.has(placeOf(path))),
  );
  return { removed, moved, gone, returned, met, left: new Set(left.map(placeOf)), placeOf };
}

/**
 * Files of upstream, as they were taken over last, that our branch has removed. A commit that stands below merges says
 * where they were when it was made, which may be several moves ago.
 */
async function missingHere(
  { copy }: Checkout,
  commits: readonly LanguageCommit[],
  before: ReadonlyMap<string, string>,
): Promise<[string, string][]> {
  if (!commits.some(({ kind }) => kind === "remove-language")) return [];
  const here = blobsOf(await copy.tree("HEAD"));
  return [...before].filter(([path]) => !here.has(path));
}

/** Files of languages whose commit is made, and which no pull has seen upstream. */
async function unseenLanguages(components: readonly ComponentRow[]): Promise<string[]> {
  const ids = components.map(({ id }) => id);
  const rows = await db.rows(sql`
    select ${pick(t, "filename")} from ${t} where ${anyOf(t.componentId, ids)} and ${t.filename} <> '' and not ${t.fileWanted}
      and not exists (select from ${f} where ${f.translationId} = ${t.id}) order by ${t.id}`);
  return rows.map(({ filename }) => filename);
}

/** Those of the files that a commit of ours added which upstream holds: a process died once it had pushed it. */
async function pushedOnce(checkout: Checkout, target: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const pushed = new Set<string>();
  for (const { sha } of await pushedAdditions(checkout, target))
    for (const path of (await changesOf(checkout, sha)).added) pushed.add(path);
  return paths.filter((path) => pushed.has(path));
}

/** Commits of ours that added a language and that upstream holds. */
async function pushedAdditions(
  { copy, repository }: Checkout,
  target: string,
  unpushed: readonly string[] = [],
): Promise<Pick<LocalCommits, "sha" | "origin">[]> {
  const rows = await db.rows(sql`
    select ${pick(lc, "sha", "origin")} from ${lc} where ${lc.repositoryId} = ${repository.id} and ${lc.kind} = 'add-language' order by ${lc.sha}`);
  const pushed: typeof rows = [];
  for (const row of rows)
    if (!unpushed.includes(row.sha) && (await copy.has(row.sha)) && (await copy.contains(target, row.sha)))
      pushed.push(row);
  return pushed;
}

/** Commits but those that a process made anew and pushed before it died: upstream has had them, and may have undone them. */
export async function withoutPushed<Commit extends LanguageCommit>(
  checkout: Checkout,
  target: string,
  commits: readonly Commit[],
): Promise<Commit[]> {
  const isAddition = ({ kind }: LanguageCommit) => kind === "add-language";
  if (!commits.some(isAddition)) return [...commits];
  const { copy } = checkout;
  const [head, made] = [await copy.head(), new Set<string>()];
  const unpushed = commits.map(({ sha }) => sha);
  for (const row of await pushedAdditions(checkout, target, unpushed))
    if (!(await copy.contains(head, row.sha))) made.add(originOf(row));
  return commits.filter((commit) => !isAddition(commit) || !made.has(originOf(commit)));
}

/** What stays the same when a commit is made anew. */
const originOf = ({ sha, origin }: Pick<LocalCommits, "sha" | "origin">): string => origin ?? sha;

const blobsOf = (tree: readonly TreeFile[]): ReadonlyMap<string, string> =>
  new Map(tree.map((file) => [file.path, file.blob]));

/** Files of upstream as they were taken over last; none when that commit is not here any more. */
export async function lastKnown({ copy, repository }: Checkout): Promise<TreeFile[]> {
  const row = await db.one(sql`select ${pick(r, "syncedCommit")} from ${r} where ${r.id} = ${repository.id}`);
  if (!row?.syncedCommit || !(await copy.has(row.syncedCommit))) return [];
  return copy.tree(row.syncedCommit);
}

/** Files that a commit added, and those that it removed with what they were. */
async function changesOf(
  { copy }: Pick<Checkout, "copy">,
  sha: string,
): Promise<{ added: string[]; gone: Map<string, string> }> {
  const [before, after] = [blobsOf(await copy.tree(`${sha}^`)), blobsOf(await copy.tree(sha))];
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    gone: new Map([...before].filter(([path]) => !after.has(path))),
  };
}

/** Files of the components that upstream had and has no more. Languages of a catalogue go with their last text. */
async function goneFrom(
  components: readonly ComponentRow[],
  before: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const component of components) {
    const catalogue = catalogueOf(component);
    for (const { filename } of await loadTranslations(db, component.id)) {
      const path = catalogue !== undefined && filename.startsWith(`${catalogue}/`) ? catalogue : filename;
      if (before.has(path) && !theirs.has(path)) gone.add(path);
    }
  }
  return gone;
}

/** Upstream's files without those that stay removed. */
export const withoutRemoved = (tree: readonly TreeFile[], { removed }: WholeLanguages): TreeFile[] =>
  tree.filter((file) => !removed.has(file.path));

/**
 * Makes a commit that adds or removes a language again on our branch; undefined when nothing of it is left to do.
 * @throws VcsError conflict
 */
export async function carryLanguage(
  { copy }: Checkout,
  sha: string,
  languages: WholeLanguages,
): Promise<string | undefined> {
  const here = new Set((await copy.tree("HEAD")).map((file) => file.path));
  const { added, gone } = await changesOf({ copy }, sha);
  const { placeOf, removed, moved } = languages;
  const places = gone.size > 0 ? [...[...gone.keys()].map(placeOf), ...moved] : [];
  const removals = places.filter((path) => removed.has(path) && here.has(path));
  if (removals.length > 0) {
    const message = (await copy.commitInfo(sha))?.message ?? "";
    const files = removals.map((path) => ({ path, content: null }));
    try {
      return (await copy.commit(files, message, COMMITTER, COMMITTER)) ?? undefined;
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
      return copy.carryOver(sha, COMMITTER);
    }
  }
  if (added.every((path) => here.has(placeOf(path)))) return undefined;
  if (added.every((path) => placeOf(path) === path)) return copy.carryOver(sha, COMMITTER);
  const tree = new Map((await copy.tree(sha)).map(({ path, blob }) => [path, blob]));
  const files: { path: string; content: Uint8Array }[] = [];
  for (const path of added)
    if (!here.has(placeOf(path))) files.push({ path: placeOf(path), content: await copy.read(tree.get(path) ?? "") });
  const info = await copy.commitInfo(sha);
  return (await copy.commit(files, info?.message ?? "", COMMITTER, COMMITTER)) ?? undefined;
}

/** Says in the history what was decided for whole files, once the rows are there. */
export async function tellLanguages(
  components: readonly ComponentRow[],
  { returned, met }: WholeLanguages,
): Promise<void> {
  const paths = [...returned, ...met];
  if (paths.length === 0) return;
  const byId = new Map(components.map((component) => [component.id, component]));
  const rows = await db.rows(sql`
    select ${pick(t, "componentId", "languageId", "languageCode", "filename")}, ${named({ translationId: t.id })} from ${t}
    where ${anyOf(t.componentId, [...byId.keys()])} and ${anyOf(t.filename, paths)} order by ${t.id}`);
  const lines = rows.map(({ componentId, languageId, languageCode, filename, translationId }): ChangeLine => {
    const place = { componentId, languageId, translationId, projectId: byId.get(componentId)?.projectId ?? null };
    return returned.has(filename)
      ? {
          ...place,
          action: ACTION.LANGUAGE_ADDED,
          cause: "repository",
          details: { language: languageCode, filename, reason: "changed-upstream" },
        }
      : {
          ...place,
          action: ACTION.RESOURCE_UPDATED,
          cause: "repository",
          details: { filename, reason: "added-on-both-sides" },
        };
  });
  await inTransaction((tx) => record(tx, SERVICE, lines));
}
