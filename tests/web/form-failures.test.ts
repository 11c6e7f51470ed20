import { randomBytes } from "node:crypto";
import { expect, type Page, type Route, test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** What becomes of a form whose post fails on its way, or is not understood: what was typed stays. */

/** Answers each post of the page otherwise than our server does; gives what ends that. */
async function answerPosts(page: Page, answer: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  const all = /.*/;
  await page.route(all, (route) => (route.request().method() === "POST" ? answer(route) : route.continue()));
  return () => page.unroute(all);
}

const WAYS: readonly [string, (route: Route) => Promise<void>, RegExp][] = [
  ["the connection breaks", (route) => route.abort(), /The server did not answer\. What you typed is still here/],
  [
    "a proxy answers for a server that is away",
    (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    /The server did not answer\. What you typed is still here/,
  ],
  [
    "the server runs another version",
    (route) => route.fulfill({ status: 404, headers: { "x-nextjs-action-not-found": "1" }, body: "" }),
    /Loquat was updated after this page was opened/,
  ],
];

for (const [what, answer, words] of WAYS)
  test(`settings stay as they were typed when ${what}, and are saved afterwards`, async ({ page }) => {
    const { project } = await makeGarden();
    await signIn(page);
    await page.goto(`${stage().base}/settings/${project}/`);
    const done = await answerPosts(page, answer);
    await page.locator("[name=instructions]").fill("Be kind.");
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.locator("[name=instructions]")).toHaveValue("Be kind.");
    await expectSound(page);
    await done();
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect.poll(() => askApi(`/api/projects/${project}/`)).toMatchObject({ instructions: "Be kind." });
    await expect(page.getByText(words)).toBeHidden();
  });

test("a new project stays as it was typed when the connection breaks, and is made afterwards", async ({ page }) => {
  await signIn(page);
  await page.goto(`${stage().base}/create/project/`);
  const slug = `orchard-${randomBytes(4).toString("hex")}`;
  const done = await answerPosts(page, (route) => route.abort());
  await page.locator("[name=name]").fill(slug);
  await page.locator("[name=slug]").fill(slug);
  await page.locator("[name=web]").fill("https://orchard.example.org/");
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect(page.getByText(/The server did not answer/)).toBeVisible();
  await expect(page.locator("[name=name]")).toHaveValue(slug);
  await expect(page.locator("[name=slug]")).toHaveValue(slug);
  await done();
  await page.getByRole("button", { name: /^Create/ }).click();
  // The answer leads elsewhere, which is no failure.
  await page.waitForURL((url) => !url.pathname.startsWith("/create/project"));
  expect(await askApi(`/api/projects/${slug}/`)).toMatchObject({ name: slug });
});

test("a form of the frame that gets no answer leaves the page as it is, with what is typed in it", async ({ page }) => {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/`);
  await page.locator("[name=instructions]").fill("Be kind.");
  const done = await answerPosts(page, (route) => route.abort());
  const theme = page.getByRole("button", { name: "Dark", exact: true }).filter({ visible: true });
  await page.locator("header [data-menu] summary").filter({ visible: true }).last().click();
  await theme.first().click();
  await expect(page.getByText(/The server did not answer/)).toBeVisible();
  await expect(page.locator("[name=instructions]")).toHaveValue("Be kind.");
  await done();
  await theme.first().click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("[name=instructions]")).toHaveValue("Be kind.");
});
