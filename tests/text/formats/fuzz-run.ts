import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { findFormat, formatRefusal, offeredFormats } from "@/lib/text/formats/registry";
import { worded } from "@/lib/text/messages/worded";
import { type Finding, fuzz } from "./fuzz";
import { fuzzGuided } from "./fuzz-guided";

/**
 * `npm run fuzz -- [FORMAT] [SECONDS] [FIRST SEED] [guided]`: random files for one format, or for all of them in turn;
 * with `guided` they are led by what they reach in the code.
 */

const [asked = "all", seconds = "60", first = String(Date.now() % 1_000_000_000), way = ""] = process.argv.slice(2);
const format = findFormat(asked);
const refused = asked === "all" ? undefined : formatRefusal(asked);
if (refused) {
  console.error(worded(refused).message);
  process.exit(1);
}
const formats = format ? [format] : offeredFormats();
const milliseconds = (Number(seconds) * 1000) / formats.length;
const found = new Map<string, Finding>();

function tell(finding: Finding): void {
  const what = `${finding.format}: ${finding.error.message.split("\n", 3).join(" ")}`;
  if (found.has(what)) return;
  found.set(what, finding);
  const places = finding.error.stack?.split("\n    at ").slice(1, 5).join("\n  ");
  console.log(`\n${what}\n  seed ${finding.seed}, made from ${finding.path}\n  ${places}`);
  console.log(`  ${JSON.stringify(finding.text.slice(0, 600))}`);
}

let next = Number(first);

function byChance(each: FileFormat): string {
  const end = performance.now() + milliseconds;
  let files = 0;
  while (performance.now() < end) {
    const result = fuzz(each, { milliseconds: end - performance.now(), files: 1e9, from: next });
    files += result.files;
    next += result.files;
    if (result.finding) tell(result.finding);
  }
  return `${files} files`;
}

async function guided(each: FileFormat): Promise<string> {
  const { files, kept, reached } = await fuzzGuided(each, milliseconds, next, tell);
  return `${files} files, ${kept} kept, ${reached} places of the code reached`;
}

for (const each of formats) console.log(`${each.id}: ${way === "guided" ? await guided(each) : byChance(each)}`);
console.log(found.size === 0 ? "Nothing found." : `${found.size} different findings.`);
process.exitCode = found.size === 0 ? 0 : 1;
