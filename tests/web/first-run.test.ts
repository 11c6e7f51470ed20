import { expect, test } from "@playwright/test";
import { type RunningServer, startServer } from "./support/server";
import { ADMIN, expectSound } from "./support/stage";

/** A server of its own, which nobody administers yet. */
let server: RunningServer;

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
  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByText("The mail server took the e-mail to ada@example.org")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Name of this site").fill("Orchard translations");
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Save and go on" }).click();
  await expect(page.getByRole("banner").getByText("Orchard translations")).toBeVisible();
  await expect(page.getByText("Loquat is set up, and you are its administrator")).toBeVisible();
  const again = await page.goto(`${base}/setup/`);
  expect(again?.status()).toBe(404);
});
