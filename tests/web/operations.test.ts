import { expect, test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** What changed many strings at once, and taking it back. */

test("a removed language is brought back, after its plan was seen", async ({ page }) => {
  const { base, token } = stage();
  const { project } = await makeGarden();
  const language = `/api/translations/${project}/app/cs/`;
  const authorization = `Token ${token}`;
  expect((await fetch(base + language, { method: "DELETE", headers: { authorization } })).status).toBe(204);
  await signIn(page);
  await page.goto(`${base}/operations/${project}/app/`);
  await expect(page.getByText("Removed language: Czech")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Undo…" }).click();
  await expect(page.getByText("Undo this?")).toBeVisible();
  await expect(page.locator("[data-plan]")).toContainText("3");
  await expectSound(page);
  expect((await fetch(base + language, { headers: { authorization } })).status).toBe(404);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("3 came back.")).toBeVisible();
  await expectSound(page);
  const there = await askApi<{ total: number; translated: number }>(language);
  expect(there).toMatchObject({ total: 3, translated: 1 });
  await page.goto(`${base}/projects/${project}/app/cs/`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Czech");
});

test("flags that a bulk edit gave are taken back, after it was told how many", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const configuration = { q: "", add_flags: "max-length:40" };
  await askApi(`/api/components/${project}/app/addons/`, { name: "weblate.flags.bulk", configuration });
  await signIn(page);
  await expect(async () => {
    await page.goto(`${base}/operations/${project}/app/`);
    await expect(page.getByText("Bulk edit", { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole("button", { name: "Undo…" }).click();
  await expect(page.locator("[data-plan]")).toHaveText("Flags and labels of 3 strings");
  await expectSound(page);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("3 strings are again as they were.")).toBeVisible();
  await expectSound(page);
  const units = await askApi<{ results: { extra_flags: string }[] }>(`/api/translations/${project}/app/en/units/`);
  expect(units.results.map((unit) => unit.extra_flags)).toEqual(["", "", ""]);
});
