import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChannelModel, type ConsumeMessage, connect } from "amqplib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { BusError, publishToBus } from "@/lib/platform/message-bus";
import { OPEN } from "../support/outside";

/** Messages in a real RabbitMQ: by password, by certificate, and refused. */

const folder = mkdtempSync(join(tmpdir(), "loquat-rabbit-"));
const fixture = (name: string) => join(import.meta.dirname, "../fixtures/tls", name);
const pem = (name: string) => readFileSync(fixture(name), "utf8");
const NO_KEYS = { ca: "", cert: "", key: "" };
let [plain, secure, epmd, node] = [0, 0, 0, 0];
let server: ChildProcess;
let reader: ChannelModel | undefined;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

const users = [
  { name: "ada", password: "p@ss word", tags: "" },
  { name: "client", password: "not this way", tags: "" },
];

beforeAll(async () => {
  setEnvironment({ ...environment(), privateServices: OPEN });
  [plain, secure, epmd, node] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const allowed = { configure: ".*", write: ".*", read: ".*" };
  writeFileSync(
    join(folder, "definitions.json"),
    JSON.stringify({
      users,
      vhosts: [{ name: "/" }, { name: "other" }],
      permissions: [
        ...users.map(({ name }) => ({ user: name, vhost: "/", ...allowed })),
        { user: "ada", vhost: "other", ...allowed },
      ],
    }),
  );
  writeFileSync(
    join(folder, "rabbitmq.conf"),
    [
      `listeners.tcp.1 = 127.0.0.1:${plain}`,
      `listeners.ssl.1 = 127.0.0.1:${secure}`,
      `ssl_options.cacertfile = ${fixture("ca.pem")}`,
      `ssl_options.certfile = ${fixture("server.pem")}`,
      `ssl_options.keyfile = ${fixture("server.key")}`,
      "ssl_options.verify = verify_peer",
      "auth_mechanisms.1 = PLAIN",
      "auth_mechanisms.2 = EXTERNAL",
      "ssl_cert_login_from = common_name",
      "max_message_size = 10000",
      `load_definitions = ${join(folder, "definitions.json")}`,
      "",
    ].join("\n"),
  );
  writeFileSync(join(folder, "enabled_plugins"), "[rabbitmq_auth_mechanism_ssl].\n");
  for (const name of ["data", "log"]) mkdirSync(join(folder, name));
  server = spawn("/usr/lib/rabbitmq/bin/rabbitmq-server", [], {
    stdio: "ignore",
    detached: true,
    env: {
      ...process.env,
      HOME: folder,
      ERL_EPMD_PORT: String(epmd),
      ERL_EPMD_ADDRESS: "127.0.0.1",
      RABBITMQ_NODENAME: "loquat@localhost",
      RABBITMQ_DIST_PORT: String(node),
      RABBITMQ_MNESIA_BASE: join(folder, "data"),
      RABBITMQ_LOG_BASE: join(folder, "log"),
      RABBITMQ_PID_FILE: join(folder, "pid"),
      RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq"),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "enabled_plugins"),
    },
  });
  await vi.waitFor(async () => (await connect(address())).close(), { timeout: 110_000, interval: 500 });
}, 120_000);

afterAll(async () => {
  const ended = new Promise((done) => server.once("exit", done));
  process.kill(-(server.pid as number), "SIGTERM");
  await ended;
  // Erlang's register of names is a program of its own; this one is ours by its port.
  spawnSync("epmd", ["-port", String(epmd), "-kill"]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);
afterEach(async () => {
  await reader?.close();
  reader = undefined;
});

const address = (user = "ada:p%40ss%20word", vhost = "") => `amqp://${user}@127.0.0.1:${plain}/${vhost}`;

/** The next message whose topic fits. */
async function waitFor(pattern: string, vhost = ""): Promise<() => Promise<ConsumeMessage>> {
  reader = await connect(address(undefined, vhost));
  const channel = await reader.createChannel();
  const { queue } = await channel.assertQueue("", { exclusive: true });
  await channel.bindQueue(queue, "amq.topic", pattern);
  const next = new Promise<ConsumeMessage>((done) => {
    void channel.consume(queue, (message) => message && done(message), { noAck: true });
  });
  return () => next;
}

const message = {
  exchange: "amq.topic",
  topic: "weblate.translation_changed.orchard.app.cs",
  id: "msg_1_2",
  headers: { fedora_messaging_schema: "base.message", fedora_messaging_severity: 20 },
  body: '{"action":"Translation changed","target":["Jablko"]}',
};

describe("a real broker", () => {
  it("hands a message to whoever wants its topic, with all that was said of it", async () => {
    const next = await waitFor("weblate.*.orchard.#");
    await publishToBus({ url: address(), ...NO_KEYS }, message, 10_000);
    const { content, fields, properties } = await next();
    expect([content.toString(), fields.routingKey]).toEqual([message.body, message.topic]);
    expect(properties).toMatchObject({
      ...{ messageId: "msg_1_2", contentType: "application/json", contentEncoding: "utf-8", deliveryMode: 2 },
      headers: message.headers,
    });
  });

  it("takes it in another virtual host", async () => {
    const next = await waitFor("weblate.#", "other");
    await publishToBus({ url: address(undefined, "other"), ...NO_KEYS }, message, 10_000);
    expect((await next()).content.toString()).toBe(message.body);
  });

  it("takes it over TLS, by password and by certificate", async () => {
    for (const [user, keys] of [
      ["ada:p%40ss%20word@", NO_KEYS],
      ["", { cert: pem("client.pem"), key: pem("client.key") }],
    ] as const) {
      const next = await waitFor("weblate.#");
      await publishToBus(
        { ...NO_KEYS, ...keys, url: `amqps://${user}127.0.0.1:${secure}`, ca: pem("ca.pem") },
        message,
        10_000,
      );
      expect((await next()).content.toString()).toBe(message.body);
      await reader?.close();
      reader = undefined;
    }
  });

  it("refuses a wrong password, a virtual host that is not there, and an exchange that is not there", async () => {
    const fails = (url: string, change: Partial<typeof message> = {}) =>
      publishToBus({ url, ...NO_KEYS }, { ...message, ...change }, 10_000).then(
        () => undefined,
        (error: BusError) => error,
      );
    for (const [url, change, said] of [
      [address("ada:wrong"), {}, /ACCESS.REFUSED/],
      [address(undefined, "nowhere"), {}, /the virtual host is not there/],
      [address(), { exchange: "nothing" }, /NOT.FOUND/],
    ] as const) {
      const error = await fails(url, change);
      expect(error).toBeInstanceOf(BusError);
      expect(error?.message).toMatch(said);
      expect(error?.message).not.toContain("wrong");
      expect(error?.refused).toBe(false);
    }
  });

  it("refuses a message that is too large, and that message alone", async () => {
    const sent = publishToBus({ url: address(), ...NO_KEYS }, { ...message, body: `"${"x".repeat(20_000)}"` }, 10_000);
    await expect(sent).rejects.toMatchObject({ refused: true });
  });
});
