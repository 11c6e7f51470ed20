import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { searchStrings } from "@/lib/domain/search/search-strings";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Strings of one place. */

const PO = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr ""
`;

let petra: Actor;
let visitor: Actor;
let component: ComponentRow;
let other: ComponentRow;

const find = async (actor: Actor, query: string, slugs: readonly string[]) => {
  const place = slugs.length > 0 ? await resolvePath(petra, slugs) : undefined;
  const { rows, count } = await searchStrings(actor, query, { limit: 50, offset: 0 }, { place });
  expect(count).toBe(rows.length);
  return rows
    .map((row) => `${row.projectSlug === component.project.slug ? "here" : "there"} ${row.languageCode}`)
    .sort();
};

beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  visitor = await anonymousActor();
  const files = { "po/cs.po": PO, "po/de.po": PO };
  ({ component } = await connect(petra, files, { filemask: "po/*.po", fileFormat: "po" }));
  ({ component: other } = await connect(petra, files, { filemask: "po/*.po", fileFormat: "po" }));
});

it.each([
  ["a project", (slug: string) => [slug], ["here cs", "here de", "here en"]],
  ["a component", (slug: string) => [slug, "app"], ["here cs", "here de", "here en"]],
  ["a language of a project", (slug: string) => [slug, "-", "cs"], ["here cs"]],
  ["a translation", (slug: string) => [slug, "app", "de"], ["here de"]],
])("those of %s alone are found", async (_, path, expected) => {
  const slugs = path(component.project.slug);
  expect(await find(visitor, "quit", slugs)).toEqual(expected);
  expect(await find(visitor, "state:>=empty", slugs)).toEqual(expected);
  expect(await find(visitor, "gone", slugs)).toEqual([]);
  expect(await find(visitor, `quit project:${other.project.slug}`, slugs)).toEqual([]);
});

it("everywhere finds both, and a place gives nobody more than they may see", async () => {
  expect(await find(visitor, "quit", [])).toHaveLength(6);
  await db.run(sql`update components set restricted = true where id = ${component.id}`);
  try {
    expect(await find(visitor, "quit", [component.project.slug])).toEqual([]);
    expect(await find(petra, "quit", [component.project.slug])).toHaveLength(3);
  } finally {
    await db.run(sql`update components set restricted = false where id = ${component.id}`);
  }
});
