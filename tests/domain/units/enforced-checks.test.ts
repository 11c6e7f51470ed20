import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { updateProject } from "@/lib/domain/projects/projects";
import { describeInside, lockDescribable } from "@/lib/domain/units/describe-source";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { followFlags } from "@/lib/domain/units/follow-flags";
import { askTouched } from "@/lib/domain/units/related-checks";
import { setLinked } from "@/lib/domain/units/spread";
import { findUnit } from "@/lib/domain/units/units";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const make = async () =>
  (
    await connect(
      admin,
      { "en.json": '{"a": "Pears"}', "cs.json": '{"a": "Hrušky"}' },
      { filemask: "*.json", template: "en.json", fileFormat: "json" },
    )
  ).component;

async function change(
  component: ComponentRow,
  settings: { enforcedChecks?: string[]; checkFlags?: string; allowPropagation?: boolean },
) {
  await updateComponent(admin, await findComponentById(admin, component.id), settings);
}

/** What the alert says of each check; undefined without one. */
async function alert(component: ComponentRow): Promise<string[] | undefined> {
  const found = (await listAlerts(component.id)).find(({ kind }) => kind === "UnusedEnforcedCheck");
  return (found?.details.checks as { message: string }[] | undefined)?.map(({ message }) => message);
}

describe("the alert of enforced checks that never run", () => {
  it("names the flag that a check needs, and goes when the component has it", async () => {
    const component = await make();
    await change(component, { enforcedChecks: ["end_stop", "vue_format"] });
    expect(await alert(component)).toEqual(["vue_format needs the flag vue-format, which no string has."]);
    await change(component, { checkFlags: "vue-format" });
    expect(await alert(component)).toBeUndefined();
    await change(component, { checkFlags: "vue-format, ignore-end-stop" });
    expect(await alert(component)).toEqual(["end_stop is ignored by a flag of all strings."]);
    await change(component, { enforcedChecks: [] });
    expect(await alert(component)).toBeUndefined();
  });

  it("goes when one string has the flag, or the project, and comes back without them", async () => {
    const component = await make();
    await change(component, { enforcedChecks: ["max-length"] });
    expect(await alert(component)).toHaveLength(1);
    const source = await unitId(component, "en", "a");
    const flag = (extraFlags: string) =>
      inTransaction(async (tx) =>
        describeInside(tx, admin, await lockDescribable(tx, admin, source, {}), { extraFlags }),
      );
    await flag("max-length:20");
    expect(await alert(component)).toBeUndefined();
    await flag("");
    expect(await alert(component)).toHaveLength(1);
    await updateProject(admin, component.project.slug, { checkFlags: "max-length:30" });
    await followFlags({ project: component.projectId });
    expect(await alert(component)).toBeUndefined();
  });

  it("tells of checks that are made after a save, and of those of other components where nothing is shared", async () => {
    const component = await make();
    await change(component, { enforcedChecks: ["translated"] });
    expect(await alert(component)).toEqual(["translated looks at other strings, which is done after a save."]);
    await change(component, { enforcedChecks: ["inconsistent", "reused"] });
    expect(await alert(component)).toBeUndefined();
    await change(component, { allowPropagation: false });
    expect(await alert(component)).toEqual(
      ["inconsistent", "reused"].map(
        (check) =>
          `${check} looks at other components, which takes translation propagation in one that is no glossary.`,
      ),
    );
    await change(component, { allowPropagation: true });
    expect(await alert(component)).toBeUndefined();
  });
});

describe("an enforced check that looks at other strings", () => {
  const po = (texts: Record<string, string>) =>
    `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\n${Object.entries(
      texts,
    )
      .map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`)
      .join("\n")}`;
  const PO = { filemask: "po/*.po", fileFormat: "po" };
  const pair = async (first: Record<string, string>, second: Record<string, string>) => {
    const { component } = await connect(admin, { "po/cs.po": po(first) }, PO);
    const made = await createComponent(admin, component.project.slug, {
      ...{ name: "Second", slug: "second", repo: makeUpstream({ "po/cs.po": po(second) }).url, ...PO },
    });
    await importComponent(made.id, () => {});
    return { component, other: await findComponentById(admin, made.id) };
  };
  const save = async (component: ComponentRow, source: string, text: string) => {
    const done = await editUnit(admin, await unitId(component, "cs", source), { targets: [text], state: 20 });
    return { enforced: done.enforced, state: done.unit.state };
  };
  const lines = async (component: ComponentRow, source: string) =>
    textRows(
      db,
      sql`select action, (details->>'state')::int as state from changes where unit_id = ${await unitId(component, "cs", source)} and action in (2, 5, 76) order by id`,
    );

  it("holds back a text that another component has otherwise, until they agree", async () => {
    const { component, other } = await pair({ Close: "", Open: "" }, { Close: "Konec", Open: "" });
    await change(component, { enforcedChecks: ["inconsistent"] });
    expect(await save(component, "Close", "Zavřít")).toEqual({ enforced: ["inconsistent"], state: 10 });
    expect(await lines(component, "Close")).toEqual([
      { action: 5, state: 20 },
      { action: 76, state: 10 },
    ]);
    expect(await counterDrift()).toEqual([]);
    expect(await save(component, "Open", "Otevřít")).toEqual({ enforced: [], state: 20 });
    // Where it is not enforced nothing is held back, and what agrees is not.
    expect(await save(other, "Close", "Zavřít")).toEqual({ enforced: [], state: 20 });
    expect((await findUnit(admin, await unitId(component, "cs", "Close"))).state).toBe(20);
    expect(await counterDrift()).toEqual([]);
  });

  it("holds back a text that translates another source, unless a flag says otherwise", async () => {
    const { component } = await pair({ Close: "Zavřít", Open: "", Start: "Spustit", Stop: "" }, { Other: "" });
    await change(component, { enforcedChecks: ["reused"] });
    expect(await save(component, "Open", "Zavřít")).toEqual({ enforced: ["reused"], state: 10 });
    // What was held back goes on to say why.
    await askTouched();
    const found = sql`select "check" from findings where unit_id = ${await unitId(component, "cs", "Open")}`;
    expect(await textRows(db, found)).toEqual([{ check: "reused" }]);
    expect(await save(component, "Open", "Otevřít")).toEqual({ enforced: [], state: 20 });
    await change(component, { checkFlags: "ignore-reused" });
    expect(await save(component, "Stop", "Spustit")).toEqual({ enforced: [], state: 20 });
  });

  it("holds back what goes on to a component that enforces it, and nothing that goes its own way", async () => {
    const { component, other } = await pair({ Close: "", Open: "" }, { Close: "", Open: "" });
    await change(other, { enforcedChecks: ["reused"] });
    await save(component, "Close", "Zavřít");
    await save(component, "Open", "Zavřít");
    expect((await findUnit(admin, await unitId(component, "cs", "Open"))).state).toBe(20);
    expect((await findUnit(admin, await unitId(other, "cs", "Open"))).state).toBe(10);
    await change(other, { enforcedChecks: ["inconsistent"] });
    await setLinked(admin, await unitId(other, "cs", "Close"), false);
    expect(await save(other, "Close", "Konec")).toEqual({ enforced: [], state: 20 });
    expect(await counterDrift()).toEqual([]);
  });
});
