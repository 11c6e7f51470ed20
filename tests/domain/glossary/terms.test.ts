import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { findTerms, type TermPlace } from "@/lib/domain/glossary/terms";
import { findTranslation } from "@/lib/domain/translations/translations";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { countStatements, db, inTransaction, sql } from "@/lib/platform/database";
import { addTerm, withGlossary } from "../../support/glossary";
import { unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
let component: ComponentRow;
let glossary: ComponentRow;
let place: TermPlace;

beforeAll(async () => {
  admin = await makePerson("terms-admin", { superuser: true });
  ({ component, glossary } = await withGlossary(admin, { a: "Delete the files?" }));
  const czech = await findTranslation(admin, component, "cs");
  place = {
    projectId: component.projectId,
    componentId: component.id,
    languageId: czech.languageId,
  };
});

/** Changes the glossary as it is now. */
const change = async (input: Parameters<typeof updateComponent>[2]) =>
  updateComponent(admin, await findComponentById(admin, glossary.id), input);

const found = async (...sources: string[]) => {
  const terms = await findTerms(admin, place, sources);
  return terms.map((term) => term.source);
};

describe("terms of a string", () => {
  it("come with translation, places, explanation and glossary", async () => {
    const id = await addTerm(admin, glossary, "file");
    await changeUnit(admin, id, { explanation: "What is on the disk." });
    await editUnit(admin, await unitId(glossary, "cs", "file"), { targets: ["soubor"], state: 20 });
    await changeUnit(admin, await unitId(glossary, "cs", "file"), { explanation: "Ne *složka*." });
    expect(await findTerms(admin, place, ["Delete the file?", "Delete %d files?"])).toEqual([
      expect.objectContaining({
        sourceId: id,
        unitId: await unitId(glossary, "cs", "file"),
        source: "file",
        target: "soubor",
        state: 20,
        explanation: "What is on the disk.\nNe *složka*.",
        forbidden: false,
        untranslatable: false,
        checksum: expect.stringMatching(/^[0-9a-f]{16}$/),
        glossary: {
          id: glossary.id,
          name: "Terms",
          color: "silver",
          projectSlug: component.project.slug,
          categoryPath: "",
          componentSlug: "terms",
        },
        places: [
          [0, 11, 15],
          [1, 10, 15],
        ],
      }),
    ]);
  });

  it("follow flags, changes and removals of terms at once", async () => {
    const id = await addTerm(admin, glossary, "mouse", 'term-forms:"mice"');
    expect(await found("Two mice")).toEqual(["mouse"]);
    await changeUnit(admin, id, { extraFlags: "" });
    expect(await found("Two mice")).toEqual([]);
    expect(await found("A mouse")).toEqual(["mouse"]);
    await db.run(sql`update source_units set sources = array['rat'] where id = ${id}`);
    expect(await found("A mouse, two rats")).toEqual(["rat"]);
    await changeUnit(admin, id, { extraFlags: "case-sensitive, forbidden" });
    expect(await found("A Rat")).toEqual([]);
    expect((await findTerms(admin, place, ["a rat"]))[0]).toMatchObject({ forbidden: true });
    await removeUnit(admin, id);
    expect(await found("two rats")).toEqual([]);
  });

  it("are marked as those that stay as they are", async () => {
    await addTerm(admin, glossary, "Loquat", "read-only");
    expect((await findTerms(admin, place, ["Start Loquat"]))[0]).toMatchObject({ untranslatable: true, target: "" });
  });

  it("come in all senses", async () => {
    await addTerm(admin, glossary, "post", "", "mail");
    await addTerm(admin, glossary, "post", "", "pole");
    expect(await found("A post")).toEqual(["post", "post"]);
  });

  it("of a change that has not ended are waited for by none, and seen when it has", async () => {
    const id = await addTerm(admin, glossary, "pear");
    await inTransaction(async (tx) => {
      await tx.run(sql`update source_units set sources = array['quince'] where id = ${id}`);
      // Their keys are still those of the old text.
      expect(await found("A pear")).toEqual(["pear"]);
    });
    expect(await found("A quince and a pear")).toEqual(["quince"]);
  });

  it("are those of glossaries that are glossaries now", async () => {
    await change({ isGlossary: false });
    expect(await found("Delete files")).toEqual([]);
    const id = await unitId(glossary, "en", "file");
    await db.run(sql`update source_units set sources = array['folder'] where id = ${id}`);
    await change({ isGlossary: true });
    expect(await found("Delete folders, not files")).toEqual(["folder"]);
    await db.run(sql`update source_units set sources = array['file'] where id = ${id}`);
  });

  it("are not those of a glossary that one may not see, nor of other projects", async () => {
    const stranger = await makePerson("terms-stranger");
    await change({ restricted: true });
    expect(await findTerms(stranger, place, ["files"])).toEqual([]);
    await change({ restricted: false });
    expect(await findTerms(stranger, place, ["files"])).toHaveLength(1);
    const other = await withGlossary(admin, { a: "A" });
    expect(await findTerms(admin, { ...place, projectId: other.component.projectId }, ["files"])).toEqual([]);
  });

  it("take the same few statements, however many there are", async () => {
    await db.run(sql`
      insert into source_units (component_id, id_hash, content_hash, context, sources, num_words, num_chars, position)
      select ${glossary.id}, n, n, '', array['term' || n], 1, 5, n from generate_series(100000, 104999) n`);
    expect(await found("A term104999")).toEqual(["term104999"]);
    const { count } = await countStatements(() => found("A term104998 and a file"));
    expect(count).toBe(3);
    await db.run(
      sql`delete from source_units where component_id = ${glossary.id} and id_hash between 100000 and 104999`,
    );
  });
});
