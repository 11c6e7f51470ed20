import { expect, type Page, test } from "@playwright/test";
import { type OidcServer, oidcVariables, startOidcServer } from "../support/oidc-server";
import { type SamlServer, samlVariables, startSamlServer } from "../support/saml-server";
import { freePort, type RunningServer, startServer } from "./support/server";
import { expectSound } from "./support/stage";

/** Signing in with a real OpenID Connect server and one with SAML, on a Loquat of its own. */

let server: RunningServer;
let oidc: OidcServer;
let saml: SamlServer;

test.beforeAll(async () => {
  const port = await freePort();
  oidc = await startOidcServer(`http://localhost:${port}`);
  saml = await startSamlServer();
  server = await startServer({ port, variables: { ...oidcVariables(oidc), ...samlVariables(saml) } });
});

test.afterAll(async () => {
  await server.stop();
  await oidc.stop();
  await saml.stop();
});

/** Fills in the provider's own page. */
async function enter(page: Page, subject: string): Promise<void> {
  await page.locator("input[name=login]").fill(subject);
  await page.locator("input[name=password]").fill("x");
  await page.locator("button[type=submit]").click();
}

for (const javaScriptEnabled of [true, false])
  test(`an account is made with a provider, and opened with it (scripts: ${javaScriptEnabled})`, async ({
    browser,
  }) => {
    const subject = `rosa-${javaScriptEnabled}`;
    oidc.people.set(subject, { name: "Rosa Garden", preferred_username: subject, email: `${subject}@club.test` });
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${server.base}/accounts/login/?next=/projects/`);
    await expectSound(page);
    await page.getByRole("link", { name: "Sign in with Garden Club" }).click();
    await enter(page, subject);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create your account");
    await expectSound(page);
    await expect(page.getByLabel("User name")).toHaveValue(subject);
    await page.getByLabel("User name").fill("");
    await page.getByLabel("User name").fill("no spaces please");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.locator("#username-error")).toContainText("Use only letters");
    await page.getByLabel("User name").fill(subject);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(`${server.base}/projects/`);
    await page.goto(`${server.base}/accounts/profile/?tab=security`);
    await expect(page.getByRole("rowheader", { name: "Garden Club" })).toBeVisible();
    await context.close();
    const again = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await again.goto(`${server.base}/accounts/login/?next=/projects/`);
    await again.getByRole("link", { name: "Sign in with Garden Club" }).click();
    await enter(again, subject);
    await expect(again).toHaveURL(`${server.base}/projects/`);
    await again.context().close();
  });

test("an account that there is gets linked after a sign-in to it, and unlinked again", async ({ page }) => {
  const [username, password] = ["petra", "a long and quiet river"];
  await page.goto(`${server.base}/accounts/register/`);
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Name", { exact: true }).fill("Petra");
  await page.getByLabel("E-mail").fill("petra@club.test");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My work");
  await page.context().clearCookies();
  // The provider says that the address is Petra's, and that it has checked it.
  oidc.people.set("petra", { preferred_username: "petra", email: "petra@club.test", email_verified: true });
  await page.goto(`${server.base}/accounts/login/`);
  await page.getByRole("link", { name: "Sign in with Garden Club" }).click();
  await enter(page, "petra");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Link Garden Club?");
  await expectSound(page);
  await page.getByRole("button", { name: "Link Garden Club" }).click();
  await expect(page.getByText("The account is linked.")).toBeVisible();
  await page.locator("summary", { hasText: "Unlink" }).click();
  await page.locator("details[open]").getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Unlink Garden Club" }).click();
  await expect(page.locator("details[open] [role=alert]").first()).toContainText("This is not your password");
  await page.locator("details[open]").getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Unlink Garden Club" }).click();
  await expect(page.getByText("None yet.")).toBeVisible();
  await expectSound(page);
});

test("SAML makes an account and opens it, although its answer comes from another site", async ({ browser }) => {
  saml.people.set("s-77", { uid: "uma", displayName: "Uma Orchard", mail: "uma@club.test" });
  for (const place of ["/accounts/join/", "/projects/"]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.base}/accounts/login/?next=/projects/`);
    await page.getByRole("link", { name: "Sign in with House Keys" }).click();
    await page.getByLabel("Account").fill("s-77");
    await page.getByRole("button", { name: "Go" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(server.base + place);
    if (place === "/accounts/join/") {
      await expect(page.getByText("House Keys says that you are uma")).toBeVisible();
      await expectSound(page);
      await page.getByRole("button", { name: "Create account" }).click();
    }
    await expect(page).toHaveURL(`${server.base}/projects/`);
    await context.close();
  }
});

test("what goes wrong is said in words, and other sites begin nothing", async ({ page, request }) => {
  await page.goto(`${server.base}/accounts/login/`);
  await page.getByRole("link", { name: "Sign in with Garden Club" }).click();
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByText("You did not allow Garden Club to tell Loquat who you are")).toBeVisible();
  await expectSound(page);
  await page.goto(`${server.base}/accounts/login/?problem=denied&provider=<b>Bank</b>`);
  await expect(page.getByText("You did not allow the service")).toBeVisible();
  const sent = await request.get(`${server.base}/accounts/via/oidc/`, {
    headers: { "sec-fetch-site": "cross-site" },
    maxRedirects: 0,
  });
  expect(sent.headers().location).toBe(`${server.base}/accounts/login/?next=%2F`);
});
