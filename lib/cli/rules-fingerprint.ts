import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders below `lib/text` whose code decides what checks find. */
const FOLDERS = ["checks", "flags", "fonts", "plurals", "terms"];

/** What is said about findings, and this very version. */
const LEFT_OUT = new Set(["checks/rules-version.ts", "checks/say.ts", "checks/say-english.ts", "checks/describe.ts"]);

/** A hash of the code behind all checks: whenever it is another one, findings may be others. */
export function rulesFingerprint(root: string): string {
  const hash = createHash("sha256");
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, "lib/text", folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && /\.(?:ts|json)$/.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
    ),
  );
  for (const file of files.sort()) {
    const name = file.slice(join(root, "lib/text").length + 1).replaceAll("\\", "/");
    if (!LEFT_OUT.has(name)) hash.update(`${name}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 32);
}
