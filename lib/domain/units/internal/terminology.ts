import { changes, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { inTransaction, literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import { type Actor, SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { findComponentById } from "../../components/components";
import { translationsById } from "../../translations/translations";
import { removeStrings } from "../remove-unit";
import { storeUnits } from "../store-units";
import { expectedForms } from "../units";

/** Terms that are terminology exist in every language of their glossary. */

const [u, s, t, h] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), changes.as("h")];

/** What the ledger says of a term that was added to a language because it is terminology. */
const BECAUSE = "terminology";

/** Adds terms to the languages of their glossary that lack them, so that they can be translated there. */
export async function fillTerms(
  tx: Tx,
  actor: Actor,
  componentId: number,
  sourceIds: readonly number[],
): Promise<void> {
  const lacking = await tx.rows(sql`
    select ${pick(s, "context", "sources")}, ${named({ idHash: hashText(s.idHash), translationId: t.id })}
    from ${s} join ${t} on ${t.componentId} = ${s.componentId} and not ${t.isSource}
    where ${s.componentId} = ${componentId} and ${anyOf(s.id, sourceIds)}
      and not exists (select from ${u} where ${u.translationId} = ${t.id} and ${u.sourceId} = ${s.id})
    order by ${t.id}, ${s.position}`);
  const byLanguage = grouped(lacking, (row) => row.translationId);
  for (const translation of await translationsById(actor, [...byLanguage.keys()])) {
    const { plural, component } = translation;
    const planned = (byLanguage.get(translation.id) ?? []).map(({ idHash, context, sources }) => {
      const forms = expectedForms({ sources, pluralNumber: plural.number, fileFormat: component.fileFormat });
      return { idHash, context, sources, targets: Array.from({ length: forms }, () => ""), state: STATE.EMPTY };
    });
    await storeUnits(tx, actor, translation, planned, { action: ACTION.STRING_ADDED, because: BECAUSE });
  }
}

/**
 * Takes terms out of languages again that they were added to as terminology, and that nobody has translated, suggested or
 * said anything there.
 */
export async function withdrawTerms(componentId: number, sourceIds: readonly number[]): Promise<void> {
  const component = await findComponentById(SERVICE, componentId);
  await inTransaction(async (tx) => {
    const rows = await tx.rows(sql`
      select ${pick(u, "id")} from ${u} join ${t} on ${t.id} = ${u.translationId}
      where ${anyOf(u.sourceId, sourceIds)} and not ${t.isSource} and ${u.state} = ${literal(STATE.EMPTY)}
        and not ${u.suggested} and not ${u.commented}
        and exists (select from ${h} where ${h.unitId} = ${u.id} and ${h.action} = ${ACTION.STRING_ADDED} and ${h.details}->>'because' = ${BECAUSE})
      order by ${u.id} for update of u`);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await removeStrings(tx, SERVICE, component, { ids, everywhere: false });
  });
}
