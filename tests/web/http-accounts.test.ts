import { expect, test } from "@playwright/test";
import { unique } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

/** Accounts at HTTP servers, with which repositories are fetched and pushed. */

test("accounts are entered, changed and removed, and their passwords are never shown", async ({ page }) => {
  const host = `git-${unique()}.example.org`;
  await signIn(page);
  await page.goto(`${stage().base}/manage/`);
  await page.getByRole("link", { name: "HTTP accounts" }).click();
  const form = page.getByRole("form", { name: "New account" });
  await form.getByLabel("Beginning of the addresses").fill(host);
  await form.getByLabel("User name").fill("loquat-bot");
  await form.getByLabel("Password or token").fill("kan4ri3nv0gel");
  await form.getByRole("button", { name: "Add account" }).click();
  await expect(page.locator("#place-error")).toContainText("Enter a complete address");
  await form.getByLabel("Beginning of the addresses").fill(`https://${host}/team`);
  await form.getByLabel("Password or token").fill("kan4ri3nv0gel");
  await form.getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText("The account is added.")).toBeVisible();
  await page.locator("summary", { hasText: host }).click();
  const own = page.getByRole("form", { name: `Change the account for https://${host}/team/` });
  await expect(own.getByLabel("Password or token")).toHaveValue("********");
  expect(await page.content()).not.toContain("kan4ri3nv0gel");
  await expectSound(page);
  await own.getByLabel("User name").fill("other-bot");
  await own.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`The account for https://${host}/team/ is changed.`)).toBeVisible();
  await expect(page.locator("summary", { hasText: "other-bot" })).toBeVisible();
  await page.getByRole("button", { name: `Remove the account for https://${host}/team/` }).click();
  await expect(page.locator("summary", { hasText: host })).toHaveCount(0);
});
