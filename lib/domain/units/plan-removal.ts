import { comments, suggestions, translations, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { findComponentById } from "../components/components";
import type { Denial } from "../errors";
import { removalDenial } from "./remove-unit";
import { type EditableUnit, findEditable } from "./units";

const [u, t, g, o] = [units.as("u"), translations.as("t"), suggestions.as("g"), comments.as("o")];

/** What would go with a string. */
export interface Removal {
  unitId: number;
  /** Whether it goes from every language, not from its own alone. */
  everywhere: boolean;
  /** Why the actor may not. */
  denial: Denial | undefined;
  /** Languages beside the source in which it has a text. */
  translated: number;
  /** Comments hang on the source string: they stay with it, until it goes from every language. */
  comments: number;
  suggestions: number;
}

/**
 * What would go with a string, before anything does: in a language other than the source, from that one alone, and then from
 * every language.
 * @throws NotFound
 */
export async function planRemoval(actor: Actor, unitId: number): Promise<Removal[]> {
  const unit = await findEditable(actor, unitId);
  const component = await findComponentById(actor, unit.componentId);
  const wanted = unit.isSource ? [unit] : [unit, await findEditable(actor, unit.sourceId)];
  return Promise.all(
    wanted.map(async (one) => ({
      unitId: one.id,
      everywhere: one.isSource,
      denial: await removalDenial(actor, component, one),
      ...(await countOf(one)),
    })),
  );
}

async function countOf(unit: EditableUnit): Promise<Pick<Removal, "translated" | "comments" | "suggestions">> {
  const going = unit.isSource ? sql`${u.sourceId} = ${unit.sourceId}` : sql`${u.id} = ${unit.id}`;
  const counted = await db.one(sql`
    select ${named({
      translated: asNumber(sql`(select count(*)::int from ${u} join ${t} on ${t.id} = ${u.translationId}
        where ${going} and not ${t.isSource} and ${u.state} <> ${STATE.EMPTY})`),
      comments: asNumber(
        sql`(select count(*)::int from ${o} where ${unit.isSource} and ${o.sourceId} = ${unit.sourceId})`,
      ),
      suggestions: asNumber(sql`(select count(*)::int from ${g} join ${u} on ${u.id} = ${g.unitId} where ${going})`),
    })}`);
  return counted ?? { translated: 0, comments: 0, suggestions: 0 };
}
