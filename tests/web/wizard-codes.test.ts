import { expect, test } from "@playwright/test";
import JSZip from "jszip";
import { makeUpstream } from "../support/git";
import { axeFindings } from "./support/axe";
import { chooseByTyping } from "./support/field";
import { makeProject } from "./support/garden";
import { ADMIN, askApi, expectSound, signIn, stage } from "./support/stage";

/** Codes in files whose languages are said in the wizard. */

const text = '{\n  "quit": "Quit"\n}\n';
const FILES = { "l/en.json": text, "l/cs.json": text, "l/en_XX.json": text, "l/qqx.json": text };

interface Stored {
  language_aliases: string;
  language_regex: string;
  results: { language: { code: string } }[];
}

test("what a code stands for is said in the wizard, shows at once, and is kept for the import", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  await signIn(page);
  await page.goto(`${base}/create/component/vcs/?project=${project}`);
  await page.getByLabel("Repository", { exact: true }).fill(makeUpstream(FILES).url);
  await page.getByRole("button", { name: "Find translations" }).click();
  const codes = page.getByRole("region", { name: "Language codes" });
  const card = page.getByRole("article").first();
  await expect(codes).toBeVisible();
  await expect(card).toContainText("4 languages");
  await expect(codes.getByText("l/en_XX.json")).toBeVisible();
  await chooseByTyping(codes.getByLabel("en_XX stands for"), "French");
  await expect(card).toContainText("French (en_XX)");
  await chooseByTyping(codes.getByLabel("qqx stands for"), "Leave out");
  await expect(card).toContainText("3 languages");
  await expect(card).toContainText("Left out: qqx");
  await codes.getByText("Another code stands for something else").click();
  await codes.getByLabel("Code in the files").selectOption("cs");
  await chooseByTyping(codes.getByLabel("Stands for", { exact: true }), "Slovak");
  await expect(card).toContainText("Slovak (cs)");
  await expectSound(page);
  expect(await axeFindings(page)).toEqual([]);
  // A mark for no country makes no component of its own.
  await expect(page.getByRole("article")).toHaveCount(1);
  await card.getByText("Adjust").click();
  const slug = await card.getByLabel("Slug").inputValue();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator("[data-task=done]")).toHaveCount(1, { timeout: 60_000 });
  const { language_aliases } = await askApi<Stored>(`/api/projects/${project}/`);
  expect(language_aliases.split(", ").sort()).toEqual(["cs:sk", "en_XX:fr"]);
  const { results } = await askApi<Stored>(`/api/components/${project}/${slug}/translations/`);
  expect(results.map(({ language }) => language.code).sort()).toEqual(["en", "fr", "sk"]);
  // Both are settings from now on.
  await page.goto(`${base}/settings/${project}/${slug}/`);
  await expect(page.getByLabel("Language filter")).toHaveValue(/^\^\(\?:/);
  await page.goto(`${base}/settings/${project}/`);
  await expect(page.getByLabel("Language aliases")).toHaveValue(/en_XX:fr/);
});

test("without script, codes of an archive are said and applied with a button", async ({ browser }) => {
  const { base } = stage();
  const project = await makeProject();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, ADMIN);
  const archive = new JSZip();
  for (const [path, content] of Object.entries(FILES)) archive.file(path, content);
  const file = {
    name: "app.zip",
    mimeType: "application/zip",
    buffer: await archive.generateAsync({ type: "nodebuffer" }),
  };
  await page.goto(`${base}/create/component/zip/?project=${project}`);
  await page.getByLabel("ZIP archive").setInputFiles(file);
  await page.getByRole("button", { name: "Find translations" }).click();
  const card = page.getByRole("article").first();
  await page.getByLabel("en_XX stands for").selectOption("fr");
  await page.getByLabel("qqx stands for").selectOption("-");
  await page.getByLabel("ZIP archive").setInputFiles(file);
  await page.getByRole("button", { name: "Apply to what was found" }).click();
  await expect(card).toContainText("French (en_XX)");
  await expect(card).toContainText("Left out: qqx");
  await expect(page.getByLabel("en_XX stands for")).toHaveValue("fr");
  await page.getByLabel("ZIP archive").setInputFiles(file);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(/vcs\/import/);
  expect((await askApi<Stored>(`/api/projects/${project}/`)).language_aliases).toBe("en_XX:fr");
  await context.close();
});
