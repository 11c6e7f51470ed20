import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The translate toolkit as a second opinion: what its stores read from a file. */

/** One string as a store gives it; texts are a list where the string has forms. */
export interface ToolkitUnit {
  id: string;
  context: string;
  source: string | string[] | null;
  target: string | string[] | null;
  notes: string;
  locations: string[];
  fuzzy: boolean;
  translatable: boolean;
  header: boolean;
  obsolete: boolean;
}

export interface ToolkitJob {
  /** Module and class below `translate.storage`, with a dot between them. */
  store: string;
  /** What the class is made with. */
  arguments?: readonly unknown[];
  /** Language that the store is told, for the number and names of plural forms. */
  language?: string;
  /** Name that Python has for the encoding; without it the store finds out. */
  encoding?: string;
  bytes: Uint8Array;
}

export type ToolkitAnswer = { units: ToolkitUnit[]; error?: undefined } | { error: string };

const SCRIPT = fileURLToPath(new URL("toolkit.py", import.meta.url));

/** What the toolkit reads from many files, by one process. */
export function readByToolkit(python: string, jobs: readonly ToolkitJob[]): ToolkitAnswer[] {
  const input = jobs
    .map(({ bytes, ...job }) => `${JSON.stringify({ ...job, data: Buffer.from(bytes).toString("base64") })}\n`)
    .join("");
  const { stdout, stderr, status } = spawnSync(python, [SCRIPT], { input, encoding: "utf8", maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`The toolkit stopped: ${stderr.slice(-2000)}`);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ToolkitAnswer);
}
