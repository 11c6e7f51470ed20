import { sql, type Tx } from "@/lib/platform/database";
import { allLanguages } from "@/lib/text/languages/catalogue";

/**
 * Puts the catalogue into the database. Existing languages keep what people changed; only missing languages, default
 * plural rules and aliases are added.
 */
export async function seedLanguages(tx: Tx): Promise<void> {
  const rows = allLanguages().map((language) => ({
    code: language.code,
    name: language.name,
    native_name: language.nativeName,
    direction: language.direction,
    population: language.population,
    number: language.plural.number,
    formula: language.plural.formula,
    type: language.plural.type,
    categories: language.plural.categories,
    aliases: language.aliases,
  }));
  await tx.run(sql`
    create temporary table seed on commit drop as
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      code text, name text, native_name text, direction text, population bigint, number int, formula text, type int, categories text[], aliases text[])`);
  await tx.run(sql`
    insert into languages (code, name, native_name, direction, population, builtin)
    select code, name, native_name, direction, population, true from seed order by code on conflict (code) do nothing`);
  await tx.run(sql`
    insert into plurals (language_id, source, number, formula, type, categories)
    select l.id, 0, s.number, s.formula, s.type, s.categories from seed s join languages l using (code)
    where not exists (select from plurals p where p.language_id = l.id and p.source = 0)`);
  await tx.run(sql`
    insert into language_aliases (code, language_id)
    select distinct on (alias) alias, l.id from seed s join languages l using (code), unnest(s.aliases) as alias
    where not exists (select from languages x where x.code = alias) order by alias, l.id on conflict (code) do nothing`);
}
