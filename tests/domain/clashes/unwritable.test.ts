import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { becauseWords, plainDetails } from "@/lib/domain/changes/because";
import { recentChanges } from "@/lib/domain/changes/list";
import { decideClash } from "@/lib/domain/clashes/decide";
import { listClashes } from "@/lib/domain/clashes/list";
import { clashReason } from "@/lib/domain/clashes/reasons";
import type { NewComponent } from "@/lib/domain/components/component-input";
import type { ComponentRow } from "@/lib/domain/components/components";
import { fileDifferences } from "@/lib/domain/integrate/file-differences";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { textsOf } from "@/lib/text/messages/catalogue";
import { oneOf } from "../../support/combinations";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Texts for which the file has no place any more are clashes with the reason; everything else is committed and pushed. */

let admin: Actor;
let petra: Actor;
let jan: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
});

const EN = "title: Hello\nsteps:\n  - First\n  - Second\n";
const LIST = "title: Ahoj\nsteps:\n  - První\n  - Druhý\n";
const TEXT = "title: Ahoj\nsteps: hotovo\n";

const adventure = (settings: Partial<NewComponent> = {}, cs = LIST, en = EN) =>
  connect(
    admin,
    { "l/en.yaml": en, "l/cs.yaml": cs },
    { filemask: "l/*.yaml", template: "l/en.yaml", fileFormat: "yaml", pushOnCommit: false, ...settings },
  );

async function translate(component: ComponentRow, key: string, text: string, actor = petra): Promise<void> {
  await editUnit(actor, await unitId(component, "cs", key), { targets: [text], state: 20 });
}

const operate = (component: ComponentRow, operation: "pull" | "push" | "commit") =>
  performOperation(component.repositoryId, operation);
const clashesOf = async (component: ComponentRow, filter = {}) =>
  (await listClashes(petra, { componentId: component.id }, filter, { limit: 100, offset: 0 })).rows;
const unitOf = async (component: ComponentRow, key: string) => findUnit(petra, await unitId(component, "cs", key));
const suggestionsOf = (component: ComponentRow) =>
  textRows<{ targets: string[]; username: string }>(
    db,
    sql`select g.targets, a.username from suggestions g join units u on u.id = g.unit_id join translations t on t.id = u.translation_id
      left join users a on a.id = g.user_id where t.component_id = ${component.id} order by g.id`,
  );
const waiting = (component: ComponentRow) =>
  textRows<{ targets: string[] }>(
    db,
    sql`select p.targets from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${component.id} order by p.id`,
  );
const czech = (upstream: Upstream) => upstream.read("l/cs.yaml");

async function agree(component: ComponentRow): Promise<void> {
  const differences = await withWorkingCopy(component.repositoryId, fileDifferences);
  expect(differences.filter(({ kind }) => kind !== "mark")).toEqual([]);
  expect(await counterDrift()).toEqual([]);
}

const REASON = "“steps->[1]” cannot be added: there is a text or list in its place.";

describe("a text whose place in the file is another text", () => {
  it.each(["commit", "push"] as const)("is a clash of the %s, which goes on with all others", async (operation) => {
    const { component, upstream } = await adventure({ clashRule: "ask" }, TEXT);
    await translate(component, "steps->[1]", "Druhý krok");
    await translate(component, "title", "Nazdar", jan);
    expect(await operate(component, operation)).toMatchObject({ result: true, detail: `l/cs.yaml: ${REASON}` });
    await agree(component);
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toBe("title: Nazdar\nsteps: hotovo\n");
    expect(await waiting(component)).toEqual([]);
    const [clash, ...others] = await clashesOf(component, { status: "open" });
    expect(others).toEqual([]);
    expect(clash).toMatchObject({
      ...{ kind: "unwritable", refusal: REASON, rule: "ask", decision: null, decidable: true },
      ...{ context: "steps->[1]", sources: ["Second"], translatorTargets: ["Druhý krok"], translator: "petra" },
      ...{ upstreamTargets: [], upstreamAuthorName: "Upstream" },
      refusalSaid: { key: "writePlaceTextList", values: { name: "steps->[1]" } },
    });
    const told = await recentChanges(petra, { unitId: await unitId(component, "cs", "steps->[1]") }, 10);
    const because = told.filter(({ details }) => details.reason === REASON);
    expect(because.map(({ details }) => becauseWords(textsOf("cs"), details))).toEqual([
      "„steps->[1]“ nelze přidat: na jeho místě je text nebo seznam.",
    ]);
    expect(because.map(({ details }) => "said" in plainDetails(details))).toEqual([false]);
    expect(clash && clashReason(clash)).toBe(`The file cannot hold the text. ${REASON}`);
    expect(await unitOf(component, "steps->[1]")).toMatchObject({ targets: [""], state: 0, pending: false });
    expect(await suggestionsOf(component)).toEqual([{ targets: ["Druhý krok"], username: "petra" }]);
    await agree(component);
  });

  it("is put back once the file has its place again, in the name of who wrote it", async () => {
    const { component, upstream } = await adventure({ clashRule: "ours" }, TEXT);
    await translate(component, "steps->[1]", "Druhý krok");
    await operate(component, "push");
    upstream.commit({ "l/cs.yaml": "title: Ahoj\nsteps:\n  - První\n  - ''\n" });
    expect(await operate(component, "pull")).toEqual({ result: true });
    const [clash] = await clashesOf(component, { status: "open" });
    await decideClash(jan, { componentId: component.id }, clash?.id ?? 0, { text: "ours" });
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toMatch(/- ["']?Druhý krok/);
    expect(upstream.git("log", "-1", "--format=%an", "main").trim()).toBe("Petra");
    expect(await suggestionsOf(component)).toEqual([]);
    await agree(component);
  });

  it("is a clash again where it is put back too early, and is dropped for good", async () => {
    const { component, upstream } = await adventure({ clashRule: "ask" }, TEXT);
    await translate(component, "steps->[1]", "Druhý krok");
    await operate(component, "commit");
    const scope = { componentId: component.id };
    const [first] = await clashesOf(component, { status: "open" });
    await decideClash(jan, scope, first?.id ?? 0, { text: "ours" });
    expect(await operate(component, "commit")).toMatchObject({ result: true });
    const [again, ...others] = await clashesOf(component, { status: "open" });
    expect(others).toEqual([]);
    expect(again).toMatchObject({ kind: "unwritable", translatorTargets: ["Druhý krok"] });
    await decideClash(jan, scope, again?.id ?? 0, { text: "theirs" });
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(await clashesOf(component, { status: "open" })).toEqual([]);
    expect(await suggestionsOf(component)).toEqual([]);
    expect(czech(upstream)).toBe(TEXT);
    await agree(component);
  });

  it("is a suggestion and nothing to decide by the rule that upstream's text stands", async () => {
    const { component } = await adventure({ clashRule: "theirs" }, TEXT);
    await translate(component, "steps->[1]", "Druhý krok");
    await translate(component, "steps->[1]", "Druhý krůček", jan);
    expect(await operate(component, "commit")).toMatchObject({ result: true });
    expect(await clashesOf(component, { status: "open" })).toEqual([]);
    expect(await clashesOf(component)).toMatchObject([{ decision: "theirs", translatorTargets: ["Druhý krůček"] }]);
    expect(await suggestionsOf(component)).toEqual([{ targets: ["Druhý krůček"], username: "jan" }]);
    expect(await waiting(component)).toEqual([]);
    await agree(component);
  });
});

const STYLES = ["rebase", "merge", "merge_noff"] as const;

it.each(["waits", "is committed"].flatMap((when, turn) => oneOf(STYLES, turn).map((style) => [when, style] as const)))(
  "a list that became a text upstream loses no text that %s (%s)",
  async (when, mergeStyle) => {
    const { component, upstream } = await adventure({ mergeStyle, clashRule: "ours" });
    await translate(component, "steps->[1]", "Druhý krok");
    await translate(component, "title", "Nazdar");
    if (when === "is committed") expect(await operate(component, "commit")).toEqual({ result: true });
    upstream.commit({ "l/cs.yaml": TEXT });
    expect(await operate(component, "pull")).toMatchObject({ result: true });
    await agree(component);
    expect(await operate(component, "push")).toMatchObject({ result: true });
    expect(czech(upstream)).toBe("title: Nazdar\nsteps: hotovo\n");
    const [open] = await clashesOf(component, { status: "open" });
    expect(open).toMatchObject({ kind: "unwritable", refusal: REASON, translatorTargets: ["Druhý krok"] });
    expect(await suggestionsOf(component)).toEqual([{ targets: ["Druhý krok"], username: "petra" }]);
    expect(await waiting(component)).toEqual([]);
    await agree(component);
  },
);

describe("a list that must grow", () => {
  it("takes the items that the base has more, whoever translates them first", async () => {
    const { component, upstream } = await adventure({}, "title: Ahoj\n");
    await translate(component, "steps->[1]", "Druhý", jan);
    await translate(component, "steps->[0]", "První");
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toBe("title: Ahoj\nsteps:\n  - První\n  - Druhý\n");
    expect(upstream.git("log", "-2", "--format=%an", "main").trim().split("\n")).toEqual(["Jan", "Petra"]);
    expect(await clashesOf(component)).toEqual([]);
    await agree(component);
  });

  it("takes one item after the other of three people, the last one first", async () => {
    const base = `${EN}  - Third\n`;
    const { component, upstream } = await adventure({}, "title: Ahoj\n", base);
    await translate(component, "steps->[2]", "Třetí", admin);
    await translate(component, "steps->[1]", "Druhý", jan);
    await translate(component, "steps->[0]", "První");
    expect(await operate(component, "commit")).toEqual({ result: true });
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toBe("title: Ahoj\nsteps:\n  - První\n  - Druhý\n  - Třetí\n");
    expect(await clashesOf(component)).toEqual([]);
    expect(await waiting(component)).toEqual([]);
    await agree(component);
  });

  it("has empty places for items that nobody has translated, which take their texts later", async () => {
    const { component, upstream } = await adventure({ clashRule: "ask" }, "title: Ahoj\n", `${EN}  - Third\n`);
    await translate(component, "steps->[2]", "Třetí", jan);
    await translate(component, "title", "Nazdar");
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toBe('title: Nazdar\nsteps:\n  - ""\n  - ""\n  - Třetí\n');
    expect(await clashesOf(component)).toEqual([]);
    expect(await unitOf(component, "steps->[1]")).toMatchObject({ targets: [""], state: 0, pending: false });
    await agree(component);
    await translate(component, "steps->[2]", "Třetí krok", jan);
    await translate(component, "steps->[2]", "Třetí krůček");
    await translate(component, "steps->[0]", "První");
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toBe('title: Nazdar\nsteps:\n  - První\n  - ""\n  - Třetí krůček\n');
    await agree(component);
  });

  it("has them as the base has them, though that are no texts", async () => {
    const base = "title: Hello\nmonths:\n  - ~\n  - January\nlevels:\n  - name: One\n    code: go\n  - name: Two\n";
    const { component, upstream } = await adventure({ clashRule: "ask" }, "title: Ahoj\n", base);
    await translate(component, "months->[1]", "leden");
    await translate(component, "levels->[1]->name", "Druhá", jan);
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toBe(
      'title: Ahoj\nmonths:\n  - ~\n  - leden\nlevels:\n  - name: ""\n    code: ""\n  - name: Druhá\n',
    );
    await agree(component);
    await translate(component, "levels->[0]->name", "První");
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toContain('- name: První\n    code: ""\n');
    expect(await clashesOf(component)).toEqual([]);
    await agree(component);
  });

  it("takes what was translated behind an item that upstream took away meanwhile", async () => {
    const base = "steps:\n  - name: First\n  - name: Second\n  - name: Third\n";
    const cs = (...names: string[]) => `steps:\n${names.map((name) => `  - name: ${name}\n`).join("")}`;
    const { component, upstream } = await adventure({ clashRule: "ask" }, cs("První", "Druhý"), base);
    await translate(component, "steps->[2]->name", "Třetí");
    upstream.commit({ "l/cs.yaml": cs("První") });
    expect(await operate(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toBe(cs("První", '""', "Třetí"));
    expect(await clashesOf(component)).toEqual([]);
    await agree(component);
  });
});

it("keys of a file that have no value take texts and lists", async () => {
  const { component, upstream } = await adventure({}, "title:\nsteps: ~ # Not yet.\n");
  await translate(component, "steps->[0]", "První");
  await translate(component, "title", "Nazdar", jan);
  expect(await operate(component, "push")).toEqual({ result: true });
  expect(czech(upstream)).toBe("title: Nazdar\nsteps: # Not yet.\n  - První\n");
  expect(await clashesOf(component)).toEqual([]);
  await agree(component);
});
