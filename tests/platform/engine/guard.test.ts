import { createHmac } from "node:crypto";
import canonicalize from "canonicalize";
import { expect, test } from "vitest";
import { GET, POST, PUT } from "@/app/api/inngest/route";
import { db, sql } from "@/lib/platform/database";
import { engineFetch } from "@/lib/platform/engine/api";
import { readRegistration, UnsupportedFunctions } from "@/lib/platform/engine/config";
import { Engine } from "@/lib/platform/engine/engine";
import { engineSigningKey } from "@/lib/platform/engine/keys";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { inngest, type QueueFunction, sendEvents, serveFunctions, startEngine } from "@/lib/platform/queue";
import { textRows } from "../../support/text-rows";
import { runOf, send, startLab, stopLab, until } from "./lab";

/** Who may run functions, and which functions may run. */

let executed = 0;
const target = inngest.createFunction({ id: "target", triggers: [{ event: "lab/target" }] }, async () => {
  executed++;
});

const body = {
  version: 2,
  event: { name: "lab/target", data: {}, ts: 1, id: "x" },
  events: [{ name: "lab/target", data: {}, ts: 1, id: "x" }],
  steps: {},
  ctx: { run_id: "x", attempt: 0, stack: { stack: [], current: 0 } },
};

function call(method: string, query: string, headers: Record<string, string> = {}, content: unknown = body): Request {
  return new Request(`http://loquat.test/api/inngest${query}`, {
    method,
    headers: { host: "loquat.test", ...headers },
    ...(method === "GET" ? {} : { body: canonicalize(content) }),
  });
}

function sign(key: string, at: number, content: unknown = body): Record<string, string> {
  const seconds = Math.floor(at / 1000).toString();
  const secret = key.replace(/^signkey-\w+-/, "");
  const mac = createHmac("sha256", secret)
    .update(canonicalize(content) ?? "")
    .update(seconds)
    .digest("hex");
  return { "x-inngest-signature": `t=${seconds}&s=${mac}` };
}

test("a request that is unsigned, wrongly signed or signed long ago is answered 401 and runs nothing", async () => {
  const handle = serveFunctions([target]);
  const run = "?fnId=loquat-target&stepId=step";
  const key = await engineSigningKey();
  const other = `signkey-prod-${"ab".repeat(32)}`;
  const refused = [
    call("GET", ""),
    call("POST", run),
    call("PUT", "", { "x-inngest-sync-kind": "in_band" }, { url: "http://loquat.test" }),
    call("PUT", ""),
    call("POST", run, sign(other, Date.now())),
    call("POST", run, sign(key, Date.now() - 10 * 60_000)),
    call("POST", run, sign(key, Date.now(), { ...body, version: 1 })),
    call("POST", run, { "x-inngest-signature": "t=&s=" }),
  ];
  for (const request of refused) expect((await handle(request)).status).toBe(401);
  expect(executed).toBe(0);
  expect((await handle(call("POST", run, sign(key, Date.now())))).status).toBe(200);
  expect(executed).toBe(1);
});

test("the route of the application refuses unsigned requests too", async () => {
  for (const [method, handler] of [
    ["GET", GET],
    ["POST", POST],
    ["PUT", PUT],
  ] as const)
    expect((await handler(call(method, "?fnId=loquat-sweep&stepId=step"))).status).toBe(401);
});

test("the signing key is made once and kept", async () => {
  const keys = await Promise.all([engineSigningKey(), engineSigningKey()]);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^signkey-prod-[0-9a-f]{64}$/);
});

test("internal events are refused from outside, and so is an event without a name", async () => {
  const events = [{ name: "inngest/function.failed", data: {} }, { name: "", data: {} }, { name: "lab/x" }, null];
  for (const event of events) {
    const answer = await engineFetch()("http://loquat.engine/e/embedded", {
      method: "POST",
      body: JSON.stringify([event]),
    });
    expect(answer.status).toBe(400);
  }
  await expect(sendEvents([{ name: "inngest/scheduled.timer", data: {} }])).rejects.toThrow(/400/);
  expect(await textRows(db, sql`select id from engine_events`)).toEqual([]);
});

test("unsupported options are listed all at once, with function and option, and nothing is registered", async () => {
  const condition = { event: "lab/a", if: "event.data.list.size() > 1" };
  const functions = [
    inngest.createFunction(
      { id: "limited", triggers: [{ event: "lab/a" }], rateLimit: { limit: 1, period: "1m" } },
      async () => {},
    ),
    inngest.createFunction(
      { id: "late", triggers: [{ event: "lab/a" }], debounce: { period: "1m" }, timeouts: { start: "1m" } },
      async () => {},
    ),
    inngest.createFunction(
      { id: "first", triggers: [{ event: "lab/a" }], priority: { run: "request.urgency" } },
      async () => {},
    ),
    inngest.createFunction({ id: "odd", triggers: [{ cron: "61 * * * *" }, condition] }, async () => {}),
    inngest.createFunction(
      { id: "keyed", triggers: [{ event: "lab/*" }], concurrency: { limit: 1, key: "request.ip" } },
      async () => {},
    ),
  ] as QueueFunction[];
  const engine = new Engine({ handler: serveFunctions(functions), signingKey: await engineSigningKey() });
  const failure = await engine.start().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnsupportedFunctions);
  const { problems } = failure as UnsupportedFunctions;
  for (const part of [
    /loquat-limited.*rateLimit/,
    /loquat-late.*debounce/,
    /loquat-late.*timeouts/,
    /loquat-first.*request\.urgency/,
    /loquat-odd.*61/,
    /loquat-odd.*event\.data\.list\.size/,
    /loquat-keyed.*request\.ip/,
    /loquat-keyed.*wildcard/,
  ])
    expect(problems).toContainEqual(expect.stringMatching(part));
  expect(problems).toHaveLength(8);
  expect(await textRows(db, sql`select id from engine_functions`)).toEqual([]);
});

test("streaming and the connect runtime are refused", () => {
  const answer = {
    functions: [{ id: "a", name: "a", triggers: [], steps: { step: { id: "step", runtime: { type: "ws" } } } }],
    inspection: { extra: { is_streaming: true } },
  };
  expect(() => readRegistration(answer)).toThrow(/INNGEST_STREAMING[\s\S]*connect runtime/);
});

test("a real server is not used while the embedded engine has unfinished runs", async () => {
  const idle = inngest.createFunction({ id: "idle", triggers: [{ event: "lab/idle" }] }, async ({ step }) => {
    await step.sleep("long", "1h");
  });
  const engine = await startLab([idle]);
  const event = await send("lab/idle");
  await until(() => runOf("idle", event));
  await stopLab(engine);
  const before = environment();
  setEnvironment({ ...before, inngest: { baseUrl: "http://127.0.0.1:9" } });
  try {
    await expect(startEngine([idle])).rejects.toThrow(/1 unfinished run/);
  } finally {
    setEnvironment(before);
  }
});
