import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { makeUpstream } from "../support/git";
import { alive } from "./support/editor-seed";
import { chooseByTyping } from "./support/field";
import { type RunningServer, startServer } from "./support/server";
import { ADMIN, expectSound } from "./support/stage";

/** Loquat's own words are translated in Loquat into a language that it does not have, and shown in it. */

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const WORDS = { "common.projects": "Projecten", "common.languages": "Talen", "signIn.username.label": "Naam of adres" };

async function translate(page: Page, key: string, text: string): Promise<void> {
  await page.goto(`${server.base}/translate/loquat/interface/nl/?q=${encodeURIComponent(`key:="${key}"`)}`);
  await alive(page);
  await page.locator("#target-0").fill(text);
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
}

test("the interface is translated into a sixth language, and read in it after a restart", async ({ page, browser }) => {
  const upstream = makeUpstream(
    Object.fromEntries(
      ["en", "de"].map((code) => {
        const path = `app/messages/${code}.json`;
        return [path, readFileSync(join(process.cwd(), path), "utf8")];
      }),
    ),
  );
  await page.goto(server.setup);
  await page.getByLabel("User name").fill(ADMIN.username);
  await page.getByLabel("Name", { exact: true }).fill(ADMIN.name);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Create administrator account" }).click();
  await page.getByRole("link", { name: "Skip", exact: true }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByText("Loquat is set up")).toBeVisible();
  await page.goto(`${server.base}/create/project/`);
  await page.getByLabel("Name", { exact: true }).fill("Loquat");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(/create\/component\/\?project=loquat/);

  await page.goto(`${server.base}/create/component/vcs/?project=loquat`);
  await page.getByLabel("Repository").fill(upstream.url);
  await page.getByRole("button", { name: "Find translations" }).click();
  await expect(page.getByText("app/messages/*.json").first()).toBeVisible();
  await page.getByRole("article").first().getByText("Adjust").click();
  await page.getByRole("article").first().getByLabel("Slug").fill("interface");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator("[data-task=done]")).toBeVisible({ timeout: 120_000 });

  await page.goto(`${server.base}/projects/loquat/interface/`);
  await page.getByRole("link", { name: "Add a language" }).click();
  await chooseByTyping(page.getByLabel("Language", { exact: true }), "Dutch");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Dutch", { timeout: 60_000 });
  for (const [key, text] of Object.entries(WORDS)) await translate(page, key, text);

  await page.goto(`${server.base}/repository/loquat/interface/`);
  await page.getByRole("button", { name: /^Commit \d+ edit/ }).click();
  await expect
    .poll(() => {
      const pushed = upstream.git("log", "--patch", "main", "--", "app/messages/nl.json");
      return Object.values(WORDS).filter((text) => !pushed.includes(text));
    })
    .toEqual([]);
  writeFileSync(join(server.messages, "nl.json"), upstream.read("app/messages/nl.json"));
  await server.restart();

  const reader = await (await browser.newContext({ locale: "nl-NL" })).newPage();
  await reader.goto(`${server.base}/accounts/login/`);
  await expect(reader.locator("html")).toHaveAttribute("lang", "nl");
  const menu = reader.getByRole("banner");
  await expect(menu.getByRole("link", { name: "Projecten" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Talen" })).toBeVisible();
  await expect(reader.getByLabel("Naam of adres")).toBeVisible();
  // What nobody has translated yet is English.
  await expect(reader.getByLabel("Password")).toBeVisible();
  await expectSound(reader);
});
