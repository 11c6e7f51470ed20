import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { alive, editorPath, openEditor, type Seed, seedEditor } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { expectSound } from "./support/stage";

/** Keys that a person changes, the Insert keys, and panels that stay where they are put. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const field = (page: Page) => page.locator("#target-0");
const position = (page: Page) => page.locator("[data-position]");
const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

async function person(browser: Browser, name: keyof Seed["cookies"]): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(seed.cookies[name]);
  return context;
}

async function stored(page: Page, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse("**/translate/-/preferences/");
  await act();
  expect((await answer).status()).toBe(200);
}

test("keys can be changed, unless they are another command's or the browser's, and set back", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, editorPath(seed, "keys", "cs"));
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
  await expectSound(page);
  const change = help(page).getByRole("button", { name: "Change the key: Next string, keeping the text as a draft" });
  await change.click();
  await page.keyboard.press("Control+e");
  await expect(help(page).getByRole("alert")).toHaveText(/^Ctrl E is the key of another command: Turn “Needs editing”/);
  await page.keyboard.press("Control+t");
  await expect(help(page).getByRole("alert")).toHaveText(/^Ctrl T is needed by the browser/);
  await stored(page, () => page.keyboard.press("Control+m"));
  await expect(help(page).getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(help(page)).toBeHidden();
  // The account has it, not this page alone.
  const other = await openEditor(context, editorPath(seed, "keys", "cs"));
  await other.keyboard.press("Control+m");
  await expect(position(other)).toHaveText("2 of 190");
  await other.keyboard.press("Alt+ArrowDown");
  await expect(position(other)).toHaveText("2 of 190");
  await expect(other.getByRole("link", { name: "Skip" }).locator("kbd")).toHaveText("CtrlM");
  await other.keyboard.press("Escape");
  await other.keyboard.press("?");
  await stored(other, () => help(other).getByRole("button", { name: "Reset all keys" }).click());
  await other.keyboard.press("Escape");
  await other.keyboard.press("Alt+ArrowDown");
  await expect(position(other)).toHaveText("3 of 190");
  await other.keyboard.press("Escape");
  await other.keyboard.press("?");
  await stored(other, () =>
    help(other)
      .getByLabel(/^Single-key shortcuts/)
      .uncheck(),
  );
  await other.keyboard.press("Escape");
  await other.keyboard.press("j");
  await other.reload();
  await alive(other);
  await other.keyboard.press("j");
  await expect(position(other)).toHaveText("3 of 190");
  await context.close();
});

test("the Insert keys bring placeholders, the source and what is missing", async ({ browser }) => {
  const context = await person(browser, "jan");
  const query = encodeURIComponent('source:="Hello %s"');
  const page = await openEditor(context, `${editorPath(seed, "tools", "cs")}?q=${query}`);
  const insert = async (...keys: string[]) => {
    await page.keyboard.press("Control+i");
    await expect(page.locator("[data-inserting]")).toBeVisible();
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.locator("[data-inserting]")).toHaveCount(0);
  };
  await page.keyboard.press("e");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("Ahoj ");
  await insert(".");
  await expectWritten(field(page), "Ahoj %s");
  await insert(".");
  await expectWritten(field(page), "Ahoj %s");
  await insert("1");
  await expectWritten(field(page), "Ahoj %s%s");
  await insert("0");
  await expectWritten(field(page), "Ahoj %s%sHello %s");
  await insert("Escape");
  await expectWritten(field(page), "Ahoj %s%sHello %s");
  await context.close();
});

test("panels stay open when they are pinned, and where they are moved, by pointer or by keys", async ({ browser }) => {
  const context = await person(browser, "jan");
  const page = await openEditor(context, editorPath(seed, "keys", "cs"));
  const pane = page.locator("[data-pane=context]");
  const names = () =>
    pane.locator("[data-tab]").evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset.tab));
  const open = () =>
    pane.locator("[data-panel]").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.panel));
  await pane.locator("[data-tab=history]").click();
  await stored(page, () => pane.getByRole("button", { name: "Pin the panel History: it stays open" }).click());
  await pane.locator("[data-tab=comments]").click();
  await expect.poll(open).toEqual(["comments", "history"]);
  const before = (await names()).indexOf("history");
  await pane.getByRole("button", { name: "Move History forward" }).focus();
  await stored(page, () => page.keyboard.press("Enter"));
  expect((await names()).indexOf("history")).toBe(before - 1);
  const [first, history] = [pane.locator("[data-tab]").first(), pane.locator("[data-tab=history]")];
  await stored(page, () => history.dragTo(first));
  expect((await names())[0]).toBe("history");
  await page.reload();
  await alive(page);
  await expect(pane.locator("[data-panel=history]")).toBeVisible();
  expect((await names())[0]).toBe("history");
  // The names of all panels stand in one line, and it holds no more than the pane is wide.
  const tops = await pane.locator("[data-tab]").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const wide = await pane.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await stored(page, () => pane.getByRole("button", { name: "Unpin the panel History" }).click());
  await expectSound(page);
  await context.close();
});
