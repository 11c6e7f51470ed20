import { expect, type Page, test } from "@playwright/test";
import { makeGarden, register } from "./support/garden";
import { ADMIN, expectSound, signIn, stage } from "./support/stage";

/** Tables everywhere: columns that a reader chooses, orders, and keys from row to row. */

test("columns are chosen without script, hold on every page, and go back to the usual ones", async ({ browser }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${base}/projects/${project}/app/`);
  const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
  await expect(head("To do")).toBeVisible();
  await expect(head("Words to do")).toBeHidden();
  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("checkbox", { name: "To do", exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Suggestions" }).uncheck();
  await page.getByRole("button", { name: "Show these" }).click();
  await expect(head("To do")).toBeHidden();
  await expect(head("Suggestions")).toBeHidden();
  // What is chosen shows on a narrow screen as well, and the cells with it.
  await expect(head("Words to do")).toBeVisible();
  const cells = page.getByRole("row", { name: /^Czech/ }).locator("th, td");
  await expect(cells.nth(1)).toBeHidden();
  await expect(cells.nth(2)).toBeVisible();
  await page.goto(`${base}/projects/`);
  await expect(head("To do")).toBeHidden();
  await expectSound(page);
  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("button", { name: "Usual columns" }).click();
  await expect(head("To do")).toBeVisible();
  await expect(head("Words to do")).toBeHidden();
  await context.close();
});

test("a choice that nobody can have made counts for nothing", async ({ page, context }) => {
  const { base } = stage();
  for (const value of [
    "work:<b>.todo",
    "work",
    `work:${"a".repeat(3000)}`,
    "|||:",
    "%00",
    "people:email|nothing:todo",
  ]) {
    await context.addCookies([{ name: "loquat-columns", value, url: base }]);
    expect((await page.goto(`${base}/projects/`))?.status(), value).toBe(200);
    await expect(page.getByRole("columnheader", { name: "To do", exact: true }), value).toBeVisible();
  }
});

test("languages are ordered by a column, and the other way round", async ({ page }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  await page.goto(`${base}/projects/${project}/app/`);
  const languages = page.getByRole("table").getByRole("rowheader").locator("a");
  const before = await languages.allTextContents();
  await page.getByRole("link", { name: "Language", exact: true }).click();
  await expect(page).toHaveURL(/\?down=1$/);
  const others = before.slice(0, -1);
  await expect(languages).toHaveText([...others].reverse().concat(before.slice(-1)));
  await page.getByRole("link", { name: "To do", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "To do", exact: true })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
});

test("projects are ordered by what there is to do, page by page", async ({ page }) => {
  await makeGarden();
  const { base } = stage();
  await page.goto(`${base}/projects/`);
  const head = page.getByRole("columnheader", { name: "To do", exact: true });
  await head.getByRole("link").click();
  await expect(page).toHaveURL(/\?order=todo$/);
  await expect(head).toHaveAttribute("aria-sort", "descending");
  const toDo = async () =>
    (await page.locator("tbody tr td:nth-of-type(1)").allTextContents()).map((text) =>
      Number(/\d+/.exec(text)?.[0] ?? 0),
    );
  const down = await toDo();
  expect(down.length).toBeGreaterThan(0);
  expect(down).toEqual(down.toSorted((a, b) => b - a));
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const up = await toDo();
  expect(up).toEqual(up.toSorted((a, b) => a - b));
  await expectSound(page);
});

/** Presses `j` until the script of the page has taken it up. */
async function walk(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(page.locator("tr:focus")).toHaveCount(1, { timeout: 500 });
  }).toPass();
}

test("keys walk through the rows of a table, tick and open them, and leave fields alone", async ({ page }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  await signIn(page, ADMIN);
  await page.goto(`${base}/projects/${project}/?tab=components`);
  await page.getByRole("heading", { level: 1 }).click();
  await walk(page);
  const row = page.locator("tr:focus");
  for (let more = await page.locator("tbody tr").count(); more > 0; more -= 1) await page.keyboard.press("k");
  const first = page.locator("tbody tr").first();
  await expect(first).toBeFocused();
  const box = first.getByRole("checkbox");
  await page.keyboard.press("x");
  await expect(box).toBeChecked();
  await page.keyboard.press("x");
  await expect(box).not.toBeChecked();
  const name = page.getByLabel("Name", { exact: true });
  await name.click();
  await page.keyboard.type("jx");
  await expect(name).toHaveValue("jx");
  await expect(box).not.toBeChecked();
  await first.getByRole("link").first().focus();
  await page.keyboard.press("k");
  await expect(first).toBeFocused();
  const opens = await row.getByRole("link").first().getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${base}${opens}`);
});

test("single keys do nothing outside of a table when somebody has switched them off", async ({ browser, page }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  await signIn(page, await register(browser));
  await page.goto(`${base}/accounts/profile/?tab=editor`);
  await page.getByRole("checkbox", { name: /single/i }).uncheck();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByRole("status").first()).toBeVisible();
  await page.goto(`${base}/projects/${project}/app/`);
  const czech = page
    .getByRole("row", { name: /^Czech/ })
    .getByRole("link")
    .first();
  await expect(async () => {
    await czech.focus();
    await page.keyboard.press("j");
    await expect(page.locator("tr:focus")).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("j");
  await expect(page.locator("tr:focus")).toHaveCount(0);
});

test("repositories are ordered by a column, ticked and locked, and leave as CSV", async ({ page }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  await signIn(page, ADMIN);
  await page.goto(`${base}/repository/${project}/`);
  const pending = page.getByRole("columnheader", { name: "Pending", exact: true });
  await pending.getByRole("link").click();
  await expect(page).toHaveURL(/\?order=waiting$/);
  await expect(pending).toHaveAttribute("aria-sort", "descending");
  await expectSound(page);
  await page.getByRole("checkbox", { name: "Select App" }).check();
  const bulk = page.getByRole("form", { name: "Selected repositories" });
  await bulk.getByRole("combobox").selectOption("lock");
  await bulk.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("1 component is locked.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Select App|App/ }).last()).toContainText("locked");
  await page.getByRole("checkbox", { name: "Select App" }).check();
  await bulk.getByRole("combobox").selectOption("unlock");
  await bulk.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("1 component is unlocked.")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe(`repositories-${project}.csv`);
});

test("members leave by their ticks, without script, unless nobody would manage them any more", async ({ browser }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  const people = [await register(browser), await register(browser, "Jan")];
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, ADMIN);
  await page.goto(`${base}/access/${project}/`);
  const add = page.getByRole("form", { name: "Add a member" });
  for (const { username } of people) {
    await add.getByRole("textbox").fill(username);
    await add.getByRole("radio").first().check();
    await add.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("checkbox", { name: `Select ${username}` })).toBeVisible();
  }
  const remove = async (username: string) => {
    await page.getByRole("checkbox", { name: `Select ${username}` }).check();
    await page.getByRole("form", { name: "Selected people" }).getByRole("button", { name: "Apply" }).click();
  };
  const [petra, jan] = people.map(({ username }) => username);
  await remove(petra ?? "");
  await expect(page.getByText("1 person was removed.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: `Select ${petra}` })).toHaveCount(0);
  await remove(jan ?? "");
  await expect(page.getByText(/^Nobody would manage the members/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: `Select ${jan}` })).toHaveCount(1);
  await context.close();
});
