import { expect, test } from "@playwright/test";
import { alive, editorPath, type Seed, seedEditor } from "./support/editor-seed";
import { expectSound, stage } from "./support/stage";

/** Searching strings: on the page of the box that all pages have, and in the editor. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

test("finds strings of all projects, tells how the search is understood, and keeps it", async ({ browser }) => {
  const context = await browser.newContext();
  await context.addCookies(seed.cookies.petra);
  const page = await context.newPage();
  await page.goto(`${stage().base}/search/`);
  const box = page.getByRole("search", { name: "Find a project, component, language or user" });
  await box.getByRole("searchbox").fill('source:="Text 22" AND language:cs');
  await box.getByRole("searchbox").press("Enter");
  const strings = page.locator("section").filter({ has: page.getByRole("heading", { name: "Strings", exact: true }) });
  await expect(strings.getByRole("link", { name: "Text 22" }).first()).toBeVisible();
  const parts = page.getByRole("list", { name: "How the search is understood" });
  await expect(parts.getByRole("listitem")).toHaveText([/source is exactly “Text 22”/, /language is cs/]);
  await expectSound(page);

  await page.getByLabel("Name of the search").fill("Twenty-two");
  await page.getByRole("button", { name: "Save this search" }).click();
  const saved = page.locator("section").filter({ has: page.getByRole("heading", { name: "Saved searches" }) });
  await expect(saved.getByRole("link", { name: "Twenty-two" })).toBeVisible();
  await expectSound(page);

  await parts.getByRole("link", { name: "Search without: source is exactly “Text 22”" }).click();
  await expect(page.getByRole("list", { name: "How the search is understood" }).getByRole("listitem")).toHaveText([
    /language is cs/,
  ]);
  await saved.getByRole("link", { name: "Twenty-two" }).click();
  await expect(strings.getByRole("link", { name: "Text 22" }).first()).toBeVisible();
  await strings.getByRole("link", { name: "Text 22" }).first().click();
  await expect(page).toHaveURL(/\/translate\/.*checksum=/);

  await page.goto(`${stage().base}/search/`);
  await saved.getByRole("button", { name: "Remove the saved search Twenty-two" }).click();
  await expect(saved).toBeHidden();
  await context.close();
});

test("offers what may be meant by a search that cannot be understood, and by words that are operators", async ({
  page,
}) => {
  await page.goto(`${stage().base}/search/?q=${encodeURIComponent("sorce:Text")}`);
  await expect(page.getByText('Unknown field "sorce"')).toBeVisible();
  await page.getByRole("link", { name: "source:Text", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "source contains “Text”" })).toBeVisible();
  await page.goto(`${stage().base}/search/?q=${encodeURIComponent("not found")}`);
  await expect(
    page.getByRole("listitem").filter({ hasText: "not: “found” in source, translation or key" }),
  ).toBeVisible();
  await page.getByRole("link", { name: '"not" found', exact: true }).click();
  await expect(page.getByText("No string that you may see is found.")).toBeVisible();
});

test("a word that is longer than the window breaks, wherever a search is read back", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  await context.addCookies(seed.cookies.petra);
  const page = await context.newPage();
  const word = "x".repeat(300);
  const places = [
    "search/?q=",
    "memory/?q=",
    `translate/${seed.project}/tools/cs/?q=`,
    `browse/${seed.project}/tools/cs/?q=`,
  ];
  for (const place of places)
    for (const query of [word, `is:${word}`]) {
      await page.goto(`${stage().base}/${place}${query}`);
      await expect(page.getByText(word).first()).toBeAttached();
      await expectSound(page);
    }
  await context.close();
});

test("is understood in the editor, where fields are offered and lists can be chosen", async ({ browser }) => {
  const context = await browser.newContext();
  await context.addCookies(seed.cookies.petra);
  const page = await context.newPage();
  await page.goto(`${editorPath(seed, "keys", "cs")}?q=${encodeURIComponent('source:r"^Text 2.$" state:<translated')}`);
  const parts = page.getByRole("list", { name: "How the search is understood" });
  await expect(parts.getByRole("listitem")).toHaveText([/source matches \^Text 2\.\$/, /state below translated/i]);
  await alive(page);
  const field = page.getByRole("combobox", { name: "Search strings" });
  await field.fill("has:lab");
  await expect(page.locator("datalist option")).toHaveCount(1);
  await expect(page.locator("datalist option")).toHaveAttribute("value", "has:label");
  await page.locator("summary").filter({ hasText: "Search results" }).click();
  await page.getByRole("link", { name: "Unfinished without suggestions" }).click();
  await expect(page).toHaveURL(/q=state/);
  await expect(parts).toBeHidden();
  await context.close();
});
