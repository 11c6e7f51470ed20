import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadActor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removePerson } from "@/lib/domain/users/manage-users";
import { ownData } from "@/lib/domain/users/own-data";
import { db, sql } from "@/lib/platform/database";
import type { Upstream } from "../support/git";
import { connect, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { json, type Person, PO, person, send } from "./support";

/** Names under which work leaves a project: what takes them, who may have them, and where they stand. */

let admin: Person;
let petra: Person;
let jan: Person;
let component: ComponentRow;
let upstream: Upstream;
let slug: string;

const at = (who: string, project = slug) => `/api/users/${who}/pseudonyms/${project}/`;
const choose = (name: unknown, more: object = {}, key = petra.key, path = at("petra")) =>
  json("PUT", path, { key, body: { name, ...more } });
const save = async (who: Person, text: string) =>
  editUnit(who.actor, await unitId(component, "cs", "Quit"), { targets: [text], state: 20 });
const commit = () => performOperation(component.repositoryId, "commit");

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  jan = await person("jan");
  ({ component, upstream } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  slug = component.project.slug;
});
beforeEach(async () => {
  await db.run(sql`delete from pseudonyms`);
});

describe("a pseudonym", () => {
  it("is chosen, listed, changed and removed", async () => {
    const { status, body } = await choose("  Night   Owl ");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Night Owl",
      own_address: false,
      project: `http://loquat.test/api/projects/${slug}/`,
      url: `http://loquat.test${at("petra")}`,
    });
    expect(String(body.address)).toMatch(/^[0-9a-f]{16}@users\.noreply\.loquat\.test$/);
    const own = await choose("Owl", { own_address: true });
    expect(own.body).toMatchObject({ name: "Owl", address: "petra@example.org" });
    // It was the same address before, and is again.
    expect((await choose("Owl")).body.address).toBe(body.address);
    const list = await json("GET", "/api/users/petra/pseudonyms/", { key: petra.key });
    expect(list.body).toMatchObject({ count: 1, results: [{ name: "Owl" }] });
    expect((await send("DELETE", at("petra"), { key: petra.key })).status).toBe(204);
    expect((await send("DELETE", at("petra"), { key: petra.key })).status).toBe(404);
    expect((await send("GET", at("petra"), { key: petra.key })).status).toBe(404);
  });

  it("is one's own: nobody else reads, sets or removes it but who manages users", async () => {
    await choose("Night Owl");
    for (const method of ["GET", "DELETE"] as const)
      expect((await send(method, at("petra"), { key: jan.key })).status).toBe(403);
    expect((await choose("Jan's", {}, jan.key)).status).toBe(403);
    expect((await send("GET", "/api/users/petra/pseudonyms/", { key: jan.key })).status).toBe(403);
    expect((await send("GET", at("petra"))).status).toBe(404);
    expect((await send("DELETE", at("petra"), { key: admin.key })).status).toBe(204);
  });

  it("is refused where it could be more than a name", async () => {
    const evil = [
      "",
      "   ",
      "Eve <eve@example.org>",
      "Eve\nCo-authored-by: Ada <ada@example.org>",
      "Eve\rX",
      "Eve\0",
      "Co-authored-by: Ada",
      "ada@example.org",
      "-Eve",
      ". . .",
      "Eve\u202e",
      "Ad\u200ba",
      'Eve" --amend',
      "$(id)",
      "x".repeat(81),
    ];
    for (const name of evil) {
      const { status, body } = await choose(name);
      expect([name, status]).toEqual([name, 400]);
      expect(JSON.stringify(body)).toContain("name");
    }
    expect(await textRows(db, sql`select 1 from pseudonyms`)).toEqual([]);
    for (const name of ["Ülkü Öz", "青い 鳥", "O’Neill-Smith Jr.", "नमस्ते", "R2 D2"])
      expect([name, (await choose(name)).status]).toEqual([name, 200]);
  });

  it("is refused where somebody else goes by it, however it is spelled", async () => {
    await db.run(sql`update users set full_name = 'Jan  Novák' where username = 'jan'`);
    for (const name of ["jan", "JAN", "Jan Novák", "jan NOVÁK", "Ｊan", "Loquat", "admin"])
      expect([name, (await choose(name)).body]).toMatchObject([name, { errors: [{ attr: "name", code: "unique" }] }]);
    await choose("Night Owl");
    expect((await choose("night owl", {}, jan.key, at("jan"))).status).toBe(400);
    // One's own names are nobody else's.
    expect((await choose("Petra")).status).toBe(200);
  });

  it("is for projects that one may see", async () => {
    await db.run(sql`update projects set access_control = 100 where slug = ${slug}`);
    const hidden = await choose("Night Owl");
    await db.run(sql`update projects set access_control = 0 where slug = ${slug}`);
    const none = await choose("Night Owl", {}, petra.key, at("petra", "no-such-project"));
    expect([hidden.status, none.status]).toEqual([400, 400]);
  });

  it("goes with the account, and stands in what is known of it", async () => {
    const nora = await person("nora");
    await choose("Evening Star", {}, nora.key, at("nora"));
    let data = "";
    const actor = await loadActor(nora.actor.userId);
    if (!actor) throw new Error("no actor");
    for await (const piece of ownData(actor)) data += piece;
    expect(data).toContain("Evening Star");
    await removePerson(admin.actor, "nora");
    expect(await textRows(db, sql`select 1 from pseudonyms`)).toEqual([]);
  });
});

describe("what leaves the project", () => {
  it("says it from then on: commits, headers, add-ons; what was saved before keeps its name", async () => {
    await installAddon(admin.actor, { component }, { name: "weblate.gettext.authors" });
    await save(petra, "Skončit");
    const { body } = await choose("Night Owl");
    await commit();
    expect(upstream.git("log", "-1", "--format=%an <%ae>")).toBe("Petra <petra@example.org>\n");
    await save(petra, "Zavřít");
    await commit();
    const signature = `Night Owl <${body.address}>`;
    expect(upstream.git("log", "-1", "--format=%an <%ae>")).toBe(`${signature}\n`);
    const diff = upstream.git("show", "HEAD");
    expect(diff).toContain(`+"Last-Translator: ${signature}\\n"`);
    expect(diff).toContain(`+# ${signature}`);
    expect(diff).not.toMatch(/^\+.*petra/im);
    await send("DELETE", at("petra"), { key: petra.key });
    await save(petra, "Ukončit");
    await commit();
    expect(upstream.git("log", "-1", "--format=%an <%ae>")).toBe("Petra <petra@example.org>\n");
  });

  it("does not take an address that is not confirmed, nor say the user name", async () => {
    await choose("Night Owl", { own_address: true });
    await db.run(sql`update users set email_confirmed = false where username = 'petra'`);
    await save(petra, "Odejít");
    await db.run(sql`update users set email_confirmed = true where username = 'petra'`);
    await commit();
    expect(upstream.git("log", "-1", "--format=%an <%ae>")).toMatch(/^Night Owl <[0-9a-f]{16}@users\.noreply\./);
  });

  it("says it in downloads and credits of this project, and of no other", async () => {
    const other = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    await choose("Night Owl");
    await save(petra, "Zavřít");
    await editUnit(petra.actor, await unitId(other.component, "cs", "Quit"), { targets: ["Zavřít"], state: 20 });
    const period = "start=2000-01-01T00:00:00Z&end=2100-01-01";
    const here = await (await send("GET", `/api/projects/${slug}/credits/?${period}`, { key: admin.key })).text();
    expect(here).toContain('"full_name":"Night Owl"');
    expect(here).not.toMatch(/petra/i);
    const elsewhere = `/api/projects/${other.component.project.slug}/credits/?${period}`;
    expect(await (await send("GET", elsewhere, { key: admin.key })).text()).toContain('"full_name":"Petra"');
    const table = await send("GET", `/exports/reports/credits/${slug}/?start=2020-01-01&end=2029-12-31`, {
      key: admin.key,
    });
    const rows = await table.text();
    expect(rows).toContain("Night Owl");
    expect(rows).not.toMatch(/petra/i);
    const file = await send("GET", `/api/translations/${slug}/app/cs/file/?format=po`, { key: admin.key });
    expect(await file.text()).toContain("Last-Translator: Night Owl <");
  });

  it("and within Loquat the user name stays", async () => {
    await choose("Night Owl");
    await save(petra, "Konec");
    const changes = await (await send("GET", `/api/projects/${slug}/changes/`, { key: admin.key })).text();
    expect(changes).toContain("/api/users/petra/");
    expect(changes).not.toContain("Night Owl");
  });
});
