import { expect, test } from "@playwright/test";
import { type Garden, makeGarden } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Pages about the installation, and searching one place. */

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
});

test("the foot leads visitors to what the installation tells of itself", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/`);
  const foot = page.getByRole("contentinfo");
  await foot.getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("link", { name: /^Sign in to see/ })).toBeVisible();
  await expect(page.getByText("Translated words")).toHaveCount(0);
  await foot.getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await foot.getByRole("link", { name: "About" }).click();
  await expect(page.getByText("MIT", { exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Keys" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("PRIVATE KEY");
  await foot.getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await expectSound(page);
});

test("who is signed in sees how much there is", async ({ page }) => {
  await signIn(page);
  await page.goto(`${stage().base}/stats/`);
  await expect(page.getByText("Translated words")).toBeVisible();
});

test("strings of a place are searched from its page, and everywhere from there", async ({ page }) => {
  const { base } = stage();
  const other = await makeGarden();
  await page.goto(`${base}/projects/${garden.project}/app/`);
  await page.getByRole("navigation", { name: "More about this" }).getByRole("link", { name: "Search strings" }).click();
  const box = page.getByRole("main").getByRole("searchbox");
  await box.fill("Konec");
  await box.press("Enter");
  await expect(page).toHaveURL(`${base}/search/${garden.project}/app/?q=Konec`);
  const found = page.getByRole("main").getByRole("listitem");
  await expect(found.filter({ hasText: `${garden.project} › app` })).toHaveCount(1);
  await expect(found.filter({ hasText: `${other.project} › app` })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "Search everywhere" }).click();
  await expect(found.filter({ hasText: `${other.project} › app` }).first()).toBeVisible();
  expect((await page.goto(`${base}/search/none-such/`))?.status()).toBe(404);
  await askApi(`/api/projects/${other.project}/`, undefined, "DELETE").catch(() => undefined);
});
