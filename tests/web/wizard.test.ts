import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { makeUpstream } from "../support/git";
import { chooseByTyping } from "./support/field";
import { gardenUpstream, makeGarden, makeProject, unique } from "./support/garden";
import { expectSound, signIn, stage } from "./support/stage";

test("a project is made, its errors stand by their fields", async ({ page }) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/create/project/`);
  const name = `Garden ${unique()}`;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Website").fill("http://localhost/");
  await page.getByLabel("Instructions for translators").fill("Be kind.");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.locator("#web-error")).toContainText("localhost");
  await expect(page.getByLabel("Instructions for translators")).toHaveValue("Be kind.");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await page.getByLabel("Website").fill("");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(new RegExp(`/create/component/\\?project=${name.replace(" ", "-").toLowerCase()}`));
});

test("a repository that is not there is refused by its field, and what was typed stays", async ({ page }) => {
  const { base } = stage();
  const upstream = gardenUpstream();
  await signIn(page);
  await page.goto(`${base}/create/component/vcs/?project=${await makeProject()}`);
  await page.getByLabel("Repository").fill("/nowhere/at/all.git");
  await page.getByRole("button", { name: "Find translations" }).click();
  await expect(page.locator("#repo-error")).toBeVisible();
  await expect(page.getByLabel("Repository")).toHaveValue("/nowhere/at/all.git");
  await page.getByLabel("Repository").fill(upstream.url);
  await page.locator("#branch").fill("no-such-branch");
  await page.getByRole("button", { name: "Find translations" }).click();
  await expect(page.locator("#branch-error")).toBeVisible();
});

test("the wizard finds both components and imports them", async ({ page }) => {
  const { base } = stage();
  const upstream = gardenUpstream();
  await signIn(page);
  await page.goto(`${base}/create/component/vcs/?project=${await makeProject()}`);
  await page.getByLabel("Repository").fill(upstream.url);
  await page.getByRole("button", { name: "Find translations" }).click();
  await expect(page.getByRole("heading", { name: /Found 2 components/ })).toBeVisible();
  await expect(page.getByText("po/*.po").first()).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Hebrew" })).toHaveCount(1);
  await expectSound(page);
  // One name wrong: the error comes back beside its field, with everything else kept.
  const first = page.getByRole("article").first();
  await first.getByText("Adjust").click();
  const original = await first.getByLabel("Slug").inputValue();
  await first.getByLabel("Slug").fill("not a slug");
  await page.getByLabel("Licence").fill("MIT");
  // Whether pushing works was tried before, and a wrong address is told before anything is made.
  await expect(page.getByText("commits go to the branch main")).toBeVisible();
  await page.getByLabel("Push address").fill("/nowhere/at/all.git");
  await page.getByRole("button", { name: "Test pushing" }).click();
  await expect(page.locator("#push-error")).toBeVisible();
  const busy = page.locator("form[aria-busy=true]");
  await expect(busy).toHaveCount(0);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(busy).toHaveCount(0);
  await expect(page.locator("#push-error")).toBeVisible();
  await page.getByLabel("Push address").fill(upstream.url);
  await page.getByRole("button", { name: "Test pushing" }).click();
  await expect(page.locator("#push-error")).toHaveCount(0);
  // Without a push address commits stay until somebody sets one.
  await expect(page.getByLabel("Push address")).toHaveValue(upstream.url);
  await page.getByLabel("Push address").fill("");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator("#slug-0-error")).toContainText("letters, digits");
  await expect(page.getByLabel("Licence")).toHaveValue("MIT");
  await page.getByRole("article").first().getByLabel("Slug").fill(original);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(/\/create\/component\/vcs\/import\//);
  await expect(page.locator("[data-task=done]")).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByText("the import continues")).toHaveCount(0);
  await expectSound(page);
  // The request that makes such a component is a command that works once a token is put in.
  await page
    .getByText(/^Create .* through the API$/)
    .first()
    .click();
  const command = await page.locator("pre", { hasText: "curl -X POST" }).first().innerText();
  await expectSound(page);
  expect(command).toContain('"license": "MIT"');
  const ready = command.replace("YOUR_TOKEN", stage().token).replace(/"slug": "[^"]*"/, '"slug": "made-by-curl"');
  const named = ready.replace(/"name": "[^"]*"/, '"name": "Made by curl"');
  const answer = execFileSync("sh", ["-c", `${named} --silent --show-error --write-out '\n%{http_code}'`], {
    encoding: "utf8",
  });
  expect(answer.split("\n").at(-1)).toBe("201");
  const made = JSON.parse(answer.slice(0, answer.lastIndexOf("\n"))) as { web_url: string };
  await page.goto(base + new URL(made.web_url).pathname);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Made by curl");
});

test("the component shows its languages, the translation what there is to do", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/projects/${project}/?tab=components`);
  const link = page.getByRole("rowheader").getByRole("link").first();
  await link.click();
  await expect(page.getByRole("rowheader", { name: /Czech/ })).toBeVisible();
  await expectSound(page);
  await page.getByRole("rowheader").getByRole("link", { name: "Czech" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Czech");
  await expect(page.getByRole("link", { name: "Translate: Empty" })).toHaveAttribute(
    "href",
    `/translate/${project}/app/cs/?q=state%3Aempty`,
  );
  await expect(page.getByText("few", { exact: true })).toBeVisible();
  await expectSound(page);
});

test("a language is added and shows at once", async ({ page }) => {
  const { base } = stage();
  const { project } = await makeGarden();
  await signIn(page);
  await page.goto(`${base}/projects/${project}/?tab=components`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await page.getByRole("link", { name: "Add a language" }).click();
  await chooseByTyping(page.getByLabel("Language", { exact: true }), "Polish");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Polish", { timeout: 30_000 });
});

test("files in no English make a component with one of their languages as its source, and one that is broken is told of", async ({
  page,
}) => {
  const { base } = stage();
  const run = unique();
  const php = (one: string, two: string) => `<?php\n$lang['one'] = '${one}';\n$lang['two'] = '${two}';\n`;
  const other = makeUpstream({
    "language/french/date_lang.php": php("un", "deux"),
    "language/czech/date_lang.php": php("jedna", "dvě"),
    "language/german/date_lang.php": "<?php\n$lang['one'] = 'eins;\n",
  });
  await signIn(page);
  await page.goto(`${base}/create/project/`);
  await page.getByLabel("Name", { exact: true }).fill(`Dates ${run}`);
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("link", { name: "From a repository" }).click();
  await expect(page).toHaveURL(new RegExp(`/create/component/vcs/\\?project=dates-${run}`));
  await page.getByLabel("Repository").fill(other.url);
  await page.getByRole("button", { name: "Find translations" }).click();
  const found = page.getByRole("article").first();
  await expect(found).toContainText("as no file is in English, their source is Czech");
  await expect(found).toContainText("1 file cannot be read");
  await expect(found).toContainText("language/german/date_lang.php:2");
  await found.getByText("Adjust").click();
  await expect(found.getByLabel("Source language")).toHaveValue("cs");
  await expectSound(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(/\/create\/component\/vcs\/import\//);
  await expect(page.locator("[data-task=done]")).toHaveCount(1, { timeout: 60_000 });
  await expect(page.getByText("None of its texts has ever been read")).toBeVisible();
  await expect(page.getByText("language/german/date_lang.php:2")).toBeVisible();
  await page.goto(`${base}/projects/dates-${run}/?tab=components`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await expect(page.getByRole("rowheader", { name: /French/ })).toBeVisible();
});

test("a draft is kept, and goes on with what was typed", async ({ page }) => {
  const { base } = stage();
  const upstream = gardenUpstream();
  const project = await makeProject();
  await signIn(page);
  await page.goto(`${base}/create/component/vcs/?project=${project}`);
  await page.getByLabel("Repository").fill(upstream.url);
  await page.getByRole("button", { name: "Find translations" }).click();
  const first = page.getByRole("article").first();
  await first.getByText("Adjust").click();
  await first.getByLabel("Slug").fill("not a slug");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator("#slug-0-error")).toBeVisible();
  await page.goto(`${base}/create/component/vcs/?project=${project}`);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByLabel("Repository")).toHaveValue(upstream.url);
  await expectSound(page);
  await page.getByRole("button", { name: "Find translations" }).click();
  await first.getByText("Adjust").click();
  await expect(first.getByLabel("Slug")).toHaveValue("not a slug");
  await page.goto(`${base}/create/component/vcs/?project=${project}`);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByRole("link", { name: "Continue" })).toHaveCount(0);
});
