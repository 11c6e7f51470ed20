import { expect, it } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** What the planner knows of the tables of strings behind an import. */

const known = async () =>
  (await textRow<{ n: number }>(db, sql`select reltuples::int as n from pg_class where oid = 'units'::regclass`))?.n;

const catalogue = (prefix: string, count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, `Text ${prefix} ${n}`])));

it("the database looks at the strings behind an import that makes them many more, and not behind each", async () => {
  const petra = await makePerson("petra", { superuser: true });
  const add = (prefix: string, count: number) =>
    connect(
      petra,
      { "l/en.json": catalogue(prefix, count), "l/cs.json": catalogue(prefix, count) },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
  await add("a", 200);
  expect(await known()).toBe(400);
  await add("b", 5);
  expect(await known()).toBe(400);
  await add("c", 300);
  expect(await known()).toBe(1010);
});
