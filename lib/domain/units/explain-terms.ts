import { components, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, columnsOf, named, pick, recordset } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText, sqlNow } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { findFormat } from "@/lib/text/formats/registry";
import { type Actor, ledgerUser } from "../access/actor";
import { throwDenial } from "../access/demand";
import { ACTION } from "../change-actions";
import { type Cause, record, tellLanguages } from "../changes/record";
import { deferCounterChanges } from "../counters/counters";
import { agreementSigned } from "./agreement";
import { changeFiles } from "./manage-units";
import { editDenial } from "./may-edit";
import { type EditableUnit, lockUnits } from "./units";

/** What is said of translations of terms: in a glossary each language has an explanation beside that of the source. */

const [u, s, t, c] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), components.as("c")];

const EXPLAINED = columnsOf(u, "id", "explanation");

/**
 * Locks the translation of a term whose explanation is to change, which takes what changing the translation takes.
 * @returns undefined for a string that has none of its own: a source string, and whatever is in no glossary
 * @throws Forbidden
 */
export async function lockTerm(tx: Tx, actor: Actor, unitId: number): Promise<EditableUnit | undefined> {
  const [unit] = await lockUnits(tx, actor, [unitId]);
  if (!unit?.isGlossary || unit.isSource) return undefined;
  const why = editDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
  if (why) throwDenial(why);
  return unit;
}

/** What is to be said of a translation; "" takes away what was. */
export interface ExplainedTerm {
  unit: number;
  explanation: string;
}

/**
 * Says something of translations of terms, and has their files say it where these have a place for it. What is in no glossary
 * is left out; whether it is allowed has been asked already. The same number of statements however many terms.
 */
export async function explainTerms(
  tx: Tx,
  actor: Actor,
  wanted: readonly ExplainedTerm[],
  { cause = "api", authorId }: { cause?: Cause; authorId?: number | null } = {},
): Promise<void> {
  if (wanted.length === 0) return;
  const explanations = new Map(wanted.map(({ unit, explanation }) => [unit, explanation]));
  const rows = await tx.rows(sql`
    select ${pick(u, "id", "explanation", "targets", "state", "pending", "translationId")}, ${pick(s, "context", "sources")},
      ${pick(t, "languageId", "filename")}, ${pick(c, "projectId", "fileFormat")}, ${named({ componentId: c.id, idHash: hashText(s.idHash) })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId} join ${c} on ${c.id} = ${t.componentId}
    where ${anyOf(u.id, [...explanations.keys()])} and ${c.isGlossary} and not ${t.isSource} order by ${u.id} for update of u`);
  const changed = rows.flatMap((row) => {
    const explanation = explanations.get(row.id) ?? "";
    return explanation === row.explanation ? [] : [{ row, explanation }];
  });
  if (changed.length === 0) return;
  // A term without a translation has no place in a file; it gets one together with its text.
  const written = changed.filter(
    ({ row }) =>
      findFormat(row.fileFormat)?.explains &&
      row.filename !== "" &&
      row.state !== STATE.EMPTY &&
      row.state !== STATE.READ_ONLY,
  );
  const waiting = new Set(written.map(({ row }) => row.id));
  const e = recordset(
    "e",
    { ...EXPLAINED, pending: u.pending },
    changed.map(({ row, explanation }) => ({ id: row.id, explanation, pending: waiting.has(row.id) })),
  );
  await tx.run(sql`
    update ${u} set ${assigned(u, {
      explanation: e.explanation,
      pending: sql`${u.pending} or ${e.pending}`,
      version: sql`${u.version} + 1`,
      updatedAt: sqlNow,
    })} from ${e} where ${u.id} = ${e.id}`);
  await changeFiles(
    tx,
    authorId === undefined ? ledgerUser(actor) : authorId,
    written.map(({ row, explanation }) => ({
      ...{ kind: "edit" as const, unitId: row.id, translationId: row.translationId, idHash: row.idHash },
      ...{ context: row.context, sources: row.sources, targets: row.targets, state: row.state, explanation },
    })),
  );
  deferCounterChanges(
    tx,
    written.flatMap(({ row: { pending, translationId } }) =>
      pending ? [] : [{ translationId, numbers: { pending: 1 } }],
    ),
  );
  await record(
    tx,
    actor,
    changed.map(({ row, explanation }) => ({
      ...{ action: ACTION.EXPLANATION_UPDATED, cause, target: explanation, old: row.explanation },
      ...{ projectId: row.projectId, componentId: row.componentId, translationId: row.translationId },
      ...{ languageId: row.languageId, unitId: row.id },
      ...(authorId !== undefined && { authorId }),
    })),
  );
  await tellLanguages(
    tx,
    changed.map(({ row }) => row.id),
  );
}

/** Units of a language by the identities of their strings. */
export async function unitsOfIdentities(
  tx: Tx,
  translationId: number,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows(sql`
    select ${pick(u, "id")}, ${named({ idHash: hashText(s.idHash) })} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translationId} and ${anyOf(asHash(s.idHash), [...hashes])}`);
  return new Map(rows.map(({ id, idHash }) => [idHash, id]));
}
