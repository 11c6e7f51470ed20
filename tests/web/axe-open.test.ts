import { expect, type Page, test } from "@playwright/test";
import { axeFindings } from "./support/axe";
import { type Garden, makeGarden } from "./support/garden";
import { signIn, stage } from "./support/stage";

/** axe-core on what scripts open: the palette, lists of choices, and the dialogs, panels and menus of the editor. */

let garden: Garden;

test.beforeAll(async () => {
  garden = await makeGarden();
});

test.use({ trace: "off" });
test.describe.configure({ mode: "parallel", timeout: 900_000 });

const LOOKS = [
  { name: "light", language: "en", scheme: "light", width: 1440 },
  { name: "dark", language: "en", scheme: "dark", width: 1440 },
  { name: "in Arabic, on a telephone", language: "ar", scheme: "light", width: 360 },
] as const;

async function wider(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

for (const { name, language, scheme, width } of LOOKS) {
  test.describe(name, () => {
    test.use({ colorScheme: scheme, viewport: { width, height: 900 } });

    test.beforeEach(async ({ page, context }) => {
      await signIn(page);
      await context.addCookies([{ name: "loquat-language", value: language, url: stage().base }]);
    });

    test("the palette, a list of choices, and the dialogs of the editor", async ({ page }) => {
      const { base } = stage();
      const { project } = garden;
      const problems: string[] = [];
      const look = async (what: string) => {
        for (const finding of await axeFindings(page)) problems.push(`${what}: ${finding}`);
        const wide = await wider(page);
        if (wide > 0) problems.push(`${what}: ${wide} px wider than the window`);
      };
      await page.goto(`${base}/projects/${project}/app/`);
      const palette = page.locator("dialog[open]");
      await expect(async () => {
        await page.keyboard.press("Control+k");
        await expect(palette.getByRole("option").first()).toBeVisible({ timeout: 2000 });
      }).toPass({ timeout: 30_000 });
      await look("the palette");
      await page.keyboard.type("app");
      await expect(palette.locator("[aria-selected=true]")).toBeVisible();
      await look("the palette with an answer");
      await page.keyboard.press("Escape");

      await page.goto(`${base}/new-lang/${project}/app/`);
      const list = page.locator("input#language_code");
      await list.click();
      await expect(page.getByRole("option").first()).toBeVisible();
      await look("a list of choices");
      await list.fill("xyzzy");
      await look("a list of choices in which nothing is found");

      await page.goto(`${base}/translate/${project}/app/cs/`);
      await page.locator("[data-pane=string]").waitFor();
      const field = page.locator("[data-pane=string] [role=textbox], [data-pane=string] textarea").first();
      await field.waitFor();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await expect(async () => {
        await page.keyboard.press("?");
        await expect(palette.getByRole("heading").first()).toBeVisible({ timeout: 2000 });
      }).toPass({ timeout: 30_000 });
      await look("the keys of the editor");
      await page.keyboard.press("Escape");
      const tabs = page.locator("[data-tab]:visible");
      expect(await tabs.count()).toBeGreaterThan(4);
      for (let at = 0; at < (await tabs.count()); at++) {
        const tab = tabs.nth(at);
        await tab.click();
        await page.waitForLoadState("networkidle");
        await look(`the panel ${await tab.innerText()}`);
      }
      const menus = page.locator("details[data-menu] > summary:visible");
      for (let at = 0; at < (await menus.count()); at++) {
        const menu = menus.nth(at);
        await menu.click();
        await look(`the menu ${await menu.innerText()} of the editor`);
        await page.keyboard.press("Escape");
      }
      expect(problems).toEqual([]);
    });
  });
}
