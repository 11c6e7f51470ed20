import { expect, test } from "@playwright/test";
import { type Services, startServices } from "../support/services";
import { makeGarden, unique } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Automatic translation: the texts that were found, boxes, the task, and the way back. */

let services: Services;
test.beforeAll(async () => {
  services = await startServices();
});
test.afterAll(() => services.stop());

interface Unit {
  target: string[];
  state: number;
  has_suggestion: boolean;
}

const czech = async (project: string) =>
  (await askApi<{ results: Unit[] }>(`/api/translations/${project}/app/cs/units/`)).results;
const texts = async (project: string) => (await czech(project)).map(({ target }) => target[0]);

async function withService() {
  const garden = await makeGarden();
  const configuration = { url: `${services.url}/${unique()}/` };
  await askApi(`/api/projects/${garden.project}/machinery_settings/`, { service: "libretranslate", configuration });
  return garden;
}

test("texts of a service are shown, unticked, applied and undone", async ({ page }) => {
  const { base } = stage();
  const { project } = await withService();
  await signIn(page);
  await page.goto(`${base}/projects/${project}/app/`);
  await page.locator("summary", { hasText: "Strings" }).click();
  await page.getByRole("link", { name: "Automatic translation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Automatic translation of App" })).toBeVisible();
  await page.goto(`${base}/auto-translate/${project}/app/cs/`);
  await expectSound(page);
  await page.getByLabel("Add as translations").check();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator("[data-counts]")).toContainText("0 changes");
  await expect(page.locator("[data-counts]")).toContainText("No source has a text that is good enough");
  await page.getByLabel("Source 2").selectOption("LibreTranslate");
  services.next = { status: 200, body: JSON.stringify({ translatedText: ["OTEVŘÍT", "ULOŽIT"] }) };
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator("[data-planned]")).toHaveCount(2);
  await expect(page.locator("[data-planned]").first()).toContainText("LibreTranslate, 89 %");
  await expect(page.getByLabel("Source 2")).toHaveValue("libretranslate");
  await expectSound(page);
  expect(await texts(project)).toEqual(["Konec", "", ""]);
  await page.locator("[data-planned]", { hasText: "Save all files" }).getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Apply 1 change" }).click();
  await expect(page.getByText("1 string was changed.")).toBeVisible();
  expect(await texts(project)).toEqual(["Konec", "OTEVŘÍT", ""]);
  await page.getByRole("button", { name: "Undo…" }).click();
  await expect(page.getByText("Undo this?")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => texts(project)).toEqual(["Konec", "", ""]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("existing translations are named as such, and suggestions leave them alone", async ({ page }) => {
    const { base } = stage();
    const { project } = await withService();
    await signIn(page);
    await page.goto(`${base}/auto-translate/${project}/app/cs/`);
    await page.getByLabel("Which strings").fill("");
    await page.getByLabel("First").selectOption("LibreTranslate");
    await page.getByLabel("Add as translations").check();
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.locator("[data-counts]")).toContainText("1 existing translation is replaced");
    await expect(page.locator("[data-planned]", { hasText: "Quit" })).toContainText("Replaces a translation");
    await page.getByLabel("Add as suggestions").check();
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.locator("[data-counts]")).toContainText("3 changes");
    await page.getByRole("button", { name: "Apply 3 changes" }).click();
    await expect(async () => {
      expect((await czech(project)).map((one) => [one.target[0], one.has_suggestion])).toEqual([
        ["Konec", true],
        ["", true],
        ["", true],
      ]);
    }).toPass();
  });
});
