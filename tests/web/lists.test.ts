import { expect, test } from "@playwright/test";
import { makeGarden, unique } from "./support/garden";
import { ADMIN, expectSound, signIn, stage } from "./support/stage";

/** Labels of a project, and lists of components, each made, changed and removed in their pages. */

test("a label is made, changed, found and removed, on a phone and without script", async ({ browser }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await signIn(page, ADMIN);
  await page.goto(`${base}/labels/${project}/`);
  await expect(page.getByText("No labels yet")).toBeVisible();
  await page.getByLabel("Name").fill('Legal "fine print"');
  await page.getByLabel("Colour").selectOption("Navy");
  await page.getByRole("button", { name: "Create label" }).click();
  const label = page.getByRole("row").filter({ hasText: "fine print" });
  await expect(label).toContainText("No strings");
  await expectSound(page);
  await page.getByRole("link", { name: 'Change the label Legal "fine print"' }).click();
  await page.getByLabel("Description").fill("Lawyers read it.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(label).toContainText("Lawyers read it.");
  await label.getByRole("link", { name: "No strings" }).click();
  // A language is chosen first, and the search goes along.
  await page.getByRole("main").getByRole("link", { name: "Czech" }).click();
  await expect(page.getByText("No strings match")).toBeVisible();
  await page.goto(`${base}/labels/${project}/`);
  await label.getByText("Remove", { exact: true }).click();
  await expect(label.getByText("No string has it.")).toBeVisible();
  await label.getByRole("button", { name: /^Remove the label/ }).click();
  await expect(page.getByText("No labels yet")).toBeVisible();
  await context.close();
});

test("a list of components takes some by hand and some by a rule, and is removed", async ({ page }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  const slug = `release-${unique()}`;
  await signIn(page, ADMIN);
  await page.goto(`${base}/component-lists/`);
  await page.getByLabel("Name").fill(slug);
  await page.getByLabel("Slug").fill(slug);
  await page.getByLabel("Components that come by themselves").fill("one-only");
  await page.getByRole("button", { name: "Create list" }).click();
  await expect(page.locator("#auto_assign-error")).toContainText("Write two regular expressions on each line");
  await page.getByLabel("Components that come by themselves").fill(`^${project}$ ^nothing$`);
  await page.getByRole("button", { name: "Create list" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(slug);
  await page.getByLabel("Component", { exact: true }).fill(`${project}/none`);
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page.getByText(/does not exist/)).toBeVisible();
  await page.getByLabel("Component", { exact: true }).fill(`${project}/app`);
  await page.getByRole("button", { name: "Add component" }).click();
  await expect(page.getByRole("table", { name: "Components" })).toContainText(project);
  await expectSound(page);
  await page.goto(base);
  await expect(page.getByRole("link", { name: slug })).toBeVisible();
  await page.getByRole("link", { name: slug }).click();
  await page.getByRole("button", { name: `Remove ${project}/app from the list` }).click();
  await expect(page.getByText("No components on this list")).toBeVisible();
  await page.getByRole("button", { name: "Remove the list" }).click();
  await expect(page).toHaveURL(`${base}/component-lists/`);
  await expect(page.getByRole("link", { name: slug })).toHaveCount(0);
});
