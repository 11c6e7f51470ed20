import { db } from "@/lib/platform/database";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { type LanguageTexts, pairByTranslations, unsure } from "@/lib/text/renames/by-translations";
import type { SyncContext, SyncTranslation } from "../../files/context";
import { readFile } from "../../files/read-file";
import { type FileString, filled } from "../../files/strings";
import { loadTranslations } from "../ensure-translations";
import type { MatchedFile, MatchedFiles } from "../match-files";
import { readSnapshot, type Snapshot } from "../snapshots";

/** Keys that upstream renamed together with their texts: files of languages that followed tell which is which. */

/** How many languages are asked. */
const MOST_LANGUAGES = 12;

/**
 * Pairs of strings that the base file lost and got, with another text under another key: the new identity by the former
 * one. Files are read for it only where there are such strings.
 */
export async function renamedInLanguages(
  context: SyncContext,
  matched: MatchedFiles,
  copy: Pick<WorkingCopy, "bring" | "read">,
  index: ReadonlyMap<number, Snapshot>,
  { gone, came }: { gone: readonly FileString[]; came: readonly FileString[] },
): Promise<Map<string, string>> {
  if (gone.length === 0 || came.length === 0) return new Map();
  const files = new Map(matched.translations.map((file) => [file.path, file]));
  const changed = (await loadTranslations(db, context.component.id)).flatMap((translation) => {
    const file = translation.isSource ? undefined : files.get(translation.filename);
    const known = index.get(translation.id);
    return file && known && known.blob !== file.blob ? [{ translation, file }] : [];
  });
  if (changed.length === 0) return new Map();
  const open = unsure(gone, came);
  if (open.gone.length === 0 || open.came.length === 0) return new Map();
  const asked = changed.slice(0, MOST_LANGUAGES);
  await copy.bring(asked.map(({ file }) => file.blob));
  const languages: LanguageTexts[] = [];
  for (const { translation, file } of asked) {
    const texts = await textsOf(context, translation, file, copy);
    if (texts) languages.push(texts);
  }
  const hashes = (strings: readonly FileString[]) => strings.map(({ idHash }) => idHash);
  return new Map(pairByTranslations(hashes(open.gone), hashes(open.came), languages).map(({ from, to }) => [from, to]));
}

/** Texts of a file before and now, by identity; undefined for one that cannot be read, which is told when it is its turn. */
async function textsOf(
  context: SyncContext,
  translation: SyncTranslation,
  file: MatchedFile,
  copy: Pick<WorkingCopy, "read">,
): Promise<LanguageTexts | undefined> {
  const former = await readSnapshot(db, translation.id);
  if (!former) return undefined;
  try {
    const contents = { bytes: await copy.read(file.blob, file.path), former };
    const { former: before, strings } = await readFile(context, translation, contents, { whole: true, ownForms: true });
    return { before: byHash(before), after: byHash(strings) };
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

const byHash = (strings: ReadonlyMap<string, FileString>): Map<string, string> =>
  new Map(
    [...strings].flatMap(([hash, { targets }]) => (filled(targets).length > 0 ? [[hash, targets.join("\u001e")]] : [])),
  );
