import { changes, languages, operationTranslations, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf, asFlag } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import { componentsById } from "../../components/components";
import { isClosed } from "../../components/edit-lock";
import { dropLanguage } from "../../creation/remove-language";
import { SAYING } from "./join-language";
import type { Step } from "./progress";

const [k, t, l] = [operationTranslations.as("k"), translations.as("t"), languages.as("l")];
const [u, ch] = [units.as("u"), changes.as("ch")];

/**
 * Removes the languages that an undo brought back, one in each batch. They are kept as before. One in which somebody has
 * worked since stays.
 */
export const dropLanguages: Step = async (tx, { actor, operation, after }) => {
  const row = await tx.one(sql`
    select ${pick(k, "translationId", "componentId")}, ${named({
      touched:
        asFlag(sql`exists (select from ${ch} where ${ch.translationId} = ${k.translationId} and ${ch.tx} > ${k.tx}
        and ${anyOf(ch.action, SAYING)})`),
    })} from ${k}
    where ${k.operationId} = ${operation.id} and ${k.added} and ${k.translationId} > ${after} order by ${k.translationId} limit 1`);
  if (!row) return { after: undefined };
  const end = { after: row.translationId };
  const place = await tx.one(sql`
    select ${pick(t, "id", "languageId", "filename")}, ${named({ code: l.code, name: l.name })}
    from ${t} join ${l} on ${l.id} = ${t.languageId} where ${t.id} = ${row.translationId} and not ${t.isSource}`);
  if (!place) return end;
  const strings = await tx.rows(sql`
    select ${pick(u, "id")} from ${u} where ${u.translationId} = ${row.translationId} order by ${u.id}`);
  const [component] = await componentsById(actor, [row.componentId]);
  if (!component) return { ...end, hidden: strings.length };
  const reason = isClosed(component) ? "locked" : row.touched ? "changed" : undefined;
  if (reason) return { ...end, left: strings.map(({ id }) => ({ unit: id, reason })) };
  const { code, name, ...translation } = place;
  const undo = currentOperation();
  await dropLanguage(tx, actor, component, { ...translation, language: { code, name } }, undo);
  return { ...end, removed: strings.length };
};
