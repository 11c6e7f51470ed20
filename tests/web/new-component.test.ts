import { expect, test } from "@playwright/test";
import JSZip from "jszip";
import { chooseByTyping } from "./support/field";
import { makeGarden, makeProject } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

async function zipOf(files: Record<string, string>): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const archive = new JSZip();
  for (const [path, content] of Object.entries(files)) archive.file(path, content);
  return { name: "app.zip", mimeType: "application/zip", buffer: await archive.generateAsync({ type: "nodebuffer" }) };
}

test("a component begins with what is typed, and is translated", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  await signIn(page);
  await page.goto(`${base}/create/component/?project=${project}`);
  await expectSound(page);
  await page.getByRole("link", { name: "From scratch" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Shop window");
  await chooseByTyping(page.getByLabel("File format"), "JSON nested");
  await page.getByLabel("Search: Languages to start with").fill("Czech");
  await page.getByLabel("Czech", { exact: true }).check();
  await page.getByLabel("First strings").fill("open = We are open\nno key");
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page.locator("#strings-error")).toContainText("Line 2");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Shop window");
  await expect(page.getByLabel("Czech", { exact: true })).toBeChecked();
  await expectSound(page);
  await page.getByLabel("First strings").fill("open = We are open\nclosed\tWe are closed");
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page).toHaveURL(/vcs\/import/);
  await expect(page.getByRole("heading", { level: 1, name: "Imported" })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${base}/translate/${project}/shop-window/cs/`);
  await expect(page.getByText("We are open").first()).toBeVisible();
});

test("an archive is looked through, and its components are made in one repository", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  await signIn(page);
  await page.goto(`${base}/create/component/zip/?project=${project}`);
  const file = page.getByLabel("ZIP archive");
  await file.setInputFiles(await zipOf({ "README.md": "Read me." }));
  await page.getByRole("button", { name: "Find translations" }).click();
  await expect(page.locator("#file-error")).toContainText("No translations were recognised in app.zip");
  await file.setInputFiles({ name: "bad.zip", mimeType: "application/zip", buffer: Buffer.from("no archive") });
  await page.getByRole("button", { name: /Find translations|Search again/ }).click();
  await expect(page.locator("#file-error")).not.toContainText("recognised");
  await file.setInputFiles(
    await zipOf({
      "app/locales/en.json": '{\n  "a": "Apple"\n}\n',
      "app/locales/cs.json": '{\n  "a": "Jablko"\n}\n',
      "site/strings/en.properties": "b=Pear\n",
      "site/strings/de.properties": "b=Birne\n",
      "words.po": 'msgid ""\nmsgstr ""\n',
    }),
  );
  await page.getByRole("button", { name: /Find translations|Search again/ }).click();
  await expect(page.getByRole("heading", { name: /Found 2 components/ })).toBeVisible();
  await page.getByText("1 file that looks like a translation is left out").click();
  await expect(page.getByText("words.po")).toBeVisible();
  await expectSound(page);
  // An error keeps the file, which need not be chosen again.
  const first = page.getByRole("article").first();
  await first.getByText("Adjust").click();
  const slug = await first.getByLabel("Slug").inputValue();
  await first.getByLabel("Slug").fill("not a slug");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator("#slug-0-error")).toBeVisible();
  await page.getByRole("article").first().getByLabel("Slug").fill(slug);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(/vcs\/import/);
  await expect(page.locator("[data-task=done]")).toHaveCount(2, { timeout: 60_000 });
  await expectSound(page);
});

test("a component is made like another one, with its settings", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/create/component/copy/?project=${project}`);
  await page.getByRole("link", { name: `${project} / App`, exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Twin");
  await expectSound(page);
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page.locator("#filemask-error")).toContainText("These are the files of");
  await page.getByLabel("A copy of its files").check();
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page).toHaveURL(/vcs\/import/);
  await expect(page.locator("[data-task=done]")).toHaveCount(1, { timeout: 60_000 });
});

test("a component is made in the category from whose page one comes", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  await askApi("/api/categories/", { name: "Fruit", slug: "fruit", project: `${base}/api/projects/${project}/` });
  await signIn(page);
  await page.goto(`${base}/projects/${project}/fruit/`);
  await page.getByRole("link", { name: "Add components" }).first().click();
  await page.getByRole("link", { name: "From scratch" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Apples");
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page).toHaveURL(/vcs\/import/);
  await expect(page.getByRole("heading", { level: 1, name: "Imported" })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${base}/projects/${project}/fruit/apples/`);
  await expect(page.getByRole("heading", { level: 1, name: "Apples" })).toBeVisible();
});

test("what is typed is kept without being sent, for each way, and gone with the component", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  await signIn(page);
  const kept = () => page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  const scratch = `${base}/create/component/scratch/?project=${project}`;
  await page.goto(scratch, { waitUntil: "networkidle" });
  const answer = kept();
  await page.getByLabel("Name", { exact: true }).fill("Half a thought");
  await page.getByLabel("Search: Languages to start with").fill("Czech");
  await page.getByLabel("Czech", { exact: true }).check();
  await page.getByLabel("First strings").fill("open = We are open");
  await answer;
  await page.goto(`${base}/create/component/upload/?project=${project}`);
  await expect(page.getByRole("link", { name: "Continue" })).toHaveCount(0);
  await page.goto(scratch);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByText("The draft is filled in.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half a thought");
  await expect(page.getByLabel("Czech", { exact: true })).toBeChecked();
  await expectSound(page);
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page).toHaveURL(/vcs\/import/);
  await page.goto(scratch);
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue" })).toHaveCount(0);
});

test("a draft of an archive asks for the file once more, and has the rest", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  await signIn(page);
  const address = `${base}/create/component/zip/?project=${project}`;
  const archive = await zipOf({ "l/en.json": '{\n  "a": "Apple"\n}\n', "l/cs.json": '{\n  "a": "Jablko"\n}\n' });
  const first = page.getByRole("article").first();
  const search = async () => {
    await page.getByLabel("ZIP archive").setInputFiles(archive);
    await page.getByRole("button", { name: "Find translations" }).click();
    await first.getByText("Adjust").click();
  };
  await page.goto(address, { waitUntil: "networkidle" });
  await search();
  const kept = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await first.getByLabel("Slug").fill("half-typed");
  await kept;
  await page.goto(address);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByText("Choose the file once more")).toBeVisible();
  await search();
  await expect(first.getByLabel("Slug")).toHaveValue("half-typed");
  await page.goto(address);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByRole("link", { name: "Continue" })).toHaveCount(0);
});
