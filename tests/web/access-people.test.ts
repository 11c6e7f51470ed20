import { expect, type Page, test } from "@playwright/test";
import { makeGarden, makeProject, PASSWORD, register, unique } from "./support/garden";
import { linkIn } from "./support/mails";
import { ADMIN, askApi, expectSound, signIn, stage } from "./support/stage";

/** Inviting people, their teams and rights, blocking, and asking for access: as people meet them. */

/** Fills in the form of a new account behind an invitation. */
async function createAccount(page: Page, username: string): Promise<void> {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Name", { exact: true }).fill("Nora New");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account and accept" }).click();
}

test("an invitation by mail makes an account and a member, on a phone without script; used twice it says so", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  const project = await makeProject();
  const address = `nora-${unique()}@example.org`;
  await signIn(page);
  await page.goto(`${base}/access/${project}/?tab=invitations`);
  await page.getByLabel("E-mail", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.locator("#team-error")).toContainText("Choose a team");
  await page.getByRole("radio", { name: /^Administration/ }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`on its way to ${address}`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Revoke the invitation of ${address}` })).toBeVisible();
  await expectSound(page);
  const link = await linkIn(address, /http\S+\/accounts\/invitation\/\?code=\S+/);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
  const guest = await context.newPage();
  await guest.goto(link);
  await expectSoundWithoutScript(guest);
  await expect(guest.getByLabel("E-mail", { exact: true })).toHaveValue(address);
  await expect(guest.getByText("You would join the team Administration")).toBeVisible();
  await createAccount(guest, `nora-${unique()}`);
  await expect(guest).toHaveURL(`${base}/projects/${project}/`);
  await guest.goto(`${base}/accounts/profile/`);
  await expect(guest.getByText("This address is confirmed")).toBeVisible();
  await guest.goto(`${base}/access/${project}/`);
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Access to");
  await guest.goto(link);
  await expect(guest.getByText("This invitation has been used")).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByText("No pending invitations")).toBeVisible();
});

/** Scripts of a test do not run there either: only what can be asked from outside. */
async function expectSoundWithoutScript(page: Page): Promise<void> {
  await expect(page.locator("h1")).toHaveCount(1);
  const box = await page.locator("main").boundingBox();
  expect(box?.width ?? 0).toBeLessThanOrEqual(360);
}

test("a link is shown once, joins whoever is signed in, and is renewed and revoked", async ({ page, browser }) => {
  const { base } = stage();
  const project = await makeProject();
  const { username, cookies } = await register(browser);
  await signIn(page);
  await page.goto(`${base}/access/${project}/?tab=invitations`);
  await page.getByRole("radio", { name: /^Administration/ }).check();
  await page.getByRole("radio", { name: /^As a link/ }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const shown = page.locator("[data-secret] pre");
  const first = (await shown.textContent()) ?? "";
  expect(first).toContain("/accounts/invitation/?code=");
  await page.reload();
  await expect(shown).toHaveCount(0);
  await page.getByRole("button", { name: /^Make a new link for/ }).click();
  const second = (await shown.textContent()) ?? "";
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const guest = await context.newPage();
  await guest.goto(first);
  await expect(guest.getByText("does not exist or was revoked")).toBeVisible();
  await guest.goto(second);
  await expectSound(guest);
  await expect(guest.getByText(`You are signed in as ${username}`)).toBeVisible();
  await guest.getByRole("button", { name: "Accept and join" }).click();
  await expect(guest).toHaveURL(`${base}/projects/${project}/`);
  await guest.goto(`${base}/access/${project}/`);
  await expect(guest.getByRole("link", { name: `Change ${username}` })).toBeVisible();
  await context.close();
});

test("an invitation to another account's address is refused with a way on", async ({ page, browser }) => {
  const { base } = stage();
  const project = await makeProject();
  const { username } = await register(browser, "Nils");
  const other = await register(browser);
  // The address is confirmed by the link that was mailed at sign-up.
  await page.goto(await linkIn(`${username}@example.org`, /http\S+\/accounts\/confirm\/\?token=\S+/));
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByText("is confirmed.")).toBeVisible();
  await signIn(page);
  await page.goto(`${base}/access/${project}/?tab=invitations`);
  await page.getByLabel("E-mail", { exact: true }).fill(`${username}@example.org`);
  await page.getByRole("radio", { name: /^Administration/ }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText("on its way to")).toBeVisible();
  const link = await linkIn(`${username}@example.org`, /http\S+\/accounts\/invitation\/\?code=\S+/);
  const context = await browser.newContext();
  await context.addCookies(other.cookies);
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByText("This invitation is for another account")).toBeVisible();
  await expectSound(guest);
  await context.close();
});

test("a Czech team, cs only, is made in the browser alone; it says what it reaches, and why its members may", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  const { project } = await makeGarden();
  const { username, cookies } = await register(browser);
  await signIn(page);
  await page.goto(`${base}/access/${project}/?tab=teams`);
  await page.getByLabel("Name", { exact: true }).fill("Czech <i>team</i>");
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page).toHaveURL(/\/teams\/\d+\/$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team Czech <i>team</i>");
  await expect(page.getByText("Without a role this team lets").first()).toBeVisible();
  await page.getByRole("checkbox", { name: "Review strings" }).check();
  await page.getByRole("radio", { name: "The chosen languages only" }).check();
  await page.getByRole("checkbox", { name: "Czech" }).check();
  await page.getByLabel("Other languages").fill("xx-none");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#languages-error")).toContainText("There is no language xx-none");
  await page.getByLabel("Other languages").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The team is saved.")).toBeVisible();
  await expect(page.getByText("Reaches 1 project, 1 language, nobody.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await expect(page).toHaveURL(/tab=members/);
  const field = page.getByLabel("User name").or(page.getByLabel("User name or e-mail"));
  await field.fill(username);
  await expect(field).toHaveValue(username);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(`${username} is now a member.`)).toBeVisible();
  await expect(page.getByText("Reaches 1 project, 1 language, 1 person.")).toBeVisible();

  await page.goto(`${base}/access/${project}/?tab=matrix`);
  await page.getByRole("link", { name: /Czech <i>team<\/i>: approve translations: In part/ }).click();
  await expect(page.locator("#why")).toContainText("has the role Review strings");
  await expect(page.locator("#why")).toContainText("in these languages only: Czech");
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectSound(page);
  await page.goto(`${base}/access/${project}/?person=${username}`);
  await page.locator("summary", { hasText: "Translating and reviewing" }).click();
  await expect(page.getByText("Team Czech <i>team</i> has the role Review strings").first()).toBeVisible();
  await expectSound(page);

  const context = await browser.newContext();
  await context.addCookies(cookies);
  const member = await context.newPage();
  await member.goto(page.url().replace(/access.*/, ""));
  const { results } = await askApi<{ results: { id: number; name: string }[] }>("/api/groups/?page_size=1000");
  const team = results.findLast(({ name }) => name === "Czech <i>team</i>")?.id;
  await member.goto(`${base}/teams/${team}/`);
  await expect(member.getByText("Reaches 1 project, 1 language, 1 person.")).toBeVisible();
  await expect(member.getByRole("button", { name: "Save" })).toHaveCount(0);
  await member.getByRole("button", { name: "Leave the team" }).click();
  await expect(member).toHaveURL(`${base}/`);
  expect((await member.goto(`${base}/teams/${team}/`))?.status()).toBe(404);
  await context.close();

  await page.goto(`${base}/teams/${team}/`);
  await page.getByRole("button", { name: "Remove the team" }).click();
  await expect(page).toHaveURL(`${base}/access/${project}/?tab=teams`);
  await expect(page.getByRole("link", { name: "Czech <i>team</i>" })).toHaveCount(0);
});

test("somebody is blocked with a note, their changes are at hand, and let in again", async ({ page, browser }) => {
  const { base } = stage();
  const project = await makeProject();
  const { username } = await register(browser);
  await signIn(page);
  await page.goto(`${base}/access/${project}/?tab=blocked`);
  await page.getByLabel("User name").fill("ada");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.locator("#username-error")).toContainText("cannot block yourself");
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Note").fill("spam <script>alert(1)</script>");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText(`${username} is blocked.`)).toBeVisible();
  await expect(page.getByText("spam <script>alert(1)</script>")).toBeVisible();
  await page.getByRole("link", { name: "See what they changed" }).click();
  await expect(page.getByRole("link", { name: /^Revert (?:what they changed|their last 30 days)/ })).toHaveAttribute(
    "href",
    new RegExp(`^/bulk-edit/${project}/\\?act=revert&user=${username}&since=\\d{4}-\\d\\d-\\d\\d$`),
  );
  await expectSound(page);
  await page.getByRole("button", { name: "Unblock" }).click();
  await expect(page.getByRole("button", { name: "Block", exact: true })).toBeVisible();
});

test("who is refused asks for access without script, sees that it waits, and is let in", async ({ page, browser }) => {
  const { base } = stage();
  const project = await makeProject();
  const { username, cookies } = await register(browser);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
  await context.addCookies(cookies);
  const reader = await context.newPage();
  expect((await reader.goto(`${base}/settings/${project}/`))?.status()).toBe(403);
  await expect(reader.getByRole("link", { name: "Go back" })).toHaveAttribute("href", `/projects/${project}/`);
  const { results } = await askApi<{ results: { id: number; name: string; defining_project: string | null }[] }>(
    "/api/groups/?page_size=1000",
  );
  const team = results.find((row) => row.name === "Administration" && row.defining_project?.includes(project));
  await askApi(`/api/users/${ADMIN.username}/groups/`, { group_id: team?.id ?? 0 });
  await reader.reload();
  await expect(reader.getByText(/^Access is given by /)).toContainText(ADMIN.name);
  await reader.getByLabel("What would you like to do?").fill("Keep the <b>settings</b>");
  await reader.getByRole("button", { name: "Ask for access" }).click();
  await expect(reader.getByText("waits for an answer").first()).toBeVisible();
  await reader.goto(`${base}/access/${project}/`);
  await expect(reader.getByText("waits for an answer").first()).toBeVisible();
  await signIn(page);
  await page.goto(`${base}/access/${project}/`);
  await page.getByRole("link", { name: "Requests 1" }).click();
  await expect(page.getByText("Keep the <b>settings</b>")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: `Add to the team: ${username}` }).click();
  await expect(page.getByText("Choose a team: it decides").first()).toBeVisible();
  await page.getByLabel("Team", { exact: true }).selectOption({ label: "Administration" });
  await page.getByRole("button", { name: `Add to the team: ${username}` }).click();
  await expect(page.getByText("No requests")).toBeVisible();
  expect((await reader.goto(`${base}/settings/${project}/`))?.status()).toBe(200);
  await context.close();
});

test("roles and teams of the installation are made, changed and removed", async ({ page }) => {
  const { base } = stage();
  const name = `Role ${unique()}`;
  await signIn(page);
  await page.goto(`${base}/manage/roles/`);
  await page.locator("summary", { hasText: "New role" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("checkbox", { name: "approve translations" }).check();
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText("No team has this role.")).toBeVisible();
  await page.getByRole("checkbox", { name: "push to the remote repository" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The role is saved.")).toBeVisible();
  await expectSound(page);
  const address = page.url();

  await page.goto(`${base}/manage/teams/`);
  await page.getByLabel("Name", { exact: true }).fill(`Team ${name}`);
  await page.getByRole("button", { name: "Create team" }).click();
  await page.getByRole("checkbox", { name, exact: true }).check();
  await page.getByRole("radio", { name: "All projects" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The team is saved.")).toBeVisible();
  await expect(page.getByText(/^Reaches \d+ projects?, all languages, nobody\.$/)).toBeVisible();
  await expectSound(page);
  await page.goto(`${base}/manage/teams/?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goto(address);
  await expect(page.getByRole("link", { name: `Team ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Remove the role" }).click();
  await expect(page).toHaveURL(`${base}/manage/roles/`);
  await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Administration" }).click();
  await expect(page.getByText("A built-in role is reset")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
});
