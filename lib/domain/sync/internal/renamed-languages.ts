import { fileSnapshots, plurals, translations } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { blobId } from "@/lib/platform/vcs/blob-id";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import type { ComponentRow } from "../../components/components";
import { relocate } from "../../counters/relocate";
import type { SyncTranslation } from "../../files/context";
import type { MeantLanguage } from "../../languages/languages";
import type { MatchedFile } from "../match-files";
import { snapshotIndex } from "../snapshots";

const [t, f, q] = [translations.as("t"), fileSnapshots.as("f"), plurals.as("q")];

/** A language whose file upstream gave the code of another one. */
interface Renamed {
  row: SyncTranslation;
  file: MatchedFile;
  language: MeantLanguage;
}

/**
 * Lets languages follow their files: where one is gone and the same bytes stand under the code of a language that was not
 * there before, as `pt.po` that became `pt_BR.po`, the strings are that language's from now on, with everything that
 * people made of them and upstream does not have yet. Languages of another number of plural forms are not the same.
 * @returns whether any did
 */
export async function followRenamedLanguages(
  tx: Tx,
  component: Pick<ComponentRow, "id" | "projectId" | "sourceLanguageId">,
  rows: readonly SyncTranslation[],
  files: readonly MatchedFile[],
  found: ReadonlyMap<string, MeantLanguage>,
): Promise<boolean> {
  const paths = new Set(files.map(({ path }) => path));
  const gone = rows.filter((row) => !row.isSource && row.filename !== "" && !paths.has(row.filename));
  if (gone.length === 0) return false;
  const present = new Set([component.sourceLanguageId, ...rows.map(({ languageId }) => languageId)]);
  const fresh = files.flatMap((file) => {
    const language = found.get(file.code);
    return language && !present.has(language.languageId) ? [{ file, language }] : [];
  });
  if (fresh.length === 0) return false;
  const index = await snapshotIndex(tx, component.id);
  const empty = blobId(new Uint8Array());
  const possible = gone.flatMap((row): Renamed[] => {
    const blob = index.get(row.id)?.blob ?? "";
    // Several files with the same bytes, such as untranslated ones, tell nothing.
    const alike = [...index.values()].filter((snapshot) => snapshot.blob === blob);
    const [to, ...others] = fresh.filter(({ file }) => file.blob === blob);
    if (blob === "" || blob === empty || alike.length !== 1 || !to || others.length > 0) return [];
    return [{ row, ...to }];
  });
  if (possible.length === 0) return false;
  const rules = await tx.rows(sql`
    select ${pick(q, "id", "number")} from ${q} where ${anyOf(
      q.id,
      possible.map(({ language }) => language.pluralId),
    )}`);
  const formsOf = new Map(rules.map(({ id, number }) => [id, number]));
  const moved = possible.filter(({ row, language }) => formsOf.get(language.pluralId) === row.plural.number);
  if (moved.length === 0) return false;
  await relocate(tx, [component.id], async () => {
    for (const { row, file, language } of moved)
      await tx.run(sql`
        update ${t} set ${assigned(t, {
          ...{ languageId: language.languageId, pluralId: language.pluralId },
          ...{ languageCode: file.code, filename: file.path },
        })} where ${t.id} = ${row.id}`);
  });
  // The file is read again in its new language, as its checks and its header ask for it.
  await tx.run(sql`
    update ${f} set ${assigned(f, { blob: "" })} where ${anyOf(
      f.translationId,
      moved.map(({ row }) => row.id),
    )}`);
  await record(
    tx,
    SERVICE,
    moved.map(({ row, file, language }) => ({
      action: ACTION.RESOURCE_UPDATED,
      cause: "repository" as const,
      projectId: component.projectId,
      componentId: component.id,
      translationId: row.id,
      languageId: language.languageId,
      details: { filename: file.path, former: row.filename, reason: "renamed-upstream" },
    })),
  );
  return true;
}
