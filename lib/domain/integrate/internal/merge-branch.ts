import { localCommits, pendingChanges } from "@/lib/generated/tables";
import { row } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { type TreeFile, VcsError } from "@/lib/platform/vcs/vcs";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import type { ComponentRow } from "../../components/components";
import { type SyncContext, type SyncTranslation, syncContext } from "../../files/context";
import type { RefusedEdit } from "../../files/open-file";
import { fileWithEdits } from "../../files/open-file";
import { PENDING_EDIT, type PendingEdit } from "../../files/pending-edits";
import { loadTranslations } from "../../sync/ensure-translations";
import { type MatchedFiles, matchFiles } from "../../sync/match-files";
import { documentTexts } from "../../working-copy/document-texts";
import { committedWholeFiles } from "../../working-copy/whole-files";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";
import { commitMessage } from "../commit-message";
import { keepAsClashes } from "./keep-as-clashes";
import { lastKnown, type WholeLanguages, withoutRemoved } from "./whole-languages";

const p = pendingChanges.as("p");

/**
 * The merge styles: upstream becomes a second parent. Git merges what is no translation; the content of translation
 * files is upstream's with our edits spliced in. Where nothing of ours is left, as when upstream has taken all of it
 * over, our branch becomes upstream's.
 * @returns whether our commits stand below
 * @throws VcsError conflict
 */
export async function mergeIntoBranch(
  checkout: Checkout,
  components: readonly ComponentRow[],
  target: string,
  languages: WholeLanguages,
): Promise<boolean> {
  const { copy, repository } = checkout;
  const refused: RefusedEdits[] = [];
  const merged = await mergeWith(checkout, components, target, { languages, theirs: false, refused });
  for (const { context, translation, edits, content } of refused)
    await keepAsClashes(checkout, context, translation, edits, content, { committed: true });
  if ((await copy.treeId(merged)) === (await copy.treeId(target))) {
    await copy.resetTo(target);
    return false;
  }
  await inTransaction(async (tx) => {
    await tx.run(sql`
      insert into ${localCommits} ${row(localCommits, { repositoryId: repository.id, sha: merged, kind: "merge" })} on conflict do nothing`);
  });
  return true;
}

/**
 * Tells, before any row is written, whether git can merge what is no translation: translations are taken as upstream has
 * them, and the branch is put back.
 */
export async function isMergeable(
  checkout: Checkout,
  components: readonly ComponentRow[],
  target: string,
  languages: WholeLanguages,
): Promise<boolean> {
  const before = await checkout.copy.head();
  try {
    await mergeWith(checkout, components, target, { languages, theirs: true });
  } catch (error) {
    if (error instanceof VcsError && error.problem === "conflict") return false;
    throw error;
  }
  await checkout.copy.resetTo(before);
  return true;
}

/** Edits of our commits that upstream's file cannot hold, and the file with all others. */
interface RefusedEdits {
  context: SyncContext;
  translation: SyncTranslation;
  edits: RefusedEdit[];
  content: Uint8Array;
}

async function mergeWith(
  checkout: Checkout,
  components: readonly ComponentRow[],
  target: string,
  { languages, theirs, refused = [] }: { languages: WholeLanguages; theirs: boolean; refused?: RefusedEdits[] },
): Promise<string> {
  const tree = withoutRemoved(await checkout.copy.tree(target), languages);
  const decided: { path: string; content: Uint8Array | null }[] = [...languages.removed, ...languages.gone].map(
    (path) => ({ path, content: null }),
  );
  for (const component of components)
    decided.push(...(await decidedFiles(checkout, component, tree, { theirs, refused })));
  decided.push(...(await movedLanguages(checkout, tree, languages)));
  const [first] = components;
  const message = first ? await commitMessage(first, "mergeMessage") : "";
  return checkout.copy.merge(target, message, COMMITTER, decided);
}

/** Languages that only our branch has: upstream has moved the files of all others, and theirs go along. */
async function movedLanguages(
  checkout: Checkout,
  tree: readonly TreeFile[],
  { placeOf }: WholeLanguages,
): Promise<{ path: string; content: Uint8Array | null }[]> {
  const { copy } = checkout;
  const theirs = new Set([...tree, ...(await lastKnown(checkout))].map((file) => file.path));
  const files: { path: string; content: Uint8Array | null }[] = [];
  for (const { path, blob } of await copy.tree("HEAD")) {
    const place = placeOf(path);
    if (place === path || theirs.has(path)) continue;
    files.push({ path, content: null });
    if (!theirs.has(place)) files.push({ path: place, content: await copy.read(blob) });
  }
  return files;
}

async function decidedFiles(
  checkout: Checkout,
  component: ComponentRow,
  tree: readonly TreeFile[],
  { theirs, refused }: { theirs: boolean; refused: RefusedEdits[] },
): Promise<{ path: string; content: Uint8Array }[]> {
  const matched = matchFiles(tree, component);
  // A catalogue that upstream broke is upstream's as it is; our edits wait until it can be read.
  if (matched.broken) return [{ path: matched.broken.path, content: await checkout.copy.read(matched.broken.blob) }];
  const files = [...matched.translations, ...(matched.template ? [matched.template] : [])];
  await checkout.copy.bring(files.map((file) => file.blob));
  if (theirs) {
    const read = await Promise.all(
      files.map(async (file) => ({ path: file.path, content: await readable(checkout, file.blob) })),
    );
    return read.flatMap(({ path, content }) => (content ? [{ path, content }] : []));
  }
  const translations = await loadTranslations(db, component.id);
  const source = translations.find((translation) => translation.isSource);
  const context: SyncContext = syncContext(component, source?.id ?? 0, false);
  const uploaded = await committedWholeFiles(checkout.repository.id, tree);
  const base = matched.template ?? matched.newBase;
  const baseBytes = base && (await readable(checkout, base.blob));
  const decided = await Promise.all(
    files.map(async (file) => {
      const content = uploaded.get(file.path) ?? (await readable(checkout, file.blob));
      if (!content) return undefined;
      const translation = translations.find((row) => row.filename === file.path);
      const edits = translation ? await committedEdits(translation.id) : [];
      if (!translation || edits.length === 0) return { path: file.path, content };
      try {
        const stored = await documentTexts(component, translation.id);
        const written = await fileWithEdits(context, translation, { content, base: baseBytes, stored }, edits);
        if (written.refused.length > 0 && !translation.isSource)
          refused.push({ context, translation, edits: written.refused, content: written.content });
        return { path: file.path, content: written.content };
      } catch (error) {
        if (error instanceof FormatError || error instanceof EditRefused) return { path: file.path, content };
        throw error;
      }
    }),
  );
  const own = await languagesOfOurs(context, matched, translations, baseBytes);
  return [...decided.filter((file) => file !== undefined), ...own];
}

/** Languages of a catalogue that only our commits have: upstream's catalogue, which is built upon, lacks them. */
async function languagesOfOurs(
  context: SyncContext,
  { catalogue, translations: there }: MatchedFiles,
  translations: readonly SyncTranslation[],
  base: Uint8Array | undefined,
): Promise<{ path: string; content: Uint8Array }[]> {
  if (!catalogue) return [];
  const theirs = new Set(there.map((file) => file.path));
  const files: { path: string; content: Uint8Array }[] = [];
  for (const translation of translations) {
    const { filename: path, isSource } = translation;
    if (isSource || theirs.has(path) || !path.startsWith(`${catalogue.path}/`)) continue;
    const edits = await committedEdits(translation.id);
    if (edits.length === 0) continue;
    try {
      const given = { content: undefined, base, stored: undefined };
      files.push({ path, content: (await fileWithEdits(context, translation, given, edits)).content });
    } catch (error) {
      if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
    }
  }
  return files;
}

/** Content of a file; undefined for a folder that cannot be read, which git then merges itself. */
async function readable(checkout: Checkout, blob: string): Promise<Uint8Array | undefined> {
  try {
    return await checkout.copy.read(blob);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function committedEdits(translationId: number): Promise<PendingEdit[]> {
  return db.rows(sql`
    select ${PENDING_EDIT} from ${p} where ${p.translationId} = ${translationId} and ${p.commit} is not null order by ${p.id}`);
}
