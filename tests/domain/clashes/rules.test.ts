import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { decideClash, decideClashes } from "@/lib/domain/clashes/decide";
import { listClashes } from "@/lib/domain/clashes/list";
import type { NewComponent } from "@/lib/domain/components/component-input";
import type { ComponentRow } from "@/lib/domain/components/components";
import { fileDifferences } from "@/lib/domain/integrate/file-differences";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { countStatements, db, sql } from "@/lib/platform/database";
import type { Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** What becomes of strings that people changed here and upstream, by each rule and merge style. */

let admin: Actor;
let petra: Actor;
let jan: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
});

const STYLES = ["rebase", "merge", "merge_noff"] as const;
const RULES = ["theirs", "ours", "ask"] as const;
const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean", c: "Carrot" };

const fruit = (settings: Partial<NewComponent> = {}, cs: Record<string, string> = { a: "Jablko", b: "Bob" }) =>
  connect(
    admin,
    { "l/en.json": catalogue(KEYS), "l/cs.json": catalogue(cs) },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, ...settings },
  );

async function translate(component: ComponentRow, key: string, text: string, actor = petra): Promise<void> {
  await editUnit(actor, await unitId(component, "cs", key), { targets: [text], state: 20 });
}

const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const czech = (upstream: Upstream): Record<string, string> => JSON.parse(upstream.read("l/cs.json"));
const unitOf = async (component: ComponentRow, key: string) => findUnit(petra, await unitId(component, "cs", key));
const clashesOf = async (component: ComponentRow, filter = {}) =>
  (await listClashes(petra, { componentId: component.id }, filter, { limit: 100, offset: 0 })).rows;
const suggestionsOf = (component: ComponentRow) =>
  textRows<{ targets: string[]; username: string }>(
    db,
    sql`select g.targets, a.username from suggestions g join units u on u.id = g.unit_id join translations t on t.id = u.translation_id
      left join users a on a.id = g.user_id where t.component_id = ${component.id} order by g.id`,
  );
/** Files and strings say the same, and everything is counted. */
async function agree(component: ComponentRow): Promise<void> {
  const differences = await withWorkingCopy(component.repositoryId, fileDifferences);
  expect(differences.filter(({ kind }) => kind !== "mark")).toEqual([]);
  expect(await counterDrift()).toEqual([]);
}

describe.each(STYLES)("with the style %s", (mergeStyle) => {
  const style = STYLES.indexOf(mergeStyle);
  const it = inTurn(style, STYLES.length);
  it.each(["waits", "is committed"])(
    "a copy of the source text is no clash with a translation that %s",
    async (when) => {
      const { component, upstream } = await fruit({ mergeStyle });
      await translate(component, "c", "Mrkev");
      if (when === "is committed") await operate(component, "commit");
      upstream.commit({ "l/cs.json": catalogue({ a: "Jablko", b: "Bob", c: "Carrot" }) });
      await operate(component, "pull");
      await operate(component, "push");
      expect(czech(upstream)).toEqual({ a: "Jablko", b: "Bob", c: "Mrkev" });
      expect(await clashesOf(component)).toEqual([]);
      expect(await suggestionsOf(component)).toEqual([]);
      expect(await unitOf(component, "c")).toMatchObject({ targets: ["Mrkev"], state: 20 });
      await agree(component);
    },
  );

  describe.each(RULES)("and the rule %s", (clashRule) => {
    const it = inTurn(style, STYLES.length, RULES.indexOf(clashRule));
    it.each(["waits", "is committed"])("a clash is decided where our edit %s", async (when) => {
      const { component, upstream } = await fruit({ mergeStyle, clashRule });
      await translate(component, "b", "Fazole");
      await translate(component, "c", "Mrkev");
      if (when === "is committed") await operate(component, "commit");
      const commit = upstream.commit({ "l/cs.json": catalogue({ a: "Jablko", b: "Luštěnina" }) });
      await operate(component, "pull");
      await agree(component);
      const wins = clashRule === "ours" ? "Fazole" : "Luštěnina";
      const loses = clashRule === "ours" ? "Luštěnina" : "Fazole";
      expect((await unitOf(component, "b")).targets).toEqual([wins]);
      expect(await suggestionsOf(component)).toEqual([
        { targets: [loses], username: clashRule === "ours" ? "upstream" : "petra" },
      ]);
      const [clash, ...others] = await clashesOf(component);
      expect(others).toEqual([]);
      expect(clash).toMatchObject({
        kind: "changed",
        rule: clashRule,
        decision: clashRule === "ask" ? null : clashRule,
        decidedBy: null,
        context: "b",
        baseTargets: ["Bob"],
        translatorTargets: ["Fazole"],
        translatorState: 20,
        translator: "petra",
        translatorName: "Petra",
        upstreamTargets: ["Luštěnina"],
        upstreamState: 20,
        upstreamAuthorName: "Upstream",
        upstreamAuthor: null,
        commit,
      });
      expect((await unitOf(component, "b")).clash).toMatchObject({
        id: clash?.id,
        kind: "changed",
        author: "Upstream",
      });
      expect((await unitOf(component, "c")).clash).toBeNull();
      await operate(component, "push");
      expect(czech(upstream)).toEqual({ a: "Jablko", b: wins, c: "Mrkev" });
      await agree(component);
      await operate(component, "pull");
      expect(await clashesOf(component)).toHaveLength(1);
      await agree(component);
    });

    it("both texts reach upstream when a person decides for them", async () => {
      const { component, upstream } = await fruit({ mergeStyle, clashRule });
      for (const [key, text] of [
        ["a", "Jablíčko"],
        ["b", "Fazole"],
      ] as const)
        await translate(component, key, text);
      upstream.commit({ "l/cs.json": catalogue({ a: "Jabloň", b: "Luštěnina" }) });
      await operate(component, "pull");
      const [b, a] = await clashesOf(component);
      const scope = { componentId: component.id };
      await decideClash(petra, scope, a?.id ?? 0, { text: "theirs" });
      await decideClash(jan, scope, b?.id ?? 0, { text: "ours" });
      expect(await suggestionsOf(component)).toEqual([]);
      expect(await clashesOf(component)).toMatchObject([
        { decision: "ours", decider: "jan" },
        { decision: "theirs", decider: "petra" },
      ]);
      await agree(component);
      await operate(component, "push");
      expect(czech(upstream)).toMatchObject({ a: "Jabloň", b: "Fazole" });
      await agree(component);
      for (const key of ["a", "b"]) expect(await unitOf(component, key)).toMatchObject({ state: 20, clash: null });
    });
  });

  it("ours stays where upstream removed the text of a string, and a removed text goes by the other rules", async () => {
    for (const clashRule of RULES) {
      const { component, upstream } = await fruit({ mergeStyle, clashRule });
      await translate(component, "b", "Fazole");
      upstream.commit({ "l/cs.json": catalogue({ a: "Jablko" }) });
      await operate(component, "pull");
      await agree(component);
      expect(await clashesOf(component)).toMatchObject([
        { kind: "removed-upstream", upstreamTargets: [], translatorTargets: ["Fazole"] },
      ]);
      expect((await unitOf(component, "b")).targets).toEqual([clashRule === "ours" ? "Fazole" : ""]);
      await operate(component, "push");
      expect(czech(upstream).b).toBe(clashRule === "ours" ? "Fazole" : undefined);
      await agree(component);
    }
  });
});

describe("a decision", () => {
  async function clashed(count = 1, clashRule: NewComponent["clashRule"] = "ask") {
    const { component, upstream } = await fruit({ clashRule });
    const keys = ["b", "a", "c"].slice(0, count);
    for (const key of keys) await translate(component, key, `${key} here`);
    upstream.commit({
      "l/cs.json": catalogue(
        Object.fromEntries(["a", "b", "c"].map((key) => [key, keys.includes(key) ? `${key} there` : "x"])),
      ),
    });
    await operate(component, "pull");
    const rows = await clashesOf(component);
    expect(rows).toHaveLength(count);
    return { component, upstream, scope: { componentId: component.id }, ids: rows.map(({ id }) => id) };
  }
  const changesOf = (component: ComponentRow) =>
    textRows<{ id: number }>(db, sql`select id from changes where component_id = ${component.id} order by id`);

  it("changes nothing where the string was changed after the clash", async () => {
    const { component, scope, ids } = await clashed();
    await translate(component, "b", "later", jan);
    const before = await changesOf(component);
    await expect(decideClash(petra, scope, ids[0] ?? 0, { text: "ours" })).rejects.toThrow("changed after this clash");
    expect((await unitOf(component, "b")).targets).toEqual(["later"]);
    expect(await changesOf(component)).toEqual(before);
    expect(await clashesOf(component)).toMatchObject([{ decision: "overtaken", decidedBy: null }]);
    expect(await clashesOf(component, { status: "open" })).toEqual([]);
  });

  it("is made once", async () => {
    const { scope, ids } = await clashed();
    await decideClash(petra, scope, ids[0] ?? 0, { text: "theirs" });
    await expect(decideClash(jan, scope, ids[0] ?? 0, { text: "ours" })).rejects.toThrow("decided already");
  });

  it("takes a text of one's own, in one's own name", async () => {
    const { component, upstream, scope, ids } = await clashed();
    await decideClash(jan, scope, ids[0] ?? 0, { text: "other", targets: ["both"], state: 20 });
    await operate(component, "push");
    expect(czech(upstream).b).toBe("both");
    expect(upstream.git("log", "-1", "--format=%an", "main").trim()).toBe("Jan");
    expect(await clashesOf(component)).toMatchObject([{ decision: "other", decider: "jan" }]);
    await agree(component);
  });

  it("for our text is committed in the name of who wrote it", async () => {
    const { component, upstream, scope, ids } = await clashed();
    await decideClash(jan, scope, ids[0] ?? 0, { text: "ours" });
    await operate(component, "push");
    expect(upstream.git("log", "-1", "--format=%an", "main").trim()).toBe("Petra");
  });

  it("is made for many at once, and skips what cannot be decided", async () => {
    const { component, scope } = await clashed(3);
    await translate(component, "c", "later", jan);
    const done = await decideClashes(petra, scope, { filter: {} }, { text: "ours" });
    expect(done).toMatchObject({ more: false, skipped: [{ reason: "changed" }] });
    expect(done.decided).toHaveLength(2);
    for (const [key, text] of [
      ["a", "a here"],
      ["b", "b here"],
      ["c", "later"],
    ] as const)
      expect((await unitOf(component, key)).targets).toEqual([text]);
    await agree(component);
  });

  it("is not for those who may not edit the string, and not for other components' clashes", async () => {
    const { component, scope, ids } = await clashed();
    const other = await fruit();
    expect(await decideClashes(petra, { componentId: other.component.id }, { ids }, { text: "ours" })).toEqual({
      decided: [],
      skipped: [],
      more: false,
    });
    await db.run(sql`update projects set access_control = 1 where id = ${component.projectId}`);
    expect(await decideClashes(petra, scope, { ids }, { text: "ours" })).toMatchObject({
      decided: [],
      skipped: [{ reason: "denied" }],
    });
    expect((await unitOf(component, "b")).targets).toEqual(["b there"]);
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    expect(await clashesOf(component)).toEqual([]);
  });

  it("takes as many statements for many clashes as for one", async () => {
    const costs: number[] = [];
    for (const count of [1, 3]) {
      const { scope } = await clashed(count);
      const { count: statements } = await countStatements(() =>
        decideClashes(petra, scope, { filter: {} }, { text: "ours" }),
      );
      costs.push(statements);
    }
    expect(costs[1]).toBe(costs[0]);
  });

  it("may turn what the rule has decided, and the newest clash of a string counts", async () => {
    const { component, upstream, scope, ids } = await clashed(1, "ours");
    upstream.commit({ "l/cs.json": catalogue({ a: "x", b: "b again", c: "x" }) });
    await operate(component, "pull");
    const [newest] = await clashesOf(component);
    expect(newest).toMatchObject({ baseTargets: ["b there"], upstreamTargets: ["b again"], decision: "ours" });
    const done = await decideClashes(petra, scope, { ids: [...ids, newest?.id ?? 0] }, { text: "theirs" });
    expect(done).toMatchObject({ decided: [newest?.id], skipped: [{ id: ids[0], reason: "decided" }] });
    await operate(component, "push");
    expect(czech(upstream).b).toBe("b again");
    await agree(component);
  });
});

describe("an edit that changed nothing of its file", () => {
  const pending = (component: ComponentRow) =>
    textRows<{ targets: string[] }>(
      db,
      sql`select p.targets from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${component.id}`,
    );
  /** We say `b`, and decide for upstream's text before ours was committed. */
  async function takenBack(mergeStyle: "rebase" | "merge") {
    const { component, upstream } = await fruit({ mergeStyle, clashRule: "ours" });
    await translate(component, "b", "ours once");
    upstream.commit({ "l/cs.json": catalogue({ a: "Jablko", b: "theirs once" }) });
    await operate(component, "pull");
    const [clash] = await clashesOf(component);
    await decideClash(petra, { componentId: component.id }, clash?.id ?? 0, { text: "theirs" });
    return { component, upstream };
  }

  it.each(["rebase", "merge"] as const)("waits for nothing once upstream has all there is (%s)", async (mergeStyle) => {
    const { component } = await takenBack(mergeStyle);
    await operate(component, "push");
    expect(await pending(component)).toEqual([]);
    await agree(component);
  });

  it("does not come back over a later text when the working copy is lost", async () => {
    const { component, upstream } = await takenBack("merge");
    await operate(component, "commit");
    await translate(component, "b", "ours later");
    await operate(component, "commit");
    upstream.commit({ "l/cs.json": catalogue({ a: "Jablko", b: "theirs later" }) });
    await operate(component, "pull");
    await dropWorkingCopy(component.repositoryId);
    await operate(component, "commit");
    await operate(component, "push");
    expect(czech(upstream).b).toBe("ours later");
    await agree(component);
  });
});

describe("who wrote upstream's text", () => {
  it("is the author of the commit that brought it", async () => {
    const { component, upstream } = await fruit({ clashRule: "ours" });
    await translate(component, "b", "here");
    await translate(component, "a", "here too");
    const first = upstream.commit({ "l/cs.json": catalogue({ a: "Jablko", b: "there" }) });
    const second = upstream.commit({ "l/cs.json": catalogue({ a: "there too", b: "there" }) });
    upstream.commit({ "l/cs.json": catalogue({ a: "there too", b: "there", c: "Mrkev" }) });
    upstream.commit({ "notes.txt": "1\n" });
    await operate(component, "pull");
    const commits = new Map((await clashesOf(component)).map((row) => [row.context, row.commit]));
    expect(commits).toEqual(
      new Map([
        ["a", second],
        ["b", first],
      ]),
    );
  });
});

describe("the base file", () => {
  it.each(RULES)("follows the rule %s as well", async (clashRule) => {
    const { component, upstream } = await fruit({ clashRule });
    await editUnit(admin, await unitId(component, "en", "b"), { targets: ["Bean here"], state: 20 });
    upstream.commit({ "l/en.json": catalogue({ ...KEYS, b: "Bean there" }) });
    await operate(component, "pull");
    await agree(component);
    expect(await clashesOf(component)).toMatchObject([
      { kind: "changed", translatorTargets: ["Bean here"], upstreamTargets: ["Bean there"], languageCode: "en" },
    ]);
    await operate(component, "push");
    expect(JSON.parse(upstream.read("l/en.json")).b).toBe(clashRule === "ours" ? "Bean here" : "Bean there");
    await agree(component);
  });
});
