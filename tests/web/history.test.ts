import { expect, test } from "@playwright/test";
import { replaceHistory } from "../support/git";
import { finished, type Garden, makeGarden, translateOpen } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** The history of a place: acts that open, filters in the address, the same as a file. */

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
});

test("what was done at once is one line that opens to texts and strings", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/projects/${garden.project}/`);
  await page.getByRole("navigation", { name: "More about this" }).getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(`${base}/changes/browse/${garden.project}/`);
  const imported = page.getByRole("listitem").filter({ hasText: "Resource updated" }).first();
  await expect(imported).toContainText(/[2-9] changes/);
  await imported.getByText(/^Show [2-9] changes$/).click();
  await expect(imported.getByRole("listitem").first()).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Kind of change").selectOption("Translations");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/action=content/);
  await expect(page.getByText("Resource updated")).toHaveCount(0);
  const saved = page.getByRole("listitem").filter({ hasText: "Otevřít" });
  await expect(saved.getByRole("link", { name: "Open" })).toBeVisible();
  const feed = await page.getByRole("link", { name: "Feed of this selection" }).getAttribute("href");
  expect(await (await fetch(base + feed)).text()).not.toContain("Resource updated");
  const table = await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href");
  expect(await (await page.request.get(base + table)).text()).toContain("Otevřít");
  await saved.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(/\/translate\/.*checksum=/);
});

test("filters say what is wrong with them, and work without script", async ({ browser }) => {
  const { base } = stage();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${base}/changes/?project=${garden.project}&component=none`);
  await expect(page.getByText(/none does not exist/)).toBeVisible();
  await page.getByLabel("Component").fill("app");
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("Until").fill("2020-12-31");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("No matching changes")).toBeVisible();
  await page.goto(`${base}/changes/?start_date=2020-02-31`);
  await expect(page.getByText("Give a date, such as")).toBeVisible();
  await context.close();
});

test("an operation leads to its undo, for those who may", async ({ page }) => {
  const { base } = stage();
  const configuration = { q: "", add_flags: "max-length:40" };
  await askApi(`/api/components/${garden.project}/app/addons/`, { name: "weblate.flags.bulk", configuration });
  await signIn(page);
  await expect(async () => {
    await page.goto(`${base}/changes/browse/${garden.project}/app/`);
    await expect(page.getByRole("link", { name: "Undo…" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const act = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Undo…" }) });
  await expect(act.first()).toContainText("Bulk edit");
  await act.first().getByRole("link", { name: "Undo…" }).click();
  await expect(page).toHaveURL(`${base}/operations/${garden.project}/app/`);
});

test("that upstream has replaced its history is told, with where the texts are that went with it", async ({ page }) => {
  const garden = await makeGarden();
  const { base } = stage();
  const po = (czech: string) =>
    `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "${czech}"\n\nmsgid "Open"\nmsgstr ""\n`;
  const operate = async (operation: string) => {
    const { task_url } = await askApi<{ task_url?: string | null }>(
      `/api/components/${garden.project}/app/repository/`,
      { operation },
    );
    if (task_url) await finished(new URL(task_url).pathname);
  };
  await askApi(`/api/components/${garden.project}/app/`, { push: garden.upstream.url }, "PATCH");
  await translateOpen(garden, "Otevřít");
  await operate("push");
  expect(garden.upstream.read("po/cs.po")).toContain("Otevřít");
  replaceHistory(garden.upstream, { "po/app.pot": po(""), "po/cs.po": po("Ukončit") });
  await operate("pull");
  await page.goto(`${base}/changes/browse/${garden.project}/app/`);
  await expect(page.getByText("Upstream has replaced its history.")).toBeVisible();
  await page.getByRole("link", { name: "Lost & Found" }).click();
  await expect(page).toHaveURL(new RegExp(`/(lost/${garden.project}/app/|accounts/login/)`));
  await signIn(page);
  await page.goto(`${base}/alerts/${garden.project}/app/`);
  await expect(page.getByText("cs: Otevřít")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Put 1 text back" }).click();
  await expect(page).toHaveURL(`${base}/operations/${garden.project}/app/`);
  await expect(page.getByText("Lost texts put back").first()).toBeVisible();
  const units = `/api/translations/${garden.project}/app/cs/units/?q=source:=Open`;
  expect((await askApi<{ results: { target: string[] }[] }>(units)).results[0]?.target).toEqual(["Otevřít"]);
  await page.goto(`${base}/alerts/${garden.project}/app/`);
  await expect(page.getByText("cs: Otevřít")).toHaveCount(0);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText(/^Checked: no alert has gone/)).toBeVisible();
});
