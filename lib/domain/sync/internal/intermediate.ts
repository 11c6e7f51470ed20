import { sourceUnits, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText } from "@/lib/platform/expressions";
import type { TreeFile, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import type { SyncContext, SyncTranslation } from "../../files/context";
import { readFile } from "../../files/read-file";
import { type FileString, filled, sameTexts } from "../../files/strings";
import { findTranslationById } from "../../translations/translations";
import { canBeString } from "../../units/add-unit";
import { applyEdits } from "../../units/apply-edits";
import { storeUnits } from "../../units/store-units";
import { suggestMany } from "../../units/suggest-many";
import { lockUnits } from "../../units/units";

const [s, u] = [sourceUnits.as("s"), units.as("u")];

const BATCH = 1000;

/**
 * Follows the intermediate file, which developers keep while editors polish its texts in the base file. Strings that the
 * base file lacks become source strings that need checking, so that their translations wait; where developers reword a
 * string, its source needs rewriting, and their text is suggested for it. Done again it changes nothing more.
 * @param since the commit that was taken over last; without one nothing counts as reworded
 * @throws FormatError
 * @returns how many source strings came or are to be rewritten
 */
export async function followIntermediate(
  context: SyncContext,
  source: SyncTranslation,
  file: TreeFile,
  copy: Pick<WorkingCopy, "read" | "bring" | "tree" | "has">,
  { since, force }: { since?: string; force?: boolean },
): Promise<number> {
  const former = since && (await formerFile(copy, since, file.path));
  if (former && former.blob === file.blob && !force) return 0;
  await copy.bring([file.blob, ...(former ? [former.blob] : [])]);
  const strings = await stringsOf(context, source, await copy.read(file.blob, file.path));
  const known = new Set(
    (
      await db.rows(
        sql`select ${named({ idHash: hashText(s.idHash) })} from ${s} where ${s.componentId} = ${context.component.id}`,
      )
    ).map(({ idHash }) => idHash),
  );
  const missing = [...strings.values()].filter(
    (string) => !known.has(string.idHash) && isText(string) && canBeString(context.component, string),
  );
  let changed = await addMissing(source, missing);
  if (former) {
    const before = await stringsOf(context, source, await copy.read(former.blob, former.path));
    const reworded = [...strings.values()].filter((string) => {
      const was = before.get(string.idHash);
      return was && isText(string) && !sameTexts(filled(was.targets), filled(string.targets));
    });
    changed += await markReworded(source, reworded);
  }
  return changed;
}

const isText = ({ targets }: FileString): boolean => targets.some((text) => text.trim() !== "");

async function formerFile(
  copy: Pick<WorkingCopy, "tree" | "has">,
  since: string,
  path: string,
): Promise<TreeFile | undefined> {
  return (await copy.has(since)) ? (await copy.tree(since)).find((file) => file.path === path) : undefined;
}

async function stringsOf(
  context: SyncContext,
  source: SyncTranslation,
  bytes: Uint8Array,
): Promise<ReadonlyMap<string, FileString>> {
  return (await readFile(context, source, { bytes }, { whole: true, ownForms: false })).strings;
}

async function addMissing(source: SyncTranslation, missing: readonly FileString[]): Promise<number> {
  if (missing.length === 0) return 0;
  const translation = await findTranslationById(SERVICE, source.id);
  let added = 0;
  for (let at = 0; at < missing.length; at += BATCH) {
    const planned = missing.slice(at, at + BATCH).map(({ idHash, context, targets }) => ({
      ...{ idHash, context, sources: targets, targets, state: STATE.NEEDS_CHECKING },
    }));
    added += await inTransaction(
      async (tx) =>
        (
          await storeUnits(tx, SERVICE, translation, planned, {
            ...{ action: ACTION.SOURCE_STRING_ADDED_IN_THE_REPOSITORY, cause: "repository", once: true },
          })
        ).length,
    );
  }
  return added;
}

async function markReworded(source: SyncTranslation, reworded: readonly FileString[]): Promise<number> {
  let marked = 0;
  for (let at = 0; at < reworded.length; at += BATCH)
    marked += await inTransaction((tx) => markSome(tx, source, reworded.slice(at, at + BATCH)));
  return marked;
}

async function markSome(tx: Tx, source: SyncTranslation, reworded: readonly FileString[]): Promise<number> {
  const textOf = new Map(reworded.map(({ idHash, targets }) => [idHash, targets]));
  const rows = await tx.rows(sql`
    select ${pick(u, "id")} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${source.id} and ${anyOf(asHash(s.idHash), [...textOf.keys()])}`);
  const found = await lockUnits(
    tx,
    SERVICE,
    rows.map(({ id }) => id),
  );
  // What the base file says already is no news.
  const open = found.flatMap((unit) => {
    const targets = textOf.get(unit.idHash);
    return targets && unit.state !== STATE.READ_ONLY && !sameTexts(unit.targets, targets) ? [{ unit, targets }] : [];
  });
  const offered = open.filter(({ unit, targets }) => unit.enableSuggestions && targets.length === unit.targets.length);
  await suggestMany(tx, SERVICE, offered, { cause: "repository", authorId: null });
  const ready = open.filter(({ unit }) => unit.state >= STATE.TRANSLATED);
  await applyEdits(
    tx,
    SERVICE,
    ready.map(({ unit }) => ({ unit, targets: unit.targets, state: STATE.NEEDS_REWRITING })),
    // The mark is ours alone: no file holds it.
    { cause: "repository", authorId: null, automatic: true, pending: false, polish: false },
  );
  return ready.length;
}
