import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { alive, editorPath, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { askApi, expectSound } from "./support/stage";

/** Lists of strings as a whole: long ones, those of several components, and the ways to show them. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const field = (page: Page, form = 0) => page.locator(`#target-${form}`);
const position = (page: Page) => page.locator("[data-position]");
const saved = (page: Page) => expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
const pane = (page: Page) => page.locator("[data-pane=list]");
const row = (page: Page, place: number) => page.locator(`[aria-posinset="${place}"]`);
const list = (view: string, rest: string) => `${seed.base}/${view}/${seed.project}/${rest}`;

async function person(browser: Browser, name: keyof Seed["cookies"], options = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addCookies(seed.cookies[name]);
  return context;
}

/** Puts somebody into the project's team that reviews. */
async function makeReviewer(name: keyof Seed["names"]): Promise<void> {
  const { results } = await seed.api<{
    results: { id: number; name: string; url: string; defining_project: string | null }[];
  }>("/api/groups/?page_size=1000");
  const team = results.find(
    (group) => group.name === "Review" && group.defining_project?.endsWith(`/api/projects/${seed.project}/`),
  );
  await seed.api(`/api/users/${seed.names[name]}/groups/`, { group_id: team?.id ?? 0 });
}

interface StoredUnits {
  results: { state: number }[];
}

/** The state in which the server holds a string of the component `work` in Japanese. */
async function storedState(source: string): Promise<number | undefined> {
  const q = encodeURIComponent(`source:="${source}"`);
  const path = `/api/translations/${seed.project}/tools/ja/units/?q=${q}`;
  return (await seed.api<StoredUnits>(path)).results[0]?.state;
}

const scrollTo = (page: Page, share: number) =>
  pane(page).evaluate((element, at) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * at;
  }, share);

test("the list is as long as there are strings, and shows those that it is scrolled to", async ({ browser }) => {
  const context = await person(browser, "petra", { viewport: { width: 1440, height: 900 } });
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}`);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await expect(row(page, 1)).toHaveAttribute("aria-setsize", "190");
  expect(await pane(page).evaluate((element) => element.scrollHeight)).toBeGreaterThan(190 * 54);
  await scrollTo(page, 1);
  await expect(row(page, 190)).toContainText("Text 190");
  await scrollTo(page, 0.5);
  await expect(row(page, 95)).toContainText("Text 95");
  expect(await page.locator("[data-row]").count()).toBeLessThan(60);
  expect(requests.filter((path) => path === "/translate/-/list/")).toHaveLength(1);
  // A string in the middle is opened where it is, and the list stays.
  await row(page, 96).getByRole("link").click();
  await expect(position(page)).toHaveText("96 of 190");
  await expect(field(page)).toBeVisible();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(position(page)).toHaveText("97 of 190");
  // Arrows move along the rows, beyond those that were drawn.
  await row(page, 97).getByRole("link").focus();
  for (let count = 0; count < 25; count++) {
    await page.keyboard.press("ArrowDown");
    await expect(row(page, 98 + count).getByRole("link")).toBeFocused();
  }
  await expectSound(page);
  await context.close();
});

test("a string that was saved keeps its place in a list that would not find it any more", async ({ browser }) => {
  const context = await person(browser, "petra", { viewport: { width: 1440, height: 900 } });
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?q=state:empty&offset=3`);
  const total = Number((await position(page).textContent())?.split(" ")[2]);
  await field(page).fill("Hotovo");
  await page.keyboard.press("Control+Enter");
  await saved(page);
  await expect(position(page)).toHaveText(`4 of ${total}`);
  await scrollTo(page, 1);
  await expect(row(page, total)).toContainText("Text 190");
  await scrollTo(page, 0);
  await expect(row(page, 3)).toContainText("Hotovo");
  await expect(row(page, 4).getByRole("link")).toHaveAttribute("aria-current", "true");
  await context.close();
});

test("strings of all components stand in one list, each with its own name, rights and form", async ({ browser }) => {
  const context = await person(browser, "petra", { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${seed.base}/translate/${seed.project}/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${seed.project}: choose a language`);
  await expectSound(page);
  await page.getByRole("link", { name: "Czech", exact: true }).click();
  await expect(page).toHaveURL(list("translate", "-/cs/"));
  await alive(page);
  const total = Number((await position(page).textContent())?.split(" ")[2]);
  expect(total).toBeGreaterThan(200);
  await expect(row(page, 1)).toContainText("keys");
  await page.goto(`${list("translate", "-/cs/")}?q=component:=plain`);
  await alive(page);
  await expect(row(page, 1)).toContainText("plain");
  // From one component into the next by keys alone.
  await page.goto(`${list("translate", "-/cs/")}?q=component:=plain OR component:=twin`);
  await alive(page);
  await expect(position(page)).toHaveText("1 of 6");
  for (let place = 1; place <= 5; place++) {
    await expect(position(page)).toHaveText(`${place} of 6`);
    await field(page).fill(`Z ${place}`);
    await page.keyboard.press("Control+Enter");
  }
  await expect(position(page)).toHaveText("6 of 6");
  await field(page).fill("Konec");
  await page.keyboard.press("Control+s");
  await saved(page);
  expect(await storedText(seed, "plain", "cs", "Plain 5")).toBe("Z 5");
  expect(await storedText(seed, "twin", "cs", "Quit")).toBe("Konec");
  await page.reload();
  await alive(page);
  await expectWritten(field(page), "Konec");
  await expectSound(page);
  await context.close();
});

test("list editing: rows are text until they are opened, and what is typed stays", async ({ browser }) => {
  const context = await person(browser, "jan", { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${list("zen", "tools/cs/")}?beside=he`);
  await alive(page);
  await expect(page.locator("textarea[name=target], .cm-editor")).toHaveCount(1);
  await field(page).fill("Ukončit");
  await row(page, 3).getByRole("link").click();
  await expect(row(page, 1)).toContainText("draft");
  await expect(row(page, 3).locator("#target-0")).toBeFocused();
  await page.keyboard.type("Otevřít");
  await page.keyboard.press("Control+Enter");
  await expect(row(page, 4).locator("#target-0")).toBeFocused();
  await saved(page);
  await expect(row(page, 3)).toContainText("Otevřít");
  await expect(row(page, 3)).toContainText("Translated");
  expect(await storedText(seed, "tools", "cs", "Open")).toBe("Otevřít");
  await page.keyboard.type("Ahoj");
  await page.keyboard.press("Control+Enter");
  await expect(row(page, 4)).toContainText("%s");
  await expectSound(page);
  // Into the editor and back, at the same string.
  await page.locator("[data-menu]", { hasText: "View:" }).locator("summary").click();
  await page.getByRole("link", { name: "Editor", exact: true }).click();
  await expect(position(page)).toHaveText("5 of 5");
  await page.locator("[data-menu]", { hasText: "View:" }).locator("summary").click();
  await page.getByRole("link", { name: "List editing", exact: true }).click();
  await expect(row(page, 5).locator("#target-0")).toBeVisible();
  await context.close();
});

test("list editing and reading work without script", async ({ browser }) => {
  const context = await person(browser, "petra", { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(list("zen", "plain/cs/"));
  await row(page, 2).getByRole("link").click();
  await page.locator("#target-0").fill("Prosté 2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/zen\//);
  expect(await storedText(seed, "plain", "cs", "Plain 2")).toBe("Prosté 2");
  await page.goto(list("browse", "keys/cs/"));
  await expect(page.locator("[data-row]")).toHaveCount(80);
  await page.getByRole("link", { name: "Continue from string 81" }).click();
  await expect(page.locator("[data-row]", { hasText: "Text 81" })).toBeVisible();
  await page.getByRole("link", { name: "Open in the editor: string 81" }).click();
  await expect(page).toHaveURL(/\/translate\/.*checksum=/);
  await expect(page.locator("[data-position]")).toHaveText("81 of 190");
  await context.close();
});

test("a visitor reads all strings of a project, as far as they go", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(list("browse", "-/cs/"));
  await expect(row(page, 1)).toContainText("Text 1");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator("[data-row]").last()).not.toContainText("Loading");
  expect(await page.locator("[data-row]").count()).toBeLessThan(60);
  await expectSound(page);
  await context.close();
});

test("a review goes through what waits, riskiest first, by keys alone; four eyes see each text", async ({
  browser,
}) => {
  const context = await person(browser, "petra", { viewport: { width: 1440, height: 900 } });
  const page = await openEditor(context, editorPath(seed, "tools", "ja"));
  for (const [place, text] of [
    ["1", "終了"],
    ["2", "閉じる"],
    ["3", "開く"],
  ] as const) {
    await expect(position(page)).toHaveText(`${place} of 5`);
    await field(page).fill(text);
    await page.keyboard.press("Control+Enter");
  }
  await saved(page);
  await askApi(`/api/projects/${seed.project}/`, { translation_review: true, four_eyes: true }, "PATCH");
  await makeReviewer("petra");
  await makeReviewer("jan");
  // Nothing is left for who wrote it all.
  await page.goto(`${editorPath(seed, "tools", "ja")}?mode=review`);
  await alive(page);
  await expect(page.getByText("3 of your own skipped")).toBeVisible();
  await context.close();
  const reviewer = await person(browser, "jan", { viewport: { width: 1440, height: 900 } });
  const review = await reviewer.newPage();
  await review.goto(`${editorPath(seed, "tools", "ja")}?mode=review`);
  await alive(review);
  await expect(position(review)).toHaveText("1 of 3");
  await expect(review.locator("[data-review-text]")).toContainText("終了");
  await expect(row(review, 1)).toContainText("new author");
  await expectSound(review);
  await review.keyboard.press("a");
  await expect(position(review)).toHaveText("2 of 3");
  await review.keyboard.press("r");
  await review.getByLabel("Reason", { exact: true }).selectOption("Not the term that we use.");
  await review.getByLabel("In your own words").fill("See the glossary.");
  await review.getByRole("button", { name: "Reject and tell the author" }).click();
  await expect(position(review)).toHaveText("3 of 3");
  await expect(row(review, 2)).toContainText("閉じる");
  await expect.poll(() => storedState("Close")).toBe(10);
  await review.keyboard.press("u");
  await expect(position(review)).toHaveText("2 of 3");
  await expect.poll(() => storedState("Close")).toBe(20);
  await review.getByRole("button", { name: "Approve the rest of this page" }).click();
  await expect(review.getByRole("dialog")).toContainText("Approve 2 strings?");
  await review.getByRole("button", { name: "Approve 2 strings" }).click();
  await expect(review.getByText("All reviewed")).toBeVisible();
  await expect.poll(() => storedState("Open")).toBe(30);
  expect(await storedState("Quit")).toBe(30);
  await expectSound(review);
  await reviewer.close();
});
