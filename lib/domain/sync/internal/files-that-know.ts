import { fileSnapshots } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { FormatError } from "@/lib/text/formats/kernel/format";
import type { SyncContext, SyncTranslation } from "../../files/context";
import { readFile } from "../../files/read-file";
import { type FileString, formatOf } from "../../files/strings";
import { loadTranslations } from "../ensure-translations";
import { readSnapshot } from "../snapshots";

const f = fileSnapshots.as("f");

/**
 * Languages whose files, as they were read last, have some of these strings: they had them before the base file did, or
 * kept them when it lost them. Nobody has looked at such texts yet.
 */
export async function filesThatKnow(context: SyncContext, fresh: readonly FileString[]): Promise<number[]> {
  if (fresh.length === 0) return [];
  const found: number[] = [];
  for (const translation of await loadTranslations(db, context.component.id)) {
    if (translation.isSource) continue;
    const content = await readSnapshot(db, translation.id);
    if (content && (await knowsOneOf(context, translation, content, fresh))) found.push(translation.id);
  }
  return found;
}

async function knowsOneOf(
  context: SyncContext,
  translation: SyncTranslation,
  bytes: Uint8Array,
  fresh: readonly FileString[],
): Promise<boolean> {
  try {
    // Most files have none of the names, and need not be taken apart to see that.
    const text = formatOf(context.component).decode(bytes);
    if (!fresh.some((string) => text.includes(tellingPiece(string)))) return false;
    const { strings } = await readFile(context, translation, { bytes }, { whole: true, ownForms: true });
    return fresh.some(({ idHash }) => strings.has(idHash));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** A piece of a key that no format writes otherwise. */
const tellingPiece = ({ context }: FileString): string =>
  (context.match(/[A-Za-z0-9]+/g) ?? [""]).reduce((longest, piece) =>
    piece.length > longest.length ? piece : longest,
  );

/** Lets files be read again with the next look at them, now or after a run that was killed. */
export async function forgetBlobs(tx: Tx, translationIds: readonly number[]): Promise<void> {
  if (translationIds.length === 0) return;
  await tx.run(sql`update ${f} set ${assigned(f, { blob: "" })} where ${anyOf(f.translationId, translationIds)}`);
}
