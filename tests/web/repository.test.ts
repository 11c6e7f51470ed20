import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { git } from "../support/git";
import { alive } from "./support/editor-seed";
import { type Garden, makeGarden, translateOpen } from "./support/garden";
import { askApi, expectSound, saveButton, signIn, stage } from "./support/stage";

async function openRepository(page: Page, { project }: Garden): Promise<void> {
  await signIn(page);
  await page.goto(`${stage().base}/repository/${project}/app/`);
}

test("an edit waits, is committed, and the page's buttons follow", async ({ page }) => {
  const garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
  await openRepository(page, garden);
  await expect(page.getByRole("button", { name: /^Push/ })).toBeDisabled();
  await page.getByRole("button", { name: /^Commit \d+ edit/ }).click();
  await expect(page.getByRole("button", { name: "Commit", exact: true })).toBeDisabled({ timeout: 40_000 });
  await expect(page.getByText(/\d commits? to push/)).toBeVisible();
  await expectSound(page);
});

test("the page says what git clones, and git does", async ({ page }) => {
  const garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
  await askApi(`/api/components/${garden.project}/app/repository/`, { operation: "commit" });
  await openRepository(page, garden);
  const address = await page.locator("pre", { hasText: `/git/${garden.project}/` }).innerText();
  const into = mkdtempSync(join(tmpdir(), "loquat-clone-"));
  try {
    // A task of its own: the server must be free to answer.
    await promisify(execFile)("git", ["clone", "--quiet", address, join(into, "copy")]);
    expect(git(join(into, "copy"), "grep", "-c", "Otevřít")).toMatch(/:1$/m);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
});

test("reset shows its plan, and no text is lost", async ({ page }) => {
  const garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
  await askApi(`/api/components/${garden.project}/app/repository/`, { operation: "commit" });
  await openRepository(page, garden);
  await page.getByRole("button", { name: "Reset…" }).click();
  await expect(page.getByText("no translation is lost")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Reset…" }).click();
  const plan = page.locator("[data-plan]");
  await expect(plan).toContainText("1 commit goes", { timeout: 40_000 });
  await expect(plan).toContainText("Ada Min: ");
  await expectSound(page);
  await page.getByRole("button", { name: /^Reset and drop/ }).click();
  await expect(page.getByRole("button", { name: /^Commit \d+ edit/ })).toBeEnabled({ timeout: 40_000 });
  const found = await askApi<{ count: number }>(`/api/translations/${garden.project}/app/cs/units/?q=target:Otevřít`);
  expect(found.count).toBe(1);
});

test("a push that was refused is done again from its alert, without script, by who may", async ({ browser }) => {
  const garden = await makeGarden();
  const { base } = stage();
  const component = `/api/components/${garden.project}/app/`;
  await askApi(component, { push: garden.upstream.url, push_on_commit: false }, "PATCH");
  await translateOpen(garden, "Otevřít");
  await askApi(`${component}repository/`, { operation: "commit" });
  const lock = join(garden.upstream.url, "refs", "heads", "main.lock");
  writeFileSync(lock, "");
  expect((await askApi<{ result: boolean }>(`${component}repository/`, { operation: "push" })).result).toBe(false);
  rmSync(lock);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${base}/alerts/${garden.project}/app/`);
  await expect(page.getByRole("heading", { name: "The push was rejected" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Push again" })).toHaveCount(0);
  await signIn(page);
  for (const place of [`${garden.project}/app/`, `${garden.project}/`]) {
    await page.goto(`${base}/alerts/${place}`);
    await expect(page.getByRole("link", { name: "Open the repository" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Push again" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Push again" }).click();
  await expect(page).toHaveURL(/\/repository\/[^?]+\?task=/);
  await expect.poll(() => garden.upstream.read("po/cs.po"), { timeout: 40_000 }).toContain("Otevřít");
  await page.goto(`${base}/alerts/${garden.project}/app/`);
  await expect(page.getByRole("heading", { name: "The push was rejected" })).toHaveCount(0);
  await context.close();
});

test("looking for updates runs as a task with a log", async ({ page }) => {
  const garden = await makeGarden();
  await openRepository(page, garden);
  await page.getByRole("button", { name: /Check for updates|^Update with/ }).click();
  await expect(page.locator("[data-task=done]")).toBeVisible({ timeout: 40_000 });
  await page.getByRole("rowheader", { name: "Update" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update");
  await expectSound(page);
});

test("a lock is shown with its reason until it is lifted", async ({ page }) => {
  const garden = await makeGarden();
  await openRepository(page, garden);
  await page.getByLabel("Reason").fill("moving house");
  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(page.getByText("Locked. moving house")).toBeVisible();
  await page.goto(`${stage().base}/projects/${garden.project}/app/`);
  await expect(page.getByText("Locked: strings cannot be edited at the moment")).toBeVisible();
  await openRepository(page, garden);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("button", { name: "Lock", exact: true })).toBeVisible();
});

test("a merge that fails says why, what Git printed, and where the way out is", async ({ page }) => {
  const garden = await makeGarden();
  const component = `/api/components/${garden.project}/app/`;
  await askApi(component, { push: garden.upstream.url, push_on_commit: false }, "PATCH");
  await askApi(`${component}translations/`, { language_code: "fr" });
  await translateOpen(garden, "Otevřít");
  await askApi(`${component}repository/`, { operation: "commit" });
  garden.upstream.commit({ "po/fr.po/README": "A folder is in the way.\n" });
  const failed = await askApi<{ result: boolean }>(`${component}repository/`, { operation: "pull" });
  expect(failed.result).toBe(false);
  await page.setViewportSize({ width: 360, height: 800 });
  await openRepository(page, garden);
  const title = page.getByText("The last merge failed; the branch is unchanged");
  const words = page.getByText(/^The local commit \S+ cannot be applied to the new upstream\.$/);
  await expect(words).toHaveCount(2);
  const output = page.locator("pre", { hasText: "CONFLICT" });
  await expect(output).toHaveAttribute("dir", "ltr");
  await expect(output).not.toContainText("hint:");
  // The link stands below the words where there is no room beside them.
  expect((await title.boundingBox())?.width).toBeGreaterThan(200);
  await expectSound(page);
  await page.getByRole("main").getByRole("link", { name: "Maintenance" }).click();
  await expect(page).toHaveURL(/#rare$/);
  await expect(page.locator("#rare").getByRole("button", { name: "Reset…" })).toBeInViewport();
  await page.goto(`${stage().base}/changes/browse/${garden.project}/app/`);
  await expect(page.getByText("Repository rebase failed").first()).toBeVisible();
  await expect(page.getByText("Strings changed")).toHaveCount(0);
  await expectSound(page);
});

test("a push that is refused pauses the repository's work, and people go on", async ({ page }) => {
  const garden = await makeGarden();
  const component = `/api/components/${garden.project}/app/`;
  await askApi(component, { push: garden.upstream.url, push_on_commit: false }, "PATCH");
  await translateOpen(garden, "Otevřít");
  garden.upstream.git("config", "receive.maxInputSize", "1");
  const refused = await askApi<{ result: boolean; detail: string }>(`${component}repository/`, { operation: "push" });
  expect(refused.detail).toContain("limits of size");
  await openRepository(page, garden);
  await expect(page.getByText("Automatic repository work is paused")).toBeVisible();
  await expect(page.getByText(/pack exceeds maximum allowed size$/).first()).toBeVisible();
  await expect(page.getByText(/^Strings can be edited as always/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Lock", exact: true })).toBeVisible();
  await expectSound(page);
  for (const place of [`projects/${garden.project}/app/`, `projects/${garden.project}/app/cs/`]) {
    await page.goto(`${stage().base}/${place}`);
    await expect(page.getByText("Repository work is paused. Strings can be edited as always.")).toBeVisible();
    await expect(page.getByText("strings cannot be edited")).toHaveCount(0);
    await expectSound(page);
  }
  await page.goto(`${stage().base}/translate/${garden.project}/app/cs/?q=source:=%22Save+all+files%22`);
  await alive(page);
  await page.locator("#target-0").fill("Uložit vše");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/^Not saved/)).toHaveCount(0);
  await expect
    .poll(async () => {
      const found = await askApi<{ count: number }>(
        `/api/translations/${garden.project}/app/cs/units/?q=target:Uložit`,
      );
      return found.count;
    })
    .toBe(1);
  garden.upstream.git("config", "--unset", "receive.maxInputSize");
  await openRepository(page, garden);
  await page.getByRole("button", { name: /^Push/ }).click();
  await expect(page.getByText("nothing to push")).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/Automatic repository work is paused/)).toHaveCount(0);
  expect(garden.upstream.read("po/cs.po")).toContain("Otevřít");
});

test("commits are pushed as soon as there is an address to push to", async ({ page }) => {
  const garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
  await signIn(page);
  await page.goto(`${stage().base}/settings/${garden.project}/app/`);
  const upstream = await page.getByLabel("Repository", { exact: true }).inputValue();
  await page.getByLabel("Push address").fill(upstream);
  await page.getByLabel("Push after every commit").uncheck();
  await saveButton(page).click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  await openRepository(page, garden);
  await page.getByRole("button", { name: /^Commit \d+ edit/ }).click();
  await page.getByRole("button", { name: /^Push \d+ commit/ }).click({ timeout: 40_000 });
  await expect(page.getByText("nothing to push")).toBeVisible({ timeout: 40_000 });
  expect(git(upstream, "show", "main:po/cs.po")).toContain("Otevřít");
  expect(git(upstream, "log", "--format=%an", "main")).toContain("Ada Min");
});

test("files are reformatted on request, as parameters say that act on whole files", async ({ page }) => {
  const garden = await makeGarden();
  await openRepository(page, garden);
  const button = page.getByRole("button", { name: "Reformat files…" });
  await expect(button).toBeDisabled();
  await expect(page.getByText("No layout parameter is set")).toContainText("Long lines");
  const file_format_params = { po_line_wrap: 65535, dos_eol: true };
  await askApi(`/api/components/${garden.project}/app/`, { file_format_params }, "PATCH");
  await openRepository(page, garden);
  await expect(page.getByText("po_line_wrap: 65535")).toBeVisible();
  await expectSound(page);
  await button.click();
  const plan = page.locator("[data-plan]");
  await expect(plan).toContainText(/\d+ files? of \d+ would be reformatted/, { timeout: 40_000 });
  await expect(plan).toContainText("Loquat: Reformat files of");
  await expectSound(page);
  await page.getByRole("button", { name: "Reformat files", exact: true }).click();
  await expect(page.getByText(/Reformatted \d+ files? of \d+/).first()).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/\d commits? to push/)).toBeVisible();
});
