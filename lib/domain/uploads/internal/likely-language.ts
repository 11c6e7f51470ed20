import { languages, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick, unnest } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { rowCount, TYPE } from "@/lib/platform/expressions";
import { joinForms } from "../../changes/record";
import type { FileString } from "../../files/strings";
import type { TranslationRow } from "../../translations/translations";
import { knownUnits } from "./known-strings";

/** A file that says in one language what the component has in another: by its texts, as few formats name their language. */

const [u, s, o] = [units.as("u"), sourceUnits.as("s"), units.as("o")];
const [t, l] = [translations.as("t"), languages.as("l")];

/** Texts that are looked at, from all of the file, and how many must say something. */
const SAMPLE = 400;
const LEAST = 8;
/** Of the texts that would change something, those that are another language's. Sister languages share half of theirs. */
const SHARE = 0.75;
/** Shorter texts are the same in many languages. */
const LEAST_LENGTH = 4;

/** The language of the component whose texts a file has. */
export interface LikelyLanguage {
  code: string;
  name: string;
  /** Texts of the file that are that language's, of those that were compared. */
  same: number;
  compared: number;
}

/** The other language that the texts of a file seem to be in; undefined where nothing tells of one. */
export async function likelyLanguage(
  translation: TranslationRow,
  strings: readonly FileString[],
): Promise<LikelyLanguage | undefined> {
  if (translation.isSource) return undefined;
  const known = await knownUnits(translation, strings);
  const texts = strings.flatMap(({ idHash, targets }) => {
    const [id, text] = [known.get(idHash), joinForms(targets)];
    return id === undefined || text.length < LEAST_LENGTH || text.includes("\0") ? [] : [{ id, text }];
  });
  const step = Math.max(1, Math.floor(texts.length / SAMPLE));
  return found(texts.filter((_, index) => index % step === 0));
}

/** What is asked about each text: it would change its string, and is not its source. */
async function found(texts: readonly { id: number; text: string }[]): Promise<LikelyLanguage | undefined> {
  const n = unnest(
    "n",
    { id: u.id, text: TYPE.text },
    { id: texts.map(({ id }) => id), text: texts.map(({ text }) => text) },
  );
  const of = sql`from ${n} join ${u} on ${u.id} = ${n.id} join ${s} on ${s.id} = ${u.sourceId}`;
  const news = sql`joined_forms(${u.targets}) <> ${n.text} and joined_forms(${s.sources}) <> ${n.text}`;
  const [compared, best] = await Promise.all([
    db.one(sql`select ${named({ count: rowCount })} ${of} where ${news}`),
    db.one(sql`
      select ${pick(l, "code", "name")}, ${named({ count: rowCount })} ${of}
        join ${o} on ${o.sourceId} = ${u.sourceId} and ${o.translationId} <> ${u.translationId}
        join ${t} on ${t.id} = ${o.translationId} and not ${t.isSource} join ${l} on ${l.id} = ${t.languageId}
      where ${news} and joined_forms(${o.targets}) = ${n.text}
      group by ${t.id}, ${l.code}, ${l.name} order by count(*) desc, ${l.name} limit 1`),
  ]);
  if (!compared || !best || compared.count < LEAST || best.count < compared.count * SHARE) return undefined;
  return { code: best.code, name: best.name, same: best.count, compared: compared.count };
}
