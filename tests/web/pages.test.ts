import { expect, test } from "@playwright/test";
import { type Garden, makeGarden, register } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

/** Every page of a project with a component, and of the installation. */
const pages = (project: string): string[] => [
  "/",
  "/projects/",
  `/projects/${project}/`,
  `/projects/${project}/?tab=components`,
  `/projects/${project}/?tab=activity`,
  `/projects/${project}/?tab=repository`,
  `/projects/${project}/-/cs/`,
  `/data/${project}/`,
  "/languages/",
  "/languages/?show=all",
  "/languages/cs/",
  "/languages/ar/",
  "/changes/",
  "/changes/?project=none",
  "/search/?q=gar",
  "/user/ada/",
  "/accounts/profile/",
  "/accounts/profile/?tab=languages",
  "/accounts/profile/?tab=tokens",
  "/accounts/profile/?tab=devices",
  "/accounts/profile/?tab=password",
  "/accounts/logout/",
  "/create/project/",
  `/create/component/vcs/?project=${project}`,
  `/repository/${project}/`,
  `/settings/${project}/`,
  `/access/${project}/`,
  `/addons/${project}/`,
  `/addons/${project}/?install=weblate.autotranslate.autotranslate`,
  "/memory/",
  `/memory/${project}/`,
  `/machinery/${project}/`,
  "/manage/machinery/",
  "/manage/memory/",
  "/manage/",
  "/manage/?tab=users",
  "/manage/?tab=tasks",
  "/manage/?tab=repositories",
];

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
});

for (const width of [360, 1440])
  test(`every page has one heading, names for its controls and no scroll to the side at ${width} px`, async ({
    page,
  }) => {
    const { base } = stage();
    await page.setViewportSize({ width, height: 800 });
    await signIn(page);
    for (const address of pages(garden.project)) {
      const answer = await page.goto(base + address);
      expect(answer?.status(), address).toBe(200);
      await expectSound(page);
    }
  });

test("addresses that the API hands out for sharing lead to the work on that language", async ({ page }) => {
  const { base } = stage();
  for (const [address, target] of [
    [`/engage/${garden.project}/-/cs/`, `/projects/${garden.project}/-/cs/`],
    [`/engage/${garden.project}/`, `/projects/${garden.project}/`],
    ["/data/", "/projects/"],
  ]) {
    expect((await page.goto(base + address))?.status(), address).toBe(200);
    expect(new URL(page.url()).pathname).toBe(target);
  }
  expect((await page.goto(`${base}/engage/nothing/-/cs/`))?.status()).toBe(404);
});

test("strangers read public pages, and are asked to sign in for the rest", async ({ page }) => {
  const { base } = stage();
  for (const address of [
    "/",
    "/projects/",
    `/projects/${garden.project}/`,
    "/languages/",
    "/changes/",
    "/user/ada/",
    "/accounts/login/",
    "/accounts/register/",
  ]) {
    const answer = await page.goto(base + address);
    expect(answer?.status(), address).toBe(200);
    await expectSound(page);
  }
  for (const address of [
    "/manage/",
    `/settings/${garden.project}/`,
    "/create/project/",
    `/access/${garden.project}/`,
    `/repository/${garden.project}/`,
    "/accounts/profile/",
  ]) {
    await page.goto(base + address);
    await expect(page, address).toHaveURL(/\/accounts\/login\/\?next=/);
  }
});

test("who may not is told which right is missing", async ({ page, browser }) => {
  const { base } = stage();
  await page.context().addCookies((await register(browser)).cookies);
  await page.goto(`${base}/settings/${garden.project}/`);
  await expect(page.getByText("project.edit", { exact: true })).toBeVisible();
  await expectSound(page);
  await page.goto(`${base}/manage/`);
  await expect(page.getByText("management.use", { exact: true })).toBeVisible();
});

test("what is not there answers 404 and offers a way on", async ({ page }) => {
  const { base } = stage();
  for (const address of [
    "/projects/none/",
    `/projects/${garden.project}/none/`,
    "/nothing/at/all/",
    "/languages/xx-none/",
    "/user/none/",
    "/tasks/none/",
    "/projects/a%00b/",
  ]) {
    const answer = await page.goto(base + address);
    expect(answer?.status(), address).toBe(404);
    await expect(page.getByRole("link", { name: "Browse projects" })).toBeVisible();
  }
});

test("both spellings of an address answer, with and without the last slash", async ({ request }) => {
  const { base } = stage();
  for (const address of [`/projects/${garden.project}/`, `/projects/${garden.project}`, "/languages/cs", "/changes"]) {
    const answer = await request.get(base + address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
  }
});

test("one's languages decide what the desk shows", async ({ page, browser }) => {
  const { base } = stage();
  await page.context().addCookies((await register(browser)).cookies);
  await page.goto(`${base}/`);
  await page.getByLabel("Language", { exact: true }).selectOption("cs");
  await page.getByRole("button", { name: "Show my work" }).click();
  await expect(page.getByRole("heading", { name: "To do", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Translations", exact: true })).toBeVisible();
  await expectSound(page);
  await page.goto(`${base}/accounts/profile/?tab=languages`);
  await expect(page.locator("#languages-0")).toHaveValue("cs");
});
