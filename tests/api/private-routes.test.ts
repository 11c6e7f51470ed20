import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { inRequest } from "../support/request";
import { textRows } from "../support/text-rows";
import { json, type Person, PO, person, send } from "./support";

/** The routes of our own pages: the editor's, and the memory's file. */

let admin: Person;
let component: ComponentRow;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
});

describe("a save of the editor", () => {
  const save = (unit: number, text: string, base?: number) =>
    json("POST", "/translate/-/save/", {
      key: admin.key,
      body: { unit, targets: [text], state: 20, account: admin.actor.userId },
      headers: base === undefined ? {} : { "if-match": `"${base}"` },
    });

  it("needs the version it is based on", async () => {
    const id = await unitId(component, "cs", "Quit");
    expect((await save(id, "x")).status).toBe(428);
    const { version } = await findUnit(admin.actor, id);
    expect(await save(id, "Ukončit", version)).toMatchObject({ status: 200 });
    expect((await findUnit(admin.actor, id)).targets).toEqual(["Ukončit"]);
  });

  it("that comes after somebody else's is answered with 412 and what stands there", async () => {
    const id = await unitId(component, "cs", "Open 100%");
    const { version } = await findUnit(admin.actor, id);
    const petra = await person("petra");
    const body = { targets: ["Otevři 100%"], state: 20, unit: id, account: petra.actor.userId };
    const headers = { "if-match": `"${version}"` };
    expect((await json("POST", "/translate/-/save/", { key: petra.key, body, headers })).status).toBe(200);
    expect(await save(id, "Otevřete 100%", version)).toMatchObject({ status: 412, body: { kind: "conflict" } });
  });

  it("tells that the text is kept where the component is locked", async () => {
    const id = await unitId(component, "cs", "Quit");
    const { version, translationId } = await findUnit(admin.actor, id);
    await db.run(sql`update components set locked = true where id = ${component.id}`);
    const refused = await save(id, "x", version);
    const heads = await json("GET", `/translate/-/heads/?translations=${translationId}`, { key: admin.key });
    await db.run(sql`update components set locked = false where id = ${component.id}`);
    const kept = `${component.name} is locked. Your text is kept as a draft until it is unlocked.`;
    expect(refused).toMatchObject({ status: 403, body: { detail: kept } });
    expect(heads.body).toMatchObject([{ denials: { ordinary: { text: kept } } }]);
  });

  it("is refused when it is too long or no save at all, with the errors of the API", async () => {
    const id = await unitId(component, "cs", "Quit");
    expect((await save(id, "x".repeat(4_000_001), 1)).status).toBe(413);
    const wrong = await json("POST", "/translate/-/save/", { key: admin.key, body: { unit: "some" } });
    expect(wrong).toMatchObject({ status: 400, body: { type: "validation_error" } });
    expect((await json("POST", "/translate/-/save/", { body: { unit: id } })).status).toBe(400);
  });
});

it("a draft keeps every blank of its text", async () => {
  const unit = await unitId(component, "cs", "Quit");
  const keep = [{ unit, targets: ["\t Konec \n"], baseVersion: 1 }];
  const body = { account: admin.actor.userId, keep, drop: [] };
  expect(await json("POST", "/translate/-/draft/", { key: admin.key, body })).toMatchObject({
    status: 200,
    body: { kept: 1, dropped: 0 },
  });
  expect(await textRows(db, sql`select targets from drafts where unit_id = ${unit}`)).toEqual([
    { targets: ["\t Konec \n"] },
  ]);
});

it("no answer is kept by browsers, counted, or offered in another form", async () => {
  const [id, wrong] = [await unitId(component, "cs", "Quit"), "/translate/-/units/?offset=-1&translation=0"];
  for (const path of [`/translate/-/context/?units=${id}`, wrong]) {
    const { headers } = await send("GET", path, { key: admin.key, headers: { accept: "text/html" } });
    expect(headers.get("cache-control"), path).toBe("no-store");
    expect(headers.get("content-type"), path).toBe("application/json");
    expect(headers.get("x-ratelimit-limit"), path).toBeNull();
  }
  expect(
    (await json<unknown[]>("GET", `/translate/-/context/?units=${id},999999`, { key: admin.key })).body,
  ).toHaveLength(1);
});

describe("the memory's file", () => {
  const upload = (headers: Record<string, string>) => {
    const body = new FormData();
    body.set("scope", "personal");
    return inRequest(() => send("POST", "/memory/-/", { key: admin.key, body, headers }));
  };

  it("is taken from our own pages only, and goes back to them", async () => {
    expect((await upload({ origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await upload({})).status).toBe(403);
    const back = await upload({ origin: "http://loquat.test" });
    const mark = /^\/memory\/\?problem=([0-9a-f]{12})$/.exec(back.headers.get("location") ?? "")?.[1];
    expect([back.status, mark]).toEqual([303, expect.any(String)]);
    // What is wrong is for this browser alone, and no script reads it.
    expect(back.headers.get("set-cookie")).toBe(
      `loquat-told=${mark}.Choose%20a%20file.; Path=/; HttpOnly; SameSite=Lax; Max-Age=300`,
    );
  });

  it("is downloaded as an attachment", async () => {
    const answer = await send("GET", "/memory/-/?scope=personal&format=tmx", { key: admin.key });
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=memory-personal.tmx");
    expect(answer.headers.get("content-type")).toBe("text/xml; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("<tmx");
    expect((await send("GET", "/memory/-/?format=doc", { key: admin.key })).status).toBe(404);
  });
});
