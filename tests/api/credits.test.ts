import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person, projectKey } from "./support";

let admin: Person;
let petra: Person;
let stranger: Person;
let component: ComponentRow;
let foreign: string;
const period = "start=2000-01-01T00:00:00Z&end=2100-01-01";

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  stranger = await person("stranger");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  const other = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  foreign = await projectKey(admin.actor, other.component.projectId);
  await editUnit(petra.actor, await unitId(component, "cs", "Quit"), { targets: ["Otevřít!"], state: 20 });
  await editUnit(petra.actor, await unitId(component, "cs", "Quit"), { targets: ["Otevřít"], state: 20 });
  await editUnit(admin.actor, await unitId(component, "cs", "Quit"), { targets: ["Odemknout"], state: 20 });
});

const paths = () => {
  const { slug } = component.project;
  return [`/api/projects/${slug}/credits/`, `/api/components/${slug}/app/credits/`];
};
const credits = (path: string, key?: string, query = period) => json("GET", `${path}?${query}`, { key });

describe("credits", () => {
  it("list languages with their people and counts to those who may see reports", async () => {
    for (const path of paths()) {
      const { status, body } = await credits(path, admin.key);
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          Czech: [
            { email: expect.stringContaining("@"), full_name: "Petra", change_count: 2 },
            { email: expect.stringContaining("@"), full_name: "Admin", change_count: 1 },
          ],
        },
      ]);
      expect((await credits(path, admin.key, `${period}&lang=de`)).body).toEqual([]);
      expect((await credits(path, admin.key, "start=2000-01-01&end=2001-01-01")).body).toEqual([]);
    }
  });

  it("show others their own alone, and visitors nothing", async () => {
    for (const path of paths()) {
      expect((await credits(path, petra.key)).body).toEqual([
        { Czech: [{ email: expect.any(String), full_name: "Petra", change_count: 2 }] },
      ]);
      expect((await credits(path, stranger.key)).body).toEqual([]);
      expect((await credits(path)).body).toEqual([]);
      expect((await credits(path, foreign)).body).toEqual([]);
    }
  });

  it("need a period", async () => {
    for (const path of paths()) {
      expect((await credits(path, admin.key, "start=2000-01-01")).status).toBe(400);
      expect((await credits(path, admin.key, "start=yesterday&end=2000-01-01")).status).toBe(400);
    }
  });
});
