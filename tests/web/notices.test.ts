import { expect, test } from "@playwright/test";
import { makeGarden, register, translateOpen, unique } from "./support/garden";
import { linkIn } from "./support/mails";
import { ADMIN, expectSound, signIn, stage } from "./support/stage";

/** Notices and mails as people meet them. The server writes its mails into files. */

test("a forgotten password is replaced by the link in a mail, without script; the address is confirmed by it", async ({
  browser,
}) => {
  const { base } = stage();
  const { username } = await register(browser);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${base}/accounts/login/`);
  await page.getByRole("link", { name: "Choose a new one" }).click();
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("a link is on its way")).toBeVisible();
  const link = await linkIn(`${username}@example.org`, /http\S+\/accounts\/reset\/\?token=\S+/);
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("a brand new river");
  await page.getByLabel("Repeat the new password").fill("a brand old river");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.locator("#repeat_password-error")).toContainText("do not match");
  await page.getByLabel("New password", { exact: true }).fill("a brand new river");
  await page.getByLabel("Repeat the new password").fill("a brand new river");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("This link can no longer be used")).toBeVisible();
  await page.goto(`${base}/accounts/login/?next=/accounts/profile/`);
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill("a brand new river");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This address is confirmed")).toBeVisible();
  await context.close();
});

test("whoever registers confirms the address by the link that was mailed", async ({ browser, page }) => {
  const { username, cookies } = await register(browser);
  const link = await linkIn(`${username}@example.org`, /http\S+\/accounts\/confirm\/\?token=\S+/);
  await page.goto(link);
  await expectSound(page);
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByText(`${username}@example.org is confirmed.`)).toBeVisible();
  await page.context().addCookies(cookies);
  await page.goto(`${stage().base}/accounts/profile/`);
  await expect(page.getByText("This address is confirmed")).toBeVisible();
});

test("a watched project is told of: bell, inbox, done and back, muted", async ({ browser, page }) => {
  // Notices are written every minute.
  const { base } = stage();
  const garden = await makeGarden();
  const { cookies } = await register(browser);
  await page.context().addCookies(cookies);
  await page.goto(`${base}/accounts/profile/?tab=notices`);
  await expectSound(page);
  const group = page.getByRole("group", { name: "Translated strings" });
  await group.getByLabel("Projects I watch").selectOption("Daily summary");
  await page.getByRole("button", { name: "Save notice settings" }).click();
  await expect(page.getByText("Your notice settings are saved.")).toBeVisible();
  await page.goto(`${base}/projects/${garden.project}/`);
  await page.locator("summary").filter({ hasText: "Not watched" }).click();
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await expect(page.locator("summary").filter({ hasText: "Watched" })).toBeVisible();
  await translateOpen(garden, `Otevřít ${unique()}`);
  await expect
    .poll(
      async () => {
        await page.goto(`${base}/`);
        return page.getByRole("link", { name: "Notices: 1 new" }).count();
      },
      { timeout: 150_000, intervals: [5000] },
    )
    .toBe(1);
  await page.getByRole("link", { name: "Notices: 1 new" }).click();
  await expectSound(page);
  await expect(page.getByRole("heading", { name: /String translated/ })).toBeVisible();
  await page.getByRole("button", { name: /^Mark as done/ }).click();
  await expect(page.getByText("Nothing new", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Done", exact: true }).click();
  await page.getByRole("button", { name: /^Mark as not done/ }).click();
  await expect(page.getByText("Nothing is marked as done", { exact: true })).toBeVisible();
  await page.goto(`${base}/accounts/profile/?tab=notices&month`);
  await expect(page.getByText("Translated strings: 1")).toBeVisible();
  await page.goto(`${base}/projects/${garden.project}/app/`);
  await page.locator("summary").filter({ hasText: "As the project" }).click();
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(page.locator("summary").filter({ hasText: "Muted" })).toBeVisible();
});

test("the inbox and its settings fit a small screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  for (const address of ["/accounts/notices/", "/accounts/notices/?done=1", "/accounts/profile/?tab=notices&month"]) {
    await page.goto(stage().base + address);
    await expectSound(page);
  }
});

test("a link to hear less that was cut says so, and a POST with it does nothing", async ({ page, request }) => {
  const { base } = stage();
  await page.goto(`${base}/accounts/unsubscribe/?token=cut`);
  await expect(page.getByText("This link is not complete")).toBeVisible();
  await expectSound(page);
  const answer = await request.post(`${base}/accounts/unsubscribe/now/?token=cut`, {
    form: { "List-Unsubscribe": "One-Click" },
  });
  expect(answer.status()).toBe(404);
});
