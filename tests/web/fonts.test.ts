import { type Browser, expect, test } from "@playwright/test";
import { evenWidths, makeFont } from "../support/fonts";
import { makeUpstream } from "../support/git";
import { openEditor } from "./support/editor-seed";
import { finished, makeProject, register } from "./support/garden";
import { askApi, expectSound, signIn, stage } from "./support/stage";

/** Fonts of a project: uploaded and grouped on its page, and measured in by the editor. */

let project = "";
let cookies: Parameters<Awaited<ReturnType<Browser["newContext"]>>["addCookies"]>[0];

const PO = 'msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr ""\n';

test.beforeAll(async ({ browser }) => {
  project = await makeProject();
  cookies = (await register(browser)).cookies;
});

const font = (name: string, family: string, width: number) => ({
  name,
  mimeType: "font/ttf",
  buffer: makeFont({ family, widths: evenWidths(width) }),
});

test("fonts are uploaded and put into a group, and the editor measures in the font of the language", async ({
  page,
  browser,
}) => {
  const { base } = stage();
  await signIn(page);
  await page.goto(`${base}/settings/${project}/`);
  await page.getByRole("link", { name: "Fonts", exact: true }).click();
  await expect(page.getByText("No fonts yet")).toBeVisible();
  const form = page.getByRole("form", { name: "Upload a font" });
  await form.getByLabel("Font file").setInputFiles({ ...font("a.ttf", "x", 1), buffer: Buffer.from("<svg/>") });
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("The file is not a TrueType or OpenType font.").first()).toBeVisible();
  for (const one of [font("narrow.ttf", "Narrow Sans", 300), font("wide.ttf", "Wide Sans", 900)]) {
    await form.getByLabel("Font file").setInputFiles(one);
    await form.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("The font is there.", { exact: false })).toBeVisible();
    await page.reload();
  }
  await expect(page.getByLabel("Sample in Wide Sans Regular")).toHaveValue(/Save all changes/);
  await expectSound(page);

  const group = page.getByRole("form", { name: "New group" });
  await group.getByLabel("Name").fill("menu items");
  await group.getByLabel("Font", { exact: true }).selectOption({ label: "Narrow Sans Regular" });
  await group.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByText("Use letters, digits, dots", { exact: false }).first()).toBeVisible();
  await group.getByLabel("Name").fill("menu");
  await group.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByText("font-family:menu", { exact: true })).toBeVisible();

  const upstream = makeUpstream({ "po/cs.po": PO });
  const made = await askApi<{ task_url: string }>(`/api/projects/${project}/components/`, {
    ...{ name: "App", slug: "app", repo: upstream.url, push: upstream.url, branch: "main" },
    ...{ filemask: "po/*.po", file_format: "po", check_flags: "max-size:40, font-family:menu" },
  });
  await finished(new URL(made.task_url).pathname);

  const measured = async (text: string): Promise<string> => {
    const context = await browser.newContext();
    await context.addCookies(cookies);
    const editor = await openEditor(context, `${base}/translate/${project}/app/cs/`);
    await editor.keyboard.press("e");
    await editor.keyboard.type(text);
    // Too long in every font: shows that the check has run.
    const finding = editor.locator("[data-finding=max-size]");
    await editor.keyboard.type(" aaaaaaaaaaaa");
    await expect(finding).toContainText(/is \d+ pixels wide; at most 40 are allowed/);
    const words = (await finding.innerText()).match(/is (\d+) pixels/)?.[1] ?? "";
    await context.close();
    return words;
  };
  // 20 characters of 3 pixels.
  expect(await measured("Otevrit")).toBe("60");

  await page.reload();
  await page.getByRole("link", { name: "Change the group menu" }).click();
  const change = page.getByRole("form", { name: "Change the group menu" });
  await expect(change.getByText("1 string is checked again.")).toBeVisible();
  const language = change.getByRole("combobox", { name: "Language 1" });
  // A long list is narrowed by typing.
  if ((await language.evaluate((field) => field.tagName)) === "SELECT") await language.selectOption("cs");
  else {
    await language.fill("Czech");
    await language.press("Enter");
  }
  await change.getByLabel("Font 1").selectOption({ label: "Wide Sans Regular" });
  await change.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Czech: Wide Sans Regular", { exact: false })).toBeVisible();
  await expectSound(page);
  // The same characters of 9 pixels.
  expect(await measured("Otevrit")).toBe("180");

  await page.goto(`${base}/fonts/${project}/`);
  await page.getByLabel("Remove the group menu").first().click();
  await expect(page.getByText("1 string is measured in Inter from then on", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Remove the group menu" }).click();
  await expect(page.getByText("No groups yet.", { exact: false })).toBeVisible();
});
