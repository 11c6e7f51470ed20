import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { makeGarden, register } from "./support/garden";
import { askApi, expectSound, stage } from "./support/stage";

/** Looking at pages through other eyes, as administrators do it. */

const SENTENCE = "You are looking through the eyes of somebody else, and can change nothing meanwhile.";

/** A second administrator, whose session is no other test's. */
async function boss(page: Page): Promise<void> {
  const made = await register(page.context().browser() as NonNullable<ReturnType<BrowserContext["browser"]>>, "Bess");
  await askApi(`/api/users/${made.username}/`, { is_superuser: true }, "PATCH");
  await page.context().addCookies(made.cookies);
}

const banner = (page: Page) => page.getByRole("complementary", { name: "Looking through other eyes" });

/** Writes to the administrators, as an example of a form. */
async function writeToUs(page: Page): Promise<void> {
  await page.goto(`${stage().base}/contact/`);
  await page.getByLabel("Subject").fill("Hello");
  await page.getByLabel("Message").fill("This is not mine to say.");
  await page.getByRole("main").getByRole("button", { name: "Send the message" }).click();
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await expect(banner(page)).toBeVisible();
}

test("an administrator views as a person: sees their pages, changes nothing, and stops", async ({ page, browser }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const petra = await register(browser);
  await boss(page);
  await page.goto(`${base}/manage/users/${petra.username}/`);
  await page.evaluate(() => localStorage.setItem("loquat:draft:987654:1", "{}"));
  await page.getByRole("button", { name: `View as ${petra.username}` }).click();
  await expect(page).toHaveURL(`${base}/`);
  await expect(banner(page)).toContainText(`You are viewing Loquat as ${petra.username}.`);
  await expect(banner(page)).toContainText(/It ends in (30|2\d) minutes/);
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const own of [
    "/accounts/profile/",
    "/accounts/profile/?tab=tokens",
    "/accounts/notices/",
    "/accounts/remove/",
  ]) {
    await page.goto(base + own);
    await expect(page).toHaveURL(`${base}/viewing/`);
    await expect(page.getByText("Private pages are not shown")).toBeVisible();
  }
  await expectSound(page);
  await page.goto(`${base}/manage/`);
  await expect(page.getByText("management.use", { exact: true })).toBeVisible();
  expect((await page.request.get(`${base}/api/users/${petra.username}/`)).status()).toBe(403);
  // What is somebody's alone leads to the page that says so.
  expect((await page.request.get(`${base}/accounts/export/`)).url()).toBe(`${base}/viewing/`);

  await page.goto(`${base}/translate/${project}/app/cs/`);
  await expect(page.locator("[data-pane=string]")).toBeVisible();
  await expect(page.getByText(SENTENCE).first()).toBeVisible();
  await expectSound(page);
  // The editor ends where the window does, below the line that says whose eyes these are.
  const over = await page.evaluate(() => {
    const editor = document.querySelector("[data-editor]")?.getBoundingClientRect();
    return editor ? Math.abs(editor.bottom - window.innerHeight) : -1;
  });
  expect(over).toBeLessThan(2);
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^loquat:(draft|outbox|suggest):/.test(key)),
  );
  expect(kept).toEqual(["loquat:draft:987654:1"]);

  await writeToUs(page);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(await page.context().cookies());
  await writeToUs(await plain.newPage());
  await plain.close();

  await page.goto(`${base}/`);
  await banner(page).getByRole("button", { name: "Stop viewing" }).click();
  await expect(page).toHaveURL(`${base}/manage/users/${petra.username}/`);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Who looked" })).toContainText("bess-");
  await expectSound(page);
  await page.goto(`${base}/accounts/profile/`);
  await expect(page).toHaveURL(`${base}/accounts/profile/`);
});

test("a project is viewed as a visitor and as a member of a team, without script too", async ({ page, browser }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await boss(page);
  await page.goto(`${base}/access/${project}/?tab=teams`);
  await page.getByLabel("As whom").selectOption({ label: "A visitor who is not signed in" });
  await page.getByRole("button", { name: "Look", exact: true }).click();
  await expect(page).toHaveURL(`${base}/projects/${project}/`);
  await expect(banner(page)).toContainText(`You are viewing ${project} as a visitor who is not signed in.`);
  await expectSound(page);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(await page.context().cookies());
  const other = await plain.newPage();
  await other.goto(`${base}/projects/${project}/`);
  await banner(other).getByRole("button", { name: "Stop viewing" }).click();
  await expect(other).toHaveURL(`${base}/access/${project}/`);
  await plain.close();

  await page.goto(`${base}/access/${project}/?tab=teams`);
  await expect(banner(page)).toHaveCount(0);
  await page.getByLabel("As whom").selectOption({ label: "A member of Administration" });
  await page.getByRole("button", { name: "Look", exact: true }).click();
  await expect(banner(page)).toContainText(`You are viewing ${project} as a member of Administration.`);
  for (const address of [
    "/",
    "/projects/",
    "/changes/",
    "/languages/",
    "/search/",
    `/settings/${project}/`,
    `/translate/${project}/app/cs/`,
  ]) {
    const answer = await page.goto(base + address);
    expect(answer?.status(), address).toBe(200);
    await expectSound(page);
  }
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});
