import { expect, test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Many strings at once: the plan beneath the form, rows that are unticked, the task, and the way back. */

interface Unit {
  source: string[];
  target: string[];
  state: number;
  id: number;
}

const german = async (project: string) =>
  (await askApi<{ results: Unit[] }>(`/api/translations/${project}/app/de/units/`)).results;

test("words are replaced as the plan says, but for a string that is unticked, and put back", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/projects/${project}/app/de/`);
  await page.getByRole("link", { name: "Search and replace" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Search and replace" })).toBeVisible();
  await expectSound(page);
  // The plan comes while one types, and the field keeps the focus.
  const find = page.getByLabel("Find", { exact: true });
  await find.fill("n");
  await expect(page.locator("[data-planned]")).toHaveCount(3);
  await expect(find).toBeFocused();
  await page.getByLabel("Replace with").fill("N");
  await page.getByLabel("Match case").check();
  await expect(page.locator("[data-planned] ins").first()).toHaveText(/N/);
  await expectSound(page);
  await expect(page.locator("[data-counts]")).toContainText("3 changes");
  await page.locator("[data-planned]", { hasText: "Open" }).getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Apply 2 changes" }).click();
  await expect(page.getByText("2 strings were changed.")).toBeVisible();
  await expectSound(page);
  expect((await german(project)).map(({ target }) => target[0]).sort()).toEqual([
    "Alle DateieN speicherN",
    "BeeNdeN",
    "Öffnen",
  ]);
  await page.getByRole("button", { name: "Undo…" }).click();
  await expect(page.getByText("Undo this?")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("2 strings are again as they were.")).toBeVisible();
  expect((await german(project)).map(({ target }) => target[0]).sort()).toEqual([
    "Alle Dateien speichern",
    "Beenden",
    "Öffnen",
  ]);
});

test("an expression that cannot be read is told of beside its field, and what was typed stays", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/replace/${project}/app/de/`);
  await page.getByLabel("Regular expression").check();
  await page.getByLabel("Find", { exact: true }).fill("(n");
  await expect(page.locator("#find-error")).toContainText("cannot be used");
  await expect(page.getByLabel("Find", { exact: true })).toHaveValue("(n");
  await page.getByLabel("Find", { exact: true }).fill("(n)");
  await expect(page.locator("[data-planned]")).toHaveCount(3);
  await expect(page.locator("#find-error")).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("a state is set for many strings by loading pages", async ({ page }) => {
    const { base } = stage();
    const { project } = await makeGarden();
    await signIn(page);
    await page.goto(`${base}/bulk-edit/${project}/`);
    await page.getByLabel("Which strings").fill("language:de state:translated");
    await page.getByLabel("State of the translations").selectOption("Needs editing");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByText("3 changes", { exact: false }).first()).toBeVisible();
    await expect(page.getByLabel("Which strings")).toHaveValue("language:de state:translated");
    await page.getByRole("button", { name: "Apply 3 changes" }).click();
    await expect(async () => {
      expect((await german(project)).map(({ state }) => state)).toEqual([10, 10, 10]);
    }).toPass();
  });
});
