import { test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { askApi, signIn, stage } from "./support/stage";

test("shots", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const patch = (settings: object) => askApi(`/api/components/${project}/app/`, settings, "PATCH");
  await patch({
    priority: 80,
    license: "MIT",
    agreement: "Be kind to the trees, and to all who work in the garden.",
    enforced_checks: ["end_stop", "same"],
  });
  await patch({
    agreement: "Be kind to all trees, and to those who work in the garden.",
    push: "https://robot:hunter2@git.example.org/app.git",
  });
  await askApi(`/api/projects/${project}/component-settings/`, {
    settings: { priority: 140, commit_message: "Translated by hand\n\n{{ author }}" },
  });
  await patch({ push: "https://robot:hunter3@git.example.org/app.git", license: "GPL-3.0-or-later" });
  await askApi(
    `/api/projects/${project}/`,
    { instructions: "Be kind", translation_review: true, access_control: 1 },
    "PATCH",
  );
  await askApi(`/api/projects/${project}/component-defaults/`, { settings: { priority: 60 } }, "PATCH").catch(
    () => undefined,
  );
  await signIn(page);
  for (const [name, width, scheme] of [
    ["wide", 1440, "light"],
    ["phone", 360, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${base}/settings-changes/${project}/app/`);
    await page.screenshot({ path: `/tmp/wt-a-${name}-list.png`, fullPage: true });
    await page
      .getByRole("link", { name: /^Revert…/ })
      .last()
      .click();
    await page.screenshot({ path: `/tmp/wt-a-${name}-plan.png`, fullPage: true });
    await page.goto(`${base}/settings-changes/${project}/`);
    await page.screenshot({ path: `/tmp/wt-a-${name}-project.png`, fullPage: true });
    await page.goto(`${base}/manage/settings-changes/`);
    await page.screenshot({ path: `/tmp/wt-a-${name}-site.png`, fullPage: true });
    await page.goto(`${base}/settings/${project}/app/`);
    await page.screenshot({ path: `/tmp/wt-a-${name}-settings.png` });
  }
});
