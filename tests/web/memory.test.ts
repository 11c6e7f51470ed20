import { type BrowserContext, expect, test } from "@playwright/test";
import { editorPath, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { expectSound, signIn, stage } from "./support/stage";

/** The memory, the services and automatic translation, from the pages of a real server. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

async function petra(browser: { newContext(options?: object): Promise<BrowserContext> }) {
  const context = await browser.newContext();
  await context.addCookies(seed.cookies.petra);
  return context;
}

const FILE = JSON.stringify([
  { source: "Text 1", target: "Text první", source_language: "en", target_language: "cs" },
  { source: "Text 22", target: "Text dvaadvacátý", source_language: "en", target_language: "cs" },
  { source: "Odd", target: "?", source_language: "en", target_language: "xx-none" },
]);

test("takes a file into a person's memory, finds it there and gives it back", async ({ browser }) => {
  const context = await petra(browser);
  const page = await context.newPage();
  await page.goto(`${stage().base}/memory/`);
  await expect(page.getByText("This translation memory is empty")).toBeVisible();
  await expectSound(page);
  await page
    .getByLabel("File")
    .setInputFiles({ name: "old.json", mimeType: "application/json", buffer: Buffer.from("[{") });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("The file is not valid JSON")).toBeVisible();
  // What an address says is nobody's word of ours.
  await page.goto(`${stage().base}/memory/?problem=Send+your+password+to+evil.example`);
  await expect(page.getByText("The file was not imported")).toBeVisible();
  await expect(page.getByText("evil.example")).toHaveCount(0);
  await page
    .getByLabel("File")
    .setInputFiles({ name: "old.json", mimeType: "application/json", buffer: Buffer.from(FILE) });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("2 of 3 entries are new")).toBeVisible();
  await page.getByLabel("Part of the source").fill("22");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Text dvaadvacátý")).toBeVisible();
  await expect(page.getByText("Text první")).toBeHidden();
  await expectSound(page);
  await page.getByLabel("Part of the source").fill("nowhere");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No entry matches")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "All entries" }).click();
  await expect(page.getByText("Text první")).toBeVisible();
  const answer = await context.request.get(`${stage().base}/memory/-/?scope=personal&format=tmx`);
  expect(await answer.text()).toContain("<seg>Text první</seg>");
  expect((await context.request.get(`${stage().base}/memory/-/?scope=shared&format=tmx`)).status()).toBe(403);
  const forged = await context.request.post(`${stage().base}/memory/-/`, {
    headers: { origin: "https://elsewhere.example" },
    multipart: { scope: "personal", file: { name: "x.json", mimeType: "application/json", buffer: Buffer.from(FILE) } },
  });
  expect(forged.status()).toBe(403);
  await context.close();
});

test("offers suggestions beside a string, by click and by key", async ({ browser }) => {
  const context = await petra(browser);
  const page = await openEditor(context, editorPath(seed, "keys", "cs"));
  const list = page.getByRole("list", { name: "Automatic suggestions" });
  // Equal strings of other projects may stand before what the person remembers.
  const mine = list.getByRole("listitem").filter({ hasText: "Text první" });
  await expect(mine).toContainText("100 %");
  const first = (await list.getByRole("listitem").first().locator("[data-string]").first().textContent()) ?? "";
  for (const key of ["Control+i", "t", "1"]) await page.keyboard.press(key);
  await expectWritten(page.locator("#target-0"), first);
  await expectSound(page);
  await page.locator("#target-0").fill("");
  await mine.getByRole("button", { name: /^Use suggestion/ }).click();
  await expectWritten(page.locator("#target-0"), "Text první");
  const search = page.getByRole("region", { name: "Search the memory" });
  await search.getByLabel("Search the memory").fill("dvaadvacátý");
  await search.getByRole("button", { name: "Find" }).click();
  await expect(search.getByRole("listitem")).toHaveText(/Text 22.*Text dvaadvacátý.*old\.json/);
  await search.getByLabel("Search the memory").fill("nowhere at all");
  await search.getByRole("button", { name: "Find" }).click();
  await expect(search.getByText("No entry contains these words.")).toBeVisible();
  await page.getByLabel("Similar sources").selectOption("100");
  await expect(mine).toContainText("100 %");
  await expect(list.getByText("Text dvaadvacátý")).toHaveCount(0);
  await expectSound(page);
  await page.locator("#target-0").focus();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => storedText(seed, "keys", "cs", "Text 1")).toBe("Text první");
  await context.close();
});

test("sets up a service, keeps its key to itself, and translates with it", async ({ page }) => {
  await signIn(page);
  const { base } = stage();
  await page.goto(`${base}/machinery/${seed.project}/`);
  await expectSound(page);
  await page.getByText("LibreTranslate", { exact: true }).click();
  const form = page.getByRole("form", { name: "Settings of LibreTranslate" });
  await form.getByLabel("Address").fill("http://192.168.0.1/");
  await form.getByLabel("Key").fill("very-secret");
  await form.getByRole("button", { name: "Configure LibreTranslate" }).click();
  await expect(form.getByText("inside a private network").first()).toBeVisible();
  await form.getByLabel("Address").fill("https://libretranslate.example.org/");
  await form.getByLabel("Key").fill("very-secret");
  await form.getByRole("button", { name: "Configure LibreTranslate" }).click();
  await expect(page.getByRole("button", { name: "Remove LibreTranslate" })).toBeVisible();
  await page.reload();
  expect(await page.content()).not.toContain("very-secret");
  await page.getByRole("link", { name: "Read what was sent" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What was sent to services" })).toBeVisible();
  await expect(page.getByText("Nothing was sent")).toBeVisible();
  await page.goto(`${base}/auto-translate/${seed.project}/keys/cs/`);
  await expectSound(page);
  await page.getByLabel("Which strings").fill("state:(");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator("#strings-q-error")).toBeVisible();
});

test("says on every page what is missing, and asks strangers to sign in", async ({ browser, page }) => {
  const { base } = stage();
  const context = await petra(browser);
  const hers = await context.newPage();
  await hers.goto(`${base}/machinery/${seed.project}/`);
  await expect(hers.getByText("project.edit", { exact: true })).toBeVisible();
  await hers.goto(`${base}/manage/memory/`);
  await expect(hers.getByText("memory.manage", { exact: true })).toBeVisible();
  await context.close();
  for (const address of [
    "/memory/",
    `/machinery/${seed.project}/`,
    `/sent-requests/${seed.project}/`,
    "/manage/machinery/",
    `/auto-translate/${seed.project}/keys/cs/`,
  ]) {
    await page.goto(base + address);
    await expect(page, address).toHaveURL(/\/accounts\/login\/\?next=/);
  }
});
