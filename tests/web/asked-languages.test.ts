import { expect, test } from "@playwright/test";
import { chooseByTyping } from "./support/field";
import { finished, gardenUpstream, makeProject, register } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Asking for a language where managers add them, and answering. */

async function askedGarden(): Promise<string> {
  const project = await makeProject();
  const made = await askApi<{ task_url: string }>(`/api/projects/${project}/components/`, {
    ...{ name: "App", slug: "app", repo: gardenUpstream().url, branch: "main", filemask: "po/*.po" },
    ...{ new_base: "po/app.pot", file_format: "po", new_lang: "contact" },
  });
  await finished(new URL(made.task_url).pathname);
  return project;
}

test("somebody asks for their language, a manager adds it in one press, and both read of it", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  const project = await askedGarden();
  const { cookies } = await register(browser);
  const guestContext = await browser.newContext();
  await guestContext.addCookies(cookies);
  const guest = await guestContext.newPage();
  await guest.goto(`${base}/accounts/profile/?tab=languages`);
  await chooseByTyping(guest.locator("#languages-0"), "polski");
  await guest.getByRole("button", { name: "Save languages" }).click();
  await expect(guest.getByText("Your languages are saved.")).toBeVisible();
  await guest.goto(`${base}/projects/${project}/app/`);
  await guest.getByRole("link", { name: "Ask for Polish" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Ask for a language of App");
  await guest.getByLabel("Why, or who would translate").fill("I would.");
  await guest.getByRole("button", { name: "Ask for a language" }).click();
  await expect(guest.getByText("Your request waits for an answer.")).toBeVisible();
  await expect(guest.getByRole("button", { name: "Take the request back: Polish" })).toBeVisible();
  await expectSound(guest);

  await signIn(page);
  await page.goto(`${base}/`);
  await expect(page.getByRole("heading", { name: "Requests that wait for you" })).toBeVisible();
  await page.goto(`${base}/projects/${project}/app/`);
  await page.getByRole("link", { name: "Show: Requested languages" }).click();
  await expect(page.getByText("I would.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Add Polish to App" }).click();
  await expect(page.getByText("Polish: added to 1 component; its file is being made.")).toBeVisible();
  await expect(page.getByText("I would.")).toHaveCount(0);

  await guest.goto(`${base}/accounts/notices/`);
  await expect(guest.getByText("A language that you asked for was added")).toBeVisible();
  await guest.goto(`${base}/projects/${project}/app/pl/`);
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Polish");
  await guestContext.close();
});

test("a request of a project is declined with a reason, on a phone without script", async ({ browser }) => {
  const { base } = stage();
  const project = await askedGarden();
  const { cookies } = await register(browser, "Emil");
  const phone = { javaScriptEnabled: false, viewport: { width: 360, height: 800 } };
  const guestContext = await browser.newContext(phone);
  await guestContext.addCookies(cookies);
  const guest = await guestContext.newPage();
  await guest.goto(`${base}/projects/${project}/`);
  await guest.getByRole("link", { name: "Ask for a language" }).click();
  await guest.getByLabel("Language", { exact: true }).selectOption("fi");
  await guest.getByRole("button", { name: "Ask for a language" }).click();
  await expect(guest.getByText("Waits for an answer.", { exact: true })).toBeVisible();

  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`${base}/new-lang/${project}/`);
  await page.locator("summary", { hasText: "Decline" }).click();
  await page.getByLabel("Reason").fill("Nobody reviews Finnish.");
  await page.getByRole("button", { name: /^Decline Finnish in/ }).click();
  await expect(page.getByText("No requests")).toBeVisible();
  expect((await page.locator("main").boundingBox())?.width ?? 0).toBeLessThanOrEqual(360);

  await guest.goto(`${base}/accounts/notices/`);
  await guest.getByRole("link", { name: project }).first().click();
  await expect(guest.getByText("Nobody reviews Finnish.")).toBeVisible();
  await context.close();
  await guestContext.close();
});
