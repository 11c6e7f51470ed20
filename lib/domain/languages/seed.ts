import { languageAliases, languages, plurals } from "@/lib/generated/tables";
import { eachRow, names, recordset } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { allLanguages } from "@/lib/text/languages/catalogue";

const [l, q, x] = [languages.as("l"), plurals.as("q"), languages.as("x")];

/** A language of the catalogue. */
const LANGUAGE = {
  code: l.code,
  name: l.name,
  nativeName: l.nativeName,
  direction: l.direction,
  population: l.population,
  number: q.number,
  formula: q.formula,
  type: q.type,
  categories: q.categories,
  aliases: TYPE.texts,
};

/**
 * Puts the catalogue into the database. Existing languages keep what people changed; only missing languages, default
 * plural rules and aliases are added.
 */
export async function seedLanguages(tx: Tx): Promise<void> {
  const rows = allLanguages().map(({ plural, aliases, ...language }) => ({
    ...language,
    ...plural,
    categories: [...plural.categories],
    aliases: [...aliases],
  }));
  const s = recordset("s", LANGUAGE, rows);
  const { code, name, nativeName, direction, population, number, formula, type, categories } = s;
  const language = { code, name, nativeName, direction, population, builtin: true };
  await tx.run(sql`
    insert into ${languages} ${eachRow(languages, language)} from ${s} order by ${code}
    on conflict (${names(languages, "code")}) do nothing`);
  const plural = { languageId: l.id, source: 0, number, formula, type, categories };
  await tx.run(sql`
    insert into ${plurals} ${eachRow(plurals, plural)} from ${s} join ${l} on ${l.code} = ${code}
    where not exists (select from ${q} where ${q.languageId} = ${l.id} and ${q.source} = 0)`);
  await tx.run(sql`
    insert into ${languageAliases} (${names(languageAliases, "code", "languageId")})
    select distinct on (alias) alias, ${l.id} from ${s} join ${l} on ${l.code} = ${code}, unnest(${s.aliases}) as alias
    where not exists (select from ${x} where ${x.code} = alias) order by alias, ${l.id}
    on conflict (${names(languageAliases, "code")}) do nothing`);
}
