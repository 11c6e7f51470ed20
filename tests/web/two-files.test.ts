import { expect, test } from "@playwright/test";
import { makeGarden } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

const FILES = ["po/pt_BR.po", "po/pt-BR.po"] as const;

test("an alert names both files of a language, and lets another one be used", async ({ page }) => {
  const { project, upstream } = await makeGarden();
  for (const [at, file] of FILES.entries()) {
    upstream.commit({ [file]: upstream.read("po/de.po").replace("Beenden", `Sair ${at}`) });
    await askApi(`/api/components/${project}/app/repository/`, { operation: "pull" });
  }
  const used = async () => (await askApi<{ filename: string }>(`/api/translations/${project}/app/pt_BR/`)).filename;
  expect(await used()).toBe(FILES[0]);
  await signIn(page);
  await page.goto(`${stage().base}/alerts/${project}/app/`);
  await expect(page.getByText(`pt_BR: ${FILES.join(", ")}`)).toBeVisible();
  await expect(page.getByText(/^Can be mended by/).first()).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: `Use ${FILES[1]} instead` }).click();
  await expect.poll(used).toBe(FILES[1]);
  const found = await askApi<{ count: number }>(`/api/translations/${project}/app/pt_BR/units/?q=target:"Sair 1"`);
  expect(found.count).toBe(1);
});
