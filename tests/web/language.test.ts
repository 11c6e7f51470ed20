import { expect, test } from "@playwright/test";
import { makeGarden, register } from "./support/garden";
import { signIn, stage } from "./support/stage";

/** Who reads the pages in which language. */

test("a stranger reads the language that the browser asks for, and chooses another in the foot without script", async ({
  browser,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const context = await browser.newContext({ locale: "de-AT", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${base}/projects/${project}/?tab=activity`);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("banner").getByRole("link", { name: "Anmelden" })).toBeVisible();
  await page.getByRole("button", { name: "English", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveURL(`${base}/projects/${project}/?tab=activity`);
  await page.goto(`${base}/languages/`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await context.close();
});

test("somebody who is signed in keeps the choice in the profile, for every browser and for mails", async ({
  browser,
  page,
}) => {
  const { base } = stage();
  const person = await register(browser);
  await page.context().addCookies(person.cookies);
  await page.goto(`${base}/accounts/profile/?tab=languages`);
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByLabel("Sprache der Oberfläche")).toBeVisible();
  const elsewhere = await browser.newContext({ locale: "en-GB" });
  await elsewhere.addCookies(person.cookies);
  const other = await elsewhere.newPage();
  await other.goto(`${base}/accounts/profile/?tab=languages`);
  await expect(other.locator("select[name=language]")).toHaveValue("de");
  await other.locator("select[name=language]").selectOption("en");
  await other.getByRole("button", { name: "Sprache der Oberfläche speichern" }).click();
  await expect(other.locator("html")).toHaveAttribute("lang", "en");
  await elsewhere.close();
});

test("teams and roles that are there from the beginning have names of the reader's language", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const { username } = await register(browser);
  await signIn(page);
  await page.context().addCookies([{ name: "loquat-language", value: "de", url: base }]);
  await page.goto(`${base}/access/${project}/?tab=matrix`);
  await expect(page.getByRole("rowheader", { name: /^Gäste/ })).toBeVisible();
  await page.goto(`${base}/manage/roles/?role=1`);
  await expect(page.getByRole("heading", { level: 1, name: "Verwaltung" })).toBeVisible();
  await page.goto(`${base}/manage/users/${username}/`);
  await expect(page.getByRole("definition").filter({ hasText: /^Benutzer, Lesende$/ })).toBeVisible();
});

test("languages of a component and of a project are narrowed by the reader's names, without script", async ({
  browser,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const context = await browser.newContext({ locale: "de-DE", javaScriptEnabled: false });
  const page = await context.newPage();
  for (const address of [`/projects/${project}/app/?q=tschech`, `/projects/${project}/?tab=languages&q=tschech`]) {
    await page.goto(base + address);
    const field = page.getByRole("searchbox", { name: "Sprachen suchen" });
    await expect(field).toHaveValue("tschech");
    await expect(page.getByRole("rowheader")).toHaveText([/^Tschechisch/]);
    await field.fill("Suaheli");
    await page.getByRole("button", { name: "Suchen" }).click();
    await expect(page.getByText("Nichts passt dazu.")).toBeVisible();
    await page.getByRole("link", { name: "Alle Sprachen" }).click();
    await expect(page.getByRole("rowheader").filter({ hasText: "Deutsch" })).toBeVisible();
  }
  await page.goto(`${base}/languages/?q=Suaheli`);
  await page.locator("a.button", { hasText: "Alle Sprachen" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Suaheli" }).first()).toBeVisible();
  await page.goto(`${base}/languages/?show=all&q=tschech`);
  await expect(page.locator("main a[href^='/languages/cs'] code")).toHaveText(["cs", "cs@formal", "cs@informal"]);
  await expect(page.getByRole("main").getByRole("link", { name: "Tschechisch (förmlich)" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Italienisch" })).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Sprachen suchen" }).fill("Klingonenland");
  await page.getByRole("button", { name: "Suchen" }).click();
  await page.locator("a.button", { hasText: "Alle Sprachen" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Italienisch" }).first()).toBeVisible();
  await context.close();
});
