import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { makeUpstream } from "../../support/git";
import { finished, PASSWORD, register, unique } from "./garden";
import { askApi, stage } from "./stage";

/** Two people, a project with three components, and questions to the server about them: through its own doors only. */

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

export interface Seed {
  base: string;
  project: string;
  password: string;
  cookies: { petra: Cookies; jan: Cookies };
  names: { petra: string; jan: string };
  /** Asks the API as the administrator. */
  api<T>(path: string, body?: unknown): Promise<T>;
  /** Locks or unlocks a component. */
  lock(component: string, locked: boolean): Promise<void>;
}

const PLURALS: Readonly<Record<string, string>> = {
  cs: "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
  he: "nplurals=2; plural=n != 1;",
  ja: "nplurals=1; plural=0;",
};

function po(language: string, sources: readonly string[], plural = false): string {
  const rule = PLURALS[language] ?? "";
  const forms = Number(/nplurals=(\d)/.exec(rule)?.[1]);
  const head = `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${rule}\\n"\n`;
  const entries = sources.map((source) => {
    const flags = source.includes("%") ? "#, c-format\n" : "";
    return `${flags}msgid "${source}"\nmsgstr ""\n`;
  });
  const targets = Array.from({ length: forms }, (_, index) => `msgstr[${index}] ""\n`).join("");
  const files = plural ? [`#, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\n${targets}`] : [];
  return [head, ...entries, ...files].join("\n");
}

const texts = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);

async function connect(
  seed: Seed,
  slug: string,
  files: Record<string, string>,
  kind = { filemask: "po/*.po", file_format: "po" },
): Promise<void> {
  const upstream = makeUpstream(files);
  const made = await seed.api<{ task_url: string | null }>(`/api/projects/${seed.project}/components/`, {
    name: slug,
    slug,
    repo: upstream.url,
    push: upstream.url,
    branch: "main",
    ...kind,
    allow_translation_propagation: false,
  });
  if (!made.task_url) return;
  await finished(new URL(made.task_url).pathname);
}

/** Makes everything afresh, in a project of its own. */
export async function seedEditor(browser: Browser): Promise<Seed> {
  const { base } = stage();
  const project = `editor-${unique()}`;
  const petra = await register(browser);
  const jan = await register(browser, "Jan");
  const seed: Seed = {
    base,
    project,
    password: PASSWORD,
    cookies: { petra: petra.cookies, jan: jan.cookies },
    names: { petra: petra.username, jan: jan.username },
    api: askApi,
    async lock(component, locked) {
      await seed.api(`/api/components/${project}/${component}/lock/`, { lock: locked });
    },
  };
  await seed.api("/api/projects/", { name: project, slug: project, web: "https://example.org/" });
  const work = ["Quit", "Close", "Open", "Hello %s"];
  await connect(seed, "keys", { "po/cs.po": po("cs", texts("Text", 190)) });
  await connect(seed, "plain", { "po/cs.po": po("cs", texts("Plain", 5)) });
  await connect(
    seed,
    "tools",
    Object.fromEntries(["cs", "he", "ja"].map((code) => [`po/${code}.po`, po(code, work, true)])),
  );
  await connect(seed, "twin", { "po/cs.po": po("cs", ["Quit"]) });
  await connect(
    seed,
    "words",
    { "words/cs.csv": "source,target,context\npear,hruška,fruit\npear,hruštička,fruit\nfig,,fruit\n" },
    { filemask: "words/*.csv", file_format: "csv-multi" },
  );
  return seed;
}

/** Address of the editor for one language of a component. */
export function editorPath(seed: Seed, component: string, language: string): string {
  return `${seed.base}/translate/${seed.project}/${component}/${language}/`;
}

/** Waits until the page's own field has come, and so its script runs; a page without script or without a field is ready. */
export async function alive(page: Page): Promise<void> {
  const ready = () =>
    page.evaluate(() => {
      if (matchMedia("(scripting: none)").matches) return true;
      const field = document.querySelector<HTMLElement>("#target-0");
      if (field) return field.classList.contains("cm-content");
      // Where there is no field, as in a review, React has marked what it has taken over.
      const pane = document.querySelector("[data-pane=string]");
      return pane === null || Object.keys(pane).some((key) => key.startsWith("__react"));
    });
  await expect.poll(ready, { timeout: 45_000 }).toBe(true);
}

/** Opens the editor and waits until its script runs, where there is any. The caret is not in the field: keys are commands. */
export async function openEditor(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.locator("[data-pane=string]")).toBeVisible();
  await alive(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return page;
}

interface UnitAnswer {
  results: { id: number; url: string; source: string[]; target: string[] }[];
}

async function findString(seed: Seed, component: string, language: string, source: string) {
  const query = encodeURIComponent(`source:="${source}"`);
  const answer = await seed.api<UnitAnswer>(
    `/api/translations/${seed.project}/${component}/${language}/units/?q=${query}`,
  );
  const [unit] = answer.results;
  if (!unit) throw new Error(`There is no string ${source}.`);
  return unit;
}

/** What the server holds of a string; plural forms joined by "|". */
export async function storedText(seed: Seed, component: string, language: string, source: string): Promise<string> {
  return (await findString(seed, component, language, source)).target.join("|");
}

/** Every text the string has been given, oldest first. */
export async function history(seed: Seed, component: string, language: string, source: string): Promise<string[]> {
  const unit = await findString(seed, component, language, source);
  const answer = await seed.api<{ results: { unit: string | null; action: number; target: string }[] }>(
    `/api/translations/${seed.project}/${component}/${language}/changes/?page_size=1000`,
  );
  return answer.results
    .filter((change) => change.unit === unit.url && [2, 5, 37].includes(change.action))
    .map((change) => change.target)
    .reverse();
}
