import { expect, test } from "@playwright/test";
import { chooseByTyping } from "./support/field";
import { finished, makeProject } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Files in and out by the pages. */

const EN = '{\n  "apple": "Apple",\n  "bean": "Bean"\n}\n';

/** Makes the component `shelf` of one JSON file, in a project of its own; gives the project. */
async function makeShelf(): Promise<string> {
  const project = await makeProject();
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "Shelf", slug: "shelf", file_format: "json", new_lang: "add" }))
    form.set(name, value);
  form.set("docfile", new Blob([EN]), "en.json");
  const { task_url } = await askApi<{ task_url: string | null }>(`/api/projects/${project}/components/`, form);
  if (task_url) await finished(new URL(task_url).pathname);
  return project;
}

test("a file becomes a component, and takes a language", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  const component = `/${project}/shelf`;
  await signIn(page);
  await page.goto(`${base}/create/component/?project=${project}`);
  await page.getByRole("link", { name: "From one file" }).click();
  await expect(page).toHaveURL(new RegExp(`create/component/upload/\\?project=${project}`));
  await expectSound(page);
  // A wrong file is told by its field, and what was typed stays.
  await page.getByLabel("Name", { exact: true }).fill("Shelf");
  await chooseByTyping(page.getByLabel("File format"), "json");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page.locator("#file-error")).toContainText("is not a supported translation file");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Shelf");
  // So does the file, for what is wrong may stand elsewhere.
  const chosen = page.getByLabel("File", { exact: true });
  await expect.poll(() => chosen.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe("a.png");
  await chooseByTyping(page.getByLabel("File format"), "json");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "en.json", mimeType: "application/json", buffer: Buffer.from(EN) });
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page).toHaveURL(/vcs\/import/);
  // It did not come in the steps of an import from a repository.
  await expect(page.locator("[aria-current=step]")).toHaveCount(0);
  await expect
    .poll(async () => (await page.request.get(`${base}/projects${component}/en/`)).status(), { timeout: 30_000 })
    .toBe(200);
  // The page loads itself anew when its task has ended.
  await expect(page.getByRole("heading", { level: 1, name: "Imported" })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${base}/new-lang${component}/`);
  await expectSound(page);
});

test("an upload merges by its method and says what came of it", async ({ page }) => {
  const { base } = stage();
  const project = await makeShelf();
  const component = `/${project}/shelf`;
  await signIn(page);
  const added = await page.request.get(`${base}/api/components${component}/translations/`);
  expect(added.ok()).toBe(true);
  await page.goto(`${base}/projects${component}/en/`);
  await page.getByRole("link", { name: "Upload" }).click();
  await expectSound(page);
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "en.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"apple": "Green apple", "cherry": "Cherry"}'),
  });
  await page.getByLabel("Overwrite translations").check();
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("status").filter({ hasText: "imported" })).toContainText(
    "1 string of 2 imported, 0 unchanged, 1 not known here.",
  );
  // A file above the framework's usual limit arrives whole.
  const long = "x".repeat(900_000);
  const big = JSON.stringify({ apple: "Red apple", bean: "Broad bean", cherry: long, date: long, elder: long });
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "en.json", mimeType: "application/json", buffer: Buffer.from(big) });
  await page.getByLabel("Overwrite translations").check();
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("status").filter({ hasText: "imported" })).toContainText(
    "2 strings of 5 imported, 0 unchanged, 3 not known here.",
  );
});

test("an upload shows what it would change, and takes what stays ticked", async ({ page }) => {
  const { base } = stage();
  const project = await makeShelf();
  await askApi(`/api/components/${project}/shelf/`, { check_flags: "max-length:8" }, "PATCH");
  await askApi(`/api/components/${project}/shelf/translations/`, { language_code: "cs" });
  await signIn(page);
  await page.goto(`${base}/upload/${project}/shelf/cs/`);
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "cs.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"apple": "Jablko", "bean": "Fazole obecný", "cherry": "Třešeň"}'),
  });
  await page.getByRole("button", { name: "Show what would change" }).click();
  const preview = page.getByRole("region", { name: "Show what would change" });
  await expect(preview).toContainText("2 strings would change");
  await expect(preview).toContainText("1 string of the file is not known here");
  await expect(preview).toContainText("1 string would fail a check");
  await expectSound(page);
  const { translated } = await askApi<{ translated: number }>(`/api/translations/${project}/shelf/cs/`);
  expect(translated).toBe(0);
  // Another way of taking the file in makes another preview.
  await page.getByLabel("Add as suggestions").check();
  await expect(preview).toHaveCount(0);
  await page.getByLabel("Add as translations").check();
  await page.getByRole("button", { name: "Show what would change" }).click();
  await preview.getByRole("checkbox", { name: "Take over “Bean”" }).uncheck();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("1 string of 3 imported, 1 unchanged, 1 not known here.")).toBeVisible();
  await expect(preview).toHaveCount(0);
});

test("a language is added to the components of a project that lack it", async ({ page }) => {
  const { base } = stage();
  const project = await makeShelf();
  await signIn(page);
  // Where a language of a project stands among the languages, too.
  await page.goto(`${base}/languages/cs/${project}/`);
  await expect(page).toHaveURL(`${base}/projects/${project}/-/cs/`);
  await expectSound(page);
  await expect(page.getByRole("checkbox", { name: "Shelf" })).toBeChecked();
  await page.getByRole("button", { name: "Add Czech to those that are ticked" }).click();
  await expect(page.getByRole("link", { name: "Shelf", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Czech to those that are ticked" })).toHaveCount(0);
  const { results } = await askApi<{ results: { language_code: string }[] }>(
    `/api/components/${project}/shelf/translations/`,
  );
  expect(results.map((row) => row.language_code)).toContain("cs");
});

test("downloads give the file and its conversions", async ({ page }) => {
  const { base } = stage();
  const project = await makeShelf();
  const component = `/${project}/shelf`;
  await signIn(page);
  await page.goto(`${base}/download${component}/en/`);
  await expectSound(page);
  await expect(page.getByRole("row")).toHaveCount(13);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download gettext PO" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${project}-shelf-en.po`);
  await page.goto(`${base}/download${component}/`);
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download Original files" }).click(),
  ]);
  expect(archive.suggestedFilename()).toBe(`${project}-shelf.zip`);
  await page.goto(`${base}/download/${project}/`);
  await expectSound(page);
});

test("a file in another language of the component is asked about before it is taken", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  const texts = (word: string) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`key${at}`, `${word} ${at}`])));
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "Shelf", slug: "shelf", file_format: "json", new_lang: "add" }))
    form.set(name, value);
  form.set("docfile", new Blob([texts("Source")]), "en.json");
  const { task_url } = await askApi<{ task_url: string | null }>(`/api/projects/${project}/components/`, form);
  if (task_url) await finished(new URL(task_url).pathname);
  for (const code of ["cs", "de"])
    await askApi(`/api/components/${project}/shelf/translations/`, { language_code: code });
  const german = { name: "de.json", mimeType: "application/json", buffer: Buffer.from(texts("Deutsch")) };
  await signIn(page);
  const send = async (language: string) => {
    await page.goto(`${base}/upload/${project}/shelf/${language}/`);
    await page.getByLabel("File", { exact: true }).setInputFiles(german);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
  };
  await send("de");
  await expect(page.getByText(/^10 strings of 10 imported/)).toBeVisible();
  await send("cs");
  await expect(page.locator("#other_language-error")).toContainText(
    "10 of 10 texts that were compared are the texts of German, not of Czech.",
  );
  const { translated } = await askApi<{ translated: number }>(`/api/translations/${project}/shelf/cs/`);
  expect(translated).toBe(0);
  await expectSound(page);
  await page.getByRole("checkbox", { name: "Yes, upload it into Czech" }).check();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText(/^10 strings of 10 imported/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Yes, upload it into Czech" })).toHaveCount(0);
});
