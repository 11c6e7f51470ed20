import { languages, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { protectPlaceables } from "@/lib/text/placeables";
import { scriptOf, transliterate } from "@/lib/text/transliterate";
import type { TranslationRow } from "../../translations/translations";

/** Texts of the same language in its other script, letter by letter: of Serbian, Bosnian and Montenegrin. */

const [u, w, t, l] = [units.as("u"), units.as("w"), translations.as("t"), languages.as("l")];

/** Two letters of Latin may be one of Cyrillic, or two. */
const QUALITY = { Latn: 100, Cyrl: 95 } as const;

export interface ScriptAnswer {
  targets: string[];
  quality: number;
  /** The text that it was made from. */
  from: string[];
}

/** For strings of a translation what they say in the other script, by their ids; none where the component has it not, or no text in it. */
export async function inOtherScript(
  translation: TranslationRow,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ScriptAnswer>> {
  const own = scriptOf(translation.language.code);
  if (!own) return new Map();
  const rows = await db.rows(sql`
    select ${pick(l, "code")}, ${pick(t, "id")} from ${t} join ${l} on ${l.id} = ${t.languageId}
    where ${t.componentId} = ${translation.component.id} and ${t.id} <> ${translation.id}`);
  const other = rows.find(({ code }) => {
    const found = scriptOf(code);
    return found?.language === own.language && found.variety === own.variety && found.script !== own.script;
  });
  if (!other) return new Map();
  const texts = await db.rows(sql`
    select ${pick(u, "id")}, ${named({ from: w.targets })} from ${u} join ${w} on ${w.sourceId} = ${u.sourceId} and ${w.translationId} = ${other.id}
    where ${anyOf(u.id, ids)} and ${w.state} >= ${STATE.TRANSLATED}`);
  return new Map(
    texts.map(({ id, from }) => [id, { from, targets: from.map(into(own.script)), quality: QUALITY[own.script] }]),
  );
}

const into = (script: "Cyrl" | "Latn") => (text: string) => {
  const { text: open, salvage } = protectPlaceables(text, "text");
  return salvage(transliterate(open, script)).text;
};
