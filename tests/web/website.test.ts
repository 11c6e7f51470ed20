import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

/** A website of somebody else that is translated by a script of ours. */

const html = (script: string) => `<!doctype html><html lang="en"><title>Orchard</title>
  <h1 class="l10n">
    Quit</h1><p class="l10n">Unknown <b>text</b></p><p id="other">Quit</p>${script}`;

/** Installs the add-on by its pages. Gives the element that loads the script. */
async function install(page: Page): Promise<string> {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/projects/${project}/?tab=components`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await page.getByRole("link", { name: "Add-ons" }).click();
  await page.getByRole("link", { name: "Install: Translate a website by a script" }).click();
  await expect(page.getByLabel("CSS selector")).toHaveValue(".l10n");
  await expectSound(page);
  await page.getByLabel("Name of the language cookie").fill("site_language");
  await page.getByLabel("CSS selector").fill("p:has(b)");
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page.getByText("The pseudo-class :has is not supported.").first()).toBeVisible();
  await page.getByLabel("CSS selector").fill(".l10n");
  await page.getByRole("button", { name: "Show what it would do" }).click();
  await expect(page.getByRole("status")).toContainText("would be readable without signing in");
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page).toHaveURL(/\/addon\/\d+\/$/);
  const element = page.getByText(/^<script src=".*\/loquat\.js" async><\/script>$/);
  await expect(async () => {
    await page.reload();
    await expect(element).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectSound(page);
  return (await element.textContent()) ?? "";
}

test("a website is shown in the reader's language, by the cookie and else by the browser", async ({
  page,
  browser,
}) => {
  const script = await install(page);
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8");
    answer.end(html(script));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const { languages, cookie, said, lang } of [
    { languages: "cs-CZ", cookie: undefined, said: "Konec", lang: "cs" },
    { languages: "de", cookie: "cs", said: "Konec", lang: "cs" },
    { languages: "cs", cookie: "en", said: "Quit", lang: "en" },
    { languages: "cs", cookie: "xx", said: "Konec", lang: "cs" },
    { languages: "fr", cookie: undefined, said: "Quit", lang: "en" },
  ]) {
    const context = await browser.newContext({ locale: languages });
    if (cookie) await context.addCookies([{ name: "site_language", value: cookie, url }]);
    const site = await context.newPage();
    await site.goto(url);
    const what = `${languages} ${cookie}`;
    await expect(site.locator("h1"), what).toHaveText(said);
    await site.waitForLoadState("networkidle");
    await expect(site.locator("html"), what).toHaveAttribute("lang", lang);
    await expect(site.locator("h1"), what).toHaveText(said);
    // What the selector does not match, or has elements inside, stays.
    await expect(site.locator("#other")).toHaveText("Quit");
    await expect(site.locator("p b")).toHaveText("text");
    await context.close();
  }
  server.close();
});
