import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { type Garden, makeGarden, register } from "./support/garden";
import { askApi, expectSound, stage } from "./support/stage";

/** Tasks that somebody started, in the head of each page. */

test.describe.configure({ timeout: 120_000 });

/** Somebody who may do everything and has started nothing yet. */
async function pageOf(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const { username, cookies } = await register(browser);
  await askApi(`/api/users/${username}/`, { is_superuser: true }, "PATCH");
  const context = await browser.newContext(options);
  await context.addCookies(cookies);
  return context.newPage();
}

const tray = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Your tasks: / });
const panel = (page: Page) => page.getByRole("region", { name: "Your tasks" });

/** Has the update of a repository wait until it is let go. */
async function beginUpdate(page: Page, { project, upstream }: Garden): Promise<() => void> {
  await page.goto(`${stage().base}/repository/${project}/app/`);
  const pipe = join(upstream.url, "refs", "heads", "silent");
  execFileSync("mkfifo", [pipe]);
  await page.getByRole("button", { name: /Check for updates|^Update with/ }).click();
  await expect(page.getByRole("progressbar").first()).toBeVisible();
  return () => {
    writeFileSync(pipe, `${upstream.git("rev-parse", "main")}\n`);
    rmSync(pipe);
  };
}

test("what somebody started is followed on every page, until it has ended and was seen", async ({ browser }) => {
  const { base } = stage();
  const garden = await makeGarden();
  const page = await pageOf(browser);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/accounts/tasks/state/")) asked.push(request.url());
  });
  await page.goto(`${base}/projects/`);
  await expect(page.locator("[data-tray]")).toHaveCount(0);
  const letGo = await beginUpdate(page, garden);
  await page.goto(`${base}/languages/`);
  await expect(tray(page)).toHaveAccessibleName(/^Your tasks: 1 is running, \d+ %$/);
  // By keys: open, into the panel, and back.
  await expect(async () => {
    await tray(page).focus();
    await page.keyboard.press("Enter");
    await expect(panel(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(tray(page)).toHaveAttribute("aria-expanded", "true");
  const line = panel(page).getByRole("listitem");
  await expect(line).toHaveCount(1);
  await expect(line.getByRole("progressbar")).toBeVisible();
  await expect(line.getByRole("link", { name: "App" })).toHaveAttribute("href", `/projects/${garden.project}/app/`);
  await page.keyboard.press("Tab");
  await expect(line.getByRole("link", { name: "App" })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(tray(page)).toBeFocused();
  await expect.poll(() => asked.length).toBeGreaterThan(1);

  letGo();
  await expect(tray(page)).toHaveAccessibleName("Your tasks: 1 is done", { timeout: 30_000 });
  const before = asked.length;
  // What must not happen needs time in which it could.
  await page.waitForTimeout(3_000);
  expect(asked.length).toBe(before);
  await page.goto(`${base}/languages/`);
  await expect(tray(page)).toHaveAccessibleName("Your tasks: 1 is done");
  const seen = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await expect(async () => {
    await tray(page).click();
    await expect(panel(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(line.getByRole("progressbar")).toHaveCount(0);
  await expect(line.getByRole("link", { name: /^Log: / })).toHaveAttribute("href", /^\/tasks\/[0-9a-f-]{36}\/$/);
  await seen;
  // Elsewhere than in the panel it closes.
  await page.getByRole("heading", { level: 1 }).click();
  await expect(panel(page)).toHaveCount(0);
  await page.goto(`${base}/projects/`);
  await expect(page.locator("[data-tray]")).toHaveCount(0);
  await page.goto(`${base}/accounts/tasks/`);
  await expect(page.getByRole("rowheader", { name: new RegExp(`${garden.project} › App`) })).toBeVisible();
  await expectSound(page);
  await page.context().close();
});

test("what has failed is told with why and where its log is, and is seen by reading that", async ({ browser }) => {
  const { base } = stage();
  const garden = await makeGarden();
  const page = await pageOf(browser);
  rmSync(garden.upstream.url, { recursive: true });
  await page.goto(`${base}/repository/${garden.project}/app/`);
  await page.getByRole("button", { name: /Check for updates|^Update with/ }).click();
  // Off before it has ended: whoever watches it sees it end.
  await page.goto(`${base}/languages/`);
  await expect(async () => {
    await page.reload();
    await expect(tray(page)).toHaveAccessibleName("Your tasks: 1 has failed", { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expect(async () => {
    await tray(page).click();
    await expect(panel(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(
    panel(page)
      .getByText(/repository/i)
      .first(),
  ).toBeVisible();
  await page
    .getByRole("link", { name: /^Log: / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/tasks\/[0-9a-f-]{36}\/$/);
  await page.goto(`${base}/languages/`);
  await expect(page.locator("[data-tray]")).toHaveCount(0);
  await page.context().close();
});

test("without script it leads to the page of one's tasks", async ({ browser }) => {
  const { base } = stage();
  const garden = await makeGarden();
  const page = await pageOf(browser, { javaScriptEnabled: false });
  const letGo = await beginUpdate(page, garden);
  await page.goto(`${base}/languages/`);
  await tray(page).click();
  await expect(page).toHaveURL(`${base}/accounts/tasks/`);
  await expect(page.getByRole("row", { name: /Running/ })).toBeVisible();
  letGo();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row", { name: /Done/ })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(`${base}/languages/`);
  await expect(page.locator("[data-tray]")).toHaveCount(0);
  await page.context().close();
});

test("on a telephone in Arabic and in the dark the panel fits and is sound", async ({ browser }) => {
  const { base } = stage();
  const garden = await makeGarden();
  const page = await pageOf(browser, { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const letGo = await beginUpdate(page, garden);
  await page.context().addCookies([{ name: "loquat-language", value: "ar", url: base }]);
  await page.goto(`${base}/languages/`);
  const button = page.locator("[data-tray] > a");
  await expect(async () => {
    await button.click();
    await expect(page.locator("#task-tray")).toBeVisible({ timeout: 2000 });
  }).toPass();
  const box = await page.locator("#task-tray").boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(box?.width).toBeGreaterThan(300);
  expect(await axeFindings(page)).toEqual([]);
  await expectSound(page);
  letGo();
  await page.context().close();
});

test("visitors have no tasks and are sent to sign in", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/languages/`);
  await expect(page.locator("[data-tray]")).toHaveCount(0);
  expect((await page.request.get(`${base}/accounts/tasks/state/`)).status()).toBe(401);
  await page.goto(`${base}/accounts/tasks/`);
  await expect(page).toHaveURL(/\/accounts\/login\/\?next=%2Faccounts%2Ftasks%2F/);
});
