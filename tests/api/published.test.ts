import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { selectAddons } from "@/lib/domain/addons/installed";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { logOf, runWaitingAddons } from "../support/addons";
import type { Upstream } from "../support/git";
import { connect } from "../support/loop";
import { textRows } from "../support/text-rows";
import { json, type Person, PO, pathOf, person, send } from "./support";

/** Translation files for everybody who knows their address. */

let admin: Person;
let component: ComponentRow;
let upstream: Upstream;
let addon: number;
let base: string;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  ({ component, upstream } = await connect(
    admin.actor,
    { "po/cs.po": PO, "po/de.po": PO.replace("Language: cs", "Language: de"), "secret.txt": "hidden" },
    { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false },
  ));
  ({ id: addon } = await installAddon(admin.actor, { component }, { name: "weblate.cdn.files" }));
  await runWaitingAddons();
  const [row] = await selectAddons(sql`a.id = ${addon}`);
  base = `/cdn/${row?.state.public}`;
});

interface Listed {
  path: string;
  language: string;
  size: number;
  sha256: string;
  url: string;
}
const manifest = async () => (await json("GET", `${base}/manifest.json`)).body as { version: number; files: Listed[] };
const bytesOf = async (path: string) => Buffer.from(await (await send("GET", path)).arrayBuffer()).toString();

describe("published files", () => {
  it("stand in a manifest with their checksums, for everybody", async () => {
    expect(await logOf(addon)).toEqual(["done installed: Published 2 changed files."]);
    const answer = await send("GET", `${base}/manifest.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const { version, files } = await manifest();
    expect(version).toBe(1);
    expect(files.map(({ path, language }) => [path, language])).toEqual([
      ["po/cs.po", "cs"],
      ["po/de.po", "de"],
    ]);
    for (const { url, sha256, size, path } of files) {
      const text = await bytesOf(pathOf(url));
      expect(text).toBe(upstream.read(path));
      expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
      expect(size).toBe(Buffer.byteLength(text));
    }
  });

  it("are never shown as pages of ours, and are asked for again only when they changed", async () => {
    const path = `${base}/files/po/cs.po`;
    const { headers } = await send("GET", path);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    const etag = headers.get("etag") ?? "";
    expect((await send("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await send("GET", path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("are those of the component and nothing else", async () => {
    for (const path of [
      `${base}/files/secret.txt`,
      `${base}/files/po/../secret.txt`,
      `${base}/files/`,
      `${base}/po/cs.po`,
      `${base}/`,
      "/cdn/manifest.json",
      "/cdn/00000000-0000-4000-8000-000000000000/manifest.json",
    ])
      expect((await send("GET", path)).status, path).toBe(404);
    expect((await send("POST", `${base}/manifest.json`)).status).toBe(405);
  });

  it("follow each commit, and only what has changed is stored anew", async () => {
    const before = await textRows(db, sql`select path, id from published_files order by path`);
    const address = (await manifest()).files[0]?.url;
    const { id } = (
      await textRows<{ id: number }>(
        db,
        sql`select u.id from units u join translations t on t.id = u.translation_id where t.component_id = ${component.id}
          and t.filename = 'po/cs.po' and u.state < 30 order by u.id limit 1`,
      )
    )[0] ?? { id: 0 };
    const [unit] = await textRows<{ forms: number }>(
      db,
      sql`select cardinality(targets) as forms from units where id = ${id}`,
    );
    await editUnit(admin.actor, id, { targets: Array(unit?.forms ?? 1).fill("Nový text %d"), state: 20 });
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(await runWaitingAddons()).toContain("committed");
    expect((await logOf(addon))[0]).toBe("done committed: Published 1 changed file.");
    const { files } = await manifest();
    expect(files[0]?.url).toBe(address);
    expect(await bytesOf(pathOf(files[0]?.url))).toContain("Nový text");
    const after = await textRows(db, sql`select path, id from published_files order by path`);
    expect(after[1]).toEqual(before[1]);
    expect(after[0]).not.toEqual(before[0]);
  });

  it("go with their language, their component and the add-on", async () => {
    upstream.commit({ "po/de.po": null });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect((await manifest()).files.map(({ path }) => path)).toEqual(["po/cs.po"]);
    await db.run(sql`update components set removed_at = now() where id = ${component.id}`);
    expect((await send("GET", `${base}/manifest.json`)).status).toBe(404);
    expect((await send("GET", `${base}/files/po/cs.po`)).status).toBe(404);
    await db.run(sql`update components set removed_at = null where id = ${component.id}`);
    expect((await send("GET", `${base}/files/po/cs.po`)).status).toBe(200);
    await removeAddon(admin.actor, addon);
    expect((await send("GET", `${base}/files/po/cs.po`)).status).toBe(404);
    expect(await textRows(db, sql`select 1 from published_files`)).toEqual([]);
  });

  it("are scripts and JSON for browsers only where Loquat has made them", async () => {
    const { component: site } = await connect(
      admin.actor,
      { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": '{"a": "Jablko"}\n' },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
    );
    const { id } = await installAddon(admin.actor, { component: site }, { name: "weblate.cdn.cdnjs" });
    const plain = await installAddon(admin.actor, { component: site }, { name: "weblate.cdn.files" });
    await runWaitingAddons();
    const at = async (one: number) => `/cdn/${(await selectAddons(sql`a.id = ${one}`))[0]?.state.public}/files`;
    const typeOf = async (path: string) => (await send("GET", path)).headers.get("content-type");
    expect(await typeOf(`${await at(id)}/loquat.js`)).toBe("text/javascript; charset=utf-8");
    const { headers } = await send("GET", `${await at(id)}/loquat.js`);
    // Pages of other sites load it.
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(await typeOf(`${await at(id)}/cs.json`)).toBe("application/json");
    expect(await typeOf(`${await at(plain.id)}/l/cs.json`)).toBe("application/octet-stream");
    expect(JSON.parse(await bytesOf(`${await at(id)}/cs.json`))).toEqual({ Apple: "Jablko" });
  });
});
