import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { importComponent } from "@/lib/domain/creation/import-component";
import { removeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { componentArchive } from "@/lib/domain/exports/archives";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { currentFile } from "@/lib/domain/working-copy/current-file";
import { dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { readArchive } from "@/lib/platform/archive";
import { db, sql } from "@/lib/platform/database";
import { runWaitingAddons } from "../support/addons";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

/** A file that says itself which language it holds, through every door: the file is written as any other. */

let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const PATH = "app/messages.xliff";
const TEXT = `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
  <file id="f1">
    <!-- Kept as it is -->
    <unit id="quince"><segment><source>Quince</source><target>Quitte</target></segment></unit>
    <unit id="basket"><segment><source>Basket</source><target>Korb</target></segment></unit>
    <unit id="scales"><segment><source>Scales</source></segment></unit>
  </file>
</xliff>
`;
const FILES = { [PATH]: TEXT, "README.md": "Quinces\n" };
const SETTINGS = { filemask: `${PATH}/*`, fileFormat: "xliff2" } as const;

const textsOf = async (component: ComponentRow, code = "de") => {
  const rows = await textRows<{ target: string }>(
    db,
    sql`
    select u.targets[1] as target from units u join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and l.code = ${code} order by u.position`,
  );
  return rows.map((row) => row.target);
};

async function whole(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

const say = async (component: ComponentRow, source: string, target: string) =>
  editUnit(petra, await unitId(component, "de", source), { targets: [target], state: 20 });

describe("a file that names its language", () => {
  it("comes in under that language, and gets only the texts that were typed", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    expect(await textsOf(component)).toEqual(["Quitte", "Korb", ""]);
    const german = await findTranslation(admin, component, "de");
    expect(german).toMatchObject({ filename: `${PATH}/de`, languageCode: "de" });
    await say(component, "Basket", "Der Korb");
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(PATH)).toBe(TEXT.replace(">Korb<", ">Der Korb<"));
    expect(upstream.git("ls-tree", "-r", "--name-only", "main").trim().split("\n")).toEqual(["README.md", PATH]);
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it.each(["rebase", "merge"])("keeps both sides' texts when upstream changes others (%s)", async (mergeStyle) => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle, push: "" });
    await say(component, "Basket", "Der Korb");
    await performOperation(component.repositoryId, "commit");
    await say(component, "Scales", "Waage");
    const theirs = TEXT.replace(">Quitte<", ">Die Quitte<").replace("Kept as it is", "Still kept");
    upstream.commit({ [PATH]: theirs });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textsOf(component)).toEqual(["Die Quitte", "Der Korb", "Waage"]);
    await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    const ours = theirs.replace(">Korb<", ">Der Korb<");
    expect(upstream.read(PATH)).toBe(
      ours.replace("<source>Scales</source>", "<source>Scales</source><target>Waage</target>"),
    );
    expect(await counterDrift()).toEqual([]);
  });

  it("survives a lost working copy and a reset", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, push: "" });
    await say(component, "Basket", "Der Korb");
    await performOperation(component.repositoryId, "commit");
    await dropWorkingCopy(component.repositoryId);
    await performOperation(component.repositoryId, "commit");
    expect(await performOperation(component.repositoryId, "reset")).toEqual({ result: true });
    expect(await findUnit(petra, await unitId(component, "de", "Basket"))).toMatchObject({
      targets: ["Der Korb"],
      pending: true,
    });
    await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(PATH)).toBe(TEXT.replace(">Korb<", ">Der Korb<"));
  });

  it.each(["rebase", "merge"])("that upstream breaks changes nothing until it is mended (%s)", async (mergeStyle) => {
    const other = TEXT.replace('trgLang="de"', 'trgLang="fr"');
    const files = { ...FILES, "app/other.xliff": other };
    const { component, upstream } = await connect(admin, files, { ...SETTINGS, mergeStyle, push: "" });
    const address = `internal://${component.project.slug}/app`;
    const beside = await createComponent(admin, component.project.slug, {
      ...{ name: "Other", slug: "other", repo: address, filemask: "app/other.xliff/*", fileFormat: "xliff2" },
    });
    await importComponent(beside.id, () => {});
    await say(component, "Basket", "Der Korb");
    await performOperation(component.repositoryId, "commit");
    await say(component, "Scales", "Waage");
    const broken = TEXT.replace("</unit>", "</unti>");
    upstream.commit({ [PATH]: broken, "app/other.xliff": other.replace(">Quitte<", ">Coing<") });
    const answer = await performOperation(component.repositoryId, "pull");
    expect(answer.detail).toContain(PATH);
    const alert = await textRow<{ details: { files: { filename: string; line: number; column: number }[] } }>(
      db,
      sql`select details from alerts where component_id = ${component.id} and kind = 'ParseError'`,
    );
    expect(alert?.details.files[0]).toMatchObject({ filename: PATH, line: 5 });
    expect(alert?.details.files[0]?.column).toBeGreaterThan(1);
    expect(await textsOf(component)).toEqual(["Quitte", "Der Korb", "Waage"]);
    expect(await textsOf(beside, "fr")).toEqual(["Coing", "Korb", ""]);
    await performOperation(component.repositoryId, "commit");
    expect(await textsOf(component)).toEqual(["Quitte", "Der Korb", "Waage"]);
    upstream.commit({ [PATH]: TEXT.replace(">Quitte<", ">Die Quitte<") });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textsOf(component)).toEqual(["Die Quitte", "Der Korb", "Waage"]);
    expect(
      await textRows(db, sql`select * from alerts where component_id = ${component.id} and kind = 'ParseError'`),
    ).toEqual([]);
    await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(PATH)).toContain(">Der Korb<");
    expect(upstream.read(PATH)).toContain(">Waage<");
    expect(await counterDrift()).toEqual([]);
  });

  it("goes with its language, and has no place for another", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    await expect(beginLanguage(admin, component, "cs")).rejects.toMatchObject({
      fields: [
        {
          path: "languageCode",
          message: "An XLIFF 2 file contains one language, and this one contains only de. cs cannot be added.",
        },
      ],
    });
    const german = await findTranslation(admin, component, "de");
    await removeLanguageFrom(admin, german);
    await removeLanguageFile({
      ...{ repository: component.repositoryId, component: component.id, filename: german.filename, language: "German" },
    });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("ls-tree", "-r", "--name-only", "main").trim().split("\n")).toEqual(["README.md"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("takes its language along when upstream removes it", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    upstream.commit({ [PATH]: null });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textsOf(component)).toEqual([]);
    const alerts = await textRows<{ kind: string }>(
      db,
      sql`select kind from alerts where component_id = ${component.id}`,
    );
    expect(alerts.map((row) => row.kind)).toContain("NoMaskMatches");
    upstream.commit({ [PATH]: TEXT });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textsOf(component)).toEqual(["Quitte", "Korb", ""]);
    expect(await counterDrift()).toEqual([]);
  });

  it("leaves as a download, comes back as an upload, and is in archives under its own name", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const german = await findTranslation(admin, component, "de");
    await say(component, "Basket", "Der Korb");
    const edited = TEXT.replace(">Korb<", ">Der Korb<");
    expect(Buffer.from((await currentFile(component, german.id)).content).toString()).toBe(edited);
    const archive = async () => {
      const members = await readArchive(await whole(componentArchive(admin, component)), {
        ...{ entries: 100, entryBytes: 10_000, bytes: 100_000 },
      });
      return members.map(({ path, content }) => [path, Buffer.from(content).toString()]);
    };
    expect(await archive()).toEqual([[`${component.project.slug}/app/${PATH}`, edited]]);
    const upload = (text: string, method: "translate" | "replace") =>
      uploadFile(admin, german, {
        ...{ filename: "de.xliff", bytes: Buffer.from(text), method, conflicts: "replace-translated", fuzzy: "" },
      });
    await expect(upload(TEXT.replace('"de"', '"fr"'), "translate")).rejects.toMatchObject({
      fields: [{ path: "file", message: "The file contains no texts in de. Its languages: fr." }],
    });
    expect(await upload(TEXT.replace(">Quitte<", ">Frucht<"), "translate")).toMatchObject({ accepted: 2 });
    const replaced = TEXT.replace(">Quitte<", ">Obst<").replace("Kept as it is", "Replaced");
    expect(await upload(replaced, "replace")).toMatchObject({ total: 3 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(PATH)).toBe(replaced);
    expect(await archive()).toEqual([[`${component.project.slug}/app/${PATH}`, replaced]]);
  });

  it("is offered by discovery with its strings, and found by the add-on that makes components by a pattern", async () => {
    const { component, upstream } = await connect(
      admin,
      { ...FILES, "app/en.json": '{"a": "A"}\n', "app/cs.json": '{"a": "A"}\n' },
      { filemask: "app/*.json", template: "app/en.json", fileFormat: "json" },
    );
    const found = await discoverComponents(admin, component.project.slug, { repo: upstream.url });
    const proposal = found.proposals.find((one) => one.fileFormat === "xliff2");
    expect(proposal).toMatchObject({
      filemask: `${PATH}/*`,
      template: "",
      languages: [{ code: "de", language: "de" }],
    });
    expect(proposal?.sample[0]).toEqual({ source: "Quince", target: "Quitte" });
    const configuration = { match: "app/(?P<component>[^/]*)\\.xliff/(?P<language>[^/]*)", file_format: "xliff2" };
    await installAddon(admin, { component }, { name: "weblate.discovery.discovery", configuration });
    await runWaitingAddons();
    const made = await textRow<{ id: number; filemask: string }>(
      db,
      sql`select id, filemask from components where linked_component_id = ${component.id}`,
    );
    expect(made?.filemask).toBe(`${PATH}/*`);
    await importComponent(made?.id ?? 0, () => {});
    expect(await textsOf(await findComponentById(admin, made?.id ?? 0))).toEqual(["Quitte", "Korb", ""]);
  });

  it("stays as it is when add-ons write files", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const configuration = { filename: `${PATH}/{{ language_code }}x`, template: "x" };
    await installAddon(admin, { component }, { name: "weblate.generate.generate", configuration });
    await runWaitingAddons();
    await say(component, "Basket", "Der Korb");
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(PATH)).toBe(TEXT.replace(">Korb<", ">Der Korb<"));
    expect(upstream.git("log", "-1", "--format=%s%n%b", "main")).not.toContain(`${PATH}/de`);
  });

  it("says clearly what is wrong with a mask", async () => {
    const { component } = await connect(
      admin,
      { ...FILES, "app/none.xliff": TEXT.replace(' trgLang="de"', "") },
      SETTINGS,
    );
    const problem = async (change: Parameters<typeof updateComponent>[2]) => {
      const refused = await updateComponent(admin, component, change).catch((error) => error);
      return refused.fields?.map(({ path, message }: { path: string; message: string }) => [path, message]);
    };
    expect(await problem({ filemask: "app/none.xliff/*" })).toEqual([
      ["filemask", "app/none.xliff does not declare its languages."],
    ]);
    expect(await problem({ filemask: "app/nothing.xliff/*" })).toEqual([
      ["filemask", "No file in the repository matches app/nothing.xliff/*. For example, there is app/messages.xliff."],
    ]);
    expect(await problem({ filemask: PATH })).toEqual([
      [
        "filemask",
        `The file mask must contain * in place of the language code. If this one file contains several languages, enter ${PATH}/*.`,
      ],
    ]);
    expect(await problem({ newBase: `${PATH}/fr` })).toEqual([
      ["newBase", `${PATH} does not contain fr. It contains de.`],
    ]);
    expect(await problem({ newBase: PATH })).toEqual([
      ["newBase", `${PATH} contains several languages. Enter ${PATH}/en to choose one.`],
    ]);
    const slug = component.project.slug;
    await expect(
      createComponent(admin, slug, {
        ...{ name: "None", slug: "none", repo: component.repository.url },
        ...{ filemask: "README.md/*", fileFormat: "xliff2", disableAutoshare: true },
      }),
    ).rejects.toMatchObject({ fields: [{ path: "filemask" }] });
  });

  it("begins with a document or an archive, and is made again from the database alone", async () => {
    const slug = "one-document";
    await createProject(admin, { name: slug, slug, web: "https://example.org/" });
    const begin = async (name: string, origin: Parameters<typeof createComponent>[3]) => {
      const made = await createComponent(admin, slug, { name, slug: name, ...SETTINGS }, origin);
      await importComponent(made.id, () => {});
      return findComponentById(admin, made.id);
    };
    await expect(
      begin("refused", { document: { name: "messages.xliff", bytes: Buffer.from(TEXT.replace("</file>", "")) } }),
    ).rejects.toMatchObject({ fields: [{ path: "docfile" }] });
    const component = await begin("doc", { document: { name: "messages.xliff", bytes: Buffer.from(TEXT) } });
    await say(component, "Basket", "Der Korb");
    await performOperation(component.repositoryId, "commit");
    await dropWorkingCopy(component.repositoryId);
    const content = () =>
      withWorkingCopy(component.repositoryId, async ({ copy }) => {
        const file = (await copy.tree("HEAD")).find((one) => one.path === PATH);
        return file && Buffer.from(await copy.read(file.blob)).toString();
      });
    expect(await content()).toBe(TEXT.replace(">Korb<", ">Der Korb<"));
    const german = await findTranslation(admin, component, "de");
    await removeLanguageFrom(admin, german);
    await removeLanguageFile({
      ...{ repository: component.repositoryId, component: component.id, filename: german.filename, language: "German" },
    });
    await dropWorkingCopy(component.repositoryId);
    expect(await content()).toBeUndefined();
  });

  it("leaves folders of that name alone", async () => {
    const files = { "app.x/de.xliff": TEXT, "app.x/en.xliff": TEXT.replace('trgLang="de"', 'trgLang="en"') };
    const { component, upstream } = await connect(admin, files, { filemask: "app.x/*.xliff", fileFormat: "xliff2" });
    await say(component, "Basket", "Der Korb");
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("app.x/de.xliff")).toBe(TEXT.replace(">Korb<", ">Der Korb<"));
    const bare = await connect(
      admin,
      { "app.x/de": TEXT, "app.x/fr": TEXT.replace('trgLang="de"', 'trgLang="fr"') },
      { filemask: "app.x/*", fileFormat: "xliff2" },
    );
    await say(bare.component, "Basket", "Der Korb");
    expect(await performOperation(bare.component.repositoryId, "push")).toEqual({ result: true });
    expect(bare.upstream.read("app.x/de")).toBe(TEXT.replace(">Korb<", ">Der Korb<"));
  });
});
