import { expect, test } from "@playwright/test";
import { type Garden, makeGarden } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
});

test("an announcement is posted on a project, read where it is translated, and taken down", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/projects/${garden.project}/`);
  const links = page.getByRole("navigation", { name: "More about this" });
  await links.getByRole("link", { name: "Announcements" }).click();
  await expect(page.getByText("Nothing is announced here")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("We release on **Friday**. <b>Hurry</b>");
  await page.getByLabel("Kind").selectOption("Warning");
  await page.getByRole("button", { name: "Announce" }).click();
  await expect(page.getByText("It is announced.")).toBeVisible();
  await expectSound(page);
  await page.goto(`${base}/projects/${garden.project}/app/cs/`);
  await expect(page.getByText("We release on Friday. <b>Hurry</b>")).toBeVisible();
  await expect(page.locator("strong", { hasText: "Friday" })).toBeVisible();
  await page.goto(`${base}/announcements/${garden.project}/`);
  await page.getByRole("button", { name: /^Remove: We release/ }).click();
  await expect(page.getByText("Nothing is announced here")).toBeVisible();
  await page.goto(`${base}/projects/${garden.project}/app/cs/`);
  await expect(page.getByText("We release on Friday.")).toHaveCount(0);
});

test("a visitor reads announcements and posts none", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/announcements/${garden.project}/`);
  await expect(page.getByRole("heading", { level: 1, name: "Announcements" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Announce" })).toHaveCount(0);
});
