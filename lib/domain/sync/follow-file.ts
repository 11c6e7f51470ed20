import { pendingChanges } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf, asHash, hashText } from "@/lib/platform/expressions";
import type { ComponentRow } from "../components/components";
import { syncContext } from "../files/context";
import { readFile } from "../files/read-file";
import { loadTranslations } from "./ensure-translations";
import { lockStrings } from "./internal/merge-pending";
import { addMissing, removeOrphans } from "./internal/sync-file";
import { loadSources } from "./source-strings";
import { updateTranslation } from "./translation-strings";

const p = pendingChanges.as("p");

/** A file that was made anew on our branch, with what it is read beside. */
interface RemadeFile {
  before: Uint8Array | undefined;
  after: Uint8Array;
  base: Uint8Array | undefined;
  template: Uint8Array | undefined;
}

/**
 * Lets the rows of a language follow what was made of its file on our branch, which upstream does not have yet. What
 * somebody edited meanwhile stands and is written with the next commit.
 * @throws FormatError
 */
export async function followFile(
  component: ComponentRow,
  path: string,
  { before, after, base, template }: RemadeFile,
): Promise<void> {
  const rows = await loadTranslations(db, component.id);
  const translation = rows.find((row) => row.filename === path && !row.isSource);
  const source = rows.find((row) => row.isSource);
  if (!translation || !source) return;
  const context = syncContext(component, source.id, false);
  if (!context.monolingual && template) {
    const language = component.sourceLanguage;
    const place = { languageCode: language.code, plural: language.plural, isSource: true, reviewsOff: false };
    const { strings } = await readFile(context, place, { bytes: template }, { whole: true, ownForms: false });
    context.template = new Set(strings.keys());
  }
  const contents = { bytes: after, former: before, base, formerBase: base };
  const { changes } = await readFile(context, translation, contents, { whole: false, ownForms: true });
  if (changes.length === 0) return;
  const hashes = changes.flatMap((change) => (change.after ?? change.before)?.idHash ?? []);
  await inTransaction(async (tx) => {
    await lockStrings(tx, translation, changes);
    const waiting = await tx.rows(sql`
      select ${named({ idHash: hashText(p.idHash) })} from ${p}
      where ${p.translationId} = ${translation.id} and ${p.commit} is null and ${anyOf(asHash(p.idHash), hashes)}`);
    const edited = new Set(waiting.map(({ idHash }) => idHash));
    const free = changes.filter((change) => !edited.has((change.after ?? change.before)?.idHash ?? ""));
    const gone = free.flatMap(({ before, after }) => (!after && before ? [before.idHash] : []));
    // What our commits say of strings that the file has no more is not to be said again on top of upstream.
    await tx.run(sql`
      delete from ${p} where ${p.translationId} = ${translation.id} and ${p.commit} is not null and ${anyOf(asHash(p.idHash), gone)}`);
    const sources = await loadSources(tx, component.id, hashes);
    if (!context.monolingual) await addMissing(tx, context, sources, free);
    await updateTranslation(tx, context, translation, sources, free);
  });
  if (!context.monolingual) await inTransaction((tx) => removeOrphans(tx, context, context.template ?? new Set()));
}
