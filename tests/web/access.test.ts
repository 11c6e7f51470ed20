import { expect, test } from "@playwright/test";
import { makeGarden, register } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

test("a token is shown once, works, and ends at once when revoked", async ({ page, request }) => {
  const { base } = stage();
  let kept = "";
  await signIn(page);
  await page.goto(`${base}/accounts/profile/?tab=tokens`);
  for (const name of ["laptop", "to be revoked"]) {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByRole("rowheader", { name })).toBeVisible();
    const shown = (await page.locator("[data-secret] pre").first().textContent()) ?? "";
    expect(shown).toMatch(/^svcu_[A-Za-z0-9]{36}$/);
    if (name === "laptop") kept = shown;
    else {
      const works = () => request.get(`${base}/api/projects/`, { headers: { authorization: `Token ${shown}` } });
      expect((await works()).status()).toBe(200);
      const row = page.getByRole("row", { name });
      await row.getByText("Revoke", { exact: true }).click();
      await expect(row.getByText("stop working at once")).toBeVisible();
      expect((await works()).status()).toBe(200);
      await page.getByRole("button", { name: `Revoke the token ${name}` }).click();
      await expect(page.getByRole("rowheader", { name })).toHaveCount(0);
      await expect.poll(async () => (await works()).status(), { timeout: 5000 }).toBe(401);
    }
  }
  await page.reload();
  await expect(page.locator("main")).not.toContainText(kept);
  await expectSound(page);
});

test("a project token belongs to a bot and reaches its project only", async ({ page, request }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/access/${project}/?tab=tokens`);
  await page.getByLabel("Name", { exact: true }).fill("ci");
  await page.getByRole("button", { name: "Create token" }).click();
  const shown = (await page.locator("[data-secret] pre").first().textContent()) ?? "";
  expect(shown).toMatch(/^svcp_[A-Za-z0-9]{36}$/);
  const answer = await request.get(`${base}/api/projects/${project}/`, {
    headers: { authorization: `Token ${shown}` },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`${base}/access/${project}/`);
  await expect(page.getByRole("link", { name: `Change bot-${project}-ci` })).toBeVisible();
});

test("members come and go; no team is chosen for them, and the last administrator stays unless it is meant", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const { username } = await register(browser);
  await signIn(page);
  await page.goto(`${base}/access/${project}/`);
  const add = page.getByRole("button", { name: "Add", exact: true });
  const team = page.getByRole("radio", { name: /^Administration/ });
  await expect(team).not.toBeChecked();
  await page.getByLabel("User name").fill(username);
  await add.click();
  await expect(page.locator("#team-error")).toContainText("Choose a team");
  await page.getByLabel("User name").fill("nobody-here");
  await team.check();
  await add.click();
  await expect(page.locator("#username-error")).toContainText("There is no user nobody-here");
  await page.getByLabel("User name").fill(username);
  await team.check();
  await add.click();
  await expect(page.getByText(`${username} is now a member.`)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: `Change ${username}` }).click();
  const ticked = page.getByRole("checkbox", { name: "Administration" });
  await ticked.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#last-error")).toContainText("Nobody would manage the members");
  await ticked.uncheck();
  await page.getByRole("checkbox", { name: "Even if nobody manages" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The teams are saved.")).toBeVisible();
  await expectSound(page);
  await page.goto(`${base}/access/${project}/`);
  await expect(page.getByRole("link", { name: `Change ${username}` })).toHaveCount(0);
});
