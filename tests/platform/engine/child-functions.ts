import { db, sql } from "@/lib/platform/database";
import { inngest, type QueueFunction } from "@/lib/platform/queue";
import { textRow } from "../../support/text-rows";
import { sleep, traced } from "./lab";

/** Functions that both the tests and the processes they kill know. */

const POINTS = ["before-claim", "after-claim", "before-settle", "after-settle", "in-checkpoint", "in-end"] as const;

/** Two steps in a row; one function for each point at which a process is made to die. */
export const crashing = POINTS.map((point) =>
  inngest.createFunction(
    { id: `crash-${point}`, triggers: [{ event: `lab/crash-${point}` }], retries: 3 },
    async ({ event, step }) => {
      const a = await step.run("a", () => traced(event.data.mark, "a", () => 1));
      return step.run("b", () => traced(event.data.mark, "b", () => a + 1));
    },
  ),
);

/** The second step takes for ever in a process other than the test's own. */
export const stuck = inngest.createFunction(
  { id: "stuck", triggers: [{ event: "lab/stuck" }], retries: 3 },
  async ({ event, step }) => {
    const one = await step.run("one", () => traced(event.data.mark, "one", () => Math.random()));
    const two = await step.run("two", () =>
      traced(event.data.mark, "two", async () => {
        if (process.env.LAB_CHILD) await sleep(120_000);
        return "second";
      }),
    );
    return { one, two };
  },
);

/** Kills whatever process runs it. */
export const poison = inngest.createFunction(
  {
    id: "poison",
    triggers: [{ event: "lab/poison" }],
    retries: 1,
    onFailure: async ({ event, error }) => {
      await traced(event.data.event.data.mark, `failure: ${error.message}`, () => {});
    },
  },
  async ({ event, step }) => {
    await step.run("die", () => traced(event.data.mark, "die", () => process.kill(process.pid, "SIGKILL")));
  },
);

/** Only sequential steps with a parallel pair between, one run at a time per key. */
export const keyed = inngest.createFunction(
  {
    id: "keyed",
    triggers: [{ event: "lab/keyed" }],
    retries: 10,
    concurrency: [{ limit: 1, key: '"lab-" + string(event.data.key)', scope: "env" }],
  },
  async ({ event, step }) => {
    const { mark, key } = event.data;
    const work = (name: string, value: number) =>
      step.run(name, () =>
        traced(mark, `${key}:${name}`, async () => {
          await sleep(15);
          return value;
        }),
      );
    const first = await work("first", 1);
    const pair = await Promise.all([work("left", first + 1), work("right", first + 2)]);
    const last = await work("last", pair[0] + pair[1]);
    return { sum: last };
  },
);

/** How many executions of one key overlapped. */
export async function overlaps(mark: string): Promise<number> {
  const row = await textRow<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from traces a join traces b
      on a.id < b.id and a.mark = b.mark and split_part(a.step, ':', 1) = split_part(b.step, ':', 1)
      and a.began_at < b.ended_at and b.began_at < a.ended_at
    where a.mark = ${mark} and a.ended_at is not null and b.ended_at is not null`,
  );
  return row?.count ?? -1;
}

export const childFunctions: QueueFunction[] = [...crashing, stuck, poison, keyed];
