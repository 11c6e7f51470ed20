import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePseudo } from "./pseudo";

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Waits until the server has printed what matches the pattern; gives the match. */
function printed(server: ChildProcess, lines: string[], pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((done, fail) => {
    const look = () => {
      const match = pattern.exec(lines.join(""));
      if (match) done(match);
    };
    const late = setTimeout(() => fail(new Error(`The server did not start in time:\n${lines.join("")}`)), 120_000);
    late.unref();
    server.once("exit", (code) => fail(new Error(`The server ended (${code}):\n${lines.join("")}`)));
    for (const stream of [server.stdout, server.stderr])
      stream?.on("data", (chunk: Buffer) => {
        lines.push(chunk.toString());
        look();
      });
  });
}

/** A built server with a data folder of its own. */
export interface RunningServer {
  base: string;
  /** Its data folder. */
  data: string;
  /** The folder with the catalogues of the interface that are not built in. */
  messages: string;
  /** The link that it has printed for the first run. */
  setup: string;
  /** Ends it and starts it again, with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built server on a free port with an empty data folder. @param given a port that was found free, and settings */
export async function startServer(
  given: { port?: number; variables?: Record<string, string> } = {},
): Promise<RunningServer> {
  const root = process.cwd();
  if (!existsSync(join(root, ".next/BUILD_ID")) || !existsSync(join(root, ".loquat/serve.mjs")))
    throw new Error("Build first: npm run build");
  const data = mkdtempSync(join(tmpdir(), "loquat-web-"));
  const messages = join(data, "messages");
  writePseudo(messages);
  const port = given.port ?? (await freePort());
  const base = `http://localhost:${port}`;
  const launch = () =>
    spawn(process.execPath, [join(root, "tests/web/support/serve.mjs"), join(root, ".loquat/serve.mjs")], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        LOQUAT_BASE_URL: base,
        LOQUAT_DATA: data,
        LOQUAT_MESSAGES: messages,
        LOQUAT_LOCAL_REPOSITORIES: tmpdir(),
        LOQUAT_GLOSSARY: "off",
        LOQUAT_PRIVATE_SERVICES: "127.0.0.1",
        LOQUAT_PRIVATE_REPOSITORIES: "127.0.0.1",
        LOQUAT_HOST: "127.0.0.1",
        SMTP_URL: "file:",
        // All tests are one network, and ask for more pages in a minute than the readers of one.
        LOQUAT_RATE_PAGES: "6000/minute",
        DATABASE_URL: "",
        ...given.variables,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  let server = launch();
  const end = async () => {
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    const late = setTimeout(() => server.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(late);
  };
  const [, setup = ""] = await printed(server, [], /(http:\S+\/setup\/\?code=\S+)/);
  return {
    base,
    data,
    messages,
    setup,
    async restart() {
      await end();
      server = launch();
      await printed(server, [], /is ready at/);
    },
    async stop() {
      await end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
