import { expect, test } from "@playwright/test";
import { makeUpstream } from "../support/git";
import { alive, editorPath, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { finished } from "./support/garden";
import { expectSound } from "./support/stage";

/** Saves that go on to equal strings of other components: told, taken back, and kept apart. */

let seed: Seed;

const PO = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open file"\nmsgstr "Otevřít"\n\nmsgid "Close"\nmsgstr ""\n`;

const OTHER = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Close"\nmsgstr "Konec"\n`;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
  for (const [slug, text] of Object.entries({ desktop: PO, phone: PO, tablet: OTHER })) {
    const upstream = makeUpstream({ "po/cs.po": text });
    const made = await seed.api<{ task_url: string | null }>(`/api/projects/${seed.project}/components/`, {
      ...{ name: slug, slug, repo: upstream.url, push: upstream.url, branch: "main" },
      ...{ filemask: "po/*.po", file_format: "po" },
    });
    if (made.task_url) await finished(new URL(made.task_url).pathname);
  }
});

test("a save tells where it went on to, is taken back there, and a string goes its own way", async ({ browser }) => {
  const context = await browser.newContext();
  await context.addCookies(seed.cookies.petra);
  const page = await openEditor(context, `${editorPath(seed, "desktop", "cs")}?offset=1`);
  const note = page.locator("[data-spread]");
  const phone = () => storedText(seed, "phone", "cs", "Open file");
  await page.locator("#target-0").fill("Otevři soubor");
  await page.keyboard.press("Control+Enter");
  await expect(note).toContainText("“Open file” also went to 1 equal string.");
  expect(await phone()).toBe("Otevři soubor");
  await expectSound(page);
  await note.getByRole("button", { name: "Take back there" }).click();
  await expect(note).toContainText("1 equal string says again what it said.");
  expect(await phone()).toBe("Otevřít");
  expect(await storedText(seed, "desktop", "cs", "Open file")).toBe("Otevři soubor");
  await note.getByRole("link", { name: "Show" }).click();
  await page.waitForURL(/tab=nearby/);
  await alive(page);
  const panel = page.locator("[data-pane=context]");
  await panel.getByRole("button", { name: "Go its own way" }).click();
  await expect(panel).toContainText("This string goes its own way");
  await page.locator("#target-0").fill("Otevřete soubor");
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
  await expect(note).toHaveCount(0);
  expect(await phone()).toBe("Otevřít");
  await panel.getByRole("button", { name: "Go along again" }).click();
  await expect(panel).toContainText("Edits of this string go on to equal strings");
  await expectSound(page);
  await context.close();
});

test("what became of equal strings is told behind the last string of a list, too", async ({ browser }) => {
  const context = await browser.newContext();
  await context.addCookies(seed.cookies.petra);
  const page = await openEditor(
    context,
    `${editorPath(seed, "phone", "cs")}?q=${encodeURIComponent('source:="Open file"')}`,
  );
  await page.locator("#target-0").fill("Otevřít ten soubor");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("That was the last string", { exact: true }).first()).toBeVisible();
  await expect(page.locator("[data-spread]")).toContainText("“Open file”");
  await expectSound(page);
  await context.close();
});

test("a save is suggested where somebody has translated otherwise, and taken back from there", async ({ browser }) => {
  const context = await browser.newContext();
  await context.addCookies(seed.cookies.petra);
  const page = await openEditor(context, `${editorPath(seed, "desktop", "cs")}?offset=2`);
  const note = page.locator("[data-spread]");
  await page.locator("#target-0").fill("Zavřít");
  await page.keyboard.press("Control+s");
  await expect(note).toContainText("“Close” also went to 1 equal string.");
  await expect(note).toContainText("1 string equal to “Close” is translated otherwise: this text is suggested there.");
  expect(await storedText(seed, "phone", "cs", "Close")).toBe("Zavřít");
  expect(await storedText(seed, "tablet", "cs", "Close")).toBe("Konec");
  await expectSound(page);
  const other = await openEditor(context, `${editorPath(seed, "tablet", "cs")}?offset=1`);
  await other
    .getByRole("tab", { name: /Suggestions/ })
    .or(other.getByRole("link", { name: /Suggestions/ }))
    .first()
    .click();
  await expect(other.locator("[data-pane=context]")).toContainText("from an identical string");
  await note.getByRole("button", { name: "Take back there" }).click();
  await expect(note).toContainText("1 suggestion was taken back.");
  await context.close();
});
