import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { editorPath, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { askApi, expectSound } from "./support/stage";

/** A volunteer suggests, a reviewer decides: by keyboard, by finger, over the real server. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const field = (page: Page) => page.locator("#target-0");
const position = (page: Page) => page.locator("[data-position]");
const panel = (page: Page) => page.locator("[data-pane=context]");
const first = (page: Page) => panel(page).locator("[data-suggestion]").first();
const saved = (page: Page) => expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
const string = (component: string, source: string) =>
  `${editorPath(seed, component, "cs")}?q=${encodeURIComponent(`source:="${source}"`)}`;

async function person(browser: Browser, name: keyof Seed["cookies"], options: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addCookies(seed.cookies[name]);
  return context;
}

interface Line {
  action: number;
  user: string | null;
  author: string | null;
  target: string;
}

const lastLine = async (component: string): Promise<Line | undefined> =>
  (await seed.api<{ results: Line[] }>(`/api/translations/${seed.project}/${component}/cs/changes/`)).results[0];

test("a suggestion made by keyboard is accepted by keyboard, in the name of who made it", async ({ browser }) => {
  const volunteer = await person(browser, "petra");
  const page = await openEditor(volunteer, `${editorPath(seed, "keys", "cs")}?offset=1`);
  await page.keyboard.press("e");
  for (const text of ["Návrh jedna", "Návrh dva"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Alt+Enter");
    await expectWritten(field(page), "");
  }
  await expect(position(page)).toHaveText("3 of 190");
  await saved(page);
  expect(await storedText(seed, "keys", "cs", "Text 1")).toBe("");
  const reviewer = await person(browser, "jan");
  const other = await openEditor(reviewer, `${editorPath(seed, "keys", "cs")}?q=has:suggestion`);
  await expect(first(other)).toContainText("Návrh jedna");
  await expect(first(other)).toContainText("Petra");
  await other.keyboard.press("a");
  await expectWritten(field(other), "Návrh jedna");
  expect(await storedText(seed, "keys", "cs", "Text 1")).toBe("Návrh jedna");
  const line = await lastLine("keys");
  expect(line).toMatchObject({ action: 7, target: "Návrh jedna" });
  expect([line?.user, line?.author].map((link) => /users\/(\w+)-/.exec(link ?? "")?.[1])).toEqual(["jan", "petra"]);
  // Edited first: the text is the reviewer's, the credit the author's.
  await other.keyboard.press("j");
  await expect(first(other)).toContainText("Návrh dva");
  await other.keyboard.press("i");
  await expectWritten(field(other), "Návrh dva");
  await expect(other.getByText("You are editing a suggestion of Petra.")).toBeVisible();
  await other.keyboard.press("End");
  await other.keyboard.type(" lépe");
  await other.keyboard.press("Control+Enter");
  await saved(other);
  expect(await storedText(seed, "keys", "cs", "Text 2")).toBe("Návrh dva lépe");
  expect((await lastLine("keys"))?.author).toContain("petra");
  await Promise.all([volunteer.close(), reviewer.close()]);
});

test("a suggestion is rejected with a reason, and the one who made it reads it", async ({ browser }) => {
  const volunteer = await person(browser, "petra");
  const page = await openEditor(volunteer, string("keys", "Text 10"));
  await field(page).fill("Špatně");
  await page.getByRole("button", { name: "Suggest", exact: true }).click();
  await saved(page);
  const reviewer = await person(browser, "jan");
  const other = await openEditor(reviewer, string("keys", "Text 10"));
  await expect(first(other)).toContainText("Špatně");
  await other.keyboard.press("r");
  await other.keyboard.type("Too literal");
  await other.keyboard.press("Enter");
  await expect(panel(other).getByText("No suggestions for this string.")).toBeVisible();
  const again = await openEditor(volunteer, `${string("keys", "Text 10")}&tab=history`);
  await expect(panel(again).getByText("Reason: Too literal")).toBeVisible();
  await Promise.all([volunteer.close(), reviewer.close()]);
});

test("votes are counted, and enough of them make a suggestion the translation", async ({ browser }) => {
  await askApi(
    `/api/components/${seed.project}/plain/`,
    { suggestion_voting: true, suggestion_autoaccept: 2 },
    "PATCH",
  );
  const petra = await person(browser, "petra");
  const page = await openEditor(petra, string("plain", "Plain 5"));
  await expect(page.getByText(/unit.override/)).toBeVisible();
  await field(page).fill("Hlasováno");
  // There is nothing to save here, so the key of saving suggests.
  await page.keyboard.press("Control+Enter");
  await saved(page);
  const jan = await person(browser, "jan");
  const other = await openEditor(jan, string("plain", "Plain 5"));
  await expect(first(other)).toContainText("1 of 2 votes");
  await other.keyboard.press("Shift+V");
  await expect(first(other)).toContainText("0 of 2 votes");
  await other.keyboard.press("v");
  await expectWritten(field(other), "Hlasováno");
  expect(await storedText(seed, "plain", "cs", "Plain 5")).toBe("Hlasováno");
  await askApi(
    `/api/components/${seed.project}/plain/`,
    { suggestion_voting: false, suggestion_autoaccept: 0 },
    "PATCH",
  );
  await Promise.all([petra.close(), jan.close()]);
});

test("what a lock or somebody faster forbids to save can be suggested, with the text kept", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, string("plain", "Plain 1"));
  await field(page).fill("Přes zámek");
  await seed.lock("plain", true);
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/^Not saved: plain is locked/)).toBeVisible();
  await expectWritten(field(page), "Přes zámek");
  await page.getByRole("button", { name: "Suggest it instead" }).click();
  await saved(page);
  const locked = await openEditor(context, string("plain", "Plain 1"));
  await expect(first(locked)).toContainText("Přes zámek");
  await expect(locked.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await expect(locked.getByRole("button", { name: "Suggest", exact: true })).toBeVisible();
  await seed.lock("plain", false);
  // A conflict: mine goes beside theirs.
  const slow = await openEditor(context, string("plain", "Plain 2"));
  await field(slow).fill("Moje");
  const jan = await person(browser, "jan");
  const quick = await openEditor(jan, string("plain", "Plain 2"));
  await field(quick).fill("Jejich");
  await quick.keyboard.press("Control+s");
  await saved(quick);
  await slow.keyboard.press("Control+s");
  await expect(slow.getByRole("heading", { name: /^Jan changed this string/ })).toBeVisible();
  await slow.keyboard.press("3");
  await saved(slow);
  expect(await storedText(seed, "plain", "cs", "Plain 2")).toBe("Jejich");
  const after = await openEditor(jan, string("plain", "Plain 2"));
  await expect(first(after)).toContainText("Moje");
  await Promise.all([context.close(), jan.close()]);
});

test("a suggestion that somebody else has decided, or whose string has changed, is told of", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, string("keys", "Text 20"));
  await field(page).fill("Dvojí");
  await page.keyboard.press("Alt+Enter");
  await saved(page);
  const jan = await person(browser, "jan");
  // Otherwise the page would hear of the decision before anybody can press a button.
  await context.route("**/translate/-/live/**", (route) => route.abort());
  const [one, two] = [
    await openEditor(jan, string("keys", "Text 20")),
    await openEditor(context, string("keys", "Text 20")),
  ];
  await expect(first(two)).toContainText("Dvojí");
  await field(one).fill("Změněno");
  await one.keyboard.press("Control+s");
  await saved(one);
  await first(two).getByRole("button", { name: "Accept", exact: true }).click();
  await expect(panel(two).getByText(/has changed since you read it/)).toBeVisible();
  await expectWritten(field(two), "Změněno");
  await first(one).getByRole("button", { name: "Reject…" }).click();
  await first(one).getByRole("button", { name: "Reject", exact: true }).click();
  await expect(panel(one).getByText("No suggestions for this string.")).toBeVisible();
  await first(two).getByRole("button", { name: "Accept", exact: true }).click();
  await expect(panel(two).getByText(/^Suggestion \d+ does not exist/)).toBeVisible();
  await expect(panel(two).getByText("No suggestions for this string.")).toBeVisible();
  await Promise.all([context.close(), jan.close()]);
});

test("a visitor suggests on a phone, and what was typed is there after signing in", async ({ browser }) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext(phone);
  const page = await openEditor(context, string("tools", "Close"));
  await field(page).fill("Zavřít");
  await page.getByRole("button", { name: "Suggest", exact: true }).tap();
  await saved(page);
  const half = await openEditor(context, string("tools", "Quit"));
  await field(half).fill("Ukon");
  await expect(half.getByText(/^Draft kept/)).toBeVisible();
  await expectSound(half);
  await context.addCookies(seed.cookies.jan);
  const again = await openEditor(context, string("tools", "Quit"));
  await expectWritten(field(again), "Ukon");
  const decided = await openEditor(context, string("tools", "Close"));
  await expect(first(decided)).toContainText("Anonymous");
  await expectSound(decided);
  await first(decided).getByRole("button", { name: "Accept", exact: true }).tap();
  await expectWritten(field(decided), "Zavřít");
  expect(await storedText(seed, "tools", "cs", "Close")).toBe("Zavřít");
  await context.close();
});

test("suggests without script, too", async ({ browser }) => {
  const context = await person(browser, "petra", { javaScriptEnabled: false });
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=40`);
  await field(page).fill("Bez skriptu");
  await page.getByRole("button", { name: "Suggest", exact: true }).click();
  await expect(position(page)).toHaveText("41 of 190");
  expect(await storedText(seed, "keys", "cs", "Text 40")).toBe("");
  const back = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=40`);
  await expect(first(back)).toContainText("Bez skriptu");
  await context.close();
});
