import { type BrowserContext, type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { alive, editorPath, history, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { expectSound } from "./support/stage";

/** The editor in a real browser, over the real server. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

const field = (page: Page, form = 0) => page.locator(`#target-${form}`);
const position = (page: Page) => page.locator("[data-position]");
const indicator = (page: Page) => page.locator("[data-save-indicator]");
const said = (page: Page) => page.getByRole("status").first();

async function saved(page: Page): Promise<void> {
  await expect(indicator(page)).toHaveText("Saved");
}

/** Where a test answers for the server: what goes by way of the service worker would pass it by. */
const ROUTED: BrowserContextOptions = { serviceWorkers: "block" };

async function person(
  browser: { newContext(options?: object): Promise<BrowserContext> },
  name: keyof Seed["cookies"],
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext(options);
  await context.addCookies(seed.cookies[name]);
  return context;
}

// Stands first: what somebody else saves is asked for as well, and nobody has saved yet.
test("has the next strings before they are needed, and the way back", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, editorPath(seed, "keys", "cs"));
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  for (let index = 2; index <= 66; index += 1) {
    await page.keyboard.press("j");
    await expect(position(page)).toHaveText(`${index} of 190`);
  }
  const of = (part: string) => asked.filter((url) => url.pathname === `/translate/-/${part}/`);
  // The order of the list once, and then a hundred strings at a time, none of them twice.
  expect(of("list")).toHaveLength(1);
  const strings = of("units").flatMap((url) => url.searchParams.get("ids")?.split(",") ?? [url.search]);
  expect(strings).toEqual([...new Set(strings)]);
  expect(of("units").length).toBeLessThan(6);
  expect(await page.locator("[data-row]").count()).toBeLessThan(60);
  await page.keyboard.press("Alt+End");
  await expect(position(page)).toHaveText("190 of 190");
  await page.keyboard.press("Alt+Home");
  await expect(position(page)).toHaveText("1 of 190");
  await context.close();
});

test("says when what belongs to a string could not be loaded, and loads it when asked again", async ({ browser }) => {
  const context = await person(browser, "petra", ROUTED);
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?tab=nearby`);
  const beside = page.locator("[data-panel]").first();
  await page.route("**/translate/-/context/**", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.keyboard.press("Alt+End");
  await expect(position(page)).toHaveText("190 of 190");
  const alert = beside.getByRole("alert");
  await expect(alert).toContainText("could not be loaded");
  await expectSound(page);
  await page.unroute("**/translate/-/context/**");
  await alert.getByRole("button", { name: "Load again" }).click();
  await expect(alert).toBeHidden();
  await expect(beside).not.toContainText("Loading…");
  await context.close();
});

test("has the caret in the field on arrival, unless the address asks for a panel", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await context.newPage();
  await page.goto(`${editorPath(seed, "keys", "cs")}?offset=186`);
  await alive(page);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("Rovnou");
  await expectWritten(field(page), "Rovnou");
  await page.goto(`${editorPath(seed, "keys", "cs")}?offset=187&tab=comments`);
  await alive(page);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await context.close();
});

test("translates string after string by keyboard alone", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, editorPath(seed, "keys", "cs"));
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  let mouse = 0;
  await page.exposeFunction("countMouse", () => {
    mouse += 1;
  });
  await page.evaluate(() =>
    document.addEventListener("mousedown", () => (window as unknown as { countMouse(): void }).countMouse()),
  );
  await page.keyboard.press("e");
  await expect(field(page)).toBeFocused();
  for (let index = 1; index <= 20; index += 1) {
    await expect(position(page)).toHaveText(`${index} of 190`);
    await page.keyboard.type(`Překlad ${index}`);
    await page.keyboard.press("Control+Enter");
  }
  await expect(field(page)).toBeFocused();
  await expect(said(page)).toHaveText("Saved. String 21 of 190, empty.");
  await saved(page);
  for (const index of [1, 7, 20])
    expect(await storedText(seed, "keys", "cs", `Text ${index}`)).toBe(`Překlad ${index}`);
  expect([loads, mouse]).toEqual([0, 0]);
  expect(new URL(page.url()).searchParams.get("checksum")).toMatch(/^[0-9a-f]{16}$/);
  await context.close();
});

test("after the last string the next key leads to what can be done next", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=190`);
  await expect(position(page)).toHaveText("190 of 190");
  await page.keyboard.press("e");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Poslední překlad");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("You have reached the end of this list")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Unfinished strings" })).toBeFocused();
  await context.close();
});

test("shows the next string while the save of the former one is still on its way", async ({ browser }) => {
  const context = await person(browser, "petra", ROUTED);
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=30`);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/translate/-/save/", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("e");
  for (let index = 30; index < 35; index += 1) {
    await expect(position(page)).toHaveText(`${index} of 190`);
    await expectWritten(field(page), "");
    await page.keyboard.type(`Rychle ${index}`);
    await page.keyboard.press("Control+Enter");
  }
  await expect(position(page)).toHaveText("35 of 190");
  expect(await storedText(seed, "keys", "cs", "Text 34")).toBe("");
  release();
  await saved(page);
  for (let index = 30; index < 35; index += 1)
    expect(await storedText(seed, "keys", "cs", `Text ${index}`)).toBe(`Rychle ${index}`);
  await context.close();
});

test("takes keys by their place under a Cyrillic layout, and single keys only outside of fields", async ({
  browser,
}) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=70`);
  const press = (key: string, code: string, more: object = {}) =>
    page.evaluate(
      ([name, place, options]) => {
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(
          new KeyboardEvent("keydown", { key: name, code: place, bubbles: true, cancelable: true, ...options }),
        );
      },
      [key, code, more] as const,
    );
  await press("о", "KeyJ");
  await expect(position(page)).toHaveText("71 of 190");
  await press("л", "KeyK");
  await expect(position(page)).toHaveText("70 of 190");
  await press("у", "KeyE");
  await expect(field(page)).toBeFocused();
  await press("о", "KeyJ");
  await expect(position(page)).toHaveText("70 of 190");
  await press("у", "KeyE", { ctrlKey: true });
  await expect(page.getByRole("checkbox", { name: "Needs editing" })).toBeChecked();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(position(page)).toHaveText("71 of 190");
  const addresses = () => page.evaluate(() => history.length);
  const before = await addresses();
  await page.keyboard.press("Alt+End");
  await expect(position(page)).toHaveText("190 of 190");
  await page.keyboard.press("Alt+Home");
  await expect(position(page)).toHaveText("1 of 190");
  // The address follows after the string is painted.
  await expect.poll(addresses).toBe(before + 2);
  await page.goBack();
  await expect(position(page)).toHaveText("190 of 190");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await context.close();
});

test("shows a field for each plural form with its counts, and saves them all", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${editorPath(seed, "tools", "cs")}?q=${encodeURIComponent('"%d file"')}`);
  const few = page.getByRole("textbox", { name: "Czech translation, form few, string 1 of 1" });
  await expect(page.getByText("used for 2, 3, 4")).toBeVisible();
  await expect(page.getByText(/used for 0, 5, 6, 7, 8/)).toBeVisible();
  await field(page, 0).fill("%d soubor");
  await few.fill("soubory");
  await field(page, 2).fill("%d souborů");
  await expect(page.getByText("The translation is missing %d.")).toBeVisible();
  await few.fill("%d soubory");
  await expect(page.getByText("The translation is missing %d.")).toBeHidden();
  await page.keyboard.press("Control+s");
  await saved(page);
  expect(await storedText(seed, "tools", "cs", "%d file")).toBe("%d soubor|%d soubory|%d souborů");
  const japanese = await openEditor(context, `${editorPath(seed, "tools", "ja")}?q=${encodeURIComponent('"%d file"')}`);
  await expect(japanese.getByRole("textbox", { name: "Japanese translation, string 1 of 1" })).toBeVisible();
  await expect(field(japanese, 1)).toHaveCount(0);
  await context.close();
});

test("two people on one string: the second is asked, and either choice is kept", async ({ browser }) => {
  const [first, second] = await Promise.all([person(browser, "petra"), person(browser, "jan")]);
  const path = editorPath(seed, "tools", "cs");
  for (const [source, key, kept] of [
    ["Quit", "1", "Ukončit"],
    ["Close", "2", "Zavřít okno"],
  ] as const) {
    const query = `?q=${encodeURIComponent(`source:="${source}"`)}`;
    const mine = await openEditor(second, path + query);
    const theirs = await openEditor(first, path + query);
    await field(mine).fill(source === "Quit" ? "Odejít" : "Zavřít okno");
    await field(theirs).fill(source === "Quit" ? "Ukončit" : "Zavřít");
    await theirs.keyboard.press("Control+s");
    await saved(theirs);
    await mine.keyboard.press("Control+s");
    await expect(mine.getByRole("heading", { name: /^Petra changed this string/ })).toBeVisible();
    await expect(indicator(mine)).toHaveText("1 needs you");
    await mine.keyboard.press(key);
    await saved(mine);
    await expect.poll(() => storedText(seed, "tools", "cs", source)).toBe(kept);
    await Promise.all([mine.close(), theirs.close()]);
  }
  await Promise.all([first.close(), second.close()]);
});

test("what is not taken behind the last string, or beside the open one, is told of in the pane", async ({
  browser,
}) => {
  const [first, second] = await Promise.all([person(browser, "petra"), person(browser, "jan")]);
  const path = editorPath(seed, "tools", "he");
  for (const [source, query] of [
    ["Quit", 'source:="Quit"'],
    ["Close", 'source:="Close" OR source:="Open"'],
  ] as const) {
    const mine = await openEditor(second, `${path}?q=${encodeURIComponent(query)}`);
    const theirs = await openEditor(first, `${path}?q=${encodeURIComponent(`source:="${source}"`)}`);
    await field(mine).fill("שלי");
    await field(theirs).fill("שלהם");
    await theirs.keyboard.press("Control+s");
    await saved(theirs);
    await mine
      .getByRole("button", { name: /^Save\b/ })
      .first()
      .click();
    const told = mine.locator("[data-undecided]");
    await expect(told).toContainText(`“${source}” needs your decision: someone else changed it.`);
    await expect(mine.getByText("That was the last string", { exact: true })).toHaveCount(source === "Quit" ? 1 : 0);
    await told.getByRole("link", { name: "Open what you wrote" }).click();
    await expect(mine.getByRole("heading", { name: /^Petra changed this string/ })).toBeVisible();
    await expectWritten(field(mine), "שלי");
    await expect(told).toHaveCount(0);
    await mine.getByRole("button", { name: /^Keep mine/ }).click();
    await saved(mine);
    await Promise.all([mine.close(), theirs.close()]);
  }
  await Promise.all([first.close(), second.close()]);
});

test("the same text by two people asks nobody", async ({ browser }) => {
  const [first, second] = await Promise.all([person(browser, "petra"), person(browser, "jan")]);
  const path = `${editorPath(seed, "tools", "cs")}?q=${encodeURIComponent('source:="Open"')}`;
  const [a, b] = [await openEditor(first, path), await openEditor(second, path)];
  for (const page of [a, b]) {
    await field(page).fill("Otevřít");
    await page.keyboard.press("Control+s");
    await saved(page);
  }
  expect(await history(seed, "tools", "cs", "Open")).toEqual(["Otevřít"]);
  await Promise.all([first.close(), second.close()]);
});

test("works on without a network, and then sends everything once", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=80`);
  await context.setOffline(true);
  await page.keyboard.press("e");
  for (let index = 80; index < 85; index += 1) {
    await expect(position(page)).toHaveText(`${index} of 190`);
    await page.keyboard.type(`Bez sítě ${index}`);
    await page.keyboard.press("Control+Enter");
  }
  await expect(indicator(page)).toHaveText("Offline, 5 waiting");
  expect(await storedText(seed, "keys", "cs", "Text 80")).toBe("");
  const failed = page.getByText("Automatic suggestions could not be loaded.");
  await expect(failed).toBeVisible();
  await context.setOffline(false);
  await saved(page);
  await expect(failed).toBeHidden();
  for (let index = 80; index < 85; index += 1)
    expect(await history(seed, "keys", "cs", `Text ${index}`)).toEqual([`Bez sítě ${index}`]);
  await context.close();
});

test("sends on a later page what an earlier one could not, and once only", async ({ browser }) => {
  const context = await person(browser, "petra", ROUTED);
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=90`);
  // The save arrives, its answer does not.
  await page.route("**/translate/-/save/", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await field(page).fill("Dvakrát poslaný ");
  await page.keyboard.press("Control+s");
  await expect(indicator(page)).toHaveText("Offline, 1 waiting");
  await page.close();
  const later = await openEditor(context, editorPath(seed, "tools", "cs"));
  await saved(later);
  expect(await history(seed, "keys", "cs", "Text 90")).toEqual(["Dvakrát poslaný"]);
  await context.close();
});

test("asks to sign in again behind the last string, too, and says what waits to somebody signed out", async ({
  browser,
}) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?q=source:="Text 97"`);
  await field(page).fill("Poslední bez relace");
  await context.clearCookies();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("That was the last string", { exact: true })).toBeVisible();
  await expect(page.getByText("You have been signed out", { exact: true })).toBeVisible();
  await expectSound(page);
  const visitor = await openEditor(context, editorPath(seed, "keys", "cs"));
  await expect(indicator(visitor)).toHaveText("Signed out, 1 waiting");
  await visitor.close();
  await page.getByLabel(/^Password for petra/).fill(seed.password);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await saved(page);
  expect(await storedText(seed, "keys", "cs", "Text 97")).toBe("Poslední bez relace");
  await context.close();
});

test("keeps what is typed when the session ends, and goes on after signing in again", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, `${editorPath(seed, "keys", "cs")}?offset=95`);
  await field(page).fill("Napsáno bez relace");
  await context.clearCookies();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("You have been signed out", { exact: true })).toBeVisible();
  await expect(indicator(page)).toHaveText("Signed out, 1 waiting");
  await field(page).fill("Psáno dál");
  await page.getByLabel(/^Password for petra/).fill("wrong");
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByText("The user name or the password is wrong.")).toBeVisible();
  await page.getByLabel(/^Password for petra/).fill(seed.password);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByText("You have been signed out", { exact: true })).toBeHidden();
  await saved(page);
  expect(await storedText(seed, "keys", "cs", "Text 95")).toBe("Napsáno bez relace");
  await expectWritten(field(page), "Psáno dál");
  await context.close();
});

test("finds the draft again in another tab and in another browser, and discarding can be undone", async ({
  browser,
}) => {
  const context = await person(browser, "petra");
  const path = `${editorPath(seed, "keys", "cs")}?offset=100`;
  const page = await openEditor(context, path);
  await field(page).pressSequentially("Nedopsané slo");
  await page.waitForTimeout(260);
  // Killed, not closed: nothing of the page runs any more.
  const session = await context.newCDPSession(page);
  const killed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await killed;
  const again = await openEditor(context, path);
  await expectWritten(field(again), "Nedopsané slo");
  await expect(again.getByText(/^Draft kept/)).toBeVisible();
  await field(again).pressSequentially("vo");
  await again.keyboard.press("Alt+ArrowDown");
  await expect(position(again)).toHaveText("101 of 190");
  await again.close({ runBeforeUnload: true });
  const elsewhere = await person(browser, "petra");
  await expect(async () => {
    const other = await openEditor(elsewhere, path);
    await expectWritten(field(other), "Nedopsané slovo", 5000);
    await other.close();
  }).toPass({ timeout: 45_000 });
  const last = await openEditor(elsewhere, path);
  await last.getByRole("button", { name: "Discard" }).click();
  await expectWritten(field(last), "");
  await last.getByRole("button", { name: "Undo" }).click();
  await expectWritten(field(last), "Nedopsané slovo");
  expect(await storedText(seed, "keys", "cs", "Text 100")).toBe("");
  await Promise.all([context.close(), elsewhere.close()]);
});

test("is a whole editor without script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies(seed.cookies.jan);
  const path = editorPath(seed, "plain", "cs");
  const page = await openEditor(context, `${path}?q=state:empty`);
  await expect(position(page)).toHaveText("1 of 5");
  await field(page).fill("Jedna\nřádka");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Plain 2", { exact: true }).first()).toBeVisible();
  expect(await storedText(seed, "plain", "cs", "Plain 1")).toBe("Jedna\nřádka");
  // Somebody else is faster.
  const petra = await person(browser, "petra");
  const quick = await openEditor(petra, `${path}?q=${encodeURIComponent('source:="Plain 2"')}`);
  await field(quick).fill("Petřin text");
  await quick.keyboard.press("Control+s");
  await saved(quick);
  await field(page).fill("Janův text");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Petra changed this string/ })).toBeVisible();
  await expectWritten(field(page), "Janův text");
  await page.getByRole("button", { name: "Save result" }).click();
  await expect(page.getByText("Plain 3", { exact: true }).first()).toBeVisible();
  expect(await storedText(seed, "plain", "cs", "Plain 2")).toBe("Janův text");
  // The session ends: the text comes back with the reason.
  await context.clearCookies();
  await field(page).fill("Bez relace");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Not saved: You have been signed out/)).toBeVisible();
  await expectWritten(field(page), "Bez relace");
  await Promise.all([context.close(), petra.close()]);
});

test("writes from right to left where the language does, and the string can be turned", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(
    context,
    `${editorPath(seed, "tools", "he")}?q=${encodeURIComponent('source:="Open"')}`,
  );
  await expect(field(page)).toHaveAttribute("dir", "rtl");
  await expect(field(page)).toHaveAttribute("lang", "he");
  await field(page).fill("פתח את foo.txt (2)");
  await page.getByRole("button", { name: "Switch text direction" }).click();
  await expect(field(page)).toHaveAttribute("dir", "ltr");
  await page.getByRole("button", { name: "Switch text direction" }).click();
  await page.keyboard.press("Control+s");
  await saved(page);
  expect(await storedText(seed, "tools", "he", "Open")).toBe("פתח את foo.txt (2)");
  await context.close();
});

test("copies the source, inserts what is missing, and tells what the service adjusted", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(
    context,
    `${editorPath(seed, "tools", "cs")}?q=${encodeURIComponent('source:="Hello %s"')}`,
  );
  await page.getByRole("button", { name: "Copy source" }).click();
  await expectWritten(field(page), "Hello %s");
  await field(page).fill("Ahoj ");
  await page.getByRole("button", { name: "Insert %s, missing" }).click();
  await expectWritten(field(page), "Ahoj %s");
  await page.keyboard.type("  ");
  await page.keyboard.press("Control+s");
  await saved(page);
  await expect(page.getByText(/^Adjusted on saving:/)).toBeVisible();
  await expectWritten(field(page), "Ahoj %s");
  await context.close();
});

test("keeps the text and says why when the component is locked", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(
    context,
    `${editorPath(seed, "plain", "cs")}?q=${encodeURIComponent('source:="Plain 5"')}`,
  );
  await seed.lock("plain", true);
  await field(page).fill("Zamčeno");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/^Not saved: .*is locked/)).toBeVisible();
  await expectWritten(field(page), "Zamčeno");
  await seed.lock("plain", false);
  await page.keyboard.press("Control+s");
  await saved(page);
  expect(await storedText(seed, "plain", "cs", "Plain 5")).toBe("Zamčeno");
  await context.close();
});

test("shows what others may see, and what strangers may not do", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await openEditor(context, editorPath(seed, "plain", "cs"));
  // The project is public: a visitor may suggest, and not save.
  await expect(field(page)).toBeEditable();
  await expect(page.getByRole("button", { name: "Suggest", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  for (const address of [`${seed.base}/translate/nobody/knows/cs/`, editorPath(seed, "plain", "xx")])
    expect((await page.request.get(address)).status()).toBe(404);
  await context.close();
});

test("has one heading, names for its controls and no scroll to the side, light and dark, wide and narrow", async ({
  browser,
}) => {
  for (const [width, colorScheme] of [
    [360, "light"],
    [768, "dark"],
    [1440, "light"],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 740 }, colorScheme });
    await context.addCookies(seed.cookies.petra);
    for (const address of [
      editorPath(seed, "tools", "he"),
      `${editorPath(seed, "tools", "cs")}?q=${encodeURIComponent('"%d file"')}`,
      `${editorPath(seed, "tools", "cs")}?q=source:nowhere`,
    ])
      await expectSound(await openEditor(context, address));
    await context.close();
  }
});

test("shows each value of a string in a field, and one more for the next value", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, editorPath(seed, "words", "cs"));
  await expectWritten(field(page, 0), "hruška");
  await expectWritten(field(page, 1), "hruštička");
  await expectWritten(field(page, 2), "");
  await expect(page.getByText("Value 3", { exact: true })).toBeVisible();
  await field(page, 2).fill("dula");
  await expectWritten(field(page, 3), "");
  await field(page, 0).fill("");
  await page.keyboard.press("Control+s");
  await saved(page);
  expect(await storedText(seed, "words", "cs", "pear")).toBe("hruštička|dula");
  await expectWritten(field(page, 0), "hruštička");
  await expectWritten(field(page, 2), "");
  await expect(field(page, 3)).toHaveCount(0);
  await expectSound(page);
  await context.close();
});

test("takes several values without script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies(seed.cookies.petra);
  const page = await context.newPage();
  await page.goto(`${editorPath(seed, "words", "cs")}?q=${encodeURIComponent('source:="fig"')}`);
  await field(page, 0).fill("fík");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.goto(`${editorPath(seed, "words", "cs")}?q=${encodeURIComponent('source:="fig"')}`);
  await field(page, 1).fill("smokva");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await expect.poll(() => storedText(seed, "words", "cs", "fig")).toBe("fík|smokva");
  await context.close();
});

test("spends nothing of the API's allowance", async ({ browser }) => {
  const context = await person(browser, "petra");
  const page = await openEditor(context, editorPath(seed, "plain", "cs"));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(position(page)).toHaveText("3 of 5");
  await expect.poll(() => asked).toContain("/translate/-/context/");
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
  await context.close();
});

test("hears a click on a string that began before the page was live", async ({ browser }) => {
  const context = await person(browser, "petra", ROUTED);
  const page = await context.newPage();
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(editorPath(seed, "plain", "cs"), { waitUntil: "commit" });
  const row = page.locator("[data-row]").nth(2).getByRole("link");
  await row.hover();
  await page.mouse.down();
  release();
  await alive(page);
  await page.mouse.up();
  await expect(position(page)).toHaveText("3 of 5");
  await context.close();
});
