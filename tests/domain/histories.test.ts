import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { decideClash } from "@/lib/domain/clashes/decide";
import { listClashes } from "@/lib/domain/clashes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { commitPending } from "@/lib/domain/integrate/commit";
import { fileDifferences } from "@/lib/domain/integrate/file-differences";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { CLASH_RULES, type ClashRule } from "@/lib/text/codes";
import { FILES, type Texts } from "../support/history-files";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/**
 * Random histories on three machines against a model: people say, upstream says and renames keys, the repository is worked
 * on, copies are lost, processes die. `npm run histories -- 100 7` tries a hundred from the seed 7.
 */

const [count, seed] = (process.env.LOQUAT_HISTORIES ?? "3 11").split(" ").map(Number) as [number, number];
const STYLES = ["rebase", "merge", "merge_noff"];
const FORMATS = Object.keys(FILES);
/** Strings that only people say, or only upstream, in turn; then those that both say at once. */
const DISPUTED = Array.from({ length: 4 }, (_, number) => `disputed_${number}`);
const KEYS = [...Array.from({ length: 12 }, (_, number) => `key_${number}`), ...DISPUTED];

let admin: Actor;
let petra: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const step = fc.tuple(
  fc.nat(2),
  fc.constantFrom(
    "say",
    "say",
    "say",
    "commit",
    "commit",
    "push",
    "pull",
    "they say",
    "both say",
    "both say",
    "decide",
    "they rename",
    "lose the copy",
    "die",
  ),
  fc.nat(5),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A process that dies once its commits are marked: nothing of what it would do last happens. */
async function die(component: ComponentRow): Promise<void> {
  const dying = withWorkingCopy(component.repositoryId, async (checkout) => {
    await commitPending(checkout);
    await db.run(sql`update repositories set lease_owner = 'somebody who died' where id = ${component.repositoryId}`);
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
}

async function runHistory(style: string, format: string, rule: ClashRule, steps: readonly Step[]): Promise<void> {
  const { write, read, settings } = FILES[format] as (typeof FILES)[string];
  const machines = [0, 1, 2].map(() => mkdtempSync(join(tmpdir(), "loquat-machine-")));
  const at = (machine: number) => setEnvironment({ ...environment(), dataFolder: machines[machine] as string });
  at(0);
  const source = (key: string) => `${key} in English`;
  /** What upstream calls the keys now: contexts, where source texts name the strings. */
  const names = new Map(KEYS.map((key) => [key, key]));
  const named = (key: string) => names.get(key) as string;
  const english = (): Texts => Object.fromEntries(KEYS.map((key) => [named(key), source(key)]));
  const wanted: Texts = Object.fromEntries(KEYS.map((key) => [key, ""]));
  const [en, cs] = ["en", "cs"].map((code) => settings.filemask.replace("*", code)) as [string, string];
  const { component, upstream } = await connect(
    admin,
    { [en]: write(english(), english()), [cs]: write(wanted, english()) },
    { ...settings, mergeStyle: style, clashRule: rule, pushOnCommit: false },
  );
  const said = new Set<string>();
  /** Both texts of each clash, and those that a person may still decide. */
  const disputes: { ours: string; theirs: string }[] = [];
  const undecided = new Map<string, { ours: string; theirs: string }>();
  const scope = { componentId: component.id };
  const clashes = async () => (await listClashes(petra, scope, {}, { limit: 1000, offset: 0 })).rows;
  const operate = async (operation: "commit" | "pull" | "push") =>
    expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
  /** People and upstream say a string at once, before or after our text is committed. */
  const bothSay = async (key: string, number: number) => {
    const dispute = { ours: `ours ${number}.`, theirs: `theirs ${number}.` };
    await operate("pull");
    await operate("push");
    await editUnit(petra, await unitId(component, "cs", source(key)), { targets: [dispute.ours], state: 20 });
    if (number % 2 === 0) await operate("commit");
    upstream.commit({ [cs]: write({ ...read(upstream.read(cs)), [named(key)]: dispute.theirs }, english()) });
    await operate("pull");
    wanted[key] = rule === "ours" ? dispute.ours : dispute.theirs;
    disputes.push(dispute);
    undecided.set(key, dispute);
  };
  const decideFor = async (key: string, text: "ours" | "theirs") => {
    const dispute = undecided.get(key);
    if (!dispute) return;
    const row = (await clashes()).find(({ translatorTargets }) => translatorTargets[0] === dispute.ours);
    await decideClash(petra, scope, row?.id ?? 0, { text });
    wanted[key] = dispute[text];
    undecided.delete(key);
  };
  /** Another key, with the language's file as it was, under the new key, or without the string. */
  const rename = (key: string, way: number) => {
    const { [named(key)]: text = "", ...others } = read(upstream.read(cs));
    names.set(key, `renamed_${named(key)}`);
    const byKey = settings.template !== undefined;
    const all = { ...Object.fromEntries(KEYS.map((one) => [named(one), ""])), ...others };
    const file =
      byKey && way % 3 === 0
        ? undefined
        : write({ ...all, [named(key)]: byKey && way % 3 === 1 ? text : "" }, english());
    upstream.commit({ ...(byKey && { [en]: write(english(), english()) }), ...(file && { [cs]: file }) });
  };
  for (const [number, [machine, what, which]] of steps.entries()) {
    at(machine);
    const text = `text ${number}.`;
    if (what === "say") {
      const key = KEYS[which * 2] as string;
      await editUnit(petra, await unitId(component, "cs", source(key)), { targets: [text], state: 20 });
      wanted[key] = text;
      said.add(text);
    } else if (what === "they say") {
      const key = KEYS[which * 2 + 1] as string;
      upstream.commit({ [cs]: write({ ...read(upstream.read(cs)), [named(key)]: text }, english()) });
      wanted[key] = text;
    } else if (what === "both say") await bothSay(DISPUTED[which % DISPUTED.length] as string, number);
    else if (what === "decide")
      await decideFor(DISPUTED[which % DISPUTED.length] as string, number % 3 === 0 ? "ours" : "theirs");
    else if (what === "they rename") rename(KEYS[which * 2] as string, number);
    else if (what === "lose the copy") await dropWorkingCopy(component.repositoryId);
    else if (what === "die") await die(component);
    else await operate(what);
  }
  for (const [machine, operation] of [
    [0, "pull"],
    [1, "push"],
    [2, "pull"],
  ] as const) {
    at(machine);
    await operate(operation);
  }
  const has = read(upstream.read(cs));
  expect(Object.fromEntries(KEYS.map((key) => [key, has[named(key)] ?? ""]))).toEqual(wanted);
  const added = upstream.git("log", "--no-merges", "-p", "--format=", "main").split("\n");
  for (const key of KEYS) {
    const text = wanted[key] as string;
    expect((await findUnit(petra, await unitId(component, "cs", source(key)))).targets).toEqual([text]);
    // A text is written once, and once more under each new key.
    const times = added.filter((line) => line.startsWith("+") && line.includes(text)).length;
    if (said.has(text)) expect(named(key) === key ? times === 1 : times > 0).toBe(true);
  }
  expect(
    await textRows(
      db,
      sql`select p.* from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${component.id}`,
    ),
  ).toEqual([]);
  expect(await textRows(db, sql`select kind from alerts where component_id = ${component.id}`)).toEqual([]);
  expect(await textRows(db, sql`select 1 from components where id = ${component.id} and locked`)).toEqual([]);
  const differences = await withWorkingCopy(component.repositoryId, fileDifferences);
  // A text that won a dispute is to be looked at; its file need not know.
  expect(
    differences.filter(({ kind, name }) => kind !== "mark" || !DISPUTED.some((key) => name.includes(key))),
  ).toEqual([]);
  const told = (await clashes()).map(({ translatorTargets: [ours], upstreamTargets: [theirs] }) => ({ ours, theirs }));
  expect(told.reverse()).toEqual(disputes);
  for (const [key, dispute] of undecided) {
    const kept = await textRows<{ targets: string[] }>(
      db,
      sql`select targets from suggestions where unit_id = ${await unitId(component, "cs", source(key))}`,
    );
    expect(kept.map(({ targets }) => targets[0])).toContain(rule === "ours" ? dispute.theirs : dispute.ours);
  }
  expect(await counterDrift()).toEqual([]);
}

const history = fc.tuple(fc.array(step, { minLength: 20, maxLength: 24 }), fc.constantFrom(...CLASH_RULES));
const histories = fc.sample(history, { numRuns: count, seed });

it.each(
  histories.map(([steps, rule], number) => ({
    number,
    style: STYLES[number % STYLES.length] as string,
    format: FORMATS[number % FORMATS.length] as string,
    rule,
    steps,
  })),
)(
  "history $number ends as on one machine: $format, $style, $rule",
  ({ style, format, rule, steps }) => runHistory(style, format, rule, steps),
  240_000,
);
