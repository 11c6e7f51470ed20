import { readFileSync } from "node:fs";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { makeProject, register } from "./support/garden";
import { ADMIN, askApi, expectSound, signIn, stage } from "./support/stage";

/** Second factors and passkeys in a browser. */

const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: "SHA1" }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** Somebody new, on the page where factors are set up. */
async function newcomer(browser: Browser, options: { javaScriptEnabled?: boolean } = {}) {
  const person = await register(browser);
  const context = await browser.newContext(options);
  await context.addCookies(person.cookies);
  const page = await context.newPage();
  await page.goto(`${stage().base}/accounts/profile/?tab=security`);
  return { ...person, context, page };
}

async function firstStep(
  page: Page,
  { username, password }: { username: string; password: string },
  next = "/projects/",
) {
  await page.goto(`${stage().base}/accounts/login/?next=${next}`);
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second factor");
}

for (const javaScriptEnabled of [true, false])
  test(`an authenticator app is set up and asked for (scripts: ${javaScriptEnabled})`, async ({ browser }) => {
    const { base } = stage();
    const { page, context, ...person } = await newcomer(browser, { javaScriptEnabled });
    await expectSound(page);
    const form = page.getByRole("form", { name: "Add an authenticator app" });
    await form.getByLabel("Password").fill(person.password);
    await form.getByRole("button", { name: "Set up an app" }).click();
    await expect(form.getByRole("img", { name: "QR code with the key" })).toBeVisible();
    await expectSound(page);
    const secret = ((await form.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await form.getByLabel("Code that the app shows").fill("000000");
    await form.getByRole("button", { name: "Add the app" }).click();
    await expect(form.locator("#otp-error")).toContainText("This code is not right");
    await form.getByLabel("Code that the app shows").fill(codeOf(secret, -1));
    await form.getByRole("button", { name: "Add the app" }).click();
    await expect(form.getByText("Your recovery codes")).toBeVisible();
    const [spare = ""] = /\w{4}(?:-\w{4}){3}/.exec((await form.locator("[data-secret]").textContent()) ?? "") ?? [];
    await expect(page.getByRole("rowheader", { name: /Authenticator app/ })).toBeVisible();
    await expectSound(page);
    await page.reload();
    await expect(page.getByText("Your recovery codes")).toHaveCount(0);
    await context.close();

    const second = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await firstStep(second, person);
    await expectSound(second);
    // The first step alone opens nothing.
    await second.goto(`${base}/accounts/profile/`);
    await expect(second).toHaveURL(/\/accounts\/login\//);
    await second.goto(`${base}/accounts/factor/`);
    await second.getByRole("textbox", { name: "Code" }).fill("123456");
    await second.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(second.locator("#otp-error")).toContainText("not right");
    await second.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
    await second.getByLabel("Do not ask again in this browser for 30 days").check();
    await second.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(second).toHaveURL(`${base}/projects/`);
    // This browser is left alone now, another one is not.
    await second.goto(`${base}/accounts/logout/`);
    await second.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await expect(second.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await second.goto(`${base}/accounts/login/?next=/projects/`);
    await second.getByLabel("User name or e-mail").fill(person.username);
    await second.getByLabel("Password").fill(person.password);
    await second.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(second).toHaveURL(`${base}/projects/`);
    await second.context().close();
    const third = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await firstStep(third, person);
    await third.getByRole("textbox", { name: "Code" }).fill(spare);
    await third.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(third).toHaveURL(`${base}/projects/`);
    await third.goto(`${base}/accounts/profile/?tab=security`);
    await expect(third.getByText("9 codes are left.")).toBeVisible();
    // An administrator helps somebody who has lost it all.
    const help = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await signIn(help, ADMIN);
    await help.goto(`${base}/manage/users/${person.username}/`);
    await help.getByRole("button", { name: "Reset second factors" }).click();
    await expect(help.getByText("The second factor is removed.")).toBeVisible();
    await expectSound(help);
    await help.context().close();
    await third.goto(`${base}/accounts/profile/`);
    await expect(third).toHaveURL(/\/accounts\/login\//);
    await third.goto(`${base}/accounts/login/?next=/projects/`);
    await third.getByLabel("User name or e-mail").fill(person.username);
    await third.getByLabel("Password").fill(person.password);
    await third.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(third).toHaveURL(`${base}/projects/`);
    await third.context().close();
  });

test("a passkey is made, is a second factor, and signs in without a password", async ({ browser }) => {
  const { base } = stage();
  const { page, context, ...person } = await newcomer(browser);
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const form = page.getByRole("form", { name: "Add a passkey" });
  await form.getByLabel("Password").fill("wrong");
  await form.getByRole("button", { name: "Add a passkey" }).click();
  await expect(form.getByRole("alert").filter({ hasText: "This is not your password" })).toBeVisible();
  await form.getByLabel("Name of the passkey").fill("Laptop");
  await form.getByLabel("Password").fill(person.password);
  await form.getByRole("button", { name: "Add a passkey" }).click();
  await expect(form.getByText("Your recovery codes")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /Laptop/ })).toBeVisible();
  await expectSound(page);
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials).toHaveLength(1);

  await context.clearCookies();
  await firstStep(page, person);
  await expectSound(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(`${base}/projects/`);

  await context.clearCookies();
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(`${base}/accounts/login/?next=/projects/`);
  const button = page.getByRole("button", { name: "Use a passkey" });
  await expect(button).toBeVisible();
  await page.waitForLoadState("networkidle");
  const before = scripts.length;
  await button.click();
  await expect(page).toHaveURL(`${base}/projects/`);
  // The library came with the click.
  expect(scripts.length).toBeGreaterThan(before);
  await context.close();
});

test("a project that requires a second factor lets one read, and shows the way to it", async ({ page }) => {
  const { base } = stage();
  const project = await makeProject();
  await askApi(`/api/projects/${project}/`, { enforced_2fa: true }, "PATCH");
  await signIn(page);
  await page.goto(`${base}/projects/${project}/`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(project);
  const refused = await page.goto(`${base}/settings/${project}/`);
  expect(refused?.status()).toBe(403);
  await expect(page.getByText("This project requires a second factor for changes.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Set up a second factor" }).click();
  await expect(page.getByRole("form", { name: "Add an authenticator app" })).toBeVisible();
  await askApi(`/api/projects/${project}/`, { enforced_2fa: false }, "PATCH");
  await page.goto(`${base}/settings/${project}/`);
  await expect(page.getByLabel("Require a second factor")).not.toBeChecked();
});

test("password managers find the form for a new password", async ({ request }) => {
  const { base } = stage();
  const answer = await request.get(`${base}/.well-known/change-password`, { maxRedirects: 0 });
  expect(answer.headers().location).toBe(`${base}/accounts/profile/?tab=password`);
});

test("an account is removed by its owner, who is told first what stays", async ({ browser }) => {
  const { base } = stage();
  const { page, context, ...person } = await newcomer(browser);
  await page.goto(`${base}/accounts/profile/`);
  await expectSound(page);
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download everything that is known of you" }).click();
  const known = JSON.parse(readFileSync(await (await started).path(), "utf8"));
  expect(known.account.username).toBe(person.username);
  const stranger = await (await browser.newContext()).request.get(`${base}/accounts/export/`, { maxRedirects: 0 });
  expect([stranger.status(), stranger.headers().location]).toEqual([
    302,
    `${base}/accounts/login/?next=%2Faccounts%2Fprofile%2F`,
  ]);
  await page.getByRole("link", { name: "Remove your account" }).click();
  await expect(page.getByText("Your translations, suggestions and comments stay")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Your user name").fill("somebody");
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Remove my account" }).click();
  await expect(page.locator("#username-error")).toContainText("exactly as it is shown");
  await page.getByLabel("Your user name").fill(person.username);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Remove my account" }).click();
  await expect(page.getByText("Your account is removed.")).toBeVisible();
  await page.getByLabel("User name or e-mail").fill(person.username);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.locator("#password-error")).toContainText("do not match");
  await context.close();
});
