import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { makeUpstream, type Upstream } from "../support/git";
import { alive, editorPath, openEditor, type Seed, seedEditor, storedText } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { finished } from "./support/garden";
import { askApi, expectSound } from "./support/stage";

/**
 * A morning of three people: a volunteer translates, suggests and asks; a developer answers; a reviewer decides; and what
 * came of it stands upstream, by those who wrote it.
 */

let seed: Seed;
let upstream: Upstream;

const PO = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n
msgid "Save the orchard"\nmsgstr ""\n
msgid "Branch"\nmsgstr ""\n
#, c-format
msgid "%d pear"\nmsgid_plural "%d pears"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n
msgid "Harvest."\nmsgstr "Sklizeň"\n`;

const TRANSLATED = ["Uložit sad", "Větev"];

test.beforeAll(async ({ browser }) => {
  seed = await seedEditor(browser);
  upstream = makeUpstream({ "po/cs.po": PO });
  const made = await askApi<{ task_url: string | null }>(`/api/projects/${seed.project}/components/`, {
    ...{ name: "story", slug: "story", repo: upstream.url, push: upstream.url, branch: "main" },
    ...{ filemask: "po/*.po", file_format: "po", push_on_commit: true },
  });
  if (made.task_url) await finished(new URL(made.task_url).pathname);
  await askApi(`/api/projects/${seed.project}/`, { translation_review: true }, "PATCH");
  const { results } = await askApi<{ results: { id: number; name: string; defining_project: string | null }[] }>(
    "/api/groups/?page_size=1000",
  );
  const team = results.find(
    (group) => group.name === "Review" && group.defining_project?.endsWith(`/api/projects/${seed.project}/`),
  );
  await askApi(`/api/users/${seed.names.jan}/groups/`, { group_id: team?.id ?? 0 });
});

const field = (page: Page, form = 0) => page.locator(`#target-${form}`);
const panel = (page: Page) => page.locator("[data-pane=context]");
const saved = (page: Page) => expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
const source = (page: Page) => page.locator("#string-source");
const path = (query = "") => `${editorPath(seed, "story", "cs")}${query}`;
const string = (text: string) => path(`?q=${encodeURIComponent(`source:="${text}"`)}`);
const stored = (text: string) => storedText(seed, "story", "cs", text);

/** States that the server holds, by source. */
async function states(): Promise<Record<string, number>> {
  const { results } = await askApi<{ results: { source: string[]; state: number }[] }>(
    `/api/translations/${seed.project}/story/cs/units/`,
  );
  return Object.fromEntries(results.map(({ source: [text = ""], state }) => [text, state]));
}

async function person(browser: Browser, name: keyof Seed["cookies"], options: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addCookies(seed.cookies[name]);
  return context;
}

/** Opens the comments by their key, which waits for the script of the panel. */
async function openComments(page: Page): Promise<void> {
  await page.keyboard.press("Control+u");
  await expect(panel(page).locator("textarea:focus")).toHaveCount(1);
}

test("three people bring a translation from the first text to the push", async ({ browser }) => {
  const volunteer = await person(browser, "petra");
  const page = await openEditor(volunteer, path("?q=state%3A%3Ctranslated"));
  for (const text of TRANSLATED) {
    await field(page).fill(text);
    await page.keyboard.press("Control+Enter");
  }
  // The plural, a form each; a placeholder is missing in the second, which the checks say before anything is sent.
  await expect(source(page)).toContainText("%d pear");
  await field(page, 0).fill("%d hruška");
  await field(page, 1).fill("hrušky");
  await field(page, 2).fill("%d hrušek");
  await expect(page.getByText("C format").first()).toBeVisible();
  await field(page, 1).fill("%d hrušky");
  await expect(page.getByText("C format")).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await saved(page);
  expect(await stored("%d pear")).toBe("%d hruška|%d hrušky|%d hrušek");

  // A question about the source; the developer answers it, and makes the answer the explanation.
  await page.goto(`${string("Branch")}&tab=comments`);
  await alive(page);
  await openComments(page);
  await panel(page)
    .getByRole("textbox", { name: "Question or comment about the source" })
    .fill("Of a tree, or of a repository?");
  await page.keyboard.press("Control+Enter");
  await expect(panel(page).locator("[data-comment]")).toContainText("Of a tree");
  const developer = await person(browser, "jan");
  const answers = await developer.newPage();
  await answers.goto(`${seed.base}/comments/${seed.project}/story/`);
  await answers.getByRole("link", { name: "Branch" }).click();
  // Without it the page before would be taken for one that is ready.
  await expect(answers.locator("[data-pane=string]")).toBeVisible();
  await alive(answers);
  await openComments(answers);
  await panel(answers).getByRole("textbox", { name: "Question or comment about the source" }).fill("Of a tree.");
  await answers.keyboard.press("Control+Enter");
  await expect(panel(answers).locator("[data-comment]", { hasText: "Of a tree." })).toHaveCount(1);
  await expectSound(answers);

  // The volunteer is not sure of one that is there, and suggests.
  await page.goto(string("Harvest."));
  await alive(page);
  await field(page).fill("Sklizeň.");
  await page.keyboard.press("Alt+Enter");
  await saved(page);
  expect(await stored("Harvest.")).toBe("Sklizeň");

  // The reviewer accepts it, approves one text, and sends another one back.
  const review = await openEditor(developer, string("Harvest."));
  await panel(review).locator("[data-tab=suggestions]").click();
  await expect(panel(review).locator("[data-suggestion]").first()).toContainText("Sklizeň.");
  await review.keyboard.press("a");
  await expect(panel(review).getByText("No suggestions for this string.")).toBeVisible();
  expect(await stored("Harvest.")).toBe("Sklizeň.");
  await review.goto(path("?mode=review"));
  await alive(review);
  for (let place = 1; place <= 4; place++) {
    await expect(review.locator("[data-position]")).toHaveText(`${place} of 4`);
    const text = review.locator("[data-review-text]").first();
    await expect(text).not.toBeEmpty();
    if ((await text.innerText()).includes("Větev")) {
      await review.keyboard.press("r");
      await review.getByLabel("In your own words").fill("We say odnož here.");
      await review.getByRole("button", { name: "Reject and tell the author" }).click();
    } else await review.keyboard.press("a");
  }
  await expect.poll(() => states()).toEqual({ "Save the orchard": 30, Branch: 10, "%d pear": 30, "Harvest.": 30 });
  await expectSound(review);

  // The volunteer finds it among what needs editing, with the reason, and mends it.
  await page.goto(`${path("?q=state%3Aneeds-editing")}&tab=history`);
  await alive(page);
  await expect(source(page)).toContainText("Branch");
  await expectWritten(field(page), "Větev");
  await expect(panel(page)).toContainText("We say odnož here.");
  await field(page).fill("Odnož");
  await page.keyboard.press("Control+s");
  await saved(page);
  await expectSound(page);

  // All of it goes upstream, credited to who wrote it.
  await askApi(`/api/components/${seed.project}/story/repository/`, { operation: "commit" });
  await expect.poll(() => upstream.read("po/cs.po"), { timeout: 60_000 }).toContain("Odnož");
  const file = upstream.read("po/cs.po");
  for (const text of ["Uložit sad", "%d hrušek", "Sklizeň."]) expect(file).toContain(text);
  expect(upstream.git("log", "--format=%an <%ae>")).toContain(`Petra <${seed.names.petra}@`);
  await Promise.all([volunteer.close(), developer.close()]);
});
