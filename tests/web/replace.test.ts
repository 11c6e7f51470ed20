import { expect, test } from "@playwright/test";
import { makeGarden, translateOpen } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

const GERMAN =
  'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr "Öffnen"\n';

test("a file that would empty texts is taken only after their number was typed", async ({ page }) => {
  const garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
  const translated = async () => {
    const { translated: count } = await askApi<{ translated: number }>(`/api/translations/${garden.project}/app/cs/`);
    return count;
  };
  const before = await translated();
  expect(before).toBeGreaterThan(1);
  const upload = async () => {
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Upload" }).click();
    await answer;
    await expect(page.getByRole("form", { name: "Upload" })).toHaveAttribute("aria-busy", "false");
  };
  await signIn(page);
  await page.goto(`${stage().base}/upload/${garden.project}/app/cs/`);
  await page
    .getByRole("button", { name: "File", exact: true })
    .setInputFiles({ name: "de.po", mimeType: "text/plain", buffer: Buffer.from(GERMAN) });
  await page.getByLabel(/Replace the file/).check();
  await upload();
  await expect(page.getByText(/texts? (is|are) lost with this file/).first()).toBeVisible();
  await expectSound(page);
  expect(await translated()).toBe(before);
  const asked = await page
    .getByText(/lost with this file/)
    .first()
    .innerText();
  const [, number = ""] = /type (\d+)\./.exec(asked) ?? [];
  expect(Number(number)).toBeGreaterThan(0);
  // The file is still chosen; a wrong number changes nothing.
  await page.getByLabel("Texts that are lost").fill("999");
  await page.getByLabel(/Replace the file/).check();
  await upload();
  await expect(page.getByText(/lost with this file/).first()).toBeVisible();
  expect(await translated()).toBe(before);
  await page.getByLabel("Texts that are lost").fill(number);
  await page.getByLabel(/Replace the file/).check();
  await upload();
  await expect(page.getByText(/texts? emptied/)).toBeVisible();
  expect(await translated()).toBeLessThan(before);
  // And back again: what undoing it would do is shown first.
  await page.getByRole("link", { name: "Undo…" }).click();
  await page.getByRole("button", { name: "Undo…" }).first().click();
  await expect(page.getByText("Undo this?")).toBeVisible();
  await expect(page.locator("del", { hasText: "Öffnen" })).toBeVisible();
  await expect(page.locator("ins", { hasText: "Otevřít" })).toBeVisible();
  await expectSound(page);
  expect(await translated()).toBeLessThan(before);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(/strings are again as they were/)).toBeVisible();
  await expectSound(page);
  expect(await translated()).toBe(before);
  await expect(page.getByText("Undone")).toBeVisible();
});
