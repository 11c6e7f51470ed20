import { expect, type Page, test } from "@playwright/test";
import { makeGarden, register, unique } from "./support/garden";
import { ADMIN, askApi, expectSound, signIn, stage } from "./support/stage";

/** The pages of the management: how one gets around, people, tokens, tasks, notifications, settings and announcements. */

const open = (page: Page, address: string) => page.goto(`${stage().base}${address}`);

/** Somebody made by the API, with an address. */
async function makeUser(name: string): Promise<string> {
  const username = `${name}-${unique()}`;
  await askApi("/api/users/", { username, full_name: `${name} Orchard`, email: `${username}@example.org` });
  return username;
}

test("the pages are listed at the side, and behind the present one on a phone", async ({ page }) => {
  await signIn(page);
  await open(page, "/manage/");
  const nav = page.getByRole("navigation", { name: "Management" });
  await nav.getByRole("link", { name: "Users" }).click();
  await expect(page).toHaveURL(/\/manage\/users\/$/);
  await expect(nav.getByRole("link", { name: "Users" })).toHaveAttribute("aria-current", "page");
  await expect(nav.locator('[aria-current="page"]:visible')).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectSound(page);
  await expect(nav.getByRole("link", { name: "Settings", exact: true })).toHaveCount(0);
  await nav.locator("summary").click();
  await nav.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expectSound(page);
  for (const [tab, now] of [
    ["users", "users"],
    ["tasks", "tasks"],
    ["repositories", "repos"],
  ]) {
    await open(page, `/manage/?tab=${tab}`);
    await expect(page).toHaveURL(new RegExp(`/manage/${now}/$`));
  }
});

test("what is left to set up is told until somebody puts it away", async ({ page }) => {
  await signIn(page);
  await open(page, "/manage/");
  await expect(page.getByRole("heading", { name: "Set up", exact: true })).toBeVisible();
  await expect(page.getByText("A second administrator")).toBeVisible();
  // Other tests do some of it.
  const next = page.getByRole("link", { name: /^Show: / }).first();
  const address = (await next.getAttribute("href")) ?? "";
  await next.click();
  await expect(page).toHaveURL((url) => url.pathname === address);
  await open(page, "/manage/");
  await page.getByRole("button", { name: "Do not show this list again" }).click();
  await expect(page.getByRole("heading", { name: "Set up", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Show the set-up list again" }).click();
  await expect(page.getByRole("heading", { name: "Set up", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Do not show this list again" }).click();
  await expect(page.getByRole("heading", { name: "Set up", exact: true })).toHaveCount(0);
});

test("a test e-mail goes to one's own address", async ({ page }) => {
  await signIn(page);
  await open(page, "/manage/settings/");
  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByText(/The mail server took the e-mail to ada@/)).toBeVisible();
});

test("who may not manage sees neither list nor pages", async ({ page, browser }) => {
  await page.context().addCookies((await register(browser)).cookies);
  for (const address of [
    "users/",
    "users/ada/",
    "tokens/",
    "tasks/",
    "hooks/",
    "settings/",
    "appearance/",
    "languages/",
  ]) {
    expect((await open(page, `/manage/${address}`))?.status(), address).toBe(403);
    await expect(page.getByRole("navigation", { name: "Management" })).toHaveCount(0);
    await expect(page.getByText(ADMIN.email)).toHaveCount(0);
  }
});

test("a user is added, chooses a password by the link, and is found", async ({ page, browser }) => {
  const username = `new-${unique()}`;
  await signIn(page);
  await open(page, "/manage/users/");
  await page.getByRole("link", { name: "Add a user" }).click();
  await page.getByLabel("User name").fill(ADMIN.username);
  await page.getByLabel("Full name").fill("New Person");
  await page.getByLabel("E-mail").fill(`${username}@example.org`);
  await page.getByLabel("Show it here, to be passed on").check();
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.locator("#username-error")).toContainText("taken");
  await page.getByLabel("User name").fill(username);
  await page.getByRole("button", { name: "Add user" }).click();
  const link = await page.locator("[data-secret] pre").textContent();
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(link ?? "");
  await own.getByLabel("New password", { exact: true }).fill("a wide and quiet lake");
  await own.getByLabel("Repeat the new password").fill("a wide and quiet lake");
  await own.getByRole("main").getByRole("button").first().click();
  await expect(own.getByLabel("New password")).toHaveCount(0);
  await own.goto(link ?? "");
  await expect(own.getByLabel("New password")).toHaveCount(0);
  await context.close();
  await open(page, "/manage/users/");
  await page.getByLabel("Find", { exact: true }).fill(username);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
});

test("ticked users are deactivated and come back, on a phone too", async ({ page }) => {
  const [one, two] = [await makeUser("tick"), await makeUser("tick")];
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await open(page, "/manage/users/?q=tick-");
  await page.getByRole("checkbox", { name: `Select ${one}` }).check();
  await page.getByRole("checkbox", { name: `Select ${two}` }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("2 users are deactivated and signed out.")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(one) })).toContainText("inactive");
  await expectSound(page);
  await page.getByRole("checkbox", { name: `Select ${two}` }).check();
  await page.getByRole("combobox", { name: "Selected users" }).selectOption("Activate");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("1 user is active again.")).toBeVisible();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Select at least one user.").first()).toBeVisible();
  await open(page, "/manage/users/?q=ada");
  await page.getByRole("checkbox", { name: "Select ada" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("ada: you cannot deactivate yourself.")).toBeVisible();
});

test("of two administrators with one form, the second sees what has changed", async ({ page, context }) => {
  const username = await makeUser("form");
  await signIn(page);
  const other = await context.newPage();
  for (const each of [page, other]) await open(each, `/manage/users/${username}/`);
  const save = async (on: Page, name: string) => {
    const form = on.getByRole("form", { name: "Profile" });
    await form.getByLabel("Full name").fill(name);
    await form.getByRole("button", { name: "Save" }).click();
  };
  await save(page, "First Hand");
  await expect(page.getByText("The profile is saved.")).toBeVisible();
  await save(other, "Second Hand");
  await expect(other.locator("#full_name-error")).toContainText("It is now: First Hand");
  await expect(other.getByLabel("Full name")).toHaveValue("Second Hand");
  await other.getByRole("form", { name: "Profile" }).getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Second Hand" })).toBeVisible();
});

test("one person is raised and lowered, helped and signed out; the last administrator stays", async ({ page }) => {
  const username = await makeUser("one");
  await signIn(page);
  await open(page, `/manage/users/${username}/`);
  await page.getByRole("button", { name: "Make administrator" }).click();
  await expect(page.getByText(`${username} is now an administrator.`)).toBeVisible();
  await page.getByRole("button", { name: "Take administration away" }).click();
  await expect(page.getByText(`${username} is no administrator any more.`)).toBeVisible();
  await page.getByRole("button", { name: "Create a link" }).click();
  await expect(page.locator("[data-secret] pre")).toContainText("/accounts/reset/?token=");
  await page.getByRole("button", { name: "End all sessions" }).click();
  await expect(page.getByText("1 user is signed out everywhere.")).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectSound(page);
  await open(page, "/manage/users/?kind=superuser&q=ada");
  await page.getByRole("link", { name: ADMIN.name }).click();
  await page.getByRole("button", { name: "Take administration away" }).click();
  await expect(page.getByText("This is the last superuser.").first()).toBeVisible();
});

test("an account is merged into another one after a preview, and one is removed", async ({ page }) => {
  const [from, into] = [await makeUser("from"), await makeUser("into")];
  await signIn(page);
  await open(page, `/manage/users/${from}/`);
  const look = page.getByRole("form", { name: "Preview" });
  await look.getByLabel("User name of the account that stays").fill(from);
  await look.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("An account cannot be merged into itself.")).toBeVisible();
  await look.getByLabel("User name of the account that stays").fill(into);
  await look.getByRole("button", { name: "Preview" }).click();
  const form = page.getByRole("form", { name: "Merge into another account" });
  await expect(page.getByText("This cannot be undone.")).toBeVisible();
  await expectSound(page);
  await form.getByLabel(`To confirm, type ${from}`).fill("something");
  await form.getByRole("button", { name: `Merge ${from} into ${into}` }).click();
  await expect(form.getByText(`Type ${from} to confirm.`).first()).toBeVisible();
  await form.getByLabel(`To confirm, type ${from}`).fill(from);
  await form.getByRole("button", { name: `Merge ${from} into ${into}` }).click();
  await expect(page.getByText("The accounts are merged.")).toBeVisible();
  expect((await open(page, `/manage/users/${from}/`))?.status()).toBe(404);
  await open(page, `/manage/users/${into}/`);
  await page.getByText("What is kept, what is lost").click();
  await page.getByLabel(`To confirm, type ${into}`).fill(into);
  await page.getByRole("button", { name: `Remove ${into}` }).click();
  await expect(page.getByText("The account is removed.")).toBeVisible();
});

test("a token of anybody is found and revoked", async ({ page }) => {
  const name = `laptop ${unique()}`;
  await signIn(page);
  await open(page, "/accounts/profile/?tab=tokens");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.locator("[data-secret]")).toBeVisible();
  await open(page, `/manage/tokens/?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectSound(page);
  await page.locator("tbody").getByText("Revoke", { exact: true }).click();
  await page.getByRole("button", { name: new RegExp(`Revoke the token ${name}`) }).click();
  await expect(page.getByRole("row")).toHaveCount(0);
});

test("how many tokens are revoked is said before they are, without script", async ({ browser }) => {
  const name = `laptop ${unique()}`;
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await signIn(page);
  for (const at of [1, 2, 3]) {
    await open(page, "/accounts/profile/?tab=tokens");
    await page.getByLabel("Name").fill(`${name} ${at}`);
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.locator("[data-secret]")).toBeVisible();
  }
  await open(page, `/manage/tokens/?q=${encodeURIComponent(name)}`);
  const tick = async (at: number) => page.getByRole("checkbox", { name: `Select ${name} ${at}` }).check();
  const apply = () => page.getByRole("button", { name: "Apply" }).click();
  await apply();
  await expect(page.getByText(/^Select at least one/).first()).toBeVisible();
  await tick(1);
  await tick(2);
  await apply();
  await expect(page.getByText("Programs that use one of the 2 selected tokens stop working at once.")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(4);
  await expectSound(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Programs that use one of")).toHaveCount(0);
  await expect(page.getByRole("row")).toHaveCount(4);
  await tick(1);
  await tick(3);
  await apply();
  // What is ticked behind the question was not asked about.
  await tick(2);
  await page.getByRole("button", { name: "Revoke 2 tokens" }).click();
  await expect(page.getByText("2 tokens are revoked.")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveText([new RegExp(`^${name} 2`)]);
  await context.close();
});

test("teams and languages of the installation are ordered, lose columns, and leave as CSV", async ({ page }) => {
  await signIn(page);
  for (const [table, column] of [
    ["teams", "Reach"],
    ["languages", "Translations"],
  ] as const) {
    await open(page, `/manage/${table}/`);
    const names = page.getByRole("rowheader").getByRole("link");
    const first = await names.first().textContent();
    await page.getByRole("columnheader").first().getByRole("link").click();
    await expect(page).toHaveURL(/\?down=1$/);
    await expect(names.first()).not.toHaveText(first ?? "");
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: column, exact: true }).uncheck();
    await page.getByRole("button", { name: "Show these" }).click();
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeHidden();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    expect((await download).suggestedFilename()).toBe(`${table}.csv`);
    await expectSound(page);
  }
});

test("tasks are narrowed by project and state", async ({ page }) => {
  const garden = await makeGarden();
  await signIn(page);
  await open(page, `/manage/tasks/?project=${garden.project}&state=done`);
  await expect(page.getByRole("link", { name: "Component import" })).toBeVisible();
  await expect(page.getByLabel("Slug of the project")).toHaveValue(garden.project);
  await page.getByRole("form", { name: "Find tasks" }).getByLabel("State").selectOption("failed");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("link", { name: "Component import" })).toHaveCount(0);
  await expectSound(page);
});

test("a notification that matches nothing is seen, with no secret of it", async ({ page, request }) => {
  const name = `nowhere-${unique()}`;
  const answer = await request.post(`${stage().base}/hooks/github/`, {
    headers: { "x-github-event": "push" },
    data: {
      ref: "refs/heads/main",
      hidden: "kan4ri3nv0gel",
      repository: { name, owner: { login: "team" }, url: `https://github.com/team/${name}` },
    },
  });
  expect(answer.status()).toBe(202);
  await signIn(page);
  await open(page, `/manage/hooks/?outcome=unmatched&q=${name}`);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("No component uses it");
  expect(await page.content()).not.toContain("kan4ri3nv0gel");
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectSound(page);
  await row.getByRole("button", { name: /^Replay/ }).click();
  await expect(row.getByText("Handled again: nothing is updated.")).toBeVisible();
  await page.reload();
  await expect(row).toHaveCount(2);
  await expect(row.first()).toContainText(/Repeated by /);
  await expectSound(page);
  await row
    .first()
    .getByRole("link", { name: /^Create a component from it: / })
    .click();
  await expect(page.getByLabel("Repository", { exact: true })).toHaveValue(new RegExp(name));
  await expect(page.getByLabel("Branch")).toHaveValue("main");
});

test("settings tell what is set where, and hide secrets", async ({ page }) => {
  await signIn(page);
  await open(page, "/manage/settings/");
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name} `) });
  await expect(row("LOQUAT_DATA")).toContainText(stage().data);
  await expect(page.getByRole("rowheader", { name: /^DATABASE_URL/ })).toBeVisible();
  expect(await page.content()).not.toMatch(/postgres(?:ql)?:\/\/\w/);
  await expectSound(page);
});

test("a language is added, changed and removed", async ({ page }) => {
  const code = `x${unique()}`;
  await signIn(page);
  await open(page, "/manage/languages/?add=1");
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByLabel("Name", { exact: true }).fill("Orchardish");
  await page.getByLabel("Plural rule").fill("n ==");
  await page.getByRole("button", { name: "Add language" }).click();
  await expect(page.locator('[id="plural.formula-error"]')).toBeVisible();
  await page.getByLabel("Plural rule").fill("n != 1");
  await page.getByRole("button", { name: "Add language" }).click();
  await expect(page).toHaveURL(new RegExp(`/manage/languages/${code}/$`));
  await page.getByLabel("Direction").selectOption("rtl");
  await page.getByLabel("Speakers").fill("1636485517");
  await page.getByLabel("Other codes").fill(`${code}_alias`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The language is saved.")).toBeVisible();
  await expect(page.getByLabel("Direction")).toHaveValue("rtl");
  await expect(page.getByLabel("Speakers")).toHaveValue("1636485517");
  await expectSound(page);
  await page.getByRole("button", { name: "Remove Orchardish" }).click();
  await expect(page.getByText("The language is removed.")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("people are ticked and acted on, added and changed", async ({ page, browser }) => {
    const username = await makeUser("plain");
    const context = await browser.newContext({ javaScriptEnabled: true });
    const scripted = await context.newPage();
    await signIn(scripted);
    await page.context().addCookies(await context.cookies());
    await context.close();
    await open(page, `/manage/users/?q=${username}`);
    await page.getByRole("checkbox", { name: `Select ${username}` }).check();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("1 user is deactivated and signed out.")).toBeVisible();
    await open(page, `/manage/users/${username}/`);
    await page.getByRole("button", { name: "Activate" }).click();
    await expect(page.getByText("1 user is active again.")).toBeVisible();
    await page.getByRole("button", { name: "Create a link" }).click();
    await expect(page.locator("[data-secret] pre")).toContainText("/accounts/reset/?token=");
    await open(page, "/manage/users/?add=1");
    await page.getByLabel("User name").fill(`${username}2`);
    await page.getByLabel("E-mail").fill(`${username}2@example.org`);
    await page.getByLabel("Show it here, to be passed on").check();
    await page.getByRole("button", { name: "Add user" }).click();
    const shown = page.locator("[data-secret] pre");
    await expect(shown).toContainText("/accounts/reset/?token=");
    const link = (await shown.innerText()).trim();
    const first = await browser.newPage();
    await first.goto(link);
    await expect(first.getByRole("heading", { level: 1, name: "Choose a password" })).toBeVisible();
    await first.getByLabel("New password", { exact: true }).fill("a brand new river");
    await first.getByLabel("Repeat the new password").fill("a brand new river");
    await first.getByRole("button", { name: "Set the password" }).click();
    await expect(first.getByText("Your password is set.")).toBeVisible();
    await first.close();
  });
});
