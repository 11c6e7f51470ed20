import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Installation, installDemo, readmeBlock } from "./installation";

/** `wlc` of the distribution, which knows nothing of Loquat, against a new installation. */

let demo: Installation;
let token = "";
beforeAll(async () => {
  demo = await installDemo();
  const script = readmeBlock(readFileSync("README.md", "utf8"), demo.base);
  const done = demo.run("bash", ["-euo", "pipefail", "-c", `${script}\necho; echo "TOKEN $TOKEN"`]);
  expect(done.status, done.all).toBe(0);
  token = /TOKEN (\S+)/.exec(done.out)?.[1] ?? "";
}, 300_000);
afterAll(() => demo.stop());

it("wlc, unmodified, works through a day", () => {
  const run = (key: string, ...parameters: string[]) =>
    demo.run("wlc", ["--url", `${demo.base}/api/`, "--key", key, "--format", "json", ...parameters]);
  const wlc = (...parameters: string[]) => {
    const done = run(token, ...parameters);
    expect(done.status, `wlc ${parameters.join(" ")}\n${done.all}`).toBe(0);
    return done.out;
  };
  const json = (...parameters: string[]) => JSON.parse(wlc(...parameters));
  expect(json("list-projects").map((one: { slug: string }) => one.slug)).toContain("hello");
  expect(json("show", "hello")).toMatchObject({ name: "Hello", web: "https://hello.example/" });
  expect(json("list-components", "hello").map((one: { slug: string }) => one.slug)).toContain("app");
  expect(json("show", "hello/app")).toMatchObject({ filemask: "po/*.po", file_format: "po", vcs: "git" });
  expect(json("list-translations", "hello/app").length).toBe(7);
  expect(json("show", "hello/app/cs")).toMatchObject({ translated: json("show", "hello/app/cs").total });
  expect(json("list-languages").length).toBeGreaterThan(500);
  expect(json("stats", "hello/app/cs")).toBeTruthy();
  expect(json("stats", "hello")).toBeTruthy();
  wlc("lock", "hello/app");
  expect(json("lock-status", "hello/app")).toMatchObject({ locked: true });
  wlc("unlock", "hello/app");
  expect(json("lock-status", "hello/app")).toMatchObject({ locked: false });
  const file = join(demo.data, "sl.po");
  const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
  writeFileSync(file, `${head}\nmsgid "Quit"\nmsgstr "Končaj"\n`);
  wlc("upload", "hello/app/sl", "--input", file, "--method", "translate", "--overwrite");
  expect(wlc("download", "hello/app/sl", "--convert", "csv")).toContain("Končaj");
  expect(wlc("download", "hello/app/sl")).toContain('msgid "Quit"\nmsgstr "Končaj"');
  wlc("commit", "hello/app");
  wlc("pull", "hello/app");
  wlc("push", "hello/app");
  expect(json("repo", "hello/app")).toMatchObject({ needs_commit: false, needs_merge: false, needs_push: false });
  const upstream = join(demo.data, "demo/desktop.git");
  expect(demo.run("git", ["-C", upstream, "show", "main:po/sl.po"]).out).toContain("Končaj");
  expect(demo.run("git", ["-C", upstream, "log", "-1", "--format=%an", "main"]).out).toBe("ada\n");
  expect(json("changes", "hello/app").length).toBeGreaterThan(3);
  wlc("cleanup", "hello");
  wlc("reset", "hello/app");
  expect(run("svcu_wrong", "list-projects").status).not.toBe(0);
}, 300_000);
