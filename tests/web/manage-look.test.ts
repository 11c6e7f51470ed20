import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { png } from "../support/pictures";
import { unique } from "./support/garden";
import { type RunningServer, startServer } from "./support/server";
import { ADMIN, expectSound } from "./support/stage";

/** What an administrator changes for everybody: on a server of its own, as other tests would see it. */

test.describe.configure({ mode: "serial" });

let server: RunningServer;
let cookies: Parameters<BrowserContext["addCookies"]>[0];

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  const page = await browser.newPage();
  await page.goto(server.setup);
  await page.getByLabel("User name").fill(ADMIN.username);
  await page.getByLabel("Name", { exact: true }).fill(ADMIN.name);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Create administrator account" }).click();
  await page.getByRole("link", { name: "Skip", exact: true }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByText("Loquat is set up, and you are its administrator")).toBeVisible();
  cookies = await page.context().cookies();
  await page.context().close();
});

test.afterAll(() => server.stop());

const open = (page: Page, address: string) => page.goto(`${server.base}${address}`);
const signIn = (page: Page) => page.context().addCookies(cookies);

test("an announcement on all pages is posted and taken down", async ({ page, browser }) => {
  const text = `Down on Sunday ${unique()}`;
  await signIn(page);
  await open(page, "/manage/announcements/");
  await expect(page.getByLabel("Tell those who have asked")).toHaveCount(0);
  await page.getByLabel("Text").fill(`**${text}**\n<script>document.title = "taken"</script>`);
  await page.getByRole("button", { name: "Announce" }).click();
  await expect(page.getByText("It is announced.")).toBeVisible();
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(`${server.base}/languages/`);
  await expect(stranger.locator("strong", { hasText: text })).toBeVisible();
  expect(await stranger.title()).not.toBe("taken");
  await expectSound(stranger);
  await page.getByRole("button", { name: /^Remove: / }).click();
  await expect(page.locator("strong", { hasText: text })).toHaveCount(0);
  await stranger.reload();
  await expect(stranger.locator("strong", { hasText: text })).toHaveCount(0);
  await context.close();
});

test("name, colours, logo, text and links show on all pages, and go back", async ({ page, browser }) => {
  await signIn(page);
  await open(page, "/manage/appearance/");
  await page.getByLabel("Accent colour, light").fill("#ffee00");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#accent_light-error")).toContainText("contrast");
  await page.getByLabel("Accent colour, light").fill("#1a4b8c");
  await page.getByLabel("Name", { exact: true }).fill("Orchard Translate");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expect(page.locator("[data-look]")).toContainText("Orchard Translate");
  await expect(page.getByRole("banner")).not.toContainText("Orchard Translate");
  const logo = page.getByLabel("Logo", { exact: true });
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: script });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#logo-error")).toContainText("PNG or WebP");
  await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png(64, 64) });
  await page.getByLabel("Text for visitors").fill("Welcome to the **orchard**. <img src=x onerror=alert(1)>");
  await page.getByLabel("Links in the footer").fill("https://example.org/privacy Privacy policy");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The appearance is saved.")).toBeVisible();
  await expectSound(page);
  await expect(page.getByRole("banner").locator('img[src^="/site-logo/?v="]')).toHaveCount(1);
  const context = await browser.newContext();
  const stranger = await context.newPage();
  const blocked: string[] = [];
  stranger.on("console", (message) => /Content Security Policy/.test(message.text()) && blocked.push(message.text()));
  await stranger.goto(`${server.base}/`);
  await expect(stranger.getByRole("banner")).toContainText("Orchard Translate");
  await expect(stranger.locator("strong", { hasText: "orchard" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Privacy policy" })).toHaveAttribute(
    "href",
    "https://example.org/privacy",
  );
  expect(await stranger.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary"))).toBe(
    "#1a4b8c",
  );
  expect(blocked).toEqual([]);
  await stranger.goto(`${server.base}/languages/`);
  expect(await stranger.title()).toContain("Orchard Translate");
  await stranger.setViewportSize({ width: 360, height: 740 });
  await expectSound(stranger);
  await page.getByRole("button", { name: "Back to default" }).click();
  await expect(page.getByText("The pages look as they did at first.")).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole("banner")).toContainText("Loquat");
  expect(await stranger.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary"))).toBe(
    "#136147",
  );
  await context.close();
});

test("registration is closed and opened, and of two administrators the second sees what has changed", async ({
  page,
  context,
  browser,
}) => {
  await signIn(page);
  const other = await context.newPage();
  for (const each of [page, other]) await open(each, "/manage/settings/");
  await page.getByLabel("Anyone can create an account").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Registration is closed.")).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${server.base}/accounts/register/`);
  await expect(stranger.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await stranger.context().close();
  await page.getByLabel("Anyone can create an account").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Registration is open.")).toBeVisible();
  await page.getByLabel("Anyone can create an account").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Registration is closed.")).toBeVisible();
  await other.getByLabel("Anyone can create an account").uncheck();
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Somebody else has closed registration in the meantime.")).toBeVisible();
});
