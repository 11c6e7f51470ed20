import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Tools of others that `npm run formats` asks for a second opinion. */

/** Whether a program runs on this machine. */
export const runs = (program: string, ...parameters: string[]): boolean =>
  spawnSync(program, parameters, { stdio: "ignore" }).status === 0;

/** The Python that has the toolkit: the one of the distribution comes with it, another may stand before it. */
export const toolkitPython: string | undefined = ["/usr/bin/python3", "python3"].find((python) =>
  runs(python, "-c", "import translate.storage.base, lxml, aeidon, iniparse, phply, ruamel.yaml"),
);

/** A test that fails, naming the tool that `npm run formats` asks and that this machine does not have. */
export function missing(tool: string, what: string): void {
  it(`${what}: compared with ${tool}`, () => {
    expect.fail(`${tool} is not installed. Install it, or leave the comparison to a machine that has it.`);
  });
}
