import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { db, rawSql, sql } from "@/lib/platform/database";
import { connect, counterDrift } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Source strings that files of one first import add and then share: only once they are stored for good. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});
beforeEach(() => db.run(sql`drop trigger if exists hold_units on units`));

const po = (strings: readonly string[]) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n${strings
    .map((source) => `\nmsgid "${source}"\nmsgstr "${source}!"\n`)
    .join("")}`;

/** Has units of translations written as the database says, in PL/pgSQL. */
async function whenUnitsAreWritten(body: string): Promise<void> {
  await db.run(sql`create sequence if not exists held_units`);
  await db.run(sql`select setval('held_units', 1, false)`);
  await db.run(
    rawSql(
      `create or replace function hold_units() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    ),
  );
  await db.run(
    sql`create trigger hold_units after insert on units referencing new table as fresh for each statement execute function hold_units()`,
  );
}

const texts = (componentId: number) =>
  textRows(
    db,
    sql`
    select t.language_code as language, string_agg(u.targets[1], ' ' order by u.position) as texts
    from units u join translations t on t.id = u.translation_id
    where t.component_id = ${componentId} and not t.is_source group by 1 order by 1`,
  );

it("are written again when the transaction that added them was a deadlock's victim", async () => {
  await whenUnitsAreWritten(
    "if nextval('held_units') in (1, 3) then raise exception 'deadlock' using errcode = '40P01'; end if;",
  );
  const { component } = await connect(
    admin,
    { "po/cs.po": po(["Apple", "Bean"]), "po/de.po": po(["Apple", "Carrot"]) },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  expect(await texts(component.id)).toEqual([
    { language: "cs", texts: "Apple! Bean!" },
    { language: "de", texts: "Apple! Carrot!" },
  ]);
  expect(await counterDrift()).toEqual([]);
});

it("of a file that is still being stored are none yet for a file beside it", async () => {
  // The German file has added its string, and is not done while the French one, which takes longer to read, asks for it.
  await whenUnitsAreWritten(`
    if exists (select from fresh f join translations t on t.id = f.translation_id where t.language_code = 'de') then
      perform pg_sleep(2);
    end if;`);
  const many = Array.from({ length: 8000 }, (_, at) => `String ${at}`);
  const { component } = await connect(
    admin,
    { "po/cs.po": po(many), "po/de.po": po(["String 0", "Bean"]), "po/fr.po": po([...many, "Bean"]) },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  const found = await textRows(
    db,
    sql`
    select t.language_code as language, count(*)::int as strings, count(*) filter (where 'Bean!' = any(u.targets))::int as beans
    from units u join translations t on t.id = u.translation_id where t.component_id = ${component.id} and not t.is_source
    group by 1 order by 1`,
  );
  expect(found).toMatchObject([
    { language: "cs", beans: 0 },
    { language: "de", beans: 1 },
    { language: "fr", strings: 8001, beans: 1 },
  ]);
  expect(await counterDrift()).toEqual([]);
});
