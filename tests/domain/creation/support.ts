import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { listTranslations } from "@/lib/domain/translations/translations";

/** Codes of a component's languages, in order. */
export async function everyTranslation(actor: Actor, component: ComponentRow): Promise<string[]> {
  const { rows } = await listTranslations(actor, { component }, { limit: 1000, offset: 0 });
  return rows.map(({ language }) => language.code).sort();
}
