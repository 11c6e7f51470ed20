import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { setResolver } from "@/lib/platform/outside/resolve";
import { deliverDue, logOf } from "../../support/addons";
import { ledgerReadable } from "../../support/ledger";
import { connect, unitId } from "../../support/loop";
import { CLOSED, OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr "Konec"

msgid "Open"
msgstr ""
`;

interface Received {
  headers: IncomingMessage["headers"];
  text: string;
}

let server: Server;
let url: string;
let status = 200;
const received: Received[] = [];
let admin: Actor;
let component: ComponentRow;

beforeAll(async () => {
  setEnvironment({ ...environment(), privateServices: OPEN });
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      if (status === 200) received.push({ headers: request.headers, text: Buffer.concat(pieces).toString() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
});

afterAll(() => {
  server.close();
});

const edit = async (text: string) =>
  editUnit(admin, await unitId(component, "cs", "Open"), { targets: [text], state: 20 });

/** Delivers what is due once all of it can be read. */
async function deliver(): Promise<number> {
  await ledgerReadable();
  return deliverDue();
}

const SECRET = Buffer.from("a secret of some length").toString("base64");

describe("a webhook", () => {
  it("tells of each change once, in order, signed", async () => {
    received.length = 0;
    const { id } = await installAddon(
      admin,
      { component },
      {
        name: "weblate.webhook.webhook",
        configuration: { webhook_url: url, secret: `whsec_${SECRET}`, events: "2, 5" },
      },
    );
    const cursor = async () =>
      (await textRow<{ cursor: string }>(db, sql`select state->>'cursor' as cursor from addons where id = ${id}`))
        ?.cursor;
    const first = await cursor();
    expect(await deliver()).toBe(0);
    // What does not concern it is not looked through again and again.
    expect(await cursor()).not.toBe(first);
    await edit("Otevřít");
    await edit("Otevři");
    expect(await deliver()).toBe(2);
    expect(await deliver()).toBe(0);
    const bodies = received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(bodies).toMatchObject([
      {
        action: "Translation added",
        target: ["Otevřít"],
        source: ["Open"],
        user: "admin",
        author: "admin",
        project: component.project.slug,
        component: "app",
        translation: "cs",
        url: `http://loquat.test/projects/${component.project.slug}/app/cs/`,
      },
      { action: "Translation changed", target: ["Otevři"], old: ["Otevřít"] },
    ]);
    for (const { headers, text } of received) {
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
      const expected = createHmac("sha256", Buffer.from(SECRET, "base64")).update(signed).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
    }
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    await removeAddon(admin, id);
  });

  it("tries again after a failure, leaves nothing out, and raises an alert meanwhile", async () => {
    received.length = 0;
    const { id } = await installAddon(
      admin,
      { project: component.project },
      { name: "weblate.webhook.webhook", configuration: { webhook_url: url, events: [2] } },
    );
    status = 503;
    await edit("Jedna");
    expect(await deliver()).toBe(0);
    await edit("Dvě");
    expect(await deliver()).toBe(0);
    expect(await logOf(id)).toEqual(["failed changes: The address answered with status 503."]);
    expect((await listAlerts(component.id)).map((alert) => alert.kind)).toContain("AddonScriptError");
    status = 200;
    await db.run(sql`update addons set state = state - 'retry_at' where id = ${id}`);
    expect(await deliver()).toBe(2);
    expect(received.map(({ text }) => (JSON.parse(text) as { target: string[] }).target)).toEqual([["Jedna"], ["Dvě"]]);
    expect(received[0]?.headers["webhook-signature"]).toBe("");
    expect((await listAlerts(component.id)).map((alert) => alert.kind)).not.toContain("AddonScriptError");
    await removeAddon(admin, id);
  });

  it("writes to a chat without letting texts become markup", async () => {
    received.length = 0;
    const { id } = await installAddon(
      admin,
      { component },
      { name: "weblate.webhook.slack", configuration: { webhook_url: url, events: [2] } },
    );
    await edit("<!channel> & more");
    expect(await deliver()).toBe(1);
    const { text } = JSON.parse(received[0]?.text ?? "{}") as { text: string };
    expect(text).toContain("&lt;!channel&gt; &amp; more");
    expect(text).toContain("*Translation changed* by Admin");
    await removeAddon(admin, id);
  });

  it.each(["127.0.0.1", "inside.example"])(
    "at %s, stored when that was open, is not called and says why",
    async (host) => {
      const webhook_url = url.replace("127.0.0.1", host);
      const { id } = await installAddon(
        admin,
        { component },
        { name: "weblate.webhook.webhook", configuration: { webhook_url, events: [2, 5] } },
      );
      setResolver(async () => [{ address: "127.0.0.1", family: 4 }]);
      received.length = 0;
      await edit(`Otevřeno ${host}`);
      setEnvironment({ ...environment(), privateServices: CLOSED });
      expect(await deliver()).toBe(0);
      expect(received).toEqual([]);
      const alerts = await textRows<{ details: unknown }>(
        db,
        sql`select details from alerts where component_id = ${component.id} and kind = 'AddonScriptError'`,
      );
      expect(JSON.stringify(alerts)).toContain(`LOQUAT_PRIVATE_SERVICES=${host}`);
      setEnvironment({ ...environment(), privateServices: OPEN });
      await db.run(sql`update addons set state = state - 'retry_at'`);
      expect(await deliver()).toBe(1);
      expect(received).toHaveLength(1);
      setResolver(undefined);
      await removeAddon(admin, id);
    },
  );

  it("is refused for addresses inside, unknown events and secrets that are none", async () => {
    setEnvironment({ ...environment(), privateServices: CLOSED });
    const install = (configuration: Record<string, unknown>) =>
      installAddon(admin, { component }, { name: "weblate.webhook.webhook", configuration });
    await expect(install({ webhook_url: url })).rejects.toThrow(/private network/);
    await expect(install({ webhook_url: "ftp://example.org/" })).rejects.toThrow(Invalid);
    await expect(install({})).rejects.toThrow(/webhook_url/);
    const good = "https://example.org/hook";
    await expect(install({ webhook_url: good, events: [9999] })).rejects.toThrow(/events/);
    await expect(install({ webhook_url: good, secret: "no base64!" })).rejects.toThrow(/secret/);
    expect(await textRows(db, sql`select * from addons`)).toEqual([]);
  });
});
