import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { inTransaction, sql } from "@/lib/platform/database";
import { tallyAll } from "../support/ledger";
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
  it("count the same before and behind the sums, in whole days and in parts of them", async () => {
    const [path = ""] = paths();
    const all = async (start: string, end: string) =>
      (
        (await credits(path, admin.key, `start=${start}&end=${end}`)).body as never as Record<
          string,
          { change_count: number }[]
        >[]
      )
        .flatMap((row) => row.Czech ?? [])
        .reduce((sum, person) => sum + person.change_count, 0);
    // Moves what was done to three moments of three days, past the lock of the ledger.
    const moments = ["2020-05-01T10:00:00Z", "2020-05-03T10:00:00Z", "2020-05-05T10:00:00Z"];
    await inTransaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`
        update changes set at = (${moments}::text[])[place]::timestamptz
        from (select id, row_number() over (order by id) as place from changes
          where component_id = ${component.id} and action in (2, 5) and user_id is not null) of where of.id = changes.id`);
    });
    const periods: [string, string, number][] = [
      ["2020-05-01T00:00:00Z", "2020-05-05T23:59:59Z", 3],
      ["2020-05-01T10:00:00Z", "2020-05-05T10:00:00Z", 3],
      ["2020-05-01T10:00:01Z", "2020-05-05T09:59:59Z", 1],
      ["2020-05-01T12:00:00Z", "2020-05-03T00:00:00Z", 0],
      ["2020-05-03T09:00:00Z", "2020-05-03T11:00:00Z", 1],
      ["2020-05-03T09:00:00Z", "2020-05-04T11:00:00Z", 1],
      ["2020-05-02T00:00:00Z", "2020-05-03T00:00:00Z", 0],
      ["1969-01-01T00:00:00Z", "2100-01-01T00:00:00Z", 3],
    ];
    for (const tally of [false, true]) {
      if (tally) await tallyAll();
      for (const [start, end, count] of periods)
        expect([start, end, await all(start, end)]).toEqual([start, end, count]);
    }
  });

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
