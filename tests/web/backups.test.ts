import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { register } from "./support/garden";
import { ADMIN, expectSound, signIn, stage } from "./support/stage";

test("a backup is made, downloaded with the password alone, and removed", async ({ page }) => {
  const { base, data } = stage();
  await signIn(page);
  await page.goto(`${base}/manage/`);
  await page.getByRole("navigation", { name: "Management" }).getByRole("link", { name: "Backups" }).first().click();
  await page.getByRole("button", { name: "Back up now" }).click();
  const table = page.getByRole("table", { name: "Backups on this machine" });
  await expect(table).toBeVisible({ timeout: 60_000 });
  await expectSound(page);
  const name = (await table.locator("td").first().textContent()) ?? "";
  const form = page.getByRole("form", { name: "Download a backup" });
  await form.getByLabel("Password").fill("guessed");
  await form.getByRole("button", { name: "Download" }).click();
  await expect(page.getByText("That did not prove who you are.")).toBeVisible();
  await form.getByLabel("Password").fill(ADMIN.password);
  const arriving = page.waitForEvent("download");
  await form.getByRole("button", { name: "Download" }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe(name);
  expect(statSync(await download.path()).size).toBe(statSync(join(data, "backups", name)).size);
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByText("No backup is on this machine")).toBeVisible();
});

test("who is no superuser gets neither the page nor a file, and the list of people is there for all", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  await page.context().addCookies((await register(browser, "Olga")).cookies);
  await page.goto(`${base}/manage/backups/`);
  await expect(page.getByRole("button", { name: "Back up now" })).toHaveCount(0);
  const answer = await page.request.post(`${base}/manage/backups/file/`, {
    form: { name: "loquat-20260101-000000-00000000.zip", current_password: "x" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  await page.goto(`${base}/user/?q=olga`);
  await expect(page.getByRole("link", { name: "Olga" }).first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("@example.org");
  await expectSound(page);
});
