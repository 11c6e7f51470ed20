import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { importComponent } from "@/lib/domain/creation/import-component";
import { filterOf, keepCodes, LEFT_OUT } from "@/lib/domain/creation/language-codes";
import { Forbidden, Invalid } from "@/lib/domain/errors";
import { updateRepository } from "@/lib/domain/integrate/update";
import { createProject, findProject, updateProject } from "@/lib/domain/projects/projects";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let slug = "";
let round = 0;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});
beforeEach(async () => {
  slug = `codes-${++round}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
});

const text = '{\n  "quit": "Quit"\n}\n';
const filesOf = (...codes: string[]) => Object.fromEntries(["en", ...codes].map((code) => [`l/${code}.json`, text]));

const languagesOf = async (componentId: number) =>
  textRows<{ code: string; filename: string }>(
    db,
    sql`
    select l.code, t.filename from translations t join languages l on l.id = t.language_id
    where t.component_id = ${componentId} and not t.is_source order by t.filename`,
  );

it("codes that nobody knows, that mean a group, or that stand twice are doubtful, and clear ones are not", async () => {
  const upstream = makeUpstream(filesOf("cs", "de_AT", "en_XX", "zh", "pt_BR", "pt-BR", "kmr"));
  const { codes } = await discoverComponents(admin, slug, { repo: upstream.url });
  expect(codes.map(({ code, why, likely }) => ({ code, why, likely }))).toEqual([
    { code: "en_XX", why: "unknown", likely: [] },
    { code: "pt_BR", why: "twice", likely: [] },
    { code: "zh", why: "group", likely: ["zh_Hans", "zh_Hant"] },
  ]);
  expect(codes[0]).toMatchObject({ path: "l/en_XX.json", own: { code: "en_XX" } });
});

it("what is said of a code shows at once, is kept in the project, and holds for the import and later pulls", async () => {
  const upstream = makeUpstream(filesOf("cs", "en_XX", "zh"));
  const said = new Map([
    ["en_XX", "fr"],
    ["zh", "zh_Hans"],
    ["cs", ""],
  ]);
  const { proposals } = await discoverComponents(admin, slug, { repo: upstream.url, codes: said });
  const [proposal] = proposals;
  expect(proposal?.languages.map(({ code, language }) => `${code} ${language}`)).toEqual(
    expect.arrayContaining(["en_XX fr", "zh zh_Hans", "cs cs"]),
  );
  expect(await findProject(admin, slug)).toMatchObject({ languageAliases: "" });
  await keepCodes(admin, slug, said);
  expect(await findProject(admin, slug)).toMatchObject({ languageAliases: "en_XX:fr, zh:zh_Hans" });
  const made = await createComponent(admin, slug, {
    ...{
      name: "App",
      slug: "app",
      repo: upstream.url,
      filemask: "l/*.json",
      fileFormat: "json",
      template: "l/en.json",
    },
  });
  await importComponent(made.id, () => {});
  expect(await languagesOf(made.id)).toEqual([
    { code: "cs", filename: "l/cs.json" },
    { code: "fr", filename: "l/en_XX.json" },
    { code: "zh_Hans", filename: "l/zh.json" },
  ]);
  upstream.commit({ "l/en_XX.json": '{\n  "quit": "Quitter"\n}\n' });
  const { repositoryId } = await findComponentById(admin, made.id);
  await withWorkingCopy(repositoryId, (checkout) => updateRepository(checkout));
  expect((await languagesOf(made.id)).map(({ code }) => code)).toEqual(["cs", "fr", "zh_Hans"]);
  // A code that was said stays to be seen, and can be unsaid.
  const again = await discoverComponents(admin, slug, { repo: upstream.url });
  expect(again.codes).toMatchObject([
    { code: "en_XX", why: "said" },
    { code: "zh", why: "said" },
  ]);
  await keepCodes(admin, slug, new Map([["zh", ""]]));
  expect(await findProject(admin, slug)).toMatchObject({ languageAliases: "en_XX:fr" });
});

it("files of a code that is left out are not taken, now or when they change", async () => {
  const upstream = makeUpstream(filesOf("cs", "qqx"));
  const said = new Map([["qqx", LEFT_OUT]]);
  const languageRegex = filterOf(["cs", "qqx"], said);
  expect(filterOf(["cs"], said)).toBeUndefined();
  const made = await createComponent(admin, slug, {
    ...{
      name: "App",
      slug: "app",
      repo: upstream.url,
      filemask: "l/*.json",
      fileFormat: "json",
      template: "l/en.json",
    },
    languageRegex,
  });
  await importComponent(made.id, () => {});
  expect((await languagesOf(made.id)).map(({ code }) => code)).toEqual(["cs"]);
  upstream.commit({ "l/qqx.json": '{\n  "quit": "x"\n}\n', "l/qqy.json": text });
  const { repositoryId } = await findComponentById(admin, made.id);
  await withWorkingCopy(repositoryId, (checkout) => updateRepository(checkout));
  expect((await languagesOf(made.id)).map(({ code }) => code)).toEqual(["cs", "qqy"]);
});

it("keeps nothing for a language that is not there, nor for whoever may not change the project", async () => {
  await updateProject(admin, slug, { languageAliases: "ab:cs" });
  await expect(keepCodes(admin, slug, new Map([["xx", "no-language"]]))).rejects.toThrow(Invalid);
  await expect(keepCodes(await makePerson("guest"), slug, new Map([["xx", "cs"]]))).rejects.toThrow(Forbidden);
  await keepCodes(admin, slug, new Map([["xx", LEFT_OUT]]));
  expect(await findProject(admin, slug)).toMatchObject({ languageAliases: "ab:cs" });
});
