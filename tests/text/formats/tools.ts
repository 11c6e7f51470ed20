import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Tools of others that the tests of the formats ask for a second opinion, where this machine has them. */

/** Whether a program runs on this machine. */
export const runs = (program: string, ...parameters: string[]): boolean =>
  spawnSync(program, parameters, { stdio: "ignore" }).status === 0;

/** The Python that has the toolkit: the one of the distribution comes with it, another may stand before it. */
export const toolkitPython: string | undefined = ["/usr/bin/python3", "python3"].find((python) =>
  runs(python, "-c", "import translate.storage.base, lxml, aeidon, iniparse, phply, ruamel.yaml"),
);

/** Tools that have to be there: where the pipeline has installed them, none may be passed over. */
const required = new Set((process.env.LOQUAT_REQUIRE_TOOLS ?? "").split(/[\s,]+/).filter(Boolean));

/** Says in the name of a test that a tool is missing; such a test fails where the tool has to be there. */
export function missing(tool: string, what: string): void {
  it(`${what}: not compared, as ${tool} is not on this machine`, () => {
    expect([...required]).not.toContain(tool);
  });
}
