import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { commitPending } from "@/lib/domain/integrate/commit";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { COMMITTER, dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { oneOf } from "../../support/combinations";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Several processes on one database, each with a disk of its own. */

const STYLES = ["rebase", "merge", "merge_noff"] as const;

let admin: Actor;
let petra: Actor;
let folders: string[];

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

beforeEach(() => {
  folders = [0, 1, 2].map(() => mkdtempSync(join(tmpdir(), "loquat-machine-")));
  onMachine(0);
});

/** What follows happens on this machine. */
function onMachine(number: number): void {
  setEnvironment({ ...environment(), dataFolder: folders[number] as string });
}

const KEYS = Array.from({ length: 12 }, (_, number) => `key ${number}`);
const file = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 4)}\n`;
const EN = file(Object.fromEntries(KEYS.map((key) => [key, `${key} in English`])));
const CS = file(Object.fromEntries(KEYS.map((key) => [key, ""])));
const JSON_FILES = { filemask: "*.json", template: "en.json", fileFormat: "json", newLang: "add" } as const;

const make = (settings: Partial<Parameters<typeof connect>[2]> = {}) =>
  connect(admin, { "en.json": EN, "cs.json": CS }, { ...JSON_FILES, pushOnCommit: false, ...settings });

const say = async (component: ComponentRow, key: string, text: string, language = "cs") =>
  editUnit(petra, await unitId(component, language, key), { targets: [text], state: 20 });

const run = async (component: ComponentRow, operation: "commit" | "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });

const headOf = (component: ComponentRow) => withWorkingCopy(component.repositoryId, ({ copy }) => copy.head());

const waiting = (component: ComponentRow) =>
  textRows<{ commit: string | null }>(
    db,
    sql`
      select p.context, p.commit from pending_changes p join translations t on t.id = p.translation_id
      where t.component_id = ${component.id}`,
  );

const bundlesOf = (component: ComponentRow) =>
  textRows(
    db,
    sql`select bundle, part from commit_bundles where repository_id = ${component.repositoryId} order by 1, 2`,
  );

/** How often a text was added in the history of upstream's branch. */
const timesAdded = (upstream: Upstream, text: string) =>
  upstream
    .git("log", "--no-merges", "-p", "--format=", "main")
    .split("\n")
    .filter((line) => line.startsWith("+") && line.includes(`"${text}"`)).length;

/** A process that dies once its commits are marked: nothing of what it would do last happens. */
async function dieWithCommits(component: ComponentRow): Promise<void> {
  const dying = withWorkingCopy(component.repositoryId, async (checkout) => {
    await commitPending(checkout);
    await db.run(sql`update repositories set lease_owner = 'somebody who died' where id = ${component.repositoryId}`);
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
}

describe("machines that take turns", () => {
  it.each(oneOf(STYLES, 0))("push every text exactly once, though upstream went on (%s)", async (mergeStyle) => {
    const { component, upstream } = await make({ mergeStyle });
    for (const [number, key] of KEYS.entries()) {
      onMachine(number % 3);
      await say(component, key, `text ${number}.`);
      await run(component, "commit");
    }
    upstream.commit({ "README.md": "Hello" });
    onMachine(1);
    await run(component, "push");
    const texts = JSON.parse(upstream.read("cs.json"));
    for (const [number, key] of KEYS.entries()) {
      expect(texts[key]).toBe(`text ${number}.`);
      expect(timesAdded(upstream, `text ${number}.`)).toBe(1);
    }
    expect(await waiting(component)).toEqual([]);
    // One that stood still goes on where the others left it.
    onMachine(2);
    await say(component, "key 0", "a later text");
    await run(component, "push");
    expect(JSON.parse(upstream.read("cs.json"))["key 0"]).toBe("a later text");
    expect(timesAdded(upstream, "a later text")).toBe(1);
    expect(await counterDrift()).toEqual([]);
  });

  it.each(oneOf(STYLES, 1))("lose nothing when one dies with commits that nobody else has (%s)", async (mergeStyle) => {
    const { component, upstream } = await make({ mergeStyle });
    await say(component, "key 0", "kept");
    await run(component, "commit");
    await say(component, "key 1", "lost with the disk");
    await dieWithCommits(component);
    expect((await waiting(component)).every(({ commit }) => commit !== null)).toBe(true);
    onMachine(1);
    await say(component, "key 2", "after it");
    await run(component, "push");
    expect(JSON.parse(upstream.read("cs.json"))["key 1"]).toBe("lost with the disk");
    // The one that died comes back with its old copy.
    onMachine(0);
    await say(component, "key 3", "back again");
    await run(component, "push");
    const texts = JSON.parse(upstream.read("cs.json"));
    for (const [number, text] of ["kept", "lost with the disk", "after it", "back again"].entries()) {
      expect(texts[`key ${number}`]).toBe(text);
      expect(timesAdded(upstream, text)).toBe(1);
    }
    expect(await counterDrift()).toEqual([]);
  });
});

describe("commits that upstream does not have", () => {
  it("are the same ones on every machine, and after the disk was lost", async () => {
    const { component } = await make();
    await say(component, "key 0", "first");
    await run(component, "commit");
    await beginLanguage(admin, component, "fr");
    const fr = await textRow<{ id: number }>(
      db,
      sql`select id from translations where component_id = ${component.id} and language_code = 'fr'`,
    );
    await writeLanguageFile(component.repositoryId, fr?.id as number);
    const head = await headOf(component);
    onMachine(1);
    expect(await headOf(component)).toBe(head);
    await dropWorkingCopy(component.repositoryId);
    expect(await headOf(component)).toBe(head);
    expect(await textRow(db, sql`select outgoing from repositories where id = ${component.repositoryId}`)).toEqual({
      outgoing: 2,
    });
  });

  it("are let go of once upstream has them", async () => {
    const { component } = await make();
    await say(component, "key 0", "first");
    await run(component, "commit");
    const bundles = () => bundlesOf(component);
    expect(await bundles()).toEqual([{ bundle: 0, part: 0 }]);
    await say(component, "key 1", "second");
    await run(component, "commit");
    expect(await bundles()).toEqual([
      { bundle: 0, part: 0 },
      { bundle: 1, part: 0 },
    ]);
    await run(component, "push");
    expect(await bundles()).toEqual([]);
  });

  it("become fewer bundles when they are many", async () => {
    const { component } = await make();
    for (let number = 0; number < 18; number++) {
      await say(component, "key 0", `text ${number}`);
      await run(component, "commit");
    }
    expect((await bundlesOf(component)).length).toBeLessThan(16);
    const head = await headOf(component);
    onMachine(1);
    expect(await headOf(component)).toBe(head);
  });

  it("may be large", async () => {
    const { component } = await make();
    const content = randomBytes(9_000_000);
    const head = await withWorkingCopy(component.repositoryId, ({ copy }) =>
      copy.commit([{ path: "large.bin", content }], "Add a large file", COMMITTER, COMMITTER),
    );
    expect(await bundlesOf(component)).toHaveLength(2);
    onMachine(1);
    const found = await withWorkingCopy(component.repositoryId, async ({ copy }) => {
      expect(await copy.head()).toBe(head);
      const blob = (await copy.tree("HEAD")).find(({ path }) => path === "large.bin")?.blob;
      return copy.read(blob as string);
    });
    expect(content.equals(found)).toBe(true);
  });

  it("are made again from their rows when upstream no longer has what they build on", async () => {
    const { component, upstream } = await make();
    await say(component, "key 0", "first");
    await run(component, "commit");
    upstream.git("update-ref", "refs/heads/main", upstream.git("commit-tree", "main^{tree}", "-m", "New").trim());
    upstream.git("reflog", "expire", "--expire=now", "--all");
    upstream.git("gc", "--prune=now", "--quiet");
    onMachine(1);
    await run(component, "push");
    expect(JSON.parse(upstream.read("cs.json"))["key 0"]).toBe("first");
    expect(timesAdded(upstream, "first")).toBe(1);
  });

  it("of a repository without a remote are its only history, and everywhere", async () => {
    const { component } = await make({ repo: "local:", vcs: "local", push: "" });
    await withWorkingCopy(component.repositoryId, ({ copy }) =>
      copy.commit(
        [
          { path: "en.json", content: Buffer.from(EN) },
          { path: "cs.json", content: Buffer.from(CS) },
        ],
        "Begin",
        COMMITTER,
        COMMITTER,
      ),
    );
    await run(component, "pull");
    await say(component, "key 0", "first");
    await run(component, "commit");
    const head = await headOf(component);
    onMachine(1);
    expect(await headOf(component)).toBe(head);
    await say(component, "key 1", "second");
    await run(component, "commit");
    onMachine(0);
    const texts = await withWorkingCopy(component.repositoryId, async ({ copy }) => {
      const blob = (await copy.tree("HEAD")).find(({ path }) => path === "cs.json")?.blob;
      return JSON.parse(Buffer.from(await copy.read(blob as string)).toString());
    });
    expect(texts).toMatchObject({ "key 0": "first", "key 1": "second" });
  });
});
