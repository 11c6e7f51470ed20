import { type BrowserContext, chromium } from "@playwright/test";
import { makeSketches } from "@/lib/domain/memory/sketches";
import { issueToken } from "@/lib/domain/users/tokens";
import { insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { textRow, textRows } from "../support/text-rows";
import { BROWSER_ARGUMENTS, findBrowser } from "../web/support/browser";
import { memory, type Running } from "./machine";
import { benchMemory, type Million, makeMillion } from "./memory";
import { quantile, type Report, timed } from "./report";
import { firstLoad } from "./weight";

/** What a translator waits for, over a million translated strings of one language that are memory, too. */

const PASSWORD = "correct horse battery";
const STREAMS = 500;
/** Editors that one account may have open. */
const OF_ONE = 20;
const SAVES = 120;

async function ask(base: string, path: string, token: string): Promise<Response> {
  const answer = await fetch(base + path, { headers: { Authorization: `Token ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

export async function makeUser(name: string, isSuperuser: boolean): Promise<string> {
  const user = await inTransaction((tx) =>
    insertUser(tx, { username: name, fullName: name, email: `${name}@example.org`, password: PASSWORD, isSuperuser }),
  );
  return (await issueToken(user.id)).key;
}

/** The panels' data of strings here and there, memory with it. */
export async function benchPanels(report: Report, base: string, token: string, translationId: number): Promise<void> {
  const rows = await textRows<{ id: number }>(
    db,
    sql`select id from units where translation_id = ${translationId} and position % 4871 = 17 order by id`,
  );
  const ids = rows.map((row) => row.id);
  const context = (index: number) =>
    ask(base, `/translate/-/context/?units=${ids[index % ids.length]}`, token).then((answer) => answer.json());
  const similar = (index: number) =>
    ask(base, `/translate/-/machinery/?unit=${ids[index % ids.length]}`, token).then((answer) => answer.json());
  await timed(20, context);
  const panels = await timed(200, context);
  report.add("Editor, panels of a string, p50", quantile(panels, 0.5), "ms");
  report.add("Editor, panels of a string, p95", quantile(panels, 0.95), "ms", { most: 60 });
  await timed(20, similar);
  const found = await timed(200, (index) => similar(index + 20));
  report.add("Editor, memory of a string, p50", quantile(found, 0.5), "ms");
  report.add("Editor, memory of a string, p95", quantile(found, 0.95), "ms", { most: 60 });
}

/** Flags that switch on checks of every kind: formats, markup, glossary, lengths, accelerators. */
const ALL_CHECKS = [
  "c-format, python-brace-format, java-printf-format, icu-message-format, fluent-type:message",
  "xml-text, safe-html, md-text, rst-text, bbcode-text, check-glossary, accelerator:&",
  'max-length:1000, max-lines:20, placeholders:"%name%", strict-same',
].join(", ");

/** A save over HTTP among very many strings, with every check on. */
async function benchPatch(report: Report, base: string, token: string, million: Million): Promise<void> {
  await db.run(sql`update components set check_flags = ${ALL_CHECKS} where id = ${million.componentId}`);
  const rows = await textRows<{ id: number }>(
    db,
    sql`select id from units where translation_id = ${million.id} and position % 1951 = 5 order by id`,
  );
  const patch = async (index: number) => {
    const answer = await fetch(`${base}/api/units/${rows[index % rows.length]?.id}/`, {
      method: "PATCH",
      body: JSON.stringify({ state: 20, target: [`A new text, number ${index}`] }),
      headers: { "Content-Type": "application/json", Authorization: `Token ${token}` },
    });
    if (!answer.ok) throw new Error(`PATCH: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  // A process that has just begun compiles what it runs: its first saves are told apart.
  const first = await timed(300, patch);
  report.add("PATCH of a unit among 1,000,000, all checks on, first 300 saves, p95", quantile(first, 0.95), "ms");
  const samples = await timed(200, (index) => patch(index + 300));
  report.add("PATCH of a unit among 1,000,000, all checks on, p50", quantile(samples, 0.5), "ms");
  report.add("PATCH of a unit among 1,000,000, all checks on, p95", quantile(samples, 0.95), "ms", { most: 25 });
  await db.run(sql`update components set check_flags = '' where id = ${million.componentId}`);
}

/** What event streams of many editors cost the web server. */
async function benchStreams(report: Report, { base, child }: Running, translationId: number): Promise<void> {
  const web = child.pid ?? 0;
  const before = memory(web);
  const streams: AbortController[] = [];
  for (let account = 0; account < STREAMS / OF_ONE; account++) {
    const token = await makeUser(`reader${account}`, false);
    for (let one = 0; one < OF_ONE; one++) {
      const stream = new AbortController();
      const headers = { Authorization: `Token ${token}` };
      const answer = await fetch(`${base}/translate/-/live/?list=t${translationId}`, {
        headers,
        signal: stream.signal,
      });
      if (!answer.ok) throw new Error(`The stream: ${answer.status} ${await answer.text()}`);
      streams.push(stream);
    }
  }
  await new Promise((done) => setTimeout(done, 3000));
  report.add(`Editor, ${STREAMS} event streams`, memory(web) - before, "MB", { most: 150 });
  for (const stream of streams) stream.abort();
}

/** A browser in which somebody is signed in. */
export async function signedIn(
  base: string,
  username: string,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${base}/accounts/login/`);
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${base}/`);
  await page.close();
  return { context, close: () => browser.close() };
}

/** From the key that saves to the next string painted with its field ready, as a person types who does not stop. */
export async function benchSaves(report: Report, base: string, path: string): Promise<void> {
  const { context, close } = await signedIn(base, "bench");
  const page = await context.newPage();
  await page.goto(base + path);
  await page.locator("#target-0.cm-content").waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    const seen = { at: 0, samples: [] as number[] };
    Object.assign(window, { seen });
    addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Enter" && event.ctrlKey) seen.at = performance.now();
      },
      true,
    );
    const place = document.querySelector("[data-position]");
    if (!place) throw new Error("There is no place of the string.");
    new MutationObserver(() => {
      const { at } = seen;
      if (at === 0) return;
      seen.at = 0;
      // Behind the paint of the frame that shows the change.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => seen.samples.push(performance.now() - at);
        channel.port2.postMessage(0);
      });
    }).observe(place, { characterData: true, childList: true, subtree: true });
  });
  for (let index = 0; index < SAVES; index++) {
    await page.locator("#target-0").focus();
    await page.keyboard.type(`text ${index} `, { delay: 15 });
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(
      (count) => (window as unknown as { seen: { samples: number[] } }).seen.samples.length >= count,
      index + 1,
    );
    await page.waitForTimeout(400);
  }
  const samples = await page.evaluate(() => (window as unknown as { seen: { samples: number[] } }).seen.samples);
  report.add("Editor, save to next string painted, median", quantile(samples, 0.5), "ms", { most: 30 });
  report.add("Editor, save to next string painted, p95", quantile(samples, 0.95), "ms", { most: 50 });
  await close();
}

/** What a browser that comes for the first time loads of scripts and fonts. */
async function benchWeight(report: Report, base: string, editor: string, page: string): Promise<void> {
  const { context, close } = await signedIn(base, "bench");
  const [ofEditor, ofPage] = [await firstLoad(context, base + editor), await firstLoad(context, base + page)];
  report.add("Editor, scripts of the first load, compressed", ofEditor.scripts / 1000, "KB", { most: 310 });
  report.add("A project's page, scripts of the first load, compressed", ofPage.scripts / 1000, "KB", { most: 160 });
  report.add("A project's page, fonts of the first load", ofPage.fonts / 1000, "KB", { most: 85 });
  await close();
}

/** The page with the first strings of a list. */
export async function firstWindows(report: Report, base: string, token: string, project: string, component: string) {
  for (const [name, path] of [
    ["one language of a component", `/translate/${project}/${component}/cs/`],
    ["one language of a project", `/translate/${project}/-/cs/`],
  ] as const) {
    await timed(5, () => ask(base, path, token).then((answer) => answer.text()));
    const pages = await timed(40, () => ask(base, path, token).then((answer) => answer.text()));
    report.add(`Editor, first window, ${name}, p50`, quantile(pages, 0.5), "ms");
    report.add(`Editor, first window, ${name}, p95`, quantile(pages, 0.95), "ms");
  }
}

/**
 * Runs the bench of the editor on a server; with `withMemory` that of memory before, over the same strings.
 */
export async function benchEditor(report: Report, running: Running, withMemory: boolean): Promise<void> {
  const million = withMemory ? await benchMemory(report) : await makeMillion();
  while ((await makeSketches()) > 0);
  await db.run(sql`vacuum analyze`);
  // What the strings left to write is not a part of what follows.
  await db.run(sql`checkpoint`);
  const place = await textRow<{ project: string; component: string }>(
    db,
    sql`select p.slug as project, c.slug as component from components c join projects p on p.id = c.project_id
      where c.id = ${million.componentId}`,
  );
  if (!place) throw new Error("The component is missing.");
  const { project, component } = place;
  const token = await makeUser("panels", true);
  await benchPanels(report, running.base, token, million.id);
  await benchPatch(report, running.base, token, million);
  await benchStreams(report, running, million.id);
  await firstWindows(report, running.base, token, project, component);
  const editor = `/translate/${project}/${component}/cs/`;
  await benchWeight(report, running.base, editor, `/projects/${project}/`);
  await benchSaves(report, running.base, editor);
}
