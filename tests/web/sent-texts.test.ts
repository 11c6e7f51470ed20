import { expect, type Page, test } from "@playwright/test";
import { alive, editorPath, type Seed, seedEditor } from "./support/editor-seed";
import { stage } from "./support/stage";

/** Messages of components in the browser are not in the pages: a browser fetches them once, and waits for them. */

let seed: Seed;

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
});

/** Addresses of messages that a page names. */
const named = (html: string): string[] => [...new Set(html.match(/\/texts\/[\w-]+\/\w+\/\?v=[\w-]+/g))];

/** What the editor says in the string's part of the page. */
const shown = (page: Page) => page.locator("[data-pane=string]").innerText();

test("a page names messages of its language, kept for ever, and holds none of those that it does not show", async ({
  request,
}) => {
  const address = editorPath(seed, "plain", "cs");
  for (const [language, words] of [
    ["en", "That did not work."],
    ["de", "Das hat nicht geklappt."],
  ] as const) {
    const html = await (await request.get(address, { headers: { "Accept-Language": language } })).text();
    expect(named(html).map((path) => path.split("/").slice(2, 4).join("/"))).toEqual(
      expect.arrayContaining([`${language}/frame`, `${language}/editor`]),
    );
    expect(html).not.toContain(words);
    for (const path of named(html)) {
      const answer = await request.get(`${stage().base}${path}`, { headers: { "Accept-Encoding": "gzip" } });
      expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
      // The browser unpacks it.
      expect(answer.headers()["content-encoding"]).toBe("gzip");
      expect(await answer.json()).toHaveProperty("form");
    }
  }
});

test("a second page fetches no messages anew", async ({ page }) => {
  /** Bytes that came over the network for each of the messages of the page that is open. */
  const sent = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.includes("/texts/"))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize),
    );
  await page.goto(editorPath(seed, "plain", "cs"));
  await alive(page);
  expect(Math.max(...(await sent()))).toBeGreaterThan(5000);
  await page.goto(editorPath(seed, "tools", "cs"));
  await alive(page);
  const again = await sent();
  expect(again.length).toBeGreaterThan(1);
  expect(again).toEqual(again.map(() => 0));
});

test("until messages are here a page stays as the server wrote it, and says nothing by their keys", async ({
  page,
}) => {
  let attempts = 0;
  await page.route("**/texts/*/editor/**", async (route) => {
    attempts += 1;
    // The first ones fail; the page asks again.
    if (attempts <= 2) await route.abort();
    else await route.continue();
  });
  await page.goto(editorPath(seed, "plain", "cs"));
  const before = await shown(page);
  expect(before).not.toMatch(/\beditor\.\w/);
  await alive(page);
  expect(attempts).toBeGreaterThan(2);
  expect(await shown(page)).not.toMatch(/\beditor\.\w/);
});
