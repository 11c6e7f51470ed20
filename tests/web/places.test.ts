import { type Browser, expect, type Page, test } from "@playwright/test";
import { makeGarden, unique } from "./support/garden";
import { ADMIN, askApi, expectSound, saveButton, signIn, stage } from "./support/stage";

/** Where things stand in a project, and what goes: categories, moves, sharing, locks and removals, in their pages. */

/** A page without script, where a list of any length is the browser's own. */
async function plainPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, ADMIN);
  return page;
}

test("a category is made, takes a component, moves, and is removed with what is in it", async ({ browser }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const page = await plainPage(browser);
  await page.goto(`${base}/projects/${project}/?tab=components`);
  await page.getByRole("link", { name: "Add a category" }).click();
  await page.getByLabel("Name").fill("Documents");
  await expectSound(page);
  await page.getByRole("button", { name: "Create the category" }).click();
  await expect(page).toHaveURL(`${base}/projects/${project}/documents/`);
  await expect(page.getByText("No components yet")).toBeVisible();

  await page.goto(`${base}/settings/${project}/app/`);
  await page.getByLabel("Category", { exact: true }).selectOption("Documents");
  await saveButton(page).click();
  await expect(page).toHaveURL(`${base}/settings/${project}/documents/app/`);

  // A second one of its name cannot stand beside it; the form keeps what was typed.
  await page.goto(`${base}/create/category/?place=${project}`);
  await page.getByLabel("Name").fill("Documents");
  await page.getByRole("button", { name: "Create the category" }).click();
  await expect(page.getByText(/already/).first()).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Documents");
  await page.getByLabel("Name").fill("Outer");
  await page.getByRole("button", { name: "Create the category" }).click();
  await expect(page).toHaveURL(`${base}/projects/${project}/outer/`);

  await page.goto(`${base}/projects/${project}/documents/`);
  await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByLabel("Slug").fill("docs");
  await page.getByLabel("Project or category").selectOption(`${project}/outer`);
  await expectSound(page);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page).toHaveURL(`${base}/settings/${project}/outer/docs/`);
  expect((await page.goto(`${base}/projects/${project}/outer/docs/app/`))?.status()).toBe(200);

  await page.goto(`${base}/settings/${project}/outer/`);
  await page.getByRole("link", { name: "Remove Outer…" }).click();
  const plan = page.locator("[data-plan]");
  await expect(plan).toContainText("app");
  await expectSound(page);
  await page.getByLabel("Enter outer to confirm").fill("docs");
  await page.getByRole("button", { name: "Remove Outer" }).click();
  await expect(page.locator("#confirm-error")).toContainText("Enter outer to confirm.");
  expect((await page.goto(`${base}/projects/${project}/outer/docs/app/`))?.status()).toBe(200);
  await page.goto(`${base}/remove/${project}/outer/`);
  await page.getByLabel("Enter outer to confirm").fill("outer");
  await page.getByRole("button", { name: "Remove Outer" }).click();
  await expect(page).toHaveURL(`${base}/projects/${project}/`);
  expect((await page.goto(`${base}/projects/${project}/outer/`))?.status()).toBe(404);
  await page.context().close();
});

test("the plan of a removal tells what upstream does not have yet, and what goes with it", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page, ADMIN);
  const list = await askApi<{ results: { id: number; target: string[] }[] }>(
    `/api/translations/${project}/app/cs/units/`,
    undefined,
    "GET",
  );
  const unit = list.results[0];
  await askApi(`/api/units/${unit?.id}/`, { target: ["Nikde jinde"], state: 20 }, "PATCH");
  await page.goto(`${base}/settings/${project}/app/`);
  await page.getByRole("link", { name: "Remove App…" }).click();
  await expect(page).toHaveURL(`${base}/remove/${project}/app/`);
  await expect(page.locator("[data-plan]")).toContainText("1 text is not in the remote repository yet");
  await page.getByLabel("Enter app to confirm").fill("app");
  await page.getByRole("button", { name: "Remove App" }).click();
  await expect(page).toHaveURL(`${base}/projects/${project}/`);
  await page.goto(`${base}/settings/${project}/`);
  await page.getByRole("link", { name: /^Remove / }).click();
  await expect(page.locator("[data-plan]")).toContainText("There are no components in it.");
  await page.getByLabel(`Enter ${project} to confirm`).fill(project);
  await page.getByRole("button", { name: /^Remove / }).click();
  await expect(page).toHaveURL(`${base}/projects/`);
  expect((await page.goto(`${base}/projects/${project}/`))?.status()).toBe(404);
});

test("a language is removed by its page, without script, and comes back by undo", async ({ browser }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await signIn(page, ADMIN);
  await page.goto(`${base}/projects/${project}/app/cs/`);
  await page.getByRole("link", { name: "Remove this language…" }).click();
  await expect(page.locator("[data-plan]")).toContainText("cs.po");
  await expectSound(page);
  await page.getByLabel("Enter cs to confirm").fill("cs");
  await page.getByRole("button", { name: "Remove Czech" }).click();
  await expect(page).toHaveURL(`${base}/operations/${project}/app/`);
  expect((await page.goto(`${base}/projects/${project}/app/cs/`))?.status()).toBe(404);
  await context.close();
});

test("the source language stays, and who may not remove is told which right is missing", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page, ADMIN);
  await page.goto(`${base}/projects/${project}/app/en/`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("English");
  await expect(page.getByRole("link", { name: "Remove this language…" })).toHaveCount(0);
  expect((await page.goto(`${base}/remove/${project}/app/en/`))?.status()).toBe(403);
});

test("a component is shown in another project, and there no longer", async ({ browser }) => {
  const { base } = stage();
  const [{ project }, other] = [await makeGarden(), `other-${unique()}`];
  await askApi("/api/projects/", { name: other, slug: other, web: "https://example.org/" });
  const page = await plainPage(browser);
  await page.goto(`${base}/settings/${project}/app/`);
  await page.locator("#share-with").selectOption(other);
  await page.getByRole("button", { name: "Show it there" }).click();
  await expect(page.getByText(`The component is shown in ${other}, too.`)).toBeVisible();
  await page.goto(`${base}/projects/${other}/?tab=components`);
  await expect(page.getByRole("table", { name: "Components" })).toContainText("App");
  await page.goto(`${base}/settings/${project}/app/`);
  await page.getByRole("button", { name: `Show it in ${other} no longer` }).click();
  await expect(page.getByText("The component is no longer shown there.")).toBeVisible();
  await page.goto(`${base}/projects/${other}/?tab=components`);
  await expect(page.getByText("No components yet")).toBeVisible();
  await page.context().close();
});

test("all components of a project are locked and unlocked at once", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const locked = async () => (await askApi<{ locked: boolean }>(`/api/components/${project}/app/lock/`)).locked;
  await signIn(page, ADMIN);
  await page.goto(`${base}/repository/${project}/`);
  await page.getByRole("button", { name: "Lock all", exact: true }).click();
  await expect(page.getByText("nobody can edit strings of this project")).toBeVisible();
  expect(await locked()).toBe(true);
  await expect(page.getByRole("button", { name: "Lock all", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Unlock all" }).click();
  await expect(page.getByText("Unlocked: strings can be edited again.")).toBeVisible();
  expect(await locked()).toBe(false);
});
