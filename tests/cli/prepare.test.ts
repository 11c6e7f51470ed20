import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const prepare = new URL("../../lib/cli/prepare.mjs", import.meta.url).href;

it("what bundles the programs ends with its work, and does not stay beside the server", () => {
  const code = `
    const { bundlePrograms } = await import(${JSON.stringify(prepare)});
    const { execFileSync } = await import("node:child_process");
    const { setTimeout } = await import("node:timers/promises");
    const children = () =>
      execFileSync("ps", ["-o", "ppid=,comm=", "-A"], { encoding: "utf8" })
        .split("\\n")
        .map((line) => line.trim().split(/\\s+/))
        .filter(([parent, name]) => Number(parent) === process.pid && name !== "ps");
    const done = await bundlePrograms();
    // It is told to end, and has ten seconds.
    for (let left = 100; left > 0 && children().length > 0; left--) await setTimeout(100);
    console.log(JSON.stringify([done.ok, children().map(([, name]) => name)]));
  `;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual([true, []]);
});
