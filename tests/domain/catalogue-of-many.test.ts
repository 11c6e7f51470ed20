import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { importComponent } from "@/lib/domain/creation/import-component";
import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { componentArchive } from "@/lib/domain/exports/archives";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { baseFile, currentFile } from "@/lib/domain/working-copy/current-file";
import { dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { readArchive } from "@/lib/platform/archive";
import { db, sql } from "@/lib/platform/database";
import { zipOf } from "@/lib/text/formats/kernel/zip";
import { oneOf } from "../support/combinations";
import type { Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** One file with all languages, through every door: nobody's texts are lost, whichever language who changed. */

const STYLES = ["rebase", "merge"] as const;

let admin: Actor;
let petra: Actor;
let karel: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  karel = await makePerson("karel");
});

const PATH = "App/Localizable.xcstrings";

type Texts = Record<string, Record<string, string>>;

/** A catalogue as Xcode writes it, by key and language. */
function catalogue(texts: Texts, comment = "About"): string {
  const unit = (value: string) => ({ stringUnit: { state: "translated", value } });
  const strings = Object.entries(texts).map(([key, byCode]) => [
    key,
    {
      comment: `${comment} ${key}`,
      localizations: Object.fromEntries(Object.entries(byCode).map(([code, text]) => [code, unit(text)])),
    },
  ]);
  const root = { sourceLanguage: "en", strings: Object.fromEntries(strings), version: "1.0" };
  return JSON.stringify(root, null, 2).replace(/^( *"(?:[^"\\]|\\.)*"):/gm, "$1 :");
}

const TEXTS = {
  basket: { de: "Korb", en: "Basket", fr: "Panier" },
  quince: { de: "Quitte", en: "Quince", fr: "Coing" },
  scales: { de: "Waage", en: "Scales" },
};
const FILES = { [PATH]: catalogue(TEXTS), "README.md": "Quinces\n" };
const SETTINGS = { filemask: `${PATH}/*`, template: `${PATH}/en`, fileFormat: "xcstrings" } as const;

/** The catalogue with other texts in the places of these. */
const withTexts = (pairs: Record<string, string>, text = FILES[PATH] ?? "") =>
  Object.entries(pairs).reduce((made, [old, fresh]) => made.replace(`"${old}"`, `"${fresh}"`), text);

async function textsOf(component: ComponentRow, code: string): Promise<Record<string, string>> {
  const rows = await textRows<{ context: string; target: string }>(
    db,
    sql`
    select s.context, u.targets[1] as target from units u join source_units s on s.id = u.source_id
      join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and l.code = ${code} order by u.position`,
  );
  return Object.fromEntries(rows.map((row) => [row.context, row.target]));
}

async function languagesOf(component: ComponentRow): Promise<string[]> {
  const rows = await textRows<{ code: string }>(
    db,
    sql`
    select l.code from translations t join languages l on l.id = t.language_id where t.component_id = ${component.id} order by 1`,
  );
  return rows.map((row) => row.code);
}

const say = async (who: Actor, component: ComponentRow, code: string, key: string, target: string) =>
  editUnit(who, await unitId(component, code, key), { targets: [target], state: target === "" ? 0 : 20 });

async function pushed(component: ComponentRow, upstream: Upstream): Promise<string> {
  await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  return upstream.read(PATH);
}

async function remove(component: ComponentRow, code: string): Promise<void> {
  const translation = await findTranslation(admin, component, code);
  await removeLanguageFrom(admin, translation);
  const { repositoryId: repository, id } = component;
  await removeLanguageFile({ repository, component: id, filename: translation.filename, language: code });
}

async function add(component: ComponentRow, code: string): Promise<void> {
  await beginLanguage(admin, component, code);
  const made = await findTranslation(admin, component, code);
  await writeLanguageFile(component.repositoryId, made.id);
}

async function archiveOf(component: ComponentRow): Promise<[string, string][]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of componentArchive(admin, component)) pieces.push(piece);
  const limits = { entries: 100, entryBytes: 100_000, bytes: 1_000_000 };
  return (await readArchive(Buffer.concat(pieces), limits)).map(({ path, content }) => [
    path.slice(component.project.slug.length),
    Buffer.from(content).toString(),
  ]);
}

describe("a file with all languages", () => {
  it("comes in language by language, and goes back in commits of their translators", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    expect(await languagesOf(component)).toEqual(["de", "en", "fr"]);
    expect(await textsOf(component, "fr")).toEqual({ basket: "Panier", quince: "Coing", scales: "" });
    expect(await findTranslation(admin, component, "fr")).toMatchObject({ filename: `${PATH}/fr`, isTemplate: false });
    expect(await findTranslation(admin, component, "en")).toMatchObject({ filename: `${PATH}/en`, isTemplate: true });
    await say(petra, component, "de", "basket", "Der Korb");
    await say(karel, component, "fr", "quince", "Le coing");
    await say(petra, component, "de", "quince", "Die Quitte");
    expect(await pushed(component, upstream)).toBe(
      withTexts({ Korb: "Der Korb", Quitte: "Die Quitte", Coing: "Le coing" }),
    );
    expect(upstream.git("log", "--format=%an", "main").trim().split("\n")).toEqual(["Karel", "Petra", "Upstream"]);
    expect(upstream.git("diff", "--numstat", "main~2", "main").trim()).toBe(`3\t3\t${PATH}`);
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it.each(oneOf(STYLES, 0))("loses nothing of either side, in one language or in several (%s)", async (mergeStyle) => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle, push: "" });
    await say(petra, component, "de", "basket", "Der Korb");
    await say(karel, component, "fr", "scales", "Balance");
    await performOperation(component.repositoryId, "commit");
    await say(petra, component, "de", "scales", "Die Waage");
    const theirs = catalogue(
      {
        apple: { en: "Apple", de: "Apfel" },
        basket: { de: "Korb", en: "The basket", fr: "Corbeille", ja: "かご" },
        quince: { de: "Quitten", en: "Quince", fr: "Coing" },
        scales: { de: "Waage", en: "Scales" },
      },
      "Said of",
    );
    upstream.commit({ [PATH]: theirs });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textsOf(component, "de")).toEqual({
      ...{ apple: "Apfel", basket: "Der Korb", quince: "Quitten", scales: "Die Waage" },
    });
    expect(await textsOf(component, "fr")).toMatchObject({ basket: "Corbeille", quince: "Coing", scales: "Balance" });
    expect(await textsOf(component, "ja")).toMatchObject({ basket: "かご" });
    expect(await textsOf(component, "en")).toMatchObject({ apple: "Apple", basket: "The basket" });
    const after = JSON.parse(await pushed(component, upstream));
    const wanted = JSON.parse(theirs);
    wanted.strings.basket.localizations.de.stringUnit.value = "Der Korb";
    wanted.strings.scales.localizations.de.stringUnit.value = "Die Waage";
    wanted.strings.scales.localizations.fr = { stringUnit: { state: "translated", value: "Balance" } };
    expect(after).toEqual(wanted);
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    expect(await textRows(db, sql`select * from suggestions`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it.each(oneOf(STYLES, 1))("keeps ours as a suggestion where both sides changed one text (%s)", async (mergeStyle) => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle, push: "" });
    await say(petra, component, "de", "basket", "Der Korb");
    await performOperation(component.repositoryId, "commit");
    const theirs = withTexts({ Korb: "Körbchen" });
    upstream.commit({ [PATH]: theirs });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textsOf(component, "de")).toMatchObject({ basket: "Körbchen" });
    const kept = await textRows<{ targets: string[] }>(
      db,
      sql`
      select s.targets from suggestions s where s.unit_id = ${await unitId(component, "de", "basket")}`,
    );
    expect(kept).toEqual([{ targets: ["Der Korb"] }]);
    expect(await pushed(component, upstream)).toBe(theirs);
  });

  it("is changed for a new language with its first text only, and keeps it when its string goes", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    await add(component, "cs");
    expect(await pushed(component, upstream)).toBe(FILES[PATH]);
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    expect(await findTranslation(admin, component, "cs")).toMatchObject({ filename: `${PATH}/cs` });
    await say(petra, component, "cs", "basket", "Košík");
    const withCzech = { ...TEXTS, basket: { cs: "Košík", ...TEXTS.basket } };
    expect(await pushed(component, upstream)).toBe(catalogue(withCzech));
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    // Its only string goes, and it stays.
    await removeUnit(admin, await unitId(component, "en", "basket"));
    const { basket: _, ...others } = TEXTS;
    expect(await pushed(component, upstream)).toBe(catalogue(others));
    upstream.commit({ "README.md": "More\n" });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    expect(await languagesOf(component)).toContain("cs");
    await say(petra, component, "cs", "quince", "Kdoule");
    expect(await pushed(component, upstream)).toBe(catalogue({ ...others, quince: { cs: "Kdoule", ...TEXTS.quince } }));
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it.each(oneOf(STYLES, 2))(
    "keeps what was typed in a language whose other texts upstream removes (%s)",
    async (mergeStyle) => {
      const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle, push: "" });
      await say(petra, component, "fr", "scales", "Balance");
      await performOperation(component.repositoryId, "commit");
      await say(karel, component, "fr", "basket", "Corbeille");
      const theirs = {
        basket: { de: "Korb", en: "Basket" },
        quince: { de: "Quitte", en: "Quince" },
        scales: TEXTS.scales,
      };
      upstream.commit({ [PATH]: catalogue(theirs) });
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      expect(await textsOf(component, "fr")).toMatchObject({ quince: "", scales: "Balance" });
      const after = JSON.parse(await pushed(component, upstream)).strings;
      expect(after.scales.localizations.fr.stringUnit.value).toBe("Balance");
      expect(after.quince.localizations.fr).toBeUndefined();
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
      const suggested = await textRows<{ targets: string[] }>(db, sql`select targets from suggestions`);
      expect(suggested).toContainEqual({ targets: ["Corbeille"] });
      // A language goes with its last text when nobody has typed anything for it.
      const english = { basket: { en: "Basket" }, quince: { en: "Quince" }, scales: { en: "Scales" } };
      upstream.commit({ [PATH]: catalogue(english) });
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      expect(await languagesOf(component)).toEqual(["en", "fr"]);
      expect(await counterDrift()).toEqual([]);
    },
  );

  it.each(oneOf(STYLES, 3))(
    "takes a new language along when upstream changes others meanwhile (%s)",
    async (mergeStyle) => {
      const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle, push: "" });
      await add(component, "cs");
      await say(petra, component, "cs", "basket", "Košík");
      await performOperation(component.repositoryId, "commit");
      upstream.commit({ [PATH]: withTexts({ Quitte: "Quitten" }) });
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      expect(await textsOf(component, "cs")).toMatchObject({ basket: "Košík" });
      const wanted = { ...TEXTS, basket: { cs: "Košík", ...TEXTS.basket }, quince: { ...TEXTS.quince, de: "Quitten" } };
      expect(await pushed(component, upstream)).toBe(catalogue(wanted));
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      expect(await textsOf(component, "cs")).toMatchObject({ basket: "Košík" });
      expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    },
  );

  it("loses a language that is removed, and nothing else, whatever upstream changes meanwhile", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, push: "" });
    await say(petra, component, "de", "basket", "Der Korb");
    await remove(component, "fr");
    upstream.commit({ [PATH]: withTexts({ Waage: "Die Waage" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    const without = {
      basket: { de: "Der Korb", en: "Basket" },
      quince: { de: "Quitte", en: "Quince" },
      scales: { de: "Die Waage", en: "Scales" },
    };
    expect(await pushed(component, upstream)).toBe(catalogue(without));
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await languagesOf(component)).toEqual(["de", "en"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("takes new strings, changed source texts and removed ones", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, manageUnits: true });
    const english = await findTranslation(admin, component, "en");
    await addUnit(admin, english, { context: "tree", sources: ["Tree"] });
    await say(petra, component, "de", "tree", "Baum");
    await say(admin, component, "en", "basket", "The basket");
    await removeUnit(admin, await unitId(component, "en", "quince"));
    const strings = JSON.parse(await pushed(component, upstream)).strings;
    expect(Object.keys(strings)).toEqual(["basket", "scales", "tree"]);
    expect(strings.basket.localizations.en.stringUnit.value).toBe("The basket");
    expect(strings.basket.localizations.fr.stringUnit.value).toBe("Panier");
    expect(strings.tree.localizations.de.stringUnit.value).toBe("Baum");
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textsOf(component, "de")).toEqual({ basket: "Korb", scales: "Waage", tree: "Baum" });
    expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("survives a lost working copy and a reset", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, push: "" });
    await say(petra, component, "de", "basket", "Der Korb");
    await add(component, "cs");
    await say(karel, component, "cs", "basket", "Košík");
    await performOperation(component.repositoryId, "commit");
    await dropWorkingCopy(component.repositoryId);
    await performOperation(component.repositoryId, "commit");
    expect(await performOperation(component.repositoryId, "reset")).toEqual({ result: true });
    for (const code of ["de", "cs"])
      expect(await findUnit(petra, await unitId(component, code, "basket"))).toMatchObject({ pending: true });
    const wanted = { ...TEXTS, basket: { cs: "Košík", ...TEXTS.basket, de: "Der Korb" } };
    expect(await pushed(component, upstream)).toBe(catalogue(wanted));
  });

  it.each(oneOf(STYLES, 4))("that upstream breaks or removes loses nothing (%s)", async (mergeStyle) => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle, push: "" });
    await say(petra, component, "de", "basket", "Der Korb");
    await performOperation(component.repositoryId, "commit");
    await say(karel, component, "fr", "scales", "Balance");
    upstream.commit({ [PATH]: `${FILES[PATH]}}` });
    const answer = await performOperation(component.repositoryId, "pull");
    expect(answer).toMatchObject({ result: false, detail: expect.stringContaining(PATH) });
    const alerts = () =>
      textRows<{ kind: string; details: { files?: { filename: string; line: number }[] } }>(
        db,
        sql`select kind, details from alerts where component_id = ${component.id} order by kind`,
      );
    const [alert, ...others] = await alerts();
    expect([alert?.kind, alert?.details.files?.[0]?.filename, others]).toEqual(["ParseError", PATH, []]);
    expect(alert?.details.files?.[0]?.line).toBe((FILES[PATH] ?? "").split("\n").length);
    expect(await languagesOf(component)).toEqual(["de", "en", "fr"]);
    await performOperation(component.repositoryId, "commit");
    upstream.commit({ [PATH]: withTexts({ Quitte: "Quitten" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect((await alerts()).map((row) => row.kind)).not.toContain("ParseError");
    if (mergeStyle === "rebase") {
      upstream.commit({ [PATH]: null });
      expect((await performOperation(component.repositoryId, "pull")).result).toBe(false);
      expect(await languagesOf(component)).toEqual(["de", "en", "fr"]);
      upstream.commit({ [PATH]: withTexts({ Quitte: "Quitten" }) });
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    }
    expect(await textsOf(component, "de")).toMatchObject({ basket: "Der Korb", quince: "Quitten" });
    const after = JSON.parse(await pushed(component, upstream)).strings;
    expect(after.basket.localizations.de.stringUnit.value).toBe("Der Korb");
    expect(after.scales.localizations.fr.stringUnit.value).toBe("Balance");
    expect(await counterDrift()).toEqual([]);
  });

  it("is one file in archives, and a language of it a download and an upload", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    await say(petra, component, "de", "basket", "Der Korb");
    const edited = withTexts({ Korb: "Der Korb" });
    expect(await archiveOf(component)).toEqual([[`/app/${PATH}`, edited]]);
    const german = await findTranslation(admin, component, "de");
    const download = Buffer.from((await currentFile(component, german.id)).content).toString();
    expect(download).toContain("Der Korb");
    expect(download).not.toContain("Panier");
    expect((await baseFile(admin, component))?.path).toBe(PATH);
    const upload = (text: string, method: "translate" | "replace") =>
      uploadFile(admin, german, {
        ...{ filename: "Localizable.xcstrings", bytes: Buffer.from(text), method },
        ...{ conflicts: "replace-translated", fuzzy: "" },
      });
    // All languages may be in the file: it is the German ones that are taken.
    const all = withTexts({ Quitte: "Quitten", Panier: "Nope" }, edited);
    expect(await upload(all, "translate")).toMatchObject({ accepted: 1 });
    expect(await textsOf(component, "fr")).toMatchObject({ basket: "Panier" });
    await expect(upload(catalogue({ basket: { en: "B", ja: "かご" } }), "translate")).rejects.toMatchObject({
      fields: [{ path: "file", message: "The file contains no texts in de. Its languages: en, ja." }],
    });
    expect(await upload(download.replace("Quitte", "Obst"), "replace")).toMatchObject({ total: 3 });
    expect(await archiveOf(component)).toEqual([[`/app/${PATH}`, withTexts({ Quitte: "Obst" }, edited)]]);
    expect(await pushed(component, upstream)).toBe(withTexts({ Quitte: "Obst" }, edited));
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textRows(db, sql`select * from whole_files`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("needs its own language as the base", async () => {
    const { component } = await connect(admin, FILES, SETTINGS);
    const { slug } = component.project;
    const problem = async (template: string) => {
      const given = {
        name: "B",
        slug: "b",
        repo: component.repository.url,
        ...SETTINGS,
        template,
        disableAutoshare: true,
      };
      const refused = await createComponent(admin, slug, given).catch((error) => error);
      return refused.fields;
    };
    expect(await problem("")).toMatchObject([
      { path: "template", message: `Enter the source language after the file, such as ${PATH}/en.` },
    ]);
    expect(await problem(`${PATH}/de`)).toMatchObject([
      { path: "template", message: `${PATH} has the source language en. Enter ${PATH}/en.` },
    ]);
    expect(await problem(PATH)).toMatchObject([
      { path: "template", message: `${PATH} contains several languages. Enter ${PATH}/en to choose one.` },
    ]);
  });

  it("is found by discovery with its languages and strings", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const found = await discoverComponents(admin, component.project.slug, { repo: upstream.url });
    expect(found.proposals).toMatchObject([{ ...SETTINGS, name: "Localizable", newBase: "" }]);
    expect(found.proposals[0]?.languages.map((row) => row.path)).toEqual([`${PATH}/en`, `${PATH}/de`, `${PATH}/fr`]);
    expect(found.proposals[0]?.sample[0]).toEqual({ source: "Basket", target: "Korb" });
  });

  it("may become one commit where commits are squashed by language", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, pushOnCommit: false });
    await installAddon(admin, { component }, { name: "weblate.git.squash", configuration: { squash: "language" } });
    for (const [who, code] of [
      [petra, "de"],
      [karel, "fr"],
    ] as const) {
      await say(who, component, code, "basket", `basket ${code}`);
      await performOperation(component.repositoryId, "commit");
    }
    const wanted = withTexts({ Korb: "basket de", Panier: "basket fr" });
    expect(await pushed(component, upstream)).toBe(wanted);
    expect(upstream.git("log", "--format=%an", "main").trim().split("\n")).toHaveLength(2);
  });

  it("begins with a document or an archive, and is made again from the database alone", async () => {
    const slug = "many-in-one";
    await createProject(admin, { name: slug, slug, web: "https://example.org/" });
    const begin = async (name: string, settings: object, origin: Parameters<typeof createComponent>[3]) => {
      const given = { name, slug: name, fileFormat: "xcstrings", ...settings };
      const made = await createComponent(admin, slug, given, origin);
      await importComponent(made.id, () => {});
      return findComponentById(admin, made.id);
    };
    const document = { name: "My texts.xcstrings", bytes: Buffer.from(FILES[PATH] ?? "") };
    const single = await begin("doc", {}, { document });
    expect(single).toMatchObject({ filemask: "doc/My_texts.xcstrings/*", template: "doc/My_texts.xcstrings/en" });
    expect(await languagesOf(single)).toEqual(["de", "en", "fr"]);
    await expect(begin("no", { sourceLanguage: "cs" }, { document })).rejects.toMatchObject({
      fields: [{ path: "docfile", message: "The source language of the file is en, but that of the component is cs." }],
    });
    const zip = zipOf(new Map(Object.entries(FILES).map(([path, text]) => [path, Buffer.from(text)])));
    const component = await begin("zip", SETTINGS, { archive: Buffer.from(zip) });
    await say(petra, component, "de", "basket", "Der Korb");
    await performOperation(component.repositoryId, "commit");
    await remove(component, "fr");
    await add(component, "cs");
    await say(karel, component, "cs", "basket", "Košík");
    await performOperation(component.repositoryId, "commit");
    await dropWorkingCopy(component.repositoryId);
    const content = await withWorkingCopy(component.repositoryId, async ({ copy }) => {
      const tree = await copy.tree("HEAD");
      expect(tree.map((file) => file.path)).toContain("README.md");
      return Buffer.from(await copy.read(tree.find((file) => file.path === PATH)?.blob ?? "")).toString();
    });
    const left = {
      basket: { cs: "Košík", de: "Der Korb", en: "Basket" },
      quince: { de: "Quitte", en: "Quince" },
      scales: { de: "Waage", en: "Scales" },
    };
    expect(content).toBe(catalogue(left));
    const copied = await createComponent(admin, slug, { name: "Copy", slug: "copy" }, { component: `${slug}/zip` });
    await importComponent(copied.id, () => {});
    expect(await textsOf(copied, "de")).toMatchObject({ basket: "Der Korb" });
    const empty = await begin("empty", { ...SETTINGS, repo: "local:", vcs: "local", manageUnits: true }, {});
    await addUnit(admin, await findTranslation(admin, empty, "en"), { context: "tree", sources: ["Tree"] });
    await add(empty, "de");
    await say(petra, empty, "de", "tree", "Baum");
    await performOperation(empty.repositoryId, "commit");
    const [[, made] = ["", ""]] = await archiveOf(empty);
    expect(JSON.parse(made).strings.tree.localizations.de.stringUnit.value).toBe("Baum");
  });
});
