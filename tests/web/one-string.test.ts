import { expect, type Page, test } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { finished, type Garden, makeGarden, makeProject, register } from "./support/garden";
import { askApi, expectReachable, expectSound, signIn, stage } from "./support/stage";

/** Strings that are added and removed one by one: what is asked for, what is refused, what goes, and the way back. */

interface Unit {
  id: number;
  context: string;
  source: string[];
  target: string[];
  state: number;
  explanation: string;
}

const unitsOf = async (project: string, component: string, language: string) =>
  (await askApi<{ results: Unit[] }>(`/api/translations/${project}/${component}/${language}/units/`)).results;
const manage = ({ project }: Garden) => askApi(`/api/components/${project}/app/`, { manage_units: true }, "PATCH");

/** A component with a base file beside the one of PO files. */
async function addWebsite({ project, upstream }: Pick<Garden, "project" | "upstream">): Promise<void> {
  const made = await askApi<{ task_url: string }>(`/api/projects/${project}/components/`, {
    ...{ name: "Website", slug: "website", repo: upstream.url, branch: "main" },
    ...{ filemask: "web/*.json", template: "web/en.json", file_format: "i18nextv4" },
  });
  await finished(new URL(made.task_url).pathname);
}

/** The page in two widths, light and dark. */
async function expectSoundEverywhere(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [360, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectSound(page);
      await expectReachable(page);
      expect(await axeFindings(page), `${page.url()} ${width} ${colorScheme}`).toEqual([]);
    }
  await page.emulateMedia({ colorScheme: "light" });
}

test("a key is added to every language, what is wrong stands at its field, and the next one can be typed at once", async ({
  page,
}) => {
  const { base } = stage();
  const garden = await makeGarden();
  const { project } = garden;
  await addWebsite(garden);
  await signIn(page);
  await page.goto(`${base}/projects/${project}/website/`);
  await page.getByRole("link", { name: "Add string" }).click();
  await expect(page).toHaveURL(`${base}/add-string/${project}/website/en/`);
  await expectSoundEverywhere(page);
  const [key, text] = [page.getByLabel("Key", { exact: true }), page.locator("#value")];
  await key.fill("title");
  await text.fill("Again");
  await page.getByLabel("Explanation").fill("A *second* title");
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.locator("#key-error")).toContainText("This string already exists.");
  await expect(text).toHaveValue("Again");
  await expect(page.getByLabel("Explanation")).toHaveValue("A *second* title");
  await expectSoundEverywhere(page);
  await key.fill("subtitle");
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.getByText("“Again” was added.")).toBeVisible();
  await expect(key).toBeFocused();
  for (const field of [key, text, page.getByLabel("Explanation")]) await expect(field).toHaveValue("");
  await expectSoundEverywhere(page);
  // A plural has a text for each form of the language.
  await page.keyboard.type("fruit");
  await expect(page.getByLabel("Source text, other", { exact: false })).toBeHidden();
  await text.fill("{{count}} fruit");
  await page.getByLabel("With plural forms").check();
  await page.getByLabel("Source text, other", { exact: false }).fill("{{count}} fruits");
  await page.getByLabel("State").selectOption("Needs editing");
  await expectSoundEverywhere(page);
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.getByText("“{{count}} fruit” was added.")).toBeVisible();
  await page.getByRole("link", { name: "Open it in the editor" }).click();
  await expect(page.locator("#string-source")).toContainText("{{count}} fruits");
  const english = await unitsOf(project, "website", "en");
  expect(english.find(({ context }) => context === "subtitle")).toMatchObject({
    ...{ source: ["Again"], state: 20, explanation: "A *second* title" },
  });
  expect(english.find(({ context }) => context === "fruit")).toMatchObject({
    ...{ source: ["{{count}} fruit", "{{count}} fruits"], state: 10 },
  });
  expect((await unitsOf(project, "website", "cs")).find(({ context }) => context === "subtitle")).toMatchObject({
    ...{ target: [""], state: 0 },
  });
  // In another language the page says where strings are added.
  await page.goto(`${base}/add-string/${project}/website/cs/`);
  await expect(page.getByText("can only be added in its source language")).toBeVisible();
  await expectSoundEverywhere(page);
  await page.getByRole("link", { name: "Add it in the source language" }).click();
  await expect(key).toBeVisible();
});

test("without a base file a string comes into one language with its translation, or into all without one", async ({
  page,
}) => {
  const { base } = stage();
  const garden = await makeGarden();
  const { project } = garden;
  await signIn(page);
  // Nobody is offered what the component does not allow, and the page says so.
  await page.goto(`${base}/projects/${project}/app/cs/`);
  await expect(page.getByRole("link", { name: "Upload" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add string" })).toHaveCount(0);
  const refused = await page.goto(`${base}/add-string/${project}/app/cs/`);
  expect(refused?.status()).toBe(403);
  await expect(page.getByText("Strings of App cannot be added or removed here.")).toBeVisible();
  await expectSoundEverywhere(page);
  await page.getByRole("link", { name: "Allow it in the settings" }).click();
  await expect(page.locator("#manage_units")).toBeInViewport();
  await manage(garden);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${base}/translate/${project}/app/cs/`);
  await page.getByRole("link", { name: "Add string" }).click();
  await expect(page).toHaveURL(`${base}/add-string/${project}/app/cs/`);
  await expectSoundEverywhere(page);
  await page.locator("#source").fill("Open");
  await page.locator("#target").fill("Otevřít");
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.locator("#source-error")).toContainText("This string already exists.");
  await expect(page.locator("#target")).toHaveValue("Otevřít");
  await page.getByLabel("Context").fill("verb");
  await page.getByLabel("State").selectOption("Untranslated");
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.locator("#state-error")).toContainText("“Untranslated” (state 0) goes without a text.");
  await page.getByLabel("State").selectOption("Translated");
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.getByText("“Open” was added.")).toBeVisible();
  await expect(page.locator("#source")).toBeFocused();
  // Left empty it waits for its translation.
  await page.keyboard.type("%d pear");
  await page.getByLabel("With plural forms").check();
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.locator("#source-2-error")).toContainText("Enter a text for each plural form.");
  await page.getByLabel("Source text, Plural").fill("%d pears");
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.getByText("“%d pear” was added.")).toBeVisible();
  const czech = await unitsOf(project, "app", "cs");
  expect(czech.find(({ context }) => context === "verb")).toMatchObject({ target: ["Otevřít"], state: 20 });
  const pear = czech.find(({ source }) => source[1] === "%d pears");
  expect(pear).toMatchObject({ state: 0 });
  expect(new Set(pear?.target)).toEqual(new Set([""]));
  expect((await unitsOf(project, "app", "de")).some(({ source }) => source[0] === "%d pear")).toBe(false);
  await page.goto(`${base}/add-string/${project}/app/en/`);
  await expect(page.locator("#target")).toHaveCount(0);
  await page.locator("#source").fill("Plum");
  await page.getByRole("button", { name: "Add string" }).click();
  await expect(page.getByText("“Plum” was added.")).toBeVisible();
  expect((await unitsOf(project, "app", "de")).find(({ source }) => source[0] === "Plum")).toMatchObject({ state: 0 });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("a string is added, refused and removed by loading pages", async ({ page }) => {
    const { base } = stage();
    const garden = await makeGarden();
    const { project } = garden;
    await manage(garden);
    await signIn(page);
    await page.goto(`${base}/add-string/${project}/app/cs/`);
    await page.locator("#source").fill("Open");
    await page.locator("#target").fill("Otevřít");
    await page.getByRole("button", { name: "Add string" }).click();
    await expect(page.locator("#source-error")).toContainText("This string already exists.");
    await expect(page.locator("#target")).toHaveValue("Otevřít");
    await page.locator("#source").fill("Shut");
    await page.getByRole("button", { name: "Add string" }).click();
    await page.getByRole("link", { name: "Open it in the editor" }).click();
    await expect(page.locator("#string-source")).toContainText("Shut");
    await page.getByRole("link", { name: "Remove string…" }).click();
    await page.getByLabel("From Czech only").check();
    await page.getByRole("button", { name: "Remove string" }).click();
    await expect(page.getByText("The string was removed.")).toBeVisible();
    expect((await unitsOf(project, "app", "cs")).some(({ source }) => source[0] === "Shut")).toBe(false);
  });
});

test("removing a string tells what goes, does it, and takes it back", async ({ page }) => {
  const { base } = stage();
  const garden = await makeGarden();
  const { project } = garden;
  await manage(garden);
  const quit = (await unitsOf(project, "app", "cs")).find(({ source }) => source[0] === "Quit");
  await askApi(`/api/units/${quit?.id}/comments/`, { scope: "report", comment: "Where?" });
  await askApi(`/api/units/${quit?.id}/suggestions/`, { target: ["Ukončit"] });
  await signIn(page);
  await page.goto(`${base}/translate/${project}/app/cs/?q=source%3A%3DQuit`);
  await expectSound(page);
  await page.getByRole("link", { name: "Remove string…" }).click();
  await expect(page).toHaveURL(`${base}/remove-string/${project}/app/cs/?string=${quit?.id}`);
  await expectSoundEverywhere(page);
  await expect(page.getByRole("main")).toContainText("Konec");
  const ways = page.getByRole("group", { name: "Where it is removed" });
  await expect(ways).toContainText("Its translation goes; 1 suggestion goes.");
  await expect(ways).toContainText("2 languages have a translation of it; 1 comment goes; 1 suggestion goes.");
  await page.getByLabel("From all languages").check();
  await page.getByRole("button", { name: "Remove string" }).click();
  await expect(page.getByText("The string was removed.")).toBeVisible();
  await expectSoundEverywhere(page);
  for (const language of ["cs", "de"])
    expect((await unitsOf(project, "app", language)).some(({ source }) => source[0] === "Quit")).toBe(false);
  // A page that was open meanwhile says that there is nothing any more.
  expect((await page.request.get(`${base}/remove-string/${project}/app/cs/?string=${quit?.id}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Undo…" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("came back", { exact: false })).toBeVisible();
  for (const [language, target] of [
    ["cs", "Konec"],
    ["de", "Beenden"],
  ] as const)
    expect((await unitsOf(project, "app", language)).find(({ source }) => source[0] === "Quit")).toMatchObject({
      ...{ target: [target], state: 20 },
    });
});

test("who may neither add nor remove is offered nothing, and told why", async ({ page, browser }) => {
  const { base } = stage();
  const garden = await makeGarden();
  const { project } = garden;
  await manage(garden);
  const [first] = await unitsOf(project, "app", "cs");
  const addresses = [
    `${base}/add-string/${project}/app/cs/`,
    `${base}/remove-string/${project}/app/cs/?string=${first?.id}`,
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/accounts\/login\/\?next=/);
  }
  const petra = await register(browser);
  await page.context().addCookies(petra.cookies);
  await page.goto(`${base}/projects/${project}/app/cs/`);
  await expect(page.getByRole("link", { name: "Add string" })).toHaveCount(0);
  await page.goto(`${base}/translate/${project}/app/cs/`);
  await expect(page.getByRole("link", { name: "Remove string…" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Add string" })).toHaveCount(0);
  for (const [at, permission] of ["unit.add", "unit.delete"].entries()) {
    const answer = await page.goto(addresses[at] ?? "");
    expect(answer?.status()).toBe(403);
    await expect(page.getByText(`Required permission: ${permission}`)).toBeVisible();
    await expectSoundEverywhere(page);
  }
  // A project of somebody else is not there at all.
  const hidden = await makeProject();
  await askApi(`/api/projects/${hidden}/`, { access_control: 100 }, "PATCH");
  expect((await page.request.get(`${base}/add-string/${hidden}/app/cs/`)).status()).toBe(404);
});
