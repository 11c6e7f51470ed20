import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { chooseByTyping } from "./support/field";
import { makeGarden } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

/** Opens the add-ons of the component with PO files by way of its own page. */
async function openAddons(page: Page): Promise<void> {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/projects/${project}/?tab=components`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await page.getByRole("link", { name: "Add-ons" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Add-ons of");
}

for (const width of [360, 1440])
  test(`the add-ons of a component can be read at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openAddons(page);
    await expect(page.getByRole("heading", { name: "Remove stale comments" })).toBeVisible();
    await expectSound(page);
    await page.getByRole("link", { name: "Install: Discover components" }).click();
    await expect(page.getByLabel("File pattern")).toBeVisible();
    await expectSound(page);
  });

test("an add-on is installed, runs, is configured and removed", async ({ page }) => {
  await openAddons(page);
  const list = page.url();
  await page.getByRole("link", { name: "Install: Remove stale comments" }).click();
  await expect(page.getByLabel("Days to keep")).toHaveValue("30");
  await page.getByLabel("Days to keep").fill("14");
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page).toHaveURL(/\/addon\/\d+\/$/);
  await expect(page.getByLabel("Days to keep")).toHaveValue("14");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("There was nothing to do.")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectSound(page);
  await page.getByLabel("Days to keep").fill("7");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await page.goto(list);
  await expect(page.getByRole("link", { name: "Settings and activity: Remove stale comments" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Install: Remove stale comments" })).toHaveCount(0);
  await page.getByRole("link", { name: "Settings and activity: Remove stale comments" }).click();
  await page.getByText("Remove this add-on…").click();
  await page.getByRole("button", { name: "Remove Remove stale comments" }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("link", { name: "Install: Remove stale comments" })).toBeVisible();
});

test("wrong settings stand by their fields, and what was typed stays", async ({ page }) => {
  await openAddons(page);
  await page.getByRole("link", { name: "Install: Write a file from a template" }).click();
  await page.getByLabel("File name").fill("{{ nothing }}");
  await page.getByLabel("File content").fill("x");
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page.locator("#filename-error")).toContainText("nothing");
  await expect(page.getByLabel("File name")).toHaveValue("{{ nothing }}");
  await expectSound(page);
});

test("discovery shows what it would make before it does", async ({ page }) => {
  await openAddons(page);
  await page.getByRole("link", { name: "Install: Discover components" }).click();
  await page.getByLabel("File pattern").fill("(?P<component>web)/(?P<language>[^/.]*)\\.json");
  // What fits the component is filled in already.
  await expect(page.getByLabel("File format")).toHaveValue(/gettext PO|PO/);
  await chooseByTyping(page.getByLabel("File format"), "JSON file");
  await page.getByLabel("Component name").fill("Found {{ component }}");
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page.getByRole("status")).toContainText(/would be done|Nothing matches/);
  await expect(page.getByLabel("File format")).toHaveValue("JSON file");
});

test("a project's add-ons are a page of their own, and strangers are asked to sign in", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await page.goto(`${base}/addons/${project}/`);
  await expect(page).toHaveURL(/\/accounts\/login\/\?next=/);
  await signIn(page);
  await page.goto(`${base}/addons/${project}/`);
  await expect(page.getByRole("link", { name: "Install: Same languages in all components" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Install: Discover components" })).toHaveCount(0);
  await expectSound(page);
  expect((await page.goto(`${base}/addon/987654/`))?.status()).toBe(404);
});

test("a webhook is tested, its deliveries are read, and one is sent again", async ({ page }) => {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      bodies.push(Buffer.concat(pieces).toString());
      response.writeHead(status).end("what the receiver says");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    await openAddons(page);
    await page.getByRole("link", { name: "Install: Webhook" }).click();
    await page.getByLabel("Address").fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    await page.getByRole("button", { name: /^Install on/ }).click();
    await expect(page).toHaveURL(/\/addon\/\d+\/$/);
    // It has no runs that could be in progress.
    await expect(page.getByText("Nothing has failed.")).toBeVisible();
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByText(/It arrived: status 200/)).toBeVisible();
    // That the add-on was installed is delivered too, whenever its task comes to it.
    const sent = () => bodies.filter((body) => (JSON.parse(body) as { action: string }).action === "Test");
    expect(sent()).toHaveLength(1);
    status = 500;
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByText("The address answered with status 500.")).toBeVisible();
    await expectSound(page);
    await page.getByRole("link", { name: "Open the log" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deliveries");
    await page.getByRole("link", { name: "Failed" }).click();
    await page.locator("summary", { hasText: "Test" }).click();
    await expect(page.getByText("what the receiver says")).toBeVisible();
    await expectSound(page);
    status = 200;
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText(/It arrived: status 200/)).toBeVisible();
    const [, failed, ...again] = sent();
    expect(again).toEqual([failed]);
    await page.getByRole("link", { name: "Failed" }).click();
    await expect(page.getByText("No deliveries")).toBeVisible();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("events are chosen by name, found by typing, and stay chosen", async ({ page }) => {
  await openAddons(page);
  await page.getByRole("link", { name: "Install: Slack" }).click();
  await page.getByLabel("Address").fill("http://127.0.0.1:1/hook");
  await page.getByLabel("Search: Events").fill("translation ch");
  await expect(page.getByLabel("Comment added")).toBeHidden();
  await page.getByLabel("Translation changed").check();
  await page.getByLabel("Search: Events").fill("");
  await page.getByLabel("Comment added").check();
  await expectSound(page);
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page).toHaveURL(/\/addon\/\d+\/$/);
  const ticked = page.getByRole("group", { name: "Events" }).getByRole("checkbox", { checked: true });
  await expect(ticked).toHaveCount(2);
  await expect(page.getByLabel("Translation changed")).toBeChecked();
  await page.getByLabel("Comment added").uncheck();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await page.reload();
  await expect(ticked).toHaveCount(1);
  await expectSound(page);
});

test("an add-on with a plan shows it and can be installed, and is run again by hand", async ({ page }) => {
  await openAddons(page);
  await page.getByRole("link", { name: "Install: Update PO files to match the template" }).click();
  await page.getByRole("button", { name: "Show what it would do" }).click();
  await expect(page.getByRole("status")).toContainText(/would be done|would do nothing/);
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page).toHaveURL(/\/addon\/\d+\/$/);
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("It runs in the background.")).toBeVisible();
  await expectSound(page);
});

test("published files have an address that anybody can read", async ({ page, request }) => {
  await openAddons(page);
  await page.getByRole("link", { name: "Install: Publish translation files" }).click();
  await page.getByRole("button", { name: /^Install on/ }).click();
  await expect(page).toHaveURL(/\/addon\/\d+\/$/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/\/cdn\/.*\/manifest\.json/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectSound(page);
  const address = (await page.getByText(/\/cdn\/.*\/manifest\.json/).textContent()) ?? "";
  const { files } = (await (await request.get(address)).json()) as { files: { path: string; url: string }[] };
  expect(files.map(({ path }) => path)).toEqual(["po/cs.po", "po/de.po"]);
  expect(await (await request.get(files[0]?.url ?? "")).text()).toContain('msgstr "Konec"');
});

test("an add-on of all projects is installed, shown where it acts, and removed", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await page.goto(`${base}/manage/addons/`);
  await expect(page).toHaveURL(/\/accounts\/login\/\?next=/);
  await signIn(page);
  await page.goto(`${base}/manage/`);
  await page.getByRole("link", { name: "Add-ons" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add-ons of all projects");
  await expect(page.getByRole("link", { name: "Install: Discover components" })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "Install: Mark unchanged translations for rewriting" }).click();
  await page.getByRole("button", { name: "Install on all projects" }).click();
  await expect(page).toHaveURL(/\/addon\/\d+\/$/);
  const own = page.url();
  await expectSound(page);
  for (const place of [`${project}/`, `${project}/app/`]) {
    await page.goto(`${base}/addons/${place}`);
    const elsewhere = page.getByRole("region", { name: "Installed elsewhere" });
    await expect(elsewhere.getByText("Installed for all projects.")).toBeVisible();
    await expectSound(page);
    await elsewhere.getByRole("link", { name: "Settings and activity: Mark unchanged translations" }).click();
    await expect(page).toHaveURL(own);
  }
  await page.getByRole("link", { name: "Add-ons", exact: true }).click();
  await expect(page).toHaveURL(`${base}/manage/addons/`);
  await page.goto(own);
  await page.getByText("Remove this add-on…").click();
  await page.getByRole("button", { name: /^Remove Mark unchanged/ }).click();
  await expect(page).toHaveURL(`${base}/manage/addons/`);
  await page.goto(`${base}/addons/${project}/`);
  await expect(page.getByText("Installed for all projects.")).toHaveCount(0);
});
