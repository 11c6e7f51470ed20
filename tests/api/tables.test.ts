import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { json, type Person, PO, person, send } from "./support";

/** Tables of the pages as files for spreadsheets. */

let admin: Person;
let reader: Person;
let component: ComponentRow;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  reader = await person("reader");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  await db.run(sql`update components set name = '=cmd()' where id = ${component.id}`);
  await db.run(sql`insert into alerts (component_id, kind) values (${component.id}, 'UpdateFailure')`);
  await db.run(sql`update repositories set url = 'https://robot:swordfish@git.example.org/a.git', to_push = 2`);
});

async function table(path: string, who: Person | undefined = admin, headers: Record<string, string> = {}) {
  const answer = await send("GET", `/tables/${path}`, { key: who?.key, headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const marked = bytes.subarray(0, 3).toString("hex") === "efbbbf";
  const text = bytes.subarray(marked ? 3 : 0).toString();
  return {
    status: answer.status,
    marked,
    type: answer.headers.get("content-type"),
    lines: text.trim().split("\r\n"),
    text,
  };
}

describe("a table as CSV", () => {
  it("has the rows of its page under heads in the language of the reader, and runs nothing", async () => {
    const found = await table(`components/${component.project.slug}/`, admin, { "accept-language": "de" });
    expect(found).toMatchObject({ status: 200, marked: true, type: "text/csv; charset=utf-8" });
    expect(found.lines[0]).toContain("Komponente,");
    expect(found.lines[1]).toMatch(/^'=cmd\(\)',,http.*\/app\/,\d+,\d+,/);
    expect(found.lines).toHaveLength(2);
  });

  it("is narrowed as its page is", async () => {
    const { slug } = component.project;
    expect((await table(`components/${slug}/?q=nothing`)).lines).toHaveLength(1);
    expect((await table(`components/${slug}/?state=alerts`)).lines).toHaveLength(2);
    expect((await table(`repositories/${slug}/?state=behind`)).lines).toHaveLength(1);
    expect((await table(`alerts/${slug}/?kind=ParseError`)).lines).toHaveLength(1);
    expect((await table(`alerts/${slug}/?q=cmd`)).lines[1]).toContain("UpdateFailure");
    expect((await table(`projects/?q=${encodeURIComponent(component.project.name)}`)).lines).toHaveLength(2);
    expect((await table("users/?q=reader")).lines).toHaveLength(2);
  });

  it("has teams, languages and tokens, narrowed and ordered as their pages are", async () => {
    const teams = (await table("teams/", admin, { "accept-language": "de" })).lines;
    expect(teams[0]).toBe("Team,Projekt,Reichweite,Mitglieder,Rollen");
    expect(teams.slice(1).every((line) => line.split(",")[1] === "")).toBe(true);
    expect((await table("teams/?down=1")).lines.slice(1)).toEqual((await table("teams/")).lines.slice(1).toReversed());
    expect((await table(`teams/?kind=all&q=${component.project.slug}`)).lines[1]).toContain(component.project.name);
    expect((await table("languages/?kind=used&order=sources")).lines[1]).toMatch(/^English,en,/);
    expect((await table("languages/?kind=used&down=1")).lines.at(-1)).toMatch(/^Czech,cs,/);
    const german = { "accept-language": "de" };
    expect((await table("languages/?q=Tschechisch", admin, german)).lines[1]).toMatch(/^Tschechisch,cs,/);
    expect((await table("languages/?q=xyzzy")).lines).toHaveLength(1);
    expect((await table("tokens/?q=reader")).lines).toHaveLength(2);
    expect((await table("tokens/?q=reader&kind=project")).lines).toHaveLength(1);
    expect((await table("tokens/")).text).not.toContain(reader.key);
  });

  it("has labels in the order of their page, and screenshots as they are narrowed", async () => {
    const { slug } = component.project;
    for (const [name, color] of [
      ["Menu", "blue"],
      ["=cmd()", "red"],
      ["about", "navy"],
    ])
      await json("POST", `/api/projects/${slug}/labels/`, { key: admin.key, body: { name, color } });
    await db.run(sql`
      insert into source_unit_labels (source_id, label_id) select s.id, l.id from source_units s, labels l
      where s.component_id = ${component.id} and l.name = 'Menu' order by s.id limit 1`);
    const names = (lines: string[]) => lines.slice(1).map((line) => line.split(",")[0]);
    const labels = (await table(`labels/${slug}/`, admin, { "accept-language": "de" })).lines;
    expect(labels[0]).toBe("Name,Beschreibung,Farbe,Zeichenketten");
    expect(names(labels)).toEqual(["'=cmd()'", "about", "Menu"]);
    expect(names((await table(`labels/${slug}/?order=strings`)).lines)[0]).toBe("Menu");
    expect(names((await table(`labels/${slug}/?down=1`)).lines)[0]).toBe("Menu");
    expect((await table("labels/")).status).toBe(404);
    await db.run(sql`
      insert into screenshots (name, translation_id, file_key, mime_type, width, height)
      select 'Start ' || n, t.id, 'x' || n, 'image/png', 10, 10 from generate_series(1, 2) n, translations t
      where t.component_id = ${component.id} and not t.is_source`);
    const shots = (await table(`screenshots/${slug}/`)).lines;
    expect(shots).toHaveLength(3);
    expect(shots[1]).toMatch(/^Start 2,'=cmd\(\)',Czech,0,http.*\/screenshot\/\d+\/$/);
    expect((await table(`screenshots/${slug}/app/?q=1`)).lines).toHaveLength(2);
    expect((await table(`screenshots/${slug}/app/cs/?kind=loose`)).lines).toHaveLength(3);
  });

  it("has projects in the order of their page", async () => {
    const last = (await table("projects/?order=todo&down=0")).lines.at(-1);
    expect((await table("projects/?order=todo")).lines[1]).toBe(last);
  });

  it("shows no secrets of addresses", async () => {
    const { text, lines } = await table("repositories/");
    expect(lines[1]).toContain("https://git.example.org/a.git");
    expect(text).not.toContain("swordfish");
  });

  it("is for those who may see its page", async () => {
    const { slug } = component.project;
    for (const path of ["repositories/", "users/", "teams/", "languages/", "tokens/", `people/${slug}/`])
      expect([path, (await table(path, reader)).status]).toEqual([path, 403]);
    expect((await table(`people/${slug}/`)).status).toBe(200);
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    for (const path of ["components", "repositories", "alerts"])
      expect((await table(`${path}/${slug}/`, reader)).lines).toHaveLength(1);
    await db.run(sql`update components set restricted = false where id = ${component.id}`);
  });

  it("that does not exist is not found", async () => {
    const { slug } = component.project;
    for (const path of [
      "nothing/",
      "people/",
      `users/${slug}/`,
      `teams/${slug}/`,
      `components/${slug}/app/`,
      "components/nowhere/",
    ])
      expect([path, (await json("GET", `/tables/${path}`, { key: admin.key })).status]).toEqual([path, 404]);
  });
});
