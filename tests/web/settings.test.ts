import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { answerGit } from "../support/git-server";
import { gardenUpstream, makeGarden, register } from "./support/garden";
import { askApi, expectSound, saveButton, signIn, stage } from "./support/stage";

test("settings: what is wrong stands by its field, what is right is kept", async ({ page }) => {
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/app/`);
  await page.getByLabel("File mask").fill("po/no-star.po");
  await page.getByLabel("Flags").fill("max-length:0, no such flag!");
  await page.getByRole("textbox", { name: "Translation", exact: true }).fill("{{ broken");
  await saveButton(page).click();
  await expect(page.locator("#check_flags-error")).toBeVisible();
  await expect(page.locator("#commit_message-error")).toBeVisible();
  await expect(page.getByLabel("File mask")).toHaveValue("po/no-star.po");
  await page.getByLabel("Flags").fill("max-length:100");
  await page.getByRole("textbox", { name: "Translation", exact: true }).fill("Translate into {{ language_name }}");
  await saveButton(page).click();
  await expect(page.locator("#commit_message-error")).toHaveCount(0);
  await expect(page.locator("#filemask-error")).toBeVisible();
  await page.getByLabel("File mask").fill("po/*.po");
  await page.getByLabel("Allow voting on suggestions").check();
  await saveButton(page).click();
  await expect(page.getByText("Saved. The strings are being checked again")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Flags")).toHaveValue("max-length:100");
  await expect(page.getByLabel("Allow voting on suggestions")).toBeChecked();
  await expectSound(page);
});

test("settings: of two people with one form each changes what they have changed, and the second is told of a clash", async ({
  page,
  context,
}) => {
  const { project } = await makeGarden();
  await signIn(page);
  const other = await context.newPage();
  for (const one of [page, other]) await one.goto(`${stage().base}/settings/${project}/app/`);
  const flags = (one: typeof page) => one.getByLabel("Flags");
  const message = (one: typeof page) => one.getByRole("textbox", { name: "Translation", exact: true });
  const save = async (one: typeof page) => {
    await saveButton(one).click();
    await expect(one.getByText(/^(Saved\.|.*settings are saved)/)).toBeVisible();
  };
  await flags(page).fill("max-length:100");
  await save(page);
  await message(other).fill("Translate into {{ language_name }}");
  await save(other);
  await expect(flags(other)).toHaveValue("max-length:100");
  await flags(page).fill("max-length:200");
  await save(page);
  await expect(message(page)).toHaveValue("Translate into {{ language_name }}");
  await flags(other).fill("max-length:300");
  await saveButton(other).click();
  await expect(other.locator("#check_flags-error")).toHaveText(
    "Somebody else has changed this in the meantime. It is now: max-length:200. Save again to replace it.",
  );
  const stored = async () => (await askApi<{ check_flags: string }>(`/api/components/${project}/app/`)).check_flags;
  expect(await stored()).toBe("max-length:200");
  await save(other);
  expect(await stored()).toBe("max-length:300");
});

test("settings: parameters of the format are set, mended and left to the file again", async ({ page }) => {
  const { project } = await makeGarden();
  const stored = async () =>
    (await askApi<{ file_format_params: unknown }>(`/api/components/${project}/app/`)).file_format_params;
  await signIn(page);
  await page.goto(`${stage().base}/settings/${project}/app/`);
  const section = page.getByRole("region", { name: "File format parameters" });
  const wrap = section.getByLabel("Long lines");
  const save = saveButton(page);
  await expect(wrap).toHaveValue("");
  await expect(section.getByLabel("Write X-Generator").locator("option:checked")).toHaveText("Not set (Yes)");
  await expect(section.getByLabel("Close empty elements with a tag")).toHaveCount(0);
  await wrap.selectOption("Wrap at line breaks only");
  await section.getByLabel("Remove obsolete strings").selectOption("No");
  await save.click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  expect(await stored()).toEqual({ po_line_wrap: 65535, po_remove_obsolete: false });
  // A page from before a value was taken away.
  await section.getByLabel("Leave out locations").evaluate((select: HTMLSelectElement) => {
    select.add(new Option("Perhaps", "perhaps", true, true));
  });
  await wrap.selectOption("Same as in the file");
  await save.click();
  await expect(page.locator("[id='file_format_params.po_no_location-error']")).toHaveText(
    "Choose one of: true, false.",
  );
  await expect(wrap).toHaveValue("");
  expect(await stored()).toEqual({ po_line_wrap: 65535, po_remove_obsolete: false });
  await section.getByLabel("Leave out locations").selectOption("");
  await section.getByLabel("Remove obsolete strings").selectOption("");
  await save.click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  expect(await stored()).toEqual({});
  await expectSound(page);
});

test("settings: the language of the interface is kept, and left to the browser again", async ({ page, browser }) => {
  // Whom other tests sign in as must keep the language that they read.
  await page.context().addCookies((await register(browser)).cookies);
  await page.goto(`${stage().base}/accounts/profile/?tab=languages`);
  const language = page.getByLabel("Language of the interface");
  const save = page.getByRole("button", { name: "Save interface language" });
  await expect(language.locator("option")).toContainText(["As the browser asks", "čeština", "Deutsch", "English"]);
  await expect(language).toHaveValue("");
  await language.selectOption("English");
  await save.click();
  await expect(page.getByText("The language of the interface is saved.")).toBeVisible();
  await page.goto(`${stage().base}/accounts/profile/?tab=languages`);
  await expect(language).toHaveValue("en");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expectSound(page);
  await language.selectOption("");
  await save.click();
  await expect(page.getByText("The language of the interface is saved.")).toBeVisible();
  await page.reload();
  await expect(language).toHaveValue("");
});

test("settings: a host that merges requests can be left to do so, and others are not asked to", async ({ page }) => {
  const { base } = stage();
  const upstream = gardenUpstream();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    void answerGit(upstream.url, url.pathname.replace("/team/app.git", ""), request, url, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { project } = await makeGarden();
    const component = `/api/components/${project}/app/`;
    const stored = async () => (await askApi<{ auto_merge: boolean }>(component)).auto_merge;
    await signIn(page);
    const box = page.getByLabel("Merge requests automatically");
    const save = saveButton(page);
    await page.goto(`${base}/settings/${project}/app/`);
    await expect(page.getByLabel("Branch", { exact: true })).toBeVisible();
    await expect(box).toHaveCount(0);
    await page.goto(`${base}/manage/hosts/`);
    const form = page.getByRole("form", { name: "New account" });
    await form.getByLabel("Kind of requests").selectOption("gitea");
    await form.getByLabel("Host").fill(host);
    await form.getByLabel("Address of the API").fill(`http://${host}/api/v1`);
    await form.getByLabel("User name").fill("loquat-bot");
    await form.getByLabel("Token").fill("kan4ri3nv0gel");
    await form.getByRole("button", { name: "Add account" }).click();
    await expect(page.getByText("The account is added.")).toBeVisible();
    const repo = `http://${host}/team/app.git`;
    await askApi(component, { vcs: "gitea", repo, push: "", branch: "main" }, "PATCH");
    expect(await stored()).toBe(false);
    await page.goto(`${base}/settings/${project}/app/`);
    await expect(box).not.toBeChecked();
    await box.check();
    await save.click();
    await expect(page.getByText("settings are saved")).toBeVisible();
    expect(await stored()).toBe(true);
    await page.reload();
    await expect(box).toBeChecked();
    await expectSound(page);
    await box.uncheck();
    await save.click();
    await expect(page.getByText("settings are saved")).toBeVisible();
    expect(await stored()).toBe(false);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
