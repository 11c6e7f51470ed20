import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { toCarryOut } from "@/lib/domain/integrate/internal/carry-out";
import { plannedVersion } from "@/lib/domain/integrate/internal/plan-word";
import { performOn, performOperation, REPOSITORY_OPERATIONS } from "@/lib/domain/integrate/operations";
import { planOn } from "@/lib/domain/integrate/plan";
import { performPlan } from "@/lib/domain/integrate/plan-operation";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { askTouched } from "@/lib/domain/units/related-checks";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, rawSql, sql } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { git, type Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";
import { FORMATS, type Texts, type TwoFormat } from "../../support/two-formats";

/** A plan tells what an operation would do, and does nothing; carried out, it does what it told, or nothing. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const [PO] = FORMATS as [TwoFormat];
const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit", Close: "Zavřít" };
const save = async (component: ComponentRow, source: string, text: string, language = "cs") =>
  editUnit(petra, await unitId(component, language, source), { targets: [text], state: 20 });

/** Every row of every table, and every branch of upstream and of the working copy. */
async function everything(component: ComponentRow, upstream: Upstream): Promise<Record<string, unknown>> {
  const tables = await textRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'engine%' order by 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows: found } = await db.answer(sql`select to_jsonb(x)::text from ${rawSql(`"${name}"`)} x order by 1`);
    rows[name] = found;
  }
  const copy = await withWorkingCopy(component.repositoryId, async ({ copy }) => ({
    head: await copy.head(),
    remote: await copy.remoteHead(),
    changed: git(copy.folder, "status", "--porcelain"),
  }));
  return { rows, copy, upstream: upstream.git("for-each-ref") };
}

/** Texts of a component, by language and string. */
async function texts(component: ComponentRow): Promise<Map<number, string>> {
  const rows = await textRows<{ id: number; told: string }>(
    db,
    sql`
    select u.id, l.code || ' ' || u.state || ' ' || array_to_string(u.targets, '|') as told
    from units u join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id}`,
  );
  return new Map(rows.map((row) => [Number(row.id), row.told]));
}

const told = (language: string, state: number | null, forms: string[] | null) =>
  forms === null ? undefined : `${language} ${state} ${forms.join("|")}`;

/** Two commits of ours, one edit that waits, and a commit of upstream that clashes with one of the former. */
async function both({ settings, files }: TwoFormat = PO): Promise<{ component: ComponentRow; upstream: Upstream }> {
  const begun = await connect(petra, files({ cs: TEXTS, de: { Open: "" } }), { ...settings, pushOnCommit: false });
  const { component, upstream } = begun;
  await save(component, "Quit", "Ukončit");
  await save(component, "Open", "Öffnen", "de");
  await performOperation(component.repositoryId, "commit");
  await save(component, "Save", "Ulož");
  const cs = { Quit: "Zavřít", Open: "", Save: "Uložit", Close: "Zavřít", Help: "Pomoc" };
  upstream.commit(files({ cs, de: { Open: "" } }), "Polish");
  return begun;
}

describe.each(FORMATS)("in $name", (format) => {
  const it = inTurn(FORMATS.indexOf(format), FORMATS.length);
  it("a plan of any operation changes nothing", async () => {
    const { component, upstream } = await both(format);
    // What the saves above touched is looked at a moment later.
    await askTouched();
    const before = await everything(component, upstream);
    for (const operation of REPOSITORY_OPERATIONS) {
      expect(await performPlan(component.repositoryId, operation), operation).toMatchObject({ result: true });
      expect(await everything(component, upstream), operation).toEqual(before);
    }
    expect(readdirSync(dataFolder("rehearsals"))).toEqual([]);
  });

  it.each([
    ["commit", 0],
    // German is made again, and what waits in Czech makes a commit like the one that goes.
    ["push", 0],
    ["pull-merge", 0],
    ["reset-keep", 2],
  ] as const)("%s does what its plan told", async (operation, dropped) => {
    const { component, upstream } = await both(format);
    const former = upstream.git("rev-parse", "main").trim();
    const copy = () =>
      withWorkingCopy(component.repositoryId, async ({ copy: own }) =>
        own.squasher().commits((await own.remoteHead()) ?? "", await own.head(), 100),
      );
    const ownBefore = new Set((await copy()).map(({ sha }) => sha));
    const before = await texts(component);
    const plan = await performPlan(component.repositoryId, operation);
    const done = await performOperation(component.repositoryId, operation, undefined, { plan: plan.version });
    expect(done).toEqual({ result: true });
    const after = await texts(component);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
    expect(
      plan.strings.map(({ unit, language, stateBefore, before: forms }) => [unit, told(language, stateBefore, forms)]),
    ).toEqual(plan.strings.map(({ unit }) => [unit, before.get(unit)]));
    const planned = plan.strings.map(({ source, context, language, stateAfter, after: forms }) => [
      source,
      context,
      told(language, stateAfter, forms),
    ]);
    const now = await textRows<{ source: string; context: string; id: number }>(
      db,
      sql`select u.id, s.context, s.sources[1] as source from units u join source_units s on s.id = u.source_id where u.id = any(${changed}::bigint[])`,
    );
    const real = now.map(({ source, context, id }) => [source, context, after.get(Number(id))]);
    expect(planned.map(String).sort()).toEqual(real.map(String).sort());
    const counted = plan.languages.map(({ added, removed, filled, changed: other, emptied, restated }) => {
      return added + removed + filled + other + emptied + restated;
    });
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(plan.strings.length);
    // What was pushed, and what was only committed.
    const pushed = upstream.git("log", "--reverse", "--format=%an: %s", `${former}..main`).trim().split("\n");
    expect(plan.outgoing.map(({ author, message }) => `${author}: ${message.split("\n")[0]}`)).toEqual(
      pushed.filter(Boolean),
    );
    const own = (await copy()).filter(({ sha }) => !ownBefore.has(sha));
    if (operation !== "push")
      expect(plan.commits).toEqual(
        own.map(({ author, message, paths }) => ({
          author: author.name,
          email: author.email,
          message,
          files: paths,
        })),
      );
    expect(plan.incoming.map(({ message }) => message.trim())).toEqual(operation === "commit" ? [] : ["Polish"]);
    expect(plan.dropped).toHaveLength(dropped);
  });
});

it("counts by language what goes, what is left and what loses a clash", async () => {
  const { component } = await both();
  const plan = await performPlan(component.repositoryId, "pull");
  expect(plan.languages.filter(({ language }) => language === "cs")).toEqual([
    {
      ...{ componentId: component.id, component: "app", language: "cs" },
      ...{ added: 1, removed: 0, filled: 0, changed: 1, emptied: 1, restated: 0 },
      // The loser of the clash is looked at again.
      lowered: 2,
      lost: 2,
    },
  ]);
  expect(plan.suggested).toBe(1);
  expect(plan.written).toEqual([
    { component: "app", language: "cs", strings: 1 },
    { component: "app", language: "de", strings: 1 },
  ]);
});

it.each([
  ["upstream", "Upstream has other commits.", "planUpstream"],
  ["an edit", "Other edits wait for a commit.", "planEdits"],
  ["a commit", "Loquat's branch has other commits.", "planBranch"],
  ["a setting", "Settings or add-ons were changed.", "planSettings"],
])("a plan is refused after %s, and nothing is done", async (what, why, key) => {
  const { component, upstream } = await both();
  const plan = await performPlan(component.repositoryId, "push");
  if (what === "upstream") upstream.commit({ "other.txt": "other" });
  if (what === "an edit") await save(component, "Open", "Otevři");
  if (what === "a commit") await performOperation(component.repositoryId, "commit");
  if (what === "a setting")
    await db.run(sql`update repositories set merge_style = 'merge' where id = ${component.repositoryId}`);
  const head = upstream.git("rev-parse", "main");
  const before = await texts(component);
  const done = await performOperation(component.repositoryId, "push", undefined, { plan: plan.version });
  expect(done).toMatchObject({
    result: false,
    detail: expect.stringContaining(why),
    stale: expect.arrayContaining([{ key }]),
  });
  expect(upstream.git("rev-parse", "main")).toBe(head);
  expect(await texts(component)).toEqual(before);
  const fresh = await performPlan(component.repositoryId, "push");
  expect(await performOperation(component.repositoryId, "push", undefined, { plan: fresh.version })).toEqual({
    result: true,
  });
});

it("an edit saved while a plan is carried out waits for the next commit", async () => {
  const { component } = await both();
  const plan = await performPlan(component.repositoryId, "commit");
  await withWorkingCopy(component.repositoryId, async (checkout) => {
    const planned = await toCarryOut(checkout, plannedVersion(plan.version));
    await save(component, "Open", "Otevři");
    expect(await performOn(planned, "commit")).toEqual({ result: true });
  });
  const waiting = await textRows(
    db,
    sql`
    select p.targets[1] as text from pending_changes p join translations t on t.id = p.translation_id
    where t.component_id = ${component.id} and p.commit is null`,
  );
  expect(waiting).toEqual([{ text: "Otevři" }]);
});

it("somebody who pushes while a plan is carried out is not overrun, and hears of no failure", async () => {
  const { component, upstream } = await both();
  const plan = await performPlan(component.repositoryId, "push");
  await expect(
    withWorkingCopy(component.repositoryId, async (checkout) => {
      const planned = await toCarryOut(checkout, plannedVersion(plan.version));
      upstream.commit({ "other.txt": "other" }, "Faster");
      return performOn(planned, "push");
    }),
  ).rejects.toThrow("nothing was pushed");
  expect(upstream.git("log", "-1", "--format=%s", "main").trim()).toBe("Faster");
  const alerts = await textRows(db, sql`select kind from alerts where component_id = ${component.id}`);
  expect(alerts).toEqual([]);
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(PO.read(upstream, "cs").Save).toBe("Ulož");
});

it("people save other strings while a plan is being made", async () => {
  const { component } = await both();
  let rehearsed = () => {};
  const done = new Promise<void>((tell) => {
    rehearsed = tell;
  });
  let end = () => {};
  const saved = new Promise<void>((tell) => {
    end = tell;
  });
  const planned = withWorkingCopy(component.repositoryId, (checkout) =>
    planOn(checkout, async (copy) => {
      const answer = await performOn(copy, "pull");
      rehearsed();
      await saved;
      return answer;
    }),
  );
  await Promise.race([done, planned]);
  await save(component, "Close", "Ukončit");
  end();
  expect(await planned).toMatchObject({ result: true });
  expect((await texts(component)).get(await unitId(component, "cs", "Close"))).toBe("cs 20 Ukončit");
  expect(await counterDrift()).toEqual([]);
});
