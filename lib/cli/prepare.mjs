import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "./alone.mjs";

/** What must be true before Loquat's own code can run. Only Node's own modules here: nothing is installed yet. */

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const OUT = join(ROOT, ".loquat");

/** Ends the process with one clear line. */
export function fail(message) {
  console.error(`Loquat: ${message}`);
  process.exit(1);
}

/** Node's version, git, and a folder that can be written to. */
export function checkMachine() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(
      `Node.js 20.19 or newer is needed; this is ${process.versions.node}. Install a newer one from nodejs.org and try again.`,
    );
  const git = spawnSync("git", ["--version"], { encoding: "utf8" });
  if (git.status !== 0) fail("git was not found. Install git and make sure that it is on the PATH.");
  // Older ones silently ignore settings that keep git from going where it was not sent.
  const [gitMajor = 0, gitMinor = 0] = (/(\d+)\.(\d+)/.exec(git.stdout) ?? []).slice(1).map(Number);
  if (gitMajor < 2 || (gitMajor === 2 && gitMinor < 38))
    fail(`git 2.38 or newer is needed; this is ${git.stdout.trim()}. Install a newer one and try again.`);
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    fail(
      `The folder ${ROOT} is read-only. Loquat installs and builds itself there: make it writable, or clone it elsewhere.`,
    );
  }
}

/** The data folder must be writable; it is made when missing. */
export function checkDataFolder() {
  const folder = resolve(process.cwd(), process.env.LOQUAT_DATA || join(ROOT, ".data"));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    fail(
      `The data folder ${folder} is not writable (${error.code ?? error.message}). Set LOQUAT_DATA to a writable folder.`,
    );
  }
  process.env.LOQUAT_DATA = folder;
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => {
      const full = join(path, entry.name);
      return entry.isDirectory() ? (entry.name === "generated" ? [] : filesUnder(full)) : [full];
    })
    .sort();
}

function hashOf(paths) {
  const hash = createHash("sha256").update(process.versions.node);
  for (const path of paths) {
    if (!existsSync(path)) continue;
    hash.update(relative(ROOT, path)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function stamped(name, hash) {
  const file = join(OUT, `${name}.stamp`);
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

function stamp(name, hash) {
  mkdirSync(OUT, { recursive: true });
  replaceFile(join(OUT, `${name}.stamp`), hash);
}

/** Puts a new file in the place of one: whoever reads it meanwhile, or shares it by a hard link, keeps the former. */
function replaceFile(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** A build that went on by itself would refuse the next one. */
const ENDING = ["SIGTERM", "SIGINT", "SIGHUP"];

/** Runs a command in the checkout; its output is shown only when it fails. Who ends this process ends the command. */
function run(command, parameters, env = {}) {
  return new Promise((done) => {
    const child = spawn(command, parameters, {
      cwd: ROOT,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const end = (signal) => {
      child.kill(signal);
      process.exit(1);
    };
    const finish = (outcome) => {
      for (const signal of ENDING) process.off(signal, end);
      done(outcome);
    };
    for (const signal of ENDING) process.on(signal, end);
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => finish({ ok: false, output: error.message }));
    child.on("close", (code) => finish({ ok: code === 0, output }));
  });
}

async function step(text, name, hash, work) {
  if (stamped(name, hash)) return;
  await alone(
    OUT,
    // Whoever was waited for may have done it.
    () => stamped(name, hash) || carryOut(text, name, hash, work),
    (pid) => process.stderr.write(`Waiting for process ${pid}, which prepares this folder …\n`),
  );
}

async function carryOut(text, name, hash, work) {
  const started = Date.now();
  process.stderr.write(`${text} … `);
  const { ok, output } = await work();
  if (!ok) {
    process.stderr.write("failed\n");
    console.error(output.trim().split("\n").slice(-40).join("\n"));
    fail(`${text} failed. See the lines above for the reason.`);
  }
  stamp(name, hash);
  process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

/** Installs the packages when the list of them changed. */
export async function ensureInstalled() {
  const hash = hashOf([join(ROOT, "package.json"), join(ROOT, "package-lock.json")]);
  if (!existsSync(join(ROOT, "node_modules", "next"))) rmSync(join(OUT, "install.stamp"), { force: true });
  await step("Installing packages", "install", hash, () =>
    run("npm", ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"], {
      // What a package may build for itself, it builds with the headers that are here or not at all: none are downloaded.
      npm_config_nodedir: process.env.npm_config_nodedir ?? dirname(dirname(process.execPath)),
    }),
  );
}

/** Writes the catalogues of messages as one module, with types of what each message takes. */
async function generateMessages(paths) {
  const { messagesModule } = await import("./generate-messages.mjs");
  try {
    const catalogues = Object.fromEntries(paths.map((path) => [basename(path, ".json"), readCatalogue(path)]));
    mkdirSync(join(ROOT, "lib/generated"), { recursive: true });
    replaceFile(join(ROOT, "lib/generated/messages.ts"), messagesModule(catalogues));
    return { ok: true, output: "" };
  } catch (error) {
    return { ok: false, output: error.message };
  }
}

function readCatalogue(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${relative(ROOT, path)}: ${error.message}`);
  }
}

/** Generates the database client when the schema changed, and the module of messages when a catalogue did. */
export async function ensureGenerated() {
  const messages = filesUnder(join(ROOT, "app/messages")).filter((path) => path.endsWith(".json"));
  if (!existsSync(join(ROOT, "lib/generated/messages.ts"))) rmSync(join(OUT, "messages.stamp"), { force: true });
  await step(
    "Reading the messages",
    "messages",
    hashOf([...messages, join(ROOT, "lib/cli/generate-messages.mjs")]),
    () => generateMessages(messages),
  );
  const hash = hashOf(
    ["prisma/schema.prisma", "lib/cli/generate-tables.mjs", "package-lock.json"].map((name) => join(ROOT, name)),
  );
  if (!["prisma", "tables.ts"].every((name) => existsSync(join(ROOT, "lib/generated", name))))
    rmSync(join(OUT, "generate.stamp"), { force: true });
  await step("Generating the database client", "generate", hash, () =>
    // Any program stands in for the engine binary, which generating does not need and could not download.
    run(process.execPath, [join(ROOT, "node_modules/prisma/build/index.js"), "generate"], {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    }),
  );
}

const SOURCES = [
  "lib",
  "app/messages",
  "inngest",
  "tests/bench",
  "tests/text/formats",
  "prisma/schema.prisma",
  "package-lock.json",
  "tsconfig.json",
];

function sources(extra = []) {
  return [...SOURCES, ...extra].flatMap((name) => {
    const path = join(ROOT, name);
    return /\.[a-z]+$/.test(name) ? [path] : filesUnder(path);
  });
}

const ENTRIES = {
  serve: "lib/cli/serve.ts",
  web: "lib/cli/web.ts",
  worker: "lib/cli/worker.ts",
  work: "lib/cli/work.ts",
  admin: "lib/cli/admin.ts",
  bench: "tests/bench/main.ts",
};

/**
 * Bundles the programs of processes beside the server, each with all it imports: they start in a moment so. A running
 * server may start one at any time, so the files are replaced in one go.
 */
export async function bundleHelpers() {
  for (const name of ["reader", "git"]) await bundleHelper(name);
}

async function bundleHelper(name) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, `lib/cli/${name}.ts`)],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20.19",
    alias: { "@": ROOT },
    logLevel: "silent",
  });
  putProgram(`${name}.cjs`, outputFiles[0].text);
}

/**
 * Writes a bundle. A program of ASCII alone takes half the memory while it runs. Strings are escaped already; what is left
 * stands in comments and regular expressions, where an escape means the same.
 */
function putProgram(name, text) {
  mkdirSync(OUT, { recursive: true });
  const made = join(OUT, `${process.pid}-${name}`);
  const escaped = (_, slashes, letter) =>
    // A slash that escapes the letter goes.
    `${"\\".repeat(slashes.length & ~1)}\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(made, text.replace(/(\\*)([\u0080-\ud7ff\ue000-\uffff])/g, escaped));
  renameSync(made, join(OUT, name));
}

/** Bundles the command line programs. */
export async function ensureBundles() {
  const hash = hashOf(sources());
  if (["reader", "git"].some((name) => !existsSync(join(OUT, `${name}.cjs`))))
    rmSync(join(OUT, "bundle.stamp"), { force: true });
  await step("Preparing the programs", "bundle", hash, bundlePrograms);
}

/** Bundles all programs, and leaves no process behind. */
export async function bundlePrograms() {
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles } = await build({
      entryPoints: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, path)])),
      outdir: OUT,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      target: "node20.19",
      alias: { "@": ROOT },
      write: false,
      loader: { ".json": "json" },
      logLevel: "silent",
    });
    for (const { path, text } of outputFiles) putProgram(basename(path), text);
    await bundleHelpers();
    return { ok: true, output: "" };
  } catch (error) {
    return { ok: false, output: String(error.message ?? error) };
  } finally {
    // It would stay for as long as the server runs, with 300 MB.
    await stop();
  }
}

/** Builds the web application when its sources changed. */
export async function ensureBuilt() {
  const hash = hashOf(
    sources(["app", "public", "next.config.mjs", "postcss.config.mjs", "proxy.ts", "instrumentation.ts"]),
  );
  if (!existsSync(join(ROOT, ".next/BUILD_ID"))) rmSync(join(OUT, "build.stamp"), { force: true });
  await step("Building the web application", "build", hash, () =>
    run(process.execPath, [join(ROOT, "node_modules/next/dist/bin/next"), "build"], { NODE_ENV: "production" }),
  );
}

/** Address of a bundled program, for `import()`. */
export function bundle(name) {
  return new URL(`file://${join(OUT, `${name}.mjs`)}`).href;
}
