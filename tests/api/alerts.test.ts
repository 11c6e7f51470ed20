import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { json, type Person, PO, person } from "./support";

let admin: Person;
let reader: Person;
let component: ComponentRow;
let alert: { id: number; kind: string };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  reader = await person("reader");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  // A change of settings looks at once.
  await updateComponent(admin.actor, component, { isGlossary: true });
  [alert] = (await json("GET", `/api/alerts/?project=${component.project.slug}`)).body.results as [typeof alert];
});

describe("alerts", () => {
  it("are listed by project, component and kind, and counted", async () => {
    expect(alert).toMatchObject({ kind: "UnmanagedGlossary", grave: false, dismissed: false, snoozed_until: null });
    const list = (query: string) => json("GET", `/api/alerts/?${query}`);
    expect((await list(`component=${component.id}&kind=UnmanagedGlossary`)).body.count).toBe(1);
    expect((await list(`component=${component.id}&kind=ParseError`)).body.count).toBe(0);
    expect((await list("project=nothing")).status).toBe(404);
    expect((await json("GET", `/api/alerts/counts/?component=${component.id}`)).body).toEqual([
      { kind: "UnmanagedGlossary", grave: false, alerts: 1, projects: 1, components: 1 },
    ]);
  });

  it("are hidden until a day or for good, and shown again, by those who may change the component", async () => {
    const path = `/api/alerts/${alert.id}/`;
    const patch = (body: object, key = admin.key) => json("PATCH", path, { key, body });
    expect((await patch({ dismissed: true }, reader.key)).status).toBe(403);
    expect((await patch({ snoozed_until: inDays(2) })).body).toMatchObject({
      dismissed: true,
      snoozed_until: inDays(2),
    });
    expect((await json("GET", `/api/alerts/?component=${component.id}`)).body.count).toBe(0);
    expect((await json("GET", `/api/alerts/?component=${component.id}&dismissed=true`)).body.count).toBe(1);
    expect((await patch({ dismissed: false })).body).toMatchObject({ dismissed: false, snoozed_until: null });
    expect((await patch({ dismissed: true })).body).toMatchObject({ dismissed: true, snoozed_until: null });
    for (const wrong of [
      {},
      { snoozed_until: "2026-02-30" },
      { snoozed_until: inDays(-1) },
      { snoozed_until: inDays(2), dismissed: false },
    ])
      expect((await patch(wrong)).status).toBe(400);
    expect((await json("GET", path)).body.dismissed).toBe(true);
  });

  it("close at once when the setting that caused them is changed", async () => {
    await updateComponent(admin.actor, { ...component, isGlossary: true }, { manageUnits: true });
    expect((await json("GET", `/api/alerts/${alert.id}/`)).status).toBe(404);
  });

  it("of a private project are found by nobody else", async () => {
    await updateComponent(admin.actor, { ...component, manageUnits: true }, { manageUnits: false });
    const [row] = (await json("GET", `/api/alerts/?component=${component.id}`)).body.results as [{ id: number }];
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    expect((await json("GET", `/api/alerts/${row.id}/`, { key: reader.key })).status).toBe(404);
    expect((await json("GET", `/api/alerts/${row.id}/`, { key: admin.key })).status).toBe(200);
  });
});
