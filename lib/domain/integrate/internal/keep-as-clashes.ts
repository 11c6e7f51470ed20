import type { SyncContext, SyncTranslation } from "../../files/context";
import type { RefusedEdit } from "../../files/open-file";
import { readFile } from "../../files/read-file";
import { keepUnwritable } from "../../sync/unwritable";
import type { Checkout } from "../../working-copy/working-copy";

/** Lets the strings of edits that a file cannot hold say what it says, and keeps the texts as clashes. */
export async function keepAsClashes(
  { copy }: Checkout,
  context: SyncContext,
  translation: SyncTranslation,
  refused: readonly RefusedEdit[],
  bytes: Uint8Array,
  options: { committed?: boolean } = {},
): Promise<void> {
  const { template } = context.component;
  const beside = context.monolingual && !translation.isSource;
  const found = beside ? (await copy.tree("HEAD")).find((file) => file.path === template) : undefined;
  const base = found && (await copy.read(found.blob, found.path));
  const { strings } = await readFile(context, translation, { bytes, base }, { whole: true, ownForms: true });
  const commit = (await copy.remoteHead()) ?? (await copy.head());
  await keepUnwritable(context, translation, refused, { strings, copy, commit }, options.committed);
}
