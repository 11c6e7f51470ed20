import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { removeCategory } from "@/lib/domain/categories/categories";
import type { ComponentRow } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { removeComponent } from "@/lib/domain/creation/update-component";
import { removeMarked } from "@/lib/domain/working-copy/remove-marked";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** What pages count is what they show, from the moment at which a component is removed. */

const po = (text: string) => `msgid ""\nmsgstr "Language: cs\\n"\n\nmsgid "Quit"\nmsgstr "${text}"\n`;

let admin: Actor;
let kept: ComponentRow;
let category = 0;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const files = { "po/cs.po": po("Konec"), "web/cs.po": po("") };
  ({ component: kept } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
  const row = await textRow<{ id: number }>(
    db,
    sql`insert into categories (project_id, name, slug) values (${kept.projectId}, 'Docs', 'docs') returning id`,
  );
  category = row?.id ?? 0;
});

async function another(slug: string): Promise<ComponentRow> {
  const input = {
    name: slug,
    slug,
    filemask: "web/*.po",
    fileFormat: "po",
    repo: `internal://${kept.project.slug}/app`,
  };
  const made = await createComponent(admin, kept.project.slug, { ...input, categoryId: category });
  await importComponent(made.id, () => {});
  return made;
}

const totals = async () => [
  (await readCounter("project", kept.projectId)).total,
  (await readCounter("category", category)).total,
];

it.each([
  ["a component", (component: ComponentRow) => removeComponent(admin, component)],
  ["a category", () => removeCategory(admin, category)],
] as const)("the numbers of %s go at once, and not again with its rows", async (what, remove) => {
  const component = await another(what === "a component" ? "web" : "site");
  expect(await totals()).toEqual([4, 2]);
  await remove(component);
  expect(await totals()).toEqual([2, 0]);
  await removeMarked();
  expect((await readCounter("project", kept.projectId)).total).toBe(2);
  expect(await counterDrift()).toEqual([]);
});
