import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { makeUpstream, type Upstream } from "../support/git";
import { ADMIN, stage } from "./support/stage";

/** Clients that know nothing of Loquat, against the real server: curl as the README shows it, and wlc. */

test.describe.configure({ mode: "serial" });

const HEAD =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: cs\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n';
const PO = `${HEAD}\nmsgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr "Zavřít"\n`;

let upstream: Upstream;
let token = "";

/** Runs a program while the server goes on. */
function run(command: string, parameters: string[], env: Record<string, string> = {}) {
  const done = spawnSync(command, parameters, {
    encoding: "utf8",
    timeout: 120_000,
    cwd: process.cwd(),
    env: { ...process.env, ...env },
  });
  return { out: done.stdout, status: done.status, all: `${done.stdout}${done.stderr}` };
}

test.beforeAll(() => {
  upstream = makeUpstream({
    "po/app.pot": PO.replace("Zavřít", "").replace(/"Language: cs\\n"\n/, ""),
    "po/cs.po": PO,
  });
});

test("the README's way of a string by curl goes from repository to repository", () => {
  test.setTimeout(180_000);
  const { base, data } = stage();
  const readme = readFileSync(join(process.cwd(), "README.md"), "utf8");
  const block = /## The API in a few lines[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (!block) throw new Error("The README has no example of the API.");
  const script = block.replace("http://localhost:3000", base).replace("NAME)", `${ADMIN.username})`);
  const done = run("bash", ["-euo", "pipefail", "-c", `${script}\necho; echo "TOKEN $TOKEN"`], {
    REPO: upstream.url,
    LOQUAT_DATA: data,
  });
  expect(done.status, done.all).toBe(0);
  token = /TOKEN (\S+)/.exec(done.out)?.[1] ?? "";
  expect(token).toMatch(/^svcu_/);
  expect(done.out).toContain('"slug":"hello"');
  expect(done.out).toContain('"target":["Otevřít"]');
  expect(done.out).toContain('"result":true');
  expect(done.out).toContain('msgid "Open"\nmsgstr "Otevřít"\n');
  expect(done.out).toMatch(/"?Open"?,"?Otevřít"?/);
  expect(done.out).toContain('"action_name":"Changes pushed"');
  // What reached the repository is the one string and the header's own lines.
  expect(upstream.read("po/cs.po")).toContain('msgid "Open"\nmsgstr "Otevřít"\n');
});

/** wlc, from Debian when it is not here yet and this machine lets us install it. */
function findWlc(): boolean {
  if (spawnSync("wlc", ["--version"]).status === 0) return true;
  spawnSync("apt-get", ["install", "-y", "-q", "wlc"], { timeout: 120_000 });
  return spawnSync("wlc", ["--version"]).status === 0;
}

test("wlc, unmodified, works through a day", () => {
  test.setTimeout(300_000);
  test.skip(!findWlc(), "wlc is not installed, and apt-get cannot install it here.");
  const { base } = stage();
  const wlc = (...parameters: string[]) => {
    const done = run("wlc", ["--url", `${base}/api/`, "--key", token, "--format", "json", ...parameters]);
    expect(done.status, `wlc ${parameters.join(" ")}\n${done.all}`).toBe(0);
    return done.out;
  };
  const json = (...parameters: string[]) => JSON.parse(wlc(...parameters));
  expect(json("list-projects").map((one: { slug: string }) => one.slug)).toContain("hello");
  expect(json("show", "hello")).toMatchObject({ name: "Hello", web: "https://hello.example/" });
  expect(json("list-components", "hello").map((one: { slug: string }) => one.slug)).toEqual(["app"]);
  expect(json("show", "hello/app")).toMatchObject({ filemask: "po/*.po", file_format: "po", vcs: "git" });
  expect(json("list-translations", "hello/app").length).toBe(2);
  expect(json("show", "hello/app/cs")).toMatchObject({ total: 2, translated: 2, translated_percent: 100 });
  expect(json("list-languages").length).toBeGreaterThan(500);
  expect(json("stats", "hello/app/cs")).toBeTruthy();
  expect(json("stats", "hello")).toBeTruthy();
  wlc("lock", "hello/app");
  expect(json("lock-status", "hello/app")).toMatchObject({ locked: true });
  wlc("unlock", "hello/app");
  expect(json("lock-status", "hello/app")).toMatchObject({ locked: false });
  const folder = mkdtempSync(join(tmpdir(), "loquat-wlc-"));
  const file = join(folder, "cs.po");
  writeFileSync(file, `${HEAD}\nmsgid "Close"\nmsgstr "Uzavřít"\n`);
  wlc("upload", "hello/app/cs", "--input", file, "--method", "translate", "--overwrite");
  expect(wlc("download", "hello/app/cs", "--convert", "csv")).toContain("Otevřít");
  const stored = wlc("download", "hello/app/cs");
  expect(stored).toContain('msgid "Open"');
  upstream.commit({ README: "A change of upstream.\n" });
  wlc("commit", "hello/app");
  wlc("pull", "hello/app");
  wlc("push", "hello/app");
  expect(json("repo", "hello/app")).toMatchObject({ needs_commit: false, needs_merge: false, needs_push: false });
  expect(upstream.read("README")).toContain("upstream");
  expect(upstream.read("po/cs.po")).toContain("Otevřít");
  expect(json("changes", "hello/app").length).toBeGreaterThan(3);
  wlc("cleanup", "hello");
  wlc("reset", "hello/app");
  const wrong = run("wlc", ["--url", `${base}/api/`, "--key", "svcu_wrong", "list-projects"]);
  expect(wrong.status).not.toBe(0);
  expect(execFileSync("git", ["-C", upstream.url, "log", "--format=%an", "main"], { encoding: "utf8" })).toContain(
    ADMIN.name,
  );
});
