import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, findAddon, installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { findDelivery, listDeliveries, replayDelivery, sendTest } from "@/lib/domain/addons/deliveries";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { publishToBus } from "@/lib/platform/message-bus";
import { setResolver } from "@/lib/platform/outside/resolve";
import { deliverDue } from "../../support/addons";
import { type AmqpBroker, startAmqpBroker } from "../../support/amqp-broker";
import { ledgerReadable } from "../../support/ledger";
import { connect, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** Messages for a broker that speaks the frames of AMQP 0-9-1; a real one has them in message-bus.outside.test.ts. */

const tls = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures/tls", name), "utf8");
const NAME = "weblate.fedora_messaging.publish";
const PO =
  'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr ""\n';
const NO_KEYS = { ca: "", cert: "", key: "" };

let admin: Actor;
let component: ComponentRow;
let broker: AmqpBroker | undefined;
let addon = 0;

beforeAll(async () => {
  setEnvironment({ ...environment(), privateServices: OPEN });
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
});

afterEach(async () => {
  setResolver(undefined);
  if (addon) await removeAddon(admin, addon);
  addon = 0;
  await broker?.close();
  broker = undefined;
});

const install = async (configuration: Record<string, unknown>) => {
  ({ id: addon } = await installAddon(admin, { component }, { name: NAME, configuration }));
};
let count = 0;
async function edit(): Promise<string> {
  const text = `Text ${++count}`;
  await editUnit(admin, await unitId(component, "cs", "Open"), { targets: [text], state: 20 });
  await ledgerReadable();
  return text;
}
const log = async () => (await listDeliveries(admin, addon, { limit: 50 })).rows;
const target = (body: string) => (JSON.parse(body) as { target?: string[] }).target?.[0];

describe("a change", () => {
  it("goes to the exchange with its topic, once and in order, and stands in the log without secrets", async () => {
    broker = await startAmqpBroker();
    await install({ amqp_url: `amqp://ada:s%20ecret@127.0.0.1:${broker.port}/`, events: [2, 5] });
    const texts = [await edit(), await edit()];
    expect(await deliverDue()).toBe(2);
    expect(broker.taken.map(({ body }) => target(body))).toEqual(texts);
    const { slug } = component.project;
    expect(broker.taken[1]).toMatchObject({
      exchange: "amq.topic",
      topic: `weblate.translation_changed.${slug}.app.cs`,
    });
    expect(broker.logins[0]).toEqual({ mechanism: "PLAIN", response: "\0ada\0s ecret" });
    const [row] = await log();
    const properties = broker.taken[1]?.header.toString("latin1") ?? "";
    for (const part of ["application/json", "utf-8", "base.message", "fedora_messaging_severity", "sent-at"])
      expect(properties).toContain(part);
    expect(properties).toContain(row?.messageId);
    expect(row?.tries[0]?.headers).toMatchObject({ topic: broker.taken[1]?.topic });
    const body = JSON.parse((await findDelivery(admin, addon, row?.id ?? 0)).body);
    expect(body).toMatchObject({ action: "Translation changed", project: slug, component: "app", translation: "cs" });
    expect(JSON.stringify([row, (await findAddon(admin, addon)).configuration])).not.toContain("ecret");
    const stored = await textRow<{ url: string }>(
      db,
      sql`select configuration->>'amqp_url' as url from addons where id = ${addon}`,
    );
    expect(stored?.url).not.toContain("ecret");
    expect((await replayDelivery(admin, addon, row?.id ?? 0)).attempts).toBe(2);
    expect(broker.taken[2]?.body).toBe(broker.taken[1]?.body);
  });

  it("waits while the broker is away or cannot keep it, and those behind it as well", async () => {
    broker = await startAmqpBroker();
    await install({ amqp_host: `127.0.0.1:${broker.port}`, amqp_ssl: false, events: [2, 5] });
    broker.judge = () => "nack";
    const texts = [await edit(), await edit()];
    expect(await deliverDue()).toBe(0);
    expect((await log()).map(({ attempts, state }) => [attempts, state])).toEqual([
      [0, "waiting"],
      [1, "waiting"],
    ]);
    expect((await log())[1]?.tries[0]?.error).toContain("The broker could not keep it.");
    broker.judge = () => "ack";
    await db.run(sql`update addons set state = state - 'retry_at' where id = ${addon}`);
    await db.run(sql`update deliveries set next_at = now() where addon_id = ${addon}`);
    expect(await deliverDue()).toBe(2);
    expect(broker.taken.map(({ body }) => target(body))).toEqual(texts);
  });

  it("that the broker refuses for its own sake lets others pass", async () => {
    broker = await startAmqpBroker();
    await install({ amqp_host: `127.0.0.1:${broker.port}`, amqp_ssl: false, events: [2, 5] });
    const bad = await edit();
    const good = await edit();
    broker.judge = ({ body }) =>
      target(body) === bad ? { code: 406, text: "PRECONDITION_FAILED - too large" } : "ack";
    expect(await deliverDue()).toBe(1);
    expect(broker.taken.map(({ body }) => target(body))).toEqual([good]);
    const [, refused] = await log();
    expect(refused).toMatchObject({ state: "waiting", attempts: 1 });
    expect(refused?.tries[0]).toMatchObject({ status: 400, error: expect.stringContaining("PRECONDITION_FAILED") });
  });
});

describe("a connection", () => {
  it("is secured, with our certificate in the place of a password", async () => {
    broker = await startAmqpBroker({
      ...{ cert: tls("server.pem"), key: tls("server.key"), ca: tls("ca.pem") },
      ...{ requestCert: true, rejectUnauthorized: true },
    });
    await install({
      amqp_host: `localhost:${broker.port}`,
      ca_cert: tls("ca.pem"),
      ...{ client_key: tls("client.key"), client_cert: tls("client.pem") },
    });
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    expect(await sendTest(admin, addon)).toMatchObject({ state: "delivered" });
    expect(broker.taken[0]?.topic).toBe("weblate.test");
    expect(broker.logins).toEqual([{ mechanism: "EXTERNAL", response: "" }]);
    const shown = JSON.stringify((await findAddon(admin, addon)).configuration);
    expect(shown).not.toContain("PRIVATE KEY");
    // The mask that the form shows stands for the key that is stored.
    await configureAddon(admin, addon, {
      configuration: { ...(await findAddon(admin, addon)).configuration, events: [5] },
    });
    expect(await sendTest(admin, addon)).toMatchObject({ state: "delivered" });
  });

  it("with a certificate that nobody vouches for, or for another name, is refused before anything is said", async () => {
    broker = await startAmqpBroker({ cert: tls("server.pem"), key: tls("server.key") });
    setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
    const message = { exchange: "amq.topic", topic: "t", id: "1", headers: {}, body: "{}" };
    const at = (host: string) => `amqps://ada:secret@${host}:${broker?.port}/`;
    const sent = (host: string, ca: string) => publishToBus({ url: at(host), ...NO_KEYS, ca }, message, 10_000);
    await expect(sent("localhost", "")).rejects.toThrow(/localhost did not take the message/);
    await expect(sent("other.test", tls("ca.pem"))).rejects.toThrow(/other.test did not take the message/);
    expect(broker.logins).toEqual([]);
    await sent("broker.test", tls("ca.pem"));
    expect(broker.logins).toHaveLength(1);
  });

  it("that says nothing ends when its time is over", async () => {
    broker = await startAmqpBroker();
    broker.judge = () => "silence";
    const message = { exchange: "amq.topic", topic: "t", id: "1", headers: {}, body: "{}" };
    const url = `amqp://127.0.0.1:${broker.port}/`;
    await expect(publishToBus({ url, ...NO_KEYS }, message, 300)).rejects.toThrow("127.0.0.1 did not answer in time.");
  });

  it("into a private network is refused, when it is set and when it is made", async () => {
    broker = await startAmqpBroker();
    const before = environment();
    setEnvironment({ ...before, privateServices: { all: false, hosts: [], networks: [] } });
    try {
      for (const configuration of [
        { amqp_host: `127.0.0.1:${broker.port}` },
        { amqp_url: `amqp://[::1]:${broker.port}/` },
        { amqp_url: "amqp://localhost/" },
      ])
        await expect(install(configuration)).rejects.toThrow(/private network/);
      // A name that is inside says so only when it is looked up.
      setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
      await install({ amqp_url: `amqp://broker.test:${broker.port}/` });
      const { state, tries } = await sendTest(admin, addon);
      expect([state, tries[0]?.error]).toEqual(["failed", expect.stringContaining("inside a private network")]);
      expect(broker.logins).toEqual([]);
    } finally {
      setEnvironment(before);
    }
  });
});

describe("settings", () => {
  it.each([
    [{}, "amqp_host"],
    [{ amqp_host: "broker.example.org/name" }, "amqp_host"],
    [{ amqp_host: "user@broker.example.org" }, "amqp_host"],
    [{ amqp_url: "https://broker.example.org/" }, "amqp_url"],
    [{ amqp_host: "broker.example.org", ca_cert: "no certificate" }, "ca_cert"],
    [{ amqp_host: "broker.example.org", client_cert: "CERT" }, "client_key"],
  ])("are told of where they are wrong: %j", async (configuration, field) => {
    const given = Object.fromEntries(
      Object.entries(configuration).map(([name, value]) => [name, value === "CERT" ? tls("client.pem") : value]),
    );
    await expect(install(given)).rejects.toMatchObject({ fields: [{ path: `configuration.${field}` }] });
  });
});
