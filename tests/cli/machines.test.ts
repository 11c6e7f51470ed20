import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { fileDifferences } from "@/lib/domain/integrate/file-differences";
import { findUnit } from "@/lib/domain/units/units";
import { issueToken } from "@/lib/domain/users/tokens";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { CLASH_RULES } from "@/lib/text/codes";
import { type Bucket, startBucket } from "../support/bucket";
import { FILES } from "../support/history-files";
import { counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";
import { InngestServer } from "./inngest-server";
import { KEYS, KilledHistory, type Round, round, type Setting, source } from "./killed-history";
import { Machine, Machines } from "./machines";

/**
 * Whole Loquats beside each other on one database, as an operator starts them, while their processes are killed: every
 * text is upstream once, and nothing waits, is locked or differs. `npm run histories -- 20 7 --machines 3 --kills` tries
 * twenty histories from the seed 7.
 */

const [count, seed, size, kills] = (process.env.LOQUAT_KILLED_HISTORIES ?? "1 5 2 1").split(" ").map(Number) as [
  number,
  number,
  number,
  number,
];

let admin: Actor;
let petra: Actor;
let bucket: Bucket;
let machines: Machines;
/** Runs the tasks in place of Loquat's engine, when its program is named. */
let inngest: InngestServer | undefined;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra", { superuser: true });
  bucket = await startBucket();
  const all = await Promise.all(Array.from({ length: size }, () => Machine.make(bucket)));
  const program = process.env.LOQUAT_INNGEST_PROGRAM;
  inngest = program
    ? await InngestServer.start(program, () => all.filter(({ isReady }) => isReady).map(({ port }) => port))
    : undefined;
  for (const machine of all) machine.settings = inngest?.settings ?? {};
  const { key } = await issueToken(petra.userId);
  machines = new Machines(all, key);
  for (const machine of all) await machine.start();
});
afterAll(async () => {
  if (process.env.LOQUAT_KILLED_HISTORIES) console.log("Killed:", Object.fromEntries(machines.deaths));
  await Promise.all(machines.all.map((machine) => machine.stop()));
  await inngest?.stop();
  await bucket.close();
});

async function runHistory(setting: Setting, rounds: readonly Round[]): Promise<void> {
  const history = await KilledHistory.begin(setting, admin, machines);
  for (const [number, one] of rounds.entries()) await history.take(kills ? one : { ...one, death: null }, number);
  await machines.settle();
  for (const operation of ["pull", "push", "pull"]) await history.operate(operation);
  await expectTexts(history);
  await expectOther(history);
  await expectCalm(history);
  expect(history.failures).toEqual([]);
  expect(machines.faults.splice(0)).toEqual([]);
  const deaths = rounds.filter(({ death }) => death).length;
  if (kills && deaths > 0) expect(machines.deaths.size).toBeGreaterThan(0);
}

/** Upstream and strings say what was said last, and each text was written once. */
async function expectTexts(history: KilledHistory): Promise<void> {
  const { component, upstream, wanted, said } = history;
  const theirs = history.theirs();
  const log = upstream.git("log", "--no-merges", "--find-renames", "-p", "--format=commit %H", "main");
  const commits = log.split(/^commit .*$/m).map((commit) => commit.split("\n"));
  const has = (lines: readonly string[], sign: string, text: string) =>
    lines.some((line) => line[0] === sign && line.includes(text));
  const timesWritten = (text: string) =>
    commits.filter((lines) => has(lines, "+", text) && !has(lines, "-", text)).length;
  for (const key of KEYS) {
    const text = theirs[key] ?? "";
    expect(wanted.get(key), `upstream's ${key}`).toContain(text);
    expect((await findUnit(petra, await unitId(component, "cs", source(key)))).targets, key).toEqual([text]);
    if (said.has(text)) expect(timesWritten(text), `times that "${text}" was written`).toBe(1);
  }
  const doubled = [...said].filter((text) => timesWritten(text) > 1);
  expect(doubled).toEqual([]);
  // An earlier text of upstream may have been written over there before anybody here saw it.
  const last = new Map(history.disputes.map((dispute) => [dispute.key, dispute]));
  for (const { key, ours, theirs: other } of last.values())
    expect(await toldOf(await unitId(component, "cs", source(key)))).toEqual(expect.arrayContaining([ours, other]));
}

/** All texts of a string that can still be found: it says them, or its history, a clash or a suggestion does. */
async function toldOf(unit: number): Promise<string[]> {
  const rows = await textRows<{ text: string }>(
    db,
    sql`
      with strings as (select id, targets[1] as target from units where id = ${unit})
      select target as text from strings
      union select unnest(array[target, old]) from changes where unit_id in (select id from strings)
      union select targets[1] from suggestions where unit_id in (select id from strings)
      union select unnest(array[translator_targets[1], upstream_targets[1]]) from clashes where unit_id in (select id from strings)`,
  );
  return rows.map(({ text }) => text);
}

/** The second language says here and there what was said of it. */
async function expectOther(history: KilledHistory): Promise<void> {
  expect(history.upstreamHas("de")).toBe(history.other !== undefined);
  const rows = await textRows<{ source: string; target: string }>(
    db,
    sql`
      select s.sources[1] as source, u.targets[1] as target
      from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
        join languages l on l.id = t.language_id
      where t.component_id = ${history.component.id} and l.code = 'de' and u.targets[1] <> ''`,
  );
  const said = Object.fromEntries(Object.entries(history.other ?? {}).map(([key, text]) => [source(key), text]));
  expect(Object.fromEntries(rows.map((row) => [row.source, row.target]))).toEqual(said);
  const theirs = history.other ? Object.entries(history.theirs("de")) : [];
  expect(Object.fromEntries(theirs.filter(([, text]) => text !== ""))).toEqual(history.other ?? {});
}

/** Nothing waits, nothing is locked or complained of, and files, strings and counters agree. */
async function expectCalm({ component: { id, repositoryId } }: KilledHistory): Promise<void> {
  const waiting = sql`select p.* from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${id}`;
  expect(await textRows(db, waiting)).toEqual([]);
  expect(await textRows(db, sql`select kind, details from alerts where component_id = ${id}`)).toEqual([]);
  expect(await textRows(db, sql`select 1 from components where id = ${id} and locked`)).toEqual([]);
  const differences = await withWorkingCopy(repositoryId, fileDifferences);
  // Where upstream's text came instead of ours, it is marked here for a look, which its file need not know.
  expect(differences.filter(({ kind, name }) => kind !== "mark" || !name.includes("disputed"))).toEqual([]);
  expect(await counterDrift()).toEqual([]);
}

const rounds = fc.tuple(fc.array(round, { minLength: 6, maxLength: 9 }), fc.constantFrom(...CLASH_RULES));
const STYLES = ["rebase", "merge", "merge_noff"];
const FORMATS = Object.keys(FILES);

it.each(
  fc.sample(rounds, { numRuns: count, seed }).map(([some, rule], number) => ({
    number,
    style: STYLES[number % STYLES.length] as string,
    format: FORMATS[number % FORMATS.length] as string,
    rule,
    rounds: some,
  })),
)(
  "killed history $number ends as on one machine: $format, $style, $rule",
  ({ rounds: some, ...setting }) => runHistory(setting, some),
  600_000,
);
