import { expect, test } from "@playwright/test";
import { makeUpstream } from "../support/git";
import { axeFindings } from "./support/axe";
import { finished, makeProject } from "./support/garden";
import { askApi, expectSound, stage } from "./support/stage";

/** The page of a glossary: its terms as a table, by the words and in the language that one asks for. */

const po = (language: string, entries: readonly (readonly [string, string])[]) =>
  [
    `msgid ""\nmsgstr "Language: ${language}\\nContent-Type: text/plain; charset=UTF-8\\n"\n`,
    ...entries.map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`),
  ].join("\n");

let project = "";

test.beforeAll(async () => {
  project = await makeProject();
  const many = Array.from({ length: 55 }, (_, n) => [`word ${String(n).padStart(2, "0")}`, `slovo ${n}`] as const);
  const upstream = makeUpstream({
    "po/cs.po": po("cs", [["branch", "větev"], ["commit", ""], ...many]),
    "po/he.po": po("he", [["branch", "ענף"]]),
  });
  const made = await askApi<{ task_url: string }>(`/api/projects/${project}/components/`, {
    ...{ name: "Words", slug: "words", repo: upstream.url, push: upstream.url, branch: "main" },
    ...{ filemask: "po/*.po", file_format: "po", is_glossary: true, manage_units: true },
  });
  await finished(new URL(made.task_url).pathname);
});

test("terms are read in several languages, narrowed by words and to one language, and lead to the editor", async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${stage().base}/projects/${project}/words/`);
    const table = page.getByRole("table", { name: "Terms" });
    await expect(table.getByRole("row")).toHaveCount(51);
    await expect(table.getByRole("row", { name: "branch" })).toContainText("větev");
    await expect(table.getByRole("row", { name: "branch" })).toContainText("ענף");
    await expect(table.getByRole("row", { name: "commit" })).toContainText("not translated yet");
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await expectSound(page);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
    await expect(table.getByRole("row")).toHaveCount(8);
    await page.getByRole("searchbox", { name: "Find terms" }).fill("VĚTEV");
    await page.getByRole("combobox", { name: "Language" }).selectOption("cs");
    await page.getByRole("form", { name: "Find terms" }).getByRole("button", { name: "Find" }).click();
    await expect(table.getByRole("columnheader")).toHaveText(["Term", "Czech", "Explanation"]);
    await expect(table.getByRole("row")).toHaveCount(2);
    await page.getByRole("searchbox", { name: "Find terms" }).fill("nothing like it");
    await page.getByRole("form", { name: "Find terms" }).getByRole("button", { name: "Find" }).click();
    await page.getByRole("link", { name: "All terms" }).click();
    await expect(table.getByRole("row")).toHaveCount(51);
    await table.getByRole("link", { name: /větev/ }).click();
    await expect(page).toHaveURL(/\/translate\/.*\/words\/cs\/\?checksum=/);
    await context.close();
  }
});
