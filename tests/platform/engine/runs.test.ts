import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { inngest, NonRetriableError, RetryAfterError } from "@/lib/platform/queue";
import { textRow, textRows } from "../../support/text-rows";
import { ended, makeTraces, runOf, send, sleep, startLab, stopLab, traced, traces, until } from "./lab";

/** The promises of the SDK, kept by the embedded engine. */

const replay = inngest.createFunction(
  { id: "replay", triggers: [{ event: "lab/replay" }] },
  async ({ event, step }) => {
    const { mark } = event.data;
    const first = await step.run("same", () => traced(mark, "same", () => 1));
    await step.sleep("rest", "1s");
    const second = await step.run("same", () => traced(mark, "same again", () => first + 1));
    return { first, second };
  },
);

const flaky = inngest.createFunction(
  { id: "flaky", triggers: [{ event: "lab/flaky" }], retries: 2 },
  async ({ event, step, attempt }) => {
    await step.run("before", () => traced(event.data.mark, "before", () => {}));
    await step.run("flaky", () =>
      traced(event.data.mark, `try ${attempt}`, () => {
        if (attempt < event.data.failures) throw new Error(`no ${attempt}`);
      }),
    );
    return step.run("after", () => traced(event.data.mark, `after at ${attempt}`, () => "through"));
  },
);

const final = inngest.createFunction({ id: "final", triggers: [{ event: "lab/final" }] }, async ({ event, step }) => {
  await step.run("one", () => traced(event.data.mark, "one", () => Promise.reject(new NonRetriableError("never"))));
});

const later = inngest.createFunction(
  { id: "later", triggers: [{ event: "lab/later" }], retries: 1 },
  async ({ event, step, attempt }) => {
    await step.run("one", () =>
      traced(event.data.mark, "one", () => {
        if (attempt === 0) throw new RetryAfterError("busy", "2s");
      }),
    );
  },
);

const caught = inngest.createFunction(
  { id: "caught", triggers: [{ event: "lab/caught" }], retries: 0 },
  async ({ step }) => {
    try {
      await step.run("fails", () => Promise.reject(new Error("inside")));
    } catch (error) {
      return step.run("rescue", () => `rescued from ${(error as Error).message}`);
    }
  },
);

const waits = inngest.createFunction({ id: "waits", triggers: [{ event: "lab/waits" }] }, async ({ step }) => {
  const answer = await step.waitForEvent("answer", { event: "lab/answer", match: "data.key", timeout: "1h" });
  const nobody = await step.waitForEvent("nobody", { event: "lab/nobody", timeout: "1s" });
  return { answer: answer?.data.text, nobody };
});

const callee = inngest.createFunction(
  { id: "callee", triggers: [{ event: "lab/callee" }], retries: 0 },
  async ({ event, step }) => {
    if (event.data.bad) throw new NonRetriableError("bad call");
    return step.run("double", () => event.data.value * 2);
  },
);

const caller = inngest.createFunction(
  { id: "caller", triggers: [{ event: "lab/caller" }], retries: 0 },
  async ({ step }) => {
    const doubled = await step.invoke("good", { function: callee, data: { value: 21 } });
    const failure = await step.invoke("bad", { function: callee, data: { bad: true } }).catch((e: Error) => e.message);
    return { doubled, failure };
  },
);

const parallel = inngest.createFunction(
  { id: "parallel", triggers: [{ event: "lab/parallel" }] },
  async ({ event, step }) => {
    const { mark } = event.data;
    const chain = async (name: string, ms: number) => {
      const one = await step.run(`${name} 1`, () => traced(mark, `${name} 1`, () => sleep(ms)).then(() => name));
      return step.run(`${name} 2`, () => traced(mark, `${name} 2`, () => `${one}!`));
    };
    const both = await Promise.all([chain("slow", 400), chain("fast", 10)]);
    const winner = await Promise.race([
      step.run("tortoise", () => traced(mark, "tortoise", () => sleep(400)).then(() => "tortoise")),
      step.run("hare", () => traced(mark, "hare", () => "hare")),
    ]);
    const after = await step.run("after", () => traced(mark, "after", () => winner));
    return { both, after };
  },
);

const cancelled = inngest.createFunction(
  { id: "cancelled", triggers: [{ event: "lab/cancelled" }], cancelOn: [{ event: "lab/cancel", match: "data.key" }] },
  async ({ event, step }) => {
    await step.sleep("rest", "1h");
    await step.run("late", () => traced(event.data.mark, "late", () => {}));
  },
);

const shortly = inngest.createFunction(
  {
    id: "shortly",
    triggers: [{ event: "lab/shortly" }],
    cancelOn: [{ event: "lab/cancel-shortly", match: "data.key", timeout: "1s" }],
  },
  async ({ step }) => {
    await step.sleep("rest", "3s");
    return "not cancelled";
  },
);

const watcher = inngest.createFunction(
  { id: "watcher", triggers: [{ event: "inngest/function.cancelled" }] },
  async ({ event, step }) => {
    await step.run("note", () => traced(event.data.event.data.mark, "seen as cancelled", () => {}));
  },
);

const idempotent = inngest.createFunction(
  { id: "once", triggers: [{ event: "lab/once" }], idempotency: "event.data.key" },
  async () => "ran",
);

const chosen = inngest.createFunction(
  { id: "chosen", triggers: [{ event: "lab/choice", if: 'event.data.kind == "yes" && event.data.count != 0' }] },
  async () => "chosen",
);

const sends = inngest.createFunction({ id: "sends", triggers: [{ event: "lab/sends" }] }, async ({ event, step }) => {
  await step.sendEvent("pass-on", { name: "lab/choice", id: event.data.next, data: { kind: "yes", count: 1 } });
});

const values = inngest.createFunction(
  { id: "values", triggers: [{ event: "lab/values" }], retries: 0 },
  async ({ event, step }) => {
    await step.run("make", () => (event.data.what === "large" ? "x".repeat(4 * 1024 * 1024) : "a\0b"));
    await step.run("never", () => traced(event.data.mark, "never", () => {}));
  },
);

const unsupported = inngest.createFunction(
  { id: "unsupported", triggers: [{ event: "lab/unsupported" }], retries: 0 },
  async ({ step }) => {
    await step.waitForSignal("signal", { signal: "x", timeout: "1m", onConflict: "fail" });
  },
);

const functions = [
  ...[replay, flaky, final, later, caught, waits, callee, caller, parallel, cancelled, shortly, watcher],
  ...[idempotent, chosen, sends, values, unsupported],
];

beforeAll(async () => {
  await makeTraces();
  await startLab(functions, { slots: 12 });
});
afterAll(() => stopLab());

async function run(name: string, data: Record<string, unknown> = {}) {
  const mark = randomUUID();
  const event = await send(`lab/${name}`, { mark, ...data });
  const result = await ended(name, event);
  return { result, executed: (await traces(mark)).map((trace) => trace.step), mark, event };
}

test.concurrent("a repeated name is another step, and a sleep does not run steps again", async () => {
  const { result, executed } = await run("replay");
  expect(result).toMatchObject({ status: "completed", output: { data: { first: 1, second: 2 } } });
  expect(executed).toEqual(["same", "same again"]);
});

test.concurrent("a failing step is tried again, with the others' values kept and attempts counted for it alone", async () => {
  const { result, executed } = await run("flaky", { failures: 2 });
  expect(result).toMatchObject({ status: "completed", output: { data: "through" } });
  expect(executed).toEqual(["before", "try 0", "try 1", "try 2", "after at 0"]);
});

test.concurrent("a step that fails at every attempt fails the run with its error", async () => {
  const { result, executed } = await run("flaky", { failures: 9 });
  expect(result).toMatchObject({ status: "failed", output: { error: { message: "no 2" } } });
  expect(executed).toEqual(["before", "try 0", "try 1", "try 2"]);
});

test.concurrent("NonRetriableError is final", async () => {
  const { result, executed } = await run("final");
  expect(result).toMatchObject({ status: "failed", output: { error: { message: "never" } } });
  expect(executed).toEqual(["one"]);
});

test.concurrent("RetryAfterError sets the time of the next attempt", async () => {
  const { result, mark } = await run("later");
  const [first, second] = await traces(mark);
  expect(result.status).toBe("completed");
  expect((second?.beganAt ?? 0) - (first?.beganAt ?? 0)).toBeGreaterThan(1500);
});

test.concurrent("a failed step can be caught", async () => {
  const { result } = await run("caught");
  expect(result.output).toEqual({ data: "rescued from inside" });
});

test.concurrent("a wait takes the matching event only, and null when its time is up", async () => {
  const key = randomUUID();
  const event = await send("lab/waits", { key });
  await until(() =>
    textRow(db, sql`select 1 from engine_pauses p join engine_runs r on r.id = p.run_id where r.idem = ${event}`),
  );
  await send("lab/answer", { key: "other", text: "wrong" });
  await send("lab/answer", { key, text: "right" });
  const result = await ended("waits", event);
  expect(result.output).toEqual({ data: { answer: "right", nobody: null } });
});

test.concurrent("an invoked function's result and its error come back to the caller", async () => {
  const { result } = await run("caller");
  expect(result.output).toEqual({ data: { doubled: 42, failure: "bad call" } });
});

test.concurrent("parallel chains go on independently, a race goes on with its winner, no step runs twice", async () => {
  const { result, executed } = await run("parallel");
  expect(result.output).toEqual({ data: { both: ["slow!", "fast!"], after: "hare" } });
  expect([...executed].sort()).toEqual(["after", "fast 1", "fast 2", "hare", "slow 1", "slow 2", "tortoise"]);
  expect(executed.indexOf("fast 2")).toBeLessThan(executed.indexOf("slow 2"));
});

test.concurrent("cancelOn ends the matching run before its next step and tells who listens", async () => {
  const [mark, key] = [randomUUID(), randomUUID()];
  const event = await send("lab/cancelled", { mark, key });
  const other = await send("lab/cancelled", { mark: randomUUID(), key: "other" });
  await until(async () => (await runOf("cancelled", event)) && (await runOf("cancelled", other)));
  await send("lab/cancel", { key });
  expect(await ended("cancelled", event)).toMatchObject({ status: "cancelled" });
  await until(async () => (await traces(mark)).length > 0);
  expect((await traces(mark)).map((trace) => trace.step)).toEqual(["seen as cancelled"]);
  expect(await runOf("cancelled", other)).toMatchObject({ status: "running" });
  const left = await textRows(
    db,
    sql`select 1 from engine_jobs j join engine_runs r on r.id = j.run_id where r.idem = ${event}`,
  );
  expect(left).toEqual([]);
});

test.concurrent("a cancellation after its timeout does nothing", async () => {
  const key = randomUUID();
  const event = await send("lab/shortly", { key });
  await sleep(1300);
  await send("lab/cancel-shortly", { key });
  expect(await ended("shortly", event)).toMatchObject({ status: "completed", output: { data: "not cancelled" } });
});

test.concurrent("an event id counts once, also when sent at the same moment", async () => {
  const id = randomUUID();
  await Promise.all(Array.from({ length: 8 }, () => send("lab/choice", { kind: "yes", count: 1 }, id)));
  await ended("chosen", id);
  expect(await textRow(db, sql`select count(*)::int as count from engine_runs where idem = ${id}`)).toEqual({
    count: 1,
  });
  // Even when nothing is left of the run.
  await db.run(sql`delete from engine_runs where idem = ${id}`);
  await send("lab/choice", { kind: "yes", count: 1 }, id);
  await ended("chosen", await send("lab/choice", { kind: "yes", count: 1 }));
  expect(await runOf("chosen", id)).toBeUndefined();
});

test.concurrent("an idempotency expression starts one run for its value", async () => {
  const key = randomUUID();
  await Promise.all([1, 2, 3].map(() => send("lab/once", { key })));
  const rows = await textRows<{ idem: string }>(db, sql`select idem from engine_runs where idem = ${`key:${key}`}`);
  expect(rows).toHaveLength(1);
});

test.concurrent("a trigger's condition chooses events", async () => {
  const no = await send("lab/choice", { kind: "yes", count: 0 });
  const absent = await send("lab/choice", {});
  const yes = await send("lab/choice", { kind: "yes" });
  await ended("chosen", yes);
  expect(await runOf("chosen", no)).toBeUndefined();
  expect(await runOf("chosen", absent)).toBeUndefined();
});

test.concurrent("a step may send events", async () => {
  const next = randomUUID();
  await run("sends", { next });
  expect(await ended("chosen", next)).toMatchObject({ status: "completed" });
});

test.concurrent.each([
  ["large", "larger than 4 MB"],
  ["nul", "NUL character"],
])("a step value that cannot be kept (%s) fails the run by name", async (what, text) => {
  const { result, executed } = await run("values", { what });
  expect(result).toMatchObject({ status: "failed", output: { error: { name: "UnstorableValue" } } });
  expect(result.output?.error?.message).toContain(text);
  expect(executed).toEqual([]);
});

test.concurrent("an operation the engine does not know fails the run by name", async () => {
  const { result } = await run("unsupported");
  expect(result).toMatchObject({ status: "failed", output: { error: { name: "UnsupportedOp" } } });
});
