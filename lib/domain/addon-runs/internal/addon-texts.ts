import { createHash } from "node:crypto";
import { sourceUnits, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber, asText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { slugify } from "@/lib/text/slug";
import type { LanguageTexts } from "../../addons/addon";
import { Failed } from "../../errors";

/** Texts of one language as add-ons publish them, and keys of texts that they find. */

const MOST = 100_000;

const [u, s] = [units.as("u"), sourceUnits.as("s")];
const DONE = sql`${u.state} >= ${STATE.TRANSLATED}`;

/** Strings of a language that are translated and have one form, in the order of the files. @throws Failed for too many */
export async function translatedTexts(translationId: number): Promise<LanguageTexts> {
  const { percent, translated } = await shareOf(translationId);
  if (translated > MOST) throw new Failed(refusal("languageMoreTranslated", { most: MOST }));
  const texts = await db.rows(sql`
    select ${named({ source: asText(sql`${s.sources}[1]`), target: asText(sql`${u.targets}[1]`) })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translationId} and ${DONE} and cardinality(${s.sources}) = 1
      and cardinality(${u.targets}) = 1 and ${u.targets}[1] <> ''
    order by ${u.position}, ${u.id}`);
  return { percent, texts };
}

/** A share in percent, rounded down: 100 is all of it. */
export const wholePercent = (part: number, all: number): number => (all === 0 ? 0 : Math.floor((part * 100) / all));

/** How many strings of a language are translated, and which share of all in percent; those of a rehearsal are not in the counters. */
async function shareOf(translationId: number): Promise<{ translated: number; percent: number }> {
  const counts = await db.one(sql`
    select ${named({ all: asNumber(sql`count(*)`), translated: asNumber(sql`count(*) filter (where ${DONE})`) })}
    from ${u} where ${u.translationId} = ${translationId}`);
  const { all, translated } = counts ?? { all: 0, translated: 0 };
  return { translated, percent: wholePercent(translated, all) };
}

/** The key of a text that was found on a page: its first words, and what makes it the only one. */
export function keyOfText(text: string): string {
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const words = slugify(text, 40);
  return words === "" ? mark : `${words}-${mark}`;
}
