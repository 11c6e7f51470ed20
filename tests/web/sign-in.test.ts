import { type Browser, expect, test } from "@playwright/test";
import { makeGarden, register, unique } from "./support/garden";
import { ADMIN, expectSound, signIn, stage } from "./support/stage";

test("signing in: a wrong password is refused by its field, the right one returns to where one was", async ({
  page,
}) => {
  const { base } = stage();
  await page.goto(`${base}/accounts/profile/?tab=tokens`);
  await expect(page).toHaveURL(/\/accounts\/login\/\?next=/);
  await page.getByLabel("User name or e-mail").fill(ADMIN.username);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.locator("#password-error")).toContainText("do not match");
  await expect(page.getByLabel("User name or e-mail")).toHaveValue(ADMIN.username);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/tab=tokens/);
  await page.goto(`${base}/accounts/logout/`);
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("a visitor signs in from any page, and is back at the place that they have come to", async ({ page }) => {
  const { base } = stage();
  const garden = await makeGarden();
  const { username, password } = await register(page.context().browser() as Browser);
  const button = page.getByRole("banner").getByRole("link", { name: "Sign in" });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(`${base}/projects/${garden.project}/?tab=components`);
  await button.click();
  await expect(page).toHaveURL(/\/accounts\/login\/\?next=/);
  await page.goto(`${base}/translate/${garden.project}/app/cs/`);
  await page.getByRole("link", { name: "Save all files" }).first().click();
  await expect(page).toHaveURL(/[?&]checksum=|[?&]offset=/);
  const string = page.url();
  await button.click();
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(string);
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("who finds nothing at an address can sign in there, or sign out to be somebody else", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/projects/nothing-here/`);
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/accounts/login/?next=%2Fprojects%2Fnothing-here%2F",
  );
  await signIn(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.context().addCookies([{ name: "loquat-language", value: "de", url: base }]);
  await page.goto(`${base}/projects/nothing-here/`);
  await expect(main.getByRole("link", { name: "Abmelden, um ein anderes Konto zu verwenden" })).toBeVisible();
  await expectSound(page);
  await page.context().addCookies([{ name: "loquat-language", value: "en", url: base }]);
  await page.goto(`${base}/projects/nothing-here/`);
  await main.getByRole("link", { name: "Sign out to use another account" }).click();
  await expect(main.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("a cookie from before signing out opens nothing; devices are listed and signed out one by one", async ({
  browser,
}) => {
  const { base } = stage();
  const { username, password } = await register(browser);
  const enter = async (userAgent?: string) => {
    const context = await browser.newContext({ userAgent });
    const page = await context.newPage();
    await page.goto(`${base}/accounts/login/?next=/accounts/profile/`);
    await page.getByLabel("User name or e-mail").fill(username);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(`${base}/accounts/profile/`);
    return page;
  };
  const [first, second] = [await enter(), await enter()];
  const kept = await first.context().cookies();
  // A form that was open before: what it sends after the sign-out does nothing.
  const stale = await (await browser.newContext({ storageState: { cookies: kept, origins: [] } })).newPage();
  await stale.goto(`${base}/accounts/profile/`);
  await stale.getByLabel("Name", { exact: true }).fill("Somebody Else");
  await first.goto(`${base}/accounts/logout/`);
  await first.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(first.getByRole("link", { name: "Sign in" })).toBeVisible();
  await stale.getByRole("button", { name: "Save account" }).click();
  await expect(stale.locator("main [role=alert]").first()).toContainText("You have been signed out");
  const thief = await browser.newContext({ storageState: { cookies: kept, origins: [] } });
  const page = await thief.newPage();
  await page.goto(`${base}/accounts/profile/`);
  await expect(page).toHaveURL(/\/accounts\/login\//);
  const save = await thief.request.post(`${base}/translate/-/save/`, {
    headers: { origin: base, "if-match": '"1"' },
    data: { unit: 1, targets: ["x"], state: 20, account: 1 },
  });
  expect(save.status()).toBe(401);

  const third = await enter("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
  await second.goto(`${base}/accounts/profile/?tab=devices`);
  await expectSound(second);
  await expect(second.getByLabel("Name", { exact: true })).toHaveCount(0);
  const other = second.getByRole("button", { name: "Sign out Firefox on Linux" });
  await other.click();
  await expect(other).toHaveCount(0);
  await third.goto(`${base}/accounts/profile/`);
  await expect(third).toHaveURL(/\/accounts\/login\//);
  await second.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(second).toHaveURL(/\/accounts\/login\//);
  for (const each of [first, second, third, stale]) await each.context().close();
  await thief.close();
});

for (const elsewhere of ["//evil.test/", "/..//evil.test/x", "/.//evil.test/x", "/a/..//evil.test/x", "/\\evil.test/x"])
  test(`a sign-in never leads to another site: ${elsewhere}`, async ({ page }) => {
    const { base } = stage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    await page.goto(`${base}/accounts/login/?next=${encodeURIComponent(elsewhere)}`);
    await page.getByLabel("User name or e-mail").fill(ADMIN.username);
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(`${base}/`);
    expect(asked.filter((host) => host !== new URL(base).host)).toEqual([]);
  });

test("next-auth's own pages are never shown", async ({ page }) => {
  const { base } = stage();
  for (const path of ["signin", "signout", "verify-request", "error"]) {
    await page.goto(`${base}/api/auth/${path}`);
    await expect(page).toHaveURL(/\/accounts\/login\/|\/$/);
    await expectSound(page);
  }
});

test("forms work without script", async ({ browser }) => {
  const { base } = stage();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${base}/accounts/register/`);
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Name", { exact: true }).fill("Another Ada");
  await page.getByLabel("E-mail").fill("other@example.org");
  await page.getByLabel("Password").fill("quite another river");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.locator("#username-error")).toContainText("taken");
  await expect(page.getByLabel("E-mail")).toHaveValue("other@example.org");
  await page.getByLabel("User name").fill(`petra-${unique()}`);
  await page.getByLabel("Password").fill("quite another river");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My work");
  await context.close();
});

test("the theme is kept in a cookie", async ({ page }) => {
  const { base } = stage();
  await page.goto(`${base}/`);
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto(`${base}/projects/`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("pages carry a policy without holes, and nothing breaks it", async ({ page }) => {
  const { base } = stage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await signIn(page);
  const answer = await page.goto(`${base}/`);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("'strict-dynamic'");
  expect(policy).not.toContain("unsafe-eval");
  expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}'/);
  await page.locator("summary", { hasText: ADMIN.name }).click();
  await expect(page.getByRole("link", { name: "API tokens" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the account menu is left by Escape, a click elsewhere and the Tab key", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/`);
  const button = page.locator("summary", { hasText: ADMIN.name });
  const item = page.getByRole("link", { name: "Sign out" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(item).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(item).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Space");
  await expect(item).toBeVisible();
  await page.locator("h1").click();
  await expect(item).toBeHidden();
  await button.click();
  await item.focus();
  await expect(item).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(item).toBeHidden();
});

test("a form that another site sends is refused", async ({ page, request }) => {
  const { base } = stage();
  await page.goto(`${base}/accounts/login/`);
  const fields = await page
    .locator("main form input[type=hidden]")
    .evaluateAll((inputs) =>
      inputs.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]),
    );
  const body = { ...Object.fromEntries(fields), username: ADMIN.username, password: ADMIN.password };
  const answer = await request.post(`${base}/accounts/login/`, {
    multipart: body,
    headers: { origin: "http://evil.test" },
  });
  expect(answer.headers()["set-cookie"] ?? "").not.toContain("session-token");
});

test("an e-mail address is changed with the password, and confirmed by an administrator", async ({ page, browser }) => {
  const { base } = stage();
  const { username, password, cookies } = await register(browser);
  const address = `${username}@example.net`;
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const own = await context.newPage();
  await own.goto(`${base}/accounts/profile/`);
  await expect(own.getByText(`${username}@users.noreply.`).last()).toBeVisible();
  await own.getByLabel("E-mail", { exact: true }).fill(address);
  await own.getByRole("button", { name: "Save account" }).click();
  await expect(own.locator("#current_password-error")).toContainText("Enter your password");
  await own.getByLabel("Password").fill(password);
  await own.getByRole("button", { name: "Save account" }).click();
  await expect(own.getByText("Your account is saved.")).toBeVisible();
  await expect(own.getByText("Your address is not confirmed yet")).toBeVisible();
  await signIn(page);
  await page.goto(`${base}/manage/users/`);
  await page.getByRole("button", { name: `Confirm the e-mail of ${username}` }).click();
  await expect(page.getByRole("button", { name: `Confirm the e-mail of ${username}` })).toHaveCount(0);
  await own.reload();
  await expect(own.getByText(`<${address}>`)).toBeVisible();
  await expectSound(own);
  await context.close();
});
