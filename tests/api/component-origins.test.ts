import JSZip from "jszip";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponent } from "@/lib/domain/components/components";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { issueToken } from "@/lib/domain/users/tokens";
import { dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, rawSql, sql } from "@/lib/platform/database";
import { counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";
import { send } from "./support";

let admin: Actor;
let key = "";
const at = "/api/projects/orchard/components/";

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  key = (await issueToken(admin.userId)).key;
  await createProject(admin, { name: "Orchard", slug: "orchard", web: "https://example.org/" });
});

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

async function imported(slug: string) {
  const component = await findComponent(admin, { projectSlug: "orchard", categoryPath: "", componentSlug: slug });
  await importComponent(component.id, () => {});
  return findComponent(admin, { projectSlug: "orchard", categoryPath: "", componentSlug: slug });
}

async function errorOf(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, Object.keys((await answer.json()) as object)[0]];
}

describe("a component from an archive", () => {
  it("is told of by a dry run, which stores nothing and refuses alike", async () => {
    const zip = new JSZip();
    zip.file("l/en.json", '{\n  "a": "Apple"\n}\n');
    zip.file("l/cs_CZ.json", '{\n  "a": "Jablko"\n}\n');
    zip.file("docs/note.txt", "kept\n");
    const file = new File([(await zip.generateAsync({ type: "uint8array" })) as BlobPart], "start.zip");
    const fields = { name: "Told", slug: "told", filemask: "l/*.json", template: "l/en.json", file_format: "json" };
    const rows = () =>
      Promise.all(
        ["components", "repositories", "translations", "local_files", "tasks", "changes"].map((table) =>
          textRows(db, sql`select to_jsonb(x)::text from ${rawSql(table)} x order by 1`),
        ),
      );
    const before = await rows();
    const ask = (body: FormData, who = key) => send("POST", `${at}?dry_run=true`, { key: who, body });
    const told = await ask(form({ ...fields, zipfile: file }));
    expect(told.status).toBe(200);
    expect(await told.json()).toEqual({
      ...{ dry_run: true, linked_component: null, filemask: "l/*.json", file_format: "json" },
      ...{ template: "l/en.json", new_base: "", files: 3 },
      languages: expect.arrayContaining([{ code: "cs_CZ", language: "cs", filename: "l/cs_CZ.json" }]),
    });
    const wrong = [
      form({ ...fields, filemask: "nothing/*.json", template: "", zipfile: file }),
      form({ ...fields, zipfile: new File(["no archive"], "start.zip") }),
      form({ ...fields, slug: "a b", zipfile: file }),
    ];
    for (const body of wrong) {
      const refused = await send("POST", at, { key, body });
      const answer = await ask(body);
      expect([answer.status, await answer.json()]).toEqual([400, await refused.json()]);
    }
    const stranger = (await issueToken((await makePerson("stranger")).userId)).key;
    expect((await ask(form({ ...fields, zipfile: file }), stranger)).status).toBe(403);
    expect(await rows()).toEqual(before);
  });

  it("has its files, and gets them back when the working copy is lost", async () => {
    const zip = new JSZip();
    zip.file("l/en.json", '{\n  "a": "Apple"\n}\n');
    zip.file("l/cs.json", '{\n  "a": "Jablko"\n}\n');
    zip.file("docs/note.txt", "kept\n");
    const file = new File([(await zip.generateAsync({ type: "uint8array" })) as BlobPart], "start.zip");
    const answer = await send("POST", at, {
      key,
      body: form({
        name: "Zip",
        slug: "zip",
        filemask: "l/*.json",
        template: "l/en.json",
        file_format: "json",
        zipfile: file,
      }),
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ vcs: "local", repo: "local:", branch: "main" });
    const component = await imported("zip");
    expect(await findUnit(admin, await unitId(component, "cs", "a"))).toMatchObject({ targets: ["Jablko"], state: 20 });
    await editUnit(admin, await unitId(component, "cs", "a"), { targets: ["Jabko"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    await dropWorkingCopy(component.repositoryId);
    await performOperation(component.repositoryId, "pull");
    const archive = await JSZip.loadAsync(
      await (await send("GET", "/api/components/orchard/zip/file/", { key })).arrayBuffer(),
    );
    expect(await archive.file("orchard/zip/l/cs.json")?.async("string")).toBe('{\n  "a": "Jabko"\n}\n');
    expect(await counterDrift()).toEqual([]);
  });

  it("is refused when it is none, a bomb or leaves its folder, and nothing is stored", async () => {
    const fields = { name: "Bad", slug: "bad", filemask: "l/*.json", template: "l/en.json", file_format: "json" };
    const none = form({ ...fields, zipfile: new File(["no zip"], "a.zip") });
    expect(await errorOf(await send("POST", at, { key, body: none }))).toEqual([400, "zipfile"]);
    const json = await send("POST", at, { key, body: { ...fields, zipfile: "UEsDB" } });
    expect(await errorOf(json)).toEqual([400, "zipfile"]);
    for (const path of ["git~1/config", "a/GIT~1", ".git ./config", ".git::$INDEX_ALLOCATION/x", ".g\u200cit/config"]) {
      const hostile = new JSZip();
      hostile.file("l/en.json", "{}");
      hostile.file(path, "x");
      const file = new File([(await hostile.generateAsync({ type: "uint8array" })) as BlobPart], "a.zip");
      const answer = await send("POST", at, { key, body: form({ ...fields, zipfile: file }) });
      expect([path, ...(await errorOf(answer))]).toEqual([path, 400, "zipfile"]);
    }
    const zip = new JSZip();
    zip.file("l/en.json", "{}", { createFolders: false });
    zip.file("../../evil.json", "{}", { createFolders: false });
    const evil = new File([(await zip.generateAsync({ type: "uint8array" })) as BlobPart], "a.zip");
    expect(await errorOf(await send("POST", at, { key, body: form({ ...fields, zipfile: evil }) }))).toEqual([
      400,
      "zipfile",
    ]);
    expect((await send("GET", "/api/components/orchard/bad/", { key })).status).toBe(404);
  });
});

describe("a component from a document", () => {
  it("has it as base file, under a mask made from its name", async () => {
    const answer = await send("POST", at, {
      key,
      body: form({
        name: "Doc",
        slug: "doc",
        file_format: "json",
        docfile: new File(['{\n  "a": "Apple"\n}\n'], "strings.json"),
      }),
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      filemask: "doc/*.json",
      template: "doc/en.json",
      new_base: "doc/en.json",
      vcs: "local",
    });
    const component = await imported("doc");
    expect(await findUnit(admin, await unitId(component, "en", "a"))).toMatchObject({ targets: ["Apple"] });
  });

  it("is refused with a wrong ending, or when it cannot be read", async () => {
    const fields = { name: "Bad", slug: "bad", file_format: "json" };
    const picture = form({ ...fields, docfile: new File(["x"], "a.png") });
    expect(await errorOf(await send("POST", at, { key, body: picture }))).toEqual([400, "docfile"]);
    const broken = form({ ...fields, docfile: new File(["{ nope"], "a.json") });
    expect((await send("POST", at, { key, body: broken })).status).toBe(400);
  });
});

describe("a component from another one", () => {
  it("has its settings and its files in a repository of its own", async () => {
    const answer = await send("POST", at, { key, body: { name: "Copy", slug: "copy", from_component: "orchard/zip" } });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ filemask: "l/*.json", template: "l/en.json", vcs: "local" });
    const component = await imported("copy");
    expect(await findUnit(admin, await unitId(component, "cs", "a"))).toMatchObject({ targets: ["Jabko"] });
    const clash = { name: "C", slug: "c", from_component: "orchard/zip", filemask: "x/*.json" };
    expect(await errorOf(await send("POST", at, { key, body: clash }))).toEqual([400, "filemask"]);
    const unknown = { name: "C", slug: "c", from_component: "orchard/nope" };
    expect(await errorOf(await send("POST", at, { key, body: unknown }))).toEqual([400, "from_component"]);
  });
});

describe("an empty component", () => {
  it("starts with its base file, and shares its repository with a second one", async () => {
    const fields = { repo: "local:", vcs: "local", file_format: "json", filemask: "x/*.json", template: "x/en.json" };
    expect((await send("POST", at, { key, body: { ...fields, name: "Empty", slug: "empty" } })).status).toBe(201);
    const component = await imported("empty");
    expect(component.filemask).toBe("x/*.json");
    const linked = await send("POST", at, {
      key,
      body: { ...fields, name: "Linked", slug: "linked", vcs: "git", repo: "internal://orchard/empty" },
    });
    expect(linked.status).toBe(201);
    expect(await linked.json()).toMatchObject({ linked_component: expect.stringContaining("/orchard/empty/") });
  });

  it("keeps its link when its own body is put again, and takes no other address", async () => {
    await imported("linked");
    const body = { name: "Linked", slug: "linked", vcs: "git", file_format: "json", filemask: "x/*.json" };
    const put = (repo: string) =>
      send("PUT", "/api/components/orchard/linked/", { key, body: { ...body, template: "x/en.json", repo } });
    for (const repo of ["internal://orchard/empty", "weblate://Orchard/empty/"]) {
      const answer = await put(repo);
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { linked_component: expect.stringContaining("/orchard/empty/") },
      ]);
    }
    const other = { repo: "internal://orchard/linked" };
    expect(await errorOf(await send("PATCH", "/api/components/orchard/linked/", { key, body: other }))).toEqual([
      400,
      "repo",
    ]);
  });

  it("is shared by an address in upper or lower case, by those who may edit it", async () => {
    const share = (repo: string, slug: string, who = key) => {
      const body = {
        name: slug,
        slug,
        vcs: "git",
        repo,
        file_format: "json",
        filemask: "x/*.json",
        template: "x/en.json",
      };
      return send("POST", at, { key: who, body });
    };
    expect((await share("internal://Orchard/EMPTY", "upper")).status).toBe(201);
    expect(await errorOf(await share("internal://orchard/nothing", "nothing"))).toEqual([400, "repo"]);
    const other = await createProject(admin, { name: "Other", slug: "other", web: "https://example.org/" });
    const { key: foreign } = await issueToken(admin.userId, { projectId: other.id });
    const answer = await send("POST", "/api/projects/other/components/", {
      key: foreign,
      body: {
        name: "Theirs",
        slug: "theirs",
        vcs: "git",
        repo: "weblate://orchard/empty",
        file_format: "json",
        filemask: "x/*.json",
      },
    });
    expect(await errorOf(answer)).toEqual([400, "repo"]);
  });

  it("says what is missing", async () => {
    const answer = await send("POST", at, { key, body: { name: "None", slug: "none" } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      repo: [expect.any(String)],
      filemask: [expect.any(String)],
      file_format: [expect.any(String)],
    });
  });
});
