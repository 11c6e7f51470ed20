import { expect, type Page, test } from "@playwright/test";
import { chooseByTyping } from "./support/field";
import { makeGarden, register, translateOpen, unique } from "./support/garden";
import { ADMIN, askApi, expectSound, signIn, stage } from "./support/stage";

/** The first page of translators and of administrators: what waits for them. */

async function speaks(page: Page, language: string): Promise<void> {
  await page.goto(`${stage().base}/accounts/profile/?tab=languages`);
  await chooseByTyping(page.locator("#languages-0"), language);
  await page.getByRole("button", { name: "Save languages" }).click();
  await expect(page.getByText("Your languages are saved.")).toBeVisible();
}

test("short strings of one's language lead into the editor, each to itself", async ({ page, browser }) => {
  const { base } = stage();
  await makeGarden();
  await page.context().addCookies((await register(browser)).cookies);
  await speaks(page, "cestina");
  await page.goto(`${base}/`);
  const list = page
    .getByRole("region", { name: "Strings to begin with" })
    .or(page.locator("section", { has: page.getByRole("heading", { name: "Strings to begin with" }) }));
  await expect(list.first()).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectSound(page);
  const first = page.getByRole("link", { name: /^Translate “(Open|Save all files|[^”]+)”/ }).first();
  const address = (await first.getAttribute("href")) ?? "";
  expect(address).toMatch(/\/cs\/\?checksum=[0-9a-f]{16}$/);
  await first.click();
  await expect(page).toHaveURL(/\/translate\/.*checksum=/);
});

test("a comment that mentions somebody is a question to them until it is answered", async ({ page }) => {
  const { base } = stage();
  const garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
  const { results } = await askApi<{ results: { id: number }[] }>(
    `/api/translations/${garden.project}/app/cs/units/?q=source:=Open`,
  );
  const words = `Sure, ${unique()}?`;
  const username = `asker-${unique()}`;
  await askApi("/api/users/", { username, full_name: "Asker", email: `${username}@example.org` });
  await askApi(`/api/units/${results[0]?.id}/comments/`, {
    ...{ scope: "translation", comment: `@${ADMIN.username} ${words}` },
    user_email: `${username}@example.org`,
  });
  await signIn(page);
  await page.goto(`${base}/`);
  const questions = page.getByRole("heading", { name: "Questions to you" });
  await expect(questions).toBeVisible();
  await expectSound(page);
  await page
    .getByRole("link", { name: /^Answer .* on “Open”$/ })
    .first()
    .click();
  await expect(page.getByText(words)).toBeVisible();
});

test("administrators see invitations that wait, and withdraw one without script", async ({ page, browser }) => {
  const { base } = stage();
  const address = `nobody-${unique()}@example.org`;
  await signIn(page);
  await page.goto(`${base}/manage/invitations/`);
  await page.getByLabel("E-mail", { exact: true }).fill(address);
  await page.getByRole("radio", { name: /^As a link/ }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.locator("[data-secret] pre")).toBeVisible();
  await page.goto(`${base}/`);
  await expect(page.getByRole("heading", { name: "Pending invitations" })).toBeVisible();
  await expectSound(page);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
  await context.addCookies(await page.context().cookies());
  const plain = await context.newPage();
  await plain.goto(`${base}/`);
  await plain.getByRole("button", { name: `Revoke the invitation of ${address}` }).click();
  await plain.goto(`${base}/`);
  await expect(plain.getByRole("button", { name: `Revoke the invitation of ${address}` })).toHaveCount(0);
  await context.close();
});
