import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { alone } from "@/lib/cli/alone.mjs";

/** Two starts in one checkout, and a start that is ended in the middle of its preparations. */

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loquat-alone-"));
});

const lock = () => join(folder, "prepare.lock");
const lines = () => readFileSync(join(folder, "log"), "utf8").trim().split("\n");

const done = () => join(folder, "done");

/** A process that takes the lock, tells of it in a file, and works until the test has written its file, or does not wait. */
function worker(name: string, waits: boolean): ChildProcess {
  const program = `
    import { appendFileSync, existsSync } from "node:fs";
    import { alone } from ${JSON.stringify(resolve("lib/cli/alone.mjs"))};
    const tell = (what) => appendFileSync(${JSON.stringify(join(folder, "log"))}, what + "\\n");
    await alone(${JSON.stringify(folder)}, async () => {
      tell("${name} begins");
      while (${waits} && !existsSync(${JSON.stringify(done())})) await new Promise((next) => setTimeout(next, 10));
      tell("${name} ends");
    }, (pid) => console.log("waits for " + pid));`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
}

async function begun(name: string): Promise<void> {
  while (!existsSync(join(folder, "log")) || !lines().includes(`${name} begins`)) await pause(10);
}

describe("work that one process does at a time", () => {
  test("the second process waits, says for whom, and begins when the first has ended", async () => {
    const first = worker("first", true);
    await begun("first");
    const second = worker("second", false);
    const both = Promise.all([once(first, "close"), once(second, "close")]);
    let said = "";
    second.stdout?.on("data", (chunk) => {
      said += chunk;
      writeFileSync(done(), "");
    });
    await both;
    expect(lines()).toEqual(["first begins", "first ends", "second begins", "second ends"]);
    expect(said).toBe(`waits for ${first.pid}\n`);
    expect(existsSync(lock())).toBe(false);
  });

  test("a process that was killed holds nobody up", async () => {
    const killed = worker("killed", true);
    await begun("killed");
    killed.kill("SIGKILL");
    await once(killed, "close");
    expect(existsSync(lock())).toBe(true);
    expect(await alone(folder, () => "done")).toBe("done");
    expect(existsSync(lock())).toBe(false);
  });

  test("a lock with a number that another process has by now is passed over when nobody touches it", async () => {
    writeFileSync(lock(), "1");
    expect(await alone(folder, () => "done", undefined, 500)).toBe("done");
  });

  test("work that fails lets the next one in", async () => {
    await expect(alone(folder, () => Promise.reject(new Error("No space is left.")))).rejects.toThrow(
      "No space is left.",
    );
    expect(await alone(folder, () => "done")).toBe("done");
  });
});
