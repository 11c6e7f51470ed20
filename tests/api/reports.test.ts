import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { tallyAll } from "../support/ledger";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, person, send } from "./support";

let admin: Person;
let petra: Person;
let stranger: Person;
let component: ComponentRow;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  stranger = await person("stranger");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  await editUnit(petra.actor, await unitId(component, "cs", "Quit"), { targets: ["Konec!"], state: 20 });
  await editUnit(petra.actor, await unitId(component, "cs", "Quit"), { targets: ["Konec"], state: 20 });
  await editUnit(admin.actor, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
});

const paths = () => {
  const { slug } = component.project;
  return [`${slug}/`, `${slug}/app/`, `${slug}/app/cs/`, `${slug}/-/cs/`, "language/cs/", ""];
};
const report = (name: string, path: string, key?: string, query = "") =>
  json("GET", `/exports/reports/${name}/${path}${query}`, { key });
const weeksOf = async (path: string) =>
  (await report("activity", path)).body as unknown as { start: string; added: number; edited: number }[];
const done = (lines: { added: number; edited: number }[]) =>
  lines.reduce((all, line) => all + line.added + line.edited, 0);

describe("reports", () => {
  it("say what was done, before and after the ledger is tallied", async () => {
    for (const tally of [false, true]) {
      if (tally) await tallyAll();
      for (const path of paths()) {
        const weeks = await weeksOf(path);
        expect(weeks).toHaveLength(52);
        expect(done(weeks)).toBe(3);
        expect(done(weeks.slice(-1))).toBe(3);
        const languages = (await report("languages", path)).body;
        expect(languages).toEqual([expect.objectContaining({ code: "cs", name: "Czech" })]);
        expect((await report("contributors", path, admin.key)).body).toEqual([
          expect.objectContaining({ username: "petra", full_name: "Petra", edited: 2, words: 2 }),
          expect.objectContaining({ username: "admin", words: 1 }),
        ]);
        const [petras, admins] = (await report("work", path, admin.key)).body as never as object[];
        expect(petras).toMatchObject({ start: weeks.at(-1)?.start, language: "cs", username: "petra", words: 2 });
        expect(admins).toMatchObject({ username: "admin", words: 1 });
        expect((await report("credits", path, admin.key)).body).toEqual([
          { language: "Czech", full_name: "Petra", changes: 2 },
          { language: "Czech", full_name: "Admin", changes: 1 },
        ]);
      }
    }
  });

  it("keep to their period, and refuse one that cannot be", async () => {
    const path = `${component.project.slug}/`;
    expect((await report("languages", path, undefined, "?start=2000-01-01&end=2001-01-01")).body).toEqual([]);
    expect((await report("languages", path, undefined, "?start=2002-01-01&end=2001-01-01")).status).toBe(400);
    expect((await report("languages", path, undefined, "?start=2002-01-01&end=2024-01-01")).status).toBe(400);
    expect((await report("languages", path, undefined, "?format=exe")).status).toBe(400);
    expect((await report("everything", path)).status).toBe(404);
  });

  it("tell of others only to those who may see reports", async () => {
    for (const path of paths()) {
      expect((await report("contributors", path, petra.key)).body).toEqual([
        expect.objectContaining({ username: "petra" }),
      ]);
      for (const key of [stranger.key, undefined]) {
        expect((await report("contributors", path, key)).body).toEqual([]);
        expect((await report("credits", path, key)).body).toEqual([]);
        expect((await report("work", path, key)).body).toEqual([]);
      }
    }
  });

  it("count nothing of a component that the reader may not see", async () => {
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    try {
      for (const path of [`${component.project.slug}/`, "language/cs/", ""]) {
        expect(done(await weeksOf(path))).toBe(0);
        expect((await report("words", path)).body).toEqual([]);
        expect((await report("words", path, admin.key)).body).toHaveLength(1);
      }
      expect((await report("activity", `${component.project.slug}/app/`)).status).toBe(404);
    } finally {
      await db.run(sql`update components set restricted = false where id = ${component.id}`);
    }
  });

  it("say what the rest costs", async () => {
    const query = "?rate=2&editing_rate=0.5";
    const [czech] = (await report("words", `${component.project.slug}/`, undefined, query)).body as never as [
      Record<string, number>,
    ];
    const { total_words: total = 0, translated_words: translated = 0, fuzzy_words: editing = 0, cost } = czech;
    expect(cost).toBe((total - translated - editing) * 2 + editing * 0.5);
    expect(total).toBeGreaterThan(translated);
  });

  it("are files of every format, in which names are only text", async () => {
    await db.run(sql`update users set full_name = '<b>|=Petra*' where username = 'petra'`);
    const file = async (format: string) => {
      const answer = await send("GET", `/exports/reports/credits/${component.project.slug}/?format=${format}`, {
        key: admin.key,
      });
      return answer.text();
    };
    expect(await file("md")).toContain("| Czech | \\<b\\>\\|=Petra\\* | 2 |");
    expect(await file("rst")).toContain("   * - Czech\n     - \\<b\\>\\|=Petra\\*\n     - 2");
    expect(await file("html")).toContain("<td>Czech</td><td>&lt;b&gt;|=Petra*</td><td>2</td>");
    await db.run(sql`update users set full_name = '=1+1' where username = 'petra'`);
    expect(await file("csv")).toContain("Czech,'=1+1',2\r\n");
  });

  it("say when each language is translated, at the pace of the last eight weeks", async () => {
    const { slug } = component.project;
    const read = async (path: string) => (await report("forecast", path, admin.key)).body as never as object[];
    expect(await read(`${slug}/`)).toEqual([{ code: "cs", name: "Czech", left: 2, pace: 0, date: "" }]);
    await editUnit(admin.actor, await unitId(component, "cs", "Open 100%"), { targets: ["Otevřít 100%"], state: 20 });
    const [czech, ...more] = await read(`${slug}/`);
    expect(more).toEqual([]);
    // One string in eight weeks.
    const date = new Date(Date.now() + 8 * 7 * 86_400_000).toISOString().slice(0, 10);
    expect(czech).toEqual({ code: "cs", name: "Czech", left: 1, pace: 0.13, date });
    for (const path of paths().slice(1)) expect(await read(path), path).toEqual([czech]);
    const file = await send("GET", `/exports/reports/forecast/${slug}/?format=csv`, { key: admin.key });
    expect(await file.text()).toBe(`code,name,left,pace,date\r\ncs,Czech,1,0.13,${date}\r\n`);
  });
});
