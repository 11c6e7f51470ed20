import { expect, test } from "@playwright/test";
import { makeProject, unique } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Keys for SSH servers, ours and theirs. */

test("servers are entered with their keys, and forgotten", async ({ page }) => {
  const { public_key } = await askApi<{ public_key: string }>("/api/ssh/key/", {});
  const [type, key] = public_key.split(" ");
  const host = `git-${unique()}.example.org`;
  await signIn(page);
  await page.goto(`${stage().base}/manage/ssh/`);
  await page.getByLabel("Line of known_hosts").fill(`${host} ${type}`);
  await page.getByRole("button", { name: "Add server" }).click();
  await expect(page.locator("#line-error")).toContainText("Enter a line of known_hosts");
  await page.getByLabel("Line of known_hosts").fill(`${host} ${type} ${key}`);
  await page.getByRole("button", { name: "Add server" }).click();
  await expect(page.getByText("The server is known now.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: host })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: `Forget ${host}` }).click();
  await expect(page.getByRole("rowheader", { name: host })).toHaveCount(0);
});

test("a project gets a key of its own, and gives it up", async ({ page }) => {
  const project = await makeProject();
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/`);
  await page.getByRole("link", { name: "SSH key" }).click();
  await expect(page.getByText("which other projects use as well")).toBeVisible();
  const shared = await page.getByText(/^ssh-ed25519 /).textContent();
  await page.getByRole("button", { name: "Create a key for this project" }).click();
  await expect(page.getByText("This project has a key of its own.")).toBeVisible();
  expect(await page.getByText(/^ssh-ed25519 /).textContent()).not.toBe(shared);
  await expectSound(page);
  await page.getByRole("button", { name: "Remove the key" }).click();
  await expect(page.getByText("which other projects use as well")).toBeVisible();
  expect(await page.getByText(/^ssh-ed25519 /).textContent()).toBe(shared);
});

test("a project gets an OpenPGP key, signs with it, and gives it up", async ({ page }) => {
  const project = await makeProject();
  await signIn(page);
  await page.goto(`${stage().base}/ssh/${project}/`);
  await expect(page.getByText("Commits of this project are not signed.")).toBeVisible();
  await page.getByRole("button", { name: "Create an OpenPGP key" }).click();
  const key = page.getByText(/^-----BEGIN PGP PUBLIC KEY BLOCK-----/);
  await expect(key).toBeVisible();
  await expect(page.getByText("Commits of this project are signed.", { exact: true })).toBeVisible();
  const first = await key.textContent();
  await expectSound(page);
  await page.getByRole("button", { name: "Replace the key" }).click();
  await expect(key).not.toHaveText(first ?? "");
  await page.getByRole("button", { name: "Remove the OpenPGP key" }).click();
  await expect(page.getByRole("button", { name: "Create an OpenPGP key" })).toBeVisible();
});
