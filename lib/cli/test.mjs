import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { checkMachine, ensureBuilt, ensureBundles, ensureGenerated, ensureInstalled, ROOT } from "./prepare.mjs";

/** `npm test`: unit and integration tests, then the browser. Ends with "N passed, N failed". */

checkMachine();
process.chdir(ROOT);
await ensureInstalled();
await ensureGenerated();
await ensureBundles();
await ensureBuilt();

const results = join(ROOT, ".loquat", "results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

function run(name, parameters, env) {
  return new Promise((done) => {
    const child = spawn(process.execPath, parameters, {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "test", ...env },
    });
    child.on("close", (code) => done(code ?? 1));
    child.on("error", (error) => {
      console.error(`${name}: ${error.message}`);
      done(1);
    });
  });
}

function vitestCounts() {
  const file = join(results, "vitest.json");
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken };
}

/** The tests that failed, as "file › names: first line of the error": the end of a long output is what one reads first. */
function failures() {
  const named = [];
  const tell = (file, names, message) =>
    named.push(`${file} › ${names.join(" › ")}: ${stripVTControlCharacters(message ?? "").split("\n")[0]}`);
  const vitest = join(results, "vitest.json");
  if (existsSync(vitest))
    for (const suite of JSON.parse(readFileSync(vitest, "utf8")).testResults) {
      const file = relative(ROOT, suite.name);
      if (suite.status === "failed" && suite.assertionResults.length === 0) tell(file, ["(whole file)"], suite.message);
      for (const one of suite.assertionResults)
        if (one.status === "failed") tell(file, [...one.ancestorTitles, one.title], one.failureMessages[0]);
    }
  const playwright = join(results, "playwright.json");
  if (existsSync(playwright)) {
    const report = JSON.parse(readFileSync(playwright, "utf8"));
    const walk = (suite, above) => {
      for (const spec of suite.specs ?? [])
        if (!spec.ok) tell(spec.file, [...above, spec.title], spec.tests[0]?.results.at(-1)?.error?.message);
      for (const inner of suite.suites ?? []) walk(inner, [...above, inner.title]);
    };
    for (const suite of report.suites) walk(suite, []);
    for (const error of report.errors) tell("browser", ["(run)"], error.message);
  }
  return named;
}

/** The files of tests that took longest, as "seconds file": where to look when the whole has become slow. */
function slowest(count) {
  const file = join(results, "vitest.json");
  const suites = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).testResults : [];
  return suites
    .map(({ name, startTime, endTime }) => ({ seconds: Math.round((endTime - startTime) / 1000), name }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ seconds, name }) => `${seconds} s ${relative(ROOT, name)}`);
}

/** How many translation files the laws of the formats were held against: each format says so in the title of its tests. */
function filesRead() {
  const file = join(results, "vitest.json");
  if (!existsSync(file)) return 0;
  const titles = new Set(
    JSON.parse(readFileSync(file, "utf8")).testResults.flatMap((suite) =>
      suite.assertionResults.flatMap((one) => one.ancestorTitles),
    ),
  );
  const counts = [...titles].flatMap(
    (title) => /^laws of .* \((\d+) own files, (\d+) files/.exec(title)?.slice(1) ?? [],
  );
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

/** Browser tests that passed only the second time: they are to be mended, but are no reason to refuse a change. */
function unsteady() {
  const file = join(results, "playwright.json");
  if (!existsSync(file)) return [];
  const named = [];
  const walk = (suite) => {
    for (const spec of suite.specs ?? []) {
      const test = spec.tests.find(({ status }) => status === "flaky");
      const first = test?.results[0]?.error?.message ?? "";
      if (test) named.push(`${spec.file} › ${spec.title}: ${first.split("\n", 1)[0]}`);
    }
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of JSON.parse(readFileSync(file, "utf8")).suites) walk(suite);
  return named;
}

function playwrightCounts() {
  const file = join(results, "playwright.json");
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

const node = (path) => join(ROOT, "node_modules", path);
const codes = [
  await run(
    "vitest",
    [
      node("vitest/vitest.mjs"),
      "run",
      // All but what asks other people's programs.
      "--project=!outside",
      "--reporter=./tests/support/file-lines.ts",
      "--reporter=json",
      `--outputFile.json=${join(results, "vitest.json")}`,
    ],
    {},
  ),
  await run("playwright", [node("@playwright/test/cli.js"), "test", "--reporter=line,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, "playwright.json"),
    NODE_ENV: "production",
  }),
];
const counts = [vitestCounts(), playwrightCounts()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
let failed = counts.reduce((sum, count) => sum + count.failed, 0);
// A runner that ended badly without a failed test is a failure all the same.
if (failed === 0 && codes.some((code) => code !== 0)) failed = 1;
for (const line of slowest(40)) console.log(`Slow: ${line}`);
for (const line of unsteady()) console.log(`Failed at first: ${line}`);
for (const line of failures()) console.log(`Failed: ${line}`);
console.log(`The laws of the file formats were held against ${filesRead()} files.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
