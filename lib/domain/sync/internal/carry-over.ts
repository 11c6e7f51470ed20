import { changes as ledger, pendingChanges, sourceUnits, suggestions, units } from "@/lib/generated/tables";
import { assigned, columnsOf, named, pick, unnest } from "@/lib/platform/columns";
import { type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, asText, hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { pairStrings } from "@/lib/text/renames/pair";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { because } from "../../changes/because";
import { joinForms, record } from "../../changes/record";
import { applyCountDifference, countHeldUnits, countUnits } from "../../counters/unit-counters";
import type { Worded } from "../../errors";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { StringChange } from "../../files/file-strings";
import { type FileString, filled, sameTexts } from "../../files/strings";
import type { KnownSource } from "../source-strings";
import type { KeptText } from "./merge-strings";
import { carriedFrom } from "./rename-sources";

const [u, s, p, g, l] = [
  units.as("u"),
  sourceUnits.as("s"),
  pendingChanges.as("p"),
  suggestions.as("g"),
  ledger.as("l"),
];

/** Strings without keys that upstream reworded: the file lost one and got another in its place. */

/** What a file says, with texts carried over to the strings that came. */
export interface Carried {
  changes: StringChange[];
  /** Where texts came from, by the identity of the string that has them now. */
  reasons: ReadonlyMap<string, Worded>;
  /** The source strings that got a text which the file has not. */
  waiting: number[];
  /** Texts of people whose string came back with another text. */
  kept: KeptText[];
}

export const NOTHING_CARRIED = { reasons: new Map<string, Worded>(), waiting: [], kept: [] };

/**
 * Carries what is translated over from strings that a file lost to strings that it got without a text: marked for a
 * look, with the former source beside it. Suggestions go along. Upstream's own text wins.
 */
export async function carryOver(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  sources: ReadonlyMap<string, KnownSource>,
  changes: readonly StringChange[],
): Promise<Carried> {
  const gone = changes.flatMap(({ before, after }) => (!after && before && sources.has(before.idHash) ? [before] : []));
  const came = changes.flatMap(({ before, after }) => (after && !before && sources.has(after.idHash) ? [after] : []));
  const pairs = pairStrings(gone, came, { keyed: false });
  const carried = {
    changes: [...changes],
    reasons: new Map<string, Worded>(),
    waiting: [] as number[],
    kept: [] as KeptText[],
  };
  if (pairs.length === 0) return carried;
  const idOf = ({ idHash }: FileString) => sources.get(idHash)?.id ?? 0;
  await linkSources(
    tx,
    context,
    pairs.map(({ from, to }) => ({ from, oldId: idOf(from), newId: idOf(to) })),
  );
  const here = await unitsOf(
    tx,
    translation,
    pairs.flatMap(({ from, to }) => [idOf(from), idOf(to)]),
  );
  const ids = [...here.values()].map(({ id }) => id);
  const before = await countHeldUnits(tx, ids);
  const typed = await forgetEdits(
    tx,
    translation,
    pairs.map(({ from }) => from.idHash),
  );
  const replaced = new Map<string, StringChange | undefined>();
  const moved: { id: number; sourceId: number; position: number }[] = [];
  for (const { from, to } of pairs) {
    const [old, present] = [here.get(idOf(from)), here.get(idOf(to))];
    if (!old) continue;
    const source = sources.get(to.idHash);
    if (present)
      await tx.run(sql`update ${g} set ${assigned(g, { unitId: present.id })} where ${g.unitId} = ${old.id}`);
    else {
      moved.push({ id: old.id, sourceId: idOf(to), position: source?.position ?? to.position });
      replaced.set(from.idHash, undefined);
    }
    const says = filled(old.targets).length > 0 && old.state !== STATE.READ_ONLY;
    if (filled(to.targets).length > 0) {
      const author = typed.get(from.idHash);
      if (author !== undefined && says && !sameTexts(filled(old.targets), filled(to.targets)))
        carried.kept.push({ ours: { idHash: to.idHash }, targets: old.targets, authorId: author });
      continue;
    }
    if (!says || (present && filled(present.targets).length > 0)) continue;
    const targets = fitted(old.targets, to.targets.length);
    const previousSource = joinForms(from.sources);
    replaced.set(to.idHash, {
      before: undefined,
      after: { ...to, targets, state: STATE.NEEDS_EDITING, previousSource },
    });
    carried.reasons.set(to.idHash, carriedFrom(from));
    carried.waiting.push(idOf(to));
  }
  await reseat(tx, moved);
  await markSuggested(tx, ids);
  await applyCountDifference(tx, before, await countUnits(tx, ids));
  carried.changes = changes.flatMap((change) => {
    const { idHash } = change.after ?? change.before;
    return replaced.has(idHash) ? (replaced.get(idHash) ?? []) : [change];
  });
  return carried;
}

/** Forms for another number of forms: one text stands for all, the last of several for one. */
export function fitted(targets: readonly string[], forms: number): string[] {
  if (forms === 1) return [targets.findLast((text) => text !== "") ?? ""];
  const only = filled(targets).length === 1 ? targets[0] : undefined;
  return Array.from({ length: forms }, (_, form) => only ?? targets[form] ?? "");
}

const UNIT = pick(u, "id", "sourceId", "targets", "state");

async function unitsOf(
  tx: Tx,
  translation: SyncTranslation,
  sourceIds: readonly number[],
): Promise<Map<number, SelectedRow<typeof UNIT>>> {
  const rows = await tx.rows(sql`
    select ${UNIT} from ${u} where ${u.translationId} = ${translation.id} and ${anyOf(u.sourceId, sourceIds)} order by ${u.id} for update`);
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** Lets no edit of a lost string be written any more. @returns who typed the newest one, by the string's identity */
async function forgetEdits(
  tx: Tx,
  translation: SyncTranslation,
  hashes: readonly string[],
): Promise<Map<string, number | null>> {
  const rows = await tx.rows(sql`
    delete from ${p} where ${p.translationId} = ${translation.id} and ${anyOf(asHash(p.idHash), hashes)}
    returning ${pick(p, "id", "kind", "authorId")}, ${named({ idHash: hashText(p.idHash) })}`);
  await tx.run(sql`
    update ${u} set ${assigned(u, { pending: false })} from ${s} where ${s.id} = ${u.sourceId} and ${u.pending}
      and ${u.translationId} = ${translation.id} and ${anyOf(asHash(s.idHash), hashes)}`);
  rows.sort((a, b) => a.id - b.id);
  return new Map(rows.flatMap(({ idHash, kind, authorId }) => (kind === "edit" ? [[idHash, authorId] as const] : [])));
}

/** Gives units to other strings: with their numbers, histories and suggestions. */
async function reseat(tx: Tx, moved: readonly { id: number; sourceId: number; position: number }[]): Promise<void> {
  if (moved.length === 0) return;
  const n = unnest("n", columnsOf(u, "id", "sourceId", "position"), moved);
  await tx.run(sql`
    update ${u} set ${assigned(u, columnsOf(n, "sourceId", "position"))} from ${n} where ${u.id} = ${n.id}`);
}

async function markSuggested(tx: Tx, ids: readonly number[]): Promise<void> {
  const suggested = sql`exists (select from ${g} where ${g.unitId} = ${u.id})`;
  await tx.run(sql`
    update ${u} set ${assigned(u, { suggested })} where ${anyOf(u.id, ids)} and ${u.suggested} is distinct from ${suggested}`);
}

/** Writes down, once, which string was which: what hangs on the former one follows when no file has it any more. */
export async function linkSources(
  tx: Tx,
  context: SyncContext,
  links: readonly { from: FileString; oldId: number; newId: number }[],
): Promise<void> {
  const known = await tx.rows(sql`
    select ${named({ newId: l.unitId, oldId: asText(sql`${l.details}->>'former_id'`) })} from ${l}
    where ${anyOf(
      l.unitId,
      links.map(({ newId }) => newId),
    )} and ${l.details} ? 'former_id'`);
  const told = new Set(known.map(({ newId, oldId }) => `${newId} ${oldId}`));
  await record(
    tx,
    SERVICE,
    links
      .filter(({ newId, oldId }) => !told.has(`${newId} ${oldId}`))
      .map(({ from, oldId, newId }) => ({
        action: ACTION.STRING_UPDATED_IN_THE_REPOSITORY,
        cause: "repository" as const,
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: context.sourceTranslationId,
        languageId: context.component.sourceLanguageId,
        unitId: newId,
        details: { ...because(carriedFrom(from)), former_id: String(oldId) },
      })),
  );
}
