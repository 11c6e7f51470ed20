import { expect, it } from "vitest";
import { performOperation } from "@/lib/domain/integrate/operations";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Lists of strings go by their ids, so those have to follow the file. */

const file = (keys: readonly string[]) =>
  `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, key])), null, 2)}\n`;

// An order that no sorting of keys and no hash gives.
const keysOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => `${prefix}${(at * 37) % count}`);

it("strings of every language have ids in the order of the base file, also those that come later", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const first = keysOf(50, "first");
  const { component, upstream } = await connect(
    admin,
    { "l/en.json": file(first), "l/cs.json": file(first.slice(10, 20)), "l/de.json": "{}\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  );
  const contexts = async (language: string) =>
    (
      await textRows<{ context: string }>(
        db,
        sql`
        select s.context from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
        where t.component_id = ${component.id} and t.language_code = ${language} order by u.id`,
      )
    ).map((row) => row.context);
  const later = keysOf(30, "later");
  for (const language of ["en", "cs", "de"]) expect(await contexts(language), language).toEqual(first);
  upstream.commit({ "l/en.json": file([...later, ...first]) });
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  for (const language of ["en", "cs", "de"]) expect(await contexts(language), language).toEqual([...first, ...later]);
});
