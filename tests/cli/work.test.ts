import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { relayOutbox } from "@/lib/domain/tasks/outbox";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { freePort } from "@/lib/platform/embedded-postgres";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { openTaskServer } from "../support/task-server";
import { leaveTask } from "../support/tasks";

/** `npm run worker`, as an operator types it. */

const launched: { child: ChildProcess; data: string }[] = [];
afterEach(async () => {
  for (const { child, data } of launched.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    rmSync(data, { recursive: true, force: true });
  }
});

function launch(settings: Record<string, string>): { child: ChildProcess; output: () => string } {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const data = mkdtempSync(join(tmpdir(), "loquat-work-"));
  const own = { NODE_ENV: "production", LOQUAT_DATA: data, LOQUAT_SECRET_KEY: "5e".repeat(32) };
  const env = { ...inherited, ...own, ...settings } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, ["lib/cli/work.mjs"], { env, stdio: ["ignore", "pipe", "pipe"] });
  launched.push({ child, data });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return { child, output: () => printed };
}

const ended = async (child: ChildProcess) => child.exitCode ?? ((await once(child, "exit"))[0] as number);
const database = () => environment().databaseUrl ?? "";

describe("npm run worker", () => {
  it("asks for a database that the web servers share", async () => {
    const { child, output } = launch({});
    expect(await ended(child)).toBe(1);
    expect(output()).toMatch(/^Loquat: A worker of its own .* set DATABASE_URL\./m);
  });

  it("does the work of web servers that have none, and stops in order", async () => {
    const task = await leaveTask("remove-objects");
    const { child, output } = launch({ DATABASE_URL: database() });
    await expect.poll(output, { timeout: 30_000 }).toMatch(/^Worker ready: \d+ functions\.$/m);
    expect(await waitForTask(task, 30_000)).toMatchObject({ state: "done" });
    const second = launch({ DATABASE_URL: database(), LOQUAT_DATA: launched[0]?.data ?? "" });
    expect(await ended(second.child)).toBe(1);
    expect(second.output()).toMatch(/already running with this data folder/);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  });

  it("answers a task server where it said that it can be reached", async () => {
    const keys = { eventKey: "its-key", signingKey: "0c".repeat(32) };
    const server = await openTaskServer(keys);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { child, output } = launch({
      DATABASE_URL: database(),
      PORT: String(port),
      INNGEST_BASE_URL: server.url,
      INNGEST_EVENT_KEY: keys.eventKey,
      INNGEST_SIGNING_KEY: keys.signingKey,
      INNGEST_SERVE_ORIGIN: origin,
    });
    await expect.poll(output, { timeout: 30_000 }).toMatch(/The task server at \S+ runs \d+ functions of/);
    expect(server.registered).toEqual([`${origin}/api/inngest`]);
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    expect((await fetch(`${origin}/ready`)).status).toBe(200);
    expect((await fetch(`${origin}/api/projects/`)).status).toBe(404);
    expect((await fetch(`${origin}/api/inngest`, { method: "POST", body: "{}" })).status).toBe(401);
    const before = environment();
    setEnvironment({ ...before, inngest: { baseUrl: server.url, ...keys } });
    const task = await leaveTask("remove-objects");
    await relayOutbox();
    setEnvironment(before);
    expect(await waitForTask(task, 30_000)).toMatchObject({ state: "done" });
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
    await server.close();
  });
});
