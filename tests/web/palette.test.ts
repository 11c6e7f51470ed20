import { expect, test } from "@playwright/test";
import { alive } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { makeGarden } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Going anywhere by name, with the keyboard alone and with a button. */

test("the palette goes to places, settings and searches by keys alone", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/projects/${project}/app/`);
  const field = page.getByRole("combobox", { name: /^Go to a page/ });
  // The key is heard once the page's script is there.
  const open = () =>
    expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(field).toBeFocused({ timeout: 2000 });
    }).toPass();
  await open();
  // What can be done here, before anything is typed.
  await expect(
    page.getByRole("group", { name: "On this page" }).getByRole("option", { name: /^Settings/ }),
  ).toBeVisible();
  await expectSound(page);
  await field.fill("push branch");
  const setting = page.getByRole("option", { name: /^Push branch/ });
  await expect(setting).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await setting.getAttribute("id")) ?? "");
  await expectSound(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${base}/settings/${project}/app/#push_branch`);
  await open();
  await field.fill(project);
  await expect(page.getByRole("option", { name: project }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { name: /^Search all strings/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${base}/projects/${project}/`);
  await open();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the commands of the editor are run from it, on what was being typed", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/translate/${project}/app/de/`);
  await alive(page);
  const target = page.locator("#target-0");
  await target.fill("Ein Entwurf");
  const field = page.getByRole("combobox", { name: /^Go to a page/ });
  const commands = page.getByRole("group", { name: "Commands" });
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  // What only a key does, and what there is nothing for, is not offered.
  await expect(commands.getByRole("option", { name: /^Save and go to the next string/ })).toBeVisible();
  await expect(commands.getByRole("option", { name: /^Leave/ })).toHaveCount(0);
  await expect(commands.getByRole("option", { name: /suggestion/i }).filter({ hasText: /^Accept/ })).toHaveCount(0);
  await expectSound(page);
  await field.fill("needs edit");
  await expect(commands.getByRole("option")).toHaveCount(1);
  await expect(commands.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(target).toBeFocused();
  await expectWritten(target, "Ein Entwurf");
  await page.keyboard.press("Control+k");
  await field.fill("save and stay");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
  const { results } = await askApi<{ results: { state: number; target: string[] }[] }>(
    `/api/translations/${project}/app/de/units/`,
  );
  expect(results.filter(({ target: [text] }) => text === "Ein Entwurf").map(({ state }) => state)).toEqual([10]);
});

test("the button opens it on a phone, for visitors, who are offered what they may do alone", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await page.setViewportSize({ width: 360, height: 640 });
  const scripts: string[] = [];
  page.on("response", (answer) => scripts.push(new URL(answer.url()).pathname));
  await page.goto(`${base}/projects/${project}/app/`, { waitUntil: "networkidle" });
  expect(scripts).not.toContain("/palette/");
  await page.getByRole("link", { name: "Search or go to…" }).click();
  const here = page.getByRole("group", { name: "On this page" });
  await expect(here.getByRole("option", { name: "History" })).toBeVisible();
  await expect(here.getByRole("option", { name: "Settings" })).toHaveCount(0);
  await expectSound(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("combobox", { name: /^Go to a page/ }).fill("nothing is called so");
  await page.getByRole("option", { name: /^Search all strings/ }).click();
  await expect(page).toHaveURL(/\/search\/\?q=nothing/);
});

test("without script the button leads to the page of the search", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${stage().base}/projects/`);
  await page.getByRole("link", { name: "Search or go to…" }).click();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await context.close();
});
