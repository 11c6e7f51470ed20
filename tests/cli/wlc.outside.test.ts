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
  const done = await demo.run("bash", ["-euo", "pipefail", "-c", `${script}\necho; echo "TOKEN $TOKEN"`]);
  expect(done.status, done.all).toBe(0);
  token = /TOKEN (\S+)/.exec(done.out)?.[1] ?? "";
}, 300_000);
afterAll(() => demo.stop());

it("wlc, unmodified, works through a day", async () => {
  const run = (key: string, ...parameters: string[]) =>
    demo.run("wlc", ["--url", `${demo.base}/api/`, "--key", key, "--format", "json", ...parameters]);
  const wlc = async (...parameters: string[]) => {
    const done = await run(token, ...parameters);
    expect(done.status, `wlc ${parameters.join(" ")}\n${done.all}`).toBe(0);
    return done.out;
  };
  const json = async (...parameters: string[]) => JSON.parse(await wlc(...parameters));
  expect((await json("list-projects")).map((one: { slug: string }) => one.slug)).toContain("hello");
  expect(await json("show", "hello")).toMatchObject({ name: "Hello", web: "https://hello.example/" });
  expect((await json("list-components", "hello")).map((one: { slug: string }) => one.slug)).toContain("app");
  expect(await json("show", "hello/app")).toMatchObject({ filemask: "po/*.po", file_format: "po", vcs: "git" });
  expect((await json("list-translations", "hello/app")).length).toBe(7);
  expect(await json("show", "hello/app/cs")).toMatchObject({ translated: (await json("show", "hello/app/cs")).total });
  expect((await json("list-languages")).length).toBeGreaterThan(500);
  expect(await json("stats", "hello/app/cs")).toBeTruthy();
  expect(await json("stats", "hello")).toBeTruthy();
  await wlc("lock", "hello/app");
  expect(await json("lock-status", "hello/app")).toMatchObject({ locked: true });
  await wlc("unlock", "hello/app");
  expect(await json("lock-status", "hello/app")).toMatchObject({ locked: false });
  const file = join(demo.data, "sl.po");
  const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
  writeFileSync(file, `${head}\nmsgid "Quit"\nmsgstr "Končaj"\n`);
  await wlc("upload", "hello/app/sl", "--input", file, "--method", "translate", "--overwrite");
  expect(await wlc("download", "hello/app/sl", "--convert", "csv")).toContain("Končaj");
  expect(await wlc("download", "hello/app/sl")).toContain('msgid "Quit"\nmsgstr "Končaj"');
  await wlc("commit", "hello/app");
  await wlc("pull", "hello/app");
  await wlc("push", "hello/app");
  expect(await json("repo", "hello/app")).toMatchObject({ needs_commit: false, needs_merge: false, needs_push: false });
  const upstream = demo.repository("desktop");
  expect((await demo.run("git", ["-C", upstream, "show", "main:po/sl.po"])).out).toContain("Končaj");
  expect((await demo.run("git", ["-C", upstream, "log", "-1", "--format=%an", "main"])).out).toBe("ada\n");
  expect((await json("changes", "hello/app")).length).toBeGreaterThan(3);
  await wlc("cleanup", "hello");
  await wlc("reset", "hello/app");
  expect((await run("svcu_wrong", "list-projects")).status).not.toBe(0);
}, 300_000);
