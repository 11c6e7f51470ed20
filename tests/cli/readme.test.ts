import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Installation, installDemo, readmeBlock } from "./installation";

/** What the README shows runs on a new installation, to its end. */

let demo: Installation;
beforeAll(async () => {
  demo = await installDemo();
}, 300_000);
afterAll(() => demo.stop());

it("the README's way of a string by curl runs to its end on a new installation", async () => {
  const script = readmeBlock(readFileSync("README.md", "utf8"), demo.base);
  const done = await demo.run("bash", ["-euo", "pipefail", "-c", script]);
  expect(done.status, done.all).toBe(0);
  expect(done.out).toContain('"slug":"hello"');
  expect(done.out).toContain('"target":["Jak se řeže strom?"]');
  expect(done.out).toContain('"result":true');
  expect(done.out).toContain('msgid "How do I prune a tree?"\nmsgstr "Jak se řeže strom?"\n');
  expect(done.out).toContain('"action_name":"Changes pushed"');
  // What reached the repository is one commit with that string, in the name of its author.
  const log = await demo.run("git", ["-C", demo.repository("desktop"), "log", "-1", "-p", "--format=%an", "main"]);
  expect(log.out).toMatch(/^ada\n/);
  expect(log.out).toMatch(/^\+msgstr "Jak se řeže strom\?"$/m);
}, 300_000);

it("npm run doctor names the risks of a new installation and ends with 1", async () => {
  const done = await demo.run(process.execPath, ["lib/cli/admin.mjs", "doctor"]);
  expect(done.status, done.all).toBe(1);
  expect(done.out).toMatch(/Anyone can register/);
  expect(done.out).toMatch(/Close registration/);
}, 60_000);
