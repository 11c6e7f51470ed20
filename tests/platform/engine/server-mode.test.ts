import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/inngest/route";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { inngest, isEmbedded, sendEvents, startEngine } from "@/lib/platform/queue";
import { textRows } from "../../support/text-rows";

/** With a task server configured, events go to it over HTTP and the embedded engine stays out of it. */

const received: { url: string; events: { id: string; name: string; data: unknown }[] }[] = [];

const server = createServer(async (request: IncomingMessage, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  received.push({ url: request.url ?? "", events: JSON.parse(text) });
  response.setHeader("content-type", "application/json").end(JSON.stringify({ ids: ["1"], status: 200 }));
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const settings = {
    baseUrl: `http://127.0.0.1:${port}`,
    eventKey: "its-key",
    signingKey: `signkey-prod-${"0a".repeat(32)}`,
  };
  setEnvironment({ ...environment(), inngest: settings });
});
afterAll(() => server.close());

test("events are posted to the server with its key, and nothing is written here", async () => {
  expect(isEmbedded()).toBe(false);
  await sendEvents([{ id: "one", name: "lab/remote", data: { n: 1 } }]);
  expect(received).toEqual([
    { url: "/e/its-key", events: [expect.objectContaining({ id: "one", name: "lab/remote", data: { n: 1 } })] },
  ]);
  expect(await textRows(db, sql`select id from engine_events`)).toEqual([]);
});

test("nothing is started, and the route still asks for a signature", async () => {
  const idle = inngest.createFunction({ id: "idle", triggers: [{ event: "lab/remote" }] }, async () => {});
  await startEngine([idle]);
  expect(await textRows(db, sql`select id from engine_functions`)).toEqual([]);
  expect((await GET(new Request("http://loquat.test/api/inngest", { headers: { host: "loquat.test" } }))).status).toBe(
    401,
  );
});
