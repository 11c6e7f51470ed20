import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { listClashes } from "@/lib/domain/clashes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import type { ClashRule } from "@/lib/text/codes";
import { fileDrift } from "../../support/differences";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Items of lists that upstream moves: each keeps its translation, whatever position is its name now. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const KINDS = [
  {
    fileFormat: "yaml",
    path: (language: string) => `l/${language}.yaml`,
    write: (...steps: string[]) =>
      `title: Doors\nsteps:\n${steps.map((step) => `  - ${step === "" ? '""' : step}\n`).join("")}`,
    key: (at: number) => `steps->[${at}]`,
  },
  {
    fileFormat: "json-nested",
    path: (language: string) => `l/${language}.json`,
    write: (...steps: string[]) => `${JSON.stringify({ title: "Doors", steps }, null, 2)}\n`,
    key: (at: number) => `steps[${at}]`,
  },
  {
    fileFormat: "toml",
    path: (language: string) => `l/${language}.toml`,
    write: (...steps: string[]) => `title = "Doors"\nsteps = [${steps.map((step) => `"${step}"`).join(", ")}]\n`,
    key: (at: number) => `steps[${at}]`,
  },
];

const [knock, open, close, home] = ["Knock twice", "Open the door", "Close the door behind you", "Go home now"];
const [otevri, zavri, domu] = ["Otevři dveře", "Zavři za sebou", "Jdi domů"];

describe.each(KINDS)("in $fileFormat", (format) => {
  const it = inTurn(KINDS.indexOf(format), KINDS.length);
  const { fileFormat, path, write, key } = format;
  const begin = (settings: { mergeStyle?: string; clashRule?: ClashRule } = {}) =>
    connect(
      petra,
      { [path("en")]: write(open, close, home), [path("cs")]: write(otevri, zavri, domu) },
      { filemask: path("*"), template: path("en"), fileFormat, pushOnCommit: false, ...settings },
    );
  const id = (component: ComponentRow, at: number) => unitId(component, "cs", key(at));
  const edit = async (component: ComponentRow, at: number, text: string) =>
    editUnit(petra, await id(component, at), { targets: [text], state: 20 });
  const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
    expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
  async function texts(component: ComponentRow, count: number): Promise<string[]> {
    const all = await Promise.all(
      Array.from({ length: count }, async (_, at) => findUnit(petra, await id(component, at))),
    );
    return all.map(({ targets }) => targets.join());
  }
  async function expectSound(component: ComponentRow) {
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
    const list = await listClashes(petra, { componentId: component.id }, {}, { limit: 10, offset: 0 });
    expect(list.rows).toEqual([]);
  }

  it.each(["rebase", "merge", "merge_noff"])(
    "an item that the base file alone got moves the others (%s)",
    async (mergeStyle) => {
      const { component, upstream } = await begin({ mergeStyle });
      const before = await Promise.all([0, 1, 2].map((at) => id(component, at)));
      await edit(component, 1, "Zavři je");
      await operate(component, "commit");
      await edit(component, 2, "Běž domů");
      upstream.commit({ [path("en")]: write(open, knock, close, home) });
      await operate(component, "pull");
      expect(await texts(component, 4)).toEqual([otevri, "", "Zavři je", "Běž domů"]);
      expect(await Promise.all([0, 2, 3].map((at) => id(component, at)))).toEqual(before);
      await expectSound(component);
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toBe(write(otevri, "", "Zavři je", "Běž domů"));
      await operate(component, "pull");
      expect(await texts(component, 4)).toEqual([otevri, "", "Zavři je", "Běž domů"]);
      await expectSound(component);
    },
  );

  it.each(["theirs", "ours", "ask"] as const)(
    "an item that all files got is no clash with edits that wait (%s)",
    async (clashRule) => {
      const { component, upstream } = await begin({ clashRule });
      await edit(component, 2, "Běž domů");
      await operate(component, "commit");
      await edit(component, 1, "Zavři je");
      upstream.commit({
        [path("en")]: write(knock, open, close, home),
        [path("cs")]: write(knock, otevri, zavri, domu),
      });
      await operate(component, "pull");
      expect(await texts(component, 4)).toEqual([knock, otevri, "Zavři je", "Běž domů"]);
      await expectSound(component);
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toBe(write(knock, otevri, "Zavři je", "Běž domů"));
      await expectSound(component);
    },
  );

  it("an item that the base file lost takes its translation along, and no other one", async () => {
    const { component, upstream } = await begin();
    await edit(component, 2, "Běž domů");
    upstream.commit({ [path("en")]: write(open, home) });
    await operate(component, "pull");
    expect(await texts(component, 2)).toEqual([otevri, "Běž domů"]);
    await expectSound(component);
    await operate(component, "push");
    // A place that the format cannot take out of a list is no string, and nobody is told of it.
    const left = fileFormat === "toml" ? [domu] : [];
    expect(upstream.read(path("cs"))).toBe(write(otevri, "Běž domů", ...left));
    await expectSound(component);
    await operate(component, "commit");
  });

  it.each(["waits", "is committed"])("a file of a language may follow later, while the move %s here", async (how) => {
    const { component, upstream } = await begin();
    upstream.commit({ [path("en")]: write(open, knock, close, home) });
    await operate(component, "pull");
    await edit(component, 3, "Běž domů");
    if (how === "is committed") await operate(component, "commit");
    upstream.commit({ [path("cs")]: write(otevri, "Dvakrát zaklepej", zavri, domu) });
    await operate(component, "pull");
    expect(await texts(component, 4)).toEqual([otevri, "Dvakrát zaklepej", zavri, "Běž domů"]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toBe(write(otevri, "Dvakrát zaklepej", zavri, "Běž domů"));
    await expectSound(component);
  });

  it("what somebody typed for an item that upstream removed is in the history", async () => {
    const { component, upstream } = await begin();
    await edit(component, 1, "Zavři je");
    upstream.commit({ [path("en")]: write(open, home) });
    await operate(component, "pull");
    expect(await texts(component, 2)).toEqual([otevri, domu]);
    const told = await textRows<{ old: string }>(
      db,
      sql`select old from changes where component_id = ${component.id} and action = ${ACTION.STRING_REMOVED}`,
    );
    expect(told.map(({ old }) => old)).toContain("Zavři je");
    await expectSound(component);
  });

  it("items that changed places change them in all languages", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ [path("en")]: write(home, open, close) });
    await operate(component, "pull");
    expect(await texts(component, 3)).toEqual([domu, otevri, zavri]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toBe(write(domu, otevri, zavri));
    await expectSound(component);
  });

  it("a file of a language that was edited at positions of before is read as it was meant", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ [path("en")]: write(knock, open, close, home), [path("cs")]: write(otevri, "Zavři to", domu) });
    await operate(component, "pull");
    expect(await texts(component, 4)).toEqual(["", otevri, "Zavři to", domu]);
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toBe(write("", otevri, "Zavři to", domu));
    await expectSound(component);
  });

  describe("a language that has not followed yet", () => {
    const styles = ["rebase", "merge", "merge_noff"];
    const behind = styles.flatMap((mergeStyle) => [false, true].map((committed) => ({ mergeStyle, committed })));

    it.each(behind)("is read by the positions of before ($mergeStyle, committed: $committed)", async (how) => {
      const { component, upstream } = await begin({ mergeStyle: how.mergeStyle });
      upstream.commit({ [path("en")]: write(open, knock, close, home) });
      await operate(component, "pull");
      if (how.committed) await operate(component, "commit");
      for (const text of ["Zavři to", "Zavři to pořádně"]) {
        upstream.commit({ [path("cs")]: write(otevri, text, domu) });
        await operate(component, "pull");
        expect(await texts(component, 4)).toEqual([otevri, "", text, domu]);
        await expectSound(component);
      }
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toBe(write(otevri, "", "Zavři to pořádně", domu));
      await operate(component, "pull");
      upstream.commit({ [path("cs")]: write(otevri, "Zaklepej", "Zavři to pořádně", domu) });
      await operate(component, "pull");
      expect(await texts(component, 4)).toEqual([otevri, "Zaklepej", "Zavři to pořádně", domu]);
      await expectSound(component);
    });

    it("may have been edited in every place, and have as many as before", async () => {
      const { component, upstream } = await begin();
      upstream.commit({ [path("en")]: write(knock, open, close, home) });
      await operate(component, "pull");
      upstream.commit({ [path("cs")]: write("Odemkni", "Zabouchni", "Běž") });
      await operate(component, "pull");
      expect(await texts(component, 4)).toEqual(["", "Odemkni", "Zabouchni", "Běž"]);
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toBe(write("", "Odemkni", "Zabouchni", "Běž"));
      await expectSound(component);
    });

    it("may be edited in items that changed places", async () => {
      const { component, upstream } = await begin();
      upstream.commit({ [path("en")]: write(close, open, home) });
      await operate(component, "pull");
      upstream.commit({ [path("cs")]: write("Otevři ty dveře", "Zavři je za sebou", domu) });
      await operate(component, "pull");
      expect(await texts(component, 3)).toEqual(["Zavři je za sebou", "Otevři ty dveře", domu]);
      await expectSound(component);
    });

    it("is read without the item that the base file lost", async () => {
      const { component, upstream } = await begin();
      upstream.commit({ [path("en")]: write(open, home) });
      await operate(component, "pull");
      upstream.commit({ [path("cs")]: write(otevri, "Zavři to", "Běž domů") });
      await operate(component, "pull");
      expect(await texts(component, 2)).toEqual([otevri, "Běž domů"]);
      await expectSound(component);
    });

    it("may have followed the first of two moves alone", async () => {
      const { component, upstream } = await begin();
      upstream.commit({ [path("en")]: write(knock, open, close, home) });
      await operate(component, "pull");
      upstream.commit({ [path("en")]: write(knock, open, "Look around", close, home) });
      await operate(component, "pull");
      upstream.commit({ [path("cs")]: write("Zaklepej", otevri, "Zavři to", domu) });
      await operate(component, "pull");
      expect(await texts(component, 5)).toEqual(["Zaklepej", otevri, "", "Zavři to", domu]);
      upstream.commit({ [path("cs")]: write("Zaklepej", otevri, "Zavři to", "Běž domů") });
      await operate(component, "pull");
      expect(await texts(component, 5)).toEqual(["Zaklepej", otevri, "", "Zavři to", "Běž domů"]);
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toBe(write("Zaklepej", otevri, "", "Zavři to", "Běž domů"));
      await expectSound(component);
    });

    it("clashes with edits of the same string alone", async () => {
      const { component, upstream } = await begin();
      upstream.commit({ [path("en")]: write(open, knock, close, home) });
      await operate(component, "pull");
      await edit(component, 2, "Zavři je");
      await edit(component, 3, "Běž domů");
      upstream.commit({ [path("cs")]: write(otevri, "Zavři to", domu) });
      await operate(component, "pull");
      expect(await texts(component, 4)).toEqual([otevri, "", "Zavři to", "Běž domů"]);
      const { rows } = await listClashes(petra, { componentId: component.id }, {}, { limit: 10, offset: 0 });
      expect(rows.map(({ translatorTargets, upstreamTargets }) => [translatorTargets, upstreamTargets])).toEqual([
        [["Zavři je"], ["Zavři to"]],
      ]);
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toBe(write(otevri, "", "Zavři to", "Běž domů"));
      expect(await fileDrift(component)).toEqual([]);
    });

    it.each(["by the positions of before", "by the present ones"])(
      "is told where items are though it could not be read when they moved: then %s",
      async (how) => {
        const { component, upstream } = await begin();
        upstream.commit({ [path("en")]: write(open, knock, close, home), [path("cs")]: "{ [" });
        expect(await performOperation(component.repositoryId, "pull")).toMatchObject({ result: false });
        const file = how === "by the present ones" ? [otevri, knock, "Zavři to", domu] : [otevri, "Zavři to", domu];
        upstream.commit({ [path("cs")]: write(...file) });
        await operate(component, "pull");
        expect(await texts(component, 4)).toEqual([otevri, file.length === 4 ? knock : "", "Zavři to", domu]);
        await expectSound(component);
      },
    );
  });

  it("an edit of the source text that waits goes on waiting at the new position", async () => {
    const { component, upstream } = await begin({ clashRule: "ours" });
    await editUnit(petra, await unitId(component, "en", key(1)), { targets: ["Close the doors"], state: 20 });
    upstream.commit({ [path("en")]: write(knock, open, close, home) });
    await operate(component, "pull");
    expect(await texts(component, 4)).toEqual(["", otevri, zavri, domu]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read(path("en"))).toBe(write(knock, open, "Close the doors", home));
    expect(upstream.read(path("cs"))).toBe(write("", otevri, zavri, domu));
    await expectSound(component);
  });
});
