import { type Browser, expect, test } from "@playwright/test";
import { type Garden, makeGarden, register } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Screenshots on pages of their own. */

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
});

/** A picture of a program that has strings of the garden. */
async function picture(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  await page.setContent('<body style="font: 28px sans-serif"><h1>Editor</h1><p>Open</p><p>Save all files</p>');
  const taken = await page.screenshot();
  await page.close();
  return taken;
}

test("a screenshot is uploaded, gets its strings and a mark, is changed and deleted", async ({ page, browser }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/projects/${garden.project}/app/`);
  await page.getByRole("navigation", { name: "More about this" }).getByRole("link", { name: "Screenshots" }).click();
  await expect(page.getByText("No screenshots yet")).toBeVisible();
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByLabel("Image", { exact: true }).setInputFiles({
    ...{ name: "window.txt", mimeType: "image/png", buffer: Buffer.from("no image") },
  });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("The file is not a readable image.").first()).toBeVisible();
  await page.getByLabel("Image", { exact: true }).setInputFiles({
    ...{ name: "window.png", mimeType: "image/png", buffer: await picture(browser) },
  });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "window.png" })).toBeVisible();
  await expectSound(page);

  await page.getByRole("searchbox", { name: "Search strings" }).fill("open");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByLabel("Open", { exact: true }).check();
  await page.getByRole("button", { name: "Put the selected strings on it" }).click();
  await expect(page.getByText("1 string is on the screenshot now.")).toBeVisible();
  await expect(page.getByText("Place not marked")).toBeVisible();
  await page.getByRole("link", { name: "Mark Open" }).click();
  await expect(page.getByRole("button", { name: "Box around the string" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Save the mark" }).press("Enter");
  await expect(page.getByText("Place not marked")).toHaveCount(0);
  await expect(page.locator("#picture").getByText("1", { exact: true })).toBeVisible();
  await expectSound(page);

  const details = page.getByRole("form", { name: "Details" });
  await details.getByLabel("Name").fill("Main window");
  await details.getByLabel("Language").selectOption("Czech");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Main window" })).toBeVisible();
  await page.goto(`${base}/screenshots/${garden.project}/app/cs/?q=main`);
  await expectSound(page);
  await page.getByRole("link", { name: "Main window" }).click();

  await page.getByRole("button", { name: "Take off: Open" }).click();
  await expect(page.getByText("No string is on this screenshot yet.")).toBeVisible();
  await page.getByText("Delete", { exact: true }).click();
  await page.getByRole("button", { name: "Delete the screenshot" }).click();
  await expect(page.getByText("No screenshots yet")).toBeVisible();
});

test("an image is pasted and dropped into the form, and its strings are read in it", async ({ page, browser }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/screenshots/${garden.project}/app/`);
  const bytes = [...(await picture(browser))];
  for (const kind of ["paste", "drop"] as const) {
    await page.getByLabel("Image", { exact: true }).setInputFiles([]);
    await page.evaluate(
      ([bytes, kind]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], `${kind}.png`, { type: "image/png" }));
        const field = document.querySelector("input[name=image]");
        if (kind === "paste")
          document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        else field?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [bytes, kind] as const,
    );
    const chosen = page.getByLabel("Image", { exact: true });
    await expect.poll(() => chosen.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe(`${kind}.png`);
  }
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "drop.png" })).toBeVisible();
  await page.getByRole("button", { name: "Find strings in this image" }).click();
  await expect(page.getByRole("group", { name: "strings were found" }).getByRole("checkbox")).toHaveCount(2, {
    timeout: 120_000,
  });
  await page.getByRole("button", { name: "Put the selected strings on this screenshot" }).click();
  await expect(page.getByRole("link", { name: "Mark Save all files" })).toBeVisible();
  await expect(page.locator("#picture").getByText("2", { exact: true })).toBeVisible();
  // What was read stays with the screenshot until somebody removes it.
  await expect(page.getByRole("heading", { name: "Text in the image" })).toBeVisible();
  await expect(page.locator("pre")).toContainText("Save all files");
  await page.getByRole("button", { name: "Remove the text" }).click();
  await expect(page.getByRole("heading", { name: "Text in the image" })).toHaveCount(0);
});

test("without script a screenshot is uploaded and gets strings; who may not only looks", async ({ browser }) => {
  const { base } = stage();
  const cookies = browser.newContext();
  const page = await (await cookies).newPage();
  await signIn(page);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await (await cookies).storageState(),
  });
  const form = await plain.newPage();
  await form.goto(`${base}/screenshots/${garden.project}/app/`);
  await form.getByLabel("Image", { exact: true }).setInputFiles({
    ...{ name: "plain.png", mimeType: "image/png", buffer: await picture(browser) },
  });
  await form.getByLabel("Name", { exact: true }).fill("Plain window");
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(form.getByRole("heading", { level: 1, name: "Plain window" })).toBeVisible();
  await form.getByRole("searchbox", { name: "Search strings" }).fill("quit");
  await form.getByRole("button", { name: "Find", exact: true }).click();
  await form.getByLabel("Quit", { exact: true }).check();
  await form.getByRole("button", { name: "Put the selected strings on it" }).click();
  await expect(form.getByRole("button", { name: "Take off: Quit" })).toBeVisible();
  const address = new URL(form.url()).pathname;

  const other = await browser.newContext();
  await other.addCookies((await register(browser)).cookies);
  const reader = await other.newPage();
  await reader.goto(base + address);
  await expect(reader.getByRole("link", { name: "Quit" })).toBeVisible();
  for (const name of ["Take off: Quit", "Save", "Replace the image", "Delete the screenshot"])
    await expect(reader.getByRole("button", { name })).toHaveCount(0);
  await expect(reader.getByText("Delete", { exact: true })).toHaveCount(0);
  await reader.goto(`${base}/screenshots/${garden.project}/app/`);
  await expect(reader.getByRole("link", { name: "Plain window" })).toBeVisible();
  await expect(reader.getByRole("button", { name: "Upload" })).toHaveCount(0);
  for (const context of [await cookies, plain, other]) await context.close();
});

test("a gallery is ordered, and keeps its order in the address and in its table", async ({ page, browser }) => {
  const { project } = await makeGarden();
  const { base } = stage();
  const image = await picture(browser);
  for (const name of ["Banana", "apple", "Cherry"]) {
    const form = new FormData();
    for (const [field, value] of Object.entries({
      name,
      project_slug: project,
      component_slug: "app",
      language_code: "en",
    }))
      form.set(field, value);
    form.set("image", new File([new Uint8Array(image)], "window.png", { type: "image/png" }));
    const shot = await askApi<{ id: number }>("/api/screenshots/", form);
    const { results } = await askApi<{ results: { id: number }[] }>(`/api/translations/${project}/app/en/units/`);
    if (name === "Banana") await askApi(`/api/screenshots/${shot.id}/units/`, { unit_id: results[0]?.id });
  }
  await page.goto(`${base}/screenshots/${project}/`);
  const names = page.getByRole("main").locator("a[href^='/screenshot/']");
  await expect(names).toHaveText(["Cherry", "apple", "Banana"]);
  const order = async (label: string) => {
    await page.getByLabel("Order", { exact: true }).selectOption({ label });
    await page.getByRole("button", { name: "Show" }).click();
  };
  await order("By name");
  await expect(page).toHaveURL(/order=name/);
  await expect(names).toHaveText(["apple", "Banana", "Cherry"]);
  const csv = await page.request.get(base + (await page.getByRole("link", { name: "CSV" }).getAttribute("href")));
  expect(
    (await csv.text())
      .split("\n")
      .map((line) => line.split(",")[0])
      .slice(1, 4),
  ).toEqual(["apple", "Banana", "Cherry"]);
  await order("Most strings first");
  await expect(names.first()).toHaveText("Banana");
  await order("Without strings first");
  await expect(names.last()).toHaveText("Banana");
  await expectSound(page);
  await page.goto(`${base}/screenshots/${project}/?order=nonsense&after=x`);
  await expect(names).toHaveText(["Cherry", "apple", "Banana"]);
});

test("a name of one long word breaks in the path to its page, too", async ({ page }) => {
  const { base } = stage();
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page);
  await page.goto(`${base}/screenshots/${garden.project}/app/`);
  const buffer = await page.screenshot();
  const file = { name: "wide.png", mimeType: "image/png", buffer };
  await page.getByLabel("Image", { exact: true }).setInputFiles(file);
  await page.getByLabel("Name").fill("x".repeat(150));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "x".repeat(150) })).toBeVisible();
  await expectSound(page);
});
