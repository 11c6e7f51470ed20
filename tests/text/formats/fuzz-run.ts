import { findFormat, formatRefusal, offeredFormats } from "@/lib/text/formats/registry";
import { type Finding, fuzz } from "./fuzz";

/** `npm run fuzz -- [FORMAT] [SECONDS] [FIRST SEED]`: random files for one format, or for all of them in turn. */

const [asked = "all", seconds = "60", first = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const format = findFormat(asked);
if (asked !== "all" && !format) {
  console.error(formatRefusal(asked));
  process.exit(1);
}
const formats = format ? [format] : offeredFormats();
let next = Number(first);
const found = new Map<string, Finding>();

for (const each of formats) {
  const end = performance.now() + (Number(seconds) * 1000) / formats.length;
  let files = 0;
  while (performance.now() < end) {
    const result = fuzz(each, { milliseconds: end - performance.now(), files: 1e9, from: next });
    files += result.files;
    next += result.files;
    const { finding } = result;
    if (!finding) continue;
    const what = `${each.id}: ${finding.error.message.split("\n", 3).join(" ")}`;
    if (found.has(what)) continue;
    found.set(what, finding);
    console.log(
      `\n${what}\n  seed ${finding.seed}, made from ${finding.path}\n  ${finding.error.stack?.split("\n    at ").slice(1, 5).join("\n  ")}`,
    );
    console.log(`  ${JSON.stringify(finding.text.slice(0, 600))}`);
  }
  console.log(`${each.id}: ${files} files`);
}
console.log(found.size === 0 ? "Nothing found." : `${found.size} different findings.`);
process.exitCode = found.size === 0 ? 0 : 1;
