import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeLinks } from "@/lib/domain/diagnostics/probe-links";
import { sweepAlerts } from "@/lib/domain/diagnostics/sweep";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { CLOSED, OPEN } from "../../support/outside";
import { bareComponent, bareProject } from "../../support/places";
import { textRows } from "../../support/text-rows";

let server: Server;
let base: string;
const asked: string[] = [];

beforeAll(async () => {
  setEnvironment({ ...environment(), privateServices: OPEN });
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const status = /\d{3}/.exec(request.url ?? "")?.[0] ?? "200";
    response.writeHead(Number(status), { location: "http://127.0.0.1:1/" }).end("x".repeat(5000));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  setEnvironment({ ...environment(), privateServices: CLOSED });
  server.close();
});

const later = () => db.run(sql`update link_probes set checked_at = now() - interval '1 day'`);
async function withWebsite(web: string): Promise<number> {
  const id = await bareProject();
  await db.run(sql`update projects set web = ${web} where id = ${id}`);
  return id;
}
const alertsOf = (projectId: number) =>
  textRows<{ kind: string; details: Record<string, string> }>(
    db,
    sql`select kind, details from alerts where project_id = ${projectId}`,
  );

describe("links that pages show", () => {
  it("raise an alert when they fail twice, and none after they work or are changed", async () => {
    const project = await withWebsite(`${base}/404`);
    await probeLinks();
    await sweepAlerts({ projectId: project });
    expect(await alertsOf(project)).toEqual([]);
    await later();
    await probeLinks();
    await sweepAlerts({ projectId: project });
    expect(await alertsOf(project)).toEqual([
      { kind: "BrokenProjectURL", details: { link: `${base}/404`, error: "The server answers with status 404." } },
    ]);
    await db.run(sql`update projects set web = ${`${base}/fine`} where id = ${project}`);
    await sweepAlerts({ projectId: project });
    expect(await alertsOf(project)).toEqual([]);
  });

  it("are asked once a day, and answers that keep machines away or lead elsewhere are none of our business", async () => {
    const [shut, elsewhere] = [await withWebsite(`${base}/403`), await withWebsite(`${base}/302`)];
    await later();
    await probeLinks();
    const before = asked.length;
    expect((await probeLinks()).asked).toBe(0);
    expect(asked.length).toBe(before);
    await later();
    await probeLinks();
    await sweepAlerts({ projectId: shut });
    await sweepAlerts({ projectId: elsewhere });
    expect([...(await alertsOf(shut)), ...(await alertsOf(elsewhere))]).toEqual([]);
  });

  it("of the source code name a place that strings have, and tell nobody where the code lies", async () => {
    const project = await bareProject();
    const component = await bareComponent(project);
    await db.run(sql`
      update components set imported_at = now(), repoweb = ${`${base}/404/{{filename}}#L{{line}}`} where id = ${component}`);
    await db.run(sql`
      insert into source_units (component_id, id_hash, content_hash, context, sources, location, num_words, num_chars, position)
      values (${component}, 1, 1, '', array['Open'], 'src/menu.c:12', 1, 1, 0)`);
    await probeLinks();
    await later();
    await probeLinks();
    expect(asked).toContain("/404/src/menu.c");
    await sweepAlerts({ componentId: component });
    expect(await textRows(db, sql`select kind, details from alerts where component_id = ${component}`)).toEqual([
      { kind: "BrokenBrowserURL", details: { error: "The server answers with status 404." } },
    ]);
  });

  it("never lead into a private network", async () => {
    setEnvironment({ ...environment(), privateServices: CLOSED });
    const project = await withWebsite(`${base}/private`);
    await probeLinks();
    await later();
    await probeLinks();
    await sweepAlerts({ projectId: project });
    expect(asked).not.toContain("/private");
    expect((await alertsOf(project)).map(({ kind }) => kind)).toEqual(["BrokenProjectURL"]);
  });
});
