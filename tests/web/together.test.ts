import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { editorPath, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { expectSound } from "./support/stage";

/** Two people in one translation, who see each other. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const field = (page: Page) => page.locator("#target-0");
const position = (page: Page) => page.locator("[data-position]");
const saved = (page: Page) => expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
const row = (page: Page, place: number) => page.locator(`[aria-posinset="${place}"]`);
const path = (query = "") => `${editorPath(seed, "keys", "cs")}${query}`;

async function person(browser: Browser, name: keyof Seed["cookies"]): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.addCookies(seed.cookies[name]);
  return context;
}

/** Opens the editor, and waits until the other one is seen there. */
async function joined(context: BrowserContext, query: string, other?: string): Promise<Page> {
  const page = await openEditor(context, path(query));
  if (other) await expect(page.getByText("1 other person is translating here")).toBeAttached();
  return page;
}

test("sees who else is here and writes, passes over what is being written, and sees what was saved", async ({
  browser,
}) => {
  const [petras, jans] = [await person(browser, "petra"), await person(browser, "jan")];
  const petra = await joined(petras, "?offset=2");
  const jan = await joined(jans, "?offset=1", "petra");
  await expect(row(jan, 2).locator("[data-face]")).toHaveAttribute("title", "Petra has this string open.");
  await field(petra).pressSequentially("Text Petry");
  await expect(row(jan, 2).locator("[data-face]")).toHaveAttribute("title", "Petra is writing here.");
  await field(jan).fill("Text Jana");
  await jan.keyboard.press("Control+Enter");
  await expect(position(jan)).toHaveText("3 of 190");
  // What Petra saves shows up in the list, and what Jan has saved in hers.
  await expect(row(petra, 1)).toContainText("Text Jana");
  await petra.keyboard.press("Control+s");
  await expect(row(jan, 2)).toContainText("Text Petry");
  // A step by hand goes where one wants.
  await jan.keyboard.press("Alt+ArrowUp");
  await expect(position(jan)).toHaveText("2 of 190");
  await expect(jan.locator("[data-here]")).toContainText("Petra");
  await expectWritten(field(jan), "Text Petry");
  await expectSound(jan);
  // Under an untouched field the text changes; what is being typed stays, and both are compared on saving.
  await field(petra).fill("Nový text Petry");
  await petra.keyboard.press("Control+s");
  await expectWritten(field(jan), "Nový text Petry");
  await field(jan).fill("Lepší text Jana");
  await field(petra).fill("Ještě novější text");
  await petra.keyboard.press("Control+s");
  await expect(jan.getByText(/^Somebody has saved another text/)).toBeVisible();
  await expectWritten(field(jan), "Lepší text Jana");
  await jan.keyboard.press("Control+s");
  await expect(jan.getByRole("heading", { name: /^Petra changed this string/ })).toBeVisible();
  await jan.keyboard.press("2");
  await saved(jan);
  expect(await storedText(seed, "keys", "cs", "Text 2")).toBe("Lepší text Jana");
  await expectWritten(field(petra), "Lepší text Jana");
  await petra.close();
  await expect(jan.locator("[data-face]")).toHaveCount(0);
  await Promise.all([petras.close(), jans.close()]);
});

test("one's own second tab is told of, and follows", async ({ browser }) => {
  const context = await person(browser, "petra");
  const one = await joined(context, "?offset=50");
  const other = await joined(context, "?offset=50");
  await expect(other.locator("[data-here]")).toHaveText("You have this string open in another tab.");
  await field(other).fill("Z druhého okna");
  await other.keyboard.press("Control+s");
  await saved(other);
  await expectWritten(field(one), "Z druhého okna");
  await context.close();
});

test("goes on when the line is cut again and again, and learns what it has missed", async ({ browser }) => {
  const [petras, jans] = [await person(browser, "petra"), await person(browser, "jan")];
  const petra = await joined(petras, "?offset=101");
  const jan = await joined(jans, "?offset=100", "petra");
  for (const text of ["Jedna", "Dvě"]) {
    await jans.setOffline(true);
    await field(petra).fill(text);
    await petra.keyboard.press("Control+s");
    await saved(petra);
    await jans.setOffline(false);
    await expect(row(jan, 101)).toContainText(text, { timeout: 30_000 });
  }
  await Promise.all([petras.close(), jans.close()]);
});
