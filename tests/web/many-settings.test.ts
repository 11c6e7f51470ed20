import { expect, test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** The table of components, and settings of many at once: ticks, the preview, and the way back. */

const priority = async (project: string) =>
  (await askApi<{ priority: number }>(`/api/components/${project}/app/`)).priority;

test("ticked components get a setting as the preview says, and get the old one back", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/projects/${project}/?tab=components`);
  await page.getByRole("checkbox", { name: "Select App" }).check();
  await page.getByRole("button", { name: "Change settings of the selected ones…" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings of several components" })).toBeVisible();
  await expect(page.getByText("1 component is selected.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Tick at least one setting to change").first()).toBeVisible();
  await expect(page.getByLabel("Priority: new value")).toBeHidden();
  await page.getByRole("checkbox", { name: "Priority" }).check();
  await page.getByLabel("Priority: new value").selectOption("High");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "1 component would change" })).toBeVisible();
  await expect(page.locator("#preview ins")).toHaveText("High");
  await expectSound(page);
  expect(await priority(project)).toBe(100);
  await page.getByRole("button", { name: "Change 1 component" }).click();
  await expect(page.getByText("1 component is changed")).toBeVisible();
  expect(await priority(project)).toBe(80);
  await page.getByRole("link", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Settings of many components")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Undo…" }).click();
  await expect(page.locator("[data-plan]")).toContainText("Settings of 1 component");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("1 component has the settings from before.")).toBeVisible();
  expect(await priority(project)).toBe(100);
});

test("all that is wrong is told at once, each at its field", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/component-settings/${project}/`);
  await page.locator("#copy_from").fill(`${project}/none`);
  await page.getByRole("checkbox", { name: "Licence", exact: true }).check();
  await page.getByLabel("Licence: new value").fill("no licence");
  await page.getByRole("checkbox", { name: "Flags", exact: true }).check();
  await page.getByLabel("Flags: new value").fill("no-such-flag");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("3 problems to fix")).toBeVisible();
  for (const field of ["copy_from", "license", "check_flags"])
    await expect(page.locator(`#${field}-error`)).toBeVisible();
  await expect(page.getByLabel("Licence: new value")).toHaveValue("no licence");
  await expectSound(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the table is narrowed and ordered by links and a form", async ({ page }) => {
    const { base } = stage();
    const { project } = await makeGarden();
    await page.goto(`${base}/projects/${project}/?tab=components`);
    const table = page.getByRole("table", { name: "Components" });
    await expect(table.getByRole("row", { name: /App/ })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("no such name");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("No component matches")).toBeVisible();
    await page.getByRole("link", { name: "Show all components" }).click();
    const quick = page.getByRole("navigation", { name: "Quick filters" });
    await quick.getByRole("link", { name: "Unfinished" }).click();
    await expect(page).toHaveURL(/state=unfinished/);
    await expect(quick.locator("[aria-current]")).toHaveText("Unfinished");
    await expect(table.getByRole("row", { name: /App/ })).toBeVisible();
    await table.getByRole("link", { name: "Failing checks" }).click();
    await expect(table.getByRole("columnheader", { name: "Failing checks" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await expect(page).toHaveURL(/state=unfinished/);
    // Another filter, and another part of the name, keep the order.
    await quick.getByRole("link", { name: "Locked" }).click();
    await expect(page).toHaveURL(/state=locked/);
    await expect(page).toHaveURL(/order=failing/);
    await expect(page.getByText("All components can be translated.")).toBeVisible();
    await page.getByRole("link", { name: "Show all components" }).click();
    await page.getByLabel("Name", { exact: true }).fill("app");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/order=failing/);
    await expect(table.getByRole("row", { name: /App/ })).toBeVisible();
    await expect(quick.getByRole("link", { name: "Watched" })).toHaveCount(0);
    // Who may change nothing is offered nothing.
    await expect(page.getByRole("checkbox")).toHaveCount(0);
  });
});
