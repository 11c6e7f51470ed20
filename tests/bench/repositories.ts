import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SERVICE } from "@/lib/domain/access/actor";
import { createComponent } from "@/lib/domain/creation/create-component";
import type { RepositoryOperation } from "@/lib/domain/integrate/operation-task";
import { createProject } from "@/lib/domain/projects/projects";
import { createTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { issueToken } from "@/lib/domain/users/tokens";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";
import { LANGUAGES } from "./data";
import { benchUser, childrenOf, memory, startServer, startWorker, stopServer, withDatabase } from "./machine";
import { commitFiles, git, makeRemote, makeRemoteOf } from "./remote";
import { quantile, type Report, timed } from "./report";

/** Imports, pulls and commits of large repositories, and what they cost those who work meanwhile. */

const HOUR_MS = 3_600_000;

/** Milliseconds that a task took, from the moment it was asked for. @throws Error when it did not end well */
async function tookOf(task: string | null | undefined): Promise<number> {
  const row = await waitForTask(task ?? "", HOUR_MS);
  const failed = (row?.result as { result?: boolean } | null)?.result === false;
  if (row?.state !== "done" || failed) throw new Error(`A task failed: ${JSON.stringify(row?.result)}`);
  return Number(row.finishedAt) - Number(row.createdAt);
}

async function operate(repository: number, operation: RepositoryOperation): Promise<number> {
  const task = await inTransaction((tx) =>
    createTask(tx, { kind: "repository-operation", payload: { repository, operation } }),
  );
  return tookOf(task.id);
}

/** Keeps the most memory that a process and what it started have at once, in MB, until it is asked. */
function watchMemory(pid: number): () => number {
  let most = 0;
  const look = () => {
    const all = [pid, ...childrenOf(pid)];
    most = Math.max(
      most,
      all.reduce((sum, one) => sum + memory(one), 0),
    );
  };
  const timer = setInterval(look, 500);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** An import of 540,000 strings by a worker that has nothing else to do. */
async function benchLargeImport(report: Report, remote: string): Promise<void> {
  const worker = await startWorker();
  const most = watchMemory(worker.pid);
  const took = await tookOf((await addComponent("large", "large", remote)).taskId);
  report.add("Import of 540,000 strings (20,000 × 27, PO)", took / 1000, "s", { most: 60 });
  report.add("Worker, most memory during it", memory(worker.pid, "VmHWM"), "MB", { most: 700 });
  report.add("Worker and its readers, most memory during it", most(), "MB");
  await worker.stop();
}

function addComponent(project: string, slug: string, repo: string, more: { filemask?: string } = {}) {
  return createComponent(SERVICE, project, {
    ...{ name: slug, slug, repo, push: repo, pushOnCommit: false },
    ...{ filemask: "po/*.po", fileFormat: "po", ...more },
  });
}

/** A pull of one changed string, and a commit of a thousand pending ones, in a component of 100,000 strings. */
async function benchPullAndCommit(report: Report, root: string): Promise<void> {
  const remote = makeRemote(join(root, "hundred"), LANGUAGES, 2500);
  const worker = await startWorker();
  const component = await addComponent("large", "hundred", remote);
  await tookOf(component.taskId);
  const mirror = join(root, "mirror");
  git(root, "clone", "--quiet", "--bare", remote, mirror);
  const file = join(remote, "po/cs.po");
  const pulls: number[] = [];
  for (let round = 0; round < 7; round++) {
    writeFileSync(file, readFileSync(file, "utf8").replace(/msgstr "cs [^"]*"/, `msgstr "cs pulled ${round}"`));
    git(remote, "commit", "--quiet", "-am", `Round ${round}`);
    const start = performance.now();
    git(mirror, "fetch", "--quiet", "origin", "main:main");
    const fetched = performance.now() - start;
    pulls.push((await operate(component.repositoryId, "pull")) - fetched);
  }
  report.add("Pull of one string in one of 40 files, beyond `git fetch`", quantile(pulls, 0.5) / 1000, "s", {
    most: 1.5,
  });
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => makePerson(`person${index}`, { superuser: true })),
  );
  const ids = await textRows<{ id: number }>(
    db,
    sql`
    select id from (
      select u.id, row_number() over (partition by t.id order by u.position) as place from units u join translations t on t.id = u.translation_id
      where t.component_id = ${component.id} and not t.is_source and cardinality(u.targets) = 1) as x where place <= 25 order by id`,
  );
  for (const [index, { id }] of ids.entries()) {
    const person = people[index % people.length];
    if (person) await editUnit(person, id, { targets: [`Typed ${index}`], state: 20 });
  }
  report.add(
    `Commit of ${ids.length} pending strings of 10 people in 40 files`,
    (await operate(component.repositoryId, "commit")) / 1000,
    "s",
    { most: 5 },
  );
  await worker.stop();
}

const SHARED = 563;
const SHARED_LANGUAGES = 59;
const KEYS = 10;

const template = (part: number, round: number) =>
  `${JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, key) => [`key${key}`, key === 0 ? `Source ${part}, round ${round}` : `Text ${key} of ${part}`])), null, 2)}\n`;

/** A change of every template of 563 components that share a repository of some 33,700 files. */
async function benchSharedRepository(report: Report, root: string): Promise<void> {
  const languages = (
    await textRows<{ code: string }>(
      db,
      sql`select code from languages where code <> 'en' and code ~ '^[a-z]+$' order by code limit ${SHARED_LANGUAGES}`,
    )
  ).map((row) => row.code);
  const files = Array.from({ length: SHARED }, (_, part) => [
    [`parts/${part}/en.json`, template(part, 0)] as const,
    ...languages.map(
      (code) =>
        [
          `parts/${part}/${code}.json`,
          `${JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, key) => [`key${key}`, `${code} ${key} ${part}`])), null, 2)}\n`,
        ] as const,
    ),
  ]).flat();
  const remote = makeRemoteOf(join(root, "shared"), files);
  const worker = await startWorker();
  let repository = 0;
  const tasks: (string | null)[] = [];
  for (let part = 0; part < SHARED; part++) {
    const made = await createComponent(SERVICE, "large", {
      ...{ name: `Part ${part}`, slug: `part-${part}`, repo: remote, fileFormat: "json" },
      ...{ filemask: `parts/${part}/*.json`, template: `parts/${part}/en.json` },
    });
    repository = made.repositoryId;
    tasks.push(made.taskId);
  }
  for (const task of tasks) await tookOf(task);
  commitFiles(
    remote,
    Array.from({ length: SHARED }, (_, part) => [`parts/${part}/en.json`, template(part, 1)] as const),
    "Change every template",
  );
  const took = await operate(repository, "pull");
  const reached = await textRow<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from source_units s join components c on c.id = s.component_id
    where c.repository_id = ${repository} and s.sources[1] like '%round 1'`,
  );
  if (reached?.count !== SHARED) throw new Error(`The pull changed ${reached?.count} of ${SHARED} templates.`);
  report.add(`Template change of ${SHARED} components on one repository, ${files.length} files`, took / 1000, "s", {
    most: 60,
  });
  await worker.stop();
}

const HOOKS = 60;

/** From a code host's notification to the beginning of the pull, each of another repository. */
async function benchHooks(report: Report, root: string, base: string): Promise<void> {
  const samples: number[] = [];
  for (let index = 0; index < HOOKS; index++) {
    const remote = makeRemote(join(root, `hook-${index}`), ["cs"], 3);
    const made = await addComponent("large", `hook-${index}`, remote);
    await tookOf(made.taskId);
    // Pulls of one repository keep a distance; the last one was long ago.
    await db.run(sql`update repositories set fetched_at = now() - interval '1 hour' where id = ${made.repositoryId}`);
    const start = performance.now();
    const answer = await fetch(`${base}/hooks/update/large/hook-${index}/`, { method: "POST" });
    if (!answer.ok) throw new Error(`The hook was answered ${answer.status}.`);
    for (;;) {
      const row = await textRow<{ wanted: boolean }>(
        db,
        sql`select update_wanted_at is not null as wanted from repositories where id = ${made.repositoryId}`,
      );
      if (row?.wanted === false) break;
      await new Promise((done) => setTimeout(done, 2));
    }
    samples.push(performance.now() - start);
  }
  report.add("Hook to the start of the pull, p50", quantile(samples, 0.5), "ms");
  report.add("Hook to the start of the pull, p95", quantile(samples, 0.95), "ms", { most: 300 });
}

/** What a page and a save cost with nothing else to do, and while an import runs. */
async function benchMeanwhile(report: Report, remote: string, base: string, token: string): Promise<void> {
  const ids = await textRows<{ id: number }>(
    db,
    sql`
    select u.id from units u join translations t on t.id = u.translation_id join components c on c.id = t.component_id
    where c.slug = 'hundred' and not t.is_source and cardinality(u.targets) = 1 order by md5(u.id::text) limit 4000`,
  );
  let next = 0;
  const page = async () => {
    const answer = await fetch(`${base}/projects/large/hundred/cs/`);
    if (!answer.ok) throw new Error(`The page was answered ${answer.status}.`);
    await answer.arrayBuffer();
  };
  const save = async () => {
    const answer = await fetch(`${base}/api/units/${ids[next]?.id}/`, {
      method: "PATCH",
      headers: { Authorization: `Token ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ target: [`Saved ${next++}`], state: 20 }),
    });
    if (!answer.ok) throw new Error(`A save was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  await timed(20, page);
  await timed(20, save);
  const idle = { page: await timed(100, page), save: await timed(100, save) };
  const { taskId } = await addComponent("large", "meanwhile", remote, { filemask: "po/*.po" });
  let running = true;
  const end = tookOf(taskId).finally(() => {
    running = false;
  });
  const busy = { page: [] as number[], save: [] as number[] };
  while (running && next < ids.length) {
    busy.page.push(...(await timed(1, page)));
    busy.save.push(...(await timed(1, save)));
  }
  await end;
  for (const what of ["page", "save"] as const) {
    const [before, during] = [quantile(idle[what], 0.95), quantile(busy[what], 0.95)];
    report.add(`A ${what} with nothing else to do, p95`, before, "ms");
    report.add(`A ${what} while 540,000 strings are imported, p95`, during, "ms");
    report.add(`A ${what} meanwhile against one with nothing else to do`, during / before, "×", { most: 3 });
  }
}

/** Runs this part of the bench in a folder of its own below `root`. */
export async function benchRepositories(report: Report, root: string): Promise<void> {
  const data = join(root, "repositories");
  const remote = makeRemote(join(root, "large"), LANGUAGES.slice(0, 27), 20_000);
  await withDatabase(data, async (url) => {
    await createProject(SERVICE, { name: "Large", slug: "large", web: "" });
    const user = await benchUser();
    await benchLargeImport(report, remote);
    await benchPullAndCommit(report, root);
    await benchSharedRepository(report, root);
    const token = await issueToken(user);
    const running = await startServer(data, { DATABASE_URL: url });
    try {
      await benchHooks(report, root, running.base);
      await benchMeanwhile(report, remote, running.base, token.key);
    } finally {
      await stopServer(running);
    }
  });
}
