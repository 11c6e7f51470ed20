import { type Browser, expect, type Page, test } from "@playwright/test";
import { makeUpstream } from "../support/git";
import { alive, openEditor } from "./support/editor-seed";
import { expectWritten } from "./support/field";
import { finished, makeProject, register } from "./support/garden";
import { askApi, expectSound, stage } from "./support/stage";

/** Findings and terms beside the string, by keyboard and on a phone. */

let project = "";
let cookies: Parameters<Awaited<ReturnType<Browser["newContext"]>>["addCookies"]>[0];

const po = (entries: readonly (readonly [string, string])[]) =>
  [
    'msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n',
    ...entries.map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`),
  ].join("\n");

async function connect(slug: string, entries: readonly (readonly [string, string])[], more: object = {}) {
  const upstream = makeUpstream({ "po/cs.po": po(entries) });
  const made = await askApi<{ task_url: string }>(`/api/projects/${project}/components/`, {
    name: slug,
    slug,
    repo: upstream.url,
    push: upstream.url,
    branch: "main",
    filemask: "po/*.po",
    file_format: "po",
    ...more,
  });
  await finished(new URL(made.task_url).pathname);
}

interface Unit {
  results: { id: number; target: string[]; has_failing_check: boolean }[];
}

const unit = async (component: string, source: string) => {
  const query = encodeURIComponent(`source:="${source}"`);
  const answer = await askApi<Unit>(`/api/translations/${project}/${component}/cs/units/?q=${query}`);
  return answer.results[0];
};

test.beforeAll(async ({ browser }) => {
  project = await makeProject();
  await connect("app", [
    ["Delete all files", "Smazat  všechny soubory"],
    ["Good morning.", "Dobré ráno"],
    ["Good evening.", "Dobrý večer"],
    ["Open the files of Loquat", ""],
  ]);
  await connect(
    "words",
    [
      ["file", "soubor"],
      ["Loquat", ""],
    ],
    { is_glossary: true, manage_units: true },
  );
  await connect("compared", [["Delete the file", ""]], { check_flags: "check-glossary" });
  const flags = "icu-message-format, md-text, max-size:150";
  await connect("messages", [["Hi {name}, see [this](#top)", ""]], { check_flags: flags });
  cookies = (await register(browser)).cookies;
});

async function open(
  browser: Browser,
  query: string,
  size = { width: 1440, height: 900 },
  component = "app",
): Promise<Page> {
  const context = await browser.newContext({ viewport: size });
  await context.addCookies(cookies);
  return openEditor(context, `${stage().base}/translate/${project}/${component}/cs/?q=${encodeURIComponent(query)}`);
}

test("a failing check is corrected by keyboard", async ({ browser }) => {
  const page = await open(browser, 'source:="Delete all files"');
  await page.keyboard.press("e");
  await page.keyboard.press("F8");
  const row = page.locator("[data-finding=double_space]");
  await expect(row).toBeFocused();
  await expect(row).toContainText("Note: Double space: The translation has two spaces in a row.");
  await expect(row.getByRole("button", { name: "Fix: Double space" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expectWritten(page.locator("#target-0"), "Smazat všechny soubory");
  await expect(page.locator("#target-0")).toBeFocused();
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
  expect(await unit("app", "Delete all files")).toMatchObject({
    target: ["Smazat všechny soubory"],
    has_failing_check: false,
  });
  await page.context().close();
});

test("rules that take a parser or a font are fetched for strings that ask for them", async ({ browser }) => {
  const page = await open(browser, "", undefined, "messages");
  const finding = (check: string) => page.locator(`[data-finding=${check}]`);
  await page.keyboard.press("e");
  await page.keyboard.type("Ahoj {nam");
  await expect(finding("icu_message_format")).toContainText("at character 6: a closing brace is missing");
  await expect(finding("md-link")).toContainText("The translation has 0 links, the source 1.");
  await page.keyboard.type("e}, viz [toto] (#dole)");
  await expect(finding("icu_message_format")).toHaveCount(0);
  await expect(finding("max-size")).toHaveCount(0);
  await finding("md-link").getByRole("button", { name: "Fix: Markdown links" }).click();
  await expectWritten(page.locator("#target-0"), "Ahoj {name}, viz [toto](#top)");
  await expect(finding("md-link")).toHaveCount(0);
  await page.locator("#target-0").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" a také všechno ostatní");
  await expect(finding("max-size")).toContainText(/is \d+ pixels wide; at most 150 are allowed/);
  await page.context().close();
});

test("what the glossary says of a text is told while one writes, as after saving", async ({ browser }) => {
  const page = await open(browser, "", undefined, "compared");
  const finding = page.locator("[data-finding=check_glossary]");
  await page.keyboard.press("e");
  await page.keyboard.type("Smazat složku");
  await expect(finding).toContainText("Translate “file” as “soubor”.");
  await expectSound(page);
  await page.locator("#target-0").fill("Smazat soubor");
  await expect(finding).toHaveCount(0);
  await page.locator("#target-0").fill("Smazat dokument");
  await expect(finding).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
  await expect(finding).toContainText("Translate “file” as “soubor”.");
  expect(await unit("compared", "Delete the file")).toMatchObject({ has_failing_check: true });
  await page.context().close();
});

test("a failing check is dismissed by keyboard, and counts again, without touching what is being written", async ({
  browser,
}) => {
  const page = await open(browser, 'source:="Good morning."');
  await page.keyboard.press("e");
  await page.keyboard.type(" všem");
  await page.keyboard.press("F8");
  await expect(page.locator("[data-finding=end_stop]")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByText("Dismissed: Full stop at the end", { exact: true })).toBeVisible();
  await expect(page.locator("[data-finding]")).toHaveCount(0);
  await expectWritten(page.locator("#target-0"), "Dobré ráno všem");
  expect(await unit("app", "Good morning.")).toMatchObject({ has_failing_check: false, target: ["Dobré ráno"] });
  await page.getByRole("button", { name: "Undo dismissing: Full stop at the end" }).press("Enter");
  await expect(page.locator("[data-finding=end_stop]")).toBeVisible();
  expect(await unit("app", "Good morning.")).toMatchObject({ has_failing_check: true });
  await page.context().close();
});

test("a finding that is gone says so", async ({ browser }) => {
  const page = await open(browser, 'source:="Good evening."');
  const { id } = (await unit("app", "Good evening.")) ?? { id: 0 };
  await askApi(`/api/units/${id}/`, { target: ["Dobrý večer."], state: 20 }, "PATCH");
  await page.getByRole("button", { name: "Dismiss: Full stop at the end", exact: true }).click();
  await expect(page.getByText("does not fail on this string any more").first()).toBeVisible();
  await page.context().close();
});

test("findings and terms fit on a phone", async ({ browser }) => {
  const page = await open(browser, 'source:="Good morning."', { width: 360, height: 640 });
  await expect(page.getByRole("button", { name: "Dismiss: Full stop at the end", exact: true })).toBeVisible();
  await expectSound(page);
  await page.goto(`${stage().base}/translate/${project}/app/cs/?q=loquat&tab=glossary`);
  await alive(page);
  await expect(page.getByRole("list", { name: "Terms in this string" })).toContainText("soubor");
  await page.getByRole("button", { name: "Add a term" }).click();
  await expect(page.getByRole("form", { name: "Add a term" })).toBeVisible();
  await expectSound(page);
  await page.context().close();
});

test("terms are listed, marked, inserted by keys and ticked off", async ({ browser }) => {
  const page = await open(browser, "loquat");
  await page.getByRole("link", { name: /^Glossary/ }).click();
  const terms = page.getByRole("list", { name: "Terms in this string" });
  await expect(terms.getByRole("listitem")).toHaveCount(2);
  await expect(terms.getByRole("listitem").first()).toContainText("file");
  await expect(terms.getByRole("listitem").first()).toContainText("not used");
  await expect(page.locator("[data-term]")).toHaveText(["files", "Loquat"]);
  await page.locator("#target-0").focus();
  await page.keyboard.type("Otevřít ");
  await page.keyboard.press("Control+i");
  await page.keyboard.press("g");
  await page.keyboard.press("1");
  await expectWritten(page.locator("#target-0"), "Otevřít soubor");
  await page.keyboard.type("y");
  await expect(terms.getByRole("listitem").first()).toContainText(/(?<!not )used/);
  await page.context().close();
});

test("a term is added from the selection without leaving the string", async ({ browser }) => {
  const page = await open(browser, "loquat");
  await page.getByRole("link", { name: /^Glossary/ }).click();
  await page.locator("#target-0").fill("Otevřít");
  await page.locator("#target-0").selectText();
  await page.getByRole("button", { name: "Add a term" }).press("Enter");
  const form = page.getByRole("form", { name: "Add a term" });
  await expect(form.getByLabel("Czech term")).toHaveValue("Otevřít");
  await form.getByLabel("English term").fill("Open");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Terms in this string" }).getByRole("listitem")).toHaveCount(3);
  await expectWritten(page.locator("#target-0"), "Otevřít");
  expect(await unit("words", "Open")).toMatchObject({ target: ["Otevřít"] });
  await page.getByRole("button", { name: "Add a term" }).press("Enter");
  await form.getByLabel("English term").fill("file");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toContainText("already exists");
  await page.context().close();
});

test("a translation that got lost is shown and put back, and a flag of the component takes the finding away", async ({
  browser,
}) => {
  await connect("lost", [
    ["Close the door", "Zavřít dveře"],
    ["Close the window", "Zavřít okno"],
  ]);
  const failing = async (source: string) => (await unit("lost", source))?.has_failing_check;
  for (const source of ["Close the door", "Close the window"])
    await askApi(`/api/units/${(await unit("lost", source))?.id}/`, { target: [""], state: 0 }, "PATCH");
  await expect.poll(() => failing("Close the door")).toBe(true);
  await expect.poll(() => failing("Close the window")).toBe(true);
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const query = encodeURIComponent('check:translated AND source:="Close the door"');
  const page = await openEditor(context, `${stage().base}/translate/${project}/lost/cs/?q=${query}`);
  const row = page.locator("[data-finding=translated]");
  await expect(row).toContainText("It was translated as “Zavřít dveře”.");
  await row.getByRole("button", { name: "Fix: Translated before" }).click();
  await expectWritten(page.locator("#target-0"), "Zavřít dveře");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => failing("Close the door")).toBe(false);
  await askApi(`/api/components/${project}/lost/`, { check_flags: "ignore-translated" }, "PATCH");
  await expect.poll(() => failing("Close the window"), { timeout: 60_000 }).toBe(false);
  await expectSound(page);
  await context.close();
});
