import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { commitPending } from "@/lib/domain/integrate/commit";
import { pushRepository } from "@/lib/domain/integrate/push";
import { readPipeline } from "@/lib/domain/statistics/pipeline";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** Where edits stand on their way upstream: waiting, committed, pushed. */

const source = 'msgid "Apple"\nmsgstr ""\n\nmsgid "Pear"\nmsgstr ""\n';
let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const make = async (more: { push?: string; pushOnCommit?: boolean; newBase?: string } = {}) =>
  (await connect(admin, { "po/cs.po": source, "po/de.po": source }, { filemask: "po/*.po", fileFormat: "po", ...more }))
    .component;
async function addLanguageHere(component: ComponentRow, code: string): Promise<void> {
  await beginLanguage(admin, component, code);
  await writeLanguageFile(component.repositoryId, (await findTranslation(admin, component, code)).id);
}
const whole = ({ repositoryId }: ComponentRow) => readPipeline({ repositoryId });
const one = async ({ id }: ComponentRow, code: string) =>
  readPipeline({
    translationId: (
      await textRow<{ id: number }>(
        db,
        sql`select t.id from translations t join languages l on l.id = t.language_id where t.component_id = ${id} and l.code = ${code}`,
      )
    )?.id as number,
  });

describe("the pipeline", () => {
  it("is empty for files as they came", async () => {
    const component = await make();
    const { synced, ...rest } = await whole(component);
    expect(rest).toEqual({ waiting: 0, oldest: null, people: 0, committed: 0, commits: 0, pushes: true });
    expect(synced).toMatch(/^[0-9a-f]{40}$/);
  });

  it("counts edits that wait and who made them, of one language or of the repository", async () => {
    const component = await make();
    await editUnit(petra, await unitId(component, "cs", "Apple"), { targets: ["Jablko"], state: 20 });
    await editUnit(admin, await unitId(component, "cs", "Pear"), { targets: ["Hruška"], state: 20 });
    await editUnit(petra, await unitId(component, "de", "Pear"), { targets: ["Birne"], state: 20 });
    await db.run(sql`
      update pending_changes set created_at = now() - interval '3 hours' where unit_id = ${await unitId(component, "de", "Pear")}`);
    expect(await whole(component)).toMatchObject({ waiting: 3, people: 2, committed: 0, commits: 0 });
    expect(await one(component, "cs")).toMatchObject({ waiting: 2, people: 2 });
    const german = await one(component, "de");
    expect(german).toMatchObject({ waiting: 1, people: 1 });
    expect(Date.now() - Number(german.oldest)).toBeGreaterThan(3 * 3_600_000 - 60_000);
    expect((await whole(component)).oldest).toEqual(german.oldest);
    expect(Number((await one(component, "cs")).oldest)).toBeGreaterThan(Number(german.oldest));
  });

  it("counts commits, one for each author and file, until they are pushed", async () => {
    const component = await make();
    const { synced } = await whole(component);
    await editUnit(petra, await unitId(component, "cs", "Apple"), { targets: ["Jablko"], state: 20 });
    await editUnit(petra, await unitId(component, "cs", "Pear"), { targets: ["Hruška"], state: 20 });
    await editUnit(admin, await unitId(component, "de", "Pear"), { targets: ["Birne"], state: 20 });
    await withWorkingCopy(component.repositoryId, (checkout) => commitPending(checkout));
    expect(await whole(component)).toMatchObject({
      waiting: 0,
      oldest: null,
      people: 0,
      committed: 3,
      commits: 2,
      synced,
    });
    expect(await one(component, "cs")).toMatchObject({ committed: 2, commits: 1 });
    await editUnit(petra, await unitId(component, "cs", "Apple"), { targets: ["Jabloň"], state: 20 });
    expect(await whole(component)).toMatchObject({ waiting: 1, committed: 3, people: 1 });
    await withWorkingCopy(component.repositoryId, (checkout) => pushRepository(checkout));
    const pushed = await whole(component);
    expect(pushed).toMatchObject({ waiting: 0, committed: 0, commits: 0 });
    expect(pushed.synced).not.toBe(synced);
  });

  it("counts the commit that makes the file of a language, for that language alone, until it is pushed", async () => {
    const component = await make({ pushOnCommit: false, newBase: "po/cs.po" });
    await addLanguageHere(component, "fr");
    expect(await one(component, "fr")).toMatchObject({ waiting: 0, committed: 0, commits: 1 });
    expect(await one(component, "cs")).toMatchObject({ committed: 0, commits: 0 });
    expect(await whole(component)).toMatchObject({ committed: 0, commits: 1 });
    await editUnit(petra, await unitId(component, "fr", "Apple"), { targets: ["Pomme"], state: 20 });
    await withWorkingCopy(component.repositoryId, (checkout) => commitPending(checkout));
    expect(await one(component, "fr")).toMatchObject({ waiting: 0, committed: 1, commits: 2 });
    await withWorkingCopy(component.repositoryId, (checkout) => pushRepository(checkout));
    expect(await one(component, "fr")).toMatchObject({ waiting: 0, committed: 0, commits: 0 });
  });

  it("says when nothing is pushed anywhere", async () => {
    expect(await whole(await make({ push: "" }))).toMatchObject({ pushes: false });
  });

  it("leaves out components that were removed", async () => {
    const component = await make();
    await editUnit(petra, await unitId(component, "cs", "Apple"), { targets: ["Jablko"], state: 20 });
    await db.run(sql`update components set removed_at = now() where id = ${component.id}`);
    expect(await whole(component)).toMatchObject({ waiting: 0, pushes: false, synced: null });
  });
});
