import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDataFolder } from "@/lib/platform/data-folder";
import { startEmbedded } from "@/lib/platform/embedded-postgres";
import { dataFolder, type Environment, environment, setEnvironment } from "@/lib/platform/environment";

/** Nobody else gets into the data folder, and the database still does. */

const root = mkdtempSync(join(tmpdir(), "loquat-closed-"));
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
let before: Environment;

beforeAll(() => {
  before = environment();
  chmodSync(root, 0o755);
});
afterAll(() => {
  setEnvironment(before);
  rmSync(root, { recursive: true, force: true });
});

it("is made closed", () => {
  setEnvironment({ ...before, dataFolder: join(root, "new") });
  expect([mode(dataFolder("repositories", "1")), mode(join(root, "new"))]).toEqual(["700", "700"]);
});

it("is closed where a former version left it open", () => {
  const open = join(root, "open");
  setEnvironment({ ...before, dataFolder: open });
  const folders = ["", "home", "repositories", "repositories/7", "probes/x"].map((name) => join(open, name));
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  closeDataFolder(false);
  expect(folders.map(mode)).toEqual(folders.map(() => "700"));
});

it("lets the embedded database in, and nobody else", { timeout: 120_000 }, async () => {
  const folder = join(root, "with-database");
  setEnvironment({ ...before, dataFolder: folder });
  closeDataFolder(true);
  const server = await startEmbedded({ folder: join(folder, "postgres"), fast: true });
  await server.stop();
  // The database of root runs as somebody else, who may pass through.
  const expected = userInfo().uid === 0 ? "710" : "700";
  expect([mode(folder), mode(join(folder, "postgres")), mode(join(folder, "postgres", "cluster"))]).toEqual([
    expected,
    expected,
    "700",
  ]);
  closeDataFolder(true);
  const again = await startEmbedded({ folder: join(folder, "postgres"), fast: true });
  await again.stop();
});
