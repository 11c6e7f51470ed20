import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { loadActor, SERVICE } from "@/lib/domain/access/actor";
import { listComponents } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { createProject } from "@/lib/domain/projects/projects";
import { searchUnits } from "@/lib/domain/search/search-units";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { issueToken } from "@/lib/domain/users/tokens";
import { db, rawSql, sql } from "@/lib/platform/database";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { blockOf, withBlock } from "../support/marked-block";
import { textRows } from "../support/text-rows";
import { benchApi } from "./api";
import { benchArchive } from "./archive";
import { benchChecks } from "./checks";
import { catalogue, LANGUAGES } from "./data";
import { benchEditor } from "./editor";
import { benchFormats } from "./formats";
import { benchGlossary } from "./glossary";
import { benchGuard } from "./guard";
import { benchLedger } from "./ledger";
import {
  benchUser,
  childrenOf,
  memory,
  startServer,
  startWorker,
  stopServer,
  withDatabase,
  withServer,
} from "./machine";
import { benchMemory } from "./memory";
import { benchMonorepo } from "./monorepo";
import { benchAllProcessors, benchPages } from "./pages";
import { benchRecheck } from "./recheck";
import { makeRemote } from "./remote";
import { quantile, Report, timed } from "./report";
import { benchRepositories } from "./repositories";
import { benchSearch } from "./search";

/** `npm run bench`: figures of this machine, next to a floor measured in the same run. */

const README = "lib/cli/README.md";
const STRINGS = 2000;
const report = new Report();

/** What an import stores, table by table. */
const IMPORTED = ["source_units", "units", "findings", "file_snapshots"] as const;

/**
 * The least an import could cost: every file parsed once, and the very rows it stored copied into tables with the same
 * keys. The server reads the files itself: nothing is faster than that.
 */
async function measureFloor(root: string): Promise<number> {
  const format = findFormat("po");
  if (!format) throw new Error("There is no PO format.");
  const folder = join(root, "floor");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  for (const table of IMPORTED) {
    await db.run(rawSql(`copy ${table} to '${join(folder, table)}'`));
    await db.run(rawSql(`create table floor_${table} (like ${table} including all)`));
  }
  const files = LANGUAGES.map((language) => new TextEncoder().encode(catalogue(language, STRINGS)));
  const start = performance.now();
  for (const [index, bytes] of files.entries())
    format.parse(format.decode(bytes), formatOptions({ languageCode: LANGUAGES[index] }));
  for (const table of IMPORTED) await db.run(rawSql(`copy floor_${table} from '${join(folder, table)}'`));
  const took = performance.now() - start;
  for (const table of IMPORTED) await db.run(rawSql(`drop table floor_${table}`));
  return took;
}

async function benchImport(root: string): Promise<void> {
  const remote = makeRemote(join(root, "upstream"), LANGUAGES, STRINGS);
  const worker = await startWorker();
  await createProject(SERVICE, { name: "Bench", slug: "bench", web: "" });
  const component = await createComponent(SERVICE, "bench", {
    name: "App",
    slug: "app",
    repo: remote,
    filemask: "po/*.po",
    fileFormat: "po",
  });
  const task = await waitForTask(component.taskId ?? "", 300_000);
  if (task?.state !== "done") throw new Error(`The import failed: ${JSON.stringify(task?.result)}`);
  const took = Number(task.finishedAt) - Number(task.createdAt);
  const peak = memory(worker.pid, "VmHWM");
  await worker.stop();
  const floor = await measureFloor(root);
  const units = STRINGS * LANGUAGES.length;
  report.add(`Import, ${STRINGS} strings × ${LANGUAGES.length} languages of PO`, took / 1000, "s", { most: 10 });
  report.add("Import, strings a second", (units * 1000) / took, "/s");
  report.add("Import against the floor (parse + COPY)", took / floor, "×", { most: 3 });
  report.add("Worker, most memory during the import", peak, "MB", { most: 500 });
}

async function benchDomain(userId: number): Promise<void> {
  await db.run(sql`vacuum analyze`);
  const actor = await loadActor(userId);
  if (!actor) throw new Error("The user is missing.");
  const ids = (
    await textRows<{ id: number }>(
      db,
      sql`
    select u.id from units u join translations t on t.id = u.translation_id where not t.is_source and cardinality(u.targets) = 1 order by md5(u.id::text) limit 500`,
    )
  ).map((row) => row.id);
  await timed(30, (index) => editUnit(actor, ids[index] ?? 0, { targets: [`warm ${index}`], state: 20 }));
  const saves = await timed(400, (index) =>
    editUnit(actor, ids[index + 30] ?? 0, { targets: [`A new text ${index}`], state: 20 }),
  );
  report.add("Save of one string, p50", quantile(saves, 0.5), "ms");
  report.add("Save of one string, p95", quantile(saves, 0.95), "ms", { most: 25 });
  const address = { projectSlug: "bench", categoryPath: "", componentSlug: "app", languageCode: LANGUAGES[0] ?? "" };
  const lists = await timed(100, () => searchUnits(actor, "", { limit: 100, offset: 0 }, address));
  report.add("List of 100 strings, p50", quantile(lists, 0.5), "ms", { most: 10 });
  const components = await timed(100, () => listComponents(actor, {}, { limit: 50, offset: 0 }));
  report.add("List of components, p50", quantile(components, 0.5), "ms", { most: 10 });
}

async function benchServer(root: string, data: string): Promise<void> {
  const cold = await startServer(join(root, "fresh"));
  report.add("Start with an empty data folder to the first page", cold.startMs / 1000, "s");
  await stopServer(cold);
  const warm = await startServer(data);
  report.add("Second start to the first page", warm.startMs / 1000, "s", { most: 6 });
  await new Promise((done) => setTimeout(done, 3000));
  const web = warm.child.pid ?? 0;
  const parts = childrenOf(web);
  const database = parts.filter((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres"));
  const all = [...database, ...database.flatMap(childrenOf)];
  const workers = parts.filter((pid) => !database.includes(pid));
  const sum = (pids: number[]) => pids.reduce((total, pid) => total + memory(pid), 0);
  report.add("Idle memory, web", memory(web), "MB");
  report.add("Idle memory, worker", sum(workers), "MB");
  report.add("Idle memory, database", sum(all), "MB");
  report.add("Idle memory, together", memory(web) + sum(workers) + sum(all), "MB", { most: 450 });
  for (const [name, path] of [
    ["Page: projects", "/projects/"],
    ["Page: project", "/projects/bench/"],
    ["Page: component, 40 languages", "/projects/bench/app/"],
    ["Page: translation", "/projects/bench/app/cs/"],
    ["Page: editor", "/translate/bench/app/cs/"],
    ["API: 50 translations", "/api/components/bench/app/translations/"],
    ["API: 100 strings", "/api/translations/bench/app/cs/units/"],
  ] as const) {
    await timed(10, () => fetch(warm.base + path).then((answer) => answer.arrayBuffer()));
    const samples = await timed(60, async () => {
      const answer = await fetch(warm.base + path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await answer.arrayBuffer();
    });
    report.add(`${name}, p50`, quantile(samples, 0.5), "ms");
    report.add(`${name}, p95`, quantile(samples, 0.95), "ms");
  }
  await stopServer(warm);
}

/**
 * Parts of the bench, by the names that `npm run bench -- NAME` takes; `formats` may be followed by ids of formats:
 * `npm run bench -- formats po yaml` runs these alone.
 * `--write` puts the figures into `lib/cli/README.md`: of a whole run all, of parts the rows of these parts.
 */
const PARTS = [
  "import",
  "repositories",
  "monorepo",
  "memory",
  "editor",
  "api",
  "archive",
  "formats",
  "checks",
  "guard",
  "search",
  "pages",
  "recheck",
] as const;

async function main(): Promise<void> {
  const asked = process.argv.slice(2).filter((word) => word !== "--write");
  const wanted = (part: (typeof PARTS)[number]) => asked.length === 0 || asked.includes(part);
  const root = mkdtempSync(join(tmpdir(), "loquat-bench-"));
  chmodSync(root, 0o755);
  // The remote lies beside the data folder.
  process.env.LOQUAT_LOCAL_REPOSITORIES = root;
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.versions.node}\n`);
  if (wanted("import") || wanted("guard")) {
    const data = join(root, "data");
    let token = "";
    await withDatabase(
      data,
      async () => {
        await benchImport(root);
        const userId = await benchUser();
        if (wanted("import")) await benchDomain(userId);
        if (wanted("import")) await benchGlossary(report);
        token = (await issueToken(userId)).key;
      },
      // Where a server without an address of a database finds it.
      join(data, "postgres"),
    );
    if (wanted("import")) await benchServer(root, data);
    if (wanted("guard")) {
      const running = await startServer(data, { LOQUAT_RATE_PAGES: "600/minute" });
      await benchGuard(report, { base: running.base, token, translation: "bench/app/cs" });
      await stopServer(running);
    }
  }
  if (wanted("repositories")) await benchRepositories(report, root);
  if (wanted("monorepo")) await benchMonorepo(report, root);
  if (wanted("memory") && !wanted("editor"))
    await withDatabase(join(root, "memory"), async () => {
      await benchMemory(report);
    });
  if (wanted("editor"))
    await withServer(join(root, "editor"), (running) => benchEditor(report, running, wanted("memory")));
  if (wanted("search")) await withDatabase(join(root, "search"), () => benchSearch(report));
  if (wanted("pages")) {
    await withServer(join(root, "pages"), (running) => benchPages(report, running));
    await withServer(join(root, "processes"), (running) => benchAllProcessors(report, running), {
      LOQUAT_WEB_PROCESSES: String(availableParallelism()),
    });
  }
  if (wanted("api"))
    await withServer(join(root, "api"), async ({ base }, token) => {
      await benchApi(report, base, token);
      await benchLedger(report, base, token);
    });
  if (wanted("archive"))
    await withServer(join(root, "archive"), ({ base, child }, token) =>
      benchArchive(report, base, token, () => memory(child.pid ?? 0, "VmRSS")),
    );
  if (wanted("recheck")) await withDatabase(join(root, "recheck"), () => benchRecheck(report));
  if (wanted("checks")) benchChecks(report);
  if (wanted("formats"))
    benchFormats(
      report,
      asked.filter((name) => !(PARTS as readonly string[]).includes(name)),
    );
  rmSync(root, { recursive: true, force: true });
  console.log(`\n${report.markdown()}`);
  if (process.argv.includes("--write")) {
    const document = readFileSync(README, "utf8");
    const table = asked.length === 0 ? report.markdown() : report.mergedInto(blockOf(document, "figures"));
    writeFileSync(README, withBlock(document, "figures", table));
  }
  const missed = report.missed();
  console.log(missed.length === 0 ? "\nAll aims are met." : `\nMissed: ${missed.map((row) => row.name).join("; ")}`);
}

await main();
