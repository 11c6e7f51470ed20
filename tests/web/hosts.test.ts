import { expect, test } from "@playwright/test";
import { unique } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

/** Accounts at code hosts, with which requests are opened. */

test("accounts are entered, changed and removed, and their tokens are never shown", async ({ page }) => {
  const host = `git-${unique()}.example.org`;
  await signIn(page);
  await page.goto(`${stage().base}/manage/`);
  await page.getByRole("link", { name: "Code hosts", exact: true }).click();
  const form = page.getByRole("form", { name: "New account" });
  await form.getByLabel("Kind of requests").selectOption("gitea");
  await form.getByLabel("Host").fill(`https://${host}/`);
  await form.getByLabel("User name").fill("loquat-bot");
  await form.getByLabel("Token").fill("kan4ri3nv0gel");
  await form.getByRole("button", { name: "Add account" }).click();
  await expect(page.locator("#host-error")).toContainText("Enter the host as it stands");
  await form.getByLabel("Host").fill(host);
  await form.getByLabel("Token").fill("kan4ri3nv0gel");
  await form.getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText("The account is added.")).toBeVisible();
  await page.locator("summary", { hasText: host }).click();
  const own = page.getByRole("form", { name: `Change the account at ${host}` });
  await expect(own.getByLabel("Address of the API")).toHaveValue(`https://${host}/api/v1`);
  await expect(own.getByLabel("Token")).toHaveValue("********");
  expect(await page.content()).not.toContain("kan4ri3nv0gel");
  await expectSound(page);
  await own.getByLabel("User name").fill("other-bot");
  await own.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`The account at ${host} is changed.`)).toBeVisible();
  await expect(page.locator("summary", { hasText: "other-bot" })).toBeVisible();
  await page.getByRole("button", { name: `Remove the account at ${host}` }).click();
  await expect(page.locator("summary", { hasText: host })).toHaveCount(0);
});
