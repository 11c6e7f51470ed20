import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { followForNotices } from "@/lib/domain/notices/follow";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { ledgerReadable } from "../support/ledger";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person, projectKey } from "./support";

/** Notices over the API: one's own alone, of what one may see. */

let admin: Person;
let petra: Person;
let component: ComponentRow;
let path: string;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  await ledgerReadable();
  await followForNotices();
  const made = await json("POST", "/api/users/petra/notifications/", {
    key: petra.key,
    body: { notification: "TranslatedStringNotificaton", scope: 0, frequency: 2 },
  });
  expect(made.status).toBe(201);
  await editUnit(admin.actor, await unitId(component, "cs", "Quit"), { targets: ["Otevřít!"], state: 20 });
  await editUnit(admin.actor, await unitId(component, "cs", "Quit"), { targets: ["Odemknout"], state: 20 });
  await ledgerReadable();
  await followForNotices();
});

const list = (key: string | undefined, query = "") => json("GET", `/api/notices/${query}`, { key });

describe("notices", () => {
  it("tell what happened where, with links to the changes", async () => {
    const { status, body } = await list(petra.key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, next: null });
    const [notice] = body.results as { url: string; translation: string; changes: [string, string] }[];
    if (!notice) throw new Error("There is no notice.");
    expect(notice).toMatchObject({ notification: "TranslatedStringNotificaton", frequency: 2, count: 2, done: false });
    expect(notice.translation).toContain(`/api/translations/${component.project.slug}/app/cs/`);
    expect(notice.changes).toHaveLength(2);
    expect((await json("GET", new URL(notice.changes[0]).pathname, { key: petra.key })).status).toBe(200);
    path = new URL(notice.url).pathname;
  });

  it("are one's own: nobody else finds them, and visitors have none", async () => {
    expect((await list(admin.key)).body).toMatchObject({ count: 0 });
    expect((await json("GET", path, { key: admin.key })).status).toBe(404);
    expect((await json("PATCH", path, { key: admin.key, body: { done: true } })).status).toBe(404);
    expect((await list(undefined)).status).toBe(403);
    expect((await list(await projectKey(admin.actor, component.projectId))).body).toMatchObject({ count: 0 });
  });

  it("are marked as done and as waiting, one by one and all", async () => {
    expect((await json("PATCH", path, { key: petra.key, body: { done: true } })).body).toMatchObject({ done: true });
    expect((await list(petra.key)).body.results).toEqual([]);
    expect((await list(petra.key, "?done=true")).body.results).toHaveLength(1);
    expect((await json("PATCH", path, { key: petra.key, body: { done: false } })).body).toMatchObject({ done: false });
    const before = await json("POST", "/api/notices/", { key: petra.key, body: { until: "2000-01-01T00:00:00Z" } });
    expect(before.body).toEqual({ count: 0 });
    expect((await json("POST", "/api/notices/", { key: petra.key, body: {} })).body).toEqual({ count: 1 });
    expect((await list(petra.key)).body.results).toEqual([]);
  });

  it("refuse what is no mark", async () => {
    expect((await json("PATCH", path, { key: petra.key, body: { done: "maybe" } })).status).toBe(400);
    expect((await json("PATCH", path, { key: petra.key, body: {} })).status).toBe(400);
    expect((await list(petra.key, "?done=perhaps")).status).toBe(400);
  });

  it("go with the right to see their project", async () => {
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    expect((await list(petra.key, "?done=true")).body).toMatchObject({ count: 0, results: [] });
    expect((await json("GET", path, { key: petra.key })).status).toBe(404);
  });
});
