import { components, sourceUnits, translations, units, waitingChecks } from "@/lib/generated/tables";
import { eachRow, row } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { nudgeRelated } from "./related-checks";

const [u, s, t, c, w] = [
  units.as("u"),
  sourceUnits.as("s"),
  translations.as("t"),
  components.as("c"),
  waitingChecks.as("w"),
];

/**
 * Says that strings are about to change or to go, or have just come: checks that look at other strings ask them and their
 * like again, behind the commit. What the strings say at this moment is kept with it.
 */
export async function touchStrings(tx: Tx, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return;
  // One id is asked for by itself, as in `lockUnits`.
  await touch(tx, unitIds.length === 1 ? sql`${u.id} = ${unitIds[0]}` : anyOf(u.id, unitIds));
}

/** The same for the strings of all languages of source strings. */
export async function touchSources(tx: Tx, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length > 0) await touch(tx, anyOf(u.sourceId, sourceIds));
}

async function touch(tx: Tx, where: Sql): Promise<void> {
  nudgeRelated(tx);
  await tx.run(sql`
    insert into ${waitingChecks} ${eachRow(waitingChecks, {
      projectId: c.projectId,
      unitId: u.id,
      languageId: t.languageId,
      contentHash: s.contentHash,
      textHash: sql`hash_array_extended(${u.targets}, 0)`,
    })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId} join ${c} on ${c.id} = ${t.componentId}
    where ${where}`);
}

/**
 * The same for all strings of a component, or for its source strings alone, where only findings came and went: they are asked
 * again within minutes, in the background.
 */
export async function touchComponent(
  tx: Tx,
  { id, projectId }: { id: number; projectId: number },
  sourceLanguageId?: number,
): Promise<void> {
  await tx.run(sql`insert into ${w} ${row(w, { projectId, componentId: id, languageId: sourceLanguageId ?? null })}`);
}

/** The same for several components. */
export async function touchComponents(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into ${waitingChecks} ${eachRow(waitingChecks, { projectId: c.projectId, componentId: c.id })}
    from ${c} where ${anyOf(c.id, ids)}`);
}
