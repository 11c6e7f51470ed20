import { beforeAll, expect, it } from "vitest";
import { GET, HEAD } from "@/app/(web)/translate/-/live/route";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person } from "./support";

let petra: Person;
let jan: Person;
let component: ComponentRow;
let czech: TranslationRow;

beforeAll(async () => {
  const admin = await person("admin", { superuser: true });
  [petra, jan] = [await person("petra"), await person("jan")];
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  czech = await findTranslation(petra.actor, component, "cs");
});

const ask = (handler: typeof GET, method: string, query: string, key?: string) =>
  handler(
    new Request(`http://loquat.test/translate/-/live/?${query}`, {
      method,
      headers: key ? { authorization: `Token ${key}` } : {},
    }),
    { params: Promise.resolve({}) },
  );

const listeners = async () =>
  (await db.answer(sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`))
    .rows;

it("tells over one answer who is there, and which strings they save", async () => {
  const answer = await ask(GET, "GET", `list=t${czech.id}`, jan.key);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let said = "";
  const until = async (text: string) => {
    while (!said.includes(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended with: ${said}`);
      said += decoder.decode(value, { stream: true });
    }
  };
  await until(`data: {"people":[],"translation":${czech.id}}\n\n`);
  expect(said).toMatch(/^retry: 2000\n\nid: \d{13}\n/);
  await expect.poll(listeners).toHaveLength(1);
  const id = await unitId(component, "cs", "Quit");
  const here = { translation: czech.id, tab: "a", unit: id, typing: true, gone: false, account: petra.actor.userId };
  expect((await json("POST", "/translate/-/presence/", { key: petra.key, body: here })).status).toBe(200);
  await until('"username":"petra"');
  const body = { target: ["Ukončit teď"], state: 20 };
  expect((await json("PATCH", `/api/units/${id}/`, { key: petra.key, body })).status).toBe(200);
  await until(`data: {"units":[${id}]}`);
  await reader.cancel();
  await expect.poll(listeners).toEqual([]);
});

it("leaves nothing behind when only the head is asked for, or the request is refused", async () => {
  expect((await ask(HEAD, "HEAD", `list=t${czech.id}`, jan.key)).status).toBe(200);
  await expect.poll(listeners).toEqual([]);
  expect((await ask(GET, "GET", `list=t${czech.id}`)).status).toBe(401);
  expect((await ask(GET, "GET", "list=t999999", jan.key)).status).toBe(404);
  expect((await ask(GET, "GET", "list=none", jan.key)).status).toBe(404);
  expect(await listeners()).toEqual([]);
});

it("gives single strings by their ids, of whatever list, and none that is not there", async () => {
  const id = await unitId(component, "cs", "Quit");
  const source = await unitId(component, "en", "Quit");
  const ask = (ids: string) =>
    json<{ units: { id: number }[] }>("GET", `/translate/-/units/?ids=${ids}`, {
      key: jan.key,
    });
  const found = (await ask(`${id},${source},x,,-1,999999999`)).body.units.map((unit) => unit.id);
  expect(found.sort((a, b) => a - b)).toEqual([id, source].sort((a, b) => a - b));
  expect((await ask("")).body.units).toEqual([]);
});
