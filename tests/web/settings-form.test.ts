import { expect, test } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { chooseByTyping } from "./support/field";
import { makeGarden } from "./support/garden";
import { ADMIN, askApi, expectSound, saveButton, signIn, stage } from "./support/stage";

/** Forms of settings: finding one, marks of what was changed, and what saving would lead to. */

test("a setting is found by its name, its help and its name in the API", async ({ page }) => {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/app/`);
  const find = page.getByRole("searchbox", { name: "Find a setting" });
  const mask = page.getByLabel("File mask", { exact: true });
  await find.fill("file mask");
  await expect(page.getByText(/^\d+ of \d+ settings match/)).toBeVisible();
  await expect(mask).toBeVisible();
  await expect(page.getByLabel("Merge method")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Version control" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Files" })).toBeVisible();
  await find.fill("commit_pending_age");
  await expect(page.getByText(/^1 of \d+ settings matches/)).toBeVisible();
  await expect(page.getByLabel("Commit after (hours)")).toBeVisible();
  await find.fill("replayed committed automatically");
  await expect(page.getByText("No setting matches")).toBeVisible();
  await expectSound(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Show all settings" }).click();
  await expect(mask).toBeVisible();
  await expect(find).toBeFocused();
  // What is out of sight is sent all the same, and what is wrong comes into sight.
  await mask.fill("po/no-star.po");
  await find.fill("licence");
  await saveButton(page).click();
  await expect(page.locator("#filemask-error")).toBeVisible();
});

test("without script a setting is found by the address, and a preview is asked for", async ({ browser }) => {
  const { project } = await makeGarden();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, ADMIN);
  await page.goto(`${stage().base}/settings/${project}/app/`);
  const mask = page.getByLabel("File mask", { exact: true });
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("priority");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await expect(page).toHaveURL(/\?find=priority/);
  await expect(page.getByLabel("Priority")).toBeVisible();
  await expect(mask).toBeHidden();
  await page.goto(`${stage().base}/settings/${project}/app/`);
  await page.getByLabel("Language filter").fill("^cs$");
  await page.getByRole("textbox", { name: "Merge", exact: true }).fill("{{ broken");
  await page.getByRole("button", { name: "Preview the changes" }).click();
  await expect(page.getByText("Line 1, column 1:")).toBeVisible();
  await expect(page.getByLabel("Language filter")).toHaveValue("^cs$");
  await page.getByRole("textbox", { name: "Merge", exact: true }).fill("Merge {{ component_name }}");
  await page.getByRole("button", { name: "Preview the changes" }).click();
  await expect(page.getByText("Removes German (de) (3 strings)")).toBeVisible();
  await expect(page.getByText("Merge App", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("button", { name: "Save all the same" })).toBeVisible();
  const stored = async () =>
    (await askApi<{ language_regex: string }>(`/api/components/${project}/app/`)).language_regex;
  expect(await stored()).not.toBe("^cs$");
  await page.getByRole("button", { name: "Save all the same" }).click();
  await expect(page.getByText("Saved. The files are being read again")).toBeVisible();
  expect(await stored()).toBe("^cs$");
  await context.close();
});

test("what was changed is marked and listed, is kept when one leaves, and can be discarded", async ({ page }) => {
  const { project } = await makeGarden();
  await signIn(page);
  const address = `${stage().base}/settings/${project}/app/`;
  await page.goto(address);
  await page.getByLabel("Licence").fill("MIT");
  await page.getByRole("radio", { name: "Merge", exact: false }).first().check();
  await page.getByRole("radio", { name: /^Rebase/ }).check();
  await page.getByLabel("Allow voting on suggestions").check();
  await expect(page.getByText("2 changes:")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 changes:" })).toContainText(
    "Licence, Allow voting on suggestions",
  );
  await expect(page.getByText("Changed", { exact: true })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Save 2 changes" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  // A list that is narrowed by typing says so, too.
  await chooseByTyping(page.getByLabel("Additional language shown in the editor"), "Slovak");
  await expect(page.getByText("3 changes:")).toBeVisible();
  await chooseByTyping(page.getByLabel("Additional language shown in the editor"), "That of the project");
  await expect(page.getByText("2 changes:")).toBeVisible();
  // Typed back, it is no change.
  await page.getByLabel("Licence").fill("");
  await expect(page.getByText("1 change:")).toBeVisible();
  await page.getByLabel("Licence").fill("MIT");
  await page.goto(`${stage().base}/projects/${project}/`);
  await page.goto(address);
  await expect(page.getByText("What you had changed here is filled in again.")).toBeVisible();
  await expect(page.getByLabel("Licence")).toHaveValue("MIT");
  await expect(page.getByLabel("Allow voting on suggestions")).toBeChecked();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Licence")).toHaveValue("");
  await expect(page.getByLabel("Allow voting on suggestions")).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Save settings" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Licence")).toHaveValue("");
  await expect(page.getByText("Changed", { exact: true })).toHaveCount(0);
  // What is saved is no change any more.
  await page.getByLabel("Licence").fill("MIT");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save settings" })).toBeVisible();
  await expect(page.getByText("Changed", { exact: true })).toHaveCount(0);
  await page.getByLabel("Licence").fill("");
  await expect(page.getByText("1 change:")).toBeVisible();
});

test("what a change leads to is told while it is made, and what would be lost is asked for", async ({ page }) => {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/app/`);
  const merge = page.getByRole("textbox", { name: "Merge", exact: true });
  // Messages are shown as they are now.
  await expect(page.locator("pre", { hasText: "Translate App into Czech" })).toBeVisible();
  await merge.fill("Merge {{ component_name }} at {{ nowhere }}");
  await expect(page.getByText(/^Line 1, column \d+: /)).toBeVisible();
  await merge.fill("Merge {{ component_name }} again");
  await expect(page.getByText("Merge App again", { exact: true })).toBeVisible();
  await page.getByLabel("Language filter").fill("^cs$");
  await expect(page.getByText("Removes German (de) (3 strings)")).toBeVisible();
  await expect(page.getByText("Matches 1 file.")).toBeVisible();
  await page.getByLabel("File mask", { exact: true }).fill("gone/*.po");
  await expect(page.getByText("Matches 1 file.")).toHaveCount(0);
  await expect(page.locator("[data-setting=filemask]")).toContainText("gone/*.po");
  await page.getByLabel("File mask", { exact: true }).fill("po/*.po");
  await expect(page.getByText("Removes German (de) (3 strings)")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save 2 changes" }).click();
  await expect(page.getByRole("button", { name: "Save all the same" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  // What is changed since is not what was asked for.
  await page.getByLabel("Language filter").fill("^(cs|de)$");
  await expect(page.getByRole("button", { name: "Save all the same" })).toHaveCount(0);
  await page.getByLabel("Language filter").fill("^cs$");
  await page.getByRole("button", { name: "Save 2 changes" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Save all the same" })).toHaveCount(0);
  await expect(page.getByLabel("Language filter")).toHaveValue("^cs$");
  await expect(page.getByText("2 changes:")).toBeVisible();
  await page.getByRole("button", { name: "Save 2 changes" }).click();
  await page.getByRole("button", { name: "Save all the same" }).click();
  await expect(page.getByText("Saved. The files are being read again")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save settings" })).toBeVisible();
});

test("a project tells whom a change hides it from", async ({ page }) => {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/`);
  await page.getByRole("radio", { name: /^Private/ }).check();
  await expect(page.getByText("Only people in teams of the project can see it.")).toBeVisible();
  await page.getByLabel("Language aliases").fill("cs:sk");
  await expect(page.getByText("cs stands for Slovak once its files are read again: 1 component")).toBeVisible();
  await page.getByLabel("Language aliases").fill("cs");
  await expect(page.locator("[data-setting=language_aliases]")).toContainText("pairs");
  await expect(page.getByText("2 changes:")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
