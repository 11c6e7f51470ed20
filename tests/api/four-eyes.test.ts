import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person } from "./support";

let petra: Person;
let eva: Person;
let component: ComponentRow;
let project = "";

beforeAll(async () => {
  petra = await person("petra", { superuser: true });
  eva = await person("eva", { superuser: true });
  ({ component } = await connect(petra.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  project = `/api/projects/${component.project.slug}/`;
  const body = { translation_review: true, four_eyes: true };
  expect((await json("PATCH", project, { key: petra.key, body })).body).toMatchObject(body);
});

const unit = async () => `/api/units/${await unitId(component, "cs", "Open 100%")}/`;
const approve = async (who: Person, target: string) =>
  json("PATCH", await unit(), { key: who.key, body: { target: [target], state: 30 } });

describe("a project whose texts take four eyes", () => {
  it("has nobody approve a text of their own, written at once or before", async () => {
    expect((await approve(petra, "Otevřít 100%")).status).toBe(403);
    expect((await json("GET", await unit())).body).toMatchObject({ target: [""], state: 0 });
    const written = { target: ["Otevřít 100%"], state: 20 };
    expect((await json("PATCH", await unit(), { key: petra.key, body: written })).status).toBe(200);
    const refused = await approve(petra, "Otevřít 100%");
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain("somebody else has to approve it");
    expect((await json("GET", await unit())).body).toMatchObject(written);
  });

  it("has another one approve it, but not with other words", async () => {
    expect((await approve(eva, "Otevři 100%")).status).toBe(403);
    expect((await approve(eva, "Otevřít 100%")).body).toMatchObject({ state: 30 });
  });

  it("lets everybody with the right approve once it is turned off", async () => {
    await json("PATCH", await unit(), { key: petra.key, body: { target: ["Otevři 100%"], state: 20 } });
    await json("PATCH", project, { key: petra.key, body: { four_eyes: false } });
    expect((await approve(petra, "Otevři 100%")).body).toMatchObject({ state: 30 });
  });
});
