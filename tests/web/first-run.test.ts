import { type Cookie, expect, type Page, test } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { alive } from "./support/editor-seed";
import { type RunningServer, startServer } from "./support/server";
import { ADMIN, expectSound } from "./support/stage";

/** A server of its own, which nobody administers yet. */
let server: RunningServer;
/** The session of the administrator. */
let cookies: Cookie[] = [];

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(() => server.stop());

test("the first run refuses a wrong code", async ({ page }) => {
  const { base } = server;
  await page.goto(`${base}/setup/?code=guessed`);
  await expect(page.getByText("This setup link is no longer valid")).toBeVisible();
  await page.getByLabel("Setup code").fill("guessed-again");
  await page.getByLabel("User name").fill("mallory");
  await page.getByLabel("Name", { exact: true }).fill("Mallory");
  await page.getByLabel("E-mail").fill("mallory@example.org");
  await page.getByLabel("Password").fill("a password of mine");
  await page.getByRole("button", { name: "Create administrator account" }).click();
  await expect(page.locator("main [role=alert]")).toContainText("no longer valid");
  await expect(page.getByLabel("User name")).toHaveValue("mallory");
  await expectSound(page);
});

test("the holder of the printed link becomes the administrator, and the page is gone", async ({ page }) => {
  const { base, setup } = server;
  await page.goto(setup);
  await page.getByLabel("User name").fill(ADMIN.username);
  await page.getByLabel("Name", { exact: true }).fill(ADMIN.name);
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Password").fill("1234567890");
  await page.getByRole("button", { name: "Create administrator account" }).click();
  await expect(page.locator("#password-error")).toContainText("Do not use digits only");
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Create administrator account" }).click();
  await expect(page).toHaveURL(`${base}/setup/site/`);
  await expect(page.getByText("open under another address")).toHaveCount(0);
  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByText("The mail server took the e-mail to ada@example.org")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Name of this site").fill("Orchard translations");
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Save and go on" }).click();
  await expect(page).toHaveURL(`${base}/setup/start/`);
  await expect(page.getByRole("banner").getByText("Orchard translations")).toBeVisible();
  await expect(page.getByRole("link", { name: "Import a repository" })).toHaveAttribute("href", "/create/project/");
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByText("Loquat is set up, and you are its administrator")).toBeVisible();
  cookies = await page.context().cookies();
  const again = await page.goto(`${base}/setup/`);
  expect(again?.status()).toBe(404);
});

test("who came by another address than links will have is told so", async ({ page }) => {
  const elsewhere = server.base.replace("localhost", "127.0.0.1");
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: "127.0.0.1" })));
  await page.goto(`${elsewhere}/setup/site/`);
  await expect(page.getByText("open under another address")).toBeVisible();
});

/** What axe finds in the page at rest, from a telephone up. */
async function expectClear(page: Page): Promise<void> {
  await expectSound(page);
  expect(await axeFindings(page, {}), page.url()).toEqual([]);
}

test("the demo is chosen, made while one looks elsewhere, and translated", async ({ page }) => {
  test.setTimeout(180_000);
  const { base } = server;
  await page.context().addCookies(cookies);
  await page.goto(`${base}/setup/start/`);
  await expectClear(page);
  await page.getByRole("button", { name: "Make the demo" }).click();
  await expect(page.getByText("The demo is being made")).toBeVisible();
  await expect(page.locator("[data-task]")).toBeVisible();
  // Whoever leaves finds it again, and is told of it.
  await page.goto(`${base}/manage/`);
  const card = page.getByRole("region", { name: "Demo" });
  await expect(card.getByRole("link", { name: "Open Orchard" })).toBeVisible({ timeout: 120_000 });
  await expectClear(page);
  await page.goto(`${base}/setup/start/`);
  await expect(page.getByText("The demo is there already")).toBeVisible();
  await page.getByRole("link", { name: "Open Orchard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Orchard" })).toBeVisible();
  await page.goto(`${base}/translate/orchard/desktop/cs/?q=${encodeURIComponent('source:="How do I prune a tree?"')}`);
  await alive(page);
  await page.locator("#target-0").fill("Jak se řeže strom?");
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
});

test("it says what goes, is removed in one click, and is offered again", async ({ page }) => {
  test.setTimeout(90_000);
  const { base } = server;
  await page.context().addCookies(cookies);
  await page.goto(`${base}/manage/`);
  const card = page.getByRole("region", { name: "Demo" });
  await card.locator("summary").click();
  await expect(card.getByText(/^2 projects with 4 components and [\d,]+ strings go/)).toBeVisible();
  await expect(card.getByText("1 translation, 0 suggestions, 0 comments")).toBeVisible();
  expect(await axeFindings(page, {})).toEqual([]);
  await card.getByRole("button", { name: "Remove the demo" }).click();
  await expect(card.getByRole("button", { name: "Make the demo" })).toBeVisible();
  await expectClear(page);
  expect((await page.goto(`${base}/projects/orchard/`))?.status()).toBe(404);
  await page.goto(`${base}/setup/start/`);
  await expect(page.getByRole("button", { name: "Make the demo" })).toBeVisible();
});
