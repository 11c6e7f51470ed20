import { expect, type Page, test } from "@playwright/test";
import { oneOf } from "../support/combinations";
import { axeFindings } from "./support/axe";
import { makeGarden } from "./support/garden";
import { PAGES, type Places, STRANGERS_PAGES } from "./support/pages";
import { makePlaces } from "./support/places";
import { expectReachable, expectSound, signIn, stage } from "./support/stage";

/**
 * What every page is held to, at rest and with its menus and questions opened: axe-core and the basics. Each page is
 * loaded in English at a desk, where it is made narrow in place, and from right to left on a telephone. It meets axe-core
 * in one of the two, in light or in the dark, as the pages share their parts; in all four with
 * `LOQUAT_TEST_COMBINATIONS=whole`.
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

/** Every second address, so that two browsers share the work. */
const halfOf = (addresses: typeof PAGES, half: number) =>
  Object.values(addresses)
    .flatMap((addressesOf) => addressesOf(places))
    .filter((_, index) => index % 2 === half);

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

const LANGUAGES: readonly string[] = ["en", "ar"];
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

/** What axe finds in these colours. */
async function inColours(page: Page, schemes: readonly Scheme[], within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [at, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeFindings(page, { within, rules: at > 0 ? COLOURS : undefined })));
  }
  return found;
}

/** What is found on a page at a desk, and made narrow. */
async function atTheDesk(
  page: Page,
  signedIn: boolean,
  schemes: readonly Scheme[],
): Promise<{ found: string[]; opened: number }> {
  const found: string[] = [];
  const basics = async () => {
    await expectSound(page);
    if (signedIn) await expectReachable(page);
  };
  await basics();
  found.push(...(await inColours(page, schemes)));
  await page.setViewportSize(TELEPHONE);
  await basics();
  await page.setViewportSize(DESK);
  const opened = await openMenus(page);
  if (opened > 0) found.push(...(await inColours(page, schemes, "details")));
  return { found: [...found, ...(await isWider(page))], opened };
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

/** What is found on a page as it was loaded on a telephone. */
async function onATelephone(page: Page, schemes: readonly Scheme[]): Promise<{ found: string[]; opened: number }> {
  const found = [...(await inColours(page, schemes)), ...(await isWider(page)), ...(await inEnglish(page))];
  const opened = await openMenus(page);
  if (opened > 0) found.push(...(await inColours(page, schemes, "details")), ...(await isWider(page)));
  return { found, opened };
}

for (const { name, language, viewport } of [
  { name: "in English at a desk", language: "en", viewport: DESK },
  { name: "in Arabic on a telephone", language: "ar", viewport: TELEPHONE },
] as const)
  for (const half of [0, 1])
    test(`every page is sound and axe finds nothing, ${name}, part ${half + 1} of 2`, async ({ browser }) => {
      const { base } = stage();
      const context = await browser.newContext({ colorScheme: "light", viewport });
      const speak = (value: string) => context.addCookies([{ name: "loquat-language", value, url: base }]);
      const page = await context.newPage();
      await speak(language);
      const problems: string[] = [];
      let opened = 0;
      let turn = 0;
      const look = async (address: string, signedIn: boolean) => {
        const answer = await page.goto(base + address);
        expect(answer?.status(), address).toBe(200);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        // Tabs and bookmarks of two projects are told apart.
        if (signedIn && new URL(address, base).pathname.includes(`/${places.project}/`))
          expect(await page.title(), address).toContain(places.project);
        const schemes = oneOf(LANGUAGES, turn).includes(language) ? oneOf(SCHEMES, turn >> 1) : [];
        turn++;
        const seen = language === "en" ? await atTheDesk(page, signedIn, schemes) : await onATelephone(page, schemes);
        opened += seen.opened;
        problems.push(...seen.found.map((problem) => `${address}: ${problem}`));
      };
      for (const address of halfOf(STRANGERS_PAGES, half)) await look(address, false);
      await speak("en");
      await signIn(page);
      await speak(language);
      for (const address of halfOf(PAGES, half)) await look(address, true);
      await context.close();
      expect(problems).toEqual([]);
      expect(opened).toBeGreaterThan(100);
    });
