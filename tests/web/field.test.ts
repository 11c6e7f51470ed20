import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { alive, editorPath, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { expectWritten, written } from "./support/field";
import { askApi, expectSound } from "./support/stage";

/** The field itself: placeholders, what cannot be seen, plural forms, and the plain box beside it. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const field = (page: Page, form = 0) => page.locator(`#target-${form}`);
const core = (page: Page, form = 0) => page.locator(`#target-${form}.cm-content`);
const chips = (page: Page, form = 0) => core(page, form).locator(".core-chip");

async function person(browser: Browser, name: keyof Seed["cookies"] = "petra", options = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addCookies(seed.cookies[name]);
  return context;
}

const string = (text: string, language = "cs") =>
  `${editorPath(seed, "tools", language)}?q=${encodeURIComponent(`source:="${text}"`)}`;

async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await openEditor(context, address);
  await expect(core(page)).toBeVisible();
  return page;
}

async function saved(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
}

test("sets off placeholders, passes over them, and deletes them whole while they are protected", async ({
  browser,
}) => {
  const context = await person(browser);
  const page = await open(context, string("Hello %s"));
  await core(page).fill("Ahoj %s!");
  await expect(chips(page)).toHaveText(["%s"]);
  await core(page).press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("…");
  await expectWritten(field(page), "Ahoj …%s!");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expectWritten(field(page), "Ahoj …");
  await page.keyboard.press("Control+z");
  await expect(chips(page)).toHaveText(["%s"]);
  await page.getByRole("button", { name: "Protect" }).click();
  await core(page).fill("Ahoj %s");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expectWritten(field(page), "Ahoj %");
  await page.reload();
  await alive(page);
  await expect(page.getByRole("button", { name: "Protect" })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Protect" }).click();
  await context.close();
});

test("completes a placeholder from its first character, in either field", async ({ browser }) => {
  const context = await person(browser, "jan");
  const page = await open(context, string("Hello %s"));
  for (const plain of [false, true]) {
    if (plain) {
      await page.goto(`${seed.base}/accounts/profile/?tab=editor`);
      await page.getByLabel("Plain text box").check();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText(/^Saved\. The editor/)).toBeVisible();
      await page.goto(string("Hello %s"));
      // The script has taken the box over.
      await expect
        .poll(() =>
          page.locator("textarea#target-0").evaluate((box) => Object.keys(box).join().includes("__reactProps")),
        )
        .toBe(true);
    }
    await field(page).fill("");
    await field(page).pressSequentially("Ahoj %");
    await expect(page.getByRole("listbox").getByRole("option", { name: "%s" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expectSound(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Backspace");
    await page.keyboard.type("%");
    await page.keyboard.press("Enter");
    await expectWritten(field(page), "Ahoj %s");
  }
  await saved(page);
  expect(await storedText(seed, "tools", "cs", "Hello %s")).toBe("Ahoj %s");
  await page.goto(`${seed.base}/accounts/profile/?tab=editor`);
  await page.getByLabel("Plain text box").uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await context.close();
});

test("keeps a placeholder from left to right in a text from right to left, in the field and in the list", async ({
  browser,
}) => {
  const context = await person(browser);
  const page = await open(context, string("Hello %s", "he"));
  await core(page).fill("שלום %s");
  await expect(chips(page)).toHaveText(["%s"]);
  /** The characters of a text as they stand on the screen, from the left. */
  const shown = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const at: [number, string][] = [];
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode())
        for (let index = 0; index < (node.textContent ?? "").length; index += 1) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          at.push([range.getBoundingClientRect().left, node.textContent?.[index] ?? ""]);
        }
      return at
        .filter(([, character]) => "%s".includes(character))
        .sort(([a], [b]) => a - b)
        .map(([, character]) => character)
        .join("");
    });
  expect(await shown("#target-0 .cm-line")).toBe("%s");
  await saved(page);
  const row = page.locator("[data-row]").first().locator("bdi[lang=he]");
  await expect(row).toContainText("שלום");
  expect(await shown("[data-row]:first-child bdi[lang=he]")).toBe("%s");
  expect(await storedText(seed, "tools", "he", "Hello %s")).toBe("שלום %s");
  await context.close();
});

test("marks what cannot be seen, underlines what fails, and stores the very characters", async ({ browser }) => {
  const context = await person(browser);
  const page = await open(context, string("Close"));
  await core(page).fill("Zavřít\u00a0okno  teď\nhned");
  await expect(core(page).locator("[data-mark='⍽']")).toHaveAttribute("title", "no-break space");
  await expect(core(page).locator("[data-mark='·']")).toHaveCount(2);
  await expect(core(page).locator(".core-break")).toHaveAttribute("title", "line break");
  await expect(core(page).locator(".core-finding").first()).toHaveAttribute("title", /^Double space/);
  await saved(page);
  expect(await storedText(seed, "tools", "cs", "Close")).toBe("Zavřít\u00a0okno  teď\nhned");
  await context.close();
});

test("fetches the engine of regular expressions for a string whose flags need it", async ({ browser }) => {
  const context = await person(browser);
  const fetched: string[] = [];
  context.on("response", async (answer) => {
    if (answer.url().endsWith(".js") && (await answer.text().catch(() => "")).includes("error parsing regexp"))
      fetched.push(answer.url());
  });
  await open(context, string("Quit"));
  expect(fetched).toEqual([]);
  const { results } = await askApi<{ results: { id: number }[] }>(
    `/api/translations/${seed.project}/tools/en/units/?q=${encodeURIComponent('source:="Quit"')}`,
  );
  await askApi(`/api/units/${results[0]?.id}/`, { extra_flags: 'placeholders:r"#[A-Z]+#"' }, "PATCH");
  const page = await open(context, string("Quit"));
  await core(page).fill("Konec #TIME#");
  await expect(chips(page)).toHaveText(["#TIME#"]);
  await expect(core(page).locator(".core-error")).toHaveAttribute("title", /has extra #TIME#/);
  expect(fetched.length).toBeGreaterThan(0);
  await context.close();
});

test("does not draw under an input method that composes a word", async ({ browser }) => {
  const context = await person(browser);
  const page = await open(context, string("Open", "ja"));
  await core(page).click();
  const client = await context.newCDPSession(page);
  await client.send("Input.imeSetComposition", { text: "ひら", selectionStart: 2, selectionEnd: 2 });
  await client.send("Input.imeSetComposition", { text: "ひらく", selectionStart: 3, selectionEnd: 3 });
  await page.waitForTimeout(400);
  await client.send("Input.imeSetComposition", { text: "開く", selectionStart: 2, selectionEnd: 2 });
  await client.send("Input.insertText", { text: "開く" });
  await expectWritten(field(page), "開く");
  await saved(page);
  expect(await storedText(seed, "tools", "ja", "Open")).toBe("開く");
  await context.close();
});

test("has an undo for each string, which outlives a look at another one", async ({ browser }) => {
  const context = await person(browser);
  const page = await open(context, `${editorPath(seed, "keys", "cs")}?offset=120`);
  await core(page).pressSequentially("jedna");
  await page.keyboard.press("Alt+ArrowDown");
  await core(page).pressSequentially("dvě");
  await page.keyboard.press("Control+z");
  await expectWritten(field(page), "");
  await page.keyboard.press("Control+z");
  await expectWritten(field(page), "");
  await page.keyboard.press("Alt+ArrowUp");
  await expectWritten(field(page), "jedna");
  await page.keyboard.press("Control+z");
  await expectWritten(field(page), "");
  await context.close();
});

test("shows the form that a number takes, and brings a form into others", async ({ browser }) => {
  const context = await person(browser);
  const page = await open(context, string("%d file"));
  await core(page, 0).fill("%d soubor");
  await page.getByLabel("Try a number").fill("3");
  await expect(page.getByText("takes the form “few”.")).toBeVisible();
  await page.getByLabel("Try a number").fill("1");
  await expect(page.locator("[data-tried]")).toHaveText("1 soubor");
  await page.getByRole("button", { name: "Copy to “few”" }).click();
  await expectWritten(field(page, 1), "%d soubor");
  await page.keyboard.type("y");
  await page.keyboard.press("Control+i");
  await page.keyboard.press("p");
  await expectWritten(field(page, 2), "%d soubory");
  await core(page, 1).fill("");
  await page.getByRole("button", { name: "Fill empty forms" }).first().click();
  expect((await written(field(page, 1))).length).toBeGreaterThan(0);
  await context.close();
});

test("offers the characters of the language, and one's own", async ({ browser }) => {
  const context = await person(browser);
  const page = await context.newPage();
  await page.goto(`${seed.base}/accounts/profile/?tab=editor`);
  await page.getByLabel("Special characters").fill("→");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved\. The editor/)).toBeVisible();
  const editor = await open(context, string("Quit"));
  const bar = editor.getByRole("toolbar", { name: "Special characters" });
  await expect(bar.getByRole("button").first()).toHaveAccessibleName("Insert →");
  await core(editor).fill("Konec");
  await bar.getByRole("button", { name: "Insert „" }).click();
  await bar.getByRole("button", { name: "Insert no-break space" }).click();
  await expect(core(editor)).toBeFocused();
  await expectWritten(field(editor), "Konec„\u00a0");
  await editor.keyboard.press("Control+i");
  await editor.keyboard.press("s");
  await expect(bar.getByRole("button").first()).toBeFocused();
  await editor.keyboard.press("ArrowRight");
  await editor.keyboard.press("Enter");
  await expectWritten(field(editor), "Konec„\u00a0„");
  await expectSound(editor);
  await context.close();
});
