import { expect, test } from "@playwright/test";
import { expectWritten } from "./support/field";
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
  await page.locator("summary", { hasText: "Strings" }).click();
  await page.getByRole("link", { name: "Search and replace" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Search and replace" })).toBeVisible();
  await expectSound(page);
  // The plan comes while one types, and the field keeps the focus.
  const find = page.getByLabel("Find", { exact: true });
  await find.fill("quagga");
  await expect(page.locator("[data-counts]")).toContainText("None of these strings has what is looked for.");
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

test("a label of one long word leaves the form in the window, and a name that is missing is asked for", async ({
  page,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await askApi(`/api/projects/${project}/labels/`, { name: "x".repeat(190), color: "teal" });
  await askApi(`/api/projects/${project}/labels/`, { name: '"Small" (print)', color: "navy" });
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page);
  await page.goto(`${base}/labels/${project}/`);
  const table = page.getByRole("table");
  const scrolls = await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0));
  expect(scrolls).toBeLessThan(100);
  // Marks at its ends stay there on a page that runs to the left.
  for (const place of ["labels", "bulk-edit"]) {
    await page.goto(`${base}/${place}/${project}/`);
    await expect(page.locator("bdi", { hasText: '"Small" (print)' }).first()).toBeVisible();
  }
  await expect(page.getByLabel("x".repeat(190)).first()).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Revert what somebody changed").check();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator("#user-error")).toContainText("Enter a user name.");
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

test("strings that are ticked in the editor, by key, box and range, are changed together", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/translate/${project}/app/de/`);
  const bar = page.locator("[data-tick-bar]");
  await expect(bar).toContainText("All 3 strings");
  await page.getByLabel("Tick string 1", { exact: true }).check();
  await expect(bar).toContainText("1 ticked");
  await page.getByLabel("Tick string 3", { exact: true }).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("3 ticked");
  // The open string is the first one.
  await page.keyboard.press("x");
  await expect(bar).toContainText("2 ticked");
  await expectSound(page);
  await bar.getByRole("button", { name: "Bulk edit" }).click();
  await expect(page.getByText("The 2 strings that you have ticked")).toBeVisible();
  await page.getByLabel("State of the translations").selectOption("Needs editing");
  // The plan follows the form by itself, once the page's script runs.
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Apply 2 changes" }).click();
  await expect(page.getByText("2 strings were changed.")).toBeVisible();
  expect((await german(project)).map(({ state }) => state)).toEqual([20, 10, 10]);
});

test("an earlier text is put back from the history of the string, and from the page of its change", async ({
  page,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const [quit] = await german(project);
  const save = (target: string) => askApi(`/api/units/${quit?.id}/`, { target: [target], state: 20 }, "PATCH");
  await save("Schließen");
  await save("Verlassen");
  await signIn(page);
  await page.goto(`${base}/translate/${project}/app/de/?tab=history`);
  const line = page.locator("[data-pane=context] li", { hasText: "Schließen" }).last();
  await line.getByRole("button", { name: "Put back" }).click();
  await expectWritten(page.locator("#target-0"), "Schließen");
  await expect(async () => expect((await german(project))[0]?.target).toEqual(["Schließen"])).toPass();
  await page.goto(`${base}/changes/?project=${project}`);
  const lines = page.getByRole("listitem").filter({ hasText: "Verlassen" });
  // What one person saved in one sitting is one entry.
  await lines.first().locator("summary").click();
  await lines.last().getByRole("link", { name: "Put back…" }).click();
  await page.getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("The text is back.")).toBeVisible();
  await expectSound(page);
  expect((await german(project))[0]?.target).toEqual(["Verlassen"]);
});

test("a string that was removed is found among what is lost, and put back", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await askApi(`/api/components/${project}/app/`, { manage_units: true }, "PATCH");
  const units = await askApi<{ results: Unit[] }>(`/api/translations/${project}/app/en/units/`);
  const authorization = `Token ${stage().token}`;
  await fetch(`${base}/api/units/${units.results[0]?.id}/`, { method: "DELETE", headers: { authorization } });
  expect(await german(project)).toHaveLength(2);
  await signIn(page);
  await page.goto(`${base}/lost/${project}/app/de/`);
  await expect(page.locator("[data-lost]")).toContainText("Beenden");
  await expectSound(page);
  await page.locator("[data-lost]").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("1 text is back.")).toBeVisible();
  await expect(page.getByText("Nothing is lost here")).toBeVisible();
  await expectSound(page);
  expect((await german(project)).map(({ target }) => target[0])).toContain("Beenden");
});
