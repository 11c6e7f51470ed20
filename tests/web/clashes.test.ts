import { expect, type Page, test } from "@playwright/test";
import { type Garden, makeGarden } from "./support/garden";
import { askApi, expectSound, saveButton, signIn, stage } from "./support/stage";

/** Ada changes two German strings, upstream changes them too, and the component asks people. */
async function clash(garden: Garden): Promise<void> {
  const { project, upstream } = garden;
  for (const [source, target] of [
    ["Quit", "Schließen"],
    ["Open", "Aufmachen"],
  ]) {
    const { results } = await askApi<{ results: { id: number }[] }>(
      `/api/translations/${project}/app/de/units/?q=source:=${source}`,
    );
    await askApi(`/api/units/${results[0]?.id}/`, { state: 20, target: [target] }, "PATCH");
  }
  const file = upstream.read("po/de.po").replace("Beenden", "Verlassen").replace("Öffnen", "Auf");
  upstream.commit({ "po/de.po": file });
  await askApi(`/api/components/${project}/app/repository/`, { operation: "pull" });
}

const open = (page: Page, path: string) => page.goto(`${stage().base}${path}`);

test("the rule is chosen in the settings, and clashes are decided many at once", async ({ page }) => {
  const garden = await makeGarden();
  await signIn(page);
  await open(page, `/clashes/${garden.project}/app/`);
  await expect(page.getByText("No clashes wait for a decision")).toBeVisible();
  await page.getByRole("link", { name: "Change the rule" }).click();
  await page.getByRole("radio", { name: "Ask people" }).check();
  await saveButton(page).click();
  await expect
    .poll(async () => (await askApi<{ clash_rule: string }>(`/api/components/${garden.project}/app/`)).clash_rule)
    .toBe("ask");
  await clash(garden);
  await open(page, `/repository/${garden.project}/app/`);
  await expect(page.getByText("2 clashes wait for a decision")).toBeVisible();
  await page.getByRole("link", { name: "See both texts and decide" }).click();
  await expect(page.getByText("Ada Min, here").first()).toBeVisible();
  await expect(page.getByText("Upstream, upstream").first()).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Take the texts from here" }).click();
  await expect(page.getByText("Select at least one string.")).toBeVisible();
  await page.getByRole("checkbox", { name: /Open/ }).check();
  await page.getByRole("button", { name: "Take the texts from here" }).click();
  await expect(page.getByText("1 clash was decided.")).toBeVisible();
  await expect(page.getByText("Aufmachen")).toBeHidden();
  await open(page, `/clashes/${garden.project}/app/?status=decided`);
  await expect(page.getByText("The text from here stands, decided by ada.")).toBeVisible();
  await expectSound(page);
  const found = await askApi<{ count: number }>(`/api/translations/${garden.project}/app/de/units/?q=target:Aufmachen`);
  expect(found.count).toBe(1);
});

test("the editor says that upstream changed a string too, and saves the text that is chosen", async ({ page }) => {
  const garden = await makeGarden();
  await clash(garden);
  await signIn(page);
  await open(page, `/translate/${garden.project}/app/de/?q=source:=Quit`);
  await expect(page.getByRole("heading", { name: "Upstream changed it too" })).toBeVisible();
  await expect(page.getByText("Ada Min, here")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Save the text from here" }).click();
  const target = () =>
    askApi<{ results: { target: string[]; clash: object | null }[] }>(
      `/api/translations/${garden.project}/app/de/units/?q=source:=Quit`,
    );
  await expect.poll(async () => (await target()).results[0]).toMatchObject({ target: ["Schließen"], clash: null });
  await expect(page.getByRole("heading", { name: "Upstream changed it too" })).toBeHidden();
});

test("clashes of a whole project wait in one place, which visitors read", async ({ page, browser }) => {
  const garden = await makeGarden();
  await askApi(`/api/components/${garden.project}/app/`, { clash_rule: "ask" }, "PATCH");
  await clash(garden);
  const visitor = await (await browser.newContext()).newPage();
  const inbox = `/clashes/${garden.project}/`;
  expect((await open(visitor, inbox))?.status()).toBe(200);
  await expect(visitor.getByText("Aufmachen")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Take the texts from here" })).toHaveCount(0);
  await expect(visitor.getByRole("checkbox")).toHaveCount(0);
  await expectSound(visitor);
  await visitor.context().close();
  await signIn(page);
  await open(page, `/repository/${garden.project}/`);
  await expect(page.getByText("2 clashes wait for a decision")).toBeVisible();
  await page.getByRole("link", { name: "See both texts and decide" }).click();
  await expect(page).toHaveURL(`${stage().base}${inbox}`);
  await expect(page.getByText("App › German")).toHaveCount(2);
  await page.getByRole("checkbox", { name: /Open/ }).check();
  await page.getByRole("button", { name: "Take the texts from here" }).click();
  await expect(page.getByText("1 clash was decided.")).toBeVisible();
  await open(page, `/clashes/${garden.project}/-/cs/`);
  await expect(page.getByText("No clashes wait for a decision")).toBeVisible();
});
