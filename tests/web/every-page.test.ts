import { expect, type Page, test } from "@playwright/test";
import { oneOf } from "../support/combinations";
import { axeFindings } from "./support/axe";
import { makeGarden } from "./support/garden";
import { PAGES, type Places, STRANGERS_PAGES } from "./support/pages";
import { makePlaces } from "./support/places";
import { expectReachable, expectSound, signIn, stage } from "./support/stage";

/**
 * What every page is held to, at rest and with its menus and questions opened: axe-core and the basics. Each page is
 * loaded once, every second one in Arabic, at a desk, and is made narrow in place; it meets axe-core at one of the two
 * widths, in light or in the dark, as the pages share their parts. `LOQUAT_TEST_COMBINATIONS=whole` tries them all.
 */

let places: Places;

test.beforeAll(async () => {
  places = await makePlaces(await makeGarden());
});

// What is found is told in words; a trace of a hundred pages helps nobody.
test.use({ trace: "off" });
test.describe.configure({ mode: "parallel", timeout: 900_000 });

const COLOURS = ["color-contrast"];
const DESK = { width: 1440, height: 900 };
const TELEPHONE = { width: 360, height: 800 };

const LANGUAGES: readonly string[] = ["en", "ar"];
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];
const WIDTHS = [DESK, TELEPHONE];

/** The addresses that are loaded in a language. */
const addressesIn = (language: string, pages: typeof PAGES) =>
  Object.values(pages)
    .flatMap((addressesOf) => addressesOf(places))
    .filter((_, index) => oneOf(LANGUAGES, index).includes(language));

/** Opens all menus and questions that need no script. @returns how many there were */
const openMenus = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    for (const one of all) one.open = true;
    return all.length;
  });

async function isWider(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return wide > 0 ? [`${wide} px wider than the window`] : [];
}

/** What axe finds in these colours. */
async function inColours(page: Page, schemes: readonly Scheme[], within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [at, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeFindings(page, { within, rules: at > 0 ? COLOURS : undefined })));
  }
  return found;
}

/**
 * What is found on a page at a desk, and made narrow.
 * @param met the widths at which it meets axe-core
 */
async function found(
  page: Page,
  signedIn: boolean,
  met: readonly (typeof DESK)[],
  schemes: readonly Scheme[],
): Promise<{ problems: string[]; opened: number }> {
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize(width);
    await expectSound(page);
    if (signedIn) await expectReachable(page);
    if (met.includes(width)) problems.push(...(await inColours(page, schemes)));
  }
  const opened = await openMenus(page);
  for (const width of met) {
    await page.setViewportSize(width);
    if (opened > 0) problems.push(...(await inColours(page, schemes, "details")));
  }
  for (const width of WIDTHS) {
    await page.setViewportSize(width);
    problems.push(...(await isWider(page)));
  }
  return { problems, opened };
}

/** Where a language goes by its English name on a page in another one. */
const inEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const isContent = text.parentElement?.closest("script, code, bdi, textarea, [translate=no], [lang]:not(html)");
      if (!isContent && /\bCzech\b/.test(text.textContent ?? "")) found.push(`in English: ${text.textContent}`);
    }
    return found;
  });

for (const language of LANGUAGES)
  test(`every page is sound and axe finds nothing, in the language ${language}`, async ({ browser }) => {
    const { base } = stage();
    const context = await browser.newContext({ colorScheme: "light", viewport: DESK });
    const speak = (value: string) => context.addCookies([{ name: "loquat-language", value, url: base }]);
    const page = await context.newPage();
    await speak(language);
    const problems: string[] = [];
    let opened = 0;
    let turn = 0;
    const look = async (address: string, signedIn: boolean) => {
      await page.setViewportSize(DESK);
      const answer = await page.goto(base + address);
      expect(answer?.status(), address).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      // Tabs and bookmarks of two projects are told apart.
      if (signedIn && new URL(address, base).pathname.includes(`/${places.project}/`))
        expect(await page.title(), address).toContain(places.project);
      const seen = await found(page, signedIn, oneOf(WIDTHS, turn), oneOf(SCHEMES, turn >> 1));
      turn++;
      opened += seen.opened;
      const english = language === "en" ? [] : await inEnglish(page);
      problems.push(...[...seen.problems, ...english].map((problem) => `${address}: ${problem}`));
    };
    for (const address of addressesIn(language, STRANGERS_PAGES)) await look(address, false);
    await speak("en");
    await signIn(page);
    await speak(language);
    for (const address of addressesIn(language, PAGES)) await look(address, true);
    await context.close();
    expect(problems).toEqual([]);
    expect(opened).toBeGreaterThan(100);
  });
