import { expect, test } from "@playwright/test";
import { chooseByTyping } from "./support/field";
import { makeGarden, register } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

/** Lists of hundreds of choices, narrowed by typing. */

test("a language is found by its own name without accents, by keyboard and by pointer", async ({ page, browser }) => {
  const { base } = stage();
  await page.context().addCookies((await register(browser)).cookies);
  await page.goto(`${base}/accounts/profile/?tab=languages`);
  const list = page.locator("#languages-0");
  await chooseByTyping(list, "cestina");
  await expect(list).toHaveValue("Czech · čeština");
  // A word that matches nothing leaves what was chosen, and so does Escape.
  await list.fill("no such language");
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  await list.press("Tab");
  await expect(list).toHaveValue("Czech · čeština");
  await list.fill("german");
  const german = page.getByRole("option", { name: "German · Deutsch", exact: true });
  await expect(german).toBeVisible();
  await expectSound(page);
  await list.press("Escape");
  await expect(german).toBeHidden();
  await expect(list).toHaveValue("Czech · čeština");
  await list.fill("german");
  await german.click();
  await expect(list).toHaveValue("German · Deutsch");
  await page.getByRole("button", { name: "Save languages" }).click();
  await expect(page.getByText("Your languages are saved.")).toBeVisible();
  await page.reload();
  await expect(list).toHaveValue("German · Deutsch");
});

test("a choice that has to be made is asked for, and made", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/new-lang/${project}/app/`);
  const list = page.locator("input#language_code");
  await expect(list).toHaveValue("");
  const add = page.getByRole("main").getByRole("button", { name: "Add" });
  await add.click();
  await expect(list).toBeFocused();
  expect(await list.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
  await expect(page).toHaveURL(`${base}/new-lang/${project}/app/`);
  // A word that matches nothing is no choice either.
  await list.fill("no such language");
  await list.press("Tab");
  expect(await list.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
  await chooseByTyping(list, "french");
  expect(await list.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true);
  await add.click();
  await expect(page).not.toHaveURL(`${base}/new-lang/${project}/app/`);
});

test("without script the browser's own list is there", async ({ browser }) => {
  const { base } = stage();
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies((await register(browser)).cookies);
  const page = await context.newPage();
  await page.goto(`${base}/accounts/profile/?tab=languages`);
  await page.locator("select#languages-0").selectOption("cs");
  await page.getByRole("button", { name: "Save languages" }).click();
  await expect(page.locator("select#languages-0")).toHaveValue("cs");
  await context.close();
});
