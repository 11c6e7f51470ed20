import { expect, test } from "@playwright/test";
import { makeGarden, register } from "./support/garden";
import { expectSound, stage } from "./support/stage";

/** Going by another name in a project. */

test("somebody chooses a name for a project, is refused another's, and goes back to the own one", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const jan = await register(browser, "Jan");
  await page.context().addCookies((await register(browser)).cookies);
  await page.goto(`${base}/accounts/profile/`);
  const form = page.getByRole("form", { name: "Use this name" });
  await form.getByLabel("Project", { exact: true }).fill(project);
  await form.getByLabel("Name in this project").fill(jan.username);
  await form.getByRole("button", { name: "Use this name" }).click();
  await expect(form.getByText("Somebody else goes by this name.").first()).toBeVisible();
  await expect(form.getByLabel("Project", { exact: true })).toHaveValue(project);
  await form.getByLabel("Name in this project").fill("Night Owl");
  await form.getByRole("button", { name: "Use this name" }).click();
  await expect(page.getByText(`What you save in ${project} from now on says “Night Owl”.`)).toBeVisible();
  const row = page.getByRole("row", { name: project });
  await expect(row).toContainText("Night Owl");
  await expect(row).toContainText(/[0-9a-f]{16}@users\.noreply\./);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page);
  }
  await row.getByRole("button", { name: `Remove the name in ${project}` }).click();
  await expect(row).toHaveCount(0);
});
