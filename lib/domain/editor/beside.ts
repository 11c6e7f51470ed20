import { languages, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { UNIT_FROM } from "../units/units";

const [u, o, w] = [units.as("u"), units.as("o"), translations.as("w")];
const m = languages.as("m");

/** Text of a string in another language. */
export interface TextBeside {
  unitId: number;
  targets: string[];
}

/** Strings in another language, for those of these that are translated into it. */
export async function textsBeside(
  actor: Actor,
  unitIds: readonly number[],
  languageCode: string,
): Promise<TextBeside[]> {
  if (unitIds.length === 0) return [];
  return db.rows(sql`
    select ${named({ unitId: u.id })}, ${pick(o, "targets")}
    ${UNIT_FROM} join ${o} on ${o.sourceId} = ${u.sourceId} join ${w} on ${w.id} = ${o.translationId}
      join ${m} on ${m.id} = ${w.languageId}
    where ${anyOf(u.id, unitIds)} and ${m.code} = ${languageCode} and ${o.state} <> ${STATE.EMPTY} and ${visibleComponents(actor)}`);
}
