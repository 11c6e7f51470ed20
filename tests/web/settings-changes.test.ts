import { expect, type Page, test } from "@playwright/test";
import { makeGarden, register } from "./support/garden";
import { askApi, expectReachable, expectSound, saveButton, signIn, stage } from "./support/stage";

/** Each save of settings is listed with what it changed, and is reverted where somebody means it. */

const app = (project: string) =>
  askApi<{ priority: number; license: string; agreement: string }>(`/api/components/${project}/app/`);
const patch = (project: string, settings: object) => askApi(`/api/components/${project}/app/`, settings, "PATCH");
const saves = (page: Page) => page.locator("[id^=save-]");

test("a save of a component is found from its settings, looked at, and reverted field by field", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/settings-changes/${project}/app/`);
  await expect(page.getByText("No changes of settings yet")).toBeVisible();
  await expectSound(page);

  await page.goto(`${base}/settings/${project}/app/`);
  await page.getByLabel("Priority", { exact: true }).selectOption("High");
  await page.getByLabel("Contributor agreement").fill("Be kind to the trees");
  await saveButton(page).click();
  await expect(page.getByText(/settings are saved/)).toBeVisible();
  await patch(project, { agreement: "Be kind to all trees" });
  await page.getByRole("link", { name: "Changes of settings" }).click();
  await expect(saves(page)).toHaveCount(2);
  await expect(saves(page).first()).toContainText("through the API");
  await expect(saves(page).first().locator("ins.diff")).toHaveText("all");
  await expect(saves(page).first().locator("del.diff")).toHaveText("the");
  await expect(saves(page).last()).toContainText("Ada Min");
  await expect(saves(page).last()).toContainText("Priority: Medium → High");
  await expectSound(page);
  await expectReachable(page);

  await saves(page).last().getByRole("link", { name: "Revert… Priority, Contributor agreement" }).click();
  const question = page.getByRole("form", { name: "Revert these settings?" });
  await expect(question.getByRole("checkbox", { name: "Priority" })).toBeChecked();
  await expect(question.getByRole("checkbox", { name: "Contributor agreement" })).not.toBeChecked();
  await expect(question).toContainText("Changed again since. The save made it: Be kind to the trees");
  await expect(question).toContainText("High → Medium");
  await expectSound(page);
  await question.getByRole("checkbox", { name: "Priority" }).uncheck();
  await question.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Tick at least one setting.")).toBeVisible();
  await question.getByRole("checkbox", { name: "Priority" }).check();
  // What is asked is what was looked at.
  await patch(project, { priority: 60 });
  await question.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText(/Settings have been changed since/)).toBeVisible();
  expect((await app(project)).priority).toBe(60);

  await page.reload();
  await question.getByRole("checkbox", { name: "Priority" }).check();
  await question.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("The settings are as they were before.")).toBeVisible();
  expect(await app(project)).toMatchObject({ priority: 100, agreement: "Be kind to all trees" });
  await expect(saves(page)).toHaveCount(4);
  await expect(saves(page).first()).toContainText("Priority: Very high → Medium");
  await expect(saves(page).last()).toContainText("reverted since");
  await expectSound(page);
});

test("a secret of a project is told to have changed, and is not reverted", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  for (const secret of ["hunter2", "hunter3"]) {
    await page.goto(`${base}/settings/${project}/`);
    await page.getByLabel("Webhook secret").fill(secret);
    await page.getByLabel("Website").fill(`https://${secret.at(-1)}.example.org/`);
    await saveButton(page).click();
    await expect(page.getByText("The project's settings are saved.")).toBeVisible();
  }
  await page.getByRole("link", { name: "Changes of settings" }).click();
  await expect(saves(page).first()).toContainText("Webhook secret: changed, not shown");
  await expect(page.getByRole("main")).not.toContainText("hunter");
  await saves(page)
    .first()
    .getByRole("link", { name: /^Revert…/ })
    .click();
  const question = page.getByRole("form", { name: "Revert these settings?" });
  await expect(question).toContainText("It is a secret: what it was before is not kept.");
  await expect(question.getByRole("checkbox")).toHaveCount(1);
  await question.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("The settings are as they were before.")).toBeVisible();
  expect(await askApi<{ web: string }>(`/api/projects/${project}/`)).toMatchObject({ web: "https://2.example.org/" });
});

test("what many components were given is told at each, with the way to undo it for all", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await askApi(`/api/projects/${project}/component-settings/`, { settings: { priority: 140 } });
  await signIn(page);
  await page.goto(`${base}/settings-changes/${project}/app/`);
  await expect(saves(page).first()).toContainText("together with other components");
  await page.getByRole("link", { name: "Undo it for all components" }).click();
  await expect(page).toHaveURL(`${base}/operations/${project}/app/`);
});

test("a team is told of at its project by names, loses a role again, and comes back once it is removed", async ({
  page,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const { id } = await askApi<{ id: number }>("/api/groups/", {
    ...{
      name: "Pruners",
      defining_project: `${base}/api/projects/${project}/`,
      project_selection: 0,
      language_selection: 0,
    },
  });
  const roles = await askApi<{ results: { id: number; name: string }[] }>("/api/roles/?page_size=1000");
  const role = roles.results.find(({ name }) => name === "Review strings");
  await askApi(`/api/groups/${id}/languages/`, { language_code: "cs" });
  await askApi(`/api/groups/${id}/roles/`, { role_id: role?.id ?? 0 });
  await signIn(page);
  await page.goto(`${base}/settings-changes/${project}/`);
  await expect(saves(page)).toHaveCount(3);
  await expect(saves(page).first()).toContainText("Team Pruners");
  await expect(saves(page).first()).toContainText("Roles: (empty) → Review strings");
  await expect(saves(page).nth(1)).toContainText("Chosen languages: (empty) → Czech");
  await expect(saves(page).last()).toContainText("The team exists: No → Yes");
  await expect(saves(page).last()).toContainText("Works in: not set → The chosen languages only");
  await expectSound(page);
  await saves(page).first().getByRole("link", { name: "Revert… Roles" }).click();
  await expect(page.locator("[data-plan]")).toContainText("Review strings → (empty)");
  await page.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("The settings are as they were before.")).toBeVisible();
  const team = () => askApi<{ roles: string[]; languages: string[] }>(`/api/groups/${id}/`);
  expect((await team()).roles).toEqual([]);

  await askApi("/api/users/ada/groups/", { group_id: id });
  await page.goto(`${base}/teams/${id}/`);
  await page.getByRole("link", { name: "Changes of its settings" }).click();
  await expect(page.getByText("Only changes of one team are listed.")).toBeVisible();
  await expect(saves(page)).toHaveCount(4);
  await page.getByRole("link", { name: "All changes of settings" }).click();
  await expect(page).toHaveURL(`${base}/settings-changes/${project}/`);

  await page.goto(`${base}/teams/${id}/`);
  await expect(page.locator("[data-plan]")).toContainText("1 member");
  await page.getByLabel("Enter Pruners to confirm").fill("pruners");
  await page.getByRole("button", { name: "Remove the team" }).click();
  await expect(page.locator("#confirm-error")).toContainText("Enter Pruners to confirm.");
  await expectSound(page);
  await page.getByLabel("Enter Pruners to confirm").fill("Pruners");
  await page.getByRole("button", { name: "Remove the team" }).click();
  await expect(page).not.toHaveURL(/\/teams\/\d/);
  await page.goto(`${base}/settings-changes/${project}/`);
  await expect(saves(page).first()).toContainText("The team exists: Yes → No");
  await saves(page)
    .first()
    .getByRole("link", { name: /^Revert… .*The team exists/ })
    .click();
  await expect(page.getByText("Its members and invitations do not come back.")).toBeVisible();
  await expectSound(page);
  await expectReachable(page);
  await page.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("The settings are as they were before.")).toBeVisible();
  expect((await team()).languages).toHaveLength(1);
});

test("enforced checks are told by their names", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await patch(project, { enforced_checks: ["end_newline", "same"] });
  await signIn(page);
  await page.goto(`${base}/settings-changes/${project}/app/`);
  await expect(saves(page).first()).toContainText(
    "Enforced checks: (empty) → Trailing line break, Unchanged translation",
  );
  await expect(page.getByRole("main")).not.toContainText("end_newline");
});

test("nobody sees it who may not change the settings", async ({ browser }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await patch(project, { priority: 80 });
  const context = await browser.newContext();
  await context.addCookies((await register(browser)).cookies);
  const page = await context.newPage();
  for (const address of [
    `/settings-changes/${project}/app/`,
    `/settings-changes/${project}/`,
    "/manage/settings-changes/",
  ])
    expect((await page.goto(base + address))?.status()).toBe(403);
  await context.close();
});

test.describe("without script, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });

  test("settings of a project are reverted by loading pages, and lead to their new address", async ({ page }) => {
    const { base } = stage();
    const { project } = await makeGarden();
    await askApi(`/api/projects/${project}/`, { slug: `${project}-new`, instructions: "Be kind" }, "PATCH");
    await signIn(page);
    await page.goto(`${base}/settings-changes/${project}-new/`);
    await expectSound(page);
    await page.getByRole("link", { name: /^Revert…/ }).click();
    await expectSound(page);
    await page.getByRole("button", { name: "Revert" }).click();
    await expect(page).toHaveURL(`${base}/settings-changes/${project}/?done=1#done`);
    await expect(page.getByText("The settings are as they were before.")).toBeVisible();
    await expect(saves(page)).toHaveCount(2);
    await expect(saves(page).first().getByText("reverted", { exact: false })).toBeVisible();
  });
});
