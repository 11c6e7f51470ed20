import { expect, type Page, test } from "@playwright/test";
import { alive } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { makeGarden } from "./support/garden";
import { askApi, signIn, stage } from "./support/stage";

/** Holds the scripts of the next page back until they are released. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The editor of a new garden with its scripts held back: two texts were saved in turn, and the first can be put back. */
async function openHeld(page: Page) {
  const { project } = await makeGarden();
  const units = await askApi<{ results: { id: number }[] }>(`/api/translations/${project}/app/de/units/`);
  for (const text of ["Schließen", "Verlassen"]) {
    await askApi(`/api/units/${units.results[0]?.id}/`, { target: [text], state: 20 }, "PATCH");
  }
  await signIn(page);
  const release = await holdScripts(page);
  await page.goto(`${stage().base}/translate/${project}/app/de/?tab=history`, { waitUntil: "domcontentloaded" });
  const entry = page.locator("[data-pane=context] li", { hasText: "Schließen" }).last();
  return { release, putBack: entry.getByRole("button", { name: "Put back" }), field: page.locator("#target-0") };
}

test("a button that is pressed before its script has come does its work once it has", async ({ page }) => {
  const { release, putBack, field } = await openHeld(page);
  await putBack.click();
  await expect(field).toHaveValue("Verlassen");
  release();
  await expectWritten(field, "Schließen");
});

test("a button is not pressed late when something else was clicked after it", async ({ page }) => {
  const { release, putBack, field } = await openHeld(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await putBack.click();
  await field.click();
  release();
  await alive(page);
  expect(sent.filter((line) => line.startsWith("POST") && line.includes("revert"))).toEqual([]);
  await expectWritten(field, "Verlassen");
});

test("the key of the palette that is pressed before its script has come opens it once it has", async ({ page }) => {
  await signIn(page);
  const release = await holdScripts(page);
  await page.goto(`${stage().base}/projects/`, { waitUntil: "domcontentloaded" });
  await page.keyboard.press("Control+k");
  release();
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  // Once it is open, the key is the page's own again.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
});

for (const [what, query, text] of [
  ["nothing", "source:=Open", "Otevřít soubor"],
  ["a stored text", "source:=Quit", "Ukončit"],
] as const)
  test(`a translation that is typed over ${what} before the scripts have come stays, and is kept as a draft`, async ({
    page,
  }) => {
    const { project } = await makeGarden();
    await signIn(page);
    const release = await holdScripts(page);
    await page.goto(`${stage().base}/translate/${project}/app/cs/?q=${query}`, { waitUntil: "domcontentloaded" });
    await page.locator("#target-0").fill(text);
    release();
    await alive(page);
    await expectWritten(page.locator("#target-0"), text);
    await expect(page.getByText("Draft kept.")).toBeVisible();
  });

test("what is typed into a form before the scripts have come stays: lines, texts and choices", async ({ page }) => {
  const { project } = await makeGarden();
  await askApi(`/api/projects/${project}/`, { instructions: "Be brief." }, "PATCH");
  await signIn(page);
  const release = await holdScripts(page);
  await page.goto(`${stage().base}/settings/${project}/`, { waitUntil: "domcontentloaded" });
  const fields = [
    [page.locator("[name=name]"), "orchard-5eed5eed"],
    [page.locator("[name=instructions]"), "Be kind."],
  ] as const;
  for (const [field, text] of fields) await field.fill(text);
  release();
  await expect.poll(() => page.evaluate(() => window.early === undefined)).toBe(true);
  for (const [field, text] of fields) await expect(field).toHaveValue(text);
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect
    .poll(() => askApi(`/api/projects/${project}/`))
    .toMatchObject({
      name: "orchard-5eed5eed",
      instructions: "Be kind.",
    });
});
