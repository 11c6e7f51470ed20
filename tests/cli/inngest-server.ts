import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@/lib/platform/embedded-postgres";

/**
 * An Inngest server of its own program, as an operator starts one beside Loquat, and one address for all machines that it
 * calls: whichever answers takes the call.
 */
export class InngestServer {
  private constructor(
    private readonly program: ChildProcess,
    private readonly folder: string,
    private readonly door: Server,
    /** Settings of a Loquat whose tasks it runs. */
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  /**
   * Starts the program at a path; `ports` are those of the machines that are up.
   * @throws what it printed, when it does not answer within half a minute
   */
  static async start(path: string, ports: () => readonly number[]): Promise<InngestServer> {
    const folder = mkdtempSync(join(tmpdir(), "loquat-inngest-"));
    const [eventKey, signingKey] = [randomBytes(16).toString("hex"), randomBytes(32).toString("hex")];
    const [port, gateway, gatewayCalls, executor] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const program = spawn(
      path,
      [
        ...["start", "--no-ui", "--host", "127.0.0.1", "--port", `${port}`],
        ...["--event-key", eventKey, "--signing-key", signingKey, "--sqlite-dir", folder],
        ...["--connect-gateway-port", `${gateway}`, "--connect-gateway-grpc-port", `${gatewayCalls}`],
        ...["--connect-executor-grpc-port", `${executor}`],
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    let printed = "";
    for (const stream of [program.stdout, program.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed = `${printed}${chunk}`.slice(-4000);
      });
    const base = `http://127.0.0.1:${port}`;
    const end = Date.now() + 30_000;
    while (
      !(await fetch(`${base}/health`)
        .then(({ ok }) => ok)
        .catch(() => false))
    ) {
      if (program.exitCode !== null || Date.now() > end) throw new Error(`${path} did not start:\n${printed}`);
      await pause(200);
    }
    const door = await openDoor(ports);
    const { port: origin } = door.address() as { port: number };
    return new InngestServer(program, folder, door, {
      INNGEST_BASE_URL: base,
      INNGEST_EVENT_KEY: eventKey,
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_SERVE_ORIGIN: `http://127.0.0.1:${origin}`,
    });
  }

  async stop(): Promise<void> {
    this.door.close();
    if (this.program.exitCode === null && this.program.kill("SIGKILL")) await once(this.program, "exit");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Passes each connection to one of the ports, in turn; one that nobody takes is closed. */
async function openDoor(ports: () => readonly number[]): Promise<Server> {
  let turn = 0;
  const door = createServer((from) => {
    const open = ports();
    const port = open[turn++ % open.length];
    if (port === undefined) return void from.destroy();
    const to = connect(port, "127.0.0.1");
    from.on("error", () => to.destroy()).on("close", () => to.destroy());
    to.on("error", () => from.destroy()).on("close", () => from.destroy());
    from.pipe(to).pipe(from);
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  return door;
}
