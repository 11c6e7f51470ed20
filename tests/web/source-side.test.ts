import { type Browser, expect, type Page, test } from "@playwright/test";
import { makeUpstream } from "../support/git";
import { alive } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { finished, unique } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** What is said and shown of a source string, beside it; and source strings that are edited. */

const project = `sources-${unique()}`;
const file = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;

test.beforeAll(async () => {
  await askApi("/api/projects/", { name: project, slug: project, web: "https://example.org/" });
  await askApi(`/api/projects/${project}/labels/`, { name: "Menu", color: "blue" });
  const upstream = makeUpstream({
    "l/en.json": file({ open: "Open the file", wait: "Wait 5 seconds", quit: "Quit", end: "Leave now" }),
    "l/cs.json": file({ open: "Otevřít soubor", wait: "Čekejte 5 sekund", quit: "Konec" }),
    "l/de.json": file({ open: "Datei öffnen", wait: "5 Sekunden warten", quit: "Beenden" }),
  });
  const made = await askApi<{ task_url: string | null }>(`/api/projects/${project}/components/`, {
    ...{ name: "app", slug: "app", repo: upstream.url, branch: "main", vcs: "git" },
    ...{ filemask: "l/*.json", template: "l/en.json", file_format: "json" },
  });
  if (made.task_url) await finished(new URL(made.task_url).pathname);
});

interface Unit {
  target: string[];
  state: number;
  explanation: string;
  labels: { name: string }[];
}

async function unitOf(language: string, key: string): Promise<Unit> {
  const query = encodeURIComponent(`key:=${key}`);
  const found = await askApi<{ results: Unit[] }>(`/api/translations/${project}/app/${language}/units/?q=${query}`);
  const [unit] = found.results;
  if (!unit) throw new Error(`There is no string ${key}.`);
  return unit;
}

async function open(browser: Browser, language: string, key: string, options: object = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await signIn(page);
  const query = encodeURIComponent(`key:=${key}`);
  await page.goto(`${stage().base}/translate/${project}/app/${language}/?q=${query}`);
  await alive(page);
  return page;
}

/** A picture of a program that has the strings. */
async function picture(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  await page.setContent('<body style="font: 28px sans-serif"><h1>Editor</h1><p>Open the file</p><p>Leave now</p>');
  const taken = await page.screenshot();
  await page.close();
  return taken;
}

test("whoever edits a source string is told how many translations it has, and can keep them", async ({ browser }) => {
  const page = await open(browser, "en", "quit");
  await expect(page.getByText("2 translations were made from this text.")).toBeVisible();
  await page.locator("#target-0").fill("Quit the program");
  await page.getByLabel("The meaning stays the same: keep the translations").check();
  await page.locator("#target-0").press("Control+s");
  await expect.poll(async () => (await unitOf("en", "quit")).target[0]).toBe("Quit the program");
  expect(await unitOf("cs", "quit")).toMatchObject({ target: ["Konec"], state: 20 });
  await page.context().close();
});

test("edited source strings are listed, and their translations get the same change", async ({ browser }) => {
  const page = await open(browser, "en", "wait");
  await page.locator("#target-0").fill("Wait 10 seconds");
  await page.locator("#target-0").press("Control+s");
  await expect.poll(async () => (await unitOf("cs", "wait")).state).toBe(10);
  await page.goto(`${stage().base}/source-edits/${project}/app/`);
  await expectSound(page);
  const card = page.getByRole("listitem").filter({ hasText: "Wait" });
  await expect(card).toContainText("Only numbers, placeholders or addresses changed");
  await expect(card.locator("ins")).toContainText(["10", "10", "10"]);
  await page.getByRole("button", { name: "Apply the same change where possible" }).click();
  await expect(page.getByText("Select at least one string.")).toBeVisible();
  await card.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Apply the same change where possible" }).click();
  await expect(page.getByText("2 translations hold again.")).toBeVisible();
  await expect(page.getByText("No translation waits for a look")).toBeVisible();
  expect(await unitOf("cs", "wait")).toMatchObject({ target: ["Čekejte 10 sekund"], state: 20 });
  await page.context().close();
});

test("explanation, labels and flags are changed beside a translation, without losing what is being typed", async ({
  browser,
}) => {
  const page = await open(browser, "cs", "open");
  await page.locator("#target-0").fill("Otevřít");
  await page.getByRole("button", { name: "Edit explanation, labels and flags" }).press("Enter");
  const explanation = page.getByRole("textbox", { name: "Explanation" });
  await expect(explanation).toBeFocused();
  await explanation.fill("In the **file** menu.");
  await page.getByLabel("Menu").check();
  await page.getByLabel("Further flags").fill("max-length:much");
  await page.getByRole("button", { name: "Save for all languages" }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "max-length" })).toBeVisible();
  await page.getByLabel("Further flags").fill("max-length:40");
  await page.getByLabel("Further flags").press("Enter");
  await expect(page.locator("#string-facts strong")).toHaveText("file");
  await expect(page.locator("#string-facts")).toContainText("Menu");
  await expect(page.locator("#string-facts")).toContainText("max-length:40");
  await expectWritten(page.locator("#target-0"), "Otevřít");
  expect(await unitOf("cs", "open")).toMatchObject({ target: ["Otevřít soubor"] });
  expect(await unitOf("en", "open")).toMatchObject({
    explanation: "In the **file** menu.",
    labels: [{ name: "Menu" }],
  });
  await page.context().close();
});

test("strings are found in a screenshot and put on it with their places", async ({ browser }) => {
  const page = await open(browser, "cs", "open");
  const panel = page.locator("[data-pane=context]");
  await panel.locator("[data-tab=screenshots]").click();
  const chooser = page.waitForEvent("filechooser");
  await panel.getByRole("button", { name: "Add a screenshot" }).click();
  await (await chooser).setFiles({ name: "window.png", mimeType: "image/png", buffer: await picture(browser) });
  await panel.getByRole("button", { name: "Find strings in this image" }).click();
  const found = panel.getByRole("group", { name: "strings were found" });
  await expect(found.getByRole("checkbox")).toHaveCount(2, { timeout: 120_000 });
  await expect(found.getByLabel("Open the file")).toBeChecked();
  await found.getByRole("button", { name: "Put the selected strings on this screenshot" }).click();
  await expect(panel.getByRole("button", { name: "Change the mark" })).toBeVisible();
  const shots = await askApi<{ results: { id: number; name: string; regions: object[] }[] }>(
    `/api/components/${project}/app/screenshots/`,
  );
  const shot = shots.results.find(({ name }) => name === "window.png");
  expect(shot?.regions).toHaveLength(2);
  await askApi(`/api/screenshots/${shot?.id}/`, undefined, "DELETE").catch(() => undefined);
  await page.context().close();
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 640 },
])
  test(`a screenshot is added, marked by keys and deleted at ${viewport.width} pixels`, async ({ browser }) => {
    const page = await open(browser, "cs", "open", { viewport });
    const panel = page.locator("[data-pane=context]");
    await panel.locator("[data-tab=screenshots]").click();
    await expect(panel.getByText("No screenshot shows this string.")).toBeVisible();
    const chooser = page.waitForEvent("filechooser");
    await panel.getByRole("button", { name: "Add a screenshot" }).click();
    await (await chooser).setFiles({ name: "menu.png", mimeType: "image/png", buffer: await picture(browser) });
    const image = panel.getByRole("img", { name: "menu.png" });
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(640);
    await panel.getByRole("button", { name: "Mark the string" }).press("Enter");
    const box = panel.getByRole("button", { name: "Box around the string" });
    await expect(box).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await panel.getByRole("button", { name: "Save the mark" }).press("Enter");
    await expect(panel.getByRole("button", { name: "Change the mark" })).toBeVisible();
    const [shot] = (
      await askApi<{ results: { regions: { region: number[] }[] }[] }>(`/api/components/${project}/app/screenshots/`)
    ).results;
    expect(shot?.regions.map(({ region }) => region)).toEqual([[168, 120, 320, 48]]);
    await panel.getByText("Delete", { exact: true }).click();
    await panel.getByRole("button", { name: "Delete the screenshot" }).click();
    await expect(panel.getByText("No screenshot shows this string.")).toBeVisible();
    await page.context().close();
  });
