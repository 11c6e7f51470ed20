import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { alive, editorPath, openEditor, type Seed, seedEditor } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { makeGarden } from "./support/garden";
import { expectSound, stage } from "./support/stage";

/** The editor on a phone, at 400 %, in the linear layout, without script, and without a network. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const field = (page: Page) => page.locator("#target-0");
const position = (page: Page) => page.locator("[data-position]");

async function person(browser: Browser, name: keyof Seed["cookies"], options = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addCookies(seed.cookies[name]);
  return context;
}

/** Whether something stands in the window, above what is stuck to its lower edge. */
const inView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const bar = document.querySelector("[data-actions]");
    const stuck = bar && getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect().top : innerHeight;
    return top >= 0 && Math.min(bottom, top + 40) <= Math.min(stuck, innerHeight);
  });

test("on a phone source and field of each string are in view after a save", async ({ browser }) => {
  const context = await person(browser, "petra", {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await openEditor(context, editorPath(seed, "tools", "cs"));
  const count = Number(/of (\d+)/.exec((await position(page).textContent()) ?? "")?.[1]);
  for (let place = 2; place <= count; place += 1) {
    await field(page).fill(`Text ${place} %s`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(position(page)).toHaveText(`${place} of ${count}`);
    await expect.poll(() => inView(page, "#string-source"), { message: `source of ${place}` }).toBe(true);
    await expect.poll(() => inView(page, "#target-0"), { message: `field of ${place}` }).toBe(true);
    await expectSound(page);
  }
  await context.close();
});

test("on a phone the toolbar is two rows, of targets for fingers, with menus and the search over the page", async ({
  browser,
}) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const context = await person(browser, "petra", phone);
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=120`);
  const bar = page.locator("[data-toolbar]");
  const heightOf = async () => (await bar.boundingBox())?.height ?? 0;
  expect(await heightOf()).toBeLessThan(100);
  for (const target of await bar.locator("a:visible, summary, input:visible").all())
    expect((await target.boundingBox())?.height, await target.innerText()).toBeGreaterThanOrEqual(44);
  // Each menu is in the window as a whole.
  for (const name of ["List:", "View:"]) {
    await bar.locator("summary", { hasText: name }).tap();
    const box = await bar.locator("details[open] > div").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await page.keyboard.press("Escape");
  }
  const search = page.locator("#editor-search");
  await search.tap();
  expect((await search.boundingBox())?.width).toBeGreaterThan(300);
  expect(await heightOf()).toBeLessThan(100);
  await search.fill('source:="Text 7"');
  await search.press("Enter");
  await expect(page.locator("#string-source")).toContainText("Text 7");
  await expectSound(page);
  await context.close();
});

for (const [width, height] of [
  [320, 640],
  [320, 256],
] as const)
  test(`at ${width} × ${height} px the editor needs no scroll to the side, and nothing covers the field`, async ({
    browser,
  }) => {
    const context = await person(browser, "jan", { viewport: { width, height } });
    const page = await openEditor(context, editorPath(seed, "keys", "cs"));
    await expectSound(page);
    await page.keyboard.press("Alt+ArrowDown");
    await expect(position(page)).toHaveText("2 of 190");
    await expect.poll(() => inView(page, "#string-source")).toBe(true);
    await field(page).focus();
    await field(page).scrollIntoViewIfNeeded();
    expect(await inView(page, "#target-0")).toBe(true);
    const covered = await field(page).evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return !element.contains(document.elementFromPoint(left + 20, top + 12));
    });
    expect(covered).toBe(false);
    await context.close();
  });

test("the work of a translation is told in whole words on a phone", async ({ page }) => {
  const garden = await makeGarden();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${stage().base}/projects/${garden.project}/app/cs/`);
  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Translate: Empty" }) });
  const about = await row.locator("p").first().boundingBox();
  expect(about?.width ?? 0).toBeGreaterThan(220);
  await expectSound(page);
});

test("the linear layout is one column: source, field, actions, panels, list", async ({ browser }) => {
  const context = await person(browser, "jan", { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${seed.base}/accounts/profile/?tab=editor`);
  await page.getByLabel("Linear layout").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved\. The editor/)).toBeVisible();
  const editor = await openEditor(context, editorPath(seed, "keys", "cs"));
  const tops = await editor.evaluate(() =>
    ["#string-source", "#target-0", "[data-actions]", "[data-panel=history]", "[data-pane=list]"].map(
      (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? -1,
    ),
  );
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  await editor.locator("[data-tab=history]").click();
  await expect(editor.locator("[data-panel=history]")).toHaveAttribute("open", "");
  await expectSound(editor);
  await page.goto(`${seed.base}/accounts/profile/?tab=editor`);
  await page.getByLabel("Linear layout").uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await context.close();
});

test("without script the page says what was saved, and nothing that it cannot know", async ({ browser }) => {
  const context = await person(browser, "jan", { javaScriptEnabled: false });
  const page = await openEditor(context, `${editorPath(seed, "plain", "cs")}?q=state:empty`);
  await expect(page.locator("[data-save-indicator]")).toBeHidden();
  await expect(page.getByText("Asking:", { exact: false })).toBeHidden();
  await expect(page.getByText("Automatic suggestions are asked for by script", { exact: false })).toBeVisible();
  await expect(page.getByText("Saved.", { exact: true })).toHaveCount(0);
  await field(page).fill("Bez skriptu");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByText("Plain 2", { exact: true }).first()).toBeVisible();
  await context.close();
});

const kept = (page: Page) =>
  page.evaluate(
    async () => (await caches.has("loquat-editor")) && (await (await caches.open("loquat-editor")).keys()).length,
  );

test("the open strings can be loaded again without a network; after the sign-out nothing of them is left", async ({
  browser,
}) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=40`);
  await expect.poll(() => kept(page), { timeout: 30_000 }).toBeGreaterThan(5);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(position(page)).toHaveText("41 of 190");
  await page.keyboard.type("Napsáno ve vlaku");
  await expect(page.getByText(/^Draft kept/)).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await alive(page);
  await expect(position(page)).toHaveText("41 of 190");
  await expectWritten(field(page), "Napsáno ve vlaku");
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Offline, 1 waiting");
  await context.setOffline(false);
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
  // With a network the page is the server's.
  await page.reload();
  await alive(page);
  await expectWritten(field(page), "Napsáno ve vlaku");
  await expect(page.getByText(/^Draft kept/)).toBeHidden();
  await page.goto(`${seed.base}/accounts/logout/`);
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${seed.base}/`);
  await expect
    .poll(() =>
      page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]),
    )
    .toEqual([[], 0]);
  await context.setOffline(true);
  expect(await page.goto(`${editorPath(seed, "keys", "cs")}?offset=40`).catch(() => "nothing")).toBe("nothing");
  await context.close();
});

test("a session that ended elsewhere leaves nothing either, once a page tells of it", async ({ browser }) => {
  const context = await person(browser, "jan");
  const page = await openEditor(context, editorPath(seed, "plain", "cs"));
  await expect.poll(() => kept(page), { timeout: 30_000 }).toBeGreaterThan(5);
  await context.clearCookies();
  await page.goto(`${seed.base}/projects/`);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await context.close();
});
