import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { git } from "../support/git";
import { expectSound, signIn, stage } from "./support/stage";

test.describe.configure({ mode: "serial" });

let key = "";

async function firstComponent(request: APIRequestContext): Promise<{ slug: string }> {
  const answer = await request.get(`${stage().base}/api/projects/garden/components/`, {
    headers: { authorization: `Token ${key}` },
  });
  const body = (await answer.json()) as { results: { slug: string; file_format: string }[] };
  const found = body.results.find((component) => component.file_format === "po");
  if (!found) throw new Error("The component of the wizard's test is missing.");
  return found;
}

async function openRepository(page: Page, request: APIRequestContext): Promise<void> {
  await signIn(page);
  await page.goto(`${stage().base}/repository/garden/${(await firstComponent(request)).slug}/`);
}

test("a token is shown once, works, and ends at once when revoked", async ({ page, request }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/accounts/profile/?tab=tokens`);
  for (const name of ["laptop", "to be revoked"]) {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Make a token" }).click();
    await expect(page.getByRole("rowheader", { name })).toBeVisible();
    const shown = (await page.locator("[data-secret] pre").first().textContent()) ?? "";
    expect(shown).toMatch(/^svcu_[A-Za-z0-9]{36}$/);
    if (name === "laptop") key = shown;
    else {
      const works = () => request.get(`${base}/api/projects/`, { headers: { authorization: `Token ${shown}` } });
      expect((await works()).status()).toBe(200);
      await page.getByRole("button", { name: `Revoke the token ${name}` }).click();
      await expect(page.getByRole("rowheader", { name })).toHaveCount(0);
      await expect.poll(async () => (await works()).status(), { timeout: 5000 }).toBe(401);
    }
  }
  await page.reload();
  await expect(page.locator("main")).not.toContainText(key);
  await expectSound(page);
});

test("a project token belongs to a bot and reaches its project only", async ({ page, request }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/access/garden/?tab=tokens`);
  await page.getByLabel("Name", { exact: true }).fill("ci");
  await page.getByRole("button", { name: "Make a token" }).click();
  const shown = (await page.locator("[data-secret] pre").first().textContent()) ?? "";
  expect(shown).toMatch(/^svcp_[A-Za-z0-9]{36}$/);
  const answer = await request.get(`${base}/api/projects/garden/`, { headers: { authorization: `Token ${shown}` } });
  expect(answer.status()).toBe(200);
  await page.goto(`${base}/access/garden/`);
  await expect(page.getByText("bot-garden-ci").or(page.getByRole("link", { name: "ci", exact: true }))).toBeVisible();
});

test("members come and go", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/access/garden/`);
  await page.getByLabel("User name").fill("nobody-here");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.locator("#username-error")).toContainText("There is no user nobody-here");
  await page.getByLabel("User name").fill("petra");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const remove = page.getByRole("button", { name: "Remove petra from Administration" });
  await expect(remove).toBeVisible();
  await expectSound(page);
  await remove.click();
  await expect(remove).toHaveCount(0);
});

test("an edit waits, is committed, and the page's buttons follow", async ({ page, request }) => {
  const { base } = stage();
  const { slug } = await firstComponent(request);
  const headers = { authorization: `Token ${key}` };
  const units = (await (
    await request.get(`${base}/api/translations/garden/${slug}/cs/units/?q=state:empty`, { headers })
  ).json()) as { results: { id: number }[] };
  const unit = units.results[0];
  if (!unit) throw new Error("There is no empty string to translate.");
  const saved = await request.patch(`${base}/api/units/${unit.id}/`, {
    headers,
    data: { state: 20, target: ["Otevřít"] },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await openRepository(page, request);
  await expect(page.getByRole("button", { name: /^Push/ })).toBeDisabled();
  await page.getByRole("button", { name: /^Commit \d+ edit/ }).click();
  await expect(page.getByRole("button", { name: "Commit", exact: true })).toBeDisabled({ timeout: 40_000 });
  await expect(page.getByText(/\d commits? to push/)).toBeVisible();
  await expectSound(page);
});

test("reset shows its plan, and no text is lost", async ({ page, request }) => {
  await openRepository(page, request);
  await page.getByRole("link", { name: "Reset…" }).click();
  await expect(page.getByText("no text that anybody typed is lost")).toBeVisible();
  await page.getByRole("link", { name: "Keep everything" }).click();
  await page.getByRole("link", { name: "Reset…" }).click();
  await page.getByRole("button", { name: /^Reset and drop/ }).click();
  await expect(page.getByRole("button", { name: /^Commit \d+ edit/ })).toBeEnabled({ timeout: 40_000 });
  const { slug } = await firstComponent(request);
  const answer = await request.get(`${stage().base}/api/translations/garden/${slug}/cs/units/?q=target:Otevřít`, {
    headers: { authorization: `Token ${key}` },
  });
  expect(((await answer.json()) as { count: number }).count).toBe(1);
});

test("looking for updates runs as a task with a log", async ({ page, request }) => {
  await openRepository(page, request);
  await page.getByRole("button", { name: /Look for updates|^Update with/ }).click();
  await expect(page.locator("[data-task=done]")).toBeVisible({ timeout: 40_000 });
  await page.getByRole("rowheader", { name: "Update" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update");
  await expectSound(page);
});

test("a lock is shown with its reason until it is lifted", async ({ page, request }) => {
  await openRepository(page, request);
  await page.getByLabel("Reason").fill("moving house");
  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(page.getByText("Locked. moving house")).toBeVisible();
  const { slug } = await firstComponent(request);
  await page.goto(`${stage().base}/projects/garden/${slug}/`);
  await expect(page.getByText("Locked: nobody can edit here now")).toBeVisible();
  await openRepository(page, request);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("button", { name: "Lock", exact: true })).toBeVisible();
});

test("settings: what is wrong stands by its field, what is right is kept", async ({ page, request }) => {
  const { slug } = await firstComponent(request);
  await signIn(page);
  await page.goto(`${stage().base}/settings/garden/${slug}/`);
  await page.getByLabel("File mask").fill("po/no-star.po");
  await page.getByLabel("Flags").fill("max-length:0, no such flag!");
  await page.getByRole("textbox", { name: "Translation", exact: true }).fill("{{ broken");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.locator("#check_flags-error")).toBeVisible();
  await expect(page.locator("#commit_message-error")).toBeVisible();
  await expect(page.getByLabel("File mask")).toHaveValue("po/no-star.po");
  await page.getByLabel("Flags").fill("max-length:100");
  await page.getByRole("textbox", { name: "Translation", exact: true }).fill("Translate into {{ language_name }}");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.locator("#commit_message-error")).toHaveCount(0);
  await expect(page.locator("#filemask-error")).toBeVisible();
  await page.getByLabel("File mask").fill("po/*.po");
  await page.getByLabel("People may vote on suggestions").check();
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Flags")).toHaveValue("max-length:100");
  await expect(page.getByLabel("People may vote on suggestions")).toBeChecked();
  await expectSound(page);
});

test("settings: parameters of the format are set, mended and left to the file again", async ({ page, request }) => {
  const { slug } = await firstComponent(request);
  const stored = async () => {
    const answer = await request.get(`${stage().base}/api/components/garden/${slug}/`, {
      headers: { authorization: `Token ${key}` },
    });
    return ((await answer.json()) as { file_format_params: unknown }).file_format_params;
  };
  await signIn(page);
  await page.goto(`${stage().base}/settings/garden/${slug}/`);
  const section = page.getByRole("region", { name: "File format parameters" });
  const wrap = section.getByLabel("Long lines");
  const save = page.getByRole("button", { name: "Save the settings" });
  await expect(wrap).toHaveValue("");
  await expect(section.getByLabel("Write X-Generator").locator("option:checked")).toHaveText("Not set (yes)");
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
  await wrap.selectOption("As the file has it");
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

test("commits are pushed as soon as there is an address to push to", async ({ page, request }) => {
  const { slug } = await firstComponent(request);
  await signIn(page);
  await page.goto(`${stage().base}/settings/garden/${slug}/`);
  const upstream = await page.getByLabel("Repository", { exact: true }).inputValue();
  await page.getByLabel("Push address").fill(upstream);
  await page.getByLabel("Push as soon as something is committed").uncheck();
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.getByText("settings are saved")).toBeVisible();
  await openRepository(page, request);
  await page.getByRole("button", { name: /^Commit \d+ edit/ }).click();
  await page.getByRole("button", { name: /^Push \d+ commit/ }).click({ timeout: 40_000 });
  await expect(page.getByText("nothing to push")).toBeVisible({ timeout: 40_000 });
  expect(git(upstream, "show", "main:po/cs.po")).toContain("Otevřít");
  expect(git(upstream, "log", "--format=%an", "main")).toContain("Ada Min");
});

test("files are reformatted on request, as parameters say that act on whole files", async ({ page, request }) => {
  const { slug } = await firstComponent(request);
  await openRepository(page, request);
  const button = page.getByRole("button", { name: "Reformat files" });
  await expect(button).toBeDisabled();
  await expect(page.getByText("No parameter is set that acts on whole files")).toBeVisible();
  const address = `${stage().base}/api/components/garden/${slug}/`;
  const set = await request.patch(address, {
    headers: { authorization: `Token ${key}` },
    data: { file_format_params: { po_line_wrap: 65535, dos_eol: true } },
  });
  expect(set.status(), await set.text()).toBe(200);
  await openRepository(page, request);
  await expect(page.getByText("po_line_wrap: 65535")).toBeVisible();
  await expectSound(page);
  await button.click();
  await expect(page.getByText(/Reformatted \d+ files? of \d+/).first()).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/\d commits? to push/)).toBeVisible();
});
