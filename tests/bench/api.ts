import { db, sql } from "@/lib/platform/database";
import { textRows } from "../support/text-rows";
import { COMPONENTS, growLarge, makeLarge } from "./large";
import { type Call, type Load, load } from "./load";
import { quantile, type Report } from "./report";

/** What the API answers in a second, against a route of the same build that does nothing, over small and large data. */

/**
 * Each kind takes turns with the trivial route, and the middle turn counts: a machine is not as fast in every moment. A
 * single connection, which waits for every step, feels that more than many do.
 */
const TURNS = { 1: 9, 32: 3 } as const;
const CONNECTIONS = [1, 32] as const;
const SECONDS = 1;
const WARM_SECONDS = 3;
/** Strings of each of the 50 components: with eleven languages some 10,000 and 1,001,000 units. */
const SIZES = { small: 16, large: 1820 } as const;

interface Kind {
  name: string;
  /** Least share of the trivial route's throughput. */
  least: number;
  read: boolean;
  call(index: number, units: readonly number[]): Call;
}

const part = (index: number) => `part-${(index % COMPONENTS) + 1}`;

const KINDS: readonly Kind[] = [
  { name: "50 components", least: 0.35, read: true, call: () => ({ path: "/api/projects/large/components/" }) },
  {
    name: "one translation",
    least: 0.35,
    read: true,
    call: (index) => ({ path: `/api/translations/large/${part(index)}/cs/` }),
  },
  {
    name: "100 units",
    least: 0.35,
    read: true,
    call: () => ({ path: "/api/translations/large/part-1/cs/units/" }),
  },
  { name: "project statistics", least: 0.35, read: true, call: () => ({ path: "/api/projects/large/statistics/" }) },
  {
    name: "PATCH of a unit",
    least: 0.15,
    read: false,
    call: (index, units) => ({
      method: "PATCH",
      path: `/api/units/${units[index % units.length]}/`,
      body: JSON.stringify({ target: [`Text ${index} at ${Date.now()}`], state: 20 }),
    }),
  },
];

/** A kind of request, alone and beside the trivial route. */
interface Pair extends Load {
  /** Requests a second of the trivial route. */
  floor: number;
  /** Share of the trivial route's throughput. */
  share: number;
  /** How long a request takes, in requests of the trivial route: minutes later the machine may be another. */
  longer: number;
}

const middle = (turns: readonly Pair[], name: keyof Pair): number =>
  quantile(
    turns.map((turn) => turn[name]),
    0.5,
  );

type Measured = Map<string, Pair>;

async function measure(base: string, token: string): Promise<Measured> {
  const units = (
    await textRows<{ id: number }>(
      db,
      sql`
      select u.id from units u join translations t on t.id = u.translation_id where not t.is_source order by md5(u.id::text) limit 5000`,
    )
  ).map((row) => row.id);
  const trivial = () => ({ path: "/health" });
  // A server that has just started, or has slept, is no measure: its code is compiled and its pages are back after this.
  for (const call of [trivial, ...KINDS.map((kind) => (index: number) => kind.call(index, units))])
    await load(base, token, call, 8, WARM_SECONDS);
  const measured: Measured = new Map();
  for (const connections of CONNECTIONS)
    for (const kind of KINDS) {
      const turns: Pair[] = [];
      for (let turn = 0; turn < TURNS[connections]; turn++) {
        const floor = await load(base, token, trivial, connections, SECONDS);
        const run = await load(base, token, (index) => kind.call(index, units), connections, SECONDS);
        turns.push({ ...run, floor: floor.rate, share: run.rate / floor.rate, longer: run.p50 / floor.p50 });
      }
      measured.set(`${kind.name} ${connections}`, {
        p50: middle(turns, "p50"),
        rate: middle(turns, "rate"),
        floor: middle(turns, "floor"),
        share: middle(turns, "share"),
        longer: middle(turns, "longer"),
      });
    }
  return measured;
}

/** Runs the bench of the API; the database must be empty and the server already running on it. */
export async function benchApi(report: Report, base: string, token: string): Promise<void> {
  await makeLarge();
  await growLarge(SIZES.small);
  const small = await measure(base, token);
  const start = performance.now();
  const units = await growLarge(SIZES.large);
  report.add("Units in the database of the API's figures", units, "");
  report.add("Making them by SQL", (performance.now() - start) / 1000, "s");
  const large = await measure(base, token);
  const of = (from: Measured, name: string, connections: number) => from.get(`${name} ${connections}`) as Pair;
  for (const connections of CONNECTIONS) {
    const many = connections === 1 ? "1 connection" : `${connections} connections`;
    const floors = KINDS.map(({ name }) => of(large, name, connections).floor);
    report.add(`API, trivial route, ${many}`, quantile(floors, 0.5), "/s");
    for (const { name, least, read } of KINDS) {
      const now = of(large, name, connections);
      report.add(`API, ${name}, ${many}`, now.rate, "/s");
      report.add(`API, ${name}, ${many}, p50`, now.p50, "ms");
      report.add(`API, ${name}, ${many}, share of the trivial route`, now.share, "×", { least });
      if (read)
        report.add(
          `API, ${name}, ${many}, p50 against the trivial one, at 1,000,000 units against 10,000`,
          now.longer / of(small, name, connections).longer,
          "×",
          { most: 1.3 },
        );
    }
  }
}
