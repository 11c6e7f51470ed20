import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, findAddon, installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { deliverChanges, dueDeliveries } from "@/lib/domain/addons/deliver";
import {
  findDelivery,
  forgetOldDeliveries,
  listDeliveries,
  replayDelivery,
  resumeDeliveries,
  sendTest,
} from "@/lib/domain/addons/deliveries";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { deliverDue } from "../../support/addons";
import { ledgerReadable } from "../../support/ledger";
import { connect, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Open"
msgstr ""
`;

interface Received {
  headers: IncomingHttpHeaders;
  text: string;
}

let server: Server;
let url: string;
let admin: Actor;
let component: ComponentRow;
let addon: number;
let answer: (request: Received, response: ServerResponse) => void;
const received: Received[] = [];
const KEY = Buffer.from("a secret of some length");

beforeAll(async () => {
  setEnvironment({ ...environment(), privateServices: OPEN });
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const got = { headers: request.headers, text: Buffer.concat(pieces).toString() };
      received.push(got);
      answer(got, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const configuration = () => ({ webhook_url: url, secret: `whsec_${KEY.toString("base64")}`, events: [2, 5] });

beforeEach(async () => {
  answer = (_, response) => response.writeHead(200).end("thanks");
  ({ id: addon } = await installAddon(
    admin,
    { component },
    { name: "weblate.webhook.webhook", configuration: configuration() },
  ));
  received.length = 0;
});

afterEach(() => removeAddon(admin, addon));

let count = 0;
async function edit(): Promise<string> {
  const text = `Text ${++count}`;
  await editUnit(admin, await unitId(component, "cs", "Open"), { targets: [text], state: 20 });
  await ledgerReadable();
  return text;
}

const log = async (filter: { state?: "waiting" | "delivered" | "failed"; before?: number; limit?: number } = {}) =>
  listDeliveries(admin, addon, { limit: 50, ...filter });

/** Lets time pass for whatever waits. */
const pass = async (minutes: number) => {
  const by = sql`make_interval(mins => ${minutes}::int)`;
  await db.run(sql`update deliveries set next_at = next_at - ${by}, created_at = created_at - ${by}`);
  await db.run(sql`
    update addons set state = state
      || case when state ? 'retry_at' then jsonb_build_object('retry_at', (state->>'retry_at')::timestamptz - ${by}) else '{}' end
      || case when state ? 'failing_since' then jsonb_build_object('failing_since', (state->>'failing_since')::timestamptz - ${by}) else '{}' end`);
};

const targets = () => received.map(({ text }) => (JSON.parse(text) as { target: string[] }).target[0]);
const alerts = async () => (await listAlerts(component.id)).map(({ kind }) => kind);
const signatureOf = ({ headers, text }: Received) =>
  `v1,${createHmac("sha256", KEY).update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`).digest("base64")}`;

describe("the log of deliveries", () => {
  it("tells what was sent, how long it took and what was answered, without secrets", async () => {
    await edit();
    expect(await deliverDue()).toBe(1);
    const { rows, count: all } = await log();
    expect(all).toBe(1);
    expect(rows).toMatchObject([
      { state: "delivered", attempts: 1, nextAt: null, messageId: expect.stringMatching(/^msg_/) },
    ]);
    const [row] = rows;
    expect([2, 5]).toContain(row?.action);
    expect(row?.tries).toEqual([
      {
        at: expect.any(String),
        ms: expect.any(Number),
        status: 200,
        answer: "thanks",
        headers: {
          "content-type": "application/json",
          "webhook-id": row?.messageId,
          "webhook-timestamp": received[0]?.headers["webhook-timestamp"],
          "webhook-signature": "v1,********",
        },
      },
    ]);
    expect((await findDelivery(admin, addon, row?.id ?? 0)).body).toBe(received[0]?.text);
    expect(JSON.stringify(rows)).not.toContain(signatureOf(received[0] as Received).slice(3));
  });

  it("goes on by key, so that new lines shift nothing", async () => {
    for (let i = 0; i < 3; i++) await edit();
    await deliverDue();
    const first = await log({ limit: 2 });
    await edit();
    await deliverDue();
    const second = await log({ limit: 2, before: first.rows.at(-1)?.id });
    expect(first.rows).toHaveLength(2);
    expect(second.rows).toHaveLength(1);
    expect(second.rows[0]?.id).toBeLessThan(first.rows[1]?.id ?? 0);
    expect(second.count).toBe(4);
  });

  it("is nobody's business but the managers'", async () => {
    const stranger = await makePerson(`stranger-${addon}`);
    await expect(listDeliveries(stranger, addon, { limit: 5 })).rejects.toThrow(/does not exist/);
    await expect(sendTest(stranger, addon)).rejects.toThrow();
    await expect(resumeDeliveries(stranger, addon)).rejects.toThrow();
    expect(received).toEqual([]);
  });

  it("keeps a thousand that are done, for thirty days, and nothing that waits is forgotten", async () => {
    await db.run(sql`
      insert into deliveries (addon_id, message_id, body, state, next_at, created_at)
      select ${addon}, 'old', '{}', case when n = 1 then 'waiting' else 'delivered' end,
        case when n = 1 then now() + interval '1 hour' end, now() - case when n <= 5 then interval '31 days' else interval '0' end
      from generate_series(1, 1103) n`);
    expect(await forgetOldDeliveries()).toBe(102);
    expect((await log()).count).toBe(1001);
    expect((await log({ state: "waiting" })).count).toBe(1);
    await db.run(sql`
      insert into deliveries (addon_id, message_id, body, state) select ${addon}, 'big', repeat('x', 1000000), 'failed' from generate_series(1, 20)`);
    await forgetOldDeliveries();
    expect((await log({ state: "failed" })).count).toBe(8);
  });
});

describe("a receiver", () => {
  it("that is away for a day is told of everything when it is back, once and in order", async () => {
    answer = (_, response) => response.destroy();
    const texts: string[] = [];
    for (let hour = 0; hour < 24; hour++) {
      texts.push(await edit());
      await deliverDue();
      await pass(60);
    }
    expect(await alerts()).toContain("AddonScriptError");
    // Only the first one was tried: those behind it would have failed alike.
    const waiting = (await log({ state: "waiting" })).rows;
    expect(waiting.filter(({ attempts }) => attempts > 0)).toHaveLength(1);
    expect(received.length).toBeLessThan(30);
    received.length = 0;
    answer = (_, response) => response.writeHead(204).end();
    await pass(60);
    for (let round = 0; round < 3; round++) await deliverDue();
    expect(targets()).toEqual(texts);
    expect(await alerts()).not.toContain("AddonScriptError");
    for (const one of received) expect(one.headers["webhook-signature"]).toBe(signatureOf(one));
  });

  it("that is away for six days is not asked any more, until somebody resumes it", async () => {
    answer = (_, response) => response.writeHead(503).end();
    const text = await edit();
    await deliverDue();
    await pass(6 * 1440);
    await deliverDue();
    expect((await findAddon(admin, addon)).state.stopped?.reason).toContain("Nothing has arrived for 5 days");
    await pass(1440);
    expect(await dueDeliveries()).toEqual([]);
    answer = (_, response) => response.writeHead(200).end();
    received.length = 0;
    expect((await resumeDeliveries(admin, addon)).state.stopped).toBeUndefined();
    expect(await deliverDue()).toBe(1);
    expect(targets()).toEqual([text]);
    expect(await alerts()).not.toContain("AddonScriptError");
  });

  it("that answers 410 is not asked again, with an alert; other settings let it go on", async () => {
    answer = (_, response) => response.writeHead(410).end("gone");
    await edit();
    await deliverDue();
    const { state } = await findAddon(admin, addon);
    expect(state.stopped?.reason).toContain("410");
    expect(await alerts()).toContain("AddonScriptError");
    const next = await edit();
    await pass(10_000);
    expect(await dueDeliveries()).toEqual([]);
    expect(await deliverChanges(addon)).toBe(0);
    expect(received).toHaveLength(1);
    answer = (_, response) => response.writeHead(200).end();
    await configureAddon(admin, addon, { configuration: { ...configuration(), webhook_url: `${url}/new` } });
    expect(await deliverDue()).toBe(2);
    expect(targets().at(-1)).toBe(next);
  });

  it("that refuses one message gets the others, and that one again later, at most seven times", async () => {
    const bad = await edit();
    const good = await edit();
    answer = ({ text }, response) =>
      response.writeHead(text.includes(`"${bad}"`) && !text.includes(`["${good}"]`) ? 422 : 200).end();
    expect(await deliverDue()).toBe(1);
    expect((await log()).rows.map(({ state }) => state)).toEqual(["delivered", "waiting"]);
    expect(await alerts()).toContain("AddonScriptError");
    for (let round = 0; round < 12; round++) {
      await pass(601);
      await deliverDue();
    }
    const [failed] = (await log({ state: "failed" })).rows;
    expect(failed).toMatchObject({ attempts: 7, nextAt: null });
    expect(received.map(({ headers }) => headers["webhook-id"]).filter((id) => id === failed?.messageId)).toHaveLength(
      7,
    );
  });

  it("says itself when to come again", async () => {
    answer = (_, response) => response.writeHead(429, { "retry-after": "7200" }).end();
    await edit();
    await deliverDue();
    await pass(119);
    expect(await dueDeliveries()).toEqual([]);
    const [waiting] = (await log()).rows;
    expect(waiting?.nextAt?.getTime()).toBeGreaterThan(Date.now());
    await pass(2);
    expect(await dueDeliveries()).toEqual([addon]);
  });

  it("that redirects is not followed, and the log says so", async () => {
    answer = (_, response) => response.writeHead(302, { location: `${url}/elsewhere` }).end();
    await edit();
    expect(await deliverDue()).toBe(0);
    expect(received).toHaveLength(1);
    expect((await log()).rows[0]?.tries[0]).toMatchObject({ status: 302, error: expect.stringContaining("redirects") });
  });

  it("that answers ten megabytes has received the message, and only their beginning is kept", async () => {
    let sent = 0;
    answer = (_, response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(64 * 1024, 120);
      const more = () => {
        while (sent < 10_000_000 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    };
    await edit();
    expect(await deliverDue()).toBe(1);
    const [row] = (await log()).rows;
    expect(row?.tries[0]?.answer).toBe("x".repeat(1000));
    expect(row?.state).toBe("delivered");
  });

  it("that dies while a process sends leaves the message to the next one", async () => {
    await edit();
    answer = (_, response) => response.writeHead(500).end();
    await deliverDue();
    // A process has taken it and died.
    await pass(60);
    await db.run(sql`update deliveries set next_at = now() + interval '5 minutes' where addon_id = ${addon}`);
    answer = (_, response) => response.writeHead(200).end();
    expect(await deliverDue()).toBe(0);
    await pass(6);
    expect(await deliverDue()).toBe(1);
  });
});

describe("by hand", () => {
  it("a test is sent at once, signed, and stands in the log", async () => {
    const sent = await sendTest(admin, addon);
    expect(sent).toMatchObject({ state: "delivered", action: null, attempts: 1 });
    expect(sent.tries[0]?.by).toBe("admin");
    expect(JSON.parse(received[0]?.text ?? "{}")).toMatchObject({ action: "Test" });
    expect(received[0]?.headers["webhook-signature"]).toBe(signatureOf(received[0] as Received));
    answer = (_, response) => response.writeHead(404).end("no such hook");
    const failed = await sendTest(admin, addon);
    expect(failed).toMatchObject({ state: "failed", nextAt: null });
    expect(failed.tries[0]).toMatchObject({ status: 404, answer: "no such hook" });
  });

  it("a message is sent again with its id and body, and with a new signature", async () => {
    await edit();
    await deliverDue();
    const [row] = (await log()).rows;
    await edit();
    const again = await replayDelivery(admin, addon, row?.id ?? 0);
    expect(again).toMatchObject({ state: "delivered", attempts: 2 });
    expect(again.tries).toHaveLength(2);
    expect(again.tries[1]?.by).toBe("admin");
    const [first, second] = received;
    expect(second?.text).toBe(first?.text);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.headers["webhook-signature"]).toBe(signatureOf(second as Received));
    answer = (_, response) => response.writeHead(500).end();
    expect(await replayDelivery(admin, addon, row?.id ?? 0)).toMatchObject({ state: "delivered", attempts: 3 });
  });

  it("one that waits and arrives is not sent a second time by itself", async () => {
    answer = (_, response) => response.writeHead(422).end();
    await edit();
    await deliverDue();
    answer = (_, response) => response.writeHead(200).end();
    const [row] = (await log()).rows;
    expect(await replayDelivery(admin, addon, row?.id ?? 0)).toMatchObject({ state: "delivered", nextAt: null });
    await pass(1000);
    expect(await deliverDue()).toBe(0);
    await expect(replayDelivery(admin, addon, 987_654_321)).rejects.toThrow(/no delivery/);
  });

  it("works for chats alike", async () => {
    const { id } = await installAddon(
      admin,
      { component },
      { name: "weblate.webhook.slack", configuration: { webhook_url: url, events: [2] } },
    );
    expect(await sendTest(admin, id)).toMatchObject({ state: "delivered" });
    expect(Object.keys(JSON.parse(received[0]?.text ?? "{}"))).toEqual(["text"]);
    await removeAddon(admin, id);
    expect(await textRow(db, sql`select 1 from deliveries where addon_id = ${id}`)).toBeUndefined();
  });

  it("nothing is sent by add-ons that tell nobody", async () => {
    const { id } = await installAddon(admin, { component }, { name: "weblate.removal.comments" });
    await expect(sendTest(admin, id)).rejects.toThrow(/sends no messages/);
    await removeAddon(admin, id);
  });
});

describe("a receiver that hangs", () => {
  it("is given up on after a while, and the log says so", { timeout: 40_000 }, async () => {
    answer = () => {};
    await edit();
    expect(await deliverDue()).toBe(0);
    const [row] = (await log()).rows;
    expect(row?.tries[0]).toMatchObject({ error: expect.stringContaining("did not answer in time") });
  });
});
