import { expect, type Locator, test } from "@playwright/test";
import { type Garden, makeGarden, translateOpen } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
  await translateOpen(garden, "Otevřít");
});

/** Waits until an image has loaded; pages are read before their images arrive. */
const isDrawn = async (image: Locator) => {
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => (one.complete ? one.naturalWidth : 0)))
    .toBeGreaterThan(50);
};

test("insights say what was done, what is left and what it costs", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/projects/${garden.project}/`);
  await page.getByRole("navigation", { name: "More about this" }).getByRole("link", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Work per week: [1-9]/ })).toBeVisible();
  await page.getByText("As a table").click();
  await expect(page.getByRole("table", { name: "Work per week" }).getByRole("row")).toHaveCount(13);
  await expect(page.getByText(/not translated yet\. At the pace of the last 8 weeks/)).toBeVisible();
  await page.getByRole("table", { name: "Work per week" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/changes\/browse\/.*start_date=\d{4}-\d\d-\d\d&end_date=\d{4}-/);
  await expect(page.getByText("Otevřít").first()).toBeVisible();
  await page.goBack();
  const people = page.getByRole("table", { name: "What each person did" });
  await expect(people.getByRole("link", { name: "Ada Min" })).toBeVisible();
  // Nobody has decided on a suggestion yet.
  await expect(people.getByRole("columnheader", { name: "Accepted" })).toBeVisible();
  await expect(people.getByRole("row", { name: "Ada Min" }).getByRole("cell").last()).toHaveText("–");
  await expect(page.getByRole("columnheader", { name: "Cost" })).toHaveCount(0);
  await page.getByLabel("Price of an untranslated word").fill("2");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("columnheader", { name: "Cost" })).toBeVisible();
  const file = page.getByRole("link", { name: "Contributors as JSON" });
  const address = new URL((await file.getAttribute("href")) ?? "", base);
  expect(await askApi(address.pathname + address.search)).toEqual([expect.objectContaining({ full_name: "Ada Min" })]);
});

test("a price that is none is told of at its field, and stays there", async ({ page }) => {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/insights/${project}/`);
  await page.getByLabel("Price of an untranslated word").fill("a lot");
  await page.getByLabel("Price of a word that needs editing").fill("0,05");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.locator("#rate-error")).toContainText("Enter a price from 0 to 1,000,000");
  await expect(page.locator("#editing-error")).toHaveCount(0);
  await expect(page.getByLabel("Price of an untranslated word")).toHaveValue("a lot");
  await expectSound(page);
});

test("visitors are invited, see no list of people, and may copy images", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/engage/${garden.project}/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Translate /);
  await expect(page.getByRole("link", { name: "Sign in" }).last()).toHaveAttribute(
    "href",
    `/accounts/login/?next=${encodeURIComponent(`/projects/${garden.project}/`)}`,
  );
  await page.getByRole("rowheader", { name: "Czech" }).getByRole("link").click();
  await expect(page).toHaveURL(`${base}/projects/${garden.project}/-/cs/`);
  await page.goto(`${base}/insights/${garden.project}/`);
  await expect(page.getByText("You may see your own work alone.")).toBeVisible();
  await expect(page.getByRole("table", { name: "What each person did" })).toHaveCount(0);
  await page.goto(`${base}/widgets/${garden.project}/app/cs/`);
  for (const image of await page.getByRole("img", { name: /^Translation status of / }).all()) await isDrawn(image);
  await expect(page.getByText(`image:: ${base}/widget/${garden.project}/app/cs/languages.svg`)).toBeVisible();
  await page.getByRole("link", { name: "PNG" }).click();
  await expect(page.getByText(`image:: ${base}/widget/${garden.project}/app/cs/languages.png`)).toBeVisible();
  await expect(page.getByText("languages.svg")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "PNG" })).toHaveAttribute("aria-current", "page");
  for (const image of await page.getByRole("img", { name: /^Translation status of / }).all()) {
    expect(await image.getAttribute("src")).toMatch(/\.png$/);
    await isDrawn(image);
  }
});

test("pages with a feed tell of it in their heads", async ({ page, request }) => {
  const { base } = stage();
  const { project } = garden;
  for (const [address, feed] of [
    ["/", "/exports/rss/"],
    ["/changes/", "/exports/rss/"],
    ["/languages/cs/", "/exports/rss/language/cs/"],
    [`/projects/${project}/`, `/exports/rss/${project}/`],
    [`/projects/${project}/-/cs/`, `/exports/rss/${project}/-/cs/`],
    [`/projects/${project}/app/`, `/exports/rss/${project}/app/`],
    [`/projects/${project}/app/cs/`, `/exports/rss/${project}/app/cs/`],
  ] as const) {
    await page.goto(base + address);
    await expect(page.locator('link[rel="alternate"][type="application/rss+xml"]')).toHaveAttribute(
      "href",
      base + feed,
    );
    expect((await request.get(base + feed)).headers()["content-type"]).toContain("rss+xml");
  }
});
