import { expect, test } from "@playwright/test";
import { alive } from "./support/editor-seed";
import { type Garden, makeGarden, register } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
});

test("an announcement is posted on a project, read where it is translated, and taken down", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/projects/${garden.project}/`);
  const links = page.getByRole("navigation", { name: "More about this" });
  await links.getByRole("link", { name: "Announcements" }).click();
  await expect(page.getByText("Nothing is announced here")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("We release on **Friday**. <b>Hurry</b>");
  await page.getByLabel("Kind").selectOption("Warning");
  await page.getByRole("button", { name: "Announce" }).click();
  await expect(page.getByText("It is announced.")).toBeVisible();
  await expectSound(page);
  await page.goto(`${base}/projects/${garden.project}/app/cs/`);
  await expect(page.getByText("We release on Friday. <b>Hurry</b>")).toBeVisible();
  await expect(page.locator("strong", { hasText: "Friday" })).toBeVisible();
  await page.goto(`${base}/announcements/${garden.project}/`);
  await page.getByRole("button", { name: /^Remove: We release/ }).click();
  await expect(page.getByText("Nothing is announced here")).toBeVisible();
  await page.goto(`${base}/projects/${garden.project}/app/cs/`);
  await expect(page.getByText("We release on Friday.")).toHaveCount(0);
});

test("a visitor reads announcements and posts none", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/announcements/${garden.project}/`);
  await expect(page.getByRole("heading", { level: 1, name: "Announcements" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Announce" })).toHaveCount(0);
});

test("one is changed, dismissed for oneself alone, and shown again once it says something else", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  await signIn(page);
  const board = `${base}/announcements/${garden.project}/`;
  await page.goto(board);
  await page.getByLabel("Text", { exact: true }).fill("Freeze on Friday");
  await page.getByRole("button", { name: "Announce" }).click();
  await expect(page.getByText("It is announced.")).toBeVisible();
  const context = await browser.newContext();
  await context.addCookies((await register(browser)).cookies);
  const reader = await context.newPage();
  const project = `${base}/projects/${garden.project}/`;
  await reader.setViewportSize({ width: 360, height: 740 });
  await reader.goto(project);
  const [words, cross] = await Promise.all([
    reader.getByText("Freeze on Friday").boundingBox(),
    reader.getByRole("button", { name: "Dismiss: Freeze on Friday" }).boundingBox(),
  ]);
  // The cross stands beside the words on a phone, too.
  expect(cross?.y ?? 0).toBeLessThan((words?.y ?? 0) + (words?.height ?? 0));
  expect(cross?.x ?? 0).toBeGreaterThan((words?.x ?? 0) + 200);
  await reader.getByRole("button", { name: "Dismiss: Freeze on Friday" }).click();
  await expect(reader.getByText("Freeze on Friday")).toHaveCount(0);
  await reader.goto(project);
  await expect(reader.getByText("Freeze on Friday")).toHaveCount(0);
  await page.goto(project);
  await expect(page.getByText("Freeze on Friday")).toBeVisible();

  await reader.goto(board);
  await expect(reader.getByRole("link", { name: "Change: Freeze on Friday" })).toHaveCount(0);
  const again = reader.getByRole("button", { name: "Show it again: Freeze on Friday" });
  await again.click();
  await expect(again).toHaveCount(0);
  await reader.goto(project);
  await reader.getByRole("button", { name: "Dismiss: Freeze on Friday" }).click();
  await expect(reader.getByText("Freeze on Friday")).toHaveCount(0);

  await page.goto(board);
  await page.getByRole("link", { name: "Change: Freeze on Friday" }).click();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Freeze on Friday");
  await page.getByLabel("Text", { exact: true }).fill(" ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a text.").first()).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("Freeze on **Monday**");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The announcement is changed.")).toBeVisible();
  await expectSound(page);
  await reader.goto(project);
  await expect(reader.getByText("Freeze on Monday")).toBeVisible();
  await context.close();
  await page.goto(board);
  await page.getByRole("button", { name: /^Remove: Freeze/ }).click();
  await expect(page.getByText("Nothing is announced here")).toBeVisible();
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
])
  test(`the editor has announcements in one line at ${viewport.width} pixels, and the string stays in view`, async ({
    page,
  }) => {
    const { base } = stage();
    await page.setViewportSize(viewport);
    await signIn(page);
    await page.goto(`${base}/announcements/${garden.project}/`);
    await page.getByLabel("Text", { exact: true }).fill(`Freeze on Friday. ${"Please hurry. ".repeat(40)}`);
    await page.getByRole("button", { name: "Announce" }).click();
    await expect(page.getByText("It is announced.")).toBeVisible();
    await page.goto(`${base}/translate/${garden.project}/app/cs/`);
    await alive(page);
    const strip = page.getByRole("complementary", { name: "Announcements" });
    const box = await strip.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(40);
    await expect(page.locator("#target-0")).toBeInViewport();
    if (viewport.width > 1000)
      // Below the window there is the foot of the page and nothing else, whatever links it has.
      expect(
        await page.evaluate(() => {
          const foot = document.querySelector("footer")?.offsetHeight ?? 0;
          return document.documentElement.scrollHeight - innerHeight - foot;
        }),
      ).toBeLessThanOrEqual(0);
    const before = await page.locator("#target-0").boundingBox();
    await strip.locator("summary").click();
    await expect(strip.getByText("Please hurry.").last()).toBeVisible();
    expect((await page.locator("#target-0").boundingBox())?.y).toBe(before?.y);
    await expectSound(page);
    await strip.getByRole("button", { name: /^Dismiss: Freeze/ }).click();
    await expect(strip).toHaveCount(0);
    await page.goto(`${base}/announcements/${garden.project}/`);
    await page.getByRole("button", { name: /^Remove: Freeze/ }).click();
    await expect(page.getByText("Nothing is announced here")).toBeVisible();
  });
