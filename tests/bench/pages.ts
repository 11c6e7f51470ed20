import { Agent, get } from "node:http";
import { db, sql } from "@/lib/platform/database";
import { signedIn } from "./editor";
import { makeLarge } from "./large";
import type { Running } from "./machine";
import { quantile, type Report, timed } from "./report";
import { growSearchWorld, WIDE } from "./search-world";

/** Pages: what they weigh before compression, how long the server takes, and how many come at once. */

const COMPONENTS = 5000;
const PEOPLE = 10_000;
const KB = 1024;
const PAUSE_MS = 15_000;

/** Pages of a program in 62 languages, and half of what they weighed once, in KB. */
const WIDE_PAGES: readonly (readonly [name: string, path: string, most?: number])[] = [
  ["home", "/", 80],
  ["projects", "/projects/"],
  ["project", "/projects/program/"],
  ["component, 62 languages", "/projects/program/app/", 237],
  ["translation", "/projects/program/app/cs/"],
  ["editor", "/translate/program/app/cs/", 106],
  ["history", "/changes/browse/program/", 96],
  ["failing checks", "/checks/-/program/app/"],
  ["languages", "/languages/"],
  ["search of strings", "/search/program/?q=delete"],
];

const FOR_VISITORS = "home of visitors";

/** Pages of a large installation, as its administrator sees them. */
const LARGE_PAGES: readonly (readonly [name: string, path: string])[] = [
  ["home", "/"],
  [FOR_VISITORS, "/"],
  ["projects", "/projects/"],
  ["project, components", "/projects/large/?tab=components"],
  ["project, languages", "/projects/large/?tab=languages"],
  ["project, repositories", "/projects/large/?tab=repository"],
  ["repositories of a project", "/repository/large/"],
  ["settings of a project", "/settings/large/"],
  ["people of a project", "/access/large/"],
  ["alerts of a project", "/alerts/large/"],
  ["history", "/changes/browse/large/"],
  ["language", "/languages/cs/"],
  ["management", "/manage/"],
  ["management, people", "/manage/users/"],
  ["management, repositories", "/manage/repos/"],
  ["management, teams", "/manage/teams/"],
  ["people", "/user/"],
];

/** Reads a page whole; gives its bytes. @throws for any status but 200 */
async function read(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: cookie ? { Cookie: cookie } : {}, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

/** The cookies of a session. */
async function cookiesOf(base: string): Promise<string> {
  const { context, close } = await signedIn(base, "bench");
  const cookies = await context.cookies();
  await close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Reads a page whole with as little work as can be: it shares the processors with the server. @throws for any status but 200 */
function readQuickly(url: string, agent: Agent): Promise<void> {
  return new Promise((done, failed) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) failed(new Error(`${url}: ${answer.statusCode}`));
      answer.on("end", done).on("error", failed).resume();
    }).on("error", failed);
  });
}

/** Pages a second while so many are asked for at once, as visitors see them. */
async function atOnce(url: string, lanes: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  let done = 0;
  const start = performance.now();
  const lane = async () => {
    while (performance.now() - start < seconds * 1000) {
      await readQuickly(url, agent);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  agent.destroy();
  return (done * 1000) / (performance.now() - start);
}

/** Rows as they are in a large installation: counters, but no strings. */
async function growLargeInstallation(): Promise<void> {
  const project = await makeLarge(COMPONENTS, ["cs", "de", "fr"]);
  await db.run(sql`
    insert into counters (scope, object_id, language_id, total, translated, failing, translations, last_change)
    select 'translation', t.id, 0, 200, t.id % 200, t.id % 7, 1, now() - make_interval(mins => t.id) from translations t
      join components c on c.id = t.component_id where c.project_id = ${project}
    union all
    select 'component', c.id, 0, 800, c.id % 800, c.id % 7, 4, now() - make_interval(mins => c.id) from components c where c.project_id = ${project}
    union all
    select 'project-language', ${project}, l.id, 1000000, 500000, 3, ${COMPONENTS}, now() from languages l where l.code in ('en', 'cs', 'de', 'fr')
    union all
    select 'project', ${project}, 0, 4000000, 2000000, 12, ${COMPONENTS * 4}, now()
    on conflict do nothing`);
  await db.run(sql`
    insert into alerts (component_id, kind) select c.id, 'UpdateFailure' from components c where c.project_id = ${project} and c.id % 50 = 0`);
  await db.run(sql`
    insert into users (username, full_name, email) select 'many' || n, 'Many ' || n, 'many' || n || '@example.org' from generate_series(1, ${PEOPLE}) as n`);
  await db.run(sql`
    insert into changes (action, cause, user_id, author_id, project_id, component_id, at)
    select 5, 'person', u.id, u.id, c.project_id, c.id, now() - make_interval(mins => c.id)
    from components c join lateral (select id from users where username = 'many' || (1 + c.id % ${PEOPLE})) u on true where c.project_id = ${project}`);
  await db.run(sql`vacuum analyze`);
}

/** Pages a second from a process for each processor, as an installation with many readers runs; the database must be empty. */
export async function benchAllProcessors(report: Report, { base }: Running): Promise<void> {
  await growSearchWorld(WIDE);
  const rates: number[] = [];
  for (const [, path] of WIDE_PAGES) {
    // Each process compiles what it runs often: its first seconds are not what a server does all day.
    await atOnce(base + path, 8, 4);
    rates.push(await atOnce(base + path, 8, 5));
  }
  const name = "Pages a second, 8 at once, the slowest page, a process for each processor";
  report.add(name, Math.min(...rates), "/s", { least: 60 });
}

/** How long a page takes that comes first after a while, as when somebody has read a string for that long. */
async function afterPause(url: string): Promise<number> {
  const took: number[] = [];
  for (let again = 0; again < 3; again++) {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    took.push(...(await timed(1, () => read(url, ""))));
  }
  return quantile(took, 0.5);
}

/** Runs this part of the bench; the database must be empty. */
export async function benchPages(report: Report, { base }: Running): Promise<void> {
  await growSearchWorld(WIDE);
  const rates: number[] = [];
  for (const [name, path, most] of WIDE_PAGES) {
    const bytes = await read(base + path, "");
    report.add(`Page, ${name}, before compression`, bytes / KB, "KB", most === undefined ? undefined : { most });
    await timed(10, () => read(base + path, ""));
    const took = await timed(60, () => read(base + path, ""));
    report.add(`Page, ${name}, p50`, quantile(took, 0.5), "ms", { most: 40 });
    rates.push(await atOnce(base + path, 8, 5));
  }
  report.add("Pages a second, 8 at once, the slowest page, one process", Math.min(...rates), "/s");
  const later = await afterPause(`${base}/projects/program/app/`);
  report.add(`Page, component, 62 languages, after ${PAUSE_MS / 1000} s without a request`, later, "ms", { most: 100 });
  await growLargeInstallation();
  const cookie = await cookiesOf(base);
  for (const [name, path] of LARGE_PAGES) {
    const reader = name === FOR_VISITORS ? "" : cookie;
    await timed(10, () => read(base + path, reader));
    const took = await timed(100, () => read(base + path, reader));
    report.add(`Page with 5,000 components and 10,000 users, ${name}, p95`, quantile(took, 0.95), "ms", { most: 100 });
  }
}
