import { beforeAll, describe, expect, it } from "vitest";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person } from "./support";

let admin: Person;
let petra: Person;
let component: ComponentRow;
let path: string;

const say = async (agreement: string) => {
  component = await updateComponent(admin.actor, await findComponentById(admin.actor, component.id), { agreement });
};
const read = async (key?: string) =>
  (await json("GET", path, { key })).body as { agreement: string; version: string; signed: string | null };
const sign = (version: string, key?: string) => json("POST", path, { key, body: { version } });
const save = async (key: string) =>
  (
    await json("PATCH", `/api/units/${await unitId(component, "cs", "Quit")}/`, {
      key,
      body: { target: ["Konec"], state: 20 },
    })
  ).status;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  path = `/api/components/${component.project.slug}/app/agreement/`;
});

describe("the contributor agreement of a component", () => {
  it("is none where no text is set, and there is nothing to accept", async () => {
    expect(await read(petra.key)).toEqual({ agreement: "", version: "", signed: null });
    expect((await sign("0".repeat(16), petra.key)).status).toBe(404);
    expect(await save(petra.key)).toBe(200);
  });

  it("is accepted once before the first contribution, and asked for again when its text changes", async () => {
    await say("Be kind.");
    expect(await save(petra.key)).toBe(403);
    const first = await read(petra.key);
    expect(first).toMatchObject({ agreement: "Be kind.", signed: null });
    const accepted = await sign(first.version, petra.key);
    expect([accepted.status, accepted.body]).toEqual([200, { ...first, signed: expect.any(String) }]);
    expect((await sign(first.version, petra.key)).body).toEqual(accepted.body);
    expect(await save(petra.key)).toBe(200);
    expect(await save(admin.key)).toBe(403);
    // Settings that are saved without a change of the text ask nobody.
    await say("Be kind.");
    expect(await save(petra.key)).toBe(200);
    await say("Be very kind.");
    expect(await save(petra.key)).toBe(403);
    expect((await sign(first.version, petra.key)).status).toBe(412);
    expect((await read(petra.key)).signed).toBeNull();
    await sign((await read()).version, petra.key);
    expect(await save(petra.key)).toBe(200);
  });

  it("is withdrawn from by oneself alone", async () => {
    await sign((await read()).version, admin.key);
    expect((await json("DELETE", path, { key: petra.key })).status).toBe(204);
    expect((await json("DELETE", path, { key: petra.key })).status).toBe(404);
    expect([await save(petra.key), await save(admin.key)]).toEqual([403, 200]);
  });

  it("is accepted by nobody who is not signed in", async () => {
    const { version } = await read();
    expect((await sign(version)).status).toBe(401);
    expect((await json("DELETE", path)).status).toBe(401);
  });
});
