import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { finished, makeGarden } from "./support/garden";
import { signIn, stage } from "./support/stage";

/** How pages follow a task. */

/** Keeps back what is not to arrive yet. */
function makeGate() {
  let open = () => {};
  const opened = new Promise<void>((pass) => {
    open = pass;
  });
  return { open: () => open(), opened };
}

test("a page whose task ends calls nobody back who has followed a link", async ({ page }) => {
  const { base } = stage();
  const { project, upstream } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/repository/${project}/app/`);
  // Git waits for what this branch has to say.
  const pipe = join(upstream.url, "refs", "heads", "silent");
  execFileSync("mkfifo", [pipe]);
  const [told, left] = [makeGate(), makeGate()];
  await page.route("**/state/", async (route) => {
    await told.opened;
    await route.continue();
  });
  const address = `${base}/projects/${project}/app/`;
  await page.route(address, async (route) => {
    await left.opened;
    await route.continue();
  });
  const first = page.waitForRequest("**/state/");
  await page.getByRole("button", { name: /Check for updates|^Update with/ }).click();
  const task = new URL((await first).url()).pathname.split("/").at(-3);
  writeFileSync(pipe, `${upstream.git("rev-parse", "main")}\n`);
  rmSync(pipe);
  await finished(`/api/tasks/${task}/`);
  const second = page.waitForRequest(address);
  await page.locator(`a[href="/projects/${project}/app/"]`).first().click({ noWaitAfter: true });
  await second;
  told.open();
  // What must not happen needs time in which it could.
  await page.waitForTimeout(2_500);
  left.open();
  await expect(page).toHaveURL(address);
});
