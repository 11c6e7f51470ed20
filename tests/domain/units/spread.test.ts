import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { listSuggestions } from "@/lib/domain/discussion/suggestions";
import { linkString } from "@/lib/domain/editor/link-string";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { askTouched } from "@/lib/domain/units/related-checks";
import { linkOf, setLinked, takeBackSpread } from "@/lib/domain/units/spread";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Edits that go on to equal strings of other components: how many are told, taking them back, and going one's own way. */

let admin: Actor;
let petra: Actor;
let own: ComponentRow;
let others: ComponentRow[];

const po = (target: string) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr "${target}"\n`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

/** Three components of one project that say the same. */
beforeEach(async () => {
  ({ component: own } = await connect(admin, { "po/cs.po": po("Otevřít") }, { filemask: "po/*.po", fileFormat: "po" }));
  others = [];
  for (const target of ["Otevřít", "Otevřít"]) {
    const upstream = makeUpstream({ "po/cs.po": po(target) });
    const slug = `other${others.length}`;
    const made = await createComponent(admin, own.project.slug, {
      name: slug,
      slug,
      repo: upstream.url,
      filemask: "po/*.po",
      fileFormat: "po",
    });
    await importComponent(made.id, () => {});
    others.push(await findComponentById(admin, made.id));
  }
});

const open = (component: ComponentRow) => unitId(component, "cs", "Open");
const says = async (component: ComponentRow) => (await findUnit(admin, await open(component))).targets[0];
const all = async () => [await says(own), ...(await Promise.all(others.map(says)))];
/** Approves a text in one component alone. */
async function approveAlone(component: ComponentRow, text: string): Promise<void> {
  await updateProject(admin, own.project.slug, { translationReview: true });
  await updateComponent(admin, component, { allowPropagation: false });
  await editUnit(admin, await open(component), { targets: [text], state: 30 });
  await updateComponent(admin, await findComponentById(admin, component.id), { allowPropagation: true });
}
/** Gives one component alone another text. */
async function changeAlone(component: ComponentRow, text: string, state = 20): Promise<void> {
  await setLinked(admin, await open(component), false);
  await editUnit(admin, await open(component), { targets: [text], state });
  await setLinked(admin, await open(component), true);
}
const save = async (text: string, actor = admin, state = 20) =>
  (await editUnit(actor, await open(own), { targets: [text], state })).spread;

describe("an edit", () => {
  it("tells to how many equal strings it went on, and how many stay apart", async () => {
    expect(await save("Otevři")).toEqual({ taken: 2, suggested: 0, apart: 0 });
    expect(await all()).toEqual(["Otevři", "Otevři", "Otevři"]);
    await approveAlone(others[0] as ComponentRow, "Otevírat");
    expect(await save("Otvírej")).toEqual({ taken: 1, suggested: 0, apart: 1 });
    expect(await all()).toEqual(["Otvírej", "Otevírat", "Otvírej"]);
  });

  it("counts no approved string that says the same", async () => {
    await approveAlone(others[0] as ComponentRow, "Otevřít");
    await save("Otevřít", admin, 10);
    expect(await save("Otevřít")).toEqual({ taken: 1, suggested: 0, apart: 0 });
  });

  it("is suggested where somebody has translated otherwise, and taken back from there", async () => {
    const [first] = others as [ComponentRow];
    await changeAlone(first, "Odemkni");
    expect(await save("Otevři")).toEqual({ taken: 1, suggested: 1, apart: 0 });
    expect(await all()).toEqual(["Otevři", "Odemkni", "Otevři"]);
    const waiting = async () =>
      (await listSuggestions(admin, { unitId: await open(first) }, { limit: 9, offset: 0 })).rows;
    expect(await waiting()).toMatchObject([{ targets: ["Otevři"], username: "admin" }]);
    expect((await findUnit(admin, await open(first))).suggested).toBe(true);
    expect(await counterDrift()).toEqual([]);
    expect(await takeBackSpread(petra, await open(own))).toEqual({ back: 0, left: 0, withdrawn: 0 });
    expect(await takeBackSpread(admin, await open(own))).toEqual({ back: 1, left: 0, withdrawn: 1 });
    expect(await waiting()).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("replaces what nobody has looked at, and what needs editing", async () => {
    const [first, second] = others as [ComponentRow, ComponentRow];
    await changeAlone(first, "Odemkni");
    await db.run(sql`update units set automatic = true where id = ${await open(first)}`);
    await changeAlone(second, "Odemknout", 10);
    expect(await save("Otevři")).toEqual({ taken: 2, suggested: 0, apart: 0 });
    expect(await all()).toEqual(["Otevři", "Otevři", "Otevři"]);
  });

  it("suggests nothing where suggestions are off, and no text that needs editing", async () => {
    const [first] = others as [ComponentRow];
    await changeAlone(first, "Odemkni");
    expect(await save("Otevři", admin, 10)).toEqual({ taken: 1, suggested: 0, apart: 1 });
    await updateComponent(admin, await findComponentById(admin, first.id), { enableSuggestions: false });
    expect(await save("Otvírej")).toEqual({ taken: 1, suggested: 0, apart: 1 });
    expect(await all()).toEqual(["Otvírej", "Odemkni", "Otvírej"]);
  });

  it("tells nothing of strings that the actor may not see", async () => {
    await approveAlone(others[0] as ComponentRow, "Otevírat");
    await db.run(sql`update components set restricted = true where id = any(${others.map(({ id }) => id)}::int[])`);
    expect(await save("Otvírej", petra)).toEqual({ taken: 0, suggested: 0, apart: 0 });
    expect(await save("Otevři")).toEqual({ taken: 0, suggested: 1, apart: 1 });
  });
});

describe("taking an edit back where it went on to", () => {
  it("lets equal strings say again what they said, and leaves the string itself", async () => {
    await save("Otevři");
    expect(await takeBackSpread(admin, await open(own))).toEqual({ back: 2, left: 0, withdrawn: 0 });
    expect(await all()).toEqual(["Otevři", "Otevřít", "Otevřít"]);
    expect(await takeBackSpread(admin, await open(own))).toEqual({ back: 0, left: 2, withdrawn: 0 });
    expect(await all()).toEqual(["Otevři", "Otevřít", "Otevřít"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("leaves strings that somebody has changed since", async () => {
    await save("Otevři");
    const [first] = others as [ComponentRow];
    await updateComponent(admin, first, { allowPropagation: false });
    await editUnit(petra, await open(first), { targets: ["Odemkni"], state: 20 });
    expect(await takeBackSpread(admin, await open(own))).toEqual({ back: 1, left: 1, withdrawn: 0 });
    expect(await all()).toEqual(["Otevři", "Odemkni", "Otevřít"]);
  });

  it("is of one's own last edit alone", async () => {
    await save("Otevři");
    expect(await takeBackSpread(petra, await open(own))).toEqual({ back: 0, left: 0, withdrawn: 0 });
    await save("Otvírej", petra);
    expect(await takeBackSpread(admin, await open(own))).toEqual({ back: 0, left: 2, withdrawn: 0 });
    expect(await all()).toEqual(["Otvírej", "Otvírej", "Otvírej"]);
  });
});

describe("a string that goes its own way", () => {
  it("is reached by no edit of others, and reaches none", async () => {
    const [first] = others as [ComponentRow];
    await setLinked(admin, await open(first), false);
    expect(await save("Otevři")).toEqual({ taken: 1, suggested: 0, apart: 0 });
    expect(await all()).toEqual(["Otevři", "Otevřít", "Otevři"]);
    const { spread } = await editUnit(admin, await open(first), { targets: ["Odemkni"], state: 20 });
    expect(spread).toEqual({ taken: 0, suggested: 0, apart: 0 });
    expect(await all()).toEqual(["Otevři", "Odemkni", "Otevři"]);
    await setLinked(admin, await open(first), true);
    expect(await save("Otvírej")).toEqual({ taken: 1, suggested: 1, apart: 0 });
  });

  it("fails no check for saying something else, and lets no other fail", async () => {
    const [first] = others as [ComponentRow];
    const failing = async () => {
      await askTouched();
      const rows = await textRows<{ slug: string }>(
        db,
        sql`select c.slug from findings f join units u on u.id = f.unit_id join translations t on t.id = u.translation_id
          join components c on c.id = t.component_id
          where c.project_id = ${own.projectId} and f."check" = 'inconsistent' order by c.slug`,
      );
      return rows.map(({ slug }) => slug);
    };
    await approveAlone(first, "Odemkni");
    await save("Otevřete");
    expect(await failing()).toEqual(["app", "other0", "other1"]);
    await setLinked(admin, await open(first), false);
    expect(await failing()).toEqual([]);
    await setLinked(admin, await open(first), true);
    expect(await failing()).toEqual(["app", "other0", "other1"]);
  });

  it("is one only where texts are shared, and by those who may edit it", async () => {
    const unit = await open(own);
    expect(await linkOf(unit)).toBe(true);
    await db.run(sql`update components set locked = true where id = ${own.id}`);
    await expect(setLinked(petra, unit, false)).rejects.toThrow(Forbidden);
    await db.run(sql`update components set locked = false where id = ${own.id}`);
    await updateComponent(admin, await findComponentById(admin, own.id), { allowPropagation: false });
    expect(await linkOf(unit)).toBe(null);
    await expect(setLinked(admin, unit, false)).rejects.toThrow(Invalid);
    await expect(setLinked(admin, 999_999_999, false)).rejects.toThrow(NotFound);
  });

  it("is asked for in the editor by whoever is signed in there", async () => {
    const unit = await open(own);
    await expect(linkString(admin, { unit, act: "unlink", account: petra.userId })).rejects.toThrow(Unauthenticated);
    expect((await linkString(admin, { unit, act: "unlink", account: admin.userId })).unit.id).toBe(unit);
    expect(await linkOf(unit)).toBe(false);
  });
});
