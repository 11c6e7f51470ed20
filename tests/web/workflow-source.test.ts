import { expect, test } from "@playwright/test";
import { makeUpstream } from "../support/git";
import { editorPath, openEditor, seedEditor } from "./support/editor-seed";
import { finished } from "./support/garden";
import { expectSound, signIn } from "./support/stage";

/** A language that is translated from another one of the project. */

const po = (language: string, text: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open the file"\nmsgstr "${text}"\n`;

test("is set in its workflow, and has its text above the source", async ({ page, browser }) => {
  const seed = await seedEditor(browser);
  const upstream = makeUpstream({ "po/cs.po": po("cs", ""), "po/sk.po": po("sk", "Otvoriť súbor") });
  const made = await seed.api<{ task_url: string | null }>(`/api/projects/${seed.project}/components/`, {
    ...{ name: "look", slug: "look", repo: upstream.url, push: upstream.url, branch: "main" },
    ...{ filemask: "po/*.po", file_format: "po" },
  });
  if (made.task_url) await finished(new URL(made.task_url).pathname);
  await signIn(page);
  await page.goto(`${seed.base}/workflows/${seed.project}/?language=cs`);
  await page.getByLabel("Translated from").selectOption("sk");
  await expectSound(page);
  await page
    .locator("form", { has: page.locator("[name=source_language]") })
    .getByRole("button", { name: "Save" })
    .click();
  await expect(page.getByText("Translated from Slovak.")).toBeVisible();
  const editor = await openEditor(page.context(), `${editorPath(seed, "look", "cs")}?offset=1`);
  await expect(editor.locator("[data-from=sk]")).toContainText("Translate from Slovak");
  await expect(editor.locator("[data-from=sk]")).toContainText("Otvoriť súbor");
  await expectSound(editor);
});
