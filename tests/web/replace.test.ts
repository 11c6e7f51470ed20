import { expect, test } from "@playwright/test";
import { makeGarden, translateOpen } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** A file in one language, with a text for one string of the garden alone. */
const file = (language: string, open: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr "${open}"\n`;

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
    .setInputFiles({ name: "cs.po", mimeType: "text/plain", buffer: Buffer.from(file("cs", "Odemknout")) });
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
  await expect(page.locator("del", { hasText: "Odemknout" })).toBeVisible();
  await expect(page.locator("ins", { hasText: "Otevřít" })).toBeVisible();
  await expectSound(page);
  expect(await translated()).toBeLessThan(before);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(/strings are again as they were/)).toBeVisible();
  await expectSound(page);
  expect(await translated()).toBe(before);
  await expect(page.getByText("Undone")).toBeVisible();
});

test("a file that says it is in another language is taken only after a yes", async ({ page }) => {
  const garden = await makeGarden();
  const open = async () => {
    const address = `/api/translations/${garden.project}/app/cs/units/?q=source:=Open`;
    return (await askApi<{ results: { target: string[] }[] }>(address)).results[0]?.target;
  };
  await signIn(page);
  await page.goto(`${stage().base}/upload/${garden.project}/app/cs/`);
  await page
    .getByRole("button", { name: "File", exact: true })
    .setInputFiles({ name: "app.po", mimeType: "text/plain", buffer: Buffer.from(file("sk", "Odomknúť")) });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("The file says that it is in Slovak, not in Czech.").first()).toBeVisible();
  await expectSound(page);
  expect(await open()).toEqual([""]);
  await page.getByLabel("Yes, upload it into Czech").check();
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText(/1 string of 1 imported/)).toBeVisible();
  expect(await open()).toEqual(["Odomknúť"]);
});
