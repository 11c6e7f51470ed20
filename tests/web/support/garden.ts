import { randomBytes } from "node:crypto";
import { type Browser, type BrowserContext, expect } from "@playwright/test";
import { makeUpstream, type Upstream } from "../../support/git";
import { askApi, type Person, stage } from "./stage";

const HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
const STRINGS = ["Quit", "Open", "Save all files"];
const po = (translations: readonly string[], language: string) =>
  `${HEADER}"Language: ${language}\\n"\n\n${STRINGS.map((source, index) => `msgid "${source}"\nmsgstr "${translations[index] ?? ""}"\n`).join("\n")}`;

/** A repository with PO files, in which Czech lacks two strings of three, and JSON files. */
export function gardenUpstream(): Upstream {
  return makeUpstream({
    "po/app.pot": po([], ""),
    "po/cs.po": po(["Konec"], "cs"),
    "po/de.po": po(["Beenden", "Öffnen", "Alle Dateien speichern"], "de"),
    "web/en.json": '{\n  "title": "Welcome",\n  "body": "Hello there"\n}\n',
    "web/cs.json": '{\n  "title": "Vítejte"\n}\n',
    "web/he.json": '{\n  "title": "ברוכים הבאים"\n}\n',
    "README.md": "# Readme\n",
  });
}

/** A project of a test's own. */
export interface Garden {
  /** Slug of the project. */
  project: string;
  upstream: Upstream;
  /** Id of the task that made the component. */
  task: string;
}

/** Part of a name that nothing else has. */
export const unique = (): string => randomBytes(4).toString("hex");

/** Makes a project without components. */
export async function makeProject(): Promise<string> {
  const slug = `garden-${unique()}`;
  await askApi("/api/projects/", { name: slug, slug, web: "https://example.org/" });
  return slug;
}

/** Makes a project with the component `app`: three strings in PO files, in Czech and German, without a push address. */
export async function makeGarden(): Promise<Garden> {
  const project = await makeProject();
  const upstream = gardenUpstream();
  const made = await askApi<{ task_url: string }>(`/api/projects/${project}/components/`, {
    name: "App",
    slug: "app",
    repo: upstream.url,
    branch: "main",
    filemask: "po/*.po",
    new_base: "po/app.pot",
    file_format: "po",
  });
  const { pathname } = new URL(made.task_url);
  await finished(pathname);
  return { project, upstream, task: pathname.split("/").at(-2) ?? "" };
}

/** Waits until a task has ended. */
export async function finished(task: string): Promise<void> {
  await expect.poll(async () => (await askApi<{ completed: boolean }>(task)).completed, { timeout: 60_000 }).toBe(true);
}

/** Translates the string "Open" of the component `app` into Czech. */
export async function translateOpen({ project }: Garden, target: string): Promise<void> {
  const { results } = await askApi<{ results: { id: number }[] }>(
    `/api/translations/${project}/app/cs/units/?q=source:=Open`,
  );
  await askApi(`/api/units/${results[0]?.id}/`, { state: 20, target: [target] }, "PATCH");
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** The password of everybody whom `register` makes. */
export const PASSWORD = "quite another river";

/** Makes an account as anybody does, and signs it in. */
export async function register(browser: Browser, first = "Petra"): Promise<Person & { cookies: Cookies }> {
  const person = { username: `${first.toLowerCase()}-${unique()}`, password: PASSWORD };
  const { base } = stage();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/accounts/register/`);
  await page.getByLabel("User name").fill(person.username);
  await page.getByLabel("Name", { exact: true }).fill(first);
  await page.getByLabel("E-mail").fill(`${person.username}@example.org`);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(`${base}/`);
  const cookies = await context.cookies();
  await context.close();
  return { ...person, cookies };
}
