import { expect, test } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { makeGarden } from "./support/garden";
import { PAGES, type Places, STRANGERS_PAGES } from "./support/pages";
import { makePlaces } from "./support/places";
import { signIn, stage } from "./support/stage";

/**
 * axe-core on every page, at rest and with its menus and questions opened: light, from right to left on a telephone, and in the
 * dark for its colours.
 */

let places: Places;

test.beforeAll(async () => {
  places = await makePlaces(await makeGarden());
});

// What is found is told in words; a trace of two hundred pages helps nobody.
test.use({ trace: "off" });
test.describe.configure({ mode: "parallel", timeout: 900_000 });

for (const { name, language, scheme, width, rules } of [
  { name: "light", language: "en", scheme: "light", width: 1440, rules: undefined },
  { name: "dark", language: "en", scheme: "dark", width: 1440, rules: ["color-contrast"] },
  { name: "in Arabic, on a telephone", language: "ar", scheme: "light", width: 360, rules: undefined },
] as const)
  test(`axe finds nothing on any page and in none of its menus: ${name}`, async ({ browser }) => {
    const { base } = stage();
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
    const speak = (value: string) => context.addCookies([{ name: "loquat-language", value, url: base }]);
    const page = await context.newPage();
    await speak(language);
    const problems: string[] = [];
    let opened = 0;
    const look = async (address: string) => {
      const answer = await page.goto(base + address);
      expect(answer?.status(), address).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const tell = async (within?: string) => {
        const where = within ? `${address} opened` : address;
        for (const finding of await axeFindings(page, { rules, within })) problems.push(`${where}: ${finding}`);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wide > 0) problems.push(`${where}: ${wide} px wider than the window`);
      };
      await tell();
      const menus = await page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
        for (const one of all) one.open = true;
        return all.length;
      });
      opened += menus;
      if (menus > 0) await tell("details");
    };
    for (const address of Object.values(STRANGERS_PAGES).flatMap((addressesOf) => addressesOf(places)))
      await look(address);
    await speak("en");
    await signIn(page);
    await speak(language);
    for (const address of Object.values(PAGES).flatMap((addressesOf) => addressesOf(places))) await look(address);
    await context.close();
    expect(problems).toEqual([]);
    expect(opened).toBeGreaterThan(200);
  });
