import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { fileDifferences } from "@/lib/domain/integrate/file-differences";
import { findUnit } from "@/lib/domain/units/units";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { CLASH_RULES } from "@/lib/text/codes";
import { counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";
import { FORMATS, History, KEYS, MARKED, type Setting, STYLES, type Step, source, step } from "./histories-model";

/**
 * Random histories on three machines against a model: people say, upload and replace; upstream says, renames keys, moves
 * files and takes away by force; languages come and go on either side; copies are lost, processes die.
 * `npm run histories -- 100 7` tries a hundred from the seed 7.
 */

const [count, seed] = (process.env.LOQUAT_HISTORIES ?? "3 11").split(" ").map(Number) as [number, number];

let admin: Actor;
let petra: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra", { superuser: true });
});

async function runHistory(setting: Setting, steps: readonly Step[]): Promise<void> {
  const history = await History.begin(setting, admin, petra);
  for (const [number, one] of steps.entries()) await history.take(one, number);
  for (const [machine, operation] of [
    [0, "pull"],
    [1, "push"],
    [2, "pull"],
  ] as const) {
    history.at(machine);
    await history.operate(operation);
  }
  await expectTexts(history);
  await expectOther(history);
  await expectCalm(history);
  await expectAlerts(history);
  await expectClashes(history, setting);
  expect(await counterDrift()).toEqual([]);
}

/** Upstream and strings say what the model says, and each text was written once. */
async function expectTexts(history: History): Promise<void> {
  const { component, upstream, wanted, said } = history;
  const theirs = history.theirs();
  expect(Object.fromEntries(KEYS.map((key) => [key, theirs[history.named(key)] ?? ""]))).toEqual(wanted);
  const log = upstream.git("log", "--no-merges", "--find-renames", "-p", "--format=commit %H", "main");
  const commits = log.split(/^commit .*$/m).map((commit) => commit.split("\n"));
  for (const key of KEYS) {
    const text = wanted[key] as string;
    expect((await findUnit(petra, await unitId(component, "cs", source(key)))).targets).toEqual([text]);
    const has = (lines: readonly string[], sign: string) =>
      lines.some((line) => line[0] === sign && line.includes(text));
    const times = commits.filter((lines) => has(lines, "+") && !has(lines, "-")).length;
    // A text is written once, and once more under each new key.
    if (said.has(text)) expect(history.named(key) === key ? times === 1 : times > 0).toBe(true);
  }
}

/** The second language is here and there, or on neither side. */
async function expectOther(history: History): Promise<void> {
  const { component, other = {} } = history;
  const rows = await textRows<{ source: string; target: string }>(
    db,
    sql`
      select s.sources[1] as source, u.targets[1] as target
      from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
        join languages l on l.id = t.language_id
      where t.component_id = ${component.id} and l.code = 'de' and u.targets[1] <> ''`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.source, row.target]))).toEqual(
    Object.fromEntries(Object.entries(other).map(([key, text]) => [source(key), text])),
  );
  expect(history.upstreamHas("de")).toBe(history.other !== undefined);
}

/** Nothing is complained of but what upstream took away by force, until it is put back. */
async function expectAlerts({ component: { id }, taken }: History): Promise<void> {
  const texts = [...taken.values()].flat();
  const alerts = sql`select kind, details from alerts where component_id = ${id}`;
  expect(await textRows(db, alerts)).toEqual(
    texts.length === 0 ? [] : [{ kind: "TextsTakenBack", details: expect.objectContaining({ texts: texts.length }) }],
  );
}

/** Nothing waits, nothing is locked, and files and strings agree. */
async function expectCalm({ component }: History): Promise<void> {
  const { id, repositoryId } = component;
  const waiting = sql`select p.* from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${id}`;
  expect(await textRows(db, waiting)).toEqual([]);
  expect(await textRows(db, sql`select 1 from components where id = ${id} and locked`)).toEqual([]);
  const differences = await withWorkingCopy(repositoryId, fileDifferences);
  const marked = (name: string) => MARKED.some((key) => name.includes(key));
  expect(differences.filter(({ kind, name }) => kind !== "mark" || !marked(name))).toEqual([]);
}

/** Every clash is told with both texts, and the one that did not win is kept. */
async function expectClashes(history: History, { rule }: Setting): Promise<void> {
  const rows = await history.clashes();
  const told = rows.map(({ translatorTargets: [ours], upstreamTargets: [theirs] }) => ({ ours, theirs }));
  expect(told.reverse()).toEqual(history.disputes);
  for (const [key, { ours, theirs }] of history.undecided)
    expect(await history.suggestionsOf(key)).toContain(rule === "ours" ? theirs : ours);
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
  ({ steps, ...setting }) => runHistory(setting, steps),
  240_000,
);
