import { tallyChanges } from "@/lib/domain/changes/tallies";
import { db, sql } from "@/lib/platform/database";
import { type Load, load } from "./load";
import { quantile, type Report } from "./report";

/** Lists of changes while the ledger grows: the bench of the API has made the project before. */

const SIZES = { small: 10_000, large: 1_000_000 } as const;
/** Each list takes turns with the trivial route, as in the bench of the API; the middle turn counts. */
const TURNS = 5;
const SECONDS = 0.3;

const LISTS = [
  { name: "changes", path: "/api/changes/" },
  { name: "changes of a project", path: "/api/projects/large/changes/" },
  { name: "statistics of a user", path: "/api/users/bench/statistics/" },
] as const;

/** Fills the ledger up to so many lines: texts of the user `bench`, in one translation after the other. */
async function growLedger(lines: number): Promise<void> {
  await db.run(sql`
    insert into changes (at, action, cause, user_id, author_id, project_id, component_id, translation_id, language_id, target, old)
    select now() - interval '300 days' + n * interval '20 seconds', (array[2, 2, 2, 5, 36, 4])[1 + n % 6], 'person', a.id, a.id,
      c.project_id, c.id, t.id, t.language_id, 'Otevřít okno číslo ' || n, 'Otevřít okno'
    from generate_series((select count(*) from changes), ${lines}::int - 1) as n
    join (select t.id, t.component_id, t.language_id, row_number() over (order by t.id) - 1 as place, count(*) over () as places from translations t) t
      on t.place = n / 100 % t.places
    join components c on c.id = t.component_id join users a on a.username = 'bench' order by n`);
  await tallyChanges();
  await db.run(sql`vacuum analyze changes, change_tallies`);
  await db.run(sql`checkpoint`);
}

/** How long each list takes, in requests of the trivial route. */
async function measure(base: string, token: string): Promise<Map<string, Load & { longer: number }>> {
  const measured = new Map<string, Load & { longer: number }>();
  for (const { name, path } of LISTS) {
    const turns: (Load & { longer: number })[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const floor = await load(base, token, () => ({ path: "/health" }), 1, SECONDS);
      const run = await load(base, token, () => ({ path }), 1, SECONDS);
      turns.push({ ...run, longer: run.p50 / floor.p50 });
    }
    const middle = (of: "p50" | "rate" | "longer") =>
      quantile(
        turns.map((turn) => turn[of]),
        0.5,
      );
    measured.set(name, { p50: middle("p50"), rate: middle("rate"), longer: middle("longer") });
  }
  return measured;
}

/** Runs the bench of lists of changes on the server on which the bench of the API has run. */
export async function benchLedger(report: Report, base: string, token: string): Promise<void> {
  await growLedger(SIZES.small);
  const small = await measure(base, token);
  await growLedger(SIZES.large);
  const large = await measure(base, token);
  for (const { name } of LISTS) {
    const now = large.get(name);
    const before = small.get(name);
    if (!now || !before) continue;
    report.add(`API, ${name}, 1,000,000 lines in the ledger, p50`, now.p50, "ms");
    report.add(
      `API, ${name}, p50 against the trivial route, at 1,000,000 lines in the ledger against 10,000`,
      now.longer / before.longer,
      "×",
      { most: 1.3 },
    );
  }
}
