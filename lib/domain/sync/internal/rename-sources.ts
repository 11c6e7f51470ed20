import { pendingChanges, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, pick, unnest } from "@/lib/platform/columns";
import { literal, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asText, sqlNow, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { because } from "../../changes/because";
import { record } from "../../changes/record";
import { applyCounterChanges } from "../../counters/counters";
import { type Worded, worded } from "../../errors";
import type { SyncContext } from "../../files/context";
import { contentOf, type FileString } from "../../files/strings";

const [s, u, t, p] = [sourceUnits.as("s"), units.as("u"), translations.as("t"), pendingChanges.as("p")];

/** Keys that upstream renamed: the string stays what it is, with all that hangs on it. */

/** A stored string under its new key. */
export interface RenamedSource {
  id: number;
  from: FileString;
  to: FileString;
}

/** Who stands in commits of texts that nobody typed anew. */
export const NOBODY = { authorName: "Loquat", authorEmail: "noreply@loquat" };

/** A translation `u` of a string `s` that is to be written as it stands, as a row of what waits. */
export const CARRIED = eachRow(pendingChanges, {
  ...columnsOf(u, "translationId", "targets", "state"),
  ...columnsOf(s, "idHash", "context", "sources"),
  ...NOBODY,
  kind: "carry",
  unitId: u.id,
});

/** From here on numbers are no identities for a moment. */
const NO_HASH = "-9223372036854775808";

/** What is said of a text that came from another string. */
export const carriedFrom = ({ context, sources }: Pick<FileString, "context" | "sources">): Worded =>
  worded(refusal("carriedOver", { name: (context || (sources[0] ?? "")).slice(0, 200) }));

/** Gives stored strings their new keys; edits that wait go on waiting under these. Texts are not changed here. */
export async function renameSources(tx: Tx, context: SyncContext, renamed: readonly RenamedSource[]): Promise<void> {
  if (renamed.length === 0) return;
  const ids = renamed.map(({ id }) => id);
  // Whoever is about to save one of them is waited for, and then seen.
  await tx.run(sql`select 1 from ${u} where ${anyOf(u.sourceId, ids)} order by ${u.id} for update`);
  const n = unnest(
    "n",
    { ...columnsOf(s, "id", "context", "position"), former: TYPE.hash, idHash: TYPE.hash, contentHash: TYPE.hash },
    renamed.map(({ id, from, to }) => ({
      ...{ id, context: to.context, position: to.position, former: from.idHash, idHash: to.idHash },
      contentHash: contentOf(to.context, to.sources),
    })),
  );
  const former = new Set(renamed.map(({ from }) => from.idHash));
  // Where one string takes the key of another one, none has it meanwhile.
  if (renamed.some(({ to }) => former.has(to.idHash)))
    await tx.run(
      sql`update ${s} set ${assigned(s, { idHash: sql`${s.id} + ${NO_HASH}::bigint` })} where ${anyOf(s.id, ids)}`,
    );
  await tx.run(sql`
    update ${s} set ${assigned(s, {
      ...columnsOf(n, "context", "position", "idHash", "contentHash"),
      updatedAt: sqlNow,
    })} from ${n} where ${s.id} = ${n.id}`);
  // What a commit holds under the old key has to be written once more.
  await tx.run(sql`
    update ${p} set ${assigned(p, { ...columnsOf(n, "context", "idHash"), commit: null })} from ${n}, ${t}
    where ${t.id} = ${p.translationId} and ${t.componentId} = ${context.component.id} and ${p.idHash} = ${n.former}`);
}

/**
 * Lets the translations of renamed strings wait for their files, which have them under the old key at best; a text that
 * upstream has under the new one wins. The history of each tells where it came from.
 */
export async function carryTexts(tx: Tx, context: SyncContext, renamed: readonly RenamedSource[]): Promise<void> {
  if (renamed.length === 0) return;
  const ids = renamed.map(({ id }) => id);
  await waitForFiles(tx, ids);
  const told = await tx.rows(sql`
    select ${pick(u, "id", "sourceId", "state", "translationId")}, ${pick(t, "languageId")}, ${named({
      target: asText(sql`joined_forms(${u.targets})`),
    })} ${translatedOf(ids)} order by ${u.id}`);
  const fromOf = new Map(renamed.map(({ id, from }) => [id, from]));
  const place = { cause: "repository" as const, projectId: context.component.projectId };
  const componentId = context.component.id;
  const reasonOf = (id: number) => carriedFrom(fromOf.get(id) ?? { context: "", sources: [] });
  await record(tx, SERVICE, [
    ...renamed.map(({ id, to }) => ({
      ...{ ...place, componentId, action: ACTION.STRING_UPDATED_IN_THE_REPOSITORY, unitId: id },
      translationId: context.sourceTranslationId,
      languageId: context.component.sourceLanguageId,
      details: { ...because(reasonOf(id)), context: to.context },
    })),
    ...told.map(({ id, sourceId, state, target, translationId, languageId }) => ({
      ...{ ...place, componentId, translationId, languageId, unitId: id, target },
      action: ACTION.STRING_UPDATED_IN_THE_REPOSITORY,
      old: target,
      details: { state, ...because(reasonOf(sourceId)) },
    })),
  ]);
}

/** The translations `u` of strings `s` that say something, over `t`. */
const translatedOf = (sourceIds: readonly number[]): Sql => sql`
  from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
  where ${anyOf(s.id, sourceIds)} and not ${t.isSource} and ${u.state} not in (${literal(STATE.EMPTY)}, ${literal(STATE.READ_ONLY)})`;

/**
 * Lets translations of strings wait to be written as they are, unless an edit waits already.
 * @param translationId the only language to do so in, all when left out
 */
export async function waitForFiles(tx: Tx, sourceIds: readonly number[], translationId?: number): Promise<void> {
  if (sourceIds.length === 0) return;
  const here = translationId === undefined ? sql`` : sql`and ${u.translationId} = ${translationId}`;
  await tx.run(sql`
    insert into ${pendingChanges} ${CARRIED}
    ${translatedOf(sourceIds)} ${here} and not exists (select from ${p} where ${p.translationId} = ${u.translationId} and ${p.idHash} = ${s.idHash})
    order by ${u.position}, ${u.id}`);
  const waiting = await tx.rows(sql`
    update ${u} set ${assigned(u, { pending: true })} where ${anyOf(u.sourceId, sourceIds)} ${here} and not ${u.pending}
      and exists (select from ${p} where ${p.unitId} = ${u.id} and ${p.commit} is null) returning ${pick(u, "translationId")}`);
  await applyCounterChanges(
    tx,
    waiting.map(({ translationId }) => ({ translationId, numbers: { pending: 1 } })),
  );
}
