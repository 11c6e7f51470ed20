import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives a run of tests, with all its processes, one folder for temporary files, which goes with the run: thousands of
 * repositories would stay otherwise. Its name is short, because sockets lie in it, whose paths have 107 letters at most.
 */
export function ownTemporaryFolder() {
  if (process.env.LOQUAT_TEST_FOLDER) return;
  const folder = mkdtempSync(join(tmpdir(), "lq-"));
  // As open as the folder it stands for: a database server runs as somebody else where tests run as root.
  chmodSync(folder, 0o1777);
  process.env.LOQUAT_TEST_FOLDER = process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
