import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { alive, editorPath, openEditor, type Seed, seedEditor } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** What stands beside the string: comments in two threads, and strings around it; by keyboard, without script, by finger. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const panel = (page: Page) => page.locator("[data-pane=context]");
const comment = (page: Page, text: string) => panel(page).locator("[data-comment]", { hasText: text });
const tab = (page: Page) => panel(page).locator("[data-tab=comments]");
const team = (page: Page) => panel(page).getByRole("textbox", { name: "Comment for Czech" });
const source = (page: Page) => panel(page).getByRole("textbox", { name: "Question or comment about the source" });
const string = (component: string, text: string, language = "cs") =>
  `${editorPath(seed, component, language)}?q=${encodeURIComponent(`source:="${text}"`)}`;

async function person(browser: Browser, name: keyof Seed["cookies"], options: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addCookies(seed.cookies[name]);
  return context;
}

interface Made {
  id: number;
  comment: string;
}

async function commentsOf(component: string, text: string, language = "cs"): Promise<Made[]> {
  const query = encodeURIComponent(`source:="${text}"`);
  const units = `/api/translations/${seed.project}/${component}/${language}/units/?q=${query}`;
  const [unit] = (await askApi<{ results: { id: number }[] }>(units)).results;
  return (await askApi<{ results: Made[] }>(`/api/units/${unit?.id}/comments/`)).results;
}

test("a comment is written, edited, resolved, opened again and deleted by keyboard", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, string("keys", "Text 1"));
  await page.locator("#target-0").focus();
  await page.keyboard.press("Control+u");
  await expect(team(page)).toBeFocused();
  await page.keyboard.type("Is **this** a <b>noun</b>? [no](javascript:alert(1)) https://example.org/1");
  await page.keyboard.press("Control+Enter");
  const made = comment(page, "noun");
  await expect(made).toContainText("Is this a <b>noun</b>? [no](javascript:alert(1))");
  await expect(made.locator("strong")).toHaveText("this");
  await expect(made.getByRole("link")).toHaveAttribute("rel", "nofollow noopener noreferrer");
  await expect(team(page)).toHaveValue("");
  await expect(tab(page)).toHaveText("Comments1");
  await made.getByText("Edit…").focus();
  await page.keyboard.press("Enter");
  await made.getByRole("textbox", { name: "Edit comment" }).fill("Is this a verb?");
  await made.getByRole("textbox", { name: "Edit comment" }).press("Control+Enter");
  const edited = comment(page, "Is this a verb?");
  await expect(edited.getByText("edited")).toBeVisible();
  await edited.getByRole("button", { name: "Resolve" }).press("Enter");
  await expect(tab(page)).toHaveText("Comments");
  await panel(page).getByText("Resolved (1)").press("Enter");
  await edited.getByRole("button", { name: "Reopen" }).press("Enter");
  await expect(tab(page)).toHaveText("Comments1");
  await edited.getByText("Delete…").press("Enter");
  await edited.getByRole("button", { name: "Delete comment" }).press("Enter");
  await expect(panel(page).getByText("No comments yet.")).toBeVisible();
  expect(await commentsOf("keys", "Text 1")).toEqual([]);
  await context.close();
});

test("a question to the source is read in every language and becomes the explanation of the string", async ({
  browser,
}) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${string("tools", "Open")}&tab=comments`);
  await source(page).fill("Noun or verb?");
  await panel(page).getByRole("button", { name: "Ask" }).click();
  await expect(comment(page, "Noun or verb?")).toBeVisible();
  const jan = await person(browser, "jan");
  const hebrew = await openEditor(jan, `${string("tools", "Open", "he")}&tab=comments`);
  await expect(comment(hebrew, "Noun or verb?")).toBeVisible();
  await expect(tab(hebrew)).toHaveText("Comments1");
  await expect(comment(hebrew, "Noun or verb?").getByRole("button")).toHaveCount(0);
  const [question] = await commentsOf("tools", "Open");
  await askApi(`/api/units/${await unitOf("tools", "Open", "he")}/comments/`, {
    scope: "global",
    comment: "A verb.",
  });
  const admin = await browser.newContext();
  const own = await admin.newPage();
  await signIn(own);
  await own.goto(`${string("tools", "Open")}&tab=comments`);
  await alive(own);
  await comment(own, "A verb.").getByRole("button", { name: "Add to the explanation" }).click();
  await expect(own.locator("#string-facts")).toContainText("A verb.");
  expect(question?.comment).toBe("Noun or verb?");
  await Promise.all([context.close(), jan.close(), admin.close()]);
});

async function unitOf(component: string, text: string, language: string): Promise<number> {
  const query = encodeURIComponent(`source:="${text}"`);
  const units = `/api/translations/${seed.project}/${component}/${language}/units/?q=${query}`;
  return (await askApi<{ results: { id: number }[] }>(units)).results[0]?.id ?? 0;
}

test("a comment that is not sent stays while one moves on, is signed out, or the comment has gone", async ({
  browser,
}) => {
  const context = await person(browser, "jan");
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=20&tab=comments`);
  await team(page).fill("Half a thought");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(team(page)).toHaveValue("");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(team(page)).toHaveValue("Half a thought");
  await page.reload();
  await alive(page);
  await tab(page).click();
  await expect(team(page)).toHaveValue("Half a thought");
  await context.clearCookies();
  await team(page).press("Control+Enter");
  await expect(panel(page).getByRole("alert").first()).toContainText("You have been signed out");
  await expect(team(page)).toHaveValue("Half a thought");
  await context.addCookies(seed.cookies.jan);
  await team(page).press("Control+Enter");
  await expect(comment(page, "Half a thought")).toBeVisible();
  const [made] = await commentsOf("keys", "Text 20");
  await comment(page, "Half a thought").getByText("Edit…").click();
  await page.getByRole("textbox", { name: "Edit comment" }).fill("A whole thought");
  await fetch(`${seed.base}/api/comments/${made?.id}/`, {
    method: "DELETE",
    headers: { authorization: `Token ${stage().token}` },
  });
  await page.getByRole("textbox", { name: "Edit comment" }).press("Control+Enter");
  await expect(panel(page).getByRole("alert").first()).toContainText("does not exist");
  await expect(comment(page, "Half a thought")).toHaveCount(0);
  await expect(panel(page).getByRole("alert").first()).toContainText("A whole thought");
  await context.close();
});

test("comments work without script, and what is refused comes back", async ({ browser }) => {
  const context = await person(browser, "petra", { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${string("keys", "Text 30")}&tab=comments`);
  await team(page).fill("Without script");
  await panel(page).getByRole("button", { name: "Comment", exact: true }).click();
  await expect(comment(page, "Without script")).toBeVisible();
  await comment(page, "Without script").getByText("Edit…").click();
  await page.getByRole("textbox", { name: "Edit comment" }).fill(" ");
  await page.getByRole("button", { name: "Save comment" }).click();
  await expect(panel(page).getByText("Enter a comment.")).toBeVisible();
  await page.goto(`${string("keys", "Text 30")}&tab=comments`);
  await comment(page, "Without script").getByRole("button", { name: "Resolve" }).click();
  await expect(panel(page).getByText("Resolved (1)")).toBeVisible();
  await context.close();
});

test("open comments of a project are listed, filtered, and lead to their strings", async ({ browser }) => {
  const context = await person(browser, "petra", { viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const id = await unitOf("plain", "Plain 2", "cs");
  for (const [scope, text] of [
    ["translation", "Too long"],
    ["global", "Which plain?"],
    ["report", "A typo"],
  ])
    await askApi(`/api/units/${id}/comments/`, { scope, comment: text });
  await page.goto(`${seed.base}/projects/${seed.project}/plain/cs/`);
  await page.getByRole("link", { name: "With comments" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Comments and questions");
  const items = page.locator("main li", { hasText: "Plain 2" });
  await expect(items).toHaveCount(3);
  await page.getByRole("link", { name: "Problems with the source" }).click();
  await expect(items).toHaveCount(1);
  await expectSound(page);
  await items.getByRole("link", { name: "Plain 2" }).click();
  await expect(comment(page, "A typo")).toBeVisible();
  await expect(comment(page, "Too long")).toBeVisible();
  await expectSound(page);
  await page.goto(`${seed.base}/comments/${seed.project}/plain/?show=resolved`);
  await expect(page.getByText("No resolved comments")).toBeVisible();
  await context.close();
});

test("the strings around one and the same string in other components stand beside it", async ({ browser }) => {
  const context = await person(browser, "petra", { viewport: { width: 360, height: 740 } });
  const id = await unitOf("twin", "Quit", "cs");
  await askApi(`/api/units/${id}/`, { state: 20, target: ["Ukončit"] }, "PATCH");
  const page = await openEditor(context, `${string("tools", "Quit")}&tab=nearby`);
  const after = panel(page).getByRole("list", { name: "Strings after this one" });
  await expect(after.getByRole("link")).toContainText(["Close", "Open", "Hello %s", "%d file"]);
  await expectSound(page);
  await panel(page)
    .getByRole("listitem")
    .filter({ hasText: "Ukončit", has: page.locator(`a[href*="/${seed.project}/"]`) })
    .getByRole("button", { name: "Use here" })
    .click();
  await expectWritten(page.locator("#target-0"), "Ukončit");
  // By keyboard, as what the checks say may move the link away from under a pointer.
  await after.getByRole("link", { name: "Open" }).press("Enter");
  await expect(page.locator("#string-source")).toHaveText("Open");
  await expect(panel(page).getByRole("list", { name: "Strings before this one" })).toContainText("Close");
  await context.close();
});

test("variants of a string stand above the strings around it, once they are grouped", async ({ browser }) => {
  test.setTimeout(180_000);
  const id = await unitOf("keys", "Text 2", "en");
  await askApi(`/api/units/${id}/`, { extra_flags: 'variants:"Text 5"' }, "PATCH");
  // They are grouped every minute.
  const units = `/api/translations/${seed.project}/keys/cs/units/?q=${encodeURIComponent("has:variant")}`;
  const count = async () => (await askApi<{ count: number }>(units)).count;
  await expect.poll(count, { timeout: 130_000, intervals: [2000] }).toBe(2);
  const context = await person(browser, "petra", { viewport: { width: 360, height: 740 } });
  const page = await openEditor(context, `${string("keys", "Text 5")}&tab=nearby`);
  const variants = panel(page).getByRole("list", { name: "Variants of this string" });
  await expect(variants.getByRole("link")).toContainText(["Text 2"]);
  await expectSound(page);
  await variants.getByRole("link", { name: "Text 2" }).click();
  await expect(page.locator("#string-source")).toHaveText("Text 2");
  await expect(variants.getByRole("link")).toContainText(["Text 5"]);
  await context.close();
});
