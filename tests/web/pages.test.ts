import { expect, test } from "@playwright/test";
import { readImageHeader } from "@/lib/text/image-header";
import { chooseByTyping } from "./support/field";
import { type Garden, makeGarden, register } from "./support/garden";
import { PAGES, type Places, SIGNPOSTS, STRANGERS_PAGES } from "./support/pages";
import { makePlaces } from "./support/places";
import { askApi, expectSound, saveButton, signIn, stage } from "./support/stage";

let garden: Garden;
let places: Places;

test.beforeAll(async () => {
  garden = await makeGarden();
  places = await makePlaces(garden);
});

test("what browsers and search engines ask for by themselves is there", async ({ page }) => {
  const { base } = stage();
  const icon = await page.request.get(`${base}/favicon.ico`);
  expect([icon.status(), (await icon.body()).subarray(0, 4).toString("hex")]).toEqual([200, "00000100"]);
  const robots = await (await page.request.get(`${base}/robots.txt`)).text();
  expect(robots).toMatch(/^user-agent: \*\n/i);
  expect(robots).toContain("Disallow: /manage/\n");
  expect(robots).not.toContain("Disallow: /projects/");
  expect(robots).toContain(`Sitemap: ${base}/sitemap.xml\n`);
  const sitemap = await page.request.get(`${base}/sitemap.xml`);
  expect(sitemap.headers()["content-type"]).toBe("application/xml");
  expect(await sitemap.text()).toContain(`<loc>${base}/projects/${garden.project}/</loc>`);
});

test("what visitors open says what it is about where its address is shared", async ({ page }) => {
  const { base } = stage();
  const { project } = garden;
  const said = async (property: string) =>
    page.locator(`meta[property="${property}"], meta[name="${property}"]`).first().getAttribute("content");
  for (const [address, picture, title] of [
    [`/projects/${project}/`, `/share/${project}/card.png`, project],
    [`/projects/${project}/-/cs/`, `/share/${project}/-/cs/card.png`, "Czech"],
    [`/projects/${project}/app/`, `/share/${project}/app/card.png`, "App"],
    [`/projects/${project}/app/cs/`, `/share/${project}/app/cs/card.png`, "Czech"],
    [`/engage/${project}/`, `/share/${project}/invitation.png`, `Translate ${project}`],
    [`/engage/${project}/-/cs/`, `/share/${project}/-/cs/invitation.png`, "Translate "],
    ["/languages/cs/", "/share/-/cs/card.png", "Czech"],
    ["/", "/share/card.png", "Loquat"],
  ] as const) {
    await page.goto(`${base}${address}?page=1`);
    expect(await said("og:title"), address).toContain(title);
    expect(await said("og:site_name"), address).toBe("Loquat");
    expect(await said("og:url"), address).toBe(base + address);
    expect(await page.locator('link[rel="canonical"]').getAttribute("href"), address).toBe(base + address);
    expect(await said("og:description"), address).toMatch(
      address === "/" ? /^Translate software together\.$/ : /\d of [\d,]+ strings translated/,
    );
    expect(await said("twitter:card"), address).toBe("summary_large_image");
    expect([await said("og:image"), await said("twitter:image")], address).toEqual([base + picture, base + picture]);
    expect([await said("og:image:width"), await said("og:image:height")], address).toEqual(["1200", "630"]);
    expect(await said("og:image:alt"), address).toContain(title);
    const image = await page.request.get(base + picture);
    expect([image.status(), image.headers()["content-type"]], picture).toEqual([200, "image/png"]);
    const header = readImageHeader(await image.body());
    expect([header?.width, header?.height], picture).toEqual([1200, 630]);
  }
});

test("the picture speaks the language of the page", async ({ browser }) => {
  const { base } = stage();
  const context = await browser.newContext({ locale: "ar" });
  const page = await context.newPage();
  await page.goto(`${base}/projects/${garden.project}/`);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    "content",
    `${base}/share/${garden.project}/card.png?lang=ar`,
  );
  await context.close();
});

test("no head tells of what is private, to visitors or to members", async ({ page, browser }) => {
  const { base } = stage();
  const hidden = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/settings/${hidden.project}/`);
  await page.getByRole("radio", { name: /^Private/ }).check();
  await saveButton(page).click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  const tags = page.locator('meta[property^="og:"], meta[name^="twitter:"], link[rel="canonical"]');
  const pages = [`/projects/${hidden.project}/`, `/projects/${hidden.project}/app/cs/`, `/engage/${hidden.project}/`];
  const visitor = await (await browser.newContext()).newPage();
  for (const address of pages) {
    expect((await visitor.goto(base + address))?.status(), address).toBe(404);
    const head = await visitor.locator("head").innerHTML();
    expect(head, address).not.toContain(hidden.project);
    expect(head, address).not.toContain("og:image");
  }
  expect((await visitor.request.get(`${base}/share/${hidden.project}/card.png`)).status()).toBe(404);
  await visitor.context().close();
  for (const address of pages) {
    expect((await page.goto(base + address))?.status(), address).toBe(200);
    await expect(tags, address).toHaveCount(0);
  }
});

test("a project leads to what programs read of it", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/projects/${garden.project}/`);
  await page.getByRole("link", { name: "Data exports" }).click();
  await expect(page).toHaveURL(`${base}/data/${garden.project}/`);
});

test("addresses for sharing, and short ones, lead to the page that is meant", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  for (const [address, target] of Object.values(SIGNPOSTS).flatMap((addressesOf) => addressesOf(places))) {
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
    ...Object.values(STRANGERS_PAGES).flatMap((addressesOf) => addressesOf(places)),
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

test("the editor leads strangers to the sign-in and back, and to the pages that it is about", async ({ page }) => {
  const { base } = stage();
  const editor = `/translate/${garden.project}/app/cs/`;
  await page.goto(base + editor);
  const main = page.getByRole("main");
  await expect(main.locator(`a[href="/projects/${garden.project}/app/"]`)).toBeVisible();
  await expect(main.locator(`a[href="/projects/${garden.project}/app/cs/"]`)).toBeVisible();
  await main.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${base}/accounts/login/?next=${encodeURIComponent(editor)}`);
});

test("the head of the editor leads up through the categories of a component", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const outer = await askApi<{ url: string }>("/api/categories/", {
    ...{ name: "Documents", slug: "docs", project: `${base}/api/projects/${project}/` },
  });
  const inner = await askApi<{ url: string }>("/api/categories/", {
    ...{ name: "For users", slug: "user", project: `${base}/api/projects/${project}/`, category: outer.url },
  });
  await askApi(`/api/components/${project}/app/`, { category: inner.url }, "PATCH");
  const head = page.getByRole("main").locator("[data-crumbs] a");
  const expected = [project, "Documents", "For users"];
  for (const [address, crumbs] of [
    [`/translate/${project}/docs/user/app/cs/`, [...expected, "App"]],
    [`/browse/${project}/docs/user/app/cs/`, [...expected, "App"]],
    [`/translate/${project}/docs/user/-/cs/`, expected],
  ] as const) {
    expect((await page.goto(base + address))?.status(), address).toBe(200);
    await expect(head, address).toHaveText([...crumbs]);
  }
  await page.goto(`${base}/translate/${project}/docs/user/app/cs/`);
  await head.nth(1).click();
  await expect(page).toHaveURL(`${base}/projects/${project}/docs/`);
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
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

test("old addresses of a renamed project lead to its pages, with what was asked", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  const rename = (from: string, slug: string) => askApi(`/api/projects/${from}/`, { slug }, "PATCH");
  const addresses = Object.values(PAGES)
    .flatMap((addressesOf) => addressesOf(places))
    .filter((address) => address.split(/[/?]/)[2] === garden.project);
  expect(addresses.length).toBeGreaterThan(20);
  await rename(garden.project, "moved-away");
  try {
    // Programs follow these, too: no page has to be loaded for them.
    for (const address of addresses) {
      const answer = await page.request.get(base + address);
      expect(answer.status(), address).toBe(200);
      const { pathname, search } = new URL(answer.url());
      expect(pathname + search).toBe(address.replace(`/${garden.project}/`, "/moved-away/"));
    }
  } finally {
    await rename("moved-away", garden.project);
  }
});

test("an address that leads nowhere offers what has nearly that name, with the rest of it", async ({ page }) => {
  const { base } = stage();
  const answer = await page.goto(`${base}/translate/${garden.project}x/app/cs/`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Did you mean one of these?")).toBeVisible();
  await page.locator(`a[href="/translate/${garden.project}/app/cs/"]`).click();
  await expect(page.locator("[data-pane=string]")).toBeVisible();
  await page.goto(`${base}/projects/${garden.project}/appp/`);
  await expect(page.locator(`a[href="/projects/${garden.project}/app/"]`)).toBeVisible();
  await expectSound(page);
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
  await chooseByTyping(page.getByLabel("Language", { exact: true }), "cestina");
  await page.getByRole("button", { name: "Show my work" }).click();
  await expect(page.getByRole("heading", { name: "To do", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Translations", exact: true })).toBeVisible();
  await expectSound(page);
  await page.goto(`${base}/accounts/profile/?tab=languages`);
  await expect(page.locator("#languages-0")).toHaveValue("Czech · čeština");
});
