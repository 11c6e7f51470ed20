import { type Browser, expect, type Page, test } from "@playwright/test";
import { makeProject, register } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

/** Keys of tokens: another one in place of the first, which works on for a while. */

const works = async (key: string) =>
  (
    await fetch(`${stage().base}/api/projects/`, {
      headers: { authorization: `Token ${key}`, "user-agent": "a-client" },
    })
  ).status;

const shown = (page: Page) => page.locator("[data-secret] pre").first();

async function guestOf(browser: Browser, options = {}): Promise<Page> {
  const { cookies } = await register(browser);
  const context = await browser.newContext(options);
  await context.addCookies(cookies);
  return context.newPage();
}

/** Makes a token and gives its key. */
async function makeToken(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(shown(page)).toBeVisible();
  return (await shown(page).textContent()) ?? "";
}

test("a token gets a new key, the old one works on until it is ended, and its use is told before it is revoked", async ({
  browser,
}) => {
  const page = await guestOf(browser);
  await page.goto(`${stage().base}/accounts/profile/?tab=tokens`);
  const old = await makeToken(page, "laptop");
  expect(await works(old)).toBe(200);
  await page.reload();
  await page.locator("summary", { hasText: "Rotate" }).click();
  await page.getByLabel("The old key works for").selectOption("1 hour");
  await page.getByRole("button", { name: "Give the token laptop a new key" }).click();
  await expect(shown(page)).toBeVisible();
  const next = (await shown(page).textContent()) ?? "";
  expect(next).not.toBe(old);
  await expect(page.getByText(/ends in (1 hour|5\d minutes)/)).toBeVisible();
  expect([await works(old), await works(next)]).toEqual([200, 200]);
  await expectSound(page);
  await page.getByRole("button", { name: `End it now: …${old.slice(-4)}` }).click();
  await expect(page.getByRole("button", { name: /^End it now/ })).toHaveCount(0);
  await expect.poll(() => works(old)).toBe(401);
  expect(await works(next)).toBe(200);
  // Calls are written a moment later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^\d+ calls\/h, \d+ in 7 days$/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.locator("summary", { hasText: "Revoke" }).click();
  await expect(page.getByText(/a-client, (127\.0\.0\.1|::1)/)).toBeVisible();
  await page.getByRole("button", { name: "Revoke the token laptop" }).click();
  await expect.poll(() => works(next)).toBe(401);
  await page.context().close();
});

test("without script a token of a project is rotated on a phone", async ({ browser }) => {
  const { base } = stage();
  const project = await makeProject();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`${base}/access/${project}/?tab=tokens`);
  const old = await makeToken(page, "ci");
  await page.goto(`${base}/access/${project}/?tab=tokens`);
  await page.locator("summary", { hasText: "Rotate" }).click();
  await page.getByLabel("The old key works for").selectOption("No longer");
  await page.getByRole("button", { name: "Give the token ci a new key" }).click();
  await expect(shown(page)).toBeVisible();
  const next = (await shown(page).textContent()) ?? "";
  expect([await works(old), await works(next)]).toEqual([401, 200]);
  expect((await page.locator("main").boundingBox())?.width ?? 0).toBeLessThanOrEqual(360);
  await context.close();
});

test("on a phone the forms of a token stand below it, and nothing scrolls sideways", async ({ browser }) => {
  const page = await guestOf(browser, { viewport: { width: 360, height: 740 } });
  for (const language of ["en", "ar"]) {
    await page.context().addCookies([{ name: "loquat-language", value: language, url: stage().base }]);
    await page.goto(`${stage().base}/accounts/profile/?tab=tokens`);
    if (language === "en") {
      expect(await works(await makeToken(page, "the-laptop-in-the-kitchen"))).toBe(200);
      await page.reload();
    }
    // The tab that is open is one of the last, and is scrolled to.
    await expect(page.locator('a[aria-current=page][href*="tab=tokens"]')).toBeInViewport({ ratio: 0.9 });
    const table = page.locator("table[data-rows]");
    for (const summary of await table.locator("summary").all()) await summary.click();
    await expect(table.locator("details[open]")).toHaveCount(2);
    const panel = table.locator("xpath=..");
    expect(await panel.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const name = await table.locator("tbody th").boundingBox();
    const acts = await table.locator("tbody td").last().boundingBox();
    expect(acts!.y).toBeGreaterThanOrEqual(name!.y + name!.height);
    await expectSound(page);
  }
  await page.context().close();
});
