import { pendingChanges, suggestions, units } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { blobId } from "@/lib/platform/vcs/blob-id";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { EditRefused } from "@/lib/text/formats/kernel/format";
import type { SyncContext, SyncTranslation } from "../../files/context";
import { openFile } from "../../files/open-file";
import type { MatchedFile, MatchedFiles } from "../match-files";

const [s, u] = [suggestions.as("s"), units.as("u")];

/**
 * A language that upstream's catalogue holds no more, as a file without texts; undefined where the language is to go.
 * A catalogue loses a language with its last text, also when that was one string of many: what people have typed since
 * stays with it.
 * @throws FormatError
 */
export async function emptiedLanguage(
  context: SyncContext,
  translation: SyncTranslation,
  matched: MatchedFiles,
  copy: WorkingCopy,
): Promise<{ file: MatchedFile; content: Uint8Array } | undefined> {
  if (!matched.catalogue || !translation.filename.startsWith(`${matched.catalogue.path}/`)) return undefined;
  const typed = await db.one(sql`
    select ${present} where exists (select from ${pendingChanges} where ${pendingChanges.translationId} = ${translation.id})
      or exists (select from ${s} join ${u} on ${u.id} = ${s.unitId} where ${u.translationId} = ${translation.id})`);
  if (!typed) return undefined;
  const base = matched.template && (await copy.read(matched.template.blob, matched.template.path));
  const { languageCode: code, filename: path } = translation;
  try {
    const content = (await openFile(context, translation, { content: undefined, base, stored: undefined })).bytes();
    return { file: { code, path, blob: blobId(content) }, content };
  } catch (error) {
    // Without a template none can be made.
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}
