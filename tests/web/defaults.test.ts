import { expect, type Page, test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { askApi, expectSound, saveButton, signIn, stage } from "./support/stage";

/** Defaults of a project: set with a preview, followed by a component, left and followed again, and taken back. */

const app = (project: string) => askApi<{ priority: number; inherited: string[] }>(`/api/components/${project}/app/`);

/** Sets the priority of a project's components, up to the preview. */
async function choosePriority(page: Page, project: string, value: string): Promise<void> {
  await page.goto(`${stage().base}/component-defaults/${project}/`);
  await page.getByRole("checkbox", { name: "Priority" }).check();
  await page.getByLabel("Priority: value here").selectOption(value);
  await page.getByRole("button", { name: "Preview" }).click();
}

const saveSettings = async (page: Page) => {
  await saveButton(page).click();
  await expect(page.getByText(/settings are saved/)).toBeVisible();
};

test("a component follows its project's default until it has a value of its own, and again", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/settings/${project}/app/`);
  await expect(page.locator("input[name=inherited]")).toHaveCount(0);
  await page.goto(`${base}/settings/${project}/`);
  await page.getByRole("link", { name: "Defaults for components" }).click();
  await expect(page.getByText("Not set here. Loquat’s own: Medium")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("This is what is set already.")).toBeVisible();
  await choosePriority(page, project, "High");
  await expect(page.getByRole("heading", { name: "No component would change" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("No component has changed.")).toBeVisible();
  expect(await app(project)).toMatchObject({ priority: 100, inherited: [] });

  await page.goto(`${base}/settings/${project}/app/`);
  const follow = page.getByRole("checkbox", { name: `Follow the project ${project}` });
  await expect(follow).toHaveCount(1);
  await expect(follow).not.toBeChecked();
  await follow.check();
  await saveSettings(page);
  await expect(follow).toBeChecked();
  await expect(page.getByLabel("Priority", { exact: true })).toHaveValue("80");
  expect(await app(project)).toMatchObject({ priority: 80, inherited: ["priority"] });
  await expectSound(page);

  await page.getByRole("link", { name: "Change it there" }).click();
  await expect(page.getByText("1 component follows.")).toBeVisible();
  await choosePriority(page, project, "Low");
  await expect(page.getByRole("heading", { name: "1 component would change" })).toBeVisible();
  await expect(page.getByRole("row", { name: /App/ }).locator("ins")).toHaveText("Low");
  await expectSound(page);
  expect((await app(project)).priority).toBe(80);
  await page.getByRole("button", { name: "Save and change 1 component" }).click();
  await expect(page.getByText("1 component is changed")).toBeVisible();
  expect((await app(project)).priority).toBe(120);

  await page.getByRole("link", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Settings of 1 component")).toBeVisible();
  await page.getByRole("button", { name: "Undo…" }).first().click();
  await expect(page.locator("[data-plan]")).toContainText("Settings of 1 component");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("1 component has the settings from before.")).toBeVisible();
  expect(await app(project)).toMatchObject({ priority: 80, inherited: ["priority"] });

  const open = () => page.goto(`${base}/settings/${project}/app/`);
  await open();
  await page.getByLabel("Priority", { exact: true }).selectOption("Very high");
  await saveSettings(page);
  expect(await app(project)).toMatchObject({ priority: 60, inherited: [] });
  await expect(follow).not.toBeChecked();
  await open();
  await follow.check();
  await saveSettings(page);
  expect(await app(project)).toMatchObject({ priority: 80, inherited: ["priority"] });
  await open();
  await follow.uncheck();
  await saveSettings(page);
  expect(await app(project)).toMatchObject({ priority: 80, inherited: [] });
});

test("of two people with one form the second is told what the first has set", async ({ page, context }) => {
  const { project } = await makeGarden();
  await signIn(page);
  const other = await context.newPage();
  await other.goto(`${stage().base}/component-defaults/${project}/`);
  await choosePriority(page, project, "High");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("No component has changed.")).toBeVisible();
  await other.getByRole("checkbox", { name: "Priority" }).check();
  await other.getByLabel("Priority: value here").selectOption("Low");
  await other.getByRole("button", { name: "Preview" }).click();
  await expect(other.locator("#priority-error")).toContainText("It is now: 80.");
  await other.getByRole("button", { name: "Preview" }).click();
  await expect(other.getByRole("heading", { name: "No component would change" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("many components follow at once, and a default changes them", async ({ page }) => {
    const { base } = stage();
    const { project } = await makeGarden();
    await askApi(`/api/projects/${project}/component-defaults/`, { settings: { priority: 80 } }, "PATCH");
    await signIn(page);
    await page.goto(`${base}/component-settings/${project}/`);
    await page.getByRole("checkbox", { name: "Priority" }).check();
    await page.locator("#follow-priority").check();
    await expect(page.getByLabel("Priority: new value")).toBeHidden();
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.locator("#preview")).toContainText("follows from now on");
    await page.getByRole("button", { name: "Change 1 component" }).click();
    await expect(page.getByText("1 component is changed")).toBeVisible();
    expect(await app(project)).toMatchObject({ priority: 80, inherited: ["priority"] });
    await choosePriority(page, project, "Low");
    await page.getByRole("button", { name: "Save and change 1 component" }).click();
    await expect(page.getByText("1 component is changed")).toBeVisible();
    expect(await app(project)).toMatchObject({ priority: 120, inherited: ["priority"] });
    await page.goto(`${base}/component-defaults/${project}/`);
    await page.getByRole("checkbox", { name: "Priority" }).uncheck();
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Save and change 1 component" }).click();
    await expect(page.getByText("1 component is changed")).toBeVisible();
    expect(await app(project)).toMatchObject({ priority: 100, inherited: ["priority"] });
  });
});
